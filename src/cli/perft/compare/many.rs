//! `hexmate perft FILE --depth N --engine COMMAND` and `hexmate perft --verify [TABLES] --engine COMMAND`: every
//! position of a file or of reference tables, compared with another program.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use hexmate_batch::Progress as _;
use hexmate_batch::files::InputDigest;
use hexmate_position::divide::{Clue, Descent, Difference, DifferenceKind, MoveKind, Next, clues};
use hexmate_position::{Game, Position};
use hexmate_report::Counted;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::{CountThreads, ReferenceTable};
use serde_json::json;

use super::engine::{Engine, EngineError, Protocol, Stderr};
use super::follow::{Follower, is_start};
use super::{OWN_START, has_same_moves, message, uci_line};
use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::{PerftSurvey, SurveyedPositions};
use crate::cli::perft::verify::read_tables;
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;

/// Number of positions of a game without any answer after which the program is not asked about that game again.
const MOST_FAILURES: u32 = 3;

/// Largest number of differences in the message of a row.
const MOST_PHRASES: usize = 3;

/// Compares every position with another program, and writes a row for each.
pub fn run(args: &PerftSurvey<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let (asked, mut survey) = read(args, context)?;
    let mut engine = args.engine.prepare(context, Stderr::Hidden)?;
    let follower = Follower { context, threads: CountThreads::new(context.threads) };
    let columns = columns(&args.positions);
    let mut rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns)?
        .with_formulas(context.formulas());
    let progress = context.progress(Some(asked.len() as u64));
    for asked in asked {
        let game = asked.position.game();
        let is_start_only = matches!(engine.protocol(), Protocol::StartOnly { .. });
        if is_start_only && !is_start(&asked.position) || survey.is_given_up(game) {
            survey.skipped += 1;
        } else {
            let found = match compare(&follower, &mut engine, &asked) {
                Err(Failure::Answer { message, code }) if !EngineError::is_about_start(code) => {
                    survey.fail(game, &message, code);
                    Found::failed(message, code)
                }
                found => {
                    survey.answered.insert(game.name);
                    found?
                }
            };
            survey.add(&found);
            rows.write(&Row { asked, found })?;
        }
        progress.step();
    }
    rows.finish()?;
    survey.end(context)
}

/// A position to compare.
struct Asked {
    /// Name of the table; `None` for a position of another file.
    file: Option<String>,
    /// Number of the line in the table.
    line: Option<usize>,
    id: String,
    position: Position,
    depth: u32,
}

/// Returns the positions; prints the errors of those that cannot be read.
fn read(args: &PerftSurvey<'_>, context: &Context<'_>) -> Result<(Vec<Asked>, Survey), Failure> {
    let mut survey = Survey::default();
    let (paths, limit) = match &args.positions {
        SurveyedPositions::File { subject, first } => {
            let positions = Positions::read(subject, &first.origin(context.requested_game()), context)?;
            survey.has_faults = positions.status != Status::Clean;
            let asked = positions.all.into_iter().map(|named| Asked {
                file: None,
                line: None,
                id: named.name,
                position: named.position,
                depth: args.depth,
            });
            return Ok((asked.collect(), survey));
        }
        SurveyedPositions::Tables { paths, limit } => (paths, *limit),
    };
    let options = context.input_options(&Progress::hidden());
    let (tables, unreadable) = read_tables(paths, &options, &InputDigest::disabled(), context);
    if let Some(error) = unreadable.into_iter().next() {
        return Err(error.into());
    }
    let mut all = Vec::new();
    for (table, case) in tables.iter().flat_map(ReferenceTable::cases) {
        let case = case.map_err(|error| table.unreadable(&error));
        let (position, case) = match case.and_then(|case| Ok((table.position(&case)?, case))) {
            Ok(found) => found,
            Err(fault) => {
                survey.has_faults = true;
                diagnostic::print_error_lines(fault);
                continue;
            }
        };
        if context.requested_game().is_some_and(|game| game != position.game()) {
            continue;
        }
        let fitting = case.counts.iter().filter(|count| count.depth <= args.depth && count.nodes <= limit);
        let Some(count) = fitting.max_by_key(|count| count.depth).filter(|count| count.depth > 0) else {
            survey.skipped += 1;
            continue;
        };
        let (file, line) = (Some(table.file.clone()), Some(count.line));
        let (id, depth) = (case.id.text.to_owned(), count.depth);
        all.push(Asked { file, line, id, position, depth });
    }
    Ok((all, survey))
}

