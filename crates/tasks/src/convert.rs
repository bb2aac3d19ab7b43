//! Records converted: games and positions in another form, or what is wrong with them and where.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::{Item, Record};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_core::rules::Move;
use hexmate_games::archive;
use hexmate_games::pgn::{Notation, PgnText, PlayedGame, Score};
use hexmate_games::validate::{CheckedGame, Fault, GameText, ReadOptions, Token};
use hexmate_position::rows::{MAX_ROW, RowFault};
use hexmate_position::{Dialect, Letters};
use hexmate_position::{Game, Setup};
use hexmate_problems::{Further, ProblemError, Statement};
use hexmate_report::{Counted, Format, GameRow, PositionRow, Row, csv_header};

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
    /// What the new form cannot hold.
    pub lost: Lost,
    /// What is wrong with a variation, part of which is now a comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// What a form may be unable to hold.
const KINDS: [&str; 9] =
    ["move", "result", "tag", "comment", "NAG", "variation", "variant", "field", "line break"];

/// How much of each kind a form cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lost([usize; KINDS.len()]);

impl Lost {
    fn count(&mut self, kind: &str, count: usize) {
        let counts = KINDS.iter().zip(&mut self.0).filter(|(known, _)| **known == kind);
        counts.for_each(|(_, counted)| *counted += count);
    }

    /// Counts others in.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// Whether everything is kept.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What PGN cannot hold of a game: tags on several lines.
    fn from_pgn(game: &PlayedGame) -> Self {
        let mut lost = Self::default();
        lost.count("line break", game.tags.iter().map(|(_, text)| text.matches(['\n', '\r']).count()).sum());
        lost
    }

    /// What is lost of a game but for its moves and these tags.
    fn beside_moves(text: &GameText, game: &PlayedGame, kept: &[&str]) -> Self {
        let mut lost = Self::default();
        let is_kept = |name: &str| TOLD_TAGS.iter().chain(kept).any(|kept| kept.eq_ignore_ascii_case(name));
        let is_lost = |(name, tag): &&(String, Token)| !is_kept(name) && is_known(&tag.text);
        lost.count("tag", text.tags.iter().filter(is_lost).count());
        lost.count("result", usize::from(game.result != Score::of(game.end())));
        lost.count("comment", game.comments.len());
        lost.count("NAG", game.nags.len());
        lost.count("variation", game.variations.len());
        lost
    }

    /// What is lost of a problem but for its position.
    fn of_problem(statement: &Statement) -> Self {
        let Statement { id, stipulation, keys, solutions, twin, author, source, further, .. } = statement;
        let further = further.iter().map(|one| &one.value);
        let fields = [id, stipulation, keys, solutions, twin, author, source].into_iter().chain(further);
        let mut lost = Self::default();
        lost.count("field", fields.filter(|field| !field.is_empty()).count());
        lost
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = KINDS.iter().zip(self.0).filter(|&(_, count)| count > 0);
        let counts: Vec<String> =
            counts.map(|(kind, count)| Counted(count as u64, kind).to_string()).collect();
        f.write_str(&counts.join(", "))
    }
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

impl Form {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Uci => "lists of moves",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Fen => "FEN",
            Self::Epd => "EPD",
        }
    }
}

/// How records are converted.
#[derive(Clone, Debug)]
pub struct Convert {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: ReadOptions,
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
                    Ok(meant) => convert_game(meant, &game, number, self),
                    Err(error) => Err((game.place.to_string(), error.to_string())),
                };
                let called = game.label(number);
                let broken = |text| format!("{file}:{text}");
                converted
                    .map(|found| Conversion { broken: found.broken.map(broken), ..found })
                    .map_err(|(place, message)| (place, format!("{called}: {message}")))
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

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}

/// A conversion, or a place and what is wrong there.
type Converted = Result<Conversion, (String, String)>;

