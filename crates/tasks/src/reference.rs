//! The task of `perft --verify`: compares the lines of reference tables with counts.

use std::marker::PhantomData;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::CountThreads;
use super::count::CountMethod;
use super::position;
use hexmate_batch::digest::Digest;
use hexmate_batch::terminal::one_line;
use hexmate_batch::{Panicked, StopFlag, Task, WorkItem};
use hexmate_core::perft::Kind;
use hexmate_core::perft::reference;
use hexmate_core::perft::reference::{Case, Count, ReferenceError};
use hexmate_diagram::{View, ascii};
use hexmate_position::{FenForm, Uci};
use hexmate_position::{Game, Position, Setup, UnknownGame};
use hexmate_report::{CiAnnotation, Counted, Diagnostic, Level, Location, TestCase, TestResult};

/// A file of reference counts.
#[derive(Clone, Debug)]
pub struct ReferenceTable {
    /// Name of the file.
    pub file: String,
    /// Content of the file.
    pub text: String,
}

impl ReferenceTable {
    /// Returns the cases (a position with its counts) and the parse errors.
    pub fn cases(&self) -> impl Iterator<Item = (&Self, Result<Case<'_>, ReferenceError>)> {
        reference::read(&self.text).map(move |case| (self, case))
    }

    /// Returns the lines of a case, each checked as one record; a parse error is one line.
    pub fn lines<'t>(&'t self, case: &'t Result<Case<'t>, ReferenceError>) -> Vec<TableLine<'t>> {
        match case {
            Ok(case) => {
                case.counts.iter().map(|count| TableLine { table: self, task: Ok((case, count)) }).collect()
            }
            Err(error) => vec![TableLine { table: self, task: Err(*error) }],
        }
    }

    /// Returns the position of a case.
    ///
    /// # Errors
    ///
    /// If its game is unknown, or its position cannot be parsed or is illegal.
    pub fn position(&self, case: &Case<'_>) -> Result<Position, Diagnostic> {
        let Case { variant, fen, .. } = case;
        let game = Game::of_record(None, variant.text).map_err(|error| {
            self.diagnostic(variant.line, variant.column, error.to_string(), UnknownGame::CODE)
        })?;
        let location = Location { file: self.file.clone(), line: fen.line, column: fen.column };
        let position = position::from_text(game, FenForm::default(), fen.text, location);
        position.map_err(|fault| Diagnostic { text: self.line(fen.line).to_owned(), ..fault })
    }

    /// Returns the diagnostic of a parse error.
    pub fn unreadable(&self, error: &ReferenceError) -> Diagnostic {
        self.diagnostic(error.line, error.column, error.kind.to_string(), error.kind.code())
    }

    fn diagnostic(&self, line: usize, column: usize, message: String, code: &'static str) -> Diagnostic {
        let location = Location { file: self.file.clone(), line, column };
        Diagnostic { message, code: code.into(), location, text: self.line(line).to_owned() }
    }

    /// Returns the text of a line, by its number from 1.
    fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number - 1).unwrap_or_default()
    }
}

/// A line of a reference table: a count to check, or a parse error.
#[derive(Clone, Copy, Debug)]
pub struct TableLine<'t> {
    table: &'t ReferenceTable,
    task: Result<(&'t Case<'t>, &'t Count), ReferenceError>,
}

impl TableLine<'_> {
    fn number(&self) -> usize {
        self.task.map_or_else(|error| error.line, |(_, count)| count.line)
    }
}

impl WorkItem for TableLine<'_> {
    fn name(&self) -> String {
        format!("{}: record {}", self.table.file, self.number())
    }

    fn identity(&self) -> Digest {
        let what = match self.task {
            Ok((case, count)) => {
                let Case { id, source: _, variant, fen, counts: _ } = case;
                let Count { depth, nodes, kinds, line } = count;
                let kinds: Vec<String> =
                    kinds.iter().map(|(kind, nodes)| format!("{} {nodes}", kind.name())).collect();
                let (texts, kinds) = ([id, variant, fen].map(|text| text.text), kinds.join("\n"));
                let places = [variant, fen].map(|text| format!("{}:{}", text.line, text.column)).join(" ");
                format!("{}\n{line} {depth} {nodes} {places}\n{kinds}", texts.join("\n"))
            }
            Err(ReferenceError { kind, line, column }) => format!("{line}:{column}: {kind}"),
        };
        Digest::of(&format!("{}\n{what}", self.table.file))
    }

    fn hash(&self) -> u64 {
        self.identity().to_u64()
    }
}

