//! Parsing of POSITION: a position given as an argument, a record or a table cell, with moves to play.
//!
//! ```text
//! position = [ "position" ] ( "start" | "startpos" | [ "fen" ] FEN | list ) [ "moves" { move } ]
//! ```
//!
//! A list is a piece list, see [`PieceList`]. Moves are in any notation with English letters, with or without numbers.

use std::fmt;

use crate::records::{Item, Record};
use hexmate_batch::terminal::one_line;
use hexmate_core::rules::Move;
use hexmate_games::validate::{CheckedGame, GameText};
use hexmate_position::{Address, CellNames, FaultList, FenForm, FenNote, Letters, MoveText, PieceList, San};
use hexmate_position::{Game, Kings, Position, Setup};
use hexmate_problems::Statement;
use hexmate_report::{Diagnostic, Location};

/// Options for reading a position.
#[derive(Clone, Copy, Debug)]
pub struct PositionReader<'a> {
    /// Game of the position; if `None`, the game that the file names, else Gliński's.
    pub game: Option<Game>,
    /// Order of cells in FENs, and names of cells.
    pub form: FenForm,
    /// Moves to play from the position; each text has one or more moves.
    pub moves: &'a [String],
    /// Kings that a position needs.
    pub kings: Kings,
}

/// A position with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPosition {
    /// Name in the file, or `line 3` if it has none.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Moves that lead to it from the start position; `None` if it was not reached from there.
    pub from_start: Option<Vec<Move>>,
}

