//! Diagnostics in the style of compilers: a message, its location, and the line with carets.

use std::borrow::Cow;
use std::fmt;

use hexmate_batch::terminal::one_line;

use super::aligned::terminal_width;

/// Longest part of a line that is shown, in characters.
const SHOWN: usize = 100;
/// Longest part of it before the underlined text.
const BEFORE: usize = 60;

/// Returns a line of a text, and below it carets under `width` characters from `column` on, which counts from 1.
///
/// The result is two lines without the last line end. A long line is abbreviated, control characters are shown as
/// escapes and tabs as spaces. The label, often the line number, comes before the line.
///
/// ```
/// let shown = hexmate_report::underlined("17", "b/qxk", 4, 1);
/// assert_eq!(shown, "17 | b/qxk\n   |    ^");
/// ```
pub fn underlined(label: &str, line: &str, column: usize, width: usize) -> String {
    let before = column.saturating_sub(1);
    let start = before.saturating_sub(BEFORE);
    let visible = |character: char| if character == '\t' { ' ' } else { character };
    let mut characters = line.chars().skip(start).map(visible);
    let ahead: String = characters.by_ref().take(before - start).collect();
    let width = width.clamp(1, SHOWN - (before - start));
    let under: String = characters.by_ref().take(width).collect();
    let after: String = characters.by_ref().take(SHOWN - (before - start) - width).collect();
    // The column, and the end of what is underlined, may be past the end of the line.
    let [missing, missing_under] =
        [(&ahead, before - start), (&under, width)].map(|(text, most)| most - text.chars().count());
    let [ahead, under, after] = [&ahead, &under, &after].map(|text| one_line(text));
    let cut = if start > 0 { "…" } else { "" };
    let rest = if characters.next().is_some() { "…" } else { "" };
    let margin = " ".repeat(terminal_width(label));
    let blanks = " ".repeat(terminal_width(cut) + terminal_width(&ahead) + missing);
    let carets = "^".repeat((terminal_width(&under) + missing_under).max(1));
    format!("{label} | {cut}{ahead}{under}{after}{rest}\n{margin} | {blanks}{carets}")
}

/// An error at a location in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Description of the error, and what was expected.
    pub message: String,
    /// Stable code of the error.
    pub code: Cow<'static, str>,
    /// Location of the error.
    pub location: Location,
    /// The whole line that contains the location.
    pub text: String,
}

/// A place in a file or in an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Location {
    /// Returns the location `bytes` bytes into `text`, which begins here.
    pub fn after(self, text: &str, bytes: usize) -> Self {
        let before = text.as_bytes().get(..bytes).unwrap_or(text.as_bytes());
        let column = self.column + String::from_utf8_lossy(before).chars().count();
        Self { column, ..self }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", one_line(&self.file), self.line, self.column)
    }
}

/// Message, location, line with a caret under the error, code.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, code, location, text } = self;
        let line = location.line.to_string();
        let margin = " ".repeat(line.len());
        writeln!(f, "{message}")?;
        writeln!(f, "{margin}--> {location}")?;
        writeln!(f, "{margin} |")?;
        write!(f, "{} {code}", underlined(&line, text, location.column, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_is_under_error() {
        let location = Location { file: "a.fen".to_owned(), line: 17, column: 4 };
        let text = "b/qxk".to_owned();
        let diagnostic = Diagnostic { message: "no piece".to_owned(), code: "x".into(), location, text };
        assert_eq!(diagnostic.to_string(), "no piece\n  --> a.fen:17:4\n   |\n17 | b/qxk\n   |    ^ x");
    }

    #[test]
    fn long_line_is_shown_around_error() {
        let text = format!("{}x{}", "-".repeat(5_000), "-".repeat(5_000));
        let shown = underlined("3", &text, 5_001, 1);
        let (excerpt, caret) = shown.split_once('\n').expect("two lines");
        assert!(excerpt.chars().count() < 120, "{excerpt}");
        assert!(excerpt.contains("| …-") && excerpt.ends_with("-…"), "{excerpt}");
        assert_eq!(excerpt.chars().position(|c| c == 'x'), caret.chars().position(|c| c == '^'));
    }

    #[test]
    fn carets_end_with_excerpt() {
        let shown = underlined("", &format!("1.{}", "é".repeat(5_000)), 3, 5_000);
        let (excerpt, carets) = shown.split_once('\n').expect("two lines");
        assert_eq!(excerpt.chars().count(), carets.chars().count() + 1);
        assert_eq!(carets.matches('^').count(), SHOWN - 2);
    }

    #[test]
    fn carets_count_terminal_columns() {
        assert_eq!(underlined("1", "漢字 b4", 4, 2), "1 | 漢字 b4\n  |      ^^");
        assert_eq!(underlined("1", "漢字", 2, 1), "1 | 漢字\n  |   ^^");
        assert_eq!(underlined("1", "e\u{301}e\u{301}x", 5, 1), "1 | e\u{301}e\u{301}x\n  |   ^");
    }

    #[test]
    fn control_characters_are_shown_as_escapes() {
        let shown = underlined("1", "a\x1b[2J\tb\u{202e}c", 7, 1);
        assert_eq!(shown, "1 | a\\u{1b}[2J b\\u{202e}c\n  |            ^");
    }
}
