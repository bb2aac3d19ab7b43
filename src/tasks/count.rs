//! Counts cut into units, which are worked on like any other record. Knows counts; no rows.

use std::fmt;

use crate::batch::{Panicked, Progress, StopFlag, Supply, Task, WorkItem};
use crate::digest::Digest;
use crate::files::FileError;
use crate::game::Position;
use crate::perft::{HashTable, Kind};
use serde::{Deserialize, Serialize};

/// One of the counts that are asked for: to a depth, or after a first move.
pub struct Count {
    /// Where it begins.
    pub position: Position,
    /// Plies.
    pub depth: u32,
}

/// One of the positions that a count is cut into.
pub struct Unit {
    /// The number of the count, from 0.
    count: usize,
    /// Units of the same count that follow.
    left: usize,
    /// In how many ways the position is reached.
    ways: u64,
    position: Position,
    depth: u32,
}

impl WorkItem for Unit {
    fn name(&self) -> String {
        format!("count {}: the unit {}", self.count + 1, self.position.to_fen())
    }

    fn identity(&self) -> Digest {
        let Self { count, left, ways, position, depth } = self;
        Digest::of(&format!("{}\n{}\n{depth} {ways} {count} {left}", position.game().name, position.to_fen()))
    }

    fn hash(&self) -> u64 {
        self.position.key() as u64
    }
}

/// The units of all counts, one count after the other.
pub struct Units<P> {
    counts: std::iter::Enumerate<std::vec::IntoIter<Count>>,
    split: Option<u32>,
    /// The fewest plies that a unit keeps.
    least: u32,
    current: std::vec::IntoIter<Unit>,
    progress: P,
}

impl<P: Progress> Units<P> {
    /// The units of these counts, cut after so many plies or as it seems best, for this way to count; the
    /// progress expects them as soon as they are known.
    pub fn new(counts: Vec<Count>, split: Option<u32>, how: &CountUnits, progress: P) -> Self {
        // Kinds are those of a last move.
        let least = u32::from(matches!(how, CountUnits::ByKind));
        let (counts, current) = (counts.into_iter().enumerate(), Vec::new().into_iter());
        Self { counts, split, least, current, progress }
    }

    fn cut(&self, number: usize, count: &Count) -> Vec<Unit> {
        let Count { position, depth } = count;
        let (plies, units) = match self.split.map(|plies| plies.min(depth - self.least)) {
            Some(plies) => (plies, position.units(plies)),
            None => position.split(*depth),
        };
        let unit = |ways, position, left| Unit { count: number, left, ways, position, depth: depth - plies };
        if units.is_empty() {
            // A game that is over before has no nodes, and a count of none all the same.
            return vec![unit(0, position.clone(), 0)];
        }
        let count = units.len();
        (1..).zip(units).map(|(place, each)| unit(each.ways, each.position, count - place)).collect()
    }
}

impl<P: Progress> Iterator for Units<P> {
    type Item = Result<Unit, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(unit) = self.current.next() {
            return Some(Ok(unit));
        }
        let (number, count) = self.counts.next()?;
        let units = self.cut(number, &count);
        self.progress.expect(units.len() as u64);
        self.current = units.into_iter();
        self.current.next().map(Ok)
    }
}

impl<P: Progress + Send> Supply<Unit> for Units<P> {
    fn is_at_hand(&self) -> bool {
        false
    }
}

/// What one unit adds to a count.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CountedUnit {
    /// The number of the count, from 0.
    pub count: usize,
    /// Units of the same count that follow.
    pub left: usize,
    ways: u64,
    /// Nodes, and those of each kind where that is asked for.
    nodes: Vec<u64>,
    /// A fault of this program.
    fault: Option<String>,
    /// Whether a signal has ended it before it was counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_given_up: bool,
}

/// How the nodes of a unit are counted.
pub enum CountUnits {
    /// One by one.
    Plainly,
    /// With a table of what was counted.
    WithTable(HashTable),
    /// By the kind of the last move.
    ByKind,
}

/// Plies that are counted without a look at whether to go on: a fraction of a second.
const UNWATCHED: u32 = 4;