impl PositionReader<'_> {
    /// Returns the position that an argument names, after the moves.
    ///
    /// # Errors
    ///
    /// If the argument cannot be parsed, or the position or a move is illegal. The diagnostic shows the place.
    pub fn argument(&self, text: &str) -> Result<Position, Diagnostic> {
        let Argument { beginning, at, moves } = Argument::of(text);
        let whole = |fault| argument_fault(fault, text);
        let here = first_of("POSITION").after(text, at);
        let game = self.game_of(beginning);
        let position = if is_start(beginning) {
            Position::start(game)
        } else {
            let setup = setup_from_text(game, self.form, beginning, here.clone()).map_err(whole)?;
            legal(setup, self.kings, beginning, here).map_err(whole)?
        };
        let there = first_of("POSITION").after(text, text.len() - moves.len());
        let letters = self.letters(game, moves);
        self.play_moves(played(position, moves, &there, &letters).map_err(whole)?)
    }

    /// Returns the moves that lead from the start position to the position of an argument that begins with it.
    ///
    /// `None` if it begins with another position, or cannot be read.
    pub fn moves_from_start(&self, text: &str) -> Option<Vec<Move>> {
        let Argument { beginning, moves, .. } = Argument::of(text);
        let game = self.game_of(beginning);
        let all = [moves, &self.moves.join(" ")].join(" ");
        let letters = self.letters(game, &all);
        let start = is_start(beginning).then(|| Position::start(game))?;
        moves_of(start, &all, &first_of("POSITION"), &letters).ok()
    }

    /// Returns the setup that an argument names, which may be illegal unless moves are played.
    ///
    /// # Errors
    ///
    /// If the argument cannot be parsed, or moves cannot be played from it.
    pub fn setup(&self, text: &str) -> Result<Setup, Diagnostic> {
        let Argument { beginning, at, moves } = Argument::of(text);
        if is_start(beginning) || !moves.is_empty() || self.has_moves() {
            return Ok(Setup::from(&self.argument(text)?));
        }
        let location = first_of("POSITION").after(text, at);
        let setup = setup_from_text(self.game_of(beginning), self.form, beginning, location);
        setup.map_err(|fault| argument_fault(fault, text))
    }

    /// Returns the game: the requested one, else that of an address, else Gliński's.
    fn game_of(&self, text: &str) -> Game {
        self.game.or_else(|| Address::of(text)?.game).unwrap_or_default()
    }

    /// Returns whether there are moves to play.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Returns a setup after the moves; without moves it is unchanged and may be illegal.
    ///
    /// # Errors
    ///
    /// If there are moves, and the setup or a move is illegal.
    pub fn after_moves(&self, setup: Setup) -> Result<Setup, Diagnostic> {
        if !self.has_moves() {
            return Ok(setup);
        }
        let position = legal(setup, self.kings, &self.moves.join(" "), first_of("--moves"))?;
        Ok(Setup::from(&self.play_moves(position)?))
    }

    fn play_moves(&self, position: Position) -> Result<Position, Diagnostic> {
        let moves = self.own_moves(&position)?;
        Ok(moves.into_iter().fold(position, |position, m| position.play_unchecked(m)))
    }

    /// Returns the moves of the option `--moves`.
    fn own_moves(&self, position: &Position) -> Result<Vec<Move>, Diagnostic> {
        let moves = self.moves.join(" ");
        let letters = self.letters(position.game(), &moves);
        moves_of(position.clone(), &moves, &first_of("--moves"), &letters)
    }

    /// Returns the letters of moves, with the names of cells that are chosen or that these moves use.
    fn letters(&self, game: Game, moves: &str) -> Letters {
        let words = moves.split_whitespace().map(|word| MoveText::without_number(word).as_bytes());
        let names = self.form.certain_names().unwrap_or_else(|| CellNames::detect(game.shape, words));
        Letters::ENGLISH.with_cells(names)
    }

    /// Returns what is assumed to read the FEN of an argument; empty if it cannot be read.
    pub fn notes(&self, text: &str) -> Vec<FenNote> {
        let Argument { beginning, moves, .. } = Argument::of(text);
        let game = self.game_of(beginning);
        let read = Setup::from_fen_with_notes(game, beginning, self.form);
        let mut notes = read.map(|(_, notes)| notes).unwrap_or_default();
        let moves = [moves, &self.moves.join(" ")].join(" ");
        let has_j = self.letters(game, &moves).cells() != self.form.names();
        if has_j && !notes.contains(&FenNote::OtherFiles) {
            notes.push(FenNote::OtherFiles);
        }
        notes
    }

    /// Returns the position of a record after the moves; of a game, the last position. `None` for stray text.
    ///
    /// # Errors
    ///
    /// If the record has no legal position, or a move is not legal. The message has the place.
    pub fn record(&self, record: &Record) -> Option<Result<NamedPosition, String>> {
        let found = match &record.item {
            Item::Statement(statement) => {
                self.statement(statement).map_err(|message| (statement.place(), message))
            }
            Item::Game(game) => self.end_of(game),
            Item::Stray(_) => return None,
            Item::NoRecords(content) => Err(("1".to_owned(), format!("no position in this file: {content}"))),
        };
        let found = found.map_err(|(place, message)| {
            one_line(&format!("{}:{place}: {message}", record.file)).into_owned()
        });
        Some(found.and_then(|mut named| {
            let moves = self.own_moves(&named.position);
            let moves = moves.map_err(|fault| format!("{}: {fault}", one_line(&named.name)))?;
            if let Some(from_start) = &mut named.from_start {
                from_start.extend_from_slice(&moves);
            }
            for m in moves {
                named.position.make_move_unchecked(m);
            }
            Ok(named)
        }))
    }

    fn statement(&self, statement: &Statement) -> Result<NamedPosition, String> {
        let game = statement.game(self.game).map_err(|error| error.to_string())?;
        if let Some(fault) = &statement.fault {
            return Err(fault.to_string());
        }
        let setup = statement.setup(game).map_err(|error| error.kind.to_string())?;
        let position =
            setup.into_position_with(self.kings).map_err(|faults| FaultList(&game, &faults).to_string())?;
        let name = Some(statement.id.clone()).filter(|id| !id.is_empty());
        let name = name.unwrap_or_else(|| format!("line {}", statement.line));
        Ok(NamedPosition { name, position, from_start: None })
    }

    /// Returns the last position of a game, or the place and the message of a fault.
    ///
    /// The moves are those from the start position, if the game begins there.
    fn end_of(&self, text: &GameText) -> Result<NamedPosition, (String, String)> {
        let at_line = |message: &dyn fmt::Display| (text.place.line.to_string(), message.to_string());
        let game = text.game(self.game).map_err(|error| at_line(&error))?;
        let checked = CheckedGame::of(game, text);
        if let Some(fault) = checked.fault {
            return Err((fault.place.to_string(), fault.kind.to_string()));
        }
        let position = checked.position.ok_or_else(|| at_line(&"no position"))?;
        let name = Some(text.name()).filter(|name| !name.is_empty());
        let from_start = text.tag("FEN").is_none().then_some(checked.moves);
        let name = name.unwrap_or_else(|| format!("line {}", text.place.line));
        Ok(NamedPosition { name, position, from_start })
    }
}

/// Returns a diagnostic that shows the whole argument. An argument that is not a FEN may be a misspelt file name, which
/// the message mentions.
fn argument_fault(fault: Diagnostic, text: &str) -> Diagnostic {
    let beginning = Argument::of(text).beginning;
    let message = match text.contains('/') || is_start(beginning) || is_piece_list(beginning) {
        true => fault.message,
        false => format!("not a file and not a position: {}", fault.message),
    };
    Diagnostic { message, text: text.to_owned(), ..fault }
}

/// The parts of an argument.
struct Argument<'t> {
    /// `start`, `startpos` or a FEN.
    beginning: &'t str,
    /// Offset of `beginning`, in bytes.
    at: usize,
    /// The text after `moves`.
    moves: &'t str,
}

