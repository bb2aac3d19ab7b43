//! Counts cut into units: with a table or without, watched, stopped, gone on with, shared among runs.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;

use hexmate::perft::{HashTable, Kind, breakdown, perft, split_depth, units};
use hexmate::rules::{Position, Variant};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::args::{Detail, PerftCount};
use crate::checkpoint::{self, Checkpoint};
use crate::context::Context;
use crate::digest::Digest;
use crate::exit::{Failure, Status};
use crate::part::{PartWriter, Parts};
use crate::progress::Progress;
use crate::shard::Shard;

/// One of the counts that are asked for: to a depth, or after a first move.
pub struct Count<V: Variant> {
    /// From 0, the same in every run that can share work with this one.
    pub number: u32,
    /// Where it begins.
    pub position: Position<V>,
    /// Plies.
    pub depth: u32,
}

/// What one unit adds to a count.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Share {
    count: u32,
    unit: usize,
    /// In how many ways its position is reached.
    ways: u64,
    /// Nodes, and those of each kind where that is asked for.
    nodes: Vec<u64>,
}

/// The shares of all units, or nothing if a signal has come before.
type Shares = Option<Vec<Share>>;

/// Counts as the arguments ask for.
pub struct Counter<'a, V: Variant> {
    how: How<V>,
    split: Option<u32>,
    checkpoint: Option<Checkpoint>,
    /// What is finished, by count and unit.
    done: HashMap<(u32, usize), Share>,
    context: &'a Context<'a>,
}

/// How the nodes of a unit are counted.
enum How<V: Variant> {
    Plainly,
    WithTable(HashTable<V>),
    ByKind,
}

impl<'a, V: Variant> Counter<'a, V> {
    /// Makes room for the table, and reads what is finished.
    pub fn new(
        args: &PerftCount<'_>,
        position: &Position<V>,
        context: &'a Context<'a>,
    ) -> Result<Self, Failure> {
        let reason = |error| Failure::Usage(format!("--hash {}: {error}", args.hash.unwrap_or_default()));
        let how = match (args.detail, args.hash) {
            (Detail::Breakdown, _) => How::ByKind,
            (_, None) => How::Plainly,
            (_, Some(mebibytes)) => How::WithTable(HashTable::with_mebibytes(mebibytes).map_err(reason)?),
        };
        let (mut checkpoint, mut done) = (None, HashMap::new());
        if let Some((path, beginning)) = args.pieces.checkpoint() {
            // Counts to one depth serve a run to another depth too.
            let depth = (args.detail == Detail::Divide).then_some(args.depth);
            let work = json!({
                "command": "perft",
                "detail": format!("{:?}", args.detail),
                "depth": depth,
                "variant": V::NAME,
                "fen": position.to_fen(),
                "split_depth": args.split,
            });
            let header = checkpoint::header(&work, args.pieces);
            let (file, entries) = Checkpoint::open(path, beginning, &header)?;
            for entry in entries {
                let share: Share = serde_json::from_value(entry)
                    .map_err(|error| Failure::Unfit(format!("{}: no unit: {error}", path.display())))?;
                done.insert((share.count, share.unit), share);
            }
            checkpoint = Some(file);
        }
        Ok(Self { how, split: args.split, checkpoint, done, context })
    }

    /// The numbers of a count; nothing if a signal has come before it was done.
    pub fn count(&self, count: &Count<V>) -> Result<Option<Vec<u64>>, Failure> {
        let (_, shares) = self.shares(count, None)?;
        let Some(shares) = shares else { return Ok(None) };
        let mut sums = Sums::default();
        for share in shares {
            sums.add(&share);
        }
        sums.of(count.number).map(Some)
    }

    /// Writes a part with the units of all counts that are in the share.
    pub fn write_part(
        &self,
        counts: &[Count<V>],
        start: &Position<V>,
        (shard, path): (Shard, Option<&Path>),
    ) -> Result<Status, Failure> {
        let mut part = PartWriter::create(path)?;
        let mut before = 0;
        for count in counts {
            let (all, shares) = self.shares(count, Some(shard))?;
            let Some(shares) = shares else {
                return Ok(self.context.interrupt.status().unwrap_or(Status::Interrupted));
            };
            for share in shares {
                part.add(before + share.unit as u64, &share)?;
            }
            before += all as u64;
        }
        part.finish(self.context.arguments.all(), &Digest::of(&start.to_fen()), shard, before)?;
        Ok(Status::Clean)
    }

    /// How many units there are, and what each of them adds that is in the share.
    fn shares(&self, count: &Count<V>, shard: Option<Shard>) -> Result<(usize, Shares), Failure> {
        let most = match self.how {
            // Kinds are those of a last move.
            How::ByKind => count.depth - 1,
            How::Plainly | How::WithTable(_) => count.depth,
        };
        let plies = self.split.unwrap_or_else(|| split_depth(&count.position, count.depth)).min(most);
        let units = units(&count.position, plies);
        let all = units.len();
        let mut units: Vec<_> = units.into_iter().enumerate().collect();
        units.retain(|(number, unit)| {
            shard.is_none_or(|shard| shard.has(*number as u64, || unit.position.key()))
        });
        let progress = self.context.progress(Some(units.len() as u64));
        let counted = units.into_par_iter().with_max_len(1).map(|(number, unit)| {
            if self.context.interrupt.is_raised() {
                return Ok(None);
            }
            let empty = Share { count: count.number, unit: number, ways: unit.ways, nodes: Vec::new() };
            self.finish(empty, &unit.position, count.depth - plies, &progress).map(Some)
        });
        Ok((all, counted.collect::<Result<Shares, Failure>>()?))
    }

    fn finish(
        &self,
        mut share: Share,
        position: &Position<V>,
        left: u32,
        progress: &Progress,
    ) -> Result<Share, Failure> {
        if let Some(done) = self.done.get(&(share.count, share.unit)) {
            progress.step();
            return Ok(done.clone());
        }
        let nodes = match &self.how {
            How::Plainly => vec![perft(position, left)],
            How::WithTable(table) => vec![table.perft(position, left)],
            How::ByKind => {
                let found = breakdown(position, left);
                [found.nodes].into_iter().chain(Kind::ALL.map(|kind| found[kind])).collect()
            }
        };
        if let Some(&many) = nodes.iter().find(|&&nodes| nodes >= HashTable::<V>::MANY) {
            return Err(too_many(many));
        }
        share.nodes = nodes;
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.add(&share)?;
        }
        progress.step();
        Ok(share)
    }
}

/// What shares add up to, by count.
#[derive(Default)]
pub struct Sums(BTreeMap<u32, Vec<u128>>);

impl Sums {
    /// What parts add up to.
    pub fn joined(parts: &Parts) -> Result<Self, Failure> {
        let mut sums = Self::default();
        for share in parts.found()? {
            sums.add(&share?);
        }
        Ok(sums)
    }

    fn add(&mut self, share: &Share) {
        let sums = self.0.entry(share.count).or_default();
        sums.resize(sums.len().max(share.nodes.len()), 0);
        for (sum, &nodes) in sums.iter_mut().zip(&share.nodes) {
            *sum += u128::from(share.ways) * u128::from(nodes);
        }
    }

    /// The numbers of this count.
    pub fn of(&self, count: u32) -> Result<Vec<u64>, Failure> {
        let sums = self.0.get(&count).into_iter().flatten();
        sums.map(|&sum| u64::try_from(sum).map_err(|_| too_many(sum))).collect()
    }
}

fn too_many(nodes: impl fmt::Display) -> Failure {
    Failure::Usage(format!("{nodes} nodes or more: too many to be counted"))
}
