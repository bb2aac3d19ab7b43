//! POSITION: `start` or a FEN, as it stands in an argument or a table.

use crate::notation::FaultList;
use crate::rules::{Position, Setup, Variant};

use crate::report::{Diagnostic, Location};

/// The position that an argument names.
///
/// # Errors
///
/// If it names none, or one that breaks the rules; shows where.
pub fn from_argument<V: Variant>(text: &str) -> Result<Position<V>, Diagnostic> {
    let location = Location { file: "POSITION".to_owned(), line: 1, column: 1 };
    from_text(text, location).map_err(|fault| Diagnostic { text: text.to_owned(), ..fault })
}

/// The men and the legend that an argument names, legal or not.
///
/// # Errors
///
/// If it names none; shows where.
pub fn setup_from_argument<V: Variant>(text: &str) -> Result<Setup<V>, Diagnostic> {
    if text == "start" {
        return Ok(Setup::from(&Position::start()));
    }
    let location = Location { file: "POSITION".to_owned(), line: 1, column: 1 };
    setup_from_text(text, location)
}

/// The position that a text names, which begins at `location`.
///
/// The diagnostic shows the text alone; who knows the whole line puts that in.
///
/// # Errors
///
/// If it names none, or one that breaks the rules; shows where.
pub fn from_text<V: Variant>(text: &str, location: Location) -> Result<Position<V>, Diagnostic> {
    if text == "start" {
        return Ok(Position::start());
    }
    let setup = setup_from_text(text, location.clone())?;
    setup.into_position().map_err(|faults| Diagnostic {
        message: format!("no position of {}: {}", V::TITLE, FaultList(&faults)),
        code: faults.to_string().into(),
        location,
        text: text.to_owned(),
    })
}

fn setup_from_text<V: Variant>(text: &str, location: Location) -> Result<Setup<V>, Diagnostic> {
    Setup::from_fen(text.as_bytes()).map_err(|error| Diagnostic {
        message: error.kind.to_string(),
        code: error.kind.code().into(),
        location: location.after(text, error.offset),
        text: text.to_owned(),
    })
}
