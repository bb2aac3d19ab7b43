//! The class `GameRecord`: a game of a file with the result of its validation.

use std::borrow::Cow;

use hexmate_core::geometry::Shape;
use hexmate_games::pgn::{Annotation, Notation, PgnText, PlayedGame};
use hexmate_games::validate;
use hexmate_games::validate::{CheckedGame, GameText};
use hexmate_position::Position;
use hexmate_position::{FenForm, Letters, San, Uci};
use hexmate_report::{Format, ValidateRow, json_object};
use hexmate_tasks::records::{Item, Passage, Record};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::board::{Board, letters_or_english};
use crate::classes::class;
use crate::errors::{Problem, expected, in_python, with_message_in_python};
use crate::fault::Fault;
use crate::game::Game;
use crate::json;
use crate::marked;
use crate::moves::Move;

/// A game of a file: its text and the result of its validation.
///
/// >>> import hexmate, io
/// >>> text = '[White "Ann"]\n[Black "Bob"]\n\n1. Ndf4 e6 2. b2 *\n'
/// >>> game = next(hexmate.read_games(io.StringIO(text)))
/// >>> game.name, game.is_ok, [move.uci() for move in game.moves]
/// ('Ann - Bob', True, ['d1f4', 'e7e6', 'b1b2'])
/// >>> game.sans, game.board().turn
/// (['Ndf4', 'e6', 'b2'], 'b')
#[pyclass(frozen, module = "hexmate")]
pub struct GameRecord {
    /// Name of the file.
    pub file: std::sync::Arc<str>,
    /// Number in the file, from 1.
    pub number: u64,
    /// The game, or a description of another content.
    pub content: Content,
    /// The options with which it was read.
    pub reading: Reading,
}

/// An argument that is a record, or a game of `hexmate.pgn`, which has one.
pub struct RecordLike(Py<GameRecord>);

impl<'py> FromPyObject<'_, 'py> for RecordLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(record) = object.cast::<GameRecord>() {
            return Ok(Self(record.to_owned().unbind()));
        }
        let wrong = || expected("a GameRecord or a game of hexmate.pgn", &object);
        if !object.hasattr("record")? {
            return Err(wrong());
        }
        let record = object.getattr("record")?;
        record.cast::<GameRecord>().map(|record| Self(record.clone().unbind())).map_err(|_| wrong())
    }
}

impl std::ops::Deref for RecordLike {
    type Target = GameRecord;

    fn deref(&self) -> &GameRecord {
        self.0.get()
    }
}

/// Options with which games are read.
#[derive(Clone, Copy)]
pub struct Reading {
    /// Game of all records; if `None`, each names its own.
    pub variant: Option<hexmate_position::Game>,
    /// Letters and leniencies.
    pub options: validate::ReadOptions,
    /// Order of cells in FENs, and names of cells.
    pub form: FenForm,
    /// `true` if comments, NAGs and variations are read.
    pub has_comments: bool,
}

/// The content of a record.
pub enum Content {
    /// A game: parsed text, validation result and the bytes in the file.
    Game(Box<(GameText, CheckedGame, Passage)>),
    /// Anything else, with the fault that describes it.
    Other(Fault),
    /// A game of an unknown variant: parsed text, the bytes in the file and the fault.
    Unknown(Box<(GameText, Passage, Fault)>),
}

impl GameRecord {
    /// Validates a record.
    pub fn validated(record: Record, reading: Reading) -> Self {
        let Record { file, number, item, passage } = record;
        let Reading { variant, options, .. } = reading;
        let content = match item {
            Item::Game(text) => match text.game(variant) {
                Ok(game) => {
                    let checked =
                        CheckedGame::check(game, &text, options).with_variations(&text, options.allowed);
                    Content::Game(Box::new((*text, checked, passage)))
                }
                Err(error) => {
                    let code = hexmate_position::UnknownGame::CODE;
                    let fault = Fault::of_record(code, error.to_string(), text.place);
                    Content::Unknown(Box::new((*text, passage, fault)))
                }
            },
            Item::Stray(fault) => Content::Other(Fault::of(
                &validate::GameFault { kind: fault.kind.into(), place: fault.place },
                Vec::new(),
            )),
            Item::Statement(statement) => {
                let place = hexmate_text::Place {
                    line: statement.line,
                    column: statement.column.max(1),
                    ..hexmate_text::Place::START
                };
                let message = "a position, not a game; use read_problems".to_owned();
                Content::Other(Fault::of_record("no-game", message, place))
            }
            Item::NoRecords(content) => {
                let message = format!("no game in this file: {content}");
                Content::Other(Fault::of_record("no-records", message, hexmate_text::Place::START))
            }
        };
        Self { file, number, content, reading }
    }

