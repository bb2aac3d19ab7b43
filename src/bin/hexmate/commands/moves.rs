//! `hexmate moves POSITION`.

use hexmate::notation::Uci;
use hexmate::rules::{Outcome, Position, Variant};

use crate::args::Moves;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::Column;
use crate::position;

/// Lists the legal moves.
pub fn run<V: Variant>(args: &Moves, context: &Context<'_>) -> Result<Status, Failure> {
    let position = position::from_argument::<V>(&args.position)?;
    let mut moves: Vec<String> = position.legal_moves().map(|m| Uci(m).to_string()).collect();
    moves.sort_unstable();
    let mut rows = context.rows(args.output.path(), vec![Column::words("uci", 0)])?;
    for m in moves {
        rows.write(&[m.into()])?;
    }
    rows.finish()?;
    if let Some(end) = end(&position) {
        context.note(end);
    }
    Ok(Status::Clean)
}

/// How the game has ended, if it has.
fn end<V: Variant>(position: &Position<V>) -> Option<&'static str> {
    Some(match position.outcome()? {
        Outcome::Mate { .. } => "no legal move: mate",
        Outcome::Stalemate { .. } => "no legal move: stalemate",
        Outcome::NobodyMoves => "no legal move for anybody: a draw",
    })
}
