//! POSITION: where something begins, as it stands in an argument, a table or a file. Plays moves; draws nothing.
//!
//! ```text
//! position = [ "position" ] ( "start" | "startpos" | [ "fen" ] FEN ) [ "moves" { move } ]
//! ```
//!
//! Moves are written in any notation with English letters, and may have their numbers.

use std::fmt;

use crate::records::{Item, Record};
use hexmate_batch::terminal::one_line;
use hexmate_games::validate::{CheckedGame, GameText};
use hexmate_position::{Dialect, FaultList, Letters, MoveText, San};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::Statement;
use hexmate_report::{Diagnostic, Location};

/// How a position is read.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The game asked for; else what the file says, else Glinski's.
    pub asked: Option<Game>,
    /// The order of the cells in a FEN.
    pub order: Dialect,
    /// Moves to play there, in words or several in one.
    pub moves: &'a [String],
}

/// A position of a file, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// What the file calls it, else the line where it stands.
    pub name: String,
    /// The position.
    pub position: Position,
}

impl Origin<'_> {
    fn game(&self) -> Game {
        self.asked.unwrap_or_default()
    }

    /// The position that an argument names, after the moves.
    ///
    /// # Errors
    ///
    /// If it names none, or one that breaks the rules, or a move is none; shows where.
    pub fn argument(&self, text: &str) -> Result<Position, Diagnostic> {
        let Argument { beginning, at, moves } = Argument::of(text);
        let whole = |fault| argument_fault(fault, text);
        let here = first_of("POSITION").after(text, at);
        let position = from_text(self.game(), self.order, beginning, here).map_err(whole)?;
        let there = first_of("POSITION").after(text, text.len() - moves.len());
        self.moved(played(position, moves, &there).map_err(whole)?)
    }

    /// The pieces and the legend that an argument names, legal or not; legal if moves are played there.
    ///
    /// # Errors
    ///
    /// As [`Origin::argument`].
    pub fn setup(&self, text: &str) -> Result<Setup, Diagnostic> {
        let Argument { beginning, at, moves } = Argument::of(text);
        if is_start(beginning) || !moves.is_empty() || self.has_moves() {
            return Ok(Setup::from(&self.argument(text)?));
        }
        let location = first_of("POSITION").after(text, at);
        let setup = setup_from_text(self.game(), self.order, beginning, location);
        setup.map_err(|fault| argument_fault(fault, text))
    }

    /// Whether moves are to be played.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// A setup after the moves; without any it stays as it is, legal or not.
    ///
    /// # Errors
    ///
    /// If there are moves and it breaks the rules, or one is no move.
    pub fn after(&self, setup: Setup) -> Result<Setup, Diagnostic> {
        if !self.has_moves() {
            return Ok(setup);
        }
        let position = legal(setup, &self.moves.join(" "), first_of("--moves"))?;
        Ok(Setup::from(&self.moved(position)?))
    }

    fn moved(&self, position: Position) -> Result<Position, Diagnostic> {
        played(position, &self.moves.join(" "), &first_of("--moves"))
    }

    /// The position of a record, after the moves: of a game its last one. `None` for what is no record.
    ///
    /// # Errors
    ///
    /// If it has none; says where.
    pub fn record(&self, record: &Record) -> Option<Result<Named, String>> {
        let found = match &record.item {
            Item::Statement(statement) => {
                self.statement(statement).map_err(|message| (statement.place(), message))
            }
            Item::Game(game) => self.end_of(game),
            Item::Stray(_) => return None,
            Item::Nothing(content) => Err(("1".to_owned(), format!("no position in this file: {content}"))),
        };
        let found = found.map_err(|(place, message)| {
            one_line(&format!("{}:{place}: {message}", record.file)).into_owned()
        });
        Some(found.and_then(|(name, position)| {
            let position = self.moved(position).map_err(|fault| format!("{}: {fault}", one_line(&name)))?;
            Ok(Named { name, position })
        }))
    }

    fn statement(&self, statement: &Statement) -> Result<(String, Position), String> {
        let game = statement.game(self.asked).map_err(|error| error.to_string())?;
        if let Some(fault) = &statement.fault {
            return Err(fault.to_string());
        }
        let setup = statement.setup(game).map_err(|error| error.kind.to_string())?;
        let position = setup.into_position().map_err(|faults| FaultList(&game, &faults).to_string())?;
        let name = Some(statement.id.clone()).filter(|id| !id.is_empty());
        Ok((name.unwrap_or_else(|| format!("line {}", statement.line)), position))
    }

    /// The last position of a game, or a place and what is wrong there.
    fn end_of(&self, text: &GameText) -> Result<(String, Position), (String, String)> {
        let at_line = |message: &dyn fmt::Display| (text.place.line.to_string(), message.to_string());
        let game = text.game(self.asked).map_err(|error| at_line(&error))?;
        let checked = CheckedGame::of(game, text);
        if let Some(fault) = checked.fault {
            return Err((fault.place.to_string(), fault.kind.to_string()));
        }
        let position = checked.position.ok_or_else(|| at_line(&"no position"))?;
        let name = Some(text.name()).filter(|name| !name.is_empty());
        Ok((name.unwrap_or_else(|| format!("line {}", text.place.line)), position))
    }
}

