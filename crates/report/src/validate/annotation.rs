//! Rows of `validate` as annotations of a GitHub workflow.

use std::fmt::{self, Write};

use hexmate_batch::terminal::one_line;

use super::{SlipsNote, ValidateRow};

/// A workflow command, `::error file=…,line=…::message`.
struct Annotation<'a> {
    level: &'a str,
    row: &'a ValidateRow,
    title: &'a str,
    message: &'a str,
}

impl fmt::Display for Annotation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, row: ValidateRow { file, line, column, .. }, title, message } = self;
        write!(f, "::{level} ")?;
        if file != "-" {
            write!(f, "file={},", property(file))?;
        }
        let (title, message) = (property(title), data(message));
        writeln!(f, "line={line},col={column},title={title}::{message}")
    }
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

impl ValidateRow {
    /// Returns the annotations of a record for a GitHub workflow, one per line: an error, or a notice for accepted
    /// notation, and warnings for endings given away; empty if there are none.
    pub fn to_annotations(&self) -> String {
        let mut text = String::new();
        let level = if self.is_good() { "notice" } else { "error" };
        if let Some(word) = self.word() {
            let title = format!("{word}: {}", self.code);
            let mut lines = vec![one_line(&self.headline()).into_owned()];
            lines.extend(self.explanation.advice.iter().map(|line| one_line(line).into_owned()));
            let repair = self.repair.iter().flat_map(|repair| repair.text.lines());
            lines.extend(repair.map(|line| one_line(line.trim_start_matches([' ', '='])).into_owned()));
            let annotation = Annotation { level, row: self, title: &title, message: &lines.join("\n") };
            let _ = write!(text, "{annotation}");
        }
        let slips = self.slips.as_ref().map(|slips| slips.lines("")).unwrap_or_default();
        for message in slips.lines() {
            let message = one_line(message);
            let annotation =
                Annotation { level: "warning", row: self, title: SlipsNote::COLUMN, message: &message };
            let _ = write!(text, "{annotation}");
        }
        text
    }
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