/// Task that checks lines. Several lines are checked at the same time, and idle threads share long counts.
pub struct CheckLine<'t> {
    threads: CountThreads,
    stop: StopFlag,
    limit: u64,
    lines: PhantomData<fn() -> TableLine<'t>>,
}

impl CheckLine<'_> {
    /// Creates the task, which leaves out lines with more than `limit` nodes. Raising `stop` ends all counts.
    pub fn new(threads: NonZeroUsize, limit: u64, stop: StopFlag) -> Self {
        Self { threads: CountThreads::new(threads), stop, limit, lines: PhantomData }
    }
}

impl<'t> Task for CheckLine<'t> {
    type Item = TableLine<'t>;
    type Output = CheckedLine;

    fn work(&self, line: TableLine<'t>) -> CheckedLine {
        let checked = match line.nodes() <= self.limit {
            true => line.check(&self.threads, &self.stop),
            false => CheckedLine::skipped(self.limit),
        };
        CheckedLine { line: Some(line.stated()), ..checked }
    }

    fn panicked(&self, panic: &Panicked) -> CheckedLine {
        CheckedLine::fault("panic", panic.to_string())
    }

    fn is_final(&self, line: &CheckedLine) -> bool {
        ![CheckedLine::GIVEN_UP, CheckedLine::SKIPPED].contains(&line.code.as_str())
    }
}

/// The result of checking a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CheckedLine {
    /// Content of the line; `None` if the check panicked.
    pub line: Option<StatedLine>,
    /// [`CheckedLine::OK`], or the stable code of the fault.
    pub code: String,
    /// Nodes counted.
    pub found: Option<u64>,
    /// The fault in one line, for tables.
    pub message: String,
    /// The fault with source text or board, for terminals.
    pub report: Option<String>,
}

/// The place of a line, and the count that it states.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatedLine {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub number: u64,
    /// The count; `None` if the line cannot be parsed.
    pub count: Option<StatedCount>,
}

/// A count stated by a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatedCount {
    /// Name of the position.
    pub id: String,
    /// Name of the game.
    pub variant: String,
    /// Depth, in plies.
    pub depth: u32,
    /// Expected nodes.
    pub nodes: u64,
}

impl CheckedLine {
    /// Code of a line whose numbers differ from the count.
    pub const MISMATCH: &str = "mismatch";
    /// Code of a correct line.
    pub const OK: &str = "ok";
    /// Code of a line that was left out, because its count is above the limit.
    pub const SKIPPED: &str = "skipped";
    /// Code of a line whose count was stopped.
    pub const GIVEN_UP: &str = "given-up";

    fn skipped(limit: u64) -> Self {
        let message = format!("above the limit of {}", Counted(limit, "node"));
        Self { message, code: Self::SKIPPED.to_owned(), ..Self::given_up() }
    }

    fn given_up() -> Self {
        let code = Self::GIVEN_UP.to_owned();
        Self { line: None, code, found: None, message: String::new(), report: None }
    }

    fn fault(code: &str, message: String) -> Self {
        Self { line: None, code: code.to_owned(), found: None, report: Some(message.clone()), message }
    }

    fn diagnosed(diagnostic: &Diagnostic) -> Self {
        let message = diagnostic.message.clone();
        Self { report: Some(diagnostic.to_string()), ..Self::fault(&diagnostic.code, message) }
    }
}

