//! Annotations of a GitHub workflow: a workflow command in a line for each message.

use std::fmt::Write as _;
use std::io::{self, Write};

use hexmate_batch::files::{FileError, Output};

use super::{CiAnnotation, Level, TestCase};

/// Annotations under construction.
#[derive(Debug)]
pub(super) struct AnnotationFile {
    output: Output,
}

impl AnnotationFile {
    pub(super) fn new(output: Output) -> Self {
        Self { output }
    }

    /// Writes the annotations of a case.
    pub(super) fn add(&mut self, case: &TestCase) -> io::Result<()> {
        let place = place(case);
        self.write(&case.annotations.iter().map(|annotation| command(&place, annotation)).collect::<String>())
    }

    /// Writes an annotation of no file.
    pub(super) fn add_note(&mut self, annotation: &CiAnnotation) -> io::Result<()> {
        self.write(&command("", annotation))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    pub(super) fn finish(self) -> Result<(), FileError> {
        self.output.finish()
    }
}

impl Level {
    /// Returns the name of the workflow command.
    const fn command(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Returns the properties of a place, `file=…,line=…,col=…,`; empty for stdin.
fn place(case: &TestCase) -> String {
    let mut text = String::new();
    if case.file != "-" {
        let _ = write!(text, "file={},", property(&case.file));
    }
    for (name, number) in [("line", case.line), ("col", case.column)] {
        if number > 0 {
            let _ = write!(text, "{name}={number},");
        }
    }
    text
}

/// Returns an annotation as a workflow command, `::error file=…,line=…,col=…,title=…::message`.
fn command(place: &str, CiAnnotation { level, title, message }: &CiAnnotation) -> String {
    format!("::{} {place}title={}::{}\n", level.command(), property(title), data(message))
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(data("50 %\r\n::error::x, y"), "50 %25%0D%0A::error::x, y");
        assert_eq!(property("a::b,c\n%"), "a%3A%3Ab%2Cc%0A%25");
    }
}
