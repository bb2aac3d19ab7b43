//! `hexmate convert FILES… --to FORM`.

use std::io::Write;

use hexmate::archive;
use hexmate::notation::pgn::{Game as PgnGame, Written};
use hexmate::notation::{Dialect, FaultList};
use hexmate::problem::Statement;
use hexmate::report::{GameRow, PositionRow, Row, csv_header};
use hexmate::rules::{Game, Setup, Variant};
use hexmate::validate::{self, GameText, Verdict};
use hexmate::with_variant;

use crate::args::{Convert, Form, Format};
use crate::batch;
use crate::context::Context;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::output::Output;
use crate::records::{Item, Record, Records};

/// Writes every record of the files in another form.
pub fn run(args: &Convert, context: &Context<'_>) -> Result<Status, Failure> {
    let mut output = Output::open(args.output.as_deref())?;
    let mut preamble: Option<String> = None;
    let (mut converted, mut left_out, mut variations) = (0_u64, 0_u64, 0);
    let ran = context.batch_of_files(
        Records::with_comments(&args.files),
        batch::LIGHT,
        |record| convert(record, args, context.asked_game()),
        |result| {
            let piece = match result.unwrap_or_else(|panic| Err(panic.to_string())) {
                Ok(piece) => piece,
                Err(message) => {
                    left_out += 1;
                    diagnostic::complain(message, context.color());
                    return Ok(());
                }
            };
            // A table has one header; a list names its game again where it changes.
            if preamble.as_ref() != Some(&piece.preamble) {
                if preamble.is_some() && args.to == Form::Csv {
                    left_out += 1;
                    diagnostic::complain("games and positions do not fit into one table", context.color());
                    return Ok(());
                }
                output.write_all(piece.preamble.as_bytes())?;
            } else if args.to == Form::Pgn {
                output.write_all(b"\n")?;
            }
            preamble = Some(piece.preamble);
            converted += 1;
            variations += piece.variations;
            Ok(output.write_all(piece.text.as_bytes())?)
        },
    )?;
    output.finish()?;
    let lost = if variations > 0 { format!(", {variations} variations not written") } else { String::new() };
    context.note(format_args!("{converted} records converted, {left_out} left out{lost}"));
    let findings = if left_out == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(ran.done, ran.unreadable.unwrap_or(findings)))
}

/// A record in its new form.
struct Piece {
    /// What stands before the first of its kind.
    preamble: String,
    text: String,
    /// Variations that are lost.
    variations: usize,
}

/// The record in its new form, or what is wrong with it and where.
fn convert(record: Record, args: &Convert, asked: Option<Game>) -> Result<Piece, String> {
    let Record { file, item, .. } = record;
    let converted = match item {
        Item::Game(game) => {
            let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
            match Game::meant(asked, named) {
                Some(meant) => with_variant!(meant, V => convert_game::<V>(&game, args)),
                None => Err((game.place.to_string(), format!("unknown variant {named:?}"))),
            }
        }
        Item::Statement(statement) => match Game::meant(asked, &statement.variant) {
            Some(meant) => with_variant!(meant, V => convert_statement::<V>(&statement, args)),
            None => Err((statement.line.to_string(), format!("unknown variant {:?}", statement.variant))),
        },
        Item::Stray(fault) => Err((fault.place.to_string(), "no game".to_owned())),
        Item::Nothing(content) => Err(("1".to_owned(), format!("nothing to convert: {content}"))),
    };
    converted.map_err(|(place, message)| format!("{file}:{place}: {message}"))
}

/// A piece, or a place and what is wrong there.
type Converted = Result<Piece, (String, String)>;

fn convert_game<V: Variant>(text: &GameText, args: &Convert) -> Converted {
    let verdict = Verdict::<V>::judge(text, args.reading.reading());
    if let Some(fault) = &verdict.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = validate::game::<V>(text, &verdict.letters, verdict.moves.iter().copied())
        .ok_or_else(|| (text.place.to_string(), "no game".to_owned()))?;
    let last = || Statement { id: text.name(), line: text.place.line, ..Statement::default() };
    match args.to {
        Form::Fen | Form::Epd => Ok(position_piece(&Setup::from(game.end()), &last(), args)),
        Form::Uci => Ok(Piece { variations: text.variations.len(), ..game_piece(&game, args) }),
        _ => Ok(game_piece(&game, args)),
    }
}

fn game_piece<V: Variant>(game: &PgnGame<V>, args: &Convert) -> Piece {
    let row = || GameRow::new(game);
    let (preamble, text) = match args.to {
        Form::Pgn => {
            let letters = &args.language.letters();
            let written = Written { game, notation: args.notation.notation(), letters };
            (String::new(), written.to_string())
        }
        Form::Csv => (csv_header::<GameRow>(), Format::Csv.row(&row())),
        Form::Json => (String::new(), Format::Json.row(&row())),
        Form::Uci | Form::Fen | Form::Epd => (archive::variant_line::<V>(), row().to_text()),
    };
    Piece { preamble, text, variations: 0 }
}

fn convert_statement<V: Variant>(statement: &Statement, args: &Convert) -> Converted {
    let place = statement.line.to_string();
    if let Some(fault) = &statement.fault {
        return Err((place, fault.to_string()));
    }
    let fen = statement.fen.as_bytes();
    let read = Setup::<V>::from_fen_in(fen, args.from_fen.unwrap_or_default());
    let setup = read.map_err(|error| {
        let others = if args.from_fen.is_none() { Dialect::fitting::<V>(fen) } else { Vec::new() };
        let names: Vec<&str> = others.into_iter().map(Dialect::name).collect();
        match names.as_slice() {
            [] => (place.clone(), error.to_string()),
            names => {
                (place.clone(), format!("{error}; say with --from-fen which it is: {}", names.join(", ")))
            }
        }
    })?;
    match args.to {
        Form::Pgn | Form::Uci => {
            let position =
                setup.into_position().map_err(|faults| (place.clone(), FaultList(&faults).to_string()))?;
            let mut game = PgnGame::from_moves(position, []).map_err(|error| (place, error.to_string()))?;
            if !statement.id.is_empty() {
                game.tags.push(("Event".to_owned(), statement.id.clone()));
            }
            Ok(game_piece(&game, args))
        }
        _ => Ok(position_piece(&setup, statement, args)),
    }
}

fn position_piece<V: Variant>(setup: &Setup<V>, statement: &Statement, args: &Convert) -> Piece {
    // Tables are for programs: they have the canonical order only.
    let is_line = matches!(args.to, Form::Fen | Form::Epd);
    let dialect = if is_line { args.to_fen } else { Dialect::Rank };
    let row = PositionRow::new(statement, V::NAME, setup.to_fen_in(dialect));
    let (preamble, text) = match args.to {
        Form::Epd => (String::new(), row.to_epd_line()),
        Form::Csv => (csv_header::<PositionRow>(), Format::Csv.row(&row)),
        Form::Json => (String::new(), Format::Json.row(&row)),
        _ => (String::new(), row.to_fen_line()),
    };
    Piece { preamble, text, variations: 0 }
}