/// A fault of an argument, which is shown whole; a word that is no FEN may be meant as a file.
fn argument_fault(fault: Diagnostic, text: &str) -> Diagnostic {
    let message = match text.contains('/') || is_start(Argument::of(text).beginning) {
        true => fault.message,
        false => format!("neither a file nor a position: {}", fault.message),
    };
    Diagnostic { message, text: text.to_owned(), ..fault }
}

/// An argument taken apart.
struct Argument<'t> {
    /// `start`, `startpos` or a FEN.
    beginning: &'t str,
    /// Where that begins.
    at: usize,
    /// What follows `moves`, up to the end of the text.
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
        match rest.match_indices("moves").find(is_word) {
            Some((start, found)) => {
                Self { beginning: rest[..start].trim_end(), at, moves: &rest[start + found.len()..] }
            }
            None => Self { beginning: rest, at, moves: "" },
        }
    }
}

/// Where an argument with this name begins.
fn first_of(name: &str) -> Location {
    Location { file: name.to_owned(), line: 1, column: 1 }
}

fn is_start(text: &str) -> bool {
    matches!(text.trim_end(), "start" | "startpos")
}

/// The position after moves in words, which begin at `location`.
fn played(mut position: Position, text: &str, location: &Location) -> Result<Position, Diagnostic> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if length == 0 {
            return Ok(position);
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
        let written = MoveText::parse(bare.as_bytes(), &Letters::ENGLISH);
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
    }
}

/// The position that a text names, which begins at `location`.
///
/// The diagnostic shows the text alone; who knows the whole line puts that in.
///
/// # Errors
///
/// If it names none, or one that breaks the rules; shows where.
pub fn from_text(game: Game, order: Dialect, text: &str, location: Location) -> Result<Position, Diagnostic> {
    if is_start(text) {
        return Ok(Position::start(game));
    }
    legal(setup_from_text(game, order, text, location.clone())?, text, location)
}

/// The position of a setup that a text names.
fn legal(setup: Setup, text: &str, location: Location) -> Result<Position, Diagnostic> {
    let game = setup.game;
    setup.into_position().map_err(|faults| Diagnostic {
        message: format!("no position of {}: {}", game.title, FaultList(&game, &faults)),
        code: faults.to_string().into(),
        location,
        text: text.to_owned(),
    })
}

fn setup_from_text(game: Game, order: Dialect, text: &str, location: Location) -> Result<Setup, Diagnostic> {
    Setup::from_fen_in(game, text, order).map_err(|error| Diagnostic {
        message: error.kind.to_string(),
        code: error.kind.code().into(),
        location: location.after(text, error.offset),
        text: text.to_owned(),
    })
}
