//! Reports for continuous integration: a test case for each record, as JUnit or as annotations of a GitHub workflow.

mod annotation;
mod junit;

use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use hexmate_batch::files::{FileError, Outputs};
use hexmate_batch::terminal::one_line;

use crate::output::BookError;
use crate::{Collector, Form};

use annotation::AnnotationFile;
use junit::JunitFile;

/// Result of one record, as a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Name of the file, which is the test suite.
    pub file: String,
    /// Line of the record or of its error, from 1; 0 for a whole file.
    pub line: u64,
    /// Column there, from 1; 0 if unknown.
    pub column: u64,
    /// Name of the record.
    pub name: String,
    /// Result of the test.
    pub result: TestResult,
    /// Stable code of the error or note.
    pub code: String,
    /// The error in one line.
    pub message: String,
    /// The error with source text or a board, for the body of a test case.
    pub text: String,
    /// Time of the work on the record, if it is shown.
    pub time: Option<Duration>,
    /// Messages for the line of the record in the file.
    pub annotations: Vec<CiAnnotation>,
}

/// Result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestResult {
    /// No error.
    Passed,
    /// A record with an error.
    Failed,
    /// A file that cannot be read, or text outside records.
    Broken,
    /// A record that was left out.
    Skipped,
}

/// Message for a line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CiAnnotation {
    /// Weight of the message.
    pub level: Level,
    /// Heading of the message.
    pub title: String,
    /// The message; lines end with `\n`.
    pub message: String,
}

/// Weight of an [`CiAnnotation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Information.
    Notice,
    /// A fault that does not fail the run.
    Warning,
    /// An error.
    Error,
}

impl TestCase {
    /// Creates the case of a file that cannot be read, with an annotation.
    pub fn unreadable(error: &FileError) -> Self {
        let (code, message) = (error.code().to_owned(), error.to_string());
        let annotation = CiAnnotation { level: Level::Error, title: code.clone(), message: message.clone() };
        Self {
            file: error.name.clone(),
            line: 0,
            column: 0,
            name: "file".to_owned(),
            result: TestResult::Broken,
            code,
            text: format!("{message}\n"),
            message,
            time: None,
            annotations: vec![annotation],
        }
    }
}

impl CiAnnotation {
    /// Creates an annotation of several lines, and escapes their control characters.
    pub fn new<'l>(level: Level, title: String, lines: impl IntoIterator<Item = &'l str>) -> Self {
        let lines: Vec<_> = lines.into_iter().map(one_line).collect();
        Self { level, title, message: lines.join("\n") }
    }
}

/// Kind of report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CiFormat {
    /// A JUnit report.
    Junit,
    /// Annotations of a GitHub workflow.
    Github,
}

impl CiFormat {
    /// Begins a report of a command in the file, or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn open(self, command: &str, outputs: &Outputs, path: Option<&Path>) -> Result<CiFile, FileError> {
        let output = outputs.open_report(path)?;
        Ok(CiFile(match self {
            Self::Junit => Report::Junit(JunitFile::open(command, output)?),
            Self::Github => Report::Github(AnnotationFile::new(output)),
        }))
    }
}

/// A report under construction.
#[derive(Debug)]
pub struct CiFile(Report);

#[derive(Debug)]
enum Report {
    Junit(JunitFile),
    Github(AnnotationFile),
}

impl CiFile {
    /// Adds a case.
    ///
    /// # Errors
    ///
    /// If the report cannot be written.
    pub fn add(&mut self, case: &TestCase) -> Result<(), FileError> {
        let added = match &mut self.0 {
            Report::Junit(file) => file.add(case),
            Report::Github(file) => file.add(case),
        };
        added.map_err(FileError::of_output)
    }

    /// Adds a message about the whole run. JUnit has no place for it: there each record has its own case.
    ///
    /// # Errors
    ///
    /// If the report cannot be written.
    pub fn note(&mut self, code: &str, message: &str) -> Result<(), FileError> {
        let annotation = CiAnnotation::new(Level::Notice, code.to_owned(), [message]);
        match &mut self.0 {
            Report::Junit(_) => Ok(()),
            Report::Github(file) => file.add_note(&annotation).map_err(FileError::of_output),
        }
    }

    /// Ends the report.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), FileError> {
        match self.0 {
            Report::Junit(file) => file.finish(),
            Report::Github(file) => file.finish(),
        }
    }
}

impl Collector for CiFile {
    type Fragment = TestCase;

    fn add(&mut self, case: TestCase) -> Result<(), FileError> {
        Self::add(self, &case)
    }

    fn add_unreadable(&mut self, error: &FileError, _row: TestCase) -> Result<(), FileError> {
        Self::add(self, &TestCase::unreadable(error))
    }

    fn finish(self, _summary: &str) -> Result<(), BookError> {
        Ok(Self::finish(self)?)
    }
}

/// A form of output that is a report for continuous integration.
pub(crate) struct CiForm<R> {
    format: CiFormat,
    command: &'static str,
    case: fn(&R) -> TestCase,
    results: PhantomData<fn(R)>,
}

impl<R> CiForm<R> {
    /// Creates the form from the kind of report, the name of the command, and the test case of a result.
    pub(crate) fn new(format: CiFormat, command: &'static str, case: fn(&R) -> TestCase) -> Self {
        Self { format, command, case, results: PhantomData }
    }
}

impl<R: 'static> Form<R> for CiForm<R> {
    type Collector = CiFile;

    fn render(&self, result: &R) -> Option<TestCase> {
        Some((self.case)(result))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<CiFile, BookError> {
        Ok(self.format.open(self.command, outputs, Some(path))?)
    }
}
