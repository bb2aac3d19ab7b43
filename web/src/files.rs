//! Files: records one after the other, their rows, and the outputs of a whole file.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hexmate_batch::Task;
use hexmate_batch::files::{FileError, InputOptions, is_compressed};
use hexmate_diagram::Marks;
use hexmate_games::repair::Acceptance;
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_position::{Dialect, FenForm, Position, Setup};
use hexmate_problems::{Solved, Statement};
use hexmate_report::recorded::WrittenGames;
use hexmate_report::{
    ChangeRow, CollectionForm, Hidden, InputColumns, SolveRecord, TableRow, ValidateRow, csv_header,
    csv_line, csv_row,
};
use hexmate_tasks::records::{Item, Passage, Record, Records};
use hexmate_tasks::{Checked, RepairOptions, Solve, Validate};
use hexmate_text::Place;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::board::Look;
use crate::collection::{form_name, form_of};
use crate::games::dialect;
use crate::problem::{Depth, solutions};
use crate::study::study;

/// Opens the kept bytes as a file.
#[derive(Deserialize, Debug)]
pub struct Open {
    name: String,
    /// Number of files that stay open; this one follows them.
    #[serde(default)]
    after: usize,
    /// `check`, `repair` or `solve`.
    how: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    depth: Depth,
    /// Number of records to skip: those that an earlier instance has worked on.
    #[serde(default)]
    skip: usize,
}

/// The part of a file that was worked on.
struct Done {
    /// Number of bytes read, which are blocks of many records.
    read: Arc<AtomicU64>,
    size: u64,
    /// Line of the last record, and the number of lines if the bytes are not compressed.
    line: u64,
    lines: Option<u64>,
}

/// A file that is being read.
pub struct Batch {
    records: Records,
    done: Done,
    work: Work,
    kept: Vec<Kept>,
    order: Dialect,
    /// The form of a file of problems that can be changed.
    form: Option<CollectionForm>,
}

/// The work on each record.
enum Work {
    Check(Box<Validate>),
    Solve(Box<Solve>),
}

/// The part of a record that is kept to show it later.
enum Kept {
    /// Source text of a PGN game.
    Text(Vec<u8>),
    /// A game of another format.
    Game(Box<GameText>),
    Statement(Box<Statement>),
    Nothing,
}

impl Open {
    /// Begins reading.
    pub fn begin(self, bytes: Vec<u8>, files: &mut Vec<Batch>) {
        files.truncate(self.after);
        files.push(self.batch(bytes));
    }

    fn batch(self, bytes: Vec<u8>) -> Batch {
        let done = Done::new(&bytes);
        let options = InputOptions::default().with_byte_counter(Arc::clone(&done.read));
        let order = dialect(&self.order).unwrap_or_default();
        let records = Records::from_reader(&self.name, Cursor::new(bytes)).with_options(options);
        let records = records.with_fen_form(order.into()).with_texts().with_variations().with_comments();
        let repair = (self.how == "repair")
            .then_some(RepairOptions { accept: Acceptance::ReadingsOnly, written: WrittenGames::Whole });
        let work = match self.how.as_str() {
            "solve" => Work::Solve(Box::new(self.depth.task())),
            _ => Work::Check(Box::new(Validate {
                game: None,
                reading: ReadOptions::default(),
                has_variations: true,
                has_games: false,
                repair,
                endings: None,
            })),
        };
        let mut batch = Batch { records, done, work, kept: Vec::new(), order, form: None };
        for _ in 0..self.skip {
            match batch.next_record() {
                Some(Ok(record)) => batch.kept.push(Kept::of(&record)),
                Some(Err(_)) => {}
                None => break,
            }
        }
        batch
    }
}

impl Done {
    fn new(bytes: &[u8]) -> Self {
        let lines = || bytes.split(|&byte| byte == b'\n').count() as u64;
        let lines = (!is_compressed(bytes)).then(lines);
        Self { read: Arc::default(), size: bytes.len() as u64, line: 0, lines }
    }

