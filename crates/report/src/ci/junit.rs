//! A JUnit report: a test suite for each file, a test case for each record.
//!
//! It follows the schema that Jenkins checks (`junit-10.xsd` of its xUnit plugin), which other servers read too: a test
//! case has a name, a class name and perhaps a time, but neither file nor line; a suite has the file.

use std::fmt::Write as _;
use std::io::{self, Write};

use hexmate_batch::files::{FileError, Output};
use hexmate_batch::terminal::one_line;

use super::{TestCase, TestResult};
use crate::output::TextStore;
use crate::page;

/// Escapes a text without control characters for XML.
fn escaped(text: &str) -> String {
    page::escaped(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Escapes a text for an XML attribute, and its control characters as in messages.
fn attribute(text: &str) -> String {
    escaped(&one_line(text))
}

/// Returns a test case as an element. Failures contain the text of the record; accepted notation is output.
fn element(case: &TestCase) -> String {
    let (suite, name) = (attribute(&case.file), attribute(&case.name));
    let mut xml = format!("<testcase classname=\"{suite}\" name=\"{name}\"");
    if let Some(time) = case.time {
        let _ = write!(xml, " time=\"{:.3}\"", time.as_secs_f64());
    }
    let text: String = case.text.lines().map(|line| escaped(&one_line(line)) + "\n").collect();
    let (code, message) = (attribute(&case.code), attribute(&case.message));
    let _ = match case.result {
        TestResult::Passed if text.is_empty() => writeln!(xml, "/>"),
        TestResult::Passed => writeln!(xml, ">\n<system-out>{text}</system-out>\n</testcase>"),
        TestResult::Skipped => {
            writeln!(xml, ">\n<skipped type=\"{code}\" message=\"{message}\"/>\n</testcase>")
        }
        TestResult::Failed | TestResult::Broken => {
            let element = if case.result == TestResult::Failed { "failure" } else { "error" };
            let begin = format!("<{element} type=\"{code}\" message=\"{message}\">");
            writeln!(xml, ">\n{begin}{text}</{element}>\n</testcase>")
        }
    };
    xml
}

/// A JUnit report under construction. The counts of a suite come first, so its cases wait in a temporary file.
#[derive(Debug)]
pub(super) struct JunitFile {
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
    skipped: u64,
}

impl JunitFile {
    /// Begins a report of a command.
    pub(super) fn open(command: &str, mut output: Output) -> Result<Self, FileError> {
        let name = attribute(command);
        let head =
            format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hexmate {name}\">\n");
        output.write_all(head.as_bytes()).map_err(FileError::of_output)?;
        Ok(Self { output, suite: None })
    }

    /// Adds a test case; it begins a suite if the file differs from that of the case before.
    pub(super) fn add(&mut self, case: &TestCase) -> io::Result<()> {
        if self.suite.as_ref().is_some_and(|suite| suite.name != case.file) {
            self.end_suite()?;
        }
        let suite = match &mut self.suite {
            Some(suite) => suite,
            none => none.insert(Suite {
                name: case.file.clone(),
                cases: TextStore::new()?,
                tests: 0,
                failures: 0,
                errors: 0,
                skipped: 0,
            }),
        };
        suite.tests += 1;
        match case.result {
            TestResult::Passed => {}
            TestResult::Failed => suite.failures += 1,
            TestResult::Broken => suite.errors += 1,
            TestResult::Skipped => suite.skipped += 1,
        }
        suite.cases.store(element(case).as_bytes()).map(drop)
    }

    fn end_suite(&mut self) -> io::Result<()> {
        let Some(Suite { name, cases, tests, failures, errors, skipped }) = self.suite.take() else {
            return Ok(());
        };
        let name = attribute(&name);
        writeln!(
            self.output,
            "<testsuite name=\"{name}\" file=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
             skipped=\"{skipped}\">"
        )?;
        cases.copy_to(&mut self.output)?;
        self.output.write_all(b"</testsuite>\n")
    }

    /// Ends the report.
    pub(super) fn finish(mut self) -> Result<(), FileError> {
        let ended = self.end_suite().and_then(|()| self.output.write_all(b"</testsuites>\n"));
        ended.map_err(FileError::of_output)?;
        self.output.finish()
    }
}
