//! Forms of output: rendering of results, and collection of rendered results in a file.
//!
//! A [`Form`] renders each result by itself, in the worker threads. A [`Collector`] writes the fragments to a file in
//! the order of the records; it gives numbers and collates pages.

use std::any::Any;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::Painted;

use crate::output::{Book, BookError, PageFile, Report, UniqueFiles};
use crate::page::Article;
use crate::{BookProblem, Format, Formulas, Undrawn};

/// An output form for results of type `R`.
pub trait Form<R>: Send + Sync {
    /// The file or folder that receives the rendered results.
    type Collector: Collector;

    /// Renders a result, in the worker threads; `None` leaves it out.
    fn render(&self, result: &R) -> Option<<Self::Collector as Collector>::Fragment>;

    /// Opens the file or folder at this path; `-` is stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Self::Collector, BookError>;
}

/// A file or folder that receives rendered results, in order.
pub trait Collector: 'static {
    /// A rendered result.
    type Fragment: Send + 'static;

    /// Adds a rendered result.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn add(&mut self, fragment: Self::Fragment) -> Result<(), FileError>;

    /// Adds an input that cannot be read, where a report names them; `row` is the result of a record in its place.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn add_unreadable(&mut self, _error: &FileError, _row: Self::Fragment) -> Result<(), FileError> {
        Ok(())
    }

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
    fn finish(self, summary: &str) -> Result<(), BookError>;
}

/// A result rendered in some form, to be added to a file of that form.
pub struct Fragment(Option<Box<dyn Any + Send>>);

impl Fragment {
    /// Returns whether the form leaves the result out.
    pub fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the fragment that the collector of the same form adds; `None` if the form leaves the result out.
    fn into_own<F: 'static>(self) -> Option<F> {
        match self.0?.downcast() {
            Ok(fragment) => Some(*fragment),
            Err(_) => unreachable!("the form that opened the file rendered the fragment"),
        }
    }

    /// Returns the text of a form that writes text; `None` for other forms.
    pub fn into_text(self) -> Option<String> {
        let text = self.0?.downcast::<FileText>().ok()?;
        Some(match *text {
            FileText::Plain(text) | FileText::Painted(Painted { text, .. }) => text,
        })
    }
}

/// A [`Form`] whose collector is not known when the program is compiled.
pub trait AnyForm<R>: Send + Sync {
    /// Renders a result; runs in the worker threads.
    fn render(&self, result: &R) -> Fragment;

    /// Opens the file or folder at this path; see [`Form::open`].
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn open(&self, outputs: &Outputs, path: &Path) -> Result<OpenFile, BookError>;
}

impl<R, F: Form<R>> AnyForm<R> for F {
    fn render(&self, result: &R) -> Fragment {
        Fragment(Form::render(self, result).map(|fragment| Box::new(fragment) as Box<dyn Any + Send>))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<OpenFile, BookError> {
        Ok(OpenFile(Box::new(Form::open(self, outputs, path)?)))
    }
}

/// The open file of an [`AnyForm`].
pub struct OpenFile(Box<dyn AnyCollector>);

/// A [`Collector`] of the fragments that its own form renders.
trait AnyCollector {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError>;
    fn add_unreadable(&mut self, error: &FileError, row: Fragment) -> Result<(), FileError>;
    fn replace_undrawn(&mut self) -> Undrawn;
    fn cut_texts(&self) -> usize;
    fn finish(self: Box<Self>, summary: &str) -> Result<(), BookError>;
}

impl<C: Collector> AnyCollector for C {
    fn add(&mut self, fragment: Fragment) -> Result<(), FileError> {
        fragment.into_own().map_or(Ok(()), |fragment| Collector::add(self, fragment))
    }

    fn add_unreadable(&mut self, error: &FileError, row: Fragment) -> Result<(), FileError> {
        row.into_own().map_or(Ok(()), |row| Collector::add_unreadable(self, error, row))
    }

    fn replace_undrawn(&mut self) -> Undrawn {
        Collector::replace_undrawn(self)
    }

    fn cut_texts(&self) -> usize {
        Collector::cut_texts(self)
    }

    fn finish(self: Box<Self>, summary: &str) -> Result<(), BookError> {
        Collector::finish(*self, summary)
    }
}

/// Text for a file.
pub enum FileText {
    /// Text with its line ends.
    Plain(String),
    /// Text with a verdict in it.
    Painted(Painted),
}

/// A form that writes the text of each result that has one.
pub struct PlainForm<R>(pub fn(&R) -> Option<String>);

impl<R: 'static> Form<R> for PlainForm<R> {
    type Collector = Output;

