//! What is wrong at a place in a text, as compilers say it. Says it to nobody.

use std::borrow::Cow;
use std::fmt;

/// As much of a line as is shown around a fault, in characters.
const SHOWN: usize = 100;
/// As much of it as may stand before the fault.
const BEFORE: usize = 60;

/// Something wrong at a place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, and what was expected.
    pub message: String,
    /// The stable name of what is wrong.
    pub code: Cow<'static, str>,
    /// Where.
    pub location: Location,
    /// The whole line that the place is in.
    pub text: String,
}

/// A place in a file, or in what stands for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl Location {
    /// The place some bytes further on in `text`, which begins here.
    pub fn after(self, text: &str, bytes: usize) -> Self {
        let before = text.as_bytes().get(..bytes).unwrap_or(text.as_bytes());
        let column = self.column + String::from_utf8_lossy(before).chars().count();
        Self { column, ..self }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The message, the place, the line with a caret under the fault, the code.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, code, location, text } = self;
        let (excerpt, caret) = excerpt(text, location.column);
        let line = location.line.to_string();
        let margin = " ".repeat(line.len());
        writeln!(f, "{message}")?;
        writeln!(f, "{margin}--> {location}")?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{line} | {excerpt}")?;
        write!(f, "{margin} | {}^ {code}", " ".repeat(caret))
    }
}

/// The part of a line that can be shown, and how far into it the column is.
fn excerpt(text: &str, column: usize) -> (String, usize) {
    let column = column.saturating_sub(1);
    let start = column.saturating_sub(BEFORE);
    let visible = |character: char| if character.is_control() { ' ' } else { character };
    let mut shown: String = text.chars().skip(start).take(SHOWN).map(visible).collect();
    if text.chars().nth(start + SHOWN).is_some() {
        shown.push('…');
    }
    if start == 0 { (shown, column) } else { (format!("…{shown}"), column - start + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(text: &str, column: usize) -> Diagnostic {
        let location = Location { file: "a.fen".to_owned(), line: 17, column };
        Diagnostic { message: "no man".to_owned(), code: "x".into(), location, text: text.to_owned() }
    }

    #[test]
    fn the_caret_stands_under_the_fault() {
        let shown = diagnostic("b/qxk", 4).to_string();
        assert_eq!(shown, "no man\n  --> a.fen:17:4\n   |\n17 | b/qxk\n   |    ^ x");
    }

    #[test]
    fn a_long_line_is_shown_around_the_fault() {
        let text = format!("{}x{}", "-".repeat(5_000), "-".repeat(5_000));
        let shown = diagnostic(&text, 5_001).to_string();
        let lines: Vec<&str> = shown.lines().collect();
        let [excerpt, caret] = lines[3..] else { panic!("{shown}") };
        assert!(excerpt.chars().count() < 120, "{excerpt}");
        assert_eq!(excerpt.chars().position(|c| c == 'x'), caret.chars().position(|c| c == '^'));
    }

    #[test]
    fn columns_are_characters_and_not_bytes() {
        let place = Location { file: String::new(), line: 1, column: 3 };
        assert_eq!(place.after("é/x", 3).column, 5);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert!(!diagnostic("a\x1b[2Jb\tc", 1).to_string().contains(['\x1b', '\t']));
    }
}
