//! The task of `convert`: games and positions in another format.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::records::{Item, Record, is_known, statement_of_tags};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_core::rules::Move;
use hexmate_games::archive;
use hexmate_games::pgn::{Notation, PgnText, PlayedGame, Score};
use hexmate_games::validate::{CheckedGame, Fault, GameText, ReadOptions, Token};
use hexmate_position::rows::{MAX_ROW, RowFault};
use hexmate_position::{FenForm, Letters};
use hexmate_position::{Game, Setup};
use hexmate_problems::interchange::{entry_json, entry_yaml, popeye_text};
use hexmate_problems::{ProblemError, Statement};
use hexmate_report::{Counted, Format, GameRow, PositionRow, csv_header};

/// A record in its new format.
#[derive(Serialize, Deserialize)]
pub struct Conversion {
    /// Text to be written once, before the first record with this preamble: a CSV header, or a variant line.
    pub preamble: String,
    /// The record.
    pub text: String,
    /// Further columns of a position, by name, for the CSV table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub further: Option<Vec<(String, String)>>,
    /// Data that the new format cannot store.
    pub lost: Losses,
    /// Message about a faulty variation, which became a comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// Kinds of data that a format may be unable to store.
const KINDS: [&str; 9] =
    ["move", "result", "tag", "comment", "NAG", "variation", "variant", "field", "line break"];

/// Amounts of data lost by a conversion, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Losses([usize; KINDS.len()]);

impl Losses {
    /// Adds `count` to a kind.
    fn count(&mut self, kind: &str, count: usize) {
        let counts = KINDS.iter().zip(&mut self.0).filter(|(known, _)| **known == kind);
        counts.for_each(|(_, counted)| *counted += count);
    }

    /// Adds the losses of another record.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// Returns `true` if no data is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the losses of a game in PGN: line breaks in tags.
    fn in_pgn(game: &PlayedGame) -> Self {
        let mut lost = Self::default();
        lost.count("line break", game.tags.iter().map(|(_, text)| text.matches(['\n', '\r']).count()).sum());
        lost
    }

    /// Returns the losses of a game of which only the moves and the tags in `kept` are stored.
    fn except_moves(text: &GameText, game: &PlayedGame, kept: &[&str]) -> Self {
        let mut lost = Self::default();
        let is_kept = |name: &str| STORED_TAGS.iter().chain(kept).any(|kept| kept.eq_ignore_ascii_case(name));
        let is_lost = |(name, tag): &&(String, Token)| !is_kept(name) && is_known(&tag.text);
        lost.count("tag", text.tags.iter().filter(is_lost).count());
        lost.count("result", usize::from(game.result != Score::of(game.end())));
        lost.count("comment", game.comments.len());
        lost.count("NAG", game.nags.len());
        lost.count("variation", game.variations.len());
        lost
    }

    /// Returns the losses of a problem of which only the position is stored.
    fn of_problem(statement: &Statement) -> Self {
        let Statement { id, stipulation, keys, solutions, twin, author, source, further, .. } = statement;
        let further = further.iter().map(|one| &one.value);
        let fields = [id, stipulation, keys, solutions, twin, author, source].into_iter().chain(further);
        let mut lost = Self::default();
        lost.count("field", fields.filter(|field| !field.is_empty()).count());
        lost
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = KINDS.iter().zip(self.0).filter(|&(_, count)| count > 0);
        let counts: Vec<String> =
            counts.map(|(kind, count)| Counted(count as u64, kind).to_string()).collect();
        f.write_str(&counts.join(", "))
    }
}

/// Output format of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Games as PGN.
    Pgn,
    /// Games as lists of UCI moves, one per line.
    Uci,
    /// A CSV table, of games or of positions.
    Csv,
    /// JSON Lines.
    Json,
    /// Positions as lines of FEN.
    Fen,
    /// Positions as lines of EPD.
    Epd,
    /// Positions as piece lists, one per line.
    Pieces,
    /// Problems as input of Popeye.
    Popeye,
    /// Problems as entries of YACPDB, in YAML.
    Yacpdb,
    /// Problems as entries of YACPDB, in JSON, one per line.
    YacpdbJson,
}

