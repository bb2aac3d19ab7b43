//! Records converted: games and positions in another form, or what is wrong with them and where.

use serde::{Deserialize, Serialize};

use crate::archive;
use crate::batch::{self, Panicked, Task};
use crate::game::{Game, Setup};
use crate::notation::pgn::{Notation, PlayedGame, Written};
use crate::notation::{Dialect, FaultList, Letters};
use crate::problem::{Further, Statement};
use crate::records::{Item, Record};
use crate::report::{Format, GameRow, PositionRow, Row, csv_header};
use crate::rules::Move;
use crate::validate::{CheckedGame, GameText, Reading};

/// A record in its new form.
#[derive(Serialize, Deserialize)]
pub struct Conversion {
    /// What stands before the first of its kind.
    pub preamble: String,
    /// The record itself.
    pub text: String,
    /// For a table of positions: what the file says of this one besides, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub further: Option<Vec<(String, String)>>,
    /// Variations that are lost.
    pub variations: usize,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Games as PGN.
    Pgn,
    /// Games as lists of UCI moves, one a line.
    Uci,
    /// A table; of games if the first record is one.
    Csv,
    /// One JSON object a line.
    Json,
    /// Positions as lines of FEN.
    Fen,
    /// Positions as lines of EPD.
    Epd,
}

/// How records are converted.
#[derive(Clone, Debug)]
pub struct Convert {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: Reading,
    /// What is written.
    pub to: Form,
    /// How the moves of PGN are written.
    pub notation: Notation,
    /// The letters of the pieces in PGN that is written.
    pub letters: Letters,
    /// The order of the cells in lines of FEN and EPD that are written.
    pub to_fen: Dialect,
}

impl Task for Convert {
    type Item = Record;
    /// The record in its new form, or what is wrong with it and where.
    type Output = Result<Conversion, String>;

    fn work(&self, record: Record) -> Self::Output {
        let asked = self.asked;
        let Record { file, number, item, .. } = record;
        let converted = match item {
            Item::Game(game) => {
                let converted = match game.game(asked) {
                    Ok(meant) => convert_game(meant, &game, self),
                    Err(error) => Err((game.place.to_string(), error.to_string())),
                };
                converted.map_err(|(place, message)| (place, format!("{}: {message}", game.called(number))))
            }
            Item::Statement(statement) => match statement.game(asked) {
                Ok(meant) => convert_statement(meant, &statement, self),
                Err(error) => Err((statement.line.to_string(), error.to_string())),
            },
            Item::Stray(fault) => Err((fault.place.to_string(), "no game".to_owned())),
            Item::Nothing(content) => Err(("1".to_owned(), format!("nothing to convert: {content}"))),
        };
        converted.map_err(|(place, message)| format!("{file}:{place}: {message}"))
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn together(&self) -> usize {
        batch::LIGHT
    }
}

/// A conversion, or a place and what is wrong there.
type Converted = Result<Conversion, (String, String)>;

fn convert_game(game: Game, text: &GameText, how: &Convert) -> Converted {
    let checked = CheckedGame::judge(game, text, how.reading);
    if let Some(fault) = &checked.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = checked.played(text).ok_or_else(|| (text.place.to_string(), "no game".to_owned()))?;
    let last = || stated(text, &checked.moves);
    match how.to {
        Form::Fen | Form::Epd => Ok(position_text(&Setup::from(game.end()), &last(), how)),
        Form::Uci => Ok(Conversion { variations: text.variations.len(), ..game_text(&game, how) }),
        _ => Ok(game_text(&game, how)),
    }
}

/// Tags that say what a game is; those of a problem have fields of their own.
const OWN_TAGS: [&str; 11] = [
    "Event",
    "Stipulation",
    "Key",
    "Twin",
    "Author",
    "Source",
    "Result",
    "Variant",
    "Letters",
    "SetUp",
    "FEN",
];

/// What a game says of its last position; of one without moves all that it says as a problem.
fn stated(text: &GameText, moves: &[Move]) -> Statement {
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.clone()).unwrap_or_default();
    let is_known = |value: &str| !value.chars().all(|c| matches!(c, '?' | '.' | '*'));
    let line = text.place.line;
    let (author, source) = (tag("Author"), tag("Source"));
    if !moves.is_empty() {
        return Statement { id: text.name(), line, author, source, ..Statement::default() };
    }
    let further =
        text.tags.iter().filter(|(name, value)| !OWN_TAGS.contains(&name.as_str()) && is_known(&value.text));
    let event = tag("Event");
    Statement {
        id: if is_known(&event) { event } else { text.name() },
        line,
        stipulation: tag("Stipulation"),
        keys: tag("Key"),
        twin: tag("Twin"),
        author,
        source,
        further: further.map(|(name, value)| Further::cell(name, &value.text)).collect(),
        ..Statement::default()
    }
}

fn game_text(game: &PlayedGame, how: &Convert) -> Conversion {
    let row = || GameRow::new(game);
    let (preamble, text) = match how.to {
        Form::Pgn => {
            let letters = &how.letters;
            let written = Written { game, notation: how.notation, letters };
            (String::new(), written.to_string())
        }
        Form::Csv => (csv_header::<GameRow>(), Format::Csv.row(&row())),
        Form::Json => (String::new(), Format::Json.row(&row())),
        Form::Uci | Form::Fen | Form::Epd => (archive::variant_line(&game.game()), row().to_text()),
    };
    Conversion { preamble, text, further: None, variations: 0 }
}

fn convert_statement(game: Game, statement: &Statement, how: &Convert) -> Converted {
    let place = statement.line.to_string();
    if let Some(fault) = &statement.fault {
        return Err((place, fault.to_string()));
    }
    let setup = statement.setup(game).map_err(|error| (place.clone(), error.kind.to_string()))?;
    match how.to {
        Form::Pgn | Form::Uci => {
            let position = setup
                .into_position()
                .map_err(|faults| (place.clone(), FaultList(&game, &faults).to_string()))?;
            let tags = PositionRow::new(game, statement, String::new()).to_tags();
            let mut game =
                PlayedGame::from_moves(position, []).map_err(|error| (place, error.to_string()))?;
            game.tags.extend(tags);
            Ok(game_text(&game, how))
        }
        _ => Ok(position_text(&setup, statement, how)),
    }
}

fn position_text(setup: &Setup, statement: &Statement, how: &Convert) -> Conversion {
    // Tables are for programs: they have the canonical order only.
    let is_line = matches!(how.to, Form::Fen | Form::Epd);
    let dialect = if is_line { how.to_fen } else { Dialect::Rank };
    let row = PositionRow::new(setup.game, statement, setup.to_fen_in(dialect));
    let (preamble, text) = match how.to {
        Form::Epd => (String::new(), row.to_epd_line()),
        Form::Csv => (csv_header::<PositionRow>(), Format::Csv.row(&row)),
        Form::Json => (String::new(), Format::Json.row(&row)),
        _ => (String::new(), row.to_fen_line()),
    };
    let further = (how.to == Form::Csv).then(|| row.further_cells());
    Conversion { preamble, text, further, variations: 0 }
}
