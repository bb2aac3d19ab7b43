//! The table of `validate`: one row for each game, position and problem.

mod letters;

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::{Component, Path};

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};

pub use letters::GuessedLetters;
use letters::{GameLetters, LettersSummary};

use super::ci::{CiAnnotation, Level, TestCase, TestResult};
use super::counted::Counted;
use super::flow::MoveIndex;
use super::moves::uci;
use super::page::{self, Article, PageWords, escaped};
use super::repair::{RepairNote, RepairOutcome, RepairSummary};
use super::row::{TableRow, columns, meaning};
use super::slips::SlipsNote;
use super::{Bytes, ChangeRow, FileText, Format, Language, movetext, underlined};

use hexmate_batch::terminal::{Painted, one_line};
use hexmate_diagram::{Arrow, Layer, Marks, Tone, View, ascii, game_board, page_board};
use hexmate_games::pgn::PlayedGame;
use hexmate_games::validate::{CheckedGame, FaultKind, GameText, Status};
use hexmate_position::{CellNames, FenNote, Leniencies, Leniency, San};
use hexmate_position::{Coordinate, MoveText};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::{KeyFault, Problem, ProblemError, Statement};
use hexmate_text::Place;

/// Returns the explanation of a status, in English.
const fn explanation(status: Status) -> &'static str {
    match status {
        Status::Ok => "No error was found.",
        Status::Illegal => "A move breaks the rules.",
        Status::Ambiguous => "A move fits several legal moves.",
        Status::Syntax => "The text cannot be read.",
        Status::Invalid => "The position or a tag breaks the rules.",
    }
}

/// Kind of record of a row. `File` is for files that cannot be read, are empty or are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RecordKind {
    #[default]
    Game,
    Position,
    Puzzle,
    File,
}

impl RecordKind {
    /// Returns whether the record is a game.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_game(&self) -> bool {
        *self == Self::Game
    }

    /// Returns the word in the table.
    const fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Position => "position",
            Self::Puzzle => "puzzle",
            Self::File => "file",
        }
    }
}

/// Content of a record that a page shows besides its errors.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// No content.
    #[default]
    Nothing,
    /// A board: name of the game, and a FEN that need not be legal.
    Position(String, String),
    /// A game.
    Game(Box<PlayedGame>),
}

impl Shown {
    /// Returns whether there is nothing to show.
    fn is_nothing(&self) -> bool {
        *self == Self::Nothing
    }

    /// Shows the board of a setup.
    pub fn position(setup: &Setup) -> Self {
        Self::Position(setup.game.name.to_owned(), setup.to_fen())
    }
}

/// The result of one record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// Row of the record.
    pub row: ValidateRow,
    /// Content for a page.
    #[serde(default, skip_serializing_if = "Shown::is_nothing")]
    pub shown: Shown,
    /// PGN of the game for the repaired collection, unchanged or repaired.
    #[serde(default, skip_serializing_if = "Bytes::is_empty")]
    pub game: Bytes,
    /// `true` for the first record of its file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins_file: bool,
    /// Changed moves of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeRow>,
    /// Reason why the game is missing from the repaired collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

impl From<ValidateRow> for Checked {
    /// Creates the result of a record that has only a row.
    fn from(row: ValidateRow) -> Self {
        let (shown, game) = (Shown::Nothing, Bytes::default());
        Self { row, shown, game, begins_file: false, changes: Vec::new(), left_out: None }
    }
}

/// Returns a file name for a page: relative paths as they are, of other paths only the last part.
fn shown_path(file: &str) -> &str {
    let path = Path::new(file);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let last = path.file_name().and_then(|name| name.to_str());
    if is_inside { file } else { last.unwrap_or(file) }
}

/// Returns the usual name of a game in messages.
fn default_name(record: u64, id: &str) -> String {
    if id.is_empty() { format!("game {record}") } else { format!("game {record}, {id}") }
}

/// The row of one record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRow {
    file: String,
    record: u64,
    line: u64,
    column: u64,
    #[serde(default, skip_serializing_if = "RecordKind::is_game")]
    kind: RecordKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    variant: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    id: String,
    /// Name of a game in messages, unless it is the usual one; see [`ValidateRow::display_name`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    called: String,
    status: Status,
    plies: usize,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    code: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    message: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    fen: String,
    #[serde(default, skip_serializing_if = "GameLetters::is_unknown")]
    letters: GameLetters,
    #[serde(default, skip_serializing_if = "Explanation::is_empty")]
    explanation: Explanation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repair: Option<RepairNote>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slips: Option<SlipsNote>,
}

