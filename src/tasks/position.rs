//! POSITION: `start` or a FEN, as it stands in an argument or a table.

use crate::game::{Game, Position, Setup};
use crate::notation::FaultList;
use crate::report::{Diagnostic, Location};

/// The position that an argument names.
///
/// # Errors
///
/// If it names none, or one that breaks the rules; shows where.
pub fn from_argument(game: Game, text: &str) -> Result<Position, Diagnostic> {
    let location = Location { file: "POSITION".to_owned(), line: 1, column: 1 };
    from_text(game, text, location).map_err(|fault| Diagnostic { text: text.to_owned(), ..fault })
}

/// The men and the legend that an argument names, legal or not.
///
/// # Errors
///
/// If it names none; shows where.
pub fn setup_from_argument(game: Game, text: &str) -> Result<Setup, Diagnostic> {
    if text == "start" {
        return Ok(Setup::from(&Position::start(game)));
    }
    let location = Location { file: "POSITION".to_owned(), line: 1, column: 1 };
    setup_from_text(game, text, location)
}

/// The position that a text names, which begins at `location`.
///
/// The diagnostic shows the text alone; who knows the whole line puts that in.
///
/// # Errors
///
/// If it names none, or one that breaks the rules; shows where.
pub fn from_text(game: Game, text: &str, location: Location) -> Result<Position, Diagnostic> {
    if text == "start" {
        return Ok(Position::start(game));
    }
    let setup = setup_from_text(game, text, location.clone())?;
    setup.into_position().map_err(|faults| Diagnostic {
        message: format!("no position of {}: {}", game.title, FaultList(&game, &faults)),
        code: faults.to_string().into(),
        location,
        text: text.to_owned(),
    })
}

fn setup_from_text(game: Game, text: &str, location: Location) -> Result<Setup, Diagnostic> {
    Setup::from_fen(game, text.as_bytes()).map_err(|error| Diagnostic {
        message: error.kind.to_string(),
        code: error.kind.code().into(),
        location: location.after(text, error.offset),
        text: text.to_owned(),
    })
}
