//! Rows of `validate` as a JUnit report: a test suite for each file, a test case for each record.

use std::fmt::Write as _;
use std::io::{self, Write};

use hexmate_batch::files::{FileError, Output};
use hexmate_batch::terminal::one_line;

use super::{RecordKind, TableRow, ValidateRow};
use crate::output::TextStore;
use crate::page;

/// A record as a test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JunitCase {
    /// Name of the file.
    suite: String,
    result: CaseResult,
    xml: String,
}

/// Result of a test case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CaseResult {
    Passed,
    /// A record with an error.
    Failed,
    /// A file that cannot be read, or text outside records.
    Broken,
}

/// Escapes a text without control characters for XML.
fn escaped(text: &str) -> String {
    page::escaped(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Escapes a text for an XML attribute, and its control characters as in messages.
fn attribute(text: &str) -> String {
    escaped(&one_line(text))
}

impl ValidateRow {
    /// Returns the record as a test case. Failures contain the text of the record; accepted notation is output.
    pub fn to_junit(&self) -> JunitCase {
        let result = match (self.is_good(), self.kind) {
            (true, _) => CaseResult::Passed,
            (false, RecordKind::File) => CaseResult::Broken,
            (false, _) => CaseResult::Failed,
        };
        let name = match (self.kind, self.id.as_str()) {
            (RecordKind::Game, _) => self.display_name(),
            (kind, "") => format!("{} {}", kind.word(), self.record),
            (kind, id) => format!("{} {}, {id}", kind.word(), self.record),
        };
        let file = attribute(&self.file);
        let mut xml = format!(
            "<testcase classname=\"{file}\" name=\"{}\" file=\"{file}\" line=\"{}\"",
            attribute(&name),
            self.line
        );
        let text = self.to_text();
        let text: String = text.lines().map(|line| escaped(&one_line(line)) + "\n").collect();
        let _ = match result {
            CaseResult::Passed if text.is_empty() => writeln!(xml, "/>"),
            CaseResult::Passed => writeln!(xml, ">\n<system-out>{text}</system-out>\n</testcase>"),
            CaseResult::Failed | CaseResult::Broken => {
                let element = if result == CaseResult::Failed { "failure" } else { "error" };
                let (code, message) = (attribute(&self.code), attribute(&self.message));
                let begin = format!("<{element} type=\"{code}\" message=\"{message}\">");
                writeln!(xml, ">\n{begin}{text}</{element}>\n</testcase>")
            }
        };
        JunitCase { suite: self.file.clone(), result, xml }
    }
}

/// A JUnit report under construction. The counts of a suite come first, so its cases wait in a temporary file.
#[derive(Debug)]
pub struct JunitFile {
    output: Output,
    suite: Option<Suite>,
}

#[derive(Debug)]
struct Suite {
    name: String,
    cases: TextStore,
    tests: u64,
    failures: u64,
    errors: u64,
}

impl JunitFile {
    /// Begins a report.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn open(mut output: Output) -> Result<Self, FileError> {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hexmate validate\">\n";
        output.write_all(head.as_bytes()).map_err(FileError::of_output)?;
        Ok(Self { output, suite: None })
    }

    /// Adds a test case; it begins a suite if the file differs from that of the case before.
    ///
    /// # Errors
    ///
    /// If the report or the temporary file cannot be written.
    pub fn add(&mut self, case: &JunitCase) -> io::Result<()> {
        if self.suite.as_ref().is_some_and(|suite| suite.name != case.suite) {
            self.end_suite()?;
        }
        let suite = match &mut self.suite {
            Some(suite) => suite,
            none => none.insert(Suite {
                name: case.suite.clone(),
                cases: TextStore::new()?,
                tests: 0,
                failures: 0,
                errors: 0,
            }),
        };
        suite.tests += 1;
        suite.failures += u64::from(case.result == CaseResult::Failed);
        suite.errors += u64::from(case.result == CaseResult::Broken);
        suite.cases.store(case.xml.as_bytes()).map(drop)
    }

    fn end_suite(&mut self) -> io::Result<()> {
        let Some(Suite { name, cases, tests, failures, errors }) = self.suite.take() else {
            return Ok(());
        };
        let name = attribute(&name);
        writeln!(
            self.output,
            "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\">"
        )?;
        cases.copy_to(&mut self.output)?;
        self.output.write_all(b"</testsuite>\n")
    }

    /// Ends the report.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), FileError> {
        let ended = self.end_suite().and_then(|()| self.output.write_all(b"</testsuites>\n"));
        ended.map_err(FileError::of_output)?;
        self.output.finish()
    }
}