fn convert_game(game: Game, text: &GameText, number: u64, how: &Convert) -> Converted {
    let checked = CheckedGame::judge(game, text, how.reading).with_variations(text, how.reading.allowed);
    if let Some(fault) = &checked.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = checked.played(text).ok_or_else(|| (text.place.to_string(), "no game".to_owned()))?;
    let mut conversion = match how.to {
        Form::Fen | Form::Epd => position_text(&Setup::from(game.end()), &stated(text, &checked.moves), how),
        _ => game_text(&game, how),
    };
    let size = conversion.text.len();
    conversion.lost = match how.to {
        Form::Csv | Form::Json if size > MAX_ROW => {
            let fault = RowFault::RowTooLong;
            return Err((text.place.to_string(), format!("{fault} [{}]", fault.code())));
        }
        Form::Csv | Form::Json => Lost::default(),
        Form::Pgn => Lost::from_pgn(&game),
        Form::Uci => Lost::beside_moves(text, &game, &[]),
        Form::Fen | Form::Epd => {
            let kept: Vec<&str> = match (how.to, text.tag("GameID")) {
                (Form::Fen, _) => Vec::new(),
                _ if game.moves().is_empty() => text.tags.iter().map(|(name, _)| name.as_str()).collect(),
                (_, Some(_)) => vec!["GameID", "Author", "Source"],
                (_, None) => vec!["White", "Black", "Author", "Source"],
            };
            let mut lost = Lost::beside_moves(text, &game, &kept);
            lost.count("move", game.moves().len());
            lost.count("variant", usize::from(how.to == Form::Fen && game.game() != Game::GLINSKI));
            lost
        }
    };
    if let (Form::Pgn | Form::Csv | Form::Json, Some(Fault { kind, place })) = (how.to, &checked.variation) {
        let (called, code) = (text.label(number), kind.code());
        conversion.broken = Some(format!("{place}: {called}: {kind} [{code}]; from here it is a comment"));
    }
    Ok(conversion)
}

/// Tags from which a position or the letters of moves are read.
const TOLD_TAGS: [&str; 5] = ["Result", "Variant", "Letters", "SetUp", "FEN"];

/// Tags that say what a game is; those of a problem have fields of their own.
const OWN_TAGS: [&str; 12] = [
    "Event",
    "Stipulation",
    "Key",
    "Solutions",
    "Twin",
    "Author",
    "Source",
    "Result",
    "Variant",
    "Letters",
    "SetUp",
    "FEN",
];

/// Whether a tag says anything.
fn is_known(value: &str) -> bool {
    !value.chars().all(|c| matches!(c, '?' | '.' | '*'))
}

/// What a game says of its last position; of one without moves all that it says as a problem.
fn stated(text: &GameText, moves: &[Move]) -> Statement {
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.clone()).unwrap_or_default();
    let line = text.place.line;
    let (author, source) = (tag("Author"), tag("Source"));
    if !moves.is_empty() {
        return Statement { id: text.name(), line, author, source, ..Statement::default() };
    }
    let is_own = |name: &str| OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
    let further = text.tags.iter().filter(|(name, value)| !is_own(name) && is_known(&value.text));
    let event = tag("Event");
    Statement {
        id: if is_known(&event) { event } else { text.name() },
        line,
        stipulation: tag("Stipulation"),
        keys: tag("Key"),
        solutions: tag("Solutions"),
        twin: tag("Twin"),
        author,
        source,
        further: further.map(|(name, value)| Further::cell(name, &value.text)).collect(),
        ..Statement::default()
    }
}

fn game_text(game: &PlayedGame, how: &Convert) -> Conversion {
    let row = GameRow(game);
    let (preamble, text) = match how.to {
        Form::Pgn => {
            let letters = &how.letters;
            let written = PgnText { game, notation: how.notation, letters };
            (String::new(), written.to_string())
        }
        Form::Csv => (csv_header::<GameRow<'_>>(), Format::Csv.row(&row)),
        Form::Json => (String::new(), Format::Json.row(&row)),
        Form::Uci | Form::Fen | Form::Epd => (archive::variant_line(&game.game()), row.to_text()),
    };
    Conversion { preamble, text, further: None, lost: Lost::default(), broken: None }
}

fn convert_statement(game: Game, statement: &Statement, how: &Convert) -> Converted {
    let place = statement.place();
    let bad = |error: ProblemError| (place.clone(), format!("{error} [{}]", error.code()));
    if let Some(fault) = &statement.fault {
        return Err(bad(ProblemError::Line(fault.clone())));
    }
    let setup = statement.setup(game).map_err(|error| bad(ProblemError::Fen(error)))?;
    let conversion = match how.to {
        Form::Pgn | Form::Uci => {
            let position = setup.into_position().map_err(|faults| bad(ProblemError::Faults(game, faults)))?;
            let tags = PositionRow::new(game, statement, String::new()).to_tags();
            let mut played =
                PlayedGame::from_moves(position, []).map_err(|error| (place.clone(), error.to_string()))?;
            played.tags.extend(tags);
            let lost = Lost::from_pgn(&played);
            Conversion { lost, ..game_text(&played, how) }
        }
        _ => position_text(&setup, statement, how),
    };
    let mut lost = match how.to {
        Form::Uci | Form::Fen => Lost::of_problem(statement),
        _ => conversion.lost,
    };
    lost.count("variant", usize::from(how.to == Form::Fen && game != Game::GLINSKI));
    Ok(Conversion { lost, ..conversion })
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
    Conversion { preamble, text, further, lost: Lost::default(), broken: None }
}
