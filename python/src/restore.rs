//! Pickling of results: each has a private static method that creates it from plain values.

use std::fmt::Write;

use hexmate_batch::files::InputOptions;
use hexmate_games::validate::ReadOptions;
use hexmate_position::{Game, Letters, Position};
use hexmate_problems::Solved;
use hexmate_text::Place;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::Problem;
use crate::fault::{Fault, Parts};
use crate::files::fen_form;
use crate::game::GameLike;
use crate::mine::Puzzle;
use crate::moves::read_uci;
use crate::part::records;
use crate::record::{Content, GameRecord, Reading};
use crate::repair::Repair;
use crate::solve::Solution;

/// A function and its arguments, which create an equal object.
type Reduced<'py> = PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>;

/// Returns the method `_restored` of a class with its arguments.
fn restored<'py, T: PyTypeInfo>(
    py: Python<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> Reduced<'py> {
    Ok((py.get_type::<T>().getattr("_restored")?, arguments.into_pyobject(py)?))
}

/// Returns the error for a pickle that this version cannot read.
fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::new("HexmateError", "unreadable-pickle", format!("cannot read this pickle: {error}"))
}

fn game_of(name: &str) -> Result<Game, Problem> {
    GameLike::Name(name.to_owned()).game()
}

fn position_of(game: &str, fen: &str) -> Result<Position, Problem> {
    let game = game_of(game)?;
    Position::from_fen(game, fen).map_err(|error| Problem::fen(&game, &error))
}

#[pymethods]
impl Fault {
    #[staticmethod]
    #[pyo3(signature = (*parts))]
    fn _restored(parts: Parts) -> Self {
        Self::of_parts(parts)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        restored::<Self>(py, self.all_parts())
    }
}

#[pymethods]
impl Repair {
    #[staticmethod]
    fn _restored(
        outcome: String,
        text: Option<String>,
        changes: Vec<(usize, String, String, String)>,
        note: &str,
    ) -> Result<Self, Problem> {
        Ok(Self { outcome, text, changes, note: serde_json::from_str(note).map_err(unreadable)? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let Self { outcome, text, changes, note } = self;
        restored::<Self>(py, (outcome, text, changes.clone(), note.to_string()))
    }
}

#[pymethods]
impl Puzzle {
    #[staticmethod]
    fn _restored(
        game: &str,
        fen: &str,
        ply: usize,
        stipulation: String,
        key: &str,
        continuation: String,
    ) -> Result<Self, Problem> {
        let position = position_of(game, fen)?;
        let key = read_uci(position.game().shape, key)?;
        Ok(Self { ply, position, stipulation, key, continuation })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let Self { ply, position, stipulation, key, continuation } = self;
        let game = position.game();
        let key = hexmate_position::Uci(game.shape, *key).to_string();
        restored::<Self>(py, (game.name, position.to_fen(), *ply, stipulation, key, continuation))
    }
}

#[pymethods]
impl Solution {
    #[staticmethod]
    fn _restored(solved: &str, number: usize) -> Result<Self, Problem> {
        let solved: Solved = serde_json::from_str(solved).map_err(unreadable)?;
        Self::all(solved).into_iter().nth(number).ok_or_else(|| unreadable("it has no such solution"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let (solved, number) = self.source();
        restored::<Self>(py, (serde_json::to_string(solved).map_err(unreadable)?, number))
    }
}

/// Text of a record and its place: line, column and offset of its first byte.
type Text = (Vec<u8>, u64, u64, u64);

/// Names of the options with which a record was read: variant, letters, order of cells, names of cells, comments.
type Options = (Option<String>, Option<String>, String, Option<String>, bool);

impl Reading {
    fn names(self) -> Options {
        (
            self.variant.map(|game| game.name.to_owned()),
            self.options.letters.map(|letters| letters.name().to_lowercase()),
            self.form.order.name().to_owned(),
            self.form.cells.map(|cells| cells.name().to_owned()),
            self.has_comments,
        )
    }

    fn of_names((variant, letters, order, cells, has_comments): Options) -> Result<Self, Problem> {
        let letters = letters.map(|name| Letters::from_name(&name).ok_or_else(|| unreadable(name)));
        Ok(Self {
            variant: variant.map(|name| game_of(&name)).transpose()?,
            options: ReadOptions { letters: letters.transpose()?, ..ReadOptions::default() },
            form: fen_form(Some(&order), cells.as_deref())?,
            has_comments,
        })
    }
}

impl GameRecord {
    /// Returns a text that reads as this game, and its place.
    ///
    /// That of a PGN game is its own. Of a row of a table only tags, moves and result are written, at the place of the
    /// row.
    fn written(&self) -> Option<Text> {
        let (text, passage) = self.source()?;
        if !passage.bytes.is_empty() {
            let before = text.place.offset.saturating_sub(passage.start);
            let before = passage.bytes.get(..usize::try_from(before).ok()?)?;
            let lines = before.split(|&byte| byte == b'\n').count() as u64 - 1;
            return Some((passage.bytes.clone(), text.place.line.saturating_sub(lines), 1, passage.start));
        }
        let quoted =
            |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        let mut written = String::new();
        for tag in text.tags.iter() {
            let _ = writeln!(written, "[{} \"{}\"]", tag.name, quoted(tag.text));
        }
        written.push('\n');
        for word in text.words.iter() {
            written.push_str(word.text);
            written.push(' ');
        }
        written.push_str(&text.result.map_or_else(|| "*".to_owned(), |result| result.to_string()));
        Some((written.into_bytes(), text.place.line, text.place.column, text.place.offset))
    }
}

#[pymethods]
impl GameRecord {
    #[staticmethod]
    fn _restored(file: &str, number: u64, text: Text, options: Options) -> PyResult<Self> {
        let (bytes, line, column, offset) = text;
        let (place, reading) = (Place { line, column, offset }, Reading::of_names(options)?);
        let found = records(file, number, place, bytes, reading, &InputOptions::default())?;
        let game = found.into_iter().find(|record| !matches!(record.content, Content::Other(_)));
        let game = game.ok_or_else(|| unreadable("it has no game"))?;
        Ok(Self { number, ..game })
    }

    #[staticmethod]
    fn _restored_fault(file: &str, number: u64, fault: Parts, options: Options) -> Result<Self, Problem> {
        let content = Content::Other(Fault::of_parts(fault));
        Ok(Self { file: file.into(), number, content, reading: Reading::of_names(options)? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let options = self.reading.names();
        if let Content::Other(fault) = &self.content {
            let arguments = (&*self.file, self.number, fault.all_parts(), options).into_pyobject(py)?;
            return Ok((py.get_type::<Self>().getattr("_restored_fault")?, arguments));
        }
        let text = self.written().ok_or_else(|| unreadable("it has no text"))?;
        restored::<Self>(py, (&*self.file, self.number, text, options))
    }
}
