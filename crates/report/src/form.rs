//! Forms of output: rendering of results, and collection of rendered results in a file.
//!
//! A [`Form`] renders each result by itself, in the worker threads. A [`Collector`] writes the fragments to a file in
//! the order of the records; it gives numbers and collates pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::Painted;

use crate::output::{Book, BookError, PageFile, Report, UniqueFiles};
use crate::page::Article;
use crate::{BookProblem, Formulas, JunitCase, JunitFile, Undrawn};

/// An output form for results of type `R`.
pub trait Form<R>: Send + Sync {
    /// Renders a result; runs in the worker threads.
    fn render(&self, result: &R) -> Fragment;

    /// Opens the file or folder at this path; `-` is stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Box<dyn Collector>, BookError> {
        Ok(Box::new(outputs.open(Some(path))?))
    }
}

/// An output form with its name; `L` is the type of its settings.
pub struct NamedForm<R, L> {
    /// Name of the form.
    pub name: &'static str,
    /// File endings of this form, in lower case.
    pub endings: &'static [&'static str],
    pub(crate) new: fn(&L, Formulas) -> Box<dyn Form<R>>,
}

impl<R, L> NamedForm<R, L> {
    /// Returns the form with this name.
    pub fn named<'f>(all: &'f [Self], name: &str) -> Option<&'f Self> {
        all.iter().find(|form| form.name == name)
    }

    /// Returns the form that has the ending of this path.
    pub fn of<'f>(all: &'f [Self], path: &Path) -> Option<&'f Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        all.iter().find(|form| form.endings.contains(&ending.as_str()))
    }

    /// Creates the renderer of this form; `formulas` applies to CSV.
    pub fn renderer(&self, look: &L, formulas: Formulas) -> Box<dyn Form<R>> {
        (self.new)(look, formulas)
    }
}

/// A rendered result, to be added to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fragment {
    /// No output.
    Nothing,
    /// Text, with its line ends.
    Text(String),
    /// Text with a verdict in it.
    Painted(Painted),
    /// A line of a table; names and values of columns that come from the input.
    Row(String, Vec<(String, String)>),
    /// A file for a folder: its name without the ending, and its content.
    File(String, String),
    /// A picture for a folder: its name without the ending, the SVG, and characters of its text that are not drawn.
    Picture(String, String, Undrawn),
    /// An article of a page.
    Article(Article),
    /// A test case of a JUnit report.
    Case(JunitCase),
    /// A problem of a book.
    Printed(Box<BookProblem>),
    /// A game for a collection.
    Game {
        /// The game as PGN.
        text: Vec<u8>,
        /// `true` for the first of its input file.
        begins_file: bool,
    },
}

impl Fragment {
    /// Returns the text of a fragment that is text; other fragments are `None`.
    pub fn into_text(self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Painted(Painted { text, .. }) => Some(text),
            _ => None,
        }
    }
}

/// A file or folder that receives rendered results, in order.
pub trait Collector {
    /// Adds a fragment; ignores fragments of other forms.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError>;

    /// Replaces characters that cannot be drawn by question marks, unless they are replaced already; returns them.
    fn replace_undrawn(&mut self) -> Undrawn {
        Undrawn::default()
    }

    /// Returns the number of texts that are cut because a page has no room for them.
    fn cut_texts(&self) -> usize {
        0
    }

    /// Completes the file; `summary` describes the whole batch.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or a picture of a book cannot be drawn.
    fn finish(self: Box<Self>, summary: &str) -> Result<(), BookError>;
}

/// The output forms of a command, each with its path.
pub struct FormSet<R>(Vec<(PathBuf, Box<dyn Form<R>>)>);

impl<R> FromIterator<(PathBuf, Box<dyn Form<R>>)> for FormSet<R> {
    fn from_iter<I: IntoIterator<Item = (PathBuf, Box<dyn Form<R>>)>>(forms: I) -> Self {
        Self(forms.into_iter().collect())
    }
}

