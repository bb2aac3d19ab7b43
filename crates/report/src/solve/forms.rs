//! The output forms of `solve`. A new form is a file with a [`Form`] and a line in [`SolveForm::ALL`].

use std::path::Path;

use hexmate_batch::files::{Output, Outputs};
use hexmate_diagram::has_glyph;

use super::{SolveLook, SolveRecord};
use crate::ci::CiForm;
use crate::output::{Book, BookError, PageFile, Report, UniqueFiles};
use crate::page::{Article, Audience, Filter, PageStyle, PageWords};
use crate::{
    BookParts, BookProblem, BookStyle, CiFormat, FileText, Form, Format, Formulas, NamedFile, NamedForm,
    PlainForm, ReportLine, Undrawn, csv_row, json_row,
};

/// An output form of `solve`.
pub type SolveForm = NamedForm<SolveRecord, SolveLook>;

impl SolveForm {
    /// All output forms of `solve`.
    pub const ALL: &[Self] = &[
        Self { name: "text", endings: &[], new: |_, _| Box::new(Table(Format::Text, Formulas::Kept)) },
        Self { name: "csv", endings: &["csv"], new: |_, formulas| Box::new(Table(Format::Csv, formulas)) },
        Self {
            name: "json",
            endings: &["json", "jsonl", "ndjson"],
            new: |_, _| Box::new(Table(Format::Json, Formulas::Kept)),
        },
        Self { name: "junit", endings: &["xml"], new: |_, _| Box::new(report(CiFormat::Junit)) },
        Self { name: "github", endings: &[], new: |_, _| Box::new(report(CiFormat::Github)) },
        Self { name: "solutions", endings: &[], new: |look, _| Box::new(Solutions(look.clone())) },
        Self {
            name: "epd",
            endings: &["epd"],
            new: |_, _| Box::new(PlainForm(|record: &SolveRecord| Some(record.to_epd()))),
        },
        Self { name: "pgn", endings: &["pgn"], new: |_, _| Box::new(PlainForm(SolveRecord::solution_pgn)) },
        Self { name: "html", endings: &["html", "htm"], new: |look, _| Box::new(Html(look.clone())) },
        Self {
            name: "book",
            endings: &["pdf", "epub", "typ", "tex"],
            new: |look, _| Box::new(Printed(look.clone(), BookParts::Whole)),
        },
        Self {
            name: "solving-sheet",
            endings: &[],
            new: |look, _| Box::new(Printed(look.clone(), BookParts::SolvingSheet)),
        },
        Self {
            name: "printed-solutions",
            endings: &[],
            new: |look, _| Box::new(Printed(look.clone(), BookParts::Solutions)),
        },
        Self { name: "diagrams", endings: &[], new: |look, _| Box::new(Diagrams(look.clone())) },
        Self { name: "certificates", endings: &[], new: |_, _| Box::new(Certificates) },
    ];
}

/// Returns the form of a report for continuous integration.
fn report(format: CiFormat) -> CiForm<SolveRecord> {
    CiForm::new(format, "solve", SolveRecord::to_case)
}

/// A table as CSV or JSON Lines, or one line of text for each problem.
struct Table(Format, Formulas);

impl Form<SolveRecord> for Table {
    type Collector = Report;

    fn render(&self, record: &SolveRecord) -> Option<ReportLine> {
        Some(match self.0 {
            Format::Text => ReportLine::Text(FileText::Painted(record.line())),
            Format::Csv => ReportLine::Row(csv_row(record), record.further_cells()),
            Format::Json => ReportLine::Text(FileText::Plain(json_row(record))),
        })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Report, BookError> {
        let report = Report::with_input_columns::<SolveRecord>(outputs, self.0, Some(path))?;
        Ok(report.with_formulas(self.1))
    }
}

/// Whole solutions as text.
struct Solutions(SolveLook);

impl Form<SolveRecord> for Solutions {
    type Collector = Output;

    fn render(&self, record: &SolveRecord) -> Option<FileText> {
        Some(FileText::Painted(record.with_verdict(record.text(&self.0))))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Output, BookError> {
        Ok(outputs.open(Some(path))?)
    }
}

/// An HTML page.
struct Html(SolveLook);

impl Form<SolveRecord> for Html {
    type Collector = PageFile;

    fn render(&self, record: &SolveRecord) -> Option<Article> {
        let SolveLook { language, audience, .. } = self.0;
        Some(match audience {
            Audience::Editors => record.to_article(language),
            Audience::Readers => record.to_reader_entry(&self.0),
        })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<PageFile, BookError> {
        let output = outputs.open(Some(path))?;
        let words = PageWords::of(self.0.language.words);
        let explanations = ["", "", words.claim_explained];
        let filters = ["verdict", "length", "claim"]
            .into_iter()
            .zip([words.verdict, words.length, words.claim])
            .zip(explanations);
        let filters = match self.0.audience {
            Audience::Editors => {
                filters.map(|((name, label), explanation)| Filter { name, label, explanation }).collect()
            }
            Audience::Readers => Vec::new(),
        };
        let (title, issue) =
            self.0.book.style().map_or_else(Default::default, |style| (style.title, style.issue));
        let issue = issue.filter(|_| self.0.audience == Audience::Readers);
        let book = self.0.language.words;
        let style = PageStyle { title, words, book, filters, audience: self.0.audience, issue };
        Ok(PageFile::open(output, style)?)
    }
}

/// A book, or a part of one.
struct Printed(SolveLook, BookParts);

impl Form<SolveRecord> for Printed {
    type Collector = Book;

    fn render(&self, record: &SolveRecord) -> Option<BookProblem> {
        let picture = match self.1 {
            BookParts::Solutions => None,
            BookParts::Whole | BookParts::SolvingSheet => record.printed_picture(&self.0),
        };
        let picture = picture.unwrap_or_default();
        Some(record.book_problem(picture, &self.0))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Book, BookError> {
        let style = BookStyle { parts: self.1, ..self.0.book.style().ok_or(BookError::Name)? };
        Book::open(outputs, path, style)
    }
}

/// A folder of diagrams.
struct Diagrams(SolveLook);

impl Form<SolveRecord> for Diagrams {
    type Collector = UniqueFiles;

    fn render(&self, record: &SolveRecord) -> Option<NamedFile> {
        let name = record.name().to_owned();
        let mut undrawn = Undrawn::default();
        if let Some(caption) = record.shown_caption(&self.0) {
            caption.texts().for_each(|text| drop(undrawn.replace(text, has_glyph)));
        }
        record.picture(&self.0).map(|content| NamedFile { name, content, undrawn })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<UniqueFiles, BookError> {
        Ok(UniqueFiles::open(outputs, path, "svg")?)
    }
}

/// A folder of certificates.
struct Certificates;

impl Form<SolveRecord> for Certificates {
    type Collector = UniqueFiles;

    fn render(&self, record: &SolveRecord) -> Option<NamedFile> {
        let name = record.name().to_owned();
        record.certificate().map(|content| NamedFile { name, content, undrawn: Undrawn::default() })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<UniqueFiles, BookError> {
        Ok(UniqueFiles::open(outputs, path, "certificate")?)
    }
}
