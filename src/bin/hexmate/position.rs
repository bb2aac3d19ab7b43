//! POSITION: `start` or a FEN, as it stands in an argument or a table.

use hexmate::notation::FaultList;
use hexmate::rules::{Position, Setup, Variant};

use crate::diagnostic::{Diagnostic, Place};

/// The position that an argument names.
pub fn from_argument<V: Variant>(text: &str) -> Result<Position<V>, Diagnostic> {
    let place = Place { file: "POSITION".to_owned(), line: 1, column: 1 };
    from_text(text, place).map_err(|fault| Diagnostic { text: text.to_owned(), ..fault })
}

/// The men and the legend that an argument names, legal or not.
pub fn setup_from_argument<V: Variant>(text: &str) -> Result<Setup<V>, Diagnostic> {
    if text == "start" {
        return Ok(Setup::from(&Position::start()));
    }
    let place = Place { file: "POSITION".to_owned(), line: 1, column: 1 };
    setup_from_text(text, place)
}

/// The position that a text names, which begins at `place`.
///
/// The diagnostic shows the text alone; who knows the whole line puts that in.
pub fn from_text<V: Variant>(text: &str, place: Place) -> Result<Position<V>, Diagnostic> {
    if text == "start" {
        return Ok(Position::start());
    }
    let setup = setup_from_text(text, place.clone())?;
    setup.into_position().map_err(|faults| Diagnostic {
        message: format!("no position of {}: {}", V::TITLE, FaultList(&faults)),
        code: faults.to_string().into(),
        place,
        text: text.to_owned(),
    })
}

fn setup_from_text<V: Variant>(text: &str, place: Place) -> Result<Setup<V>, Diagnostic> {
    Setup::from_fen(text.as_bytes()).map_err(|error| Diagnostic {
        message: error.kind.to_string(),
        code: error.kind.code().into(),
        place: place.after(text, error.offset),
        text: text.to_owned(),
    })
}