    /// Returns the part in percent.
    fn percent(&self) -> u64 {
        let (done, all) = match self.lines {
            Some(lines) => (self.line, lines),
            None => (self.read.load(Ordering::Relaxed), self.size.max(1)),
        };
        (100 * done / all).min(100)
    }
}

impl Kept {
    /// Takes the text out of a record of PGN.
    fn taken(record: &mut Record) -> Self {
        match &record.item {
            Item::Game(_) if !record.passage.bytes.is_empty() => {
                Self::Text(std::mem::take(&mut record.passage.bytes))
            }
            _ => Self::of(record),
        }
    }

    fn of(record: &Record) -> Self {
        match &record.item {
            Item::Game(_) if !record.passage.bytes.is_empty() => Self::Text(record.passage.bytes.clone()),
            Item::Game(game) => Self::Game(game.clone()),
            Item::Statement(statement) => Self::Statement(statement.clone()),
            Item::Stray(_) | Item::NoRecords(_) => Self::Nothing,
        }
    }
}

/// Works on the next records.
#[derive(Deserialize, Debug)]
pub struct Next {
    /// The most records.
    count: usize,
}

impl Next {
    /// Returns whether that is all, the rows, and the part of the file that was worked on.
    ///
    /// `worker.js` looks at the first member without parsing the answer.
    pub fn answer(&self, batch: &mut Batch) -> Value {
        let mut rows = Vec::new();
        let mut is_over = false;
        let mut fault = None;
        for _ in 0..self.count {
            match batch.next_record() {
                None => is_over = true,
                Some(Err(error)) => {
                    (is_over, fault) = (true, Some(error.to_string()));
                }
                Some(Ok(record)) => rows.push(batch.work_on(record)),
            }
            if is_over {
                break;
            }
        }
        let mut answer = json!({ "over": is_over, "percent": batch.done.percent(), "fault": fault, "form": batch.form.map(form_name) });
        answer["rows"] = rows.into();
        answer
    }
}

impl Batch {
    /// Returns the next record; the first one decides the form of a collection.
    fn next_record(&mut self) -> Option<Result<Record, FileError>> {
        let next = self.records.next();
        let content = match &next {
            Some(Ok(Record { item: Item::NoRecords(content), .. })) => Some(*content),
            _ => self.records.content(),
        };
        self.form = self.form.or(content.and_then(form_of));
        if let Some(Ok(record)) = &next {
            self.done.line = last_line(&record.item).unwrap_or(self.done.line);
        }
        next
    }

    /// Returns the rows of a record, each with its lines of the outputs.
    fn work_on(&mut self, mut record: Record) -> Value {
        self.kept.push(match &self.work {
            // The text is needed only to repair the game.
            Work::Check(task) if task.repair.is_none() => Kept::taken(&mut record),
            _ => Kept::of(&record),
        });
        self.listed(record)
    }

    /// Replaces the record at an index, or adds it, and returns its rows.
    pub fn replace(&mut self, index: usize, record: Record) -> Value {
        match self.kept.get_mut(index) {
            Some(kept) => *kept = Kept::of(&record),
            None => self.kept.push(Kept::of(&record)),
        }
        self.listed(record)
    }

    /// Returns the order of cells in FENs.
    pub fn form(&self) -> FenForm {
        self.order.into()
    }

    fn listed(&self, record: Record) -> Value {
        let (called, facts) = (called(&record.item), facts(&record.item));
        let rows = match &self.work {
            Work::Check(task) => {
                let has_repair = task.repair.is_some();
                vec![checked_row(&task.work(record), has_repair)]
            }
            Work::Solve(task) => solved_rows(task.work(record)),
        };
        list([called.into(), facts.into(), rows.into()])
    }
}

// Records cross the border as lists without names, because a file has many of them; `files.js` names their members.

/// Returns values as a list; `json!` would copy each of them.
fn list<const LENGTH: usize>(values: [Value; LENGTH]) -> Value {
    Value::Array(values.into())
}

/// Columns of a checked record that the page lists.
const CHECKED: [&str; 7] = ["id", "status", "line", "column", "code", "message", "token"];