impl ValidateRow {
    /// Creates the row of a record without errors that begins at this place.
    fn new(file: &str, record: u64, place: Place, kind: RecordKind) -> Self {
        Self {
            file: file.to_owned(),
            record,
            line: place.line,
            column: place.column,
            kind,
            variant: String::new(),
            id: String::new(),
            called: String::new(),
            status: Status::Ok,
            plies: 0,
            code: String::new(),
            message: String::new(),
            fen: String::new(),
            letters: GameLetters::default(),
            explanation: Explanation::default(),
            repair: None,
            slips: None,
        }
    }

    /// Creates the row of a game; `record` is its number in the file, from 1.
    pub fn game(file: &str, record: u64, game: &GameText, checked: &CheckedGame) -> Self {
        // A leniency is reported only if there is no error.
        let fault = checked.first_fault().or(checked.note.as_ref());
        let place = fault.map_or(game.place, |fault| fault.place);
        let before = checked.before_fault();
        let letters = GameLetters::of(game, checked);
        let id = game.name();
        let explain = |position| Explanation::new(position, game, checked, &letters);
        Self {
            variant: checked.game.name.to_owned(),
            called: Some(game.label(record))
                .filter(|called| *called != default_name(record, &id))
                .unwrap_or_default(),
            id,
            status: checked.status(),
            plies: checked.moves.len(),
            code: fault.map(|fault| fault.kind.code().to_owned()).unwrap_or_default(),
            message: fault.map(|fault| fault.kind.to_string()).unwrap_or_default(),
            fen: before.map(Position::to_fen).unwrap_or_default(),
            explanation: before.map(explain).unwrap_or_default(),
            letters,
            ..Self::new(file, record, place, RecordKind::Game)
        }
    }

    /// Returns the name of a game in messages; empty for other records, which have a kind and an id.
    fn display_name(&self) -> String {
        match (self.kind, self.called.as_str()) {
            (RecordKind::Game, "") => default_name(self.record, &self.id),
            (_, called) => called.to_owned(),
        }
    }

    /// Returns the row with a report on the repair of the game.
    pub fn with_repair(self, repair: RepairNote) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// Returns the row without the board before the error; `None` if it has no board.
    pub fn without_board(&self) -> Option<Self> {
        let explanation = Explanation { board: String::new(), ..self.explanation.clone() };
        (!self.explanation.board.is_empty()).then(|| Self { explanation, ..self.clone() })
    }

    /// Returns the row with the moves that gave away an ending.
    pub fn with_slips(self, slips: SlipsNote) -> Self {
        Self { slips: Some(slips), ..self }
    }

    /// Returns the cell of the column `slips`.
    pub fn slips_cell(&self) -> String {
        self.slips.as_ref().map(SlipsNote::cell).unwrap_or_default()
    }

    /// Creates the row of a position or problem.
    pub fn statement(
        file: &str,
        record: u64,
        game: Game,
        statement: &Statement,
        result: &Result<Problem, ProblemError>,
        allowed: Leniencies,
    ) -> Self {
        let kind = if statement.stipulation.is_empty() { RecordKind::Position } else { RecordKind::Puzzle };
        let (status, code, message) = match result {
            Ok(Problem { claim, .. }) if let Some((key, fault)) = claim.fault() => {
                let status = match fault {
                    KeyFault::Unreadable => Status::Syntax,
                    KeyFault::Illegal => Status::Illegal,
                    KeyFault::Ambiguous => Status::Ambiguous,
                };
                (status, fault.code(), format!("claimed key {key:?} is {fault}"))
            }
            // A position without a stipulation is valid.
            Ok(_) | Err(ProblemError::NoStipulation) => {
                let notes = statement.fen_notes(game);
                let is_allowed = |note: &FenNote| allowed.contains(Leniency::of_fen(*note));
                let first = notes.iter().find(|note| !is_allowed(note)).or(notes.first());
                let status = first.filter(|note| !is_allowed(note)).map_or(Status::Ok, |_| Status::Invalid);
                let texts: Vec<String> = notes.iter().map(FenNote::to_string).collect();
                (status, first.map_or("", |note| note.code()), texts.join("; "))
            }
            Err(error) if error.is_illegal_position() => (Status::Invalid, error.code(), error.to_string()),
            Err(error) => (Status::Syntax, error.code(), error.to_string()),
        };
        let (line, column) = match result {
            Err(ProblemError::Fen(error)) => statement.place_in_fen(error.offset),
            _ => (statement.line, statement.column),
        };
        let place = Place { line, column: column.max(1), ..Place::START };
        Self {
            variant: game.name.to_owned(),
            id: statement.id.clone(),
            status,
            code: code.to_owned(),
            message,
            fen: if status == Status::Ok { String::new() } else { statement.fen.clone() },
            ..Self::new(file, record, place, kind)
        }
    }