/// Result of comparing one position.
#[derive(Default)]
struct Found {
    ours: Option<u64>,
    theirs: Option<u64>,
    status: &'static str,
    /// Moves from the position to the one whose moves differ.
    after: String,
    /// FEN of the position whose moves differ.
    fen: Option<String>,
    /// The first differing move.
    m: Option<String>,
    kind: Option<MoveKind>,
    clues: Vec<Clue>,
    message: String,
}

/// Status of a position without differences.
const OK: &str = "ok";

impl Found {
    fn failed(message: String, code: &'static str) -> Self {
        Self { status: code, message, ..Self::default() }
    }

    /// Adds the position whose moves differ, and its differences.
    fn at(self, descent: &Descent, after: String, differences: &[Difference]) -> Self {
        let position = descent.position();
        let of_moves = |each: &&Difference| has_same_moves(differences) || each.kind != DifferenceKind::Count;
        let shown: Vec<&Difference> = differences.iter().filter(of_moves).collect();
        let mut message: Vec<String> =
            shown.iter().take(MOST_PHRASES).map(|each| message::phrase(position, each)).collect();
        if let Some(more) = shown.len().checked_sub(MOST_PHRASES).filter(|more| *more > 0) {
            message.push(format!("and {more} more"));
        }
        Self {
            after,
            fen: Some(position.to_fen()),
            m: shown.first().map(|each| each.text.clone()),
            kind: shown.first().map(|each| MoveKind::of(position, each)),
            clues: clues(descent, differences),
            message: message.join("; "),
            ..self
        }
    }
}

/// Compares one position, and follows its first difference.
fn compare(follower: &Follower<'_>, engine: &mut Engine<'_>, asked: &Asked) -> Result<Found, Failure> {
    let mut descent = Descent::new(asked.position.clone(), asked.depth);
    if let Some((at_start, compared)) = follower.start_array(engine, &asked.position, asked.depth)? {
        let (ours, theirs) = (Some(compared.ours), Some(compared.theirs.sum()));
        let found = Found { ours, theirs, status: "own-start", ..Found::default() };
        return Ok(found.at(&at_start, OWN_START.to_owned(), &compared.step.differences));
    }
    let mut first = None;
    let last = follower.follow(engine, &mut descent, &mut |_, compared| {
        let theirs = &compared.theirs;
        first.get_or_insert_with(|| (compared.ours, theirs.sum(), theirs.wrong_total()));
        Ok(())
    })?;
    let step = &last.step;
    let (ours, sum, wrong_total) = first.unwrap_or_default();
    let found = Found { ours: Some(ours), theirs: Some(sum), status: OK, ..Found::default() };
    let is_first = descent.line().is_empty();
    if step.next == Next::Agree && is_first {
        return Ok(match wrong_total {
            None => found,
            Some((total, sum)) => {
                Found { status: "total", message: message::wrong_total(total, sum), ..found }
            }
        });
    }
    if let Some(depth) = last.other_depth {
        let message = message::other_depth(depth, asked.depth);
        return Ok(Found { status: "other-depth", message, ..found });
    }
    let found = found.at(&descent, uci_line(descent.position(), descent.line()), &step.differences);
    Ok(match step.next {
        Next::Agree => Found { status: "inconsistent", message: message::inconsistent_phrase(), ..found },
        _ => Found { status: status(&step.differences), ..found },
    })
}

/// Returns the code of the first difference of moves; of a count, if there is no other.
fn status(differences: &[Difference]) -> &'static str {
    let of_moves = differences.iter().find(|each| each.kind != DifferenceKind::Count);
    of_moves.map_or(DifferenceKind::Count, |each| each.kind).code()
}

