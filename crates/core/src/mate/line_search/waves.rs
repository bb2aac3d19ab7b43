//! Searches for lines on several threads, in waves; see [`parallel`](super::super::parallel).
//!
//! The positions a few plies after the diagram are items, each of them once, whatever the order of the moves that lead
//! to it. Neighbouring items form a unit; the units of a wave are searched at the same time.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::super::budget::Meter;
use super::super::parallel::{Ended, run_wave};
use super::super::pictures::Pictures;
use super::super::table::{LayeredTable, key_with_moves};
use super::super::{Stop, TranspositionTable};
use super::{Found, KeptHope, LineSearch, Origin};
use crate::rules::{Move, Position, Variant};

/// A position from which a wave continues.
#[derive(Clone)]
struct Item<V: Variant> {
    position: Position<V>,
    /// `None` for the diagram, and if there are many items.
    hope: Option<KeptHope<V>>,
    ways: Ways,
}

impl<V: Variant> Item<V> {
    fn diagram(position: &Position<V>) -> Self {
        Self { position: *position, hope: None, ways: Vec::new() }
    }

    fn origin(&self) -> Origin<'_, V> {
        self.hope.as_ref().map_or(Origin::Diagram, Origin::Item)
    }
}

/// The moves that lead to an item, each with the number of the item a ply earlier.
type Ways = Vec<(usize, Move)>;

/// Returns the lines to an item, by way of items of earlier plies.
fn lines_by(ways: &Ways, earlier: &[Vec<Ways>]) -> Vec<Vec<Move>> {
    let Some((before, earlier)) = earlier.split_last() else { return vec![Vec::new()] };
    let extend = |&(number, m): &(usize, Move)| {
        let lines = lines_by(&before[number], earlier).into_iter();
        lines.map(move |mut line| {
            line.push(m);
            line
        })
    };
    ways.iter().flat_map(extend).collect()
}

/// Result of one unit, with the state to merge.
struct UnitResult {
    searched: Result<(), Stop>,
    nodes: u64,
    table: TranspositionTable,
    found: Found,
    /// The lines of each item.
    lines: Vec<Range<usize>>,
}

impl LineSearch<'_, '_> {
    /// The fewest items for which the search is not split a ply later.
    const ITEMS: usize = 1024;
    /// The most units, each of neighbouring items with one table.
    ///
    /// Units of a wave do not see what the others find. Neighbouring items have the most positions in common, so they
    /// are in one unit, and neighbouring units in different waves.
    pub(in super::super) const UNITS: usize = 64 * TranspositionTable::BRANCHES;
    /// The most items whose pictures are kept, for about 64 MB; those of others are looked for again.
    const KEPT: usize = 1 << 14;
    /// The fewest plies that are left to an item.
    pub(super) const LEFT: u32 = 4;