    /// Creates the row of something that is not a record: text between records, or a whole file.
    pub fn file(file: &str, record: u64, place: Place, code: &str, message: String) -> Self {
        let row = Self::new(file, record, place, RecordKind::File);
        Self { status: Status::Syntax, code: code.to_owned(), message, ..row }
    }

    /// Returns the article of a page: the board if there is one, the error, and the moves of a game.
    ///
    /// Labels are in the language; messages are in English.
    pub fn to_article(&self, shown: &Shown, language: Language) -> Article {
        let words = PageWords::of(language.words);
        let Self { file, line, column, kind, variant, id, status, plies, code, message, .. } = self;
        let called = if self.called.is_empty() { id.clone() } else { self.called.clone() };
        let called = if called.is_empty() { self.display_name() } else { called };
        let named = match called.as_str() {
            "" => vec![words.translated(kind.word()), variant, id],
            called => vec![called],
        };
        let named = named.into_iter().filter(|word| !word.is_empty());
        let mut text = String::new();
        if !code.is_empty() {
            let _ = writeln!(text, "{message} [{code}]");
        }
        for line in self.explanation.lines() {
            let _ = writeln!(text, "  {line}");
        }
        for line in self.repair.iter().flat_map(|repair| repair.text.lines()) {
            let _ = writeln!(text, "  {}", line.trim_start_matches([' ', '=']));
        }
        for line in self.slips.iter().map(|slips| slips.lines("")).collect::<String>().lines() {
            let _ = writeln!(text, "  {line}");
        }
        let is_english = words.code == PageWords::ENGLISH.code;
        let good = match *kind {
            RecordKind::Game if is_english => {
                let _ = writeln!(text, "{} without an error", Counted(*plies as u64, "ply"));
                String::new()
            }
            RecordKind::Game => format!("<p>{}: {plies}</p>\n", words.translated("plies without an error")),
            _ => String::new(),
        };
        let place = format!("{}:{line}:{column}", shown_path(file));
        let label = words.translated(status.word());
        let word = page::explained(label, words.translated(explanation(*status)));
        let place = format!("<p class=\"verdict\"><b>{word}</b> {}</p>\n", escaped(&place));
        let text = if text.is_empty() { text } else { page::english_lines(&text, words) };
        let lines = place + &text + &good;
        let setup = |game: &String, fen: &String| {
            let game = Game::from_name(game)?;
            Setup::from_fen(game, fen).ok()
        };
        let (game, html) = match shown {
            Shown::Nothing => (None, lines),
            Shown::Position(game, fen) => match setup(game, fen) {
                Some(setup) => {
                    let board = page_board(&setup, &Marks::default(), &language.letters);
                    (Some(setup.game), page::figure(&board, "", "") + &lines)
                }
                None => (None, lines),
            },
            Shown::Game(played) => {
                let (flow, last) = movetext::movetext(played);
                let [start, end] = [played.start(), played.end()].map(Setup::from);
                // The board shows the end of the main line.
                let is_there = !self.code.starts_with("variation-");
                let marks = if is_there { self.explanation.marks(&end) } else { Marks::default() };
                let board = game_board(&start, last.map(|MoveIndex(last)| last), &end, &marks);
                let mut html = page::figure(&board, "", &played.result.to_string()) + &lines;
                if last.is_some() {
                    let plies = page::plies(words, played.moves().len());
                    html += &page::moves(&plies, &flow.paragraphs(&language.letters));
                }
                (Some(played.game()), html)
            }
        };
        let values = [("status", label), ("code", code)];
        Article {
            label: named.collect::<Vec<_>>().join(" "),
            stipulation: String::new(),
            verdict: if code.is_empty() { label.to_owned() } else { code.clone() },
            length: None,
            is_fault: !self.is_good(),
            game: game.map(|game| game.name.to_owned()).unwrap_or_default(),
            html,
            values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            ..Article::default()
        }
    }

