//! The tasks of `compose mend` and `compose strip`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::Scope;
use hexmate_diagram::{Marks, Options, ToMove};
use hexmate_position::Game;
use hexmate_problems::compose::{
    Changes, MendOptions, Mending, Purpose, StripOptions, Stripped, Version, mend, strip,
};
use hexmate_problems::{Problem, ProblemError, Statement};
use hexmate_report::{MendRow, StripRow};

/// Options common to both tasks.
#[derive(Clone, Debug)]
pub struct ComposeOptions {
    /// Game of all problems; if `None`, each problem names its own.
    pub game: Option<Game>,
    /// Number of moves for problems without a stipulation.
    pub moves: Option<u32>,
    /// Node limit for the search of one version.
    pub nodes: Option<u64>,
    /// Flag that stops running searches.
    pub stop: StopFlag,
}

/// Task that searches for sound versions of an unsound problem.
#[derive(Clone, Debug)]
pub struct Mend {
    /// Common options.
    pub options: ComposeOptions,
    /// Largest number of changes.
    pub changes: Changes,
    /// Largest number of versions listed, best first.
    pub max_versions: usize,
}

/// Task that finds the purpose of each piece of a problem, and removes unnecessary pieces.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Common options.
    pub options: ComposeOptions,
    /// `true` to draw diagrams.
    pub has_diagrams: bool,
}

/// The result of one record, with rows of type `R`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Composed<R> {
    /// The result of a finished problem.
    Done {
        /// Rows of the table.
        rows: Vec<R>,
        /// Name of the problem.
        name: String,
        /// Diagram as SVG.
        diagram: Option<String>,
        /// `true` if `mend` found a sound version, or `strip` found no unnecessary piece.
        is_clean: bool,
    },
    /// Message about a faulty record, with its place.
    Fault(String),
    /// Stopped before the end of the search.
    Stopped,
}

impl ComposeOptions {
    /// Returns the problem of a record, which may be illegal.
    fn version(&self, record: Record) -> Result<(Statement, Version), String> {
        let Record { file, item, .. } = record;
        let statement = item.into_statement(&file, self.game)?;
        let at = |error: &dyn fmt::Display| format!("{file}:{}: {error}", statement.place());
        if let Some(fault) = &statement.fault {
            return Err(at(fault));
        }
        let game = statement.game(self.game).map_err(|error| at(&error))?;
        let setup =
            statement.setup(game).map_err(|error| ProblemError::Fen(error).message_at(&file, &statement))?;
        let stipulation = statement.parse_stipulation(game, self.moves).map_err(|error| at(&error))?;
        if let Ok(position) = setup.clone().into_position() {
            let twins = Problem::new(position, stipulation).twins(&statement.all_twins());
            let fault = twins.into_iter().filter_map(|twin| twin.problem.err());
            if let Some(error) = { fault }.find(|error| !error.is_illegal_position()) {
                return Err(at(&format_args!("{error} [{}]", error.code())));
            }
        }
        Ok((statement, Version { setup, stipulation }))
    }
}

impl Task for Mend {
    type Item = Record;
    type Output = Composed<MendRow>;

    fn work(&self, record: Record) -> Composed<MendRow> {
        let file = record.file.clone();
        let (statement, version) = match self.options.version(record) {
            Ok(read) => read,
            Err(fault) => return Composed::Fault(fault),
        };
        let solutions = match statement.parse_solutions() {
            Ok(intended) => intended.unwrap_or(1),
            Err(error) => return Composed::Fault(format!("{file}:{}: {error}", statement.place())),
        };
        let twins = statement.all_twins();
        let (claim, twins) = (statement.keys_of('a'), &*twins);
        let (changes, most, nodes) = (self.changes, self.max_versions, self.options.nodes);
        let wish = MendOptions { claim, solutions, twins, changes, limit: most, nodes };
        let mending: Mending = mend(&version, wish, self.options.stop.flag());
        if self.options.stop.is_raised() {
            return Composed::Stopped;
        }
        Composed::Done {
            rows: MendRow::all(&statement, &version, &mending),
            name: statement.id,
            diagram: None,
            is_clean: !mending.mended.is_empty(),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Composed<MendRow> {
        Composed::Fault(panic.to_string())
    }
}

impl Task for Strip {
    type Item = Record;
    type Output = Composed<StripRow>;

    fn work(&self, record: Record) -> Composed<StripRow> {
        let file = record.file.clone();
        let (statement, version) = match self.options.version(record) {
            Ok(read) => read,
            Err(fault) => return Composed::Fault(fault),
        };
        let scope = Scope { variations: true, set_play: true, ..Scope::KEYS };
        let twins = statement.all_twins();
        let options = StripOptions { twins: &twins, scope, nodes: self.options.nodes };
        let stripped = strip(&version, options, self.options.stop.flag());
        if self.options.stop.is_raised() {
            return Composed::Stopped;
        }
        let Some(stripped) = stripped else {
            let reason = "the problem has no solution to preserve, or none was found within the limit";
            return Composed::Fault(format!("{file}:{}: {reason}", statement.line));
        };
        Composed::Done {
            rows: StripRow::all(&statement, &version, &stripped),
            diagram: self.has_diagrams.then(|| diagram(&version, &stripped)),
            name: statement.id,
            is_clean: stripped.removed.is_empty(),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Composed<StripRow> {
        Composed::Fault(panic.to_string())
    }
}

/// Draws the problem with unnecessary pieces crossed, and rings around pieces that stop a cook or a short solution.
fn diagram(version: &Version, stripped: &Stripped) -> String {
    let cells = |has_purpose: &dyn Fn(Purpose) -> bool| {
        let pieces = stripped.purposes.iter().filter(|(.., purpose)| has_purpose(*purpose));
        Marks::plain(pieces.map(|&(cell, ..)| cell))
    };
    let marks = Marks {
        crosses: Marks::plain(stripped.removed.iter().map(|&(cell, _)| cell)),
        rings: cells(&|purpose| matches!(purpose, Purpose::StopsCook(_) | Purpose::StopsShort(_))),
        ..Marks::default()
    };
    hexmate_diagram::svg(&version.setup, &Options { marks, to_move: ToMove::Marked, ..Options::default() })
}
