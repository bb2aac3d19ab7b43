//! A book file, and for LaTeX and Typst a folder of pictures beside it.

use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

#[cfg(feature = "pdf")]
use crate::pdf::Fonts;
use crate::{BookProblem, BookStyle, Issue, Undrawn};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_core::rules::Role;
use hexmate_diagram as diagram;
use hexmate_position::Letters;

use super::unique_files::UniqueFiles;

/// Form of a book, according to the ending of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookForm {
    /// PDF.
    Pdf,
    /// Typst source, and pictures as SVG.
    Typst,
    /// LaTeX source, and pictures as PDF.
    Latex,
    /// EPUB, with pictures as SVG.
    Epub,
}

impl BookForm {
    /// Returns the form of a file with this name.
    ///
    /// # Errors
    ///
    /// If the ending is unknown, or this build cannot write the form.
    pub fn of(path: &Path) -> Result<Self, BookError> {
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("pdf") => Self::Pdf,
            Some("typ") => Self::Typst,
            Some("tex") => Self::Latex,
            Some("epub") => Self::Epub,
            _ => return Err(BookError::Name),
        };
        let is_lacking = matches!(form, Self::Pdf | Self::Latex) && !cfg!(feature = "pdf");
        if is_lacking { Err(BookError::NoPdf) } else { Ok(form) }
    }

    /// Returns whether the pictures are in a folder beside the file.
    pub const fn has_folder(self) -> bool {
        matches!(self, Self::Typst | Self::Latex)
    }
}

/// Reason why a book cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The ending of the file is unknown.
    #[error("unknown kind of book; write a file that ends in .pdf, .epub, .typ or .tex")]
    Name,
    /// This build cannot write PDF, which pictures for LaTeX need too.
    #[error("this build cannot write PDF: build with --features pdf, or write a .typ or .epub file")]
    NoPdf,
    /// A picture is not valid SVG, or too large for a page.
    #[error("a picture of the book cannot be drawn")]
    Picture,
    /// A file cannot be written.
    #[error("{0}")]
    File(#[from] FileError),
}

impl BookError {
    /// Returns the stable error code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name => "book-name",
            Self::NoPdf => "no-pdf",
            Self::Picture => "picture",
            Self::File(error) => error.code(),
        }
    }
}

/// A book under construction.
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
    /// Opens the file of a book.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or its ending is unknown.
    pub fn open(outputs: &Outputs, path: &Path, mut style: BookStyle) -> Result<Self, BookError> {
        let of_issue = style.issue.iter_mut().flat_map(Issue::texts_mut);
        of_issue.for_each(|text| *text = text.nfc().collect());
        let form = BookForm::of(path)?;
        let output = outputs.open(Some(path))?;
        let (path, outputs) = (path.to_owned(), outputs.clone());
        Ok(Self { form, style, path, outputs, output, problems: Vec::new() })
    }

    /// Adds a problem. Its texts are normalized, so that accents are on their letters.
    pub fn add(&mut self, mut problem: BookProblem) {
        problem.texts_mut().for_each(|text| *text = text.nfc().collect());
        match self.problems.last_mut() {
            Some(first) if problem.is_later_twin() => first.add_twin(problem),
            _ => {
                problem.list_own_change();
                self.problems.push(problem);
            }
        }
    }

    /// Replaces characters that no font of the book has; returns them. A Typst source leaves the fonts to Typst.
    pub fn replace_undrawn(&mut self) -> Undrawn {
        let mut undrawn = Undrawn::default();
        let is_drawn = fonts(self.form);
        let texts = self.problems.iter_mut().flat_map(BookProblem::texts_mut);
        for text in texts.chain([&mut self.style.title]) {
            *text = undrawn.replace(text, &is_drawn);
        }
        for text in self.style.issue.iter_mut().flat_map(Issue::texts_mut) {
            // Each line is a paragraph.
            let lines: Vec<String> = text.split('\n').map(|line| undrawn.replace(line, &is_drawn)).collect();
            *text = lines.join("\n");
        }
        undrawn
    }

    /// Returns the number of captions and headings that a page has no room for.
    pub fn cut_texts(&self) -> usize {
        match self.form {
            BookForm::Pdf => cut_texts(&self.style, &self.problems),
            BookForm::Typst | BookForm::Latex => self.style.overfull_texts(&self.problems),
            BookForm::Epub => 0,
        }
    }

    /// Writes the book and its pictures.
    ///
    /// # Errors
    ///
    /// If a picture cannot be drawn, or a file cannot be written.
    pub fn finish(mut self) -> Result<(), BookError> {
        self.replace_undrawn();
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
            BookForm::Epub => archive(self.style.epub(&self.problems)).map_err(FileError::of_output)?,
        };
        self.output.write_all(&bytes).map_err(FileError::of_output)?;
        Ok(self.output.finish()?)
    }

    /// Returns the folder with the pictures of a LaTeX or Typst book.
    pub fn folder(path: &Path) -> PathBuf {
        path.with_extension("")
    }

    /// Writes the pictures into the folder beside the book; returns the name of the folder.
    fn pictures(
        &self,
        ending: &'static str,
        form: impl Fn(&str) -> Result<Vec<u8>, BookError>,
    ) -> Result<String, BookError> {
        let mut folder = Self::folder(&self.path);
        if self.outputs.is_incomplete() {
            // The pictures of an older book are kept.
            folder.as_mut_os_string().push(".partial");
        }
        let mut unique_files = UniqueFiles::open(&self.outputs, &folder, ending)?;
        let mut texts = self.problems.clone();
        let texts: String = texts.iter_mut().flat_map(BookProblem::texts_mut).map(|text| &**text).collect();
        let mut issue = self.style.issue.clone();
        let of_issue: String = issue.iter_mut().flat_map(Issue::texts_mut).map(|text| &**text).collect();
        let texts = format!("{}{of_issue}{texts}", self.style.title);
        // A Typst source refers to all figurines in any case.
        let has_figurines = self.form == BookForm::Typst
            || texts.chars().any(|character| Letters::figurine(character).is_some());
        for role in Role::ALL.into_iter().filter(|_| has_figurines) {
            unique_files.add(&role.letter().to_string(), form(&diagram::figurine(role))?)?;
        }
        if self.form == BookForm::Latex {
            for (character, name) in BookStyle::latex_pictures(texts.chars()) {
                unique_files.add(&name, form(&sign(character).ok_or(BookError::Picture)?)?)?;
            }
        }
        for (number, problem) in (1_usize..).zip(&self.problems) {
            if !problem.picture.is_empty() {
                unique_files.add(&number.to_string(), form(&problem.picture)?)?;
            }
        }
        Ok(folder.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }
}