    /// Returns the word before a message; `None` if there is nothing to report.
    fn word(&self) -> Option<&'static str> {
        match (self.is_good(), self.code.as_str()) {
            (true, "") => None,
            (true, _) => Some("note"),
            (false, _) => Some(self.status.word()),
        }
    }

    /// Returns the text of the row, with its status as a verdict.
    pub fn painted(&self) -> FileText {
        let text = Format::Text.row(self);
        let Some(word) = self.word() else { return FileText::Plain(text) };
        let Self { file, line, column, .. } = self;
        let start = one_line(&format!("{file}:{line}:{column}: ")).len();
        FileText::Painted(Painted { text, verdict: start..start + word.len(), meaning: meaning(word) })
    }

    /// Returns the message after the name of the record.
    fn headline(&self) -> String {
        let Self { message, id, kind, .. } = self;
        match self.display_name().as_str() {
            "" if id.is_empty() => message.clone(),
            "" => format!("{} {id}: {message}", kind.word()),
            called => format!("{called}: {message}"),
        }
    }

    /// Returns the record as a test case. Failures contain the text of the record; accepted notation is output.
    pub fn to_case(&self) -> TestCase {
        let result = match (self.is_good(), self.kind) {
            (true, _) => TestResult::Passed,
            (false, RecordKind::File) => TestResult::Broken,
            (false, _) => TestResult::Failed,
        };
        let name = match (self.kind, self.id.as_str()) {
            (RecordKind::Game, _) => self.display_name(),
            (kind, "") => format!("{} {}", kind.word(), self.record),
            (kind, id) => format!("{} {}, {id}", kind.word(), self.record),
        };
        TestCase {
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            name,
            result,
            code: self.code.clone(),
            message: self.message.clone(),
            text: self.to_text(),
            time: None,
            annotations: self.annotations(),
        }
    }

    /// Returns an error, or a notice for accepted notation, and warnings for endings given away; empty if there are
    /// none.
    fn annotations(&self) -> Vec<CiAnnotation> {
        let level = if self.is_good() { Level::Notice } else { Level::Error };
        let first = self.word().map(|word| {
            let headline = self.headline();
            let repair = self.repair.iter().flat_map(|repair| repair.text.lines());
            let lines = std::iter::once(headline.as_str())
                .chain(self.explanation.advice.iter().map(String::as_str))
                .chain(repair.map(|line| line.trim_start_matches([' ', '='])));
            CiAnnotation::new(level, format!("{word}: {}", self.code), lines)
        });
        let slips = self.slips.as_ref().map(|slips| slips.lines("")).unwrap_or_default();
        let slip = |line| CiAnnotation::new(Level::Warning, SlipsNote::COLUMN.to_owned(), [line]);
        first.into_iter().chain(slips.lines().map(slip)).collect()
    }

    /// Returns whether the record has no error.
    pub fn is_good(&self) -> bool {
        self.status == Status::Ok
    }
}

impl TableRow for ValidateRow {
    columns! { self;
        file: self.file,
        record: self.record,
        line: self.line,
        column: self.column,
        kind: self.kind.word(),
        variant: self.variant,
        id: self.id,
        status: self.status.word(),
        plies: self.plies,
        code: self.code,
        message: self.message,
        fen: self.fen,
        letters: self.letters.cell(),
    }

    fn to_text(&self) -> String {
        let Self { file, line, column, code, explanation, .. } = self;
        let slips = || {
            self.slips.as_ref().map(|slips| {
                slips.lines(&one_line(&format!("{file}:{line}:{column}: {}: ", self.display_name())))
            })
        };
        let Some(word) = self.word() else { return slips().unwrap_or_default() };
        let repair = self.repair.as_ref().map(|repair| repair.text.as_str()).unwrap_or_default();
        let slips = slips().unwrap_or_default();
        let head = format!("{file}:{line}:{column}: {word}: {} [{code}]", self.headline());
        format!("{}\n{explanation}{repair}{slips}", one_line(&head))
    }

    /// Writes the reports on repair and on endings given away, if they were requested.
    fn serialize_extras<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        if let Some(repair) = &self.repair {
            members.serialize_entry("repair", &repair.value)?;
        }
        if let Some(slips) = &self.slips {
            members.serialize_entry(SlipsNote::COLUMN, &slips.value())?;
        }
        Ok(())
    }
}

/// Data of one record that the summary counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidateOutcome {
    status: String,
    is_good: bool,
    repair: Option<RepairOutcome>,
    slips: Option<u64>,
    file: String,
    letters: GameLetters,
}

impl ValidateRow {
    /// Returns the data that the summary counts.
    pub fn outcome(&self) -> ValidateOutcome {
        let repair = self.repair.as_ref().map(RepairNote::outcome);
        let slips = self.slips.as_ref().map(SlipsNote::count);
        let (file, letters) = (self.file.clone(), self.letters.clone());
        let (status, is_good) = (self.status.word().to_owned(), self.is_good());
        ValidateOutcome { status, is_good, repair, slips, file, letters }
    }
}

