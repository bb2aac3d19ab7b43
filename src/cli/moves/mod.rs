//! `hexmate moves POSITION|FILE`.

pub mod args;

use hexmate::endgame::TableScore;
use hexmate::{Letters, Move, Outcome, Position, Uci};
use hexmate_position::{Long, San};
use hexmate_report::output::{self, Rows};
use hexmate_tasks::position::{NamedPosition, PositionReader};

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::moves::args::{Moves, Notation};
use crate::cli::positions::Positions;
use crate::cli::shared::position::without_kings_advice;
use serde_json::json;

/// Lists the legal moves.
pub fn run(args: &Moves, context: &Context<'_>) -> Result<Status, Failure> {
    let origin = PositionReader { kings: args.kings.kings(), ..args.first.origin(context.requested_game()) };
    let positions = Positions::read(&args.subject(), &origin, context).map_err(with_advice)?;
    let notations = args.notation.map_or(vec![Notation::Uci, Notation::San, Notation::Long], |one| vec![one]);
    let mut columns = Vec::new();
    if positions.is_from_file {
        columns.push(Column::words("id", 16, |row| json!(row.named.name)));
    }
    for &notation in &notations {
        let (name, width) = match notation {
            Notation::Uci => ("uci", 7),
            Notation::San => ("san", 8),
            Notation::Long => ("long", if args.fens || args.tables.is_some() { 10 } else { 0 }),
        };
        columns.push(Column::words(name, width, move |row| json!(row.text(notation))));
    }
    if args.tables.is_some() {
        columns.push(Column::words("worth", 11, |row| json!(row.score.map(|score| score.worth.word()))));
        columns.push(Column::numbers("plies", 5, |row| json!(row.score.map(|score| score.plies))));
    }
    if args.fens {
        columns.push(Column::words("fen", 0, |row| json!(row.named.position.play_unchecked(row.m).to_fen())));
    }
    let known = Context::endings(args.tables.as_deref())?;
    let mut rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns)?
        .with_formulas(context.formulas());
    for named in &positions.all {
        if context.interrupt.status().is_some() {
            return Err(context.stopped());
        }
        let position = &named.position;
        let endgames = known.endgames(position.game());
        let score = |m| endgames.as_ref()?.score(&position.play_unchecked(m)).map(TableScore::before);
        let mut moves: Vec<Row<'_>> =
            position.legal_moves().map(|m| Row { named, m, score: score(m) }).collect();
        moves.sort_by_cached_key(|row| row.text(notations[0]));
        moves.iter().try_for_each(|row| rows.write(row))?;
        let is_all_known = moves.iter().all(|row| row.score.is_some());
        let name = if positions.is_from_file { format!("{}: ", named.name) } else { String::new() };
        if let Some(tables) = args.tables.as_ref().filter(|_| !is_all_known) {
            context.note(format_args!("{name}some of the moves have no table in {}", tables.display()));
        }
        if let Some(end) = end(position) {
            context.note(format_args!("{name}{end}"));
        }
    }
    rows.finish()?;
    positions.status.unless(known.fault())
}

type Column<'p> = output::Column<Row<'p>>;

/// A legal move of a position.
struct Row<'p> {
    named: &'p NamedPosition,
    m: Move,
    /// Score of the position for the side to move after this move; `None` without a table.
    score: Option<TableScore>,
}

impl Row<'_> {
    fn text(&self, notation: Notation) -> String {
        let (NamedPosition { position, .. }, m, letters) = (self.named, self.m, &Letters::ENGLISH);
        match notation {
            Notation::Uci => Uci(position.game().shape, m).to_string(),
            Notation::San => San { position, m, letters }.to_string(),
            Notation::Long => Long { position, m, letters }.to_string(),
        }
    }
}

/// Adds how to list the moves if kings are missing.
fn with_advice(mut failure: Failure) -> Failure {
    if let Failure::Argument(fault) = &mut failure {
        fault.message += without_kings_advice(&fault.code);
    }
    failure
}

/// Returns a message about the end of the game, if it has ended.
fn end(position: &Position) -> Option<&'static str> {
    Some(match position.outcome()? {
        Outcome::Mate { .. } => "no legal moves: mate",
        Outcome::Stalemate { .. } => "no legal moves: stalemate",
        Outcome::NobodyMoves => "no legal moves for any player: draw",
    })
}
