//! `solve_many` and `validate_many`: tasks of the library for items of a Python iterator.

use std::io::Cursor;

use hexmate_batch as batch;
use hexmate_batch::digest::Digest;
use hexmate_batch::files::InputOptions;
use hexmate_batch::{Panicked, StopFlag, Task, WorkItem};
use hexmate_core::mate::Scope;
use hexmate_games::validate::ReadOptions;
use hexmate_report::{Hidden, SolveRecord, json_object};
use hexmate_tasks::records::Records;
use hexmate_tasks::{EndingTables, Solve, Solved, Validate};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::Value;

use crate::board::Board;
use crate::bulk::Rows;
use crate::counts::threads;
use crate::errors::expected;
use crate::files::{input_options, utf_8};
use crate::game::{GameLike, one_of};
use crate::solve::SolveArguments;
use crate::statement::{of_any, record};
use crate::table;

/// Solves many problems on many threads and returns an iterator over rows of the report, in the order of the problems.
///
/// Each item is a board, a FEN, a line of EPD, a dictionary as from `read_problems`, or a pair of one of
/// these and a stipulation. `stipulation` is the default for items without one. An item that is not a problem
/// results in a row with a message. Items are read only as needed, so the iterator may be infinite.
///
/// >>> import hexmate
/// >>> fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"
/// >>> for row in hexmate.solve_many([fen, "1/3/5 w"], "#2"):
/// ...     print(row["status"], row["keys"], row["message"][:17] or "-")
/// SOUND ['Qe10+'] -
/// BAD_INPUT None item 1:1:1: board
#[pyfunction]
#[pyo3(signature = (
    problems, stipulation = None, *, tries = 0, set_play = false, variations = false, nodes = None,
    seconds = None, memory = None, threads = None,
))]
#[expect(clippy::too_many_arguments, reason = "each is an option by its name")]
pub fn solve_many(
    problems: &Bound<'_, PyAny>,
    stipulation: Option<String>,
    tries: u32,
    set_play: bool,
    variations: bool,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    threads: Option<usize>,
) -> PyResult<Rows> {
    let threads = self::threads(threads)?;
    let scope = Scope { set_play, variations, ..Scope::KEYS };
    let options = SolveArguments { tries, scope, nodes, seconds, memory }.options()?;
    let stop = StopFlag::default();
    let task = Solve::new(options, EndingTables::new(None), threads, stop.clone());
    let read = move |number, item: &Bound<'_, PyAny>| {
        of_any(item, stipulation.as_deref()).map(|statement| record(number, statement))
    };
    Rows::new(problems, threads, stop, task, read, rows, table::SOLVED)
}

/// Returns the rows of a problem and of its twins, with their solution trees.
fn rows(solved: Solved) -> Vec<Value> {
    SolveRecord::all(solved, Hidden::default()).iter().map(SolveRecord::to_object).collect()
}

/// Validates many texts on many threads and returns an iterator over rows of the report, in the order of the texts.
///
/// Each item is a board, or the text of a file: games in PGN, FENs, lines of EPD. Every record has a row, in which
/// `file` is the number of the item, from 0. `variant` is another name of `game`. `encoding` is that of bytes that are
/// not UTF-8; by default it is guessed.
///
/// >>> import hexmate
/// >>> games = ["1. Ndf4 e6 *", "1. Ndf4 e6 2. Nf9 *"]
/// >>> for row in hexmate.validate_many(games):
/// ...     print(row["file"], row["status"], row["plies"], row["code"], row["column"])
/// 0 ok 2  1
/// 1 illegal 2 no-such-move 15
#[pyfunction]
#[pyo3(signature = (texts, *, game = None, variant = None, encoding = None, threads = None))]
pub fn validate_many(
    texts: &Bound<'_, PyAny>,
    game: Option<GameLike>,
    variant: Option<GameLike>,
    encoding: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Rows> {
    let threads = self::threads(threads)?;
    let options = input_options(encoding)?;
    let asked = one_of(game, variant)?.map(GameLike::game).transpose()?;
    let each = Validate {
        game: asked,
        reading: ReadOptions::default(),
        has_variations: true,
        has_games: false,
        repair: None,
        endings: None,
    };
    let task = ValidateTexts { each, options };
    Rows::new(texts, threads, StopFlag::default(), task, text, |rows| rows, table::CHECKED)
}

/// The content of a file, with its number from 1.
struct Text(u64, Vec<u8>);

impl WorkItem for Text {
    fn name(&self) -> String {
        format!("item {}", self.0 - 1)
    }

    fn identity(&self) -> Digest {
        let mut digest = Digest::of(&self.0.to_string());
        digest.add(&self.1);
        digest
    }

    fn hash(&self) -> u64 {
        self.identity().to_u64()
    }
}

fn text(number: u64, item: &Bound<'_, PyAny>) -> PyResult<Text> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Text(number, utf_8(text)?));
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(Text(number, bytes.as_bytes().to_vec()));
    }
    if let Ok(board) = item.extract::<PyRef<'_, Board>>() {
        let setup = board.setup();
        let table = format!("variant,fen\n{},\"{}\"\n", setup.game.name, setup.to_fen());
        return Ok(Text(number, table.into_bytes()));
    }
    Err(expected("text, bytes or a Board", item))
}

/// Validates texts, record by record.
struct ValidateTexts {
    each: Validate,
    options: InputOptions,
}

impl Task for ValidateTexts {
    type Item = Text;
    type Output = Vec<Value>;

    fn work(&self, Text(number, bytes): Text) -> Vec<Value> {
        let records = Records::from_reader(&(number - 1).to_string(), Cursor::new(bytes));
        // Reading from memory cannot fail.
        let records = records.with_options(self.options.clone()).flatten();
        records.map(|record| json_object(&self.each.work(record).row)).collect()
    }

    fn panicked(&self, panic: &Panicked) -> Vec<Value> {
        vec![json_object(&self.each.panicked(panic).row)]
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}