    /// Collects lines of more than [`LEFT`](Self::LEFT) plies, on idle threads too.
    ///
    /// The work is split into at most `units` units at a time. Items of a unit that takes too long are split again, so
    /// that no thread waits for another.
    pub(in super::super) fn search_in_waves<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        units: usize,
    ) -> Result<(), Stop> {
        let mut left = plies;
        let mut earlier = Vec::new();
        let mut items = vec![Item::diagram(position)];
        let mut most = self.alone;
        while !items.is_empty() {
            while items.len() < Self::ITEMS && left > Self::LEFT {
                left -= 1;
                let next = self.advance(&items, left)?;
                let before = std::mem::replace(&mut items, next);
                earlier.push(before.into_iter().map(|item| item.ways).collect());
            }
            if left == Self::LEFT {
                most = u64::MAX;
            }
            items = self.search_items(&items, left, units, most, &earlier)?;
            most = most.saturating_mul(4);
        }
        Ok(())
    }

    /// Collects the lines of items with `left` plies left; returns those left over by units of more than `most` nodes.
    fn search_items<V: Variant>(
        &mut self,
        items: &[Item<V>],
        left: u32,
        units: usize,
        most: u64,
        earlier: &[Vec<Ways>],
    ) -> Result<Vec<Item<V>>, Stop> {
        let units: Vec<&[Item<V>]> = items.chunks(items.len().div_ceil(units).max(1)).collect();
        let waves = units.len().div_ceil(TranspositionTable::BRANCHES);
        let mut unfinished = Vec::new();
        for first in 0..waves {
            let wave: Vec<&[Item<V>]> = units[first..].iter().copied().step_by(waves).collect();
            let results = self.run_wave(&wave, left, most);
            for (result, unit) in results.into_iter().zip(wave) {
                self.table.own.absorb(&result.table);
                self.meter.add_counted(result.nodes)?;
                result.searched?;
                let (finished, rest) = unit.split_at(result.lines.len());
                self.merge(result.found, &result.lines, finished, earlier);
                unfinished.extend_from_slice(rest);
            }
        }
        Ok(unfinished)
    }

    /// Returns the positions a ply later, with `left` plies left, that may lead to the goal.
    fn advance<V: Variant>(&mut self, items: &[Item<V>], left: u32) -> Result<Vec<Item<V>>, Stop> {
        let mut next = Vec::new();
        let mut numbers: HashMap<_, _, FixedState> = HashMap::default();
        for (before, item) in items.iter().enumerate() {
            let hope = self.hope(&item.position, left + 1, item.origin());
            let advanced = self.each_move(&item.position, left + 1, &hope, |search, position, m, origin| {
                search.meter.visit()?;
                let number = *numbers.entry(key_with_moves(position, left)).or_insert_with(|| {
                    next.push(search.item(position, left, origin, next.len() < Self::KEPT)?);
                    Some(next.len() - 1)
                });
                if let Some(number) = number {
                    next[number].ways.push((before, m));
                }
                Ok(())
            });
            self.forget(&hope);
            advanced?;
        }
        Ok(next)
    }

    /// Returns the item of a position, with its ends if they are kept; `None` if no line leads on to the goal.
    fn item<V: Variant>(
        &mut self,
        position: &Position<V>,
        left: u32,
        origin: Origin<'_, V>,
        is_kept: bool,
    ) -> Option<Item<V>> {
        if self.is_refuted(key_with_moves(position, left)) {
            return None;
        }
        let hope = self.hope(position, left, origin);
        let is_open = !hope.kings.is_empty();
        let kept = (is_open && is_kept).then(|| KeptHope {
            pictures: hope.pictures.as_ref().map(|list| self.pictures.copy(list)),
            kings: hope.kings,
        });
        self.forget(&hope);
        is_open.then(|| Item { position: *position, hope: kept, ways: Vec::new() })
    }

    fn run_wave<V: Variant>(&self, units: &[&[Item<V>]], left: u32, most: u64) -> Vec<UnitResult> {
        run_wave(0..units.len(), self.nodes(), self.meter.budget.idle, &|number, before| {
            let mut table = self.table.branch();
            let mut search = LineSearch {
                objective: self.objective,
                stipulation: self.stipulation,
                table: LayeredTable { own: &mut table, shared: Some(self.table.own) },
                meter: Meter::new(self.meter.budget, before),
                pictures: Pictures::default(),
                line: Vec::new(),
                found: Found::default(),
                shared: Some(&self.found),
                alone: self.alone,
            };
            let mut lines = Vec::with_capacity(units[number].len());
            let searched = search.ends_within(most, |search| {
                units[number].iter().try_for_each(|item| {
                    let first = search.found.lines.len();
                    search.search(&item.position, left, item.origin())?;
                    lines.push(first..search.found.lines.len());
                    Ok(())
                })
            });
            search.found.cut(lines.last().map_or(0, |lines| lines.end));
            let (nodes, found) = (search.nodes() - before, search.found);
            let searched = searched.map(drop);
            let result = UnitResult { searched, nodes, table, found, lines };
            Ended { nodes, is_stopped: searched.is_err(), result }
        })
    }

    /// Adds the lines of a unit, each after every line to its item.
    fn merge<V: Variant>(
        &mut self,
        found: Found,
        lines: &[Range<usize>],
        unit: &[Item<V>],
        earlier: &[Vec<Ways>],
    ) {
        let mut starts = Vec::with_capacity(unit.len());
        for (item, lines) in unit.iter().zip(lines) {
            starts.push(self.found.lines.len());
            let before = if lines.is_empty() { Vec::new() } else { lines_by(&item.ways, earlier) };
            for before in before {
                let after = found.lines[lines.clone()].iter();
                self.found.lines.extend(after.map(|line| [&before[..], line].concat()));
            }
        }
        let moved = |(key, known): (u128, Range<usize>)| {
            let item = lines.partition_point(|lines| lines.end <= known.start);
            let start = starts[item] + known.start - lines[item].start;
            (key, start..start + known.len())
        };
        self.found.known.extend(found.known.into_iter().map(moved));
    }
}