    /// Returns the game, if the record is one.
    pub fn game(&self) -> Result<&(GameText, CheckedGame, Passage), Problem> {
        let (fault, message) = match &self.content {
            Content::Game(game) => return Ok(game),
            Content::Other(fault) => (fault, "this record is not a game".to_owned()),
            Content::Unknown(unknown) => (&unknown.2, unknown.2.parts().1),
        };
        Err(Problem::new("HexmateError", fault.code().to_owned(), message))
    }

    /// Returns the parsed text with the bytes in the file.
    pub fn source(&self) -> Option<(&GameText, &Passage)> {
        match &self.content {
            Content::Game(game) => Some((&game.0, &game.2)),
            Content::Unknown(unknown) => Some((&unknown.0, &unknown.1)),
            Content::Other(_) => None,
        }
    }

    /// Returns the parsed text.
    fn text(&self) -> Option<&GameText> {
        self.source().map(|(text, _)| text)
    }

    fn checked(&self) -> Option<&CheckedGame> {
        self.game().ok().map(|(_, checked, _)| checked)
    }

    fn shape(&self) -> Shape {
        self.checked().map_or(hexmate_position::Game::default(), |checked| checked.game).shape
    }

    fn row(&self) -> Option<ValidateRow> {
        let (text, checked, _) = self.game().ok()?;
        Some(ValidateRow::game(&self.file, self.number, text, checked))
    }

    /// Returns the initial position of the game.
    pub fn start(&self) -> Result<Position, Problem> {
        let (text, checked, _) = self.game()?;
        validate::start(checked.game, text)
            .map_err(|fault| Problem::new("InvalidFenError", fault.kind.code(), fault.kind.to_string()))
    }

    /// Returns the game up to its fault, with its tags, comments and variations; the rest is a comment.
    pub fn played(&self) -> Result<PlayedGame, Problem> {
        let (text, checked, _) = self.game()?;
        let (moves, count) = (checked.moves.iter().copied(), checked.moves.len());
        let unread = self.unread();
        let mut text = Cow::Borrowed(text);
        if unread.is_some() {
            // The rest contains the annotations of later moves.
            text.to_mut().annotations.retain(|ply, _| ply <= count);
        }
        let played = validate::played_game(checked.game, &text, &checked.letters, moves);
        let mut played = played.ok_or_else(|| {
            Problem::new("HexmateError", "no-game", "this record has no legal initial position")
        })?;
        if let Some(unread) = unread {
            played.annotations.push(count, Annotation::Comment(unread));
        }
        Ok(played)
    }

    /// Returns the game as a row of a table; see `to_row`.
    pub fn game_row(&self) -> Value {
        let tag = |name| self.text().and_then(|text| text.tag(name)).map_or("", |tag| tag.text);
        let (shape, fault) = (self.shape(), self.fault());
        let moves = self.checked().map_or(&[][..], |checked| &checked.moves);
        let (code, message) = fault
            .map(|fault| fault.parts())
            .map_or((String::new(), String::new()), |(code, message, _)| (code, message));
        let start = self.start().ok().filter(|start| *start != Position::start(start.game()));
        json!({
            "file": &*self.file,
            "record": self.number,
            "line": self.line(),
            "variant": self.checked().map(|checked| checked.game.name),
            "white": tag("White"),
            "black": tag("Black"),
            "players": self.players(),
            "event": tag("Event"),
            "date": self.text().and_then(|text| text.dates().next()).unwrap_or_default(),
            "round": tag("Round"),
            "result": self.result(),
            "plies": self.plies(),
            "moves": moves.iter().map(|&m| Uci(shape, m).to_string()).collect::<Vec<_>>(),
            "sans": self.sans().unwrap_or_default(),
            "fen": start.map(|start| start.to_fen()),
            "status": self.status(),
            "code": code,
            "message": message,
        })
    }