/// Counts of the positions by result.
#[derive(Default)]
struct Survey {
    equal: u64,
    /// Numbers of positions by status and kind of move.
    differences: BTreeMap<String, u64>,
    /// Numbers of positions by clue.
    clues: BTreeMap<&'static str, u64>,
    /// Number of failures in each game before its first answer.
    failures: BTreeMap<&'static str, u32>,
    /// Games of which the program has answered a question.
    answered: BTreeSet<&'static str>,
    /// Last failure: message and code.
    last: Option<(String, &'static str)>,
    /// Positions that were not asked.
    skipped: u64,
    /// `true` if some positions could not be read.
    has_faults: bool,
}

impl Survey {
    fn is_given_up(&self, game: Game) -> bool {
        !self.answered.contains(game.name)
            && self.failures.get(game.name).is_some_and(|failures| *failures >= MOST_FAILURES)
    }

    fn fail(&mut self, game: Game, message: &str, code: &'static str) {
        *self.failures.entry(game.name).or_default() += 1;
        self.last = Some((message.to_owned(), code));
    }

    fn add(&mut self, found: &Found) {
        if found.status == OK {
            self.equal += 1;
            return;
        }
        let kind = found.kind.map_or_else(String::new, |kind| format!(" {kind}"));
        *self.differences.entry(format!("{}{kind}", found.status)).or_default() += 1;
        let codes: BTreeSet<_> = found.clues.iter().map(|clue| clue.code()).collect();
        for code in codes {
            *self.clues.entry(code).or_default() += 1;
        }
    }

    /// Prints the summary, and returns the exit status.
    fn end(self, context: &Context<'_>) -> Result<Status, Failure> {
        let different: u64 = self.differences.values().sum();
        let all = self.equal + different;
        let mut lines = vec![match self.skipped {
            0 => format!("{} of {} equal", self.equal, Counted(all, "position")),
            skipped => format!("{} of {} equal, {skipped} skipped", self.equal, Counted(all, "position")),
        }];
        let kinds = by_number(self.differences).into_iter();
        lines.extend(kinds.map(|(kind, positions)| format!("{positions:>6}  {kind}")));
        let clues = by_number(self.clues).into_iter();
        lines.extend(clues.map(|(code, positions)| format!("{positions:>6}  clue: {code}")));
        let text = lines.join("\n");
        context.note_lines(text);
        match self.last {
            Some((message, code)) if self.answered.is_empty() => Err(Failure::Answer { message, code }),
            _ if different > 0 || self.has_faults => Ok(Status::Findings),
            _ => Ok(Status::Clean),
        }
    }
}

/// Returns the names with their numbers, the largest first.
fn by_number<N: Ord>(counts: BTreeMap<N, u64>) -> Vec<(N, u64)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, number)| Reverse(*number));
    counts
}

/// A row of the table: a position and its result.
struct Row {
    asked: Asked,
    found: Found,
}

type Column = output::Column<Row>;

fn columns(positions: &SurveyedPositions<'_>) -> Vec<Column> {
    let mut columns = Vec::new();
    if matches!(positions, SurveyedPositions::Tables { .. }) {
        columns.push(Column::words("file", 18, |row: &Row| json!(row.asked.file)));
        columns.push(Column::numbers("line", 0, |row: &Row| json!(row.asked.line)));
    }
    columns.extend([
        Column::words("id", 24, |row: &Row| json!(row.asked.id)),
        Column::words("variant", 9, |row: &Row| json!(row.asked.position.game().name)),
        Column::numbers("depth", 0, |row: &Row| json!(row.asked.depth)),
        Column::numbers("ours", 10, |row: &Row| json!(row.found.ours)),
        Column::numbers("theirs", 10, |row: &Row| json!(row.found.theirs)),
        Column::verdicts("status", 8, |row: &Row| json!(row.found.status)),
        Column::words("after", 10, |row: &Row| json!(row.found.after)),
        Column::words("move", 7, |row: &Row| json!(row.found.m)),
        Column::words("kind", 20, |row: &Row| json!(row.found.kind.map(|kind| kind.to_string()))),
        Column::words("clues", 14, |row: &Row| {
            json!(row.found.clues.iter().map(|clue| clue.code()).collect::<Vec<_>>().join(" "))
        }),
        Column::words("fen", 0, |row: &Row| json!(row.found.fen)),
        Column::words("message", 0, |row: &Row| json!(row.found.message)),
    ]);
    columns
}