/// What is counted of a position, number by number; `None` if somebody has asked for the end.
///
/// Deep counts are sums of those after each move, as far as that is asked for in between.
pub(super) fn count_until(
    position: &Position,
    depth: u32,
    stop: &StopFlag,
    how: &CountUnits,
) -> Option<Vec<u64>> {
    if stop.is_raised() {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(how.count(position, depth));
    }
    let mut sums: Vec<u64> = Vec::new();
    for m in position.legal_moves() {
        let counted = count_until(&position.after_move(m), depth - 1, stop, how)?;
        sums.resize(counted.len(), 0);
        sums.iter_mut().zip(counted).for_each(|(sum, nodes)| *sum = sum.saturating_add(nodes));
    }
    // A game that is over has no nodes of any kind.
    Some(if sums.is_empty() { how.count(position, depth) } else { sums })
}

impl CountUnits {
    /// The numbers of a count that is not long.
    fn count(&self, position: &Position, depth: u32) -> Vec<u64> {
        match self {
            Self::Plainly => vec![position.perft(depth)],
            Self::WithTable(table) => vec![position.perft_with(table, depth)],
            Self::ByKind => {
                let found = position.breakdown(depth);
                [found.nodes].into_iter().chain(Kind::ALL.map(|kind| found[kind])).collect()
            }
        }
    }
}

/// Units counted in some way until somebody asks for the end.
pub struct CountUntil {
    /// The way.
    pub how: CountUnits,
    /// Raised when units in hand shall be given up.
    pub stop: StopFlag,
}

impl Task for CountUntil {
    type Item = Unit;
    type Output = CountedUnit;

    fn work(&self, unit: Unit) -> CountedUnit {
        let Unit { count, left, ways, position, depth } = unit;
        let nodes = match &self.how {
            // Cut up here, it would not be looked up whether a position is known.
            CountUnits::WithTable(table) => Some(vec![position.perft_with(table, depth)]),
            how => count_until(&position, depth, &self.stop, how),
        };
        let Some(nodes) = nodes.filter(|_| !self.stop.is_raised()) else {
            return CountedUnit { count, left, ways, nodes: Vec::new(), fault: None, is_given_up: true };
        };
        let many = nodes.iter().find(|&&nodes| nodes >= HashTable::MANY);
        let fault = many.map(|many| Uncounted::too_many(many).0);
        CountedUnit { count, left, ways, nodes, fault, is_given_up: false }
    }

    fn panicked(&self, panic: &Panicked) -> CountedUnit {
        let fault = Some(panic.to_string());
        CountedUnit { count: 0, left: 0, ways: 0, nodes: Vec::new(), fault, is_given_up: false }
    }

    fn is_final(&self, unit: &CountedUnit) -> bool {
        unit.fault.is_none() && !unit.is_given_up
    }
}

/// What the units of a count add up to.
#[derive(Default)]
pub struct Sum(Vec<u128>);

impl Sum {
    /// Adds the next unit of this count.
    ///
    /// # Errors
    ///
    /// If it could not be counted; says why.
    pub fn add(&mut self, unit: &CountedUnit) -> Result<(), Uncounted> {
        if let Some(fault) = &unit.fault {
            return Err(Uncounted(fault.clone()));
        }
        self.0.resize(self.0.len().max(unit.nodes.len()), 0);
        for (sum, &nodes) in self.0.iter_mut().zip(&unit.nodes) {
            *sum += u128::from(unit.ways) * u128::from(nodes);
        }
        Ok(())
    }

    /// The numbers of the count.
    ///
    /// # Errors
    ///
    /// If one is too large.
    pub fn numbers(&self) -> Result<Vec<u64>, Uncounted> {
        let number = |&sum: &u128| u64::try_from(sum).map_err(|_| Uncounted::too_many(sum));
        self.0.iter().map(number).collect()
    }
}

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncounted(String);

impl Uncounted {
    fn too_many(nodes: impl fmt::Display) -> Self {
        Self(format!("{nodes} nodes or more: too many to be counted"))
    }
}

impl fmt::Display for Uncounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Uncounted {}
