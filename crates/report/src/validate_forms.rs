//! The output forms of `validate`.

use std::io::Write;
use std::path::Path;

use hexmate_batch::files::{FileError, Output, Outputs};

use crate::ci::CiForm;
use crate::output::{BookError, PageFile, Report};
use crate::page::{Article, PageStyle, PageWords};
use crate::recorded::RecordedChecks;
use crate::{
    ChangeRow, Checked, CiFormat, Collector, FileText, Form, Format, Formulas, Language, NamedForm,
    ReportLine, SlipsNote, ValidateRow,
};
use crate::{csv_header, csv_row};

/// An output form of `validate`.
pub type ValidateForm = NamedForm<Checked, RecordedChecks>;

impl ValidateForm {
    /// All output forms of `validate`.
    pub const ALL: &[Self] = &[
        Self {
            name: "text",
            endings: &[],
            new: |checks, _| Box::new(Table::new(Format::Text, checks, Formulas::Kept)),
        },
        Self {
            name: "csv",
            endings: &["csv"],
            new: |checks, formulas| Box::new(Table::new(Format::Csv, checks, formulas)),
        },
        Self {
            name: "json",
            endings: &["json", "jsonl", "ndjson"],
            new: |checks, _| Box::new(Table::new(Format::Json, checks, Formulas::Kept)),
        },
        Self { name: "junit", endings: &["xml"], new: |_, _| Box::new(report(CiFormat::Junit)) },
        Self { name: "github", endings: &[], new: |_, _| Box::new(report(CiFormat::Github)) },
        Self { name: "html", endings: &["html", "htm"], new: |checks, _| Box::new(Html(checks.language)) },
        Self { name: "games", endings: &["pgn"], new: |_, _| Box::new(Games) },
        Self { name: "changes", endings: &[], new: |_, formulas| Box::new(Changes(formulas)) },
    ];
}

/// Returns the form of a report for continuous integration.
fn report(format: CiFormat) -> CiForm<Checked> {
    CiForm::new(format, "validate", |checked| checked.row.to_case())
}

/// A table as CSV or JSON Lines, or diagnostics as text.
struct Table {
    format: Format,
    formulas: Formulas,
    has_boards: bool,
    has_slips: bool,
}

impl Table {
    fn new(format: Format, checks: &RecordedChecks, formulas: Formulas) -> Self {
        Self { format, formulas, has_boards: checks.has_boards, has_slips: checks.slips }
    }
}

impl Form<Checked> for Table {
    type Collector = Report;

    fn render(&self, checked: &Checked) -> Option<ReportLine> {
        let row = &checked.row;
        let bare = if self.has_boards { None } else { row.without_board() };
        if self.format == Format::Text {
            return Some(ReportLine::Text(bare.as_ref().unwrap_or(row).painted()));
        }
        let line = self.format.row(bare.as_ref().unwrap_or(row));
        // Every row has the column, because the first row decides the header.
        let slips = self.has_slips.then(|| (SlipsNote::COLUMN.to_owned(), row.slips_cell()));
        Some(ReportLine::Row(line, slips.into_iter().collect()))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Report, BookError> {
        let report = match self.has_slips {
            true => Report::with_input_columns::<ValidateRow>(outputs, self.format, Some(path))?,
            false => Report::new::<ValidateRow>(outputs, self.format, Some(path))?,
        };
        Ok(report.with_formulas(self.formulas))
    }
}

/// An HTML page in a language.
struct Html(Language);

impl Form<Checked> for Html {
    type Collector = PageFile;

    fn render(&self, checked: &Checked) -> Option<Article> {
        Some(checked.row.to_article(&checked.shown, self.0))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<PageFile, BookError> {
        let output = outputs.open(Some(path))?;
        let words = PageWords::of(self.0.words);
        Ok(PageFile::open(output, PageStyle::translated(words, "Records", &["status", "code"]))?)
    }
}

/// A repaired collection of games.
struct Games;

impl Form<Checked> for Games {
    type Collector = Collection;

    fn render(&self, checked: &Checked) -> Option<RepairedGames> {
        Some(RepairedGames { text: checked.game.as_bytes().to_vec(), begins_file: checked.begins_file })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Collection, BookError> {
        Ok(Collection { output: outputs.open(Some(path))?, end: *b"\n\n" })
    }
}

/// Games of a record, repaired.
struct RepairedGames {
    /// The games as PGN.
    text: Vec<u8>,
    /// `true` for the first of its input file.
    begins_file: bool,
}

/// The file of a repaired collection.
struct Collection {
    output: Output,
    /// The last bytes written.
    end: [u8; 2],
}

impl Collector for Collection {
    type Fragment = RepairedGames;

    fn add(&mut self, RepairedGames { text, begins_file }: RepairedGames) -> Result<(), FileError> {
        // An empty line must separate the games of two input files.
        let missing: &[u8] = match self.end {
            _ if !begins_file => b"",
            [b'\n', b'\n'] => b"",
            [_, b'\n'] => b"\n",
            _ => b"\n\n",
        };
        if begins_file {
            self.end = *b"\n\n";
        }
        self.end = text.last_chunk().copied().unwrap_or(self.end);
        let written = self.output.write_all(missing).and_then(|()| self.output.write_all(&text));
        written.map_err(FileError::of_output)
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Ok(self.output.finish()?)
    }
}

/// A CSV table of changed moves.
struct Changes(Formulas);

impl Form<Checked> for Changes {
    type Collector = Output;

    fn render(&self, checked: &Checked) -> Option<FileText> {
        let rows: String = checked.changes.iter().map(csv_row).collect();
        Some(FileText::Plain(self.0.apply(&rows).into_owned()))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Output, BookError> {
        let mut output = outputs.open(Some(path))?;
        output.write_all(csv_header::<ChangeRow>().as_bytes()).map_err(FileError::of_output)?;
        Ok(output)
    }
}