impl Form {
    /// Returns the text between two records.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Pgn => "\n",
            Self::Popeye => "NextProblem\n",
            _ => "",
        }
    }

    /// Returns the text after the last record.
    pub const fn end(self) -> &'static str {
        if matches!(self, Self::Popeye) { "EndProblem\n" } else { "" }
    }

    /// Returns `true` if the form is for positions and problems.
    const fn has_positions(self) -> bool {
        !matches!(self, Self::Pgn | Self::Uci | Self::Csv | Self::Json)
    }

    /// Returns the name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Uci => "lists of moves",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Fen => "FEN",
            Self::Epd => "EPD",
            Self::Pieces => "piece lists",
            Self::Popeye => "input of Popeye",
            Self::Yacpdb | Self::YacpdbJson => "entries of YACPDB",
        }
    }
}

/// Task that converts records.
#[derive(Clone, Debug)]
pub struct Convert {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Output format.
    pub to: Form,
    /// Notation of moves in PGN output.
    pub notation: Notation,
    /// Piece letters in PGN output and in piece lists.
    pub letters: Letters,
    /// Order of cells in FEN and EPD output and in move lists, and names of cells.
    pub to_form: FenForm,
}

impl Task for Convert {
    type Item = Record;
    /// The record in its new format, or a message about its fault, with the place.
    type Output = Result<Conversion, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, .. } = record;
        let converted = match item {
            Item::Game(game) => {
                let converted = match game.game(self.game) {
                    Ok(played) => convert_game(played, &game, number, self),
                    Err(error) => Err((game.place.to_string(), error.to_string())),
                };
                let called = game.label(number);
                let broken = |text| format!("{file}:{text}");
                converted
                    .map(|found| Conversion { broken: found.broken.map(broken), ..found })
                    .map_err(|(place, message)| (place, format!("{called}: {message}")))
            }
            Item::Statement(statement) => match statement.game(self.game) {
                Ok(game) => convert_statement(game, &statement, self),
                Err(error) => Err((statement.line.to_string(), error.to_string())),
            },
            Item::Stray(fault) => Err((fault.place.to_string(), "not a game".to_owned())),
            Item::NoRecords(content) => Err(("1".to_owned(), format!("nothing to convert: {content}"))),
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

/// A conversion, or the place and the message of a fault.
type Converted = Result<Conversion, (String, String)>;

fn convert_game(game: Game, text: &GameText, number: u64, task: &Convert) -> Converted {
    let checked = CheckedGame::judge(game, text, task.reading).with_variations(text, task.reading.allowed);
    if let Some(fault) = &checked.fault {
        return Err((fault.place.to_string(), format!("{} [{}]", fault.kind, fault.kind.code())));
    }
    let game = checked.played(text).ok_or_else(|| (text.place.to_string(), "not a game".to_owned()))?;
    let mut conversion = if task.to.has_positions() {
        position_text(&Setup::from(game.end()), &statement_of(text, &checked.moves), task)
    } else {
        game_text(&game, task)
    };
    let size = conversion.text.len();
    conversion.lost = match task.to {
        Form::Csv | Form::Json if size > MAX_ROW => {
            let fault = RowFault::RowTooLong;
            return Err((text.place.to_string(), format!("{fault} [{}]", fault.code())));
        }
        Form::Csv | Form::Json => Losses::default(),
        Form::Pgn => Losses::in_pgn(&game),
        Form::Uci => Losses::except_moves(text, &game, &[]),
        Form::Fen | Form::Epd | Form::Pieces | Form::Popeye | Form::Yacpdb | Form::YacpdbJson => {
            let kept: Vec<&str> = match (task.to, text.tag("GameID")) {
                (Form::Fen | Form::Pieces, _) => Vec::new(),
                _ if game.moves().is_empty() => text.tags.iter().map(|(name, _)| name.as_str()).collect(),
                (_, Some(_)) => vec!["GameID", "Author", "Source"],
                (_, None) => vec!["White", "Black", "Author", "Source"],
            };
            let mut lost = Losses::except_moves(text, &game, &kept);
            lost.count("move", game.moves().len());
            let has_no_game = matches!(task.to, Form::Fen | Form::Pieces);
            lost.count("variant", usize::from(has_no_game && game.game() != Game::GLINSKI));
            lost
        }
    };
    if let (Form::Pgn | Form::Csv | Form::Json, Some(Fault { kind, place })) = (task.to, &checked.variation) {
        let (called, code) = (text.label(number), kind.code());
        conversion.broken = Some(format!(
            "{place}: {called}: {kind} [{code}]; the rest of the variation is kept as a comment"
        ));
    }
    Ok(conversion)
}

/// Tags whose data every output format stores in another way.
const STORED_TAGS: [&str; 6] = ["Result", "Variant", "Letters", "Files", "SetUp", "FEN"];

/// Returns the statement of a game's last position: name, author and source, and for a game without moves all fields
/// of a problem.
fn statement_of(text: &GameText, moves: &[Move]) -> Statement {
    let tag = |name: &str| text.tag(name).map(|tag| tag.text.clone()).unwrap_or_default();
    let line = text.place.line;
    let (author, source) = (tag("Author"), tag("Source"));
    if !moves.is_empty() {
        return Statement { id: text.name(), line, author, source, ..Statement::default() };
    }
    statement_of_tags(text)
}

fn game_text(game: &PlayedGame, task: &Convert) -> Conversion {
    let row = GameRow(game);
    let (preamble, text) = match task.to {
        Form::Pgn => {
            let letters = &task.letters;
            let written = PgnText { game, notation: task.notation, letters };
            (String::new(), written.to_string())
        }
        Form::Csv => (csv_header::<GameRow<'_>>(), Format::Csv.row(&row)),
        Form::Json => (String::new(), Format::Json.row(&row)),
        _ => (archive::variant_line(game.game(), task.to_form), archive::list_line(game, task.to_form)),
    };
    Conversion { preamble, text, further: None, lost: Losses::default(), broken: None }
}

fn convert_statement(game: Game, statement: &Statement, task: &Convert) -> Converted {
    let place = statement.place();
    let bad = |error: ProblemError| {
        let place = match &error {
            ProblemError::Fen(fault) if !statement.fen_places.is_empty() => {
                let (line, column) = statement.place_in_fen(fault.offset);
                format!("{line}:{column}")
            }
            _ => place.clone(),
        };
        (place, format!("{error} [{}]", error.code()))
    };
    if let Some(fault) = &statement.fault {
        return Err(bad(ProblemError::Line(fault.clone())));
    }
    let setup = statement.setup(game).map_err(|error| bad(ProblemError::Fen(error)))?;
    let conversion = match task.to {
        Form::Pgn | Form::Uci => {
            let position = setup.into_position().map_err(|faults| bad(ProblemError::Faults(game, faults)))?;
            let tags = PositionRow::new(game, statement, String::new()).to_tags();
            let mut played =
                PlayedGame::from_moves(position, []).map_err(|error| (place.clone(), error.to_string()))?;
            played.tags.extend(tags);
            let lost = Losses::in_pgn(&played);
            Conversion { lost, ..game_text(&played, task) }
        }
        _ => position_text(&setup, statement, task),
    };
    let mut lost = match task.to {
        Form::Uci | Form::Fen | Form::Pieces => Losses::of_problem(statement),
        _ => conversion.lost,
    };
    let has_no_game = matches!(task.to, Form::Fen | Form::Pieces);
    lost.count("variant", usize::from(has_no_game && game != Game::GLINSKI));
    Ok(Conversion { lost, ..conversion })
}

fn position_text(setup: &Setup, statement: &Statement, task: &Convert) -> Conversion {
    // Tables are for programs and always have the canonical order.
    let is_line = matches!(task.to, Form::Fen | Form::Epd);
    let form = if is_line { task.to_form } else { FenForm::default() };
    let row = PositionRow::new(setup.game, statement, setup.to_fen_in(form));
    let (preamble, text) = match task.to {
        Form::Epd => (String::new(), row.to_epd_line()),
        Form::Csv => (csv_header::<PositionRow>(), Format::Csv.row(&row)),
        Form::Json => (String::new(), Format::Json.row(&row)),
        Form::Pieces => (String::new(), format!("{}\n", setup.to_piece_list(&task.letters))),
        Form::Popeye => ("BeginProblem\n".to_owned(), popeye_text(setup, statement)),
        Form::Yacpdb => (String::new(), entry_yaml(setup, statement)),
        Form::YacpdbJson => (String::new(), entry_json(setup, statement)),
        _ => (String::new(), row.to_fen_line()),
    };
    let further = (task.to == Form::Csv).then(|| row.further_cells());
    Conversion { preamble, text, further, lost: Losses::default(), broken: None }
}
