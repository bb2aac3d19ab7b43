//! Games of `hexmate.pgn`: PGN text that is part of an open file.

use std::io::Cursor;

use hexmate_batch::files::{Input, InputOptions};
use hexmate_games::pgn::{EventKind, Reader};
use hexmate_games::validate::ReadOptions;
use hexmate_position::FenForm;
use hexmate_tasks::records::{Content, Records};
use hexmate_text::Place;
use pyo3::prelude::*;

use crate::board::either_letters;
use crate::files::{input_options, os_error};
use crate::game::GameLike;
use crate::record::{GameRecord, Reading};

/// Returns the offset in bytes at which the first game of a PGN text ends; None if it may go on after the text.
#[pyfunction]
pub fn game_end(text: &[u8]) -> Option<usize> {
    let mut reader = Reader::new(text);
    loop {
        // Reading from memory cannot fail.
        let event = reader.next_event().ok()??;
        let (kind, place) = (event.kind, event.place);
        if matches!(kind, EventKind::GameEnd) {
            let end = usize::try_from(reader.place().offset).ok()?;
            return (place.offset < text.len() as u64).then_some(end);
        }
    }
}

/// Returns True if the beginning of a file is that of a PGN file, or of a file without a recognisable form.
#[pyfunction]
pub fn is_pgn(beginning: &[u8]) -> PyResult<bool> {
    let input = Input::from_reader("", Box::new(Cursor::new(beginning.to_vec())), &InputOptions::default());
    let content = Content::of_input(&mut input.map_err(os_error)?).map_err(os_error)?;
    Ok(matches!(content, Content::Games | Content::Empty | Content::Unknown))
}

/// Reads the games of a PGN text that begins at a place of a file: `line` from 1, `offset` in bytes.
#[expect(clippy::too_many_arguments, reason = "each is an option by its name")]
#[pyfunction]
#[pyo3(signature = (text, *, file, number = 1, line = 1, offset = 0, variant = None, letters = None, encoding = None))]
pub fn read_part(
    text: &[u8],
    file: &str,
    number: u64,
    line: u64,
    offset: u64,
    variant: Option<GameLike>,
    letters: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Vec<GameRecord>> {
    let reading = Reading {
        variant: variant.map(GameLike::game).transpose()?,
        options: ReadOptions { letters: either_letters(None, letters)?, ..ReadOptions::default() },
        form: FenForm::default(),
        has_comments: true,
    };
    let place = Place { line, offset, ..Place::START };
    records(file, number, place, text.to_vec(), reading, &input_options(encoding)?)
}

/// Reads the games of a PGN text that begins at a place of a file; the first has this number.
pub fn records(
    file: &str,
    number: u64,
    place: Place,
    text: Vec<u8>,
    reading: Reading,
    options: &InputOptions,
) -> PyResult<Vec<GameRecord>> {
    let records = Records::from_reader(file, Cursor::new(text)).starting_at(place).with_texts();
    let records = records.with_options(options.clone()).with_fen_form(reading.form);
    let records = if reading.has_comments { records.with_comments() } else { records };
    let validated = |(number, record): (u64, Result<_, _>)| {
        let record = GameRecord::validated(record.map_err(os_error)?, reading);
        Ok(GameRecord { number, ..record })
    };
    (number..).zip(records).map(validated).collect()
}
