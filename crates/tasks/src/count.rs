//! Counts cut into units, which are worked on like any other record. Knows counts; no rows.

use std::fmt;

use hexmate_batch::digest::Digest;
use hexmate_batch::files::FileError;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{ItemSource, Panicked, Progress, StopFlag, Task, WorkItem};
use hexmate_core::perft::{HashTable, Kind};
use hexmate_position::Position;
use hexmate_report::recorded::{CountedFrom, Detail, RecordedCounts};
use serde::{Deserialize, Serialize};

/// One of the counts that are asked for: to a depth, or after a first move.
pub struct Count {
    /// Where it begins.
    pub position: Position,
    /// Plies.
    pub depth: u32,
    /// What it is of, for its row.
    pub counted: Counted,
}

/// What a count is of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Name of the position, in a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name of the game, where it is a count to a depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// First move, where it is the count after one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Position after the first move, where it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Depth of the whole count, in plies.
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
    /// With the last unit of a count.
    counted: Option<Box<Counted>>,
}

impl WorkItem for Unit {
    fn name(&self) -> String {
        format!("count {}: the unit {}", self.count + 1, self.position.to_fen())
    }

    fn identity(&self) -> Digest {
        let Self { count, left, ways, position, depth, counted: _ } = self;
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
        let Count { position, depth, counted } = count;
        let (plies, units) = match self.split.map(|plies| plies.min(depth - self.least)) {
            Some(plies) => (plies, position.units(plies)),
            None => position.split(*depth),
        };
        let unit = |ways, position, left| {
            let counted = (left == 0).then(|| Box::new(counted.clone()));
            Unit { count: number, left, ways, position, depth: depth - plies, counted }
        };
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

impl<P: Progress + Send> ItemSource<Unit> for Units<P> {
    fn is_ready(&self) -> bool {
        false
    }
}

/// What one unit adds to a count.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedUnit {
    /// The number of the count, from 0.
    pub count: usize,
    /// Units of the same count that follow.
    pub left: usize,
    ways: u64,
    /// Nodes, and those of each kind where that is asked for.
    nodes: Vec<u64>,
    /// What the count is of, with its last unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Box<Counted>>,
    /// A fault of this program.
    fault: Option<String>,
    /// Whether a signal has ended it before it was counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_given_up: bool,
}

impl CountedUnit {
    /// Checks an entry of a log, which may be forged, for a table of these counts.
    ///
    /// # Errors
    ///
    /// If its numbers, or what its count is of, are not a row of the table.
    pub fn check(&self, recorded: &RecordedCounts) -> Result<(), InvalidEntry> {
        let numbers = match recorded.detail {
            Detail::Breakdown => 1 + Kind::ALL.len(),
            Detail::Nodes | Detail::Divide | Detail::DivideWithFens => 1,
        };
        if self.fault.is_some() {
            return Ok(());
        }
        if self.is_given_up || self.nodes.len() != numbers {
            return Err(InvalidEntry("a unit without its numbers"));
        }
        match &self.counted {
            Some(counted) if !counted.fits(recorded) => {
                Err(InvalidEntry("a count that is not a row of its table"))
            }
            None if self.left == 0 => Err(InvalidEntry("a count without its row")),
            _ => Ok(()),
        }
    }
}

impl Counted {
    fn fits(&self, recorded: &RecordedCounts) -> bool {
        let Self { name, game, first, fen, depth: _ } = self;
        let is_divide = recorded.detail.is_divide();
        name.is_some() == (recorded.of != CountedFrom::Position)
            && (game.is_none(), first.is_some()) == (is_divide, is_divide)
            && fen.is_some() == (recorded.detail == Detail::DivideWithFens)
    }
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
        let counted = count_until(&position.play_unchecked(m), depth - 1, stop, how)?;
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
    /// What a log records of the counts, if there can be one.
    pub recorded: Option<RecordedCounts>,
}

impl Task for CountUntil {
    type Item = Unit;
    type Output = CountedUnit;

    fn work(&self, unit: Unit) -> CountedUnit {
        let Unit { count, left, ways, position, depth, counted } = unit;
        let nodes = match &self.how {
            // Cut up here, it would not be looked up whether a position is known.
            CountUnits::WithTable(table) => Some(vec![position.perft_with(table, depth)]),
            how => count_until(&position, depth, &self.stop, how),
        };
        let Some(nodes) = nodes.filter(|_| !self.stop.is_raised()) else {
            let nodes = Vec::new();
            return CountedUnit { count, left, ways, nodes, counted, fault: None, is_given_up: true };
        };
        let many = nodes.iter().find(|&&nodes| nodes >= HashTable::MANY);
        let fault = many.map(|many| Uncounted::too_many(many).0);
        CountedUnit { count, left, ways, nodes, counted, fault, is_given_up: false }
    }

    fn panicked(&self, panic: &Panicked) -> CountedUnit {
        let fault = Some(panic.to_string());
        let (nodes, counted) = (Vec::new(), None);
        CountedUnit { count: 0, left: 0, ways: 0, nodes, counted, fault, is_given_up: false }
    }

    fn check(&self, unit: &CountedUnit) -> Result<(), InvalidEntry> {
        self.recorded.as_ref().map_or(Ok(()), |recorded| unit.check(recorded))
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
            *sum = sum.saturating_add(u128::from(unit.ways) * u128::from(nodes));
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
