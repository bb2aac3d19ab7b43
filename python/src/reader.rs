//! Files of games, read one after the other and judged on many threads. Judges nothing itself.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use hexmate_batch::ItemSource;
use hexmate_batch::files::FileError;
use hexmate_games::validate::ReadOptions;
use hexmate_tasks::records::{Record, Records};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::letters_of;
use crate::files::{Source, failed};
use crate::game::GameLike;
use crate::record::GameRecord;

/// The most games that are read before the first of them is told.
const CHUNK: usize = 128;

/// The games of a file; see `read_games`.
#[pyclass(module = "hexmate")]
pub struct GameReader {
    records: Mutex<Records>,
    asked: Option<hexmate_position::Game>,
    reading: ReadOptions,
    ready: VecDeque<GameRecord>,
    /// What ends the file before its end.
    failure: Option<FileError>,
}

impl GameReader {
    /// Reads and judges what can be had without waiting for anybody, and one game at least.
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
        let (asked, reading) = (self.asked, self.reading);
        let judged = |record| GameRecord::judged(record, asked, reading);
        let judged: Vec<GameRecord> = match records.len() {
            0..4 => records.into_iter().map(judged).collect(),
            _ => records.into_par_iter().map(judged).collect(),
        };
        self.ready.extend(judged);
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
            (None, Some(failure)) => Err(failed(failure)),
            (None, None) => Ok(None),
        }
    }
}

/// Reads the games of a file, or of what has a method `read`, one after the other.
///
/// PGN, CSV, JSON Lines and lists of UCI moves are told apart by their content; gzip and zstd are seen through.
/// Every game is there, each with its diagnosis: nothing that is wrong with one ends the reading. `game` is the
/// game that all are of, else each says it; `language` is that of the letters, else it is guessed; without
/// `comments`, these, glyphs and variations are passed over.
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
    let asked = game.map(GameLike::game).transpose()?;
    let letters = language.map(letters_of).transpose()?;
    let reading = ReadOptions { letters, ..ReadOptions::default() };
    let records = source.records().map_err(failed)?.with_texts();
    let records = if comments { records.with_comments() } else { records };
    Ok(GameReader { records: Mutex::new(records), asked, reading, ready: VecDeque::new(), failure: None })
}