    fn fault_of(&self, fault: &validate::GameFault, nearest: &[hexmate_core::rules::Move]) -> Fault {
        let checked = self.checked();
        let position = checked.and_then(|checked| checked.before_fault());
        let san = |m| position.map(|position| San { position, m, letters: &Letters::ENGLISH }.to_string());
        Fault::of(fault, nearest.iter().filter_map(|&m| san(m)).collect())
    }
}

/// The class of tags.
static TAGS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Returns the notation with this name.
fn notation(name: &str) -> Result<Notation, Problem> {
    match name {
        "san" => Ok(Notation::San),
        "long" => Ok(Notation::Long),
        "long-named" => Ok(Notation::LongNamed),
        "uci" => Ok(Notation::Uci),
        _ => {
            Err(Problem::option(format!("unknown notation {name:?}; use one of san, long, long-named, uci")))
        }
    }
}

#[pymethods]
impl GameRecord {
    /// Name of the file.
    #[getter]
    fn file(&self) -> &str {
        &self.file
    }

    /// Number in the file, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.number
    }

    /// First line in the file, from 1.
    #[getter]
    fn line(&self) -> u64 {
        match &self.content {
            Content::Game(game) => game.0.place.line,
            Content::Other(fault) => fault.line(),
            Content::Unknown(unknown) => unknown.0.place.line,
        }
    }

    /// The game whose rules apply; None if the record is not a game.
    #[getter]
    #[pyo3(name = "game")]
    fn rules(&self) -> Option<Game> {
        self.checked().map(|checked| Game(checked.game))
    }

    /// The tags, in the order of the file; the first value of a repeated tag. Cannot be changed: see `hexmate.pgn.Game`.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tags = PyDict::new(py);
        for tag in self.text().iter().flat_map(|text| text.tags.iter()) {
            if !tags.contains(tag.name)? {
                tags.set_item(tag.name, tag.text)?;
            }
        }
        class(py, &TAGS, "Tags")?.call1((tags,))
    }

    /// The `GameID`, or else the names of the players; empty if there are neither.
    #[getter]
    fn name(&self) -> String {
        self.text().map(GameText::name).unwrap_or_default()
    }

    /// Names of the players, in the order of the tags.
    #[getter]
    fn players(&self) -> Vec<&str> {
        self.text().map(GameText::players).unwrap_or_default()
    }

    /// The stated result, such as `1-0` or `3/4-1/4`, or None.
    #[getter]
    fn result(&self) -> Option<String> {
        self.text().and_then(GameText::stated_result).map(|(score, _)| score.to_string())
    }

    /// The moves up to the first fault.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        let moves = self.checked().map_or(&[][..], |checked| &checked.moves);
        Move::objects(py, self.shape(), moves.iter().copied())
    }

    /// Returns the moves up to the first fault, as `moves` does.
    fn mainline_moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        self.moves(py)
    }

    /// Number of moves up to the first fault, without creating objects.
    #[getter]
    fn plies(&self) -> usize {
        self.checked().map_or(0, |checked| checked.moves.len())
    }

    /// The moves up to the first fault, in SAN with English letters.
    #[getter]
    fn sans(&self) -> Result<Vec<String>, Problem> {
        let Some(checked) = self.checked() else { return Ok(Vec::new()) };
        if checked.position.is_none() {
            return Ok(Vec::new());
        }
        let mut position = self.start()?;
        let mut sans = Vec::with_capacity(checked.moves.len());
        for &m in &checked.moves {
            sans.push(San { position: &position, m, letters: &Letters::ENGLISH }.to_string());
            position = position.play_unchecked(m);
        }
        Ok(sans)
    }

    /// The moves as written, including faulty ones.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.text().iter().flat_map(|text| text.words.iter()).map(|word| word.text.to_owned()).collect()
    }

    /// Comments of the main line, each with the number of moves before it; one more for a comment after the result.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        let comments = self.text().into_iter().flat_map(|text| text.annotations.comments());
        comments.map(|(ply, text)| (ply, text.to_owned())).collect()
    }

    /// Language of the piece letters, such as `hungarian`.
    #[getter]
    fn language(&self) -> Option<String> {
        self.checked().map(|checked| checked.letters.name().to_lowercase())
    }

    /// True if the game has no fault.
    #[getter]
    fn is_ok(&self) -> bool {
        self.checked().is_some_and(|checked| checked.first_fault().is_none())
    }

    /// The status: ok, illegal, ambiguous, syntax or invalid.
    #[getter]
    fn status(&self) -> &str {
        match &self.content {
            Content::Game(game) => game.1.status().word(),
            Content::Other(fault) => fault.status(),
            Content::Unknown(unknown) => unknown.2.status(),
        }
    }

    /// The first fault, or None.
    #[getter]
    fn fault(&self) -> Option<Fault> {
        match &self.content {
            Content::Game(game) => game.1.first_fault().map(|fault| self.fault_of(fault, &game.1.nearest())),
            Content::Other(fault) => Some(fault.clone()),
            Content::Unknown(unknown) => Some(unknown.2.clone()),
        }
    }

    /// The first irregularity that was accepted, or None.
    #[getter]
    fn note(&self) -> Option<Fault> {
        self.checked().and_then(|checked| checked.note.as_ref()).map(|note| self.fault_of(note, &[]))
    }

    /// The diagnosis as the program prints it: position, move and the board before it; empty without a fault.
    #[getter]
    fn diagnosis(&self) -> String {
        let other =
            || format!("{}:{}\n", self.file, self.fault().map(|fault| fault.to_line()).unwrap_or_default());
        in_python(&self.row().map_or_else(other, |row| Format::Text.row(&row)))
    }

    /// Returns the board after `ply` moves; by default at the end of the game or before the first fault.
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let start = self.start()?;
        let moves = self.checked().map_or(&[][..], |checked| &checked.moves);
        let Some(moves) = moves.get(..ply.unwrap_or(moves.len())) else {
            return Err(PyValueError::new_err(format!("the game has only {} moves", moves.len())));
        };
        Ok(Board::after(start, moves.iter().copied()))
    }

    /// Returns the game as PGN, with tags, comments, glyphs and variations; the moves after a fault are a comment.
    #[pyo3(signature = (*, notation = "san", language = None, letters = None))]
    fn pgn(&self, notation: &str, language: Option<&str>, letters: Option<&str>) -> Result<String, Problem> {
        let (notation, letters) = (self::notation(notation)?, &letters_or_english(language, letters)?);
        Ok(PgnText { game: &self.played()?, notation, letters }.to_string())
    }

    /// Returns the row of the report of `hexmate validate` as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let row = self.row().unwrap_or_else(|| {
            let (code, message, place) = match &self.content {
                Content::Other(fault) => fault.parts(),
                Content::Unknown(unknown) => unknown.2.parts(),
                Content::Game(_) => (String::new(), String::new(), hexmate_text::Place::START),
            };
            ValidateRow::file(&self.file, self.number, place, &code, message)
        });
        json::object(py, &with_message_in_python(json_object(&row)))
    }

    /// Returns the game as a row of a table: file, record, line, variant, white, black, players, event, date, round,
    /// result, plies, moves in UCI and `sans`, `fen` if the game does not begin at the initial position, and status, code
    /// and message of the first fault.
    fn to_row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.game_row())
    }

    /// Returns a diagram of the board before the fault, or of the last one, for notebooks.
    fn _repr_svg_(&self) -> Option<String> {
        let checked = self.checked()?;
        let position = checked.position.as_ref()?;
        let mut marks = hexmate_diagram::Marks::of(position);
        marks.last_move = checked.moves.last().copied();
        Some(marked::with_marks(&position.into(), marks))
    }

    fn __repr__(&self) -> String {
        let words = [self.name(), self.status().to_owned()];
        let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("<GameRecord {} {}>", self.number, words.join(" "))
    }
}