/// Columns of a solved problem that the page lists.
const SOLVED: [&str; 6] = ["id", "of_twin", "status", "keys", "as_expected", "message"];

/// Returns these columns of a row, and the row as a line of its table.
fn listed_row<R: TableRow>(row: &R, names: &[&str]) -> (Value, String) {
    let mut cells = row.cells();
    let line = csv_line(&cells);
    let mut take = |name: &&str| {
        let place = R::COLUMNS.iter().position(|column| column == name);
        place.map(|place| cells[place].take()).unwrap_or_default()
    };
    (names.iter().map(&mut take).collect(), line)
}

// The forms of output are not used here: their list would bring books and pages with it.

fn checked_row(checked: &Checked, has_repair: bool) -> Value {
    let (row, line) = listed_row(&checked.row, &CHECKED);
    if !has_repair {
        return list([row, line.into()]);
    }
    let game = String::from_utf8_lossy(checked.game.as_bytes());
    let changes = checked.changes.iter().map(csv_row).collect::<String>();
    list([row, line.into(), Value::Array(Vec::new()), game.into(), changes.into()])
}

fn solved_rows(solved: Solved) -> Vec<Value> {
    let row = |record: &SolveRecord| {
        let (row, line) = listed_row(record, &SOLVED);
        list([row, line.into(), json!(record.further_cells())])
    };
    SolveRecord::all(solved, Hidden::default()).iter().map(row).collect()
}

/// A record whose work ended with an internal error.
#[derive(Deserialize, Debug)]
pub struct Broken {
    name: String,
    number: u64,
    how: String,
    message: String,
}

impl Broken {
    /// Returns its rows.
    pub fn answer(self) -> Value {
        let Self { name, number, how, message } = self;
        let rows = match how.as_str() {
            "solve" => solved_rows(Solved::refused(name, Statement::default(), message)),
            _ => vec![checked_row(
                &ValidateRow::file(&name, number, Place::START, "internal", message).into(),
                how == "repair",
            )],
        };
        list(["".into(), "".into(), rows.into()])
    }
}

/// Returns the line of a record, where it is known.
fn last_line(item: &Item) -> Option<u64> {
    match item {
        Item::Game(game) => Some(game.result_place.unwrap_or(game.place).line),
        Item::Statement(statement) => Some(statement.line),
        Item::Stray(fault) => Some(fault.place.line),
        Item::NoRecords(_) => None,
    }
}

/// Returns the name of a record for a table.
fn called(item: &Item) -> String {
    match item {
        Item::Game(game) => game.pairing().unwrap_or_else(|| game.name()),
        Item::Statement(statement) => statement.id.clone(),
        Item::Stray(_) | Item::NoRecords(_) => String::new(),
    }
}

/// Returns the tags of a game as one text, in which the page searches.
fn facts(item: &Item) -> String {
    let Item::Game(game) = item else { return String::new() };
    game.tags.iter().map(|tag| tag.text).collect::<Vec<_>>().join(" ")
}

/// Shows a record.
#[derive(Deserialize, Debug)]
pub struct Show {
    /// Index of the file.
    #[serde(default)]
    file: usize,
    /// Number of the record, from 1.
    number: usize,
    /// `true` if the problem is solved.
    #[serde(default)]
    solve: bool,
    #[serde(default)]
    depth: Depth,
    #[serde(default)]
    letters: String,
    /// Draws only the board, for a list of diagrams.
    #[serde(default)]
    picture: bool,
    #[serde(default)]
    look: Look,
}

impl Show {
    /// Returns the game with its moves, or the problem.
    pub fn answer(mut self, files: &[Batch]) -> Answer {
        let missing = || Failure::new("no-record", "no such record");
        let batch = files.get(self.file).ok_or_else(missing)?;
        let kept = self.number.checked_sub(1).and_then(|index| batch.kept.get(index)).ok_or_else(missing)?;
        match kept {
            Kept::Nothing => Err(Failure::new("no-record", "this record is neither a game nor a position")),
            Kept::Game(game) => self.titled(game.pairing()).game(game),
            Kept::Text(bytes) => {
                let records = Records::from_reader("", Cursor::new(bytes.clone()));
                let records = records.with_fen_form(batch.order.into()).with_variations().with_comments();
                let games = records.flatten().filter_map(|record| match record.item {
                    Item::Game(game) => Some(game),
                    _ => None,
                });
                let game = { games }.next().ok_or_else(missing)?;
                self.titled(game.pairing()).game(&game)
            }
            Kept::Statement(statement) => {
                self.titled(Some(statement.id.clone())).statement(statement, batch.order)
            }
        }
    }

