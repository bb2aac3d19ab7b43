//! `solve_many` and `validate_many`: tasks of the library for items of a Python iterator.

use std::io::Cursor;

use hexmate_batch as batch;
use hexmate_batch::digest::Digest;
use hexmate_batch::files::InputOptions;
use hexmate_batch::{Panicked, StopFlag, Task, WorkItem};
use hexmate_core::mate::Scope;
use hexmate_games::validate::ReadOptions;
use hexmate_position::FenForm;
use hexmate_report::{Hidden, SolveRecord, json_object};
use hexmate_tasks::records::Records;
use hexmate_tasks::{EndingTables, Solve, Solved, Validate};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::Value;

use crate::board::Board;
use crate::bulk::Rows;
use crate::counts::threads;
use crate::errors::{expected, with_message_in_python};
use crate::files::{fen_form, input_options, utf_8};
use crate::game::{GameLike, one_of};
use crate::solve::SolveArguments;
use crate::statement::{of_any, record};
use crate::table;

/// Solves many problems on many threads and returns an iterator over rows of the report, in the order of the problems.
///
/// Each item is a board, a FEN, a line of EPD, a dictionary as from `read_problems`, or a pair of one of
/// these and a stipulation, which replaces that of the item. `stipulation` is the default for items without one. An item
/// that is not a problem results in a row with a message. `from_fen` is the order of cells in FENs, such as `"file-up"`. Items are read only as needed, so the iterator may be infinite.
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
    seconds = None, memory = None, threads = None, from_fen = None,
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
    from_fen: Option<&str>,
) -> PyResult<Rows> {
    let threads = self::threads(threads)?;
    let scope = Scope { set_play, variations, ..Scope::KEYS };
    let options = SolveArguments { tries, scope, nodes, seconds, memory }.options()?;
    let stop = StopFlag::default();
    let task = Solve::new(options, EndingTables::new(None), threads, stop.clone());
    let form = fen_form(from_fen, None)?;
    let read = move |number, item: &Bound<'_, PyAny>| {
        let mut statement = of_any(item, form)?;
        if let Some(default) = stipulation.as_deref().filter(|_| statement.stipulation.is_empty()) {
            default.clone_into(&mut statement.stipulation);
        }
        Ok(record(number, statement))
    };
    Rows::new(problems, threads, stop, task, read, rows, table::SOLVED)
}

/// Returns the rows of a problem and of its twins, with their solution trees.
fn rows(solved: Solved) -> Vec<Value> {
    let rows = SolveRecord::all(solved, Hidden::default());
    rows.iter().map(json_object).map(with_message_in_python).collect()
}

/// Validates many texts on many threads and returns an iterator over rows of the report, in the order of the texts.
///
/// Each item is a board, or the text of a file: games in PGN, FENs, lines of EPD. Every record has a row, in which
/// `file` is the number of the item, from 0. `variant` is another name of `game`. `encoding` is that of bytes that are
/// not UTF-8; by default it is guessed. `from_fen` is the order of cells in FENs, such as `"file-up"`.
///
/// >>> import hexmate
/// >>> games = ["1. Ndf4 e6 *", "1. Ndf4 e6 2. Nf9 *"]
/// >>> for row in hexmate.validate_many(games):
/// ...     print(row["file"], row["status"], row["plies"], row["code"], row["column"])
/// 0 ok 2  1
/// 1 illegal 2 no-such-move 15
#[pyfunction]
#[pyo3(signature = (texts, *, game = None, variant = None, encoding = None, threads = None, from_fen = None))]
pub fn validate_many(
    texts: &Bound<'_, PyAny>,
    game: Option<GameLike>,
    variant: Option<GameLike>,
    encoding: Option<&str>,
    threads: Option<usize>,
    from_fen: Option<&str>,
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
    let (task, form) = (ValidateTexts { each, options }, fen_form(from_fen, None)?);
    let text = move |number, item: &Bound<'_, PyAny>| self::text(number, item, form);
    Rows::new(texts, threads, StopFlag::default(), task, text, |rows| rows, table::CHECKED)
}

/// The content of a file.
struct Text {
    /// Number of the item, from 1.
    number: u64,
    bytes: Vec<u8>,
    /// Order of cells in its FENs, and names of cells.
    form: FenForm,
}

impl WorkItem for Text {
    fn name(&self) -> String {
        format!("item {}", self.number - 1)
    }

    fn identity(&self) -> Digest {
        let mut digest = Digest::of(&self.number.to_string());
        digest.add(&self.bytes);
        digest
    }

    fn hash(&self) -> u64 {
        self.identity().to_u64()
    }
}

fn text(number: u64, item: &Bound<'_, PyAny>, form: FenForm) -> PyResult<Text> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Text { number, bytes: utf_8(text)?, form });
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(Text { number, bytes: bytes.as_bytes().to_vec(), form });
    }
    if let Ok(board) = item.extract::<PyRef<'_, Board>>() {
        let setup = board.setup();
        let table = format!("variant,fen\n{},\"{}\"\n", setup.game.name, setup.to_fen());
        return Ok(Text { number, bytes: table.into_bytes(), form: FenForm::default() });
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

    fn work(&self, Text { number, bytes, form }: Text) -> Vec<Value> {
        let records = Records::from_reader(&(number - 1).to_string(), Cursor::new(bytes));
        // Reading from memory cannot fail.
        let records = records.with_options(self.options.clone()).with_fen_form(form).flatten();
        records.map(|record| with_message_in_python(json_object(&self.each.work(record).row))).collect()
    }

    fn panicked(&self, panic: &Panicked) -> Vec<Value> {
        vec![json_object(&self.each.panicked(panic).row)]
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}