    fn render(&self, result: &R) -> Option<FileText> {
        self.0(result).map(FileText::Plain)
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Output, BookError> {
        Ok(outputs.open(Some(path))?)
    }
}

/// A line of a table.
pub enum ReportLine {
    /// Text for people.
    Text(FileText),
    /// A row; names and values of columns that come from the input.
    Row(String, Vec<(String, String)>),
}

/// A file for a folder.
pub struct NamedFile {
    /// Name without the ending.
    pub name: String,
    /// The content.
    pub content: String,
    /// Characters of its text that are not drawn.
    pub undrawn: Undrawn,
}

/// An output form with its name; `L` is the type of its settings.
pub struct NamedForm<R, L> {
    /// Name of the form.
    pub name: &'static str,
    /// File endings of this form, in lower case.
    pub endings: &'static [&'static str],
    pub(crate) new: fn(&L, Formulas) -> Box<dyn AnyForm<R>>,
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
    pub fn renderer(&self, look: &L, formulas: Formulas) -> Box<dyn AnyForm<R>> {
        (self.new)(look, formulas)
    }
}

/// The output forms of a command, each with its path.
pub struct FormSet<R>(Vec<(PathBuf, Box<dyn AnyForm<R>>)>);

impl<R> FromIterator<(PathBuf, Box<dyn AnyForm<R>>)> for FormSet<R> {
    fn from_iter<I: IntoIterator<Item = (PathBuf, Box<dyn AnyForm<R>>)>>(forms: I) -> Self {
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
        let open = |(path, form): &(PathBuf, Box<dyn AnyForm<R>>)| form.open(outputs, path);
        self.0.iter().map(open).collect::<Result<_, _>>().map(FileSet)
    }
}

/// The open files of a [`FormSet`].
pub struct FileSet(Vec<OpenFile>);

impl FileSet {
    /// Adds a result, one fragment for each file.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn add(&mut self, fragments: Vec<Fragment>) -> Result<(), FileError> {
        self.0.iter_mut().zip(fragments).try_for_each(|(file, fragment)| file.0.add(fragment))
    }

    /// Adds an input that cannot be read to the files that name them; `rows` is the result of a record in its place, one
    /// fragment for each file.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn add_unreadable(&mut self, error: &FileError, rows: Vec<Fragment>) -> Result<(), FileError> {
        self.0.iter_mut().zip(rows).try_for_each(|(file, row)| file.0.add_unreadable(error, row))
    }

    /// Replaces characters that cannot be drawn, in all files; returns them.
    pub fn replace_undrawn(&mut self) -> Undrawn {
        let mut undrawn = Undrawn::default();
        self.0.iter_mut().for_each(|file| undrawn.extend(file.0.replace_undrawn()));
        undrawn
    }

    /// Returns the number of texts in all files that are cut because a page has no room for them.
    pub fn cut_texts(&self) -> usize {
        self.0.iter().map(|file| file.0.cut_texts()).sum()
    }

    /// Completes all files; `summary` describes the whole batch.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or a picture of a book cannot be drawn.
    pub fn finish(self, summary: &str) -> Result<(), BookError> {
        self.0.into_iter().try_for_each(|file| file.0.finish(summary))
    }
}

fn file_error(result: io::Result<()>) -> Result<(), FileError> {
    result.map_err(FileError::of_output)
}

/// Concatenates texts.
impl Collector for Output {
    type Fragment = FileText;

    fn add(&mut self, text: FileText) -> Result<(), FileError> {
        file_error(match text {
            FileText::Plain(text) => self.write_all(text.as_bytes()),
            FileText::Painted(painted) => self.write_painted(&painted),
        })
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(self)?)
    }
}

impl Collector for Report {
    type Fragment = ReportLine;

    fn add(&mut self, line: ReportLine) -> Result<(), FileError> {
        file_error(match line {
            ReportLine::Row(row, further) => self.write_with_input(&row, &further),
            ReportLine::Text(FileText::Plain(text)) => self.write_text(&text),
            ReportLine::Text(FileText::Painted(painted)) => self.write_painted(&painted),
        })
    }

    fn add_unreadable(&mut self, _error: &FileError, row: ReportLine) -> Result<(), FileError> {
        match self.format() {
            // A person reads the error on stderr.
            Format::Text => Ok(()),
            Format::Csv | Format::Json => Collector::add(self, row),
        }
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(self)?)
    }
}

impl Collector for UniqueFiles {
    type Fragment = NamedFile;

    fn add(&mut self, NamedFile { name, content, undrawn }: NamedFile) -> Result<(), FileError> {
        self.add_undrawn(undrawn);
        Self::add(self, &name, content)
    }

    fn replace_undrawn(&mut self) -> Undrawn {
        self.undrawn().clone()
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Ok(())
    }
}

impl Collector for PageFile {
    type Fragment = Article;

    fn add(&mut self, article: Article) -> Result<(), FileError> {
        file_error(Self::add(self, &article))
    }

    fn add_unreadable(&mut self, _error: &FileError, article: Article) -> Result<(), FileError> {
        Collector::add(self, article)
    }

    fn finish(self, summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(self, summary)?)
    }
}

impl Collector for Book {
    type Fragment = BookProblem;

    fn add(&mut self, problem: BookProblem) -> Result<(), FileError> {
        Self::add(self, problem);
        Ok(())
    }

    fn replace_undrawn(&mut self) -> Undrawn {
        Self::replace_undrawn(self)
    }

    fn cut_texts(&self) -> usize {
        Self::cut_texts(self)
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Self::finish(self)
    }
}