impl CheckedLine {
    /// Returns the line as a test case.
    pub fn to_case(&self) -> TestCase {
        let result = match self.code.as_str() {
            Self::OK => TestResult::Passed,
            Self::SKIPPED => TestResult::Skipped,
            Self::MISMATCH => TestResult::Failed,
            _ => TestResult::Broken,
        };
        let count = self.line.as_ref().and_then(|line| line.count.as_ref());
        let number = self.line.as_ref().map_or(0, |line| line.number);
        let name = match count {
            Some(count) => format!("{}, depth {} ({})", count.id, count.depth, count.variant),
            None => format!("line {number}"),
        };
        let is_faulty = matches!(result, TestResult::Failed | TestResult::Broken);
        let annotation = || {
            let lines = [name.as_str(), self.message.as_str()];
            CiAnnotation::new(Level::Error, self.code.clone(), lines)
        };
        TestCase {
            file: self.line.as_ref().map(|line| line.file.clone()).unwrap_or_default(),
            line: number,
            column: 0,
            result,
            code: self.code.clone(),
            message: match (result, count) {
                (TestResult::Skipped, Some(count)) => {
                    format!("{}, {}", Counted(count.nodes, "node"), self.message)
                }
                _ => self.message.clone(),
            },
            text: self.report.clone().unwrap_or_default(),
            time: None,
            annotations: is_faulty.then(annotation).into_iter().collect(),
            name,
        }
    }
}

impl TableLine<'_> {
    /// Returns the expected nodes, 0 for a line that cannot be parsed.
    pub fn nodes(&self) -> u64 {
        self.task.map_or(0, |(_, count)| count.nodes)
    }

    fn stated(&self) -> StatedLine {
        let count = self.task.ok().map(|(case, count)| StatedCount {
            id: case.id.text.to_owned(),
            variant: case.variant.text.to_owned(),
            depth: count.depth,
            nodes: count.nodes,
        });
        StatedLine { file: self.table.file.clone(), number: self.number() as u64, count }
    }

    fn check(&self, threads: &CountThreads, stop: &StopFlag) -> CheckedLine {
        let checked = match self.task {
            Ok((case, count)) => self
                .table
                .position(case)
                .map(|position| self.check_count(&position, case, count, (threads, stop))),
            Err(error) => Err(self.table.unreadable(&error)),
        };
        checked.unwrap_or_else(|fault| CheckedLine::diagnosed(&fault))
    }

    fn check_count(
        &self,
        position: &Position,
        case: &Case<'_>,
        count: &Count,
        (threads, stop): (&CountThreads, &StopFlag),
    ) -> CheckedLine {
        let method = if count.kinds.is_empty() { CountMethod::Plain } else { CountMethod::ByKind };
        let Some(found) = threads.count(position, count.depth, stop, &method) else {
            return CheckedLine::given_up();
        };
        let message = differences(count, &found).join("; ");
        let found = found.first().copied().unwrap_or_default();
        if message.is_empty() {
            return CheckedLine {
                code: CheckedLine::OK.to_owned(),
                found: Some(found),
                message,
                report: None,
                line: None,
            };
        }
        let place = format!("{}:{}: {}", self.table.file, count.line, case.id.text);
        let Some(picture) = picture(position, count.depth, threads, stop) else {
            return CheckedLine::given_up();
        };
        let report = format!("{}: {message}\n{picture}", one_line(&place));
        CheckedLine {
            found: Some(found),
            report: Some(report),
            ..CheckedLine::fault(CheckedLine::MISMATCH, message)
        }
    }
}

/// Returns a message for each number that differs from the table.
fn differences(count: &Count, found: &[u64]) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |name: &str, found: u64, expected: u64| {
        if found != expected {
            differences.push(format!("depth {} has {found} {name}, expected {expected}", count.depth));
        }
    };
    let number = |place: usize| found.get(place).copied().unwrap_or_default();
    compare("nodes", number(0), count.nodes);
    for &(kind, expected) in &count.kinds {
        let place = Kind::ALL.iter().position(|known| *known == kind).unwrap_or_default();
        compare(kind.name(), number(place + 1), expected);
    }
    differences
}

/// Returns the FEN, the board and the nodes after each first move, as help in finding a fault; `None` if the stop flag
/// is raised.
fn picture(position: &Position, depth: u32, threads: &CountThreads, stop: &StopFlag) -> Option<String> {
    let mut text = format!(
        "{}\n\n{}\ndivide at depth {depth}:\n",
        position.to_fen(),
        ascii(&Setup::from(position), View::default())
    );
    for (m, nodes) in threads.divide(position, depth, stop)? {
        let move_text = Uci(position.game().shape, m).to_string();
        text.extend([format!("{move_text:<8}  {nodes}\n")]);
    }
    Some(text)
}