impl<'t> Argument<'t> {
    fn of(text: &'t str) -> Self {
        let mut rest = text.trim_start();
        for word in ["position", "fen"] {
            if let Some(after) =
                rest.strip_prefix(word).filter(|after| after.starts_with(char::is_whitespace))
            {
                rest = after.trim_start();
            }
        }
        let at = text.len() - rest.len();
        let is_word = |&(start, found): &(usize, &str)| {
            let is_blank = |character: Option<char>| character.is_none_or(char::is_whitespace);
            is_blank(rest[..start].chars().next_back())
                && is_blank(rest[start + found.len()..].chars().next())
        };
        // `black moves` at the end of a piece list is its side to move. Only such a word is worth the look at all letters.
        let is_moves =
            |found: &(usize, &str)| is_word(found) && !(is_at_end(&rest[found.0..]) && is_piece_list(rest));
        match rest.match_indices("moves").find(is_moves) {
            Some((start, found)) => {
                Self { beginning: rest[..start].trim_end(), at, moves: &rest[start + found.len()..] }
            }
            None => Self { beginning: rest, at, moves: "" },
        }
    }
}

/// Returns whether a text begins as a piece list of some game.
fn is_piece_list(text: &str) -> bool {
    Game::ALL.iter().any(|game| PieceList::begins(game, text))
}

/// Returns whether a part of a piece list ends after the word at the start of a text.
fn is_at_end(text: &str) -> bool {
    let rest = text.trim_start_matches(char::is_alphabetic).trim_start();
    rest.is_empty() || rest.starts_with(';') || rest.split_whitespace().next() == Some("moves")
}

/// Returns the location of the first character of an argument.
fn first_of(name: &str) -> Location {
    Location { file: name.to_owned(), line: 1, column: 1 }
}

fn is_start(text: &str) -> bool {
    matches!(text.trim_end(), "start" | "startpos")
}

/// Plays the moves in a text that begins at `location`.
fn played(
    position: Position,
    text: &str,
    location: &Location,
    letters: &Letters,
) -> Result<Position, Diagnostic> {
    let moves = moves_of(position.clone(), text, location, letters)?;
    Ok(moves.into_iter().fold(position, |position, m| position.play_unchecked(m)))
}

/// Returns the moves in a text that begins at `location`.
fn moves_of(
    mut position: Position,
    text: &str,
    location: &Location,
    letters: &Letters,
) -> Result<Vec<Move>, Diagnostic> {
    let (mut rest, mut moves) = (text, Vec::new());
    loop {
        rest = rest.trim_start();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if length == 0 {
            return Ok(moves);
        }
        let word = &rest[..length];
        let bare = MoveText::without_number(word);
        let offset = text.len() - rest.len() + (word.len() - bare.len());
        rest = &rest[length..];
        if bare.is_empty() {
            continue;
        }
        let fault = |message, code: &'static str| Diagnostic {
            message,
            code: code.into(),
            location: location.clone().after(text, offset),
            text: text.to_owned(),
        };
        let written = MoveText::parse(bare.as_bytes(), letters);
        let written = written.map_err(|error| fault(format!("{bare}: {error}"), error.code()))?;
        let m = written.resolve(&position).map_err(|error| {
            let letters = &Letters::ENGLISH;
            let nearest = written.nearest(&position).into_iter();
            let nearest: Vec<String> =
                nearest.map(|m| San { position: &position, m, letters }.to_string()).collect();
            let nearest = match nearest.is_empty() {
                true => String::new(),
                false => format!("; nearest legal moves: {}", nearest.join(", ")),
            };
            fault(format!("{bare}: {error}{nearest}"), error.code())
        })?;
        position = position.play_unchecked(m);
        moves.push(m);
    }
}

/// Returns the position that a text names: `start`, `startpos` or a FEN. The text begins at `location`.
///
/// # Errors
///
/// If the text cannot be parsed, or the position is illegal. The diagnostic shows the text alone; a caller that has the
/// whole line sets that.
pub fn from_text(game: Game, form: FenForm, text: &str, location: Location) -> Result<Position, Diagnostic> {
    if is_start(text) {
        return Ok(Position::start(game));
    }
    legal(setup_from_text(game, form, text, location.clone())?, Kings::Required, text, location)
}

/// Returns the position of a setup parsed from a text.
fn legal(setup: Setup, kings: Kings, text: &str, location: Location) -> Result<Position, Diagnostic> {
    let game = setup.game;
    setup.into_position_with(kings).map_err(|faults| Diagnostic {
        message: format!("not a legal position of {}: {}", game.title, FaultList(&game, &faults)),
        code: faults.to_string().into(),
        location,
        text: text.to_owned(),
    })
}

fn setup_from_text(game: Game, form: FenForm, text: &str, location: Location) -> Result<Setup, Diagnostic> {
    Setup::from_fen_in(game, text, form).map_err(|error| Diagnostic {
        message: error.kind.to_string(),
        code: error.kind.code().into(),
        location: location.after(text, error.offset),
        text: text.to_owned(),
    })
}
