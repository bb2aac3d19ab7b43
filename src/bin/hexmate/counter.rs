//! One count, cut into units: with a table or without, watched, stopped, gone on with.

use std::collections::HashMap;

use hexmate::perft::{HashTable, perft, split_depth, units};
use hexmate::rules::{Position, Variant};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::args::PerftCount;
use crate::checkpoint::Checkpoint;
use crate::context::Context;
use crate::exit::Failure;
use crate::progress::Progress;

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
        if let Some((path, beginning)) = args.checkpoint {
            let header = json!({
                "program": "hexmate",
                "version": env!("CARGO_PKG_VERSION"),
                "command": "perft",
                "variant": V::NAME,
                "fen": position.to_fen(),
                "split_depth": args.split,
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
        let plies = self.split.map_or_else(|| split_depth(position, depth), |plies| plies.min(depth));
        let units = units(position, plies);
        let progress = self.context.progress(Some(units.len() as u64));
        let counted = units.par_iter().enumerate().with_max_len(1).map(|(number, unit)| {
            if self.context.interrupt.is_raised() {
                return Ok(None);
            }
            let nodes = self.count_unit(&unit.position, depth, plies, number, &progress)?;
            Ok(Some(u128::from(nodes) * u128::from(unit.ways)))
        });
        let sum: Option<u128> =
            counted.collect::<Result<Option<Vec<_>>, Failure>>()?.map(|parts| parts.iter().sum());
        let limit = HashTable::<V>::MANY;
        match sum {
            Some(nodes) if nodes >= u128::from(limit) => {
                Err(Failure::Usage(format!("{limit} nodes or more: too many to be counted")))
            }
            sum => Ok(sum.map(|nodes| nodes as u64)),
        }
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
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.add(&json!({"depth": depth, "unit": number, "nodes": nodes}))?;
        }
        progress.step();
        Ok(nodes)
    }
}

/// Which unit a line of a checkpoint is about, and its nodes.
fn finished(entry: &Value) -> Option<((u32, usize), u64)> {
    let number = |name: &str| entry.get(name)?.as_u64();
    let depth = u32::try_from(number("depth")?).ok()?;
    let unit = usize::try_from(number("unit")?).ok()?;
    Some(((depth, unit), number("nodes")?))
}
