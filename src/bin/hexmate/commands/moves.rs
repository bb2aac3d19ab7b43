//! `hexmate moves POSITION|FILE`.

use hexmate::game::Position;
use hexmate::notation::{Letters, Long, San, Uci};
use hexmate::rules::{Move, Outcome};

use super::positions::Positions;
use crate::args::{Moves, Notation};
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Column, Rows};
use serde_json::Value;

/// Lists the legal moves.
pub fn run(args: &Moves, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject(), &args.first.origin(context.asked_game()), context)?;
    let notations = args.notation.map_or(vec![Notation::Uci, Notation::San, Notation::Long], |one| vec![one]);
    let mut columns = Vec::new();
    if positions.are_of_file {
        columns.push(Column::words("id", 16));
    }
    columns.extend(notations.iter().map(|notation| match notation {
        Notation::Uci => Column::words("uci", 7),
        Notation::San => Column::words("san", 8),
        Notation::Long => Column::words("long", if args.fens { 10 } else { 0 }),
    }));
    if args.fens {
        columns.push(Column::words("fen", 0));
    }
    let mut rows = Rows::open(args.output.format(), args.output.path(), columns)?;
    for named in &positions.all {
        let position = &named.position;
        let texts = |m| {
            let mut texts: Vec<String> = notations.iter().map(|way| written(position, m, *way)).collect();
            texts.extend(args.fens.then(|| position.after_move(m).to_fen()));
            texts
        };
        let mut written: Vec<Vec<String>> = position.legal_moves().map(texts).collect();
        written.sort_unstable();
        for texts in written {
            let name = positions.are_of_file.then(|| Value::from(named.name.as_str()));
            let fields: Vec<Value> = name.into_iter().chain(texts.into_iter().map(Value::from)).collect();
            rows.write(&fields)?;
        }
        if let Some(end) = end(position) {
            let name = if positions.are_of_file { format!("{}: ", named.name) } else { String::new() };
            context.note(format_args!("{name}{end}"));
        }
    }
    rows.finish()?;
    Ok(positions.status)
}

fn written(position: &Position, m: Move, notation: Notation) -> String {
    let letters = &Letters::ENGLISH;
    match notation {
        Notation::Uci => Uci(position.game().shape, m).to_string(),
        Notation::San => San { position, m, letters }.to_string(),
        Notation::Long => Long { position, m, letters }.to_string(),
    }
}

/// How the game has ended, if it has.
fn end(position: &Position) -> Option<&'static str> {
    Some(match position.outcome()? {
        Outcome::Mate { .. } => "no legal move: mate",
        Outcome::Stalemate { .. } => "no legal move: stalemate",
        Outcome::NobodyMoves => "no legal move for anybody: a draw",
    })
}
