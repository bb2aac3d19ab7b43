//! Problems that the problems of a collection are compared with.

use serde::{Deserialize, Serialize};

use super::Solve;
use super::problem::called;
use crate::records::Record;
use hexmate_position::Game;
use hexmate_problems::likeness::{Differences, Matrix, Template};
use hexmate_problems::select::{CandidateProblem, Rating};

/// Problems to compare with, and the likeness that counts.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The problems.
    pub compared: Vec<Compared>,
    /// Least likeness, in percent.
    pub least: u32,
}

/// A problem to compare with.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Name of the file.
    pub file: String,
    /// Number in the file, from 1.
    pub record: u64,
    /// First line of the record.
    pub line: u64,
    /// Name of the problem for messages.
    pub called: String,
    template: Template,
}

/// A compared problem that a problem is like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alike {
    /// Place of the compared problem in [`Comparison::compared`].
    pub compared: usize,
    /// Likeness in percent.
    pub percent: u32,
    /// Number by which likenesses sort.
    pub rank: u64,
    /// Equal and different elements.
    pub differences: Differences,
}

impl Compared {
    /// Reads a problem; a solver finds its solution if the file does not state it.
    ///
    /// # Errors
    ///
    /// A message with the place, if the record has no position.
    pub fn new(record: Record, game: Option<Game>, solver: Option<&Solve>) -> Result<Self, String> {
        let Record { file, number, item, .. } = record;
        let statement = item.into_statement(&file, game)?;
        let candidate = CandidateProblem::new(&statement, game);
        let candidate = match solver {
            Some(solver) if candidate.lacks(Rating::Play) => {
                candidate.with_ratings(solver.ratings(&file, &statement))
            }
            _ => candidate,
        };
        let called = called(&statement, number);
        let line = statement.first_line;
        let no_position = || format!("{file}:{line}: {called} has no position to compare with");
        let setup = candidate.setup().ok_or_else(no_position)?;
        let template = Template::new(&Matrix::new(setup, &candidate.known_moves()));
        Ok(Self { file: file.to_string(), record: number, line, called, template })
    }

    /// Returns the file, the line and the name for messages.
    pub fn place(&self) -> String {
        let Self { file, line, called, .. } = self;
        format!("{file}:{line}: {called}")
    }
}

impl Comparison {
    /// Returns the compared problems that a problem is like, but itself.
    pub(super) fn alike(&self, file: &str, record: u64, candidate: &CandidateProblem<'_>) -> Vec<Alike> {
        let Some(setup) = candidate.setup() else { return Vec::new() };
        let matrix = Matrix::new(setup, &candidate.known_moves());
        let others = self.compared.iter().enumerate();
        let others = others.filter(|(_, compared)| compared.file != file || compared.record != record);
        let alike = |(place, compared): (usize, &Compared)| {
            let likeness = compared.template.compare(&matrix)?;
            (likeness.percent() >= self.least).then(|| Alike {
                compared: place,
                percent: likeness.percent(),
                rank: likeness.rank(),
                differences: compared.template.differences(&matrix, &likeness),
            })
        };
        others.filter_map(alike).collect()
    }
}