/// Packs files as an archive. The first one is not compressed, so that programs find its content at a fixed place.
fn archive(files: Vec<(String, Vec<u8>)>) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut method = CompressionMethod::Stored;
    for (name, content) in files {
        // The date of all entries is 1980-01-01: equal books are equal files.
        let options =
            SimpleFileOptions::default().compression_method(method).last_modified_time(DateTime::DEFAULT);
        archive.start_file(name, options)?;
        archive.write_all(&content)?;
        method = CompressionMethod::Deflated;
    }
    Ok(archive.finish()?.into_inner())
}

/// Returns the test of the characters that a form can print.
#[cfg(feature = "pdf")]
fn fonts(form: BookForm) -> impl Fn(char) -> bool {
    let fonts = Fonts::load();
    move |character| {
        matches!(form, BookForm::Typst | BookForm::Epub)
            || fonts.as_ref().is_some_and(|fonts| fonts.have(character))
    }
}

/// Draws a character as SVG.
#[cfg(feature = "pdf")]
fn sign(character: char) -> Option<String> {
    Fonts::load()?.sign(character)
}

#[cfg(feature = "pdf")]
fn pages(style: &BookStyle, problems: &[BookProblem]) -> Result<Vec<u8>, BookError> {
    crate::pdf::book(style, problems).ok_or(BookError::Picture)
}

#[cfg(feature = "pdf")]
fn cut_texts(style: &BookStyle, problems: &[BookProblem]) -> usize {
    crate::pdf::cut_texts(style, problems)
}

#[cfg(not(feature = "pdf"))]
fn cut_texts(_: &BookStyle, _: &[BookProblem]) -> usize {
    0
}

/// Converts a picture to a PDF with one page.
#[cfg(feature = "pdf")]
fn page(svg: &str) -> Result<Vec<u8>, BookError> {
    hexmate_diagram::render::pdf(svg).ok_or(BookError::Picture)
}

#[cfg(not(feature = "pdf"))]
fn fonts(_: BookForm) -> impl Fn(char) -> bool {
    |_| true
}

#[cfg(not(feature = "pdf"))]
fn sign(_: char) -> Option<String> {
    None
}

#[cfg(not(feature = "pdf"))]
fn pages(_: &BookStyle, _: &[BookProblem]) -> Result<Vec<u8>, BookError> {
    Err(BookError::NoPdf)
}

#[cfg(not(feature = "pdf"))]
fn page(_: &str) -> Result<Vec<u8>, BookError> {
    Err(BookError::NoPdf)
}
