//! `hexmate perft FILE --depth N --engine COMMAND` and `hexmate perft --verify [TABLES] --engine COMMAND`: every
//! position of a file or of reference tables, compared with another program.

use hexmate_batch::Progress as _;
use hexmate_batch::files::InputDigest;
use hexmate_compare::{Descent, Found, Survey};
use hexmate_core::rules::Move;
use hexmate_engine::Stderr;
use hexmate_position::Position;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::{CountThreads, ReferenceTable};
use serde_json::json;

use super::{failure, follower};
use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::{PerftSurvey, SurveyedPositions};
use crate::cli::perft::verify::read_tables;
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;

/// Compares every position with another program, and writes a row for each.
pub fn run(args: &PerftSurvey<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let mut survey = Survey::default();
    let (all, read) = read(args, context, &mut survey)?;
    let mut engine = args.engine.prepare(context, Stderr::Hidden)?;
    let threads = CountThreads::new(context.threads);
    let count = |position: &Position, depth| threads.nodes(position, depth, context.interrupt.grace_over());
    let follower = follower(&count, context);
    let columns = columns(&args.positions);
    let mut rows = Rows::open(&context.outputs, args.output.table_format(), args.output.path(), columns)?
        .with_formulas(context.formulas());
    let progress = context.progress(Some(all.len() as u64));
    for asked in all {
        let descent = match &asked.from_start {
            Some(moves) if engine.counts_after_moves() => {
                Descent::after(Position::start(asked.position.game()), moves, asked.depth)
            }
            _ => Descent::new(asked.position.clone(), asked.depth),
        };
        let found = survey.compare(&follower, &mut engine, descent);
        if let Some(found) = found.map_err(|error| failure(error, context))? {
            rows.write(&Row { asked, found })?;
        }
        progress.step();
    }
    rows.finish()?;
    context.note_lines(&survey);
    let different = survey.different().map_err(|error| failure(error, context))?;
    Ok(if different > 0 { Status::Findings } else { read })
}

/// A position to compare.
struct Asked {
    /// Name of the table; `None` for a position of another file.
    file: Option<String>,
    /// Number of the line in the table.
    line: Option<usize>,
    id: String,
    position: Position,
    /// Moves from the start position, if the file has them.
    from_start: Option<Vec<Move>>,
    depth: u32,
}

/// Returns the positions, and the status of reading them; prints the errors of those that cannot be read.
fn read(
    args: &PerftSurvey<'_>,
    context: &Context<'_>,
    survey: &mut Survey,
) -> Result<(Vec<Asked>, Status), Failure> {
    let (paths, limit) = match &args.positions {
        SurveyedPositions::File { subject, first } => {
            let positions = Positions::read(subject, &first.origin(context.requested_game()), context)?;
            let status = if positions.status == Status::Clean { Status::Clean } else { Status::Findings };
            let asked = positions.all.into_iter().map(|named| Asked {
                file: None,
                line: None,
                id: named.name,
                position: named.position,
                from_start: named.from_start,
                depth: args.depth,
            });
            return Ok((asked.collect(), status));
        }
        SurveyedPositions::Tables { paths, limit } => (paths, *limit),
    };
    let options = context.input_options(&Progress::hidden());
    let (tables, unreadable) = read_tables(paths, &options, &InputDigest::disabled(), context);
    if let Some(error) = unreadable.into_iter().next() {
        return Err(error.into());
    }
    let (mut all, mut status) = (Vec::new(), Status::Clean);
    for (table, case) in tables.iter().flat_map(ReferenceTable::cases) {
        let case = case.map_err(|error| table.unreadable(&error));
        let (position, case) = match case.and_then(|case| Ok((table.position(&case)?, case))) {
            Ok(found) => found,
            Err(fault) => {
                status = Status::Findings;
                diagnostic::print_error_lines(fault);
                continue;
            }
        };
        if context.requested_game().is_some_and(|game| game != position.game()) {
            continue;
        }
        let fitting = case.counts.iter().filter(|count| count.depth <= args.depth && count.nodes <= limit);
        let Some(count) = fitting.max_by_key(|count| count.depth).filter(|count| count.depth > 0) else {
            survey.skip();
            continue;
        };
        let (file, line) = (Some(table.file.clone()), Some(count.line));
        let (id, depth) = (case.id.text.to_owned(), count.depth);
        all.push(Asked { file, line, id, position, from_start: None, depth });
    }
    Ok((all, status))
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