/// Number of records with each status, and outcomes of repair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValidateSummary {
    statuses: BTreeMap<String, u64>,
    records: u64,
    faulty: u64,
    repairs: RepairSummary,
    /// Number of games with slips, and of slips, if slips are searched.
    slips: Option<[u64; 2]>,
    letters: LettersSummary,
}

impl ValidateSummary {
    /// Counts a record.
    pub fn add(&mut self, outcome: ValidateOutcome) {
        let ValidateOutcome { status, is_good, repair, slips, file, letters } = outcome;
        self.letters.add(&file, &letters);
        if let Some(count) = slips {
            let [games, all] = self.slips.get_or_insert_default();
            *games += u64::from(count > 0);
            *all = all.saturating_add(count);
        }
        self.records += 1;
        self.faulty += u64::from(!is_good);
        *self.statuses.entry(status).or_default() += 1;
        if let Some(repair) = repair {
            self.repairs.add(repair);
        }
    }

    /// Returns the outcomes of repair.
    pub fn repairs(&self) -> RepairSummary {
        self.repairs
    }

    /// Returns the number of records with an error.
    pub fn faulty(&self) -> u64 {
        self.faulty
    }
}

impl fmt::Display for ValidateSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Counted(self.records, "record"))?;
        self.statuses.iter().try_for_each(|(status, count)| write!(f, ", {count} {status}"))?;
        if let Some([games, all]) = self.slips {
            write!(f, "; endings given away: {all} in {}", Counted(games, "game"))?;
        }
        self.letters.fmt(f)
    }
}

/// Explanation of an error in a game: the move, the board, the most similar legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explanation {
    /// The move with its number, and the length of the number in bytes.
    written: Option<(String, usize)>,
    board: String,
    advice: Vec<String>,
    /// Cell that the disputed move names as its target.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    target: String,
    /// The most similar legal moves, in UCI notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nearest: Vec<String>,
}

impl Explanation {
    fn new(position: &Position, game: &GameText, checked: &CheckedGame, own: &GameLetters) -> Self {
        let Some(fault) = checked.first_fault() else { return Self::default() };
        let written = fault.kind.token().map(|token| {
            let number = position.move_number().to_string();
            (format!("{number}{}", token.text), number.len())
        });
        if written.is_none() && !matches!(fault.kind, FaultKind::Result { .. }) {
            return Self::default();
        }
        let letters = &checked.letters;
        let target = fault.kind.token().and_then(|token| {
            let read = MoveText::parse(token.text.as_bytes(), letters).ok()?;
            Some(Coordinate(position.game().shape, read.target.cell(position.game().shape)?).to_string())
        });
        let moves = checked.nearest();
        let nearest =
            moves.iter().map(|&m| format!("{} ({})", San { position, m, letters }, uci(position, m)));
        let nearest: Vec<String> = nearest.collect();
        let mut advice = Vec::new();
        if !nearest.is_empty() {
            advice.push(format!("nearest legal moves: {}", nearest.join(", ")));
        }
        let names = letters.cells();
        if names != CellNames::Standard {
            advice.push(format!("read with files {}", names.name()));
        }
        advice.extend(own.advice(game, checked));
        Self {
            written,
            board: ascii(&Setup::from(position), View::default()),
            advice,
            target: target.unwrap_or_default(),
            nearest: moves.iter().map(|&m| uci(position, m)).collect(),
        }
    }

    /// Returns marks for a board: the target of the disputed move, and the nearest legal moves as arrows.
    fn marks(&self, position: &Setup) -> Marks {
        let shape = position.game.shape;
        let target = Coordinate::parse(shape, self.target.as_bytes());
        let arrows = self.nearest.iter().filter_map(|text| Arrow::parse(shape, text, Layer::Below));
        Marks {
            cells: target.into_iter().map(|cell| (cell, Tone::Red)).collect(),
            arrows: arrows.collect(),
            ..Marks::default()
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the move and the advice.
    fn lines(&self) -> impl Iterator<Item = &str> {
        let written = self.written.iter().map(|(written, _)| written.as_str());
        written.chain(self.advice.iter().map(String::as_str))
    }
}

/// For terminals: carets under the move, the board as text.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((written, number)) = &self.written {
            let width = written.chars().count() - number;
            writeln!(f, "{}", underlined("  ", written, number + 1, width))?;
        }
        self.board.lines().try_for_each(|line| writeln!(f, "   | {line}"))?;
        self.advice.iter().try_for_each(|line| writeln!(f, "   = {}", one_line(line)))
    }
}
