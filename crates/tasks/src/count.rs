//! Perft as a batch: each count is split into units, and each unit is one record.

use std::fmt;

use hexmate_batch::digest::Digest;
use hexmate_batch::files::FileError;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{ItemSource, Panicked, Progress, StopFlag, Task, WorkItem};
use hexmate_core::perft::{HashTable, Kind};
use hexmate_position::Position;
use hexmate_report::recorded::{CountDetail, CountedFrom, RecordedCounts};
use serde::{Deserialize, Serialize};

/// A count to be made: of a whole position, or after one first move.
pub struct CountRequest {
    /// Position to count from.
    pub position: Position,
    /// Depth, in plies.
    pub depth: u32,
    /// Cells of its output row other than the numbers.
    pub label: CountLabel,
}

/// The cells of a count's output row other than the numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountLabel {
    /// Name of the position, if it comes from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name of the game, for a count of a whole position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// First move in UCI, for a count after one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// FEN after the first move, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Depth of the whole count, in plies.
    pub depth: u32,
}

/// One of the positions into which a count is split.
pub struct CountUnit {
    /// Number of the count, from 0.
    count: usize,
    /// Number of units of the same count that follow.
    left: usize,
    /// Number of move sequences that lead to the position.
    ways: u64,
    position: Position,
    depth: u32,
    /// Label of the count, in its last unit.
    label: Option<Box<CountLabel>>,
}

impl WorkItem for CountUnit {
    fn name(&self) -> String {
        format!("count {}, unit {}", self.count + 1, self.position.to_fen())
    }

    fn identity(&self) -> Digest {
        let Self { count, left, ways, position, depth, label: _ } = self;
        Digest::of(&format!("{}\n{}\n{depth} {ways} {count} {left}", position.game().name, position.to_fen()))
    }

    fn hash(&self) -> u64 {
        self.position.key() as u64
    }
}

/// The units of all counts, one count after the other.
pub struct Units<P> {
    counts: std::iter::Enumerate<std::vec::IntoIter<CountRequest>>,
    split: Option<u32>,
    /// Smallest depth of a unit, in plies.
    min_depth: u32,
    current: std::vec::IntoIter<CountUnit>,
    progress: P,
}

impl<P: Progress> Units<P> {
    /// Splits the counts after `split` plies, or after a suitable number of plies if `None`.
    ///
    /// The units of a count are found when its first unit is needed. Their number is then added to the expected total
    /// of `progress`.
    pub fn new(counts: Vec<CountRequest>, split: Option<u32>, method: &CountMethod, progress: P) -> Self {
        // A breakdown counts kinds of the last move, which must be in the unit.
        let min_depth = u32::from(matches!(method, CountMethod::ByKind));
        let (counts, current) = (counts.into_iter().enumerate(), Vec::new().into_iter());
        Self { counts, split, min_depth, current, progress }
    }

    /// Returns the units of a count.
    fn split(&self, number: usize, count: &CountRequest) -> Vec<CountUnit> {
        let CountRequest { position, depth, label } = count;
        let (plies, units) = match self.split.map(|plies| plies.min(depth - self.min_depth)) {
            Some(plies) => (plies, position.units(plies)),
            None => position.split(*depth),
        };
        let unit = |ways, position, left| {
            let label = (left == 0).then(|| Box::new(label.clone()));
            CountUnit { count: number, left, ways, position, depth: depth - plies, label }
        };
        if units.is_empty() {
            // If every game ends before the split depth, one unit of no ways gives the count of 0.
            return vec![unit(0, position.clone(), 0)];
        }
        let count = units.len();
        (1..).zip(units).map(|(place, each)| unit(each.ways, each.position, count - place)).collect()
    }
}

impl<P: Progress> Iterator for Units<P> {
    type Item = Result<CountUnit, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(unit) = self.current.next() {
            return Some(Ok(unit));
        }
        let (number, count) = self.counts.next()?;
        let units = self.split(number, &count);
        self.progress.expect(units.len() as u64);
        self.current = units.into_iter();
        self.current.next().map(Ok)
    }
}

impl<P: Progress + Send> ItemSource<CountUnit> for Units<P> {
    fn is_ready(&self) -> bool {
        false
    }
}

/// The result of one unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedUnit {
    /// Number of the count, from 0.
    pub count: usize,
    /// Number of units of the same count that follow.
    pub left: usize,
    ways: u64,
    /// Nodes, and with [`CountMethod::ByKind`] the numbers of all kinds after them.
    nodes: Vec<u64>,
    /// Label of the count, in its last unit.
    #[serde(rename = "counted", default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Box<CountLabel>>,
    /// Why the unit could not be counted: a panic, or too many nodes.
    fault: Option<String>,
    /// `true` if the unit was stopped before it was counted.
    #[serde(rename = "is_given_up", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
}

impl CountedUnit {
    /// Checks an entry of a log, which is untrusted.
    ///
    /// # Errors
    ///
    /// If its numbers or its label do not fit the table that the log records.
    pub fn check(&self, recorded: &RecordedCounts) -> Result<(), InvalidEntry> {
        let numbers = match recorded.detail {
            CountDetail::Breakdown => 1 + Kind::ALL.len(),
            CountDetail::Nodes | CountDetail::Divide | CountDetail::DivideWithFens => 1,
        };
        if self.fault.is_some() {
            return Ok(());
        }
        if self.is_stopped || self.nodes.len() != numbers {
            return Err(InvalidEntry("a unit without its numbers"));
        }
        match &self.label {
            Some(label) if !label.fits(recorded) => {
                Err(InvalidEntry("a count that is not a row of its table"))
            }
            None if self.left == 0 => Err(InvalidEntry("a count without its row")),
            _ => Ok(()),
        }
    }
}

