//! `hexmate convert FILES… --to FORM`.

use std::fmt;
use std::io::Write;

use hexmate::archive;
use hexmate::batch::{self, Panicked, Task};
use hexmate::files::{InputDigest, Output};
use hexmate::notation::pgn::{Game as PgnGame, Written};
use hexmate::notation::{Dialect, FaultList};
use hexmate::problem::Statement;
use hexmate::records::{Item, Record, Records};
use hexmate::report::{GameRow, PositionRow, Row, csv_header};
use hexmate::rules::{Game, Setup, Variant};
use hexmate::validate::{self, GameText, Verdict};
use hexmate::with_variant;
use serde::{Deserialize, Serialize};

use crate::args::{Convert, Form, Format, LongWork};
use crate::context::Context;
use crate::diagnostic::{self, Color};
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};

/// Writes every record of the files in another form.
pub fn run(args: &Convert, context: &Context<'_>) -> Result<Status, Failure> {
    let task = Converter { args, asked: context.asked_game() };
    let (items, input) = (Records::with_comments(&args.files), InputDigest::default());
    let (long, progress) = (&LongWork::default(), context.progress(None));
    Work { items, input, task: &task, long, progress }.run(context, || {
        let output = Output::open(args.output.as_deref())?;
        let (to, color) = (args.to, context.color);
        Ok(Outputs { to, color, output, preamble: None, converted: 0, left_out: 0, variations: 0 })
    })
}

/// The file, and what has gone there.
struct Outputs {
    to: Form,
    color: Color,
    output: Output,
    /// What stands before the records written last.
    preamble: Option<String>,
    converted: u64,
    left_out: u64,
    /// Variations that are lost.
    variations: usize,
}

impl Outputs {
    fn leave_out(&mut self, message: impl fmt::Display) {
        self.left_out += 1;
        diagnostic::complain(message, self.color);
    }
}

impl Sink for Outputs {
    type Found = Result<Text, String>;

    fn take(&mut self, found: Result<Text, String>) -> Result<(), Failure> {
        let text = match found {
            Ok(text) => text,
            Err(message) => {
                self.leave_out(message);
                return Ok(());
            }
        };
        // A table has one header; a list names its game again where it changes.
        if self.preamble.as_ref() != Some(&text.preamble) {
            if self.preamble.is_some() && self.to == Form::Csv {
                self.leave_out("games and positions do not fit into one table");
                return Ok(());
            }
            self.output.write_all(text.preamble.as_bytes())?;
        } else if self.to == Form::Pgn {
            self.output.write_all(b"\n")?;
        }
        self.preamble = Some(text.preamble);
        self.converted += 1;
        self.variations += text.variations;
        Ok(self.output.write_all(text.text.as_bytes())?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { output, converted, left_out, variations, .. } = self;
        output.finish()?;
        let lost =
            if variations > 0 { format!(", {variations} variations not written") } else { String::new() };
        context.note(format_args!("{converted} records converted, {left_out} left out{lost}"));
        Ok(if left_out == 0 { Status::Clean } else { Status::Findings })
    }
}

/// A record in its new form.
#[derive(Serialize, Deserialize)]
struct Text {
    /// What stands before the first of its kind.
    preamble: String,
    text: String,
    /// Variations that are lost.
    variations: usize,
}

/// How records are converted.
struct Converter<'a> {
    args: &'a Convert,
    asked: Option<Game>,
}

impl Task for Converter<'_> {
    type Item = Record;
    /// The record in its new form, or what is wrong with it and where.
    type Found = Result<Text, String>;

    fn work(&self, record: Record) -> Self::Found {
        let (args, asked) = (self.args, self.asked);
        let Record { file, item, .. } = record;
        let converted = match item {
            Item::Game(game) => match game.game(asked) {
                Ok(meant) => with_variant!(meant, V => convert_game::<V>(&game, args)),
                Err(error) => Err((game.place.to_string(), error.to_string())),
            },
            Item::Statement(statement) => match statement.game(asked) {
                Ok(meant) => with_variant!(meant, V => convert_statement::<V>(&statement, args)),
                Err(error) => Err((statement.line.to_string(), error.to_string())),
            },
            Item::Stray(fault) => Err((fault.place.to_string(), "no game".to_owned())),
            Item::Nothing(content) => Err(("1".to_owned(), format!("nothing to convert: {content}"))),
        };
        converted.map_err(|(place, message)| format!("{file}:{place}: {message}"))
    }

    fn panicked(&self, panic: &Panicked) -> Self::Found {
        Err(panic.to_string())
    }

    fn together(&self) -> usize {
        batch::LIGHT
    }
}

/// A text, or a place and what is wrong there.
type Converted = Result<Text, (String, String)>;

fn convert_game<V: Variant>(text: &GameText, args: &Convert) -> Converted {
    let verdict = Verdict::<V>::judge(text, args.reading.reading());
    if let Some(fault) = &verdict.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = validate::game::<V>(text, &verdict.letters, verdict.moves.iter().copied())
        .ok_or_else(|| (text.place.to_string(), "no game".to_owned()))?;
    let last = || Statement { id: text.name(), line: text.place.line, ..Statement::default() };
    match args.to {
        Form::Fen | Form::Epd => Ok(position_text(&Setup::from(game.end()), &last(), args)),
        Form::Uci => Ok(Text { variations: text.variations.len(), ..game_text(&game, args) }),
        _ => Ok(game_text(&game, args)),
    }
}

fn game_text<V: Variant>(game: &PgnGame<V>, args: &Convert) -> Text {
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
    Text { preamble, text, variations: 0 }
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
            Ok(game_text(&game, args))
        }
        _ => Ok(position_text(&setup, statement, args)),
    }
}

fn position_text<V: Variant>(setup: &Setup<V>, statement: &Statement, args: &Convert) -> Text {
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
    Text { preamble, text, variations: 0 }
}
