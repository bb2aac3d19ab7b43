//! The output forms of `solve`. A new form is a file with a [`Form`] and a line in [`SolveForm::ALL`].

use std::path::Path;

use hexmate_batch::files::Outputs;
use hexmate_diagram::has_glyph;

use super::{SolveLook, SolveRecord};
use crate::output::{Book, BookError, PageFile, Report, UniqueFiles};
use crate::page::{Audience, Filter, PageStyle, PageWords};
use crate::{
    BookParts, BookStyle, Collector, Form, Format, Formulas, Fragment, NamedForm, Undrawn, csv_row, json_row,
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
        Self { name: "solutions", endings: &[], new: |look, _| Box::new(Text(look.clone())) },
        Self { name: "epd", endings: &["epd"], new: |_, _| Box::new(Epd) },
        Self { name: "pgn", endings: &["pgn"], new: |_, _| Box::new(Pgn) },
        Self { name: "html", endings: &["html", "htm"], new: |look, _| Box::new(Html(look.clone())) },
        Self {
            name: "book",
            endings: &["pdf", "typ", "tex"],
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

/// A table as CSV or JSON Lines, or one line of text for each problem.
struct Table(Format, Formulas);

impl Form<SolveRecord> for Table {
    fn render(&self, record: &SolveRecord) -> Fragment {
        match self.0 {
            Format::Text => Fragment::Painted(record.line()),
            Format::Csv => Fragment::Row(csv_row(record), record.further_cells()),
            Format::Json => Fragment::Text(json_row(record)),
        }
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
        let report = Report::with_input_columns::<SolveRecord>(outputs, self.0, Some(path))?;
        Ok(Box::new(report.with_formulas(self.1)))
    }
}

/// Whole solutions as text.
struct Text(SolveLook);

impl Form<SolveRecord> for Text {
    fn render(&self, record: &SolveRecord) -> Fragment {
        Fragment::Painted(record.with_verdict(record.text(&self.0)))
    }
}

/// Lines of EPD.
struct Epd;

impl Form<SolveRecord> for Epd {
    fn render(&self, record: &SolveRecord) -> Fragment {
        Fragment::Text(record.to_epd())
    }
}

/// PGN games with variations; a problem without a position is left out.
struct Pgn;

impl Form<SolveRecord> for Pgn {
    fn render(&self, record: &SolveRecord) -> Fragment {
        record.solution_pgn().map_or(Fragment::Nothing, Fragment::Text)
    }
}

/// An HTML page.
struct Html(SolveLook);

impl Form<SolveRecord> for Html {
    fn render(&self, record: &SolveRecord) -> Fragment {
        let SolveLook { language, audience, .. } = self.0;
        Fragment::Article(match audience {
            Audience::Editors => record.to_article(language),
            Audience::Readers => record.to_reader_entry(&self.0),
        })
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
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
        let title = self.0.language.words.problems.to_owned();
        Ok(Box::new(PageFile::open(output, PageStyle { title, words, filters, audience: self.0.audience })?))
    }
}

/// A book, or a part of one.
struct Printed(SolveLook, BookParts);

impl Form<SolveRecord> for Printed {
    fn render(&self, record: &SolveRecord) -> Fragment {
        let picture = match self.1 {
            BookParts::Solutions => None,
            BookParts::Whole | BookParts::SolvingSheet => record.printed_picture(),
        };
        let picture = picture.unwrap_or_default();
        Fragment::Printed(Box::new(record.book_problem(picture, &self.0)))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
        let style = BookStyle { parts: self.1, ..self.0.book.style().ok_or(BookError::Name)? };
        Ok(Box::new(Book::open(outputs, path, style)?))
    }
}

/// A folder of diagrams.
struct Diagrams(SolveLook);

impl Form<SolveRecord> for Diagrams {
    fn render(&self, record: &SolveRecord) -> Fragment {
        let name = record.name().to_owned();
        let mut undrawn = Undrawn::default();
        if let Some(caption) = record.shown_caption(&self.0) {
            caption.texts().for_each(|text| drop(undrawn.replace(text, has_glyph)));
        }
        record.picture(&self.0).map_or(Fragment::Nothing, |picture| Fragment::Picture(name, picture, undrawn))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
        Ok(Box::new(UniqueFiles::open(outputs, path, "svg")?))
    }
}

/// A folder of certificates.
struct Certificates;

impl Form<SolveRecord> for Certificates {
    fn render(&self, record: &SolveRecord) -> Fragment {
        let name = record.name().to_owned();
        record.certificate().map_or(Fragment::Nothing, |text| Fragment::File(name, text))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
        Ok(Box::new(UniqueFiles::open(outputs, path, "certificate")?))
    }
}
