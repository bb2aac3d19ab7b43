//! The class `GameReader`: reads games one after the other and validates them on many threads.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hexmate_batch::ItemSource;
use hexmate_batch::files::{Encoding, FileError};
use hexmate_games::validate::ReadOptions;
use hexmate_tasks::records::{Record, Records};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::either_letters;
use crate::files::{Source, fen_form, input_options, os_error};
use crate::game::{GameLike, one_of};
use crate::record::{GameRecord, Reading};
use crate::table;

/// Maximum number of games read before the first of them is returned.
const CHUNK: usize = 128;

/// An iterator over the games of a file; see `read_games`.
#[pyclass(module = "hexmate")]
pub struct GameReader {
    records: Mutex<Records>,
    reading: Reading,
    ready: VecDeque<GameRecord>,
    /// Read error, raised after the games before it.
    failure: Option<FileError>,
    /// Encoding assumed for a file that is not UTF-8.
    assumed: Arc<OnceLock<Encoding>>,
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
        let reading = self.reading;
        let validated = |record| GameRecord::validated(record, reading);
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
        self.next_game(py)
    }

    /// Name of the encoding that was assumed because the file is not UTF-8; None otherwise, or before the first game.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.assumed.get().map(|encoding| encoding.name())
    }

    /// Returns an iterator over the remaining games as dictionaries; see `GameRecord.to_row`.
    ///
    /// >>> import hexmate, io
    /// >>> text = '[White "Ann"]\n[Black "Bob"]\n\n1. Ndf4 e6 1-0\n'
    /// >>> for row in hexmate.read_games(io.StringIO(text)).rows():
    /// ...     print(row["white"], row["black"], row["result"], row["moves"], row["sans"])
    /// Ann Bob 1-0 ['d1f4', 'e7e6'] ['Ndf4', 'e6']
    fn rows<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let row = py.get_type::<GameRecord>().getattr("to_row")?;
        py.import("builtins")?.getattr("map")?.call1((row, this))
    }

    /// Returns the remaining games as a `pyarrow.Table`, for pandas and polars; its columns are those of `rows`.
    ///
    /// Needs pyarrow: `pip install 'hexmate[arrow]'`.
    fn table<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let arrow = table::arrow(py)?;
        let mut rows = Vec::new();
        while let Some(game) = self.next_game(py)? {
            rows.push(game.game_row());
        }
        table::of_rows(&arrow, table::GAMES, &rows)
    }
}

impl GameReader {
    fn next_game(&mut self, py: Python<'_>) -> PyResult<Option<GameRecord>> {
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
/// record names its own. `language` is that of the piece letters; by default it is detected. `variant` and `letters` are
/// other names of these two, as on the command line. `encoding`, such as `"cp1250"` or `"koi8-r"`, is that of bytes that are not UTF-8;
/// by default it is guessed. `from_fen` and `files`, such as `"fairy"` and `"a-k"`, are the order of cells in FENs and the names of
/// cells, as on the command line. `comments=False` skips comments, NAGs and variations.
///
/// >>> import hexmate, io
/// >>> text = "1. Ndf4 e6 *\n\n[White \"Ann\"]\n\n1. Ndf4 e6 2. Nf9 *\n"
/// >>> for game in hexmate.read_games(io.StringIO(text)):
/// ...     print(game.number, game.line, game.status, game.fault)
/// 1 1 ok None
/// 2 3 illegal 5:15: no knight can go to f9 [no-such-move]
#[expect(clippy::too_many_arguments, reason = "each is an option by its name")]
#[pyfunction]
#[pyo3(signature = (
    source, *, game = None, variant = None, language = None, letters = None, encoding = None, from_fen = None,
    files = None, comments = true,
))]
pub fn read_games(
    source: Source,
    game: Option<GameLike>,
    variant: Option<GameLike>,
    language: Option<&str>,
    letters: Option<&str>,
    encoding: Option<&str>,
    from_fen: Option<&str>,
    files: Option<&str>,
    comments: bool,
) -> PyResult<GameReader> {
    let variant = one_of(game, variant)?.map(GameLike::game).transpose()?;
    let letters = either_letters(language, letters)?;
    let assumed = Arc::new(OnceLock::new());
    let found = Arc::clone(&assumed);
    let options = input_options(encoding)?.on_assumption(move |assumed| {
        let _ = found.set(assumed.encoding);
    });
    let form = fen_form(from_fen, files)?;
    let options_of_games = ReadOptions { letters, ..ReadOptions::default() };
    let reading = Reading { variant, options: options_of_games, form, has_comments: comments };
    let records = source.records().map_err(os_error)?.with_texts().with_options(options).with_fen_form(form);
    let records = if comments { records.with_comments() } else { records };
    let (records, ready) = (Mutex::new(records), VecDeque::new());
    Ok(GameReader { records, reading, ready, failure: None, assumed })
}
