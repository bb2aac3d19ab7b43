//! Problems mended and stripped, each with all that is written of it. Writes nothing.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::Scope;
use hexmate_diagram::{Marks, Options, ToMove};
use hexmate_position::Game;
use hexmate_problems::compose::{
    Changes, Mending, Purpose, StripOptions, Stripped, Version, Wish, mend, strip,
};
use hexmate_problems::{Problem, Statement};
use hexmate_report::{Format, MendRow, StripRow};

/// What is asked of each problem.
#[derive(Clone, Debug)]
pub struct ComposeOptions {
    /// The game that all problems are of; else each says it.
    pub asked: Option<Game>,
    /// The number of moves where a problem does not state it.
    pub moves: Option<u32>,
    /// The most positions that the search of one version may look at.
    pub nodes: Option<u64>,
    /// How the table is written.
    pub format: Format,
    /// Raised when searches in hand shall end with what they have.
    pub stop: StopFlag,
}

/// Looks for sound versions of problems.
#[derive(Clone, Debug)]
pub struct Mend {
    /// What is asked of each problem.
    pub options: ComposeOptions,
    /// How many changes are allowed.
    pub changes: Changes,
    /// How many of the best versions are told.
    pub most: usize,
}

/// Looks for what each piece of a problem is for.
#[derive(Clone, Debug)]
pub struct Strip {
    /// What is asked of each problem.
    pub options: ComposeOptions,
    /// Whether there are diagrams.
    pub has_pictures: bool,
}

/// What has come of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Composed {
    /// The rows of a problem.
    Done {
        /// The rows, as text.
        rows: Vec<String>,
        /// What the problem is called.
        name: String,
        /// Its diagram.
        picture: Option<String>,
        /// Whether nothing was left to be wished for: a sound version, or no idle piece.
        is_clean: bool,
    },
    /// What is wrong with it, and where.
    Fault(String),
    /// A signal came before it was done.
    Stopped,
}

impl ComposeOptions {
    /// The problem of a record, legal or not.
    fn version(&self, record: Record) -> Result<(Statement, Version), String> {
        let Record { file, item, .. } = record;
        let statement = item.into_statement(&file)?;
        let at = |error: &dyn fmt::Display| format!("{file}:{}: {error}", statement.place());
        if let Some(fault) = &statement.fault {
            return Err(at(fault));
        }
        let game = statement.game(self.asked).map_err(|error| at(&error))?;
        let setup = statement.setup(game).map_err(|error| at(&error))?;
        let stipulation = statement.asked(game, self.moves).map_err(|error| at(&error))?;
        if let Ok(position) = setup.clone().into_position() {
            let twins = Problem::bare(position, stipulation).twins(&statement.twin);
            let fault = twins.into_iter().filter_map(|twin| twin.problem.err());
            if let Some(error) = { fault }.find(|error| !error.is_of_position()) {
                return Err(at(&format_args!("{error} [{}]", error.code())));
            }
        }
        Ok((statement, Version { setup, stipulation }))
    }
}

impl Task for Mend {
    type Item = Record;
    type Output = Composed;

    fn work(&self, record: Record) -> Composed {
        let file = record.file.clone();
        let (statement, version) = match self.options.version(record) {
            Ok(read) => read,
            Err(fault) => return Composed::Fault(fault),
        };
        let solutions = match statement.intended() {
            Ok(intended) => intended.unwrap_or(1),
            Err(error) => return Composed::Fault(format!("{file}:{}: {error}", statement.place())),
        };
        let (claim, twins) = (statement.keys.as_str(), statement.twin.as_str());
        let (changes, most, nodes) = (self.changes, self.most, self.options.nodes);
        let wish = Wish { claim, solutions, twins, changes, most, nodes };
        let mending: Mending = mend(&version, wish, self.options.stop.flag());
        if self.options.stop.is_raised() {
            return Composed::Stopped;
        }
        let rows = MendRow::all(&statement, &version, &mending);
        Composed::Done {
            rows: rows.iter().map(|row| self.options.format.row(row)).collect(),
            name: statement.id,
            picture: None,
            is_clean: !mending.mended.is_empty(),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Composed {
        Composed::Fault(panic.to_string())
    }
}

impl Task for Strip {
    type Item = Record;
    type Output = Composed;

    fn work(&self, record: Record) -> Composed {
        let file = record.file.clone();
        let (statement, version) = match self.options.version(record) {
            Ok(read) => read,
            Err(fault) => return Composed::Fault(fault),
        };
        let scope = Scope { variations: true, set_play: true, ..Scope::KEYS };
        let options = StripOptions { twins: &statement.twin, scope, nodes: self.options.nodes };
        let stripped = strip(&version, options, self.options.stop.flag());
        if self.options.stop.is_raised() {
            return Composed::Stopped;
        }
        let Some(stripped) = stripped else {
            let reason = "no solution to strip for, or none within the limit";
            return Composed::Fault(format!("{file}:{}: {reason}", statement.line));
        };
        let rows = StripRow::all(&statement, &version, &stripped);
        Composed::Done {
            rows: rows.iter().map(|row| self.options.format.row(row)).collect(),
            picture: self.has_pictures.then(|| picture(&version, &stripped)),
            name: statement.id,
            is_clean: stripped.taken.is_empty(),
        }
    }

    fn panicked(&self, panic: &Panicked) -> Composed {
        Composed::Fault(panic.to_string())
    }
}

/// The problem with its idle pieces crossed, and rings round those that stop something.
fn picture(version: &Version, stripped: &Stripped) -> String {
    let cells = |is_meant: &dyn Fn(Purpose) -> bool| {
        let meant = stripped.purposes.iter().filter(|(.., purpose)| is_meant(*purpose));
        meant.map(|&(cell, ..)| cell).collect()
    };
    let marks = Marks {
        crosses: stripped.taken.iter().map(|&(cell, _)| cell).collect(),
        rings: cells(&|purpose| matches!(purpose, Purpose::StopsCook(_) | Purpose::StopsShort(_))),
        ..Marks::default()
    };
    hexmate_diagram::svg(&version.setup, &Options { marks, to_move: ToMove::Marked, ..Options::default() })
}
