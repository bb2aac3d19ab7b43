//! `hexmate moves POSITION|FILE`.

pub mod args;

use hexmate_core::rules::{Move, Outcome};
use hexmate_endgame::Score;
use hexmate_position::Position;
use hexmate_position::{Letters, Long, San, Uci};
use hexmate_report::output::{Column, Rows};

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::moves::args::{Moves, Notation};
use crate::cli::positions::Positions;
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
        Notation::Long => Column::words("long", if args.fens || args.tables.is_some() { 10 } else { 0 }),
    }));
    if args.tables.is_some() {
        columns.extend([Column::words("worth", 11), Column::numbers("plies", 5)]);
    }
    if args.fens {
        columns.push(Column::words("fen", 0));
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
        let is_known = |m| endgames.as_ref()?.score(&position.play_unchecked(m)).map(Score::before);
        let mut is_all_known = true;
        let fields = |m| {
            let mut fields: Vec<Value> =
                notations.iter().map(|way| written(position, m, *way).into()).collect();
            if args.tables.is_some() {
                let score = is_known(m);
                is_all_known &= score.is_some();
                let worth = score.map(|score| score.worth.word());
                fields.extend([worth.into(), score.map(|score| score.plies).into()]);
            }
            fields.extend(args.fens.then(|| position.play_unchecked(m).to_fen().into()));
            fields
        };
        let mut written: Vec<Vec<Value>> = position.legal_moves().map(fields).collect();
        written.sort_unstable_by(|one, other| one[0].as_str().cmp(&other[0].as_str()));
        for fields in written {
            let name = positions.are_of_file.then(|| Value::from(named.name.as_str()));
            rows.write(&name.into_iter().chain(fields).collect::<Vec<_>>())?;
        }
        let name = if positions.are_of_file { format!("{}: ", named.name) } else { String::new() };
        if let Some(tables) = args.tables.as_ref().filter(|_| !is_all_known) {
            context.note(format_args!("{name}no table in {} for some of the moves", tables.display()));
        }
        if let Some(end) = end(position) {
            context.note(format_args!("{name}{end}"));
        }
    }
    rows.finish()?;
    positions.status.unless(known.fault())
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