    /// Gives the picture the title of the record.
    fn titled(&mut self, title: Option<String>) -> &Self {
        self.look.title = title.unwrap_or_default();
        self
    }

    fn game(&self, text: &GameText) -> Answer {
        let game = text.game(None).map_err(|error| Failure::new("unknown-variant", error))?;
        let options = ReadOptions::default();
        let checked = CheckedGame::check(game, text, options).with_variations(text, options.allowed);
        let Some(whole) = checked.played(text) else {
            return Err(Failure::new("no-game", "the initial position of this game is not legal"));
        };
        if self.picture {
            let mut marks = Marks { last_move: whole.moves().last().copied(), ..Marks::of(whole.end()) };
            for (_, comment) in whole.annotations.comments().filter(|(at, _)| *at >= whole.moves().len()) {
                marks.add_comment(game.shape, comment);
            }
            return Ok(json!({ "svg": self.look.draw(&Setup::from(whole.end()), marks) }));
        }
        let tags = text.tags.iter().map(|tag| [tag.name, tag.text]);
        Ok(json!({
            "kind": "game",
            "game": game.name,
            "tags": tags.collect::<Vec<_>>(),
            "study": study(&whole),
        }))
    }

    fn statement(&self, statement: &Statement, order: Dialect) -> Answer {
        let game = statement.game(None).map_err(|error| Failure::new("unknown-variant", error))?;
        let setup = statement.setup(game).map_err(|error| Failure::new("bad-fen", error))?;
        if self.picture {
            let position: Option<Position> = setup.clone().into_position().ok();
            let marks = position.as_ref().map(Marks::of).unwrap_or_default();
            return Ok(json!({ "svg": self.look.draw(&setup, marks) }));
        }
        let further = statement.further.iter().map(|one| [one.name.as_str(), one.value.as_str()]);
        let solutions = self.solve.then(|| {
            let item = Item::from(statement.clone());
            let record = Record { file: "".into(), number: 1, item, passage: Passage::default() };
            solutions(self.depth.task().work(record), &self.letters)
        });
        Ok(json!({
            "kind": "problem",
            "game": game.name,
            "fen": setup.to_fen(),
            "order": order.name(),
            "id": statement.id,
            "stipulation": statement.stipulation,
            "author": statement.author,
            "source": statement.source,
            "twin": statement.twin,
            "keys": statement.keys,
            "intended": statement.solutions,
            "further": further.collect::<Vec<_>>(),
            "solutions": solutions,
        }))
    }
}

/// Writes a table of rows.
#[derive(Deserialize, Debug)]
pub struct Save {
    /// `check`, `changes` or `solve`.
    form: String,
    /// Lines of the table, each with the columns of its input.
    lines: Vec<(String, Vec<(String, String)>)>,
}

impl Save {
    /// Returns the text.
    pub fn answer(&self) -> Value {
        let plain = || self.lines.iter().map(|(line, _)| line.as_str()).collect::<String>();
        json!(match self.form.as_str() {
            "changes" => csv_header::<ChangeRow>() + &plain(),
            "solve" => self.with_input_columns::<SolveRecord>(),
            _ => csv_header::<ValidateRow>() + &plain(),
        })
    }

    /// Returns a table whose rows have columns from their input; the first row decides their names.
    fn with_input_columns<R: TableRow>(&self) -> String {
        let first = self.lines.first().map_or(&[][..], |(_, further)| further);
        let columns = InputColumns::of(first);
        let rows = self.lines.iter().map(|(line, further)| columns.row(line, further));
        columns.header(&csv_header::<R>()) + &rows.collect::<String>()
    }
}
