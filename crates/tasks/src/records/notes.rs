//! Notes on FENs, on dates and on problem tables: missing fields, unused columns, rows with too many cells, duplicate rows.
//! Records are not changed.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use hexmate_batch::digest::Digest;
use hexmate_games::validate::{GameText, unclear_dates};
use hexmate_position::search::UnclearDate;
use hexmate_position::{FenNote, Game};
use hexmate_problems::{ExtraColumn, Heading, Statement};

/// A note about a file of problems or positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableNote {
    /// Name of the file.
    pub file: Arc<str>,
    /// The note.
    pub kind: TableNoteKind,
}

/// The kind of a note, with its data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableNoteKind {
    /// Headings of columns that are not used.
    Unused(Vec<String>),
    /// A row with more cells than the table has headings.
    TooManyCells {
        /// Line of the row.
        line: u64,
        /// Number of cells up to the last one that is not empty.
        cells: usize,
        /// Number of headings.
        headings: usize,
    },
    /// A row with the same name as an earlier row.
    SameId {
        /// Line of the row.
        line: u64,
        /// Line of the earlier row.
        first: u64,
        /// The name.
        id: String,
    },
    /// A row with the same position as an earlier row.
    SamePosition {
        /// Line of the row.
        line: u64,
        /// Line of the earlier row.
        first: u64,
    },
    /// An assumption that is needed to read a FEN.
    Fen {
        /// Line of the FEN.
        line: u64,
        /// The assumption.
        note: FenNote,
    },
    /// A date that is not read in full.
    Date {
        /// First line of the record.
        line: u64,
        /// The date.
        date: UnclearDate,
    },
    /// Number of further notes on rows.
    More(usize),
    /// Number of further dates that are not read in full.
    MoreDates(usize),
}

impl fmt::Display for TableNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, kind } = self;
        match kind {
            TableNoteKind::Unused(columns) if columns.len() == 1 => {
                write!(f, "{file}: column not used: {}", columns[0])
            }
            TableNoteKind::Unused(columns) => write!(f, "{file}: columns not used: {}", columns.join(", ")),
            TableNoteKind::TooManyCells { line, cells, headings } => {
                write!(f, "{file}:{line}: {cells} cells, but {headings} headings")
            }
            TableNoteKind::SameId { line, first, id } => {
                write!(f, "{file}:{line}: the name {id:?} is also that of line {first}")
            }
            TableNoteKind::SamePosition { line, first } => {
                write!(f, "{file}:{line}: the position is also that of line {first}")
            }
            TableNoteKind::Fen { line, note } => write!(f, "{file}:{line}: {note} [{}]", note.code()),
            TableNoteKind::Date { line, date } => write!(f, "{file}:{line}: {date} [{}]", date.note.code()),
            TableNoteKind::MoreDates(1) => write!(f, "{file}: 1 more date not read in full"),
            TableNoteKind::MoreDates(count) => write!(f, "{file}: {count} more dates not read in full"),
            TableNoteKind::More(count) => write!(f, "{file}: {count} more notes on rows"),
        }
    }
}

/// Settings for notes: the columns used, the game, and the listener.
#[derive(Clone)]
pub(super) struct Notes {
    /// Standard headings of the columns that the command uses; `None` if it has no notes on tables.
    used: Option<&'static [&'static str]>,
    /// Game of all records; if `None`, each record names its own.
    game: Option<Game>,
    /// Choice of the notes on FENs.
    fens: FenNotes,
    /// Choice of the notes on dates.
    dates: DateNotes,
    listener: Arc<dyn Fn(&TableNote) + Send + Sync>,
}

/// Choice of the notes on FENs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FenNotes {
    Wanted,
    /// The command reports them in another way.
    Unwanted,
}

/// Choice of the notes on dates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DateNotes {
    Wanted,
    /// The command does not use dates.
    Unwanted,
}

impl Notes {
    pub(super) fn new(
        used: Option<&'static [&'static str]>,
        listener: impl Fn(&TableNote) + Send + Sync + 'static,
    ) -> Self {
        let (fens, dates) = (FenNotes::Wanted, DateNotes::Unwanted);
        Self { used, game: None, fens, dates, listener: Arc::new(listener) }
    }

    pub(super) fn with_game(self, game: Option<Game>) -> Self {
        Self { game, ..self }
    }

    pub(super) fn without_fens(self) -> Self {
        Self { fens: FenNotes::Unwanted, ..self }
    }

    pub(super) fn with_dates(self) -> Self {
        Self { dates: DateNotes::Wanted, ..self }
    }

    /// Returns whether there are notes on games.
    pub(super) fn concern_games(&self) -> bool {
        self.dates == DateNotes::Wanted
    }
}