impl<R> FormSet<R> {
    /// Renders a result in every form.
    pub fn render(&self, result: &R) -> Vec<Fragment> {
        self.0.iter().map(|(_, form)| form.render(result)).collect()
    }

    /// Opens the files of all forms.
    ///
    /// # Errors
    ///
    /// If one cannot be written.
    pub fn open(&self, outputs: &Outputs) -> Result<FileSet, BookError> {
        let open = |(path, form): &(PathBuf, Box<dyn Form<R>>)| form.open(outputs, path);
        self.0.iter().map(open).collect::<Result<_, _>>().map(FileSet)
    }
}

/// The open files of a [`FormSet`].
pub struct FileSet(Vec<Box<dyn Collector>>);

impl FileSet {
    /// Adds a result, one fragment for each file.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn add(&mut self, fragments: Vec<Fragment>) -> Result<(), FileError> {
        self.0.iter_mut().zip(fragments).try_for_each(|(file, fragment)| file.add(fragment))
    }

    /// Replaces characters that cannot be drawn, in all files; returns them.
    pub fn replace_undrawn(&mut self) -> Undrawn {
        let mut undrawn = Undrawn::default();
        self.0.iter_mut().for_each(|file| undrawn.extend(file.replace_undrawn()));
        undrawn
    }

    /// Returns the number of texts in all files that are cut because a page has no room for them.
    pub fn cut_texts(&self) -> usize {
        self.0.iter().map(|file| file.cut_texts()).sum()
    }

    /// Completes all files; `summary` describes the whole batch.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or a picture of a book cannot be drawn.
    pub fn finish(self, summary: &str) -> Result<(), BookError> {
        self.0.into_iter().try_for_each(|file| file.finish(summary))
    }
}

fn file_error(result: io::Result<()>) -> Result<(), FileError> {
    result.map_err(FileError::of_output)
}

/// Concatenates texts.
impl Collector for Output {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        match fragment {
            Fragment::Text(text) | Fragment::Row(text, _) => file_error(self.write_all(text.as_bytes())),
            Fragment::Painted(painted) => file_error(self.write_painted(&painted)),
            _ => Ok(()),
        }
    }

    fn finish(self: Box<Self>, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(*self)?)
    }
}

impl Collector for Report {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        match fragment {
            Fragment::Row(line, further) => file_error(self.write_with_input(&line, &further)),
            Fragment::Text(line) => file_error(self.write_text(&line)),
            Fragment::Painted(line) => file_error(self.write_painted(&line)),
            _ => Ok(()),
        }
    }

    fn finish(self: Box<Self>, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(*self)?)
    }
}

impl Collector for UniqueFiles {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        match fragment {
            Fragment::File(name, content) => Self::add(self, &name, content),
            Fragment::Picture(name, svg, undrawn) => {
                self.add_undrawn(undrawn);
                Self::add(self, &name, svg)
            }
            _ => Ok(()),
        }
    }

    fn replace_undrawn(&mut self) -> Undrawn {
        self.undrawn().clone()
    }

    fn finish(self: Box<Self>, _summary: &str) -> Result<(), BookError> {
        Ok(())
    }
}

impl Collector for PageFile {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        match fragment {
            Fragment::Article(article) => file_error(Self::add(self, &article)),
            _ => Ok(()),
        }
    }

    fn finish(self: Box<Self>, summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(*self, summary)?)
    }
}

impl Collector for JunitFile {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        match fragment {
            Fragment::Case(case) => file_error(Self::add(self, &case)),
            _ => Ok(()),
        }
    }

    fn finish(self: Box<Self>, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(*self)?)
    }
}

impl Collector for Book {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        if let Fragment::Printed(problem) = fragment {
            Self::add(self, *problem);
        }
        Ok(())
    }

    fn replace_undrawn(&mut self) -> Undrawn {
        Self::replace_undrawn(self)
    }

    fn cut_texts(&self) -> usize {
        Self::cut_texts(self)
    }

    fn finish(self: Box<Self>, _summary: &str) -> Result<(), BookError> {
        Self::finish(*self)
    }
}
