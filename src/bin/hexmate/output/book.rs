//! A book: one file, and for sources a folder of pictures beside it. Sets no page.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hexmate::diagram;
use hexmate::notation::Letters;
use hexmate::report::{BookProblem, BookStyle};
use hexmate::rules::Role;

use super::{Album, Output};
use crate::exit::Failure;

/// The forms of a book, told by the ending of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookForm {
    Pdf,
    Typst,
    Latex,
}

impl BookForm {
    /// The form of a file with this name.
    pub fn of(path: &Path) -> Result<Self, String> {
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("pdf") => Self::Pdf,
            Some("typ") => Self::Typst,
            Some("tex") => Self::Latex,
            _ => return Err("a book ends in .pdf, .typ or .tex".to_owned()),
        };
        match form {
            Self::Pdf | Self::Latex if !cfg!(feature = "pdf") => {
                Err("this build writes no PDF: build with --features pdf, or name a book that ends in .typ"
                    .to_owned())
            }
            _ => Ok(form),
        }
    }
}

/// A book while its problems come in.
pub struct Book {
    form: BookForm,
    style: BookStyle,
    path: PathBuf,
    output: Output,
    problems: Vec<BookProblem>,
}

impl Book {
    /// Makes sure that it can be written.
    pub fn open(path: &Path, style: BookStyle) -> Result<Self, Failure> {
        let form = BookForm::of(path).map_err(Failure::Usage)?;
        let output = Output::open(Some(path))?;
        Ok(Self { form, style, path: path.to_owned(), output, problems: Vec::new() })
    }

    /// Adds a problem, which is JSON.
    pub fn add(&mut self, problem: &str) -> io::Result<()> {
        let problem: BookProblem = serde_json::from_str(problem)?;
        match self.problems.last_mut() {
            Some(first) if problem.is_later_twin() => first.add_twin(problem),
            _ => self.problems.push(problem),
        }
        Ok(())
    }

    /// Writes all of it.
    pub fn finish(mut self) -> Result<(), Failure> {
        let bytes = match self.form {
            BookForm::Pdf => self.pages()?,
            BookForm::Typst => {
                let folder = self.pictures("svg", |svg| Ok(svg.as_bytes().to_vec()))?;
                self.style.typst(&self.problems, &folder).into_bytes()
            }
            BookForm::Latex => {
                let folder = self.pictures("pdf", page)?;
                self.style.latex(&self.problems, &folder).into_bytes()
            }
        };
        self.output.write_all(&bytes)?;
        Ok(self.output.finish()?)
    }

    /// Puts the pictures into the folder beside the book; tells its name.
    fn pictures(
        &self,
        ending: &'static str,
        form: impl Fn(&str) -> Result<Vec<u8>, Failure>,
    ) -> Result<String, Failure> {
        let folder = self.path.with_extension("");
        let mut album = Album::open(&folder, ending)?;
        let is_signed = |line: &String| line.chars().any(|character| Letters::figurine(character).is_some());
        // A source for Typst names them all the same.
        let has_signs = self.form == BookForm::Typst
            || self.problems.iter().any(|problem| problem.solution.iter().any(is_signed));
        for role in Role::ALL.into_iter().filter(|_| has_signs) {
            album.add(&role.letter().to_string(), form(&diagram::figurine(role))?)?;
        }
        for (number, problem) in (1_usize..).zip(&self.problems) {
            if !problem.picture.is_empty() {
                album.add(&number.to_string(), form(&problem.picture)?)?;
            }
        }
        Ok(folder.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    #[cfg(feature = "pdf")]
    fn pages(&self) -> Result<Vec<u8>, Failure> {
        hexmate::render::book(&self.style, &self.problems).ok_or_else(unset)
    }

    #[cfg(not(feature = "pdf"))]
    fn pages(&self) -> Result<Vec<u8>, Failure> {
        BookForm::of(&self.path).map(|_| Vec::new()).map_err(Failure::Usage)
    }
}

/// A picture as a PDF of one page.
#[cfg(feature = "pdf")]
fn page(svg: &str) -> Result<Vec<u8>, Failure> {
    hexmate::render::pdf(svg).ok_or_else(unset)
}

#[cfg(not(feature = "pdf"))]
fn page(_: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::Usage("this build writes no PDF: build with --features pdf".to_owned()))
}

#[cfg(feature = "pdf")]
fn unset() -> Failure {
    Failure::Usage("a picture of the book cannot be set".to_owned())
}
