//! A book: one file, and for sources a folder of pictures beside it. Sets no page.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{error, fmt};

use crate::{BookProblem, BookStyle};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_core::rules::Role;
use hexmate_diagram as diagram;
use hexmate_position::Letters;

use super::unique_files::UniqueFiles;

/// The forms of a book, told by the ending of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookForm {
    /// Pages.
    Pdf,
    /// A source for Typst, and pictures as SVG.
    Typst,
    /// A source for LaTeX, and pictures as PDF.
    Latex,
}

impl BookForm {
    /// The form of a file with this name.
    ///
    /// # Errors
    ///
    /// If no book has such a name, or this build lacks what writes it.
    pub fn of(path: &Path) -> Result<Self, BookError> {
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("pdf") => Self::Pdf,
            Some("typ") => Self::Typst,
            Some("tex") => Self::Latex,
            _ => return Err(BookError::Name),
        };
        let is_lacking = form != Self::Typst && !cfg!(feature = "pdf");
        if is_lacking { Err(BookError::NoPdf) } else { Ok(form) }
    }
}

/// Why there is no book.
#[derive(Debug)]
pub enum BookError {
    /// The name of its file says no form.
    Name,
    /// This build writes no PDF, and no pictures for LaTeX.
    NoPdf,
    /// A picture is none, or too large for a page.
    Picture,
    /// A file cannot be written.
    File(FileError),
}

impl BookError {
    /// A stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name => "book-name",
            Self::NoPdf => "no-pdf",
            Self::Picture => "picture",
            Self::File(error) => error.code(),
        }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("a book ends in .pdf, .typ or .tex"),
            Self::NoPdf => f.write_str(
                "this build writes no PDF: build with --features pdf, or name a book that ends in .typ",
            ),
            Self::Picture => f.write_str("a picture of the book cannot be set"),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl error::Error for BookError {}

impl From<FileError> for BookError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// A book while its problems come in.
#[derive(Debug)]
pub struct Book {
    form: BookForm,
    style: BookStyle,
    path: PathBuf,
    outputs: Outputs,
    output: Output,
    problems: Vec<BookProblem>,
}

impl Book {
    /// Makes sure that it can be written.
    ///
    /// # Errors
    ///
    /// If it cannot, or its name says no form.
    pub fn open(outputs: &Outputs, path: &Path, style: BookStyle) -> Result<Self, BookError> {
        let form = BookForm::of(path)?;
        let output = outputs.open(Some(path))?;
        let (path, outputs) = (path.to_owned(), outputs.clone());
        Ok(Self { form, style, path, outputs, output, problems: Vec::new() })
    }

    /// Adds a problem.
    pub fn add(&mut self, problem: BookProblem) {
        match self.problems.last_mut() {
            Some(first) if problem.is_later_twin() => first.add_twin(problem),
            _ => self.problems.push(problem),
        }
    }

    /// Writes all of it.
    ///
    /// # Errors
    ///
    /// If a picture cannot be set, or a file cannot be written.
    pub fn finish(mut self) -> Result<(), BookError> {
        let bytes = match self.form {
            BookForm::Pdf => pages(&self.style, &self.problems)?,
            BookForm::Typst => {
                let folder = self.pictures("svg", |svg| Ok(svg.as_bytes().to_vec()))?;
                self.style.typst(&self.problems, &folder).into_bytes()
            }
            BookForm::Latex => {
                let folder = self.pictures("pdf", page)?;
                self.style.latex(&self.problems, &folder).into_bytes()
            }
        };
        self.output.write_all(&bytes).map_err(FileError::of_output)?;
        Ok(self.output.finish()?)
    }

    /// The folder that has the pictures of a source in this file.
    pub fn folder(path: &Path) -> PathBuf {
        path.with_extension("")
    }

    /// Puts the pictures into the folder beside the book; tells its name.
    fn pictures(
        &self,
        ending: &'static str,
        form: impl Fn(&str) -> Result<Vec<u8>, BookError>,
    ) -> Result<String, BookError> {
        let mut folder = Self::folder(&self.path);
        if self.outputs.is_incomplete() {
            // Those of an older book stay as they are.
            folder.as_mut_os_string().push(".partial");
        }
        let mut unique_files = UniqueFiles::open(&self.outputs, &folder, ending)?;
        let is_signed = |line: &String| line.chars().any(|character| Letters::figurine(character).is_some());
        // A source for Typst names them all the same.
        let has_signs = self.form == BookForm::Typst
            || self.problems.iter().any(|problem| problem.solution.iter().any(is_signed));
        for role in Role::ALL.into_iter().filter(|_| has_signs) {
            unique_files.add(&role.letter().to_string(), form(&diagram::figurine(role))?)?;
        }
        for (number, problem) in (1_usize..).zip(&self.problems) {
            if !problem.picture.is_empty() {
                unique_files.add(&number.to_string(), form(&problem.picture)?)?;
            }
        }
        Ok(folder.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }
}

#[cfg(feature = "pdf")]
fn pages(style: &BookStyle, problems: &[BookProblem]) -> Result<Vec<u8>, BookError> {
    crate::pdf::book(style, problems).ok_or(BookError::Picture)
}

/// A picture as a PDF of one page.
#[cfg(feature = "pdf")]
fn page(svg: &str) -> Result<Vec<u8>, BookError> {
    hexmate_diagram::render::pdf(svg).ok_or(BookError::Picture)
}

#[cfg(not(feature = "pdf"))]
fn pages(_: &BookStyle, _: &[BookProblem]) -> Result<Vec<u8>, BookError> {
    Err(BookError::NoPdf)
}

#[cfg(not(feature = "pdf"))]
fn page(_: &str) -> Result<Vec<u8>, BookError> {
    Err(BookError::NoPdf)
}