/// Checks of one table.
pub(super) struct TableNotes {
    notes: Notes,
    file: Arc<str>,
    /// Number of headings; 0 before the first row, and if the file is not a table.
    headings: usize,
    ids: FirstLines,
    positions: FirstLines,
    /// Number of notes on rows.
    on_rows: usize,
    /// Number of notes on dates.
    on_dates: usize,
}

impl TableNotes {
    /// Largest number of notes on rows, and on dates; further ones are counted.
    const MAX_ROW_NOTES: usize = 10;

    pub(super) fn new(notes: Notes, file: Arc<str>) -> Self {
        let (ids, positions) = (FirstLines::default(), FirstLines::default());
        Self { notes, file, headings: 0, ids, positions, on_rows: 0, on_dates: 0 }
    }

    /// Checks the dates of the next game.
    pub(super) fn check_game(&mut self, game: &GameText) {
        if self.notes.dates == DateNotes::Wanted {
            self.note_dates(game.place.line, unclear_dates(game));
        }
    }

    fn note_dates(&mut self, line: u64, dates: Vec<UnclearDate>) {
        for date in dates {
            self.on_dates += 1;
            if self.on_dates <= Self::MAX_ROW_NOTES {
                self.note(TableNoteKind::Date { line, date });
            }
        }
    }

    /// Checks the next row.
    pub(super) fn check(&mut self, statement: &Statement) {
        let Statement { line, id, fen, variant, further, headings, .. } = statement;
        let line = *line;
        if self.notes.fens == FenNotes::Wanted
            && let Ok(game) = statement.game(self.notes.game)
            && statement.fault.is_none()
        {
            for note in statement.fen_notes(game) {
                self.note_row(TableNoteKind::Fen { line, note });
            }
        }
        if self.notes.dates == DateNotes::Wanted {
            self.note_dates(line, statement.unclear_dates());
        }
        let Some(used) = self.notes.used else { return };
        if !headings.is_empty() {
            self.headings = headings.len();
            let is_unused = |heading: &&Heading| {
                let is_used = heading.meaning.is_some_and(|meaning| used.contains(&meaning));
                !is_used && !heading.text.is_empty()
            };
            let unused: Vec<String> =
                headings.iter().filter(is_unused).map(|heading| heading.text.clone()).collect();
            if !unused.is_empty() {
                self.note(TableNoteKind::Unused(unused));
            }
        }
        if self.headings == 0 {
            return;
        }
        let cells = further.iter().filter_map(ExtraColumn::cell_number).max().unwrap_or_default();
        if cells > self.headings {
            self.note_row(TableNoteKind::TooManyCells { line, cells, headings: self.headings });
        }
        if let Some(first) = self.ids.add(id, line).filter(|_| !id.is_empty()) {
            self.note_row(TableNoteKind::SameId { line, first, id: id.clone() });
        }
        // The move counters do not matter.
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let is_counter = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
        let counters = fields.iter().rev().take_while(is_counter).count();
        let position = format!("{variant} {}", fields[..fields.len() - counters].join(" "));
        if let Some(first) = self.positions.add(&position, line).filter(|_| !fields.is_empty()) {
            self.note_row(TableNoteKind::SamePosition { line, first });
        }
    }

    fn note_row(&mut self, kind: TableNoteKind) {
        self.on_rows += 1;
        if self.on_rows <= Self::MAX_ROW_NOTES {
            self.note(kind);
        }
    }

    fn note(&self, kind: TableNoteKind) {
        (self.notes.listener)(&TableNote { file: Arc::clone(&self.file), kind });
    }

    /// Ends the table: reports the number of further notes.
    pub(super) fn finish(&mut self) {
        if let Some(more) = self.on_rows.checked_sub(Self::MAX_ROW_NOTES).filter(|&more| more > 0) {
            self.note(TableNoteKind::More(more));
        }
        if let Some(more) = self.on_dates.checked_sub(Self::MAX_ROW_NOTES).filter(|&more| more > 0) {
            self.note(TableNoteKind::MoreDates(more));
        }
    }
}

/// The line of the first occurrence of each text, by digest.
#[derive(Default)]
struct FirstLines(HashMap<u64, u64>);

impl FirstLines {
    /// Largest number of texts remembered, about 24 MiB.
    const MAX_TEXTS: usize = 1 << 20;

    /// Adds a text and returns the line of its first occurrence, if it is a duplicate.
    fn add(&mut self, text: &str, line: u64) -> Option<u64> {
        let digest = Digest::of(text).to_u64();
        let first = self.0.get(&digest).copied();
        if first.is_none() && self.0.len() < Self::MAX_TEXTS {
            self.0.insert(digest, line);
        }
        first
    }
}