impl CountLabel {
    /// Returns whether the label has the cells of this table.
    fn fits(&self, recorded: &RecordedCounts) -> bool {
        let Self { name, game, first, fen, depth: _ } = self;
        let is_divide = recorded.detail.is_divide();
        name.is_some() == (recorded.of != CountedFrom::Position)
            && (game.is_none(), first.is_some()) == (is_divide, is_divide)
            && fen.is_some() == (recorded.detail == CountDetail::DivideWithFens)
    }
}

/// Method by which the nodes of a unit are counted.
pub enum CountMethod {
    /// Plain perft.
    Plain,
    /// Perft with a hash table of counts.
    WithTable(HashTable),
    /// Breakdown by kind of the last move.
    ByKind,
}

/// Depth that is counted without checking the stop flag, in plies: a fraction of a second.
const UNCHECKED_DEPTH: u32 = 4;

/// Counts a position; `None` if the stop flag is raised.
///
/// Returns the nodes, and for [`CountMethod::ByKind`] the counts in the order of [`Kind::ALL`] after them. A deep count
/// is the sum of the counts after each move, with a check of the flag before each.
pub(super) fn count_unless_stopped(
    position: &Position,
    depth: u32,
    stop: &StopFlag,
    method: &CountMethod,
) -> Option<Vec<u64>> {
    if stop.is_raised() {
        return None;
    }
    if depth <= UNCHECKED_DEPTH {
        return Some(method.count(position, depth));
    }
    let mut sums: Vec<u64> = Vec::new();
    for m in position.legal_moves() {
        let counts = count_unless_stopped(&position.play_unchecked(m), depth - 1, stop, method)?;
        sums.resize(counts.len(), 0);
        sums.iter_mut().zip(counts).for_each(|(sum, nodes)| *sum = sum.saturating_add(nodes));
    }
    // Without legal moves all numbers are 0; `count` returns the right number of them.
    Some(if sums.is_empty() { method.count(position, depth) } else { sums })
}

impl CountMethod {
    /// Counts a position without checking the stop flag.
    fn count(&self, position: &Position, depth: u32) -> Vec<u64> {
        match self {
            Self::Plain => vec![position.perft(depth)],
            Self::WithTable(table) => vec![position.perft_with(table, depth)],
            Self::ByKind => {
                let found = position.breakdown(depth);
                [found.nodes].into_iter().chain(Kind::ALL.map(|kind| found[kind])).collect()
            }
        }
    }
}

/// Task that counts units.
pub struct CountTask {
    /// Method of counting.
    pub method: CountMethod,
    /// Flag that stops units in progress.
    pub stop: StopFlag,
    /// Command in the header of the log, if the run can have a log.
    pub recorded: Option<RecordedCounts>,
}

impl Task for CountTask {
    type Item = CountUnit;
    type Output = CountedUnit;

    fn work(&self, unit: CountUnit) -> CountedUnit {
        let CountUnit { count, left, ways, position, depth, label } = unit;
        let nodes = match &self.method {
            // The table checks the stop flag itself; splitting the count here would miss its entries.
            CountMethod::WithTable(table) => Some(vec![position.perft_with(table, depth)]),
            method => count_unless_stopped(&position, depth, &self.stop, method),
        };
        let Some(nodes) = nodes.filter(|_| !self.stop.is_raised()) else {
            let nodes = Vec::new();
            return CountedUnit { count, left, ways, nodes, label, fault: None, is_stopped: true };
        };
        let many = nodes.iter().find(|&&nodes| nodes >= HashTable::MANY);
        let fault = many.map(|many| CountError::too_many(many).0);
        CountedUnit { count, left, ways, nodes, label, fault, is_stopped: false }
    }

    fn panicked(&self, panic: &Panicked) -> CountedUnit {
        let fault = Some(panic.to_string());
        let (nodes, label) = (Vec::new(), None);
        CountedUnit { count: 0, left: 0, ways: 0, nodes, label, fault, is_stopped: false }
    }

    fn check(&self, unit: &CountedUnit) -> Result<(), InvalidEntry> {
        self.recorded.as_ref().map_or(Ok(()), |recorded| unit.check(recorded))
    }

    fn is_final(&self, unit: &CountedUnit) -> bool {
        unit.fault.is_none() && !unit.is_stopped
    }
}

/// The sum of the units of a count.
#[derive(Default)]
pub struct Sum(Vec<u128>);

impl Sum {
    /// Adds a unit.
    ///
    /// # Errors
    ///
    /// If the unit could not be counted.
    pub fn add(&mut self, unit: &CountedUnit) -> Result<(), CountError> {
        if let Some(fault) = &unit.fault {
            return Err(CountError(fault.clone()));
        }
        self.0.resize(self.0.len().max(unit.nodes.len()), 0);
        for (sum, &nodes) in self.0.iter_mut().zip(&unit.nodes) {
            *sum = sum.saturating_add(u128::from(unit.ways) * u128::from(nodes));
        }
        Ok(())
    }

    /// Returns the nodes of the count, and after them the numbers of all kinds if they were counted.
    ///
    /// # Errors
    ///
    /// If a number exceeds 64 bits.
    pub fn numbers(&self) -> Result<Vec<u64>, CountError> {
        let number = |&sum: &u128| u64::try_from(sum).map_err(|_| CountError::too_many(sum));
        self.0.iter().map(number).collect()
    }
}

/// Error of a count.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CountError(String);

impl CountError {
    fn too_many(nodes: impl fmt::Display) -> Self {
        Self(format!("{nodes} nodes or more: too many to count"))
    }
}
