//! The class `GameReader`: reads games one after the other and validates them on many threads.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use hexmate_batch::ItemSource;
use hexmate_batch::files::FileError;
use hexmate_games::validate::ReadOptions;
use hexmate_tasks::records::{Record, Records};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::letters_of;
use crate::files::{Source, os_error};
use crate::game::GameLike;
use crate::record::GameRecord;

/// Maximum number of games read before the first of them is returned.
const CHUNK: usize = 128;

/// An iterator over the games of a file; see `read_games`.
#[pyclass(module = "hexmate")]
pub struct GameReader {
    records: Mutex<Records>,
    variant: Option<hexmate_position::Game>,
    reading: ReadOptions,
    ready: VecDeque<GameRecord>,
    /// Read error, raised after the games before it.
    failure: Option<FileError>,
}

impl GameReader {
    /// Reads and validates the games that are available without waiting, and at least one.
    fn read(&mut self) {
        let mut records: Vec<Record> = Vec::new();
        let source = self.records.get_mut().unwrap_or_else(PoisonError::into_inner);
        while records.is_empty() || records.len() < CHUNK && source.is_ready() {
            match source.next() {
                Some(Ok(record)) => records.push(record),
                Some(Err(error)) => {
                    self.failure = Some(error);
                    break;
                }
                None => break,
            }
        }
        let (variant, reading) = (self.variant, self.reading);
        let validated = |record| GameRecord::validated(record, variant, reading);
        let validated: Vec<GameRecord> = match records.len() {
            0..4 => records.into_iter().map(validated).collect(),
            _ => records.into_par_iter().map(validated).collect(),
        };
        self.ready.extend(validated);
    }
}

#[pymethods]
impl GameReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<GameRecord>> {
        if self.ready.is_empty() && self.failure.is_none() {
            py.detach(|| self.read());
        }
        match (self.ready.pop_front(), self.failure.take_if(|_| self.ready.is_empty())) {
            (Some(game), failure) => {
                self.failure = failure;
                Ok(Some(game))
            }
            (None, Some(failure)) => Err(os_error(failure)),
            (None, None) => Ok(None),
        }
    }
}

/// Reads the games of a file, or of an object with a method `read`, one after the other.
///
/// The formats PGN, CSV, JSON Lines and lists of UCI moves are detected, and gzip and zstd are decompressed. Faulty
/// games are returned with their fault and do not stop the reader. `game` is the game of all records; by default each
/// record names its own. `language` is that of the piece letters; by default it is detected. `comments=False` skips
/// comments, glyphs and variations.
///
/// >>> import hexmate, io
/// >>> text = "1. Ndf4 e6 *\n\n[White \"Ann\"]\n\n1. Ndf4 e6 2. Nf9 *\n"
/// >>> for game in hexmate.read_games(io.StringIO(text)):
/// ...     print(game.number, game.line, game.status, game.fault)
/// 1 1 ok None
/// 2 3 illegal 5:15: no knight can go to f9 [no-such-move]
#[pyfunction]
#[pyo3(signature = (source, *, game = None, language = None, comments = true))]
pub fn read_games(
    source: Source,
    game: Option<GameLike>,
    language: Option<&str>,
    comments: bool,
) -> PyResult<GameReader> {
    let variant = game.map(GameLike::game).transpose()?;
    let letters = language.map(letters_of).transpose()?;
    let reading = ReadOptions { letters, ..ReadOptions::default() };
    let records = source.records().map_err(os_error)?.with_texts();
    let records = if comments { records.with_comments() } else { records };
    Ok(GameReader { records: Mutex::new(records), variant, reading, ready: VecDeque::new(), failure: None })
}
