//! Counts cut into units: with a table or without, watched, stopped, gone on with, shared among runs.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::Path;

use hexmate::perft::{HashTable, perft, split_depth, units};
use hexmate::rules::{self, Position, Variant};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::args::PerftCount;
use crate::checkpoint::Checkpoint;
use crate::context::Context;
use crate::digest::Digest;
use crate::exit::{Failure, Status};
use crate::part::{self, PartWriter, Parts};
use crate::progress::Progress;
use crate::shard::Shard;

/// What one unit adds to a count.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Share {
    depth: u32,
    /// In how many ways its position is reached.
    ways: u64,
    nodes: u64,
}

/// Numbers of nodes by depth.
pub type Counts = BTreeMap<u32, u128>;

/// Counts nodes as the arguments ask for.
pub struct Counter<'a, V: Variant> {
    table: Option<HashTable<V>>,
    split: Option<u32>,
    checkpoint: Option<Checkpoint>,
    /// By depth and number of the unit.
    done: HashMap<(u32, usize), u64>,
    context: &'a Context<'a>,
}

impl<'a, V: Variant> Counter<'a, V> {
    /// Makes room for the table, and reads what is finished.
    pub fn new(
        args: &PerftCount<'_>,
        position: &Position<V>,
        context: &'a Context<'a>,
    ) -> Result<Self, Failure> {
        let reason = |error| Failure::Usage(format!("--hash {}: {error}", args.hash.unwrap_or_default()));
        let table = args.hash.map(HashTable::with_mebibytes).transpose().map_err(reason)?;
        let (mut checkpoint, mut done) = (None, HashMap::new());
        if let Some((path, beginning)) = args.pieces.checkpoint() {
            // Counts of one depth serve a run to another depth too.
            let header = json!({
                "program": part::program(),
                "rules": rules::EDITION,
                "command": "perft",
                "variant": V::NAME,
                "fen": position.to_fen(),
                "split_depth": args.split,
                "shard": args.pieces.shard().map(|(shard, _)| shard.to_string()),
            });
            let (file, entries) = Checkpoint::open(path, beginning, &header)?;
            for entry in entries {
                let (place, nodes) = finished(&entry)
                    .ok_or_else(|| Failure::Unfit(format!("{}: no unit: {entry}", path.display())))?;
                done.insert(place, nodes);
            }
            checkpoint = Some(file);
        }
        Ok(Self { table, split: args.split, checkpoint, done, context })
    }

    /// Number of nodes; nothing if a signal has come before all were counted.
    pub fn count(&self, position: &Position<V>, depth: u32) -> Result<Option<u64>, Failure> {
        let (_, shares) = self.shares(position, depth, None)?;
        let Some(shares) = shares else { return Ok(None) };
        let mut counts = Counts::new();
        for (_, share) in shares {
            share.add_to(&mut counts);
        }
        nodes_at(&counts, depth).map(Some)
    }

    /// Writes a part with all units of depths 1 to `depth` that are in the share.
    pub fn write_part(
        &self,
        position: &Position<V>,
        depth: u32,
        (shard, path): (Shard, Option<&Path>),
    ) -> Result<Status, Failure> {
        let mut part = PartWriter::create(path)?;
        let mut before = 0;
        for depth in 1..=depth {
            let (count, shares) = self.shares(position, depth, Some(shard))?;
            let Some(shares) = shares else {
                return Ok(self.context.interrupt.status().unwrap_or(Status::Interrupted));
            };
            for (number, share) in shares {
                part.add(before + number as u64, &share)?;
            }
            before += count as u64;
        }
        part.finish(self.context.arguments.all(), &Digest::of(&position.to_fen()), shard, before)?;
        Ok(Status::Clean)
    }

    /// How many units there are, and what each of the share adds, by its number; no such list if a signal
    /// has come before all were counted.
    #[expect(clippy::type_complexity, reason = "a name would say no more than the sentence above")]
    fn shares(
        &self,
        position: &Position<V>,
        depth: u32,
        shard: Option<Shard>,
    ) -> Result<(usize, Option<Vec<(usize, Share)>>), Failure> {
        let plies = self.split.map_or_else(|| split_depth(position, depth), |plies| plies.min(depth));
        let units = units(position, plies);
        let count = units.len();
        let mut units: Vec<_> = units.into_iter().enumerate().collect();
        units.retain(|(number, unit)| {
            shard.is_none_or(|shard| shard.has(*number as u64, || unit.position.key()))
        });
        let progress = self.context.progress(Some(units.len() as u64));
        let counted = units.into_par_iter().with_max_len(1).map(|(number, unit)| {
            if self.context.interrupt.is_raised() {
                return Ok(None);
            }
            let nodes = self.count_unit(&unit.position, depth, plies, number, &progress)?;
            Ok(Some((number, Share { depth, ways: unit.ways, nodes })))
        });
        Ok((count, counted.collect::<Result<Option<Vec<_>>, Failure>>()?))
    }

    fn count_unit(
        &self,
        position: &Position<V>,
        depth: u32,
        plies: u32,
        number: usize,
        progress: &Progress,
    ) -> Result<u64, Failure> {
        if let Some(&nodes) = self.done.get(&(depth, number)) {
            progress.step();
            return Ok(nodes);
        }
        let left = depth - plies;
        let nodes =
            self.table.as_ref().map_or_else(|| perft(position, left), |table| table.perft(position, left));
        if nodes >= HashTable::<V>::MANY {
            return Err(too_many(nodes));
        }
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.add(&json!({"depth": depth, "unit": number, "nodes": nodes}))?;
        }
        progress.step();
        Ok(nodes)
    }
}

impl Share {
    fn add_to(self, counts: &mut Counts) {
        *counts.entry(self.depth).or_default() += u128::from(self.ways) * u128::from(self.nodes);
    }
}

/// The numbers of nodes that parts add up to.
pub fn joined(parts: &Parts) -> Result<Counts, Failure> {
    let mut counts = Counts::new();
    parts.found::<Share>()?.try_for_each(|share| {
        share?.add_to(&mut counts);
        Ok::<_, Failure>(())
    })?;
    Ok(counts)
}

/// The number of nodes at this depth.
pub fn nodes_at(counts: &Counts, depth: u32) -> Result<u64, Failure> {
    let nodes = counts.get(&depth).copied().unwrap_or_default();
    u64::try_from(nodes).map_err(|_| too_many(nodes))
}

fn too_many(nodes: impl fmt::Display) -> Failure {
    Failure::Usage(format!("{nodes} nodes or more: too many to be counted"))
}

/// Which unit a line of a checkpoint is about, and its nodes.
fn finished(entry: &Value) -> Option<((u32, usize), u64)> {
    let number = |name: &str| entry.get(name)?.as_u64();
    let depth = u32::try_from(number("depth")?).ok()?;
    let unit = usize::try_from(number("unit")?).ok()?;
    Some(((depth, unit), number("nodes")?))
}
