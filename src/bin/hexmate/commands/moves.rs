//! `hexmate moves POSITION`.

use hexmate::game::Position;
use hexmate::notation::{Letters, Long, San, Uci};
use hexmate::rules::Outcome;
use hexmate::tasks::position;

use crate::args::{Moves, Notation};
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Column, Rows};
use serde_json::Value;

/// Lists the legal moves.
pub fn run(args: &Moves, context: &Context<'_>) -> Result<Status, Failure> {
    let position = position::from_argument(context.game(), &args.position)?;
    let notations = args.notation.map_or(vec![Notation::Uci, Notation::San, Notation::Long], |one| vec![one]);
    let mut written: Vec<Vec<String>> = all_written(&position, &notations);
    written.sort_unstable();
    let columns = notations.iter().map(|notation| match notation {
        Notation::Uci => Column::words("uci", 7),
        Notation::San => Column::words("san", 8),
        Notation::Long => Column::words("long", 0),
    });
    let mut rows = Rows::open(args.output.format(), args.output.path(), columns.collect())?;
    for texts in written {
        let fields: Vec<Value> = texts.into_iter().map(Value::from).collect();
        rows.write(&fields)?;
    }
    rows.finish()?;
    if let Some(end) = end(&position) {
        context.note(end);
    }
    Ok(Status::Clean)
}

fn all_written(position: &Position, notations: &[Notation]) -> Vec<Vec<String>> {
    let letters = &Letters::ENGLISH;
    let write = |m, notation: &Notation| match notation {
        Notation::Uci => Uci(position.game().shape, m).to_string(),
        Notation::San => San { position, m, letters }.to_string(),
        Notation::Long => Long { position, m, letters }.to_string(),
    };
    position.legal_moves().map(|m| notations.iter().map(|notation| write(m, notation)).collect()).collect()
}

/// How the game has ended, if it has.
fn end(position: &Position) -> Option<&'static str> {
    Some(match position.outcome()? {
        Outcome::Mate { .. } => "no legal move: mate",
        Outcome::Stalemate { .. } => "no legal move: stalemate",
        Outcome::NobodyMoves => "no legal move for anybody: a draw",
    })
}
