//! Columns and EPD operations that are kept as they are, and the texts of operations.
//!
//! ```text
//! text   = '"' { character | escape } '"'
//! escape = '\"' | '\\' | '\n' | '\r' | '\t' | '\u{' hexadecimal '}'
//! ```
//!
//! A backslash before anything else is a backslash.

use serde::{Deserialize, Serialize};

/// A column of a table or an operation of an EPD that is carried along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Further {
    /// The heading of the column, or the opcode.
    pub name: String,
    /// What it says, without quotation marks; may be empty.
    pub value: String,
    /// How an EPD has the value.
    pub operand: Operand,
}

/// Name of a cell without a heading, before its number.
const UNNAMED: &str = "column ";

/// How a value stands in an EPD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operand {
    /// As it is, as numbers and moves do.
    Bare,
    /// Between quotation marks, as texts and whatever comes from a table do.
    Quoted,
}

impl Further {
    /// A cell of a table.
    pub fn cell(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned(), operand: Operand::Quoted }
    }

    /// A cell that no heading stands above, by its number from 1.
    pub fn unnamed_cell(number: usize, value: &str) -> Self {
        Self::cell(&format!("{UNNAMED}{number}"), value)
    }

    /// The number of the cell, if no heading stands above it.
    pub fn place(&self) -> Option<usize> {
        self.name.strip_prefix(UNNAMED)?.parse().ok()
    }

    /// An operation of an EPD, without its `;`.
    pub fn operation(text: &str) -> Self {
        let (name, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let operand = operand.trim();
        match unquoted(operand).filter(|&(_, end)| end == operand.len()) {
            Some((text, _)) => Self::cell(name, &text),
            None => Self { name: name.to_owned(), value: operand.to_owned(), operand: Operand::Bare },
        }
    }
}

/// Whether a text can be an operand as it is: nothing in it ends the operation or is lost.
pub fn is_plain(text: &str) -> bool {
    let is_special = |c: char| matches!(c, ';' | '"' | '\\') || c.is_control();
    !text.contains(is_special) && text.trim() == text
}

/// A text between quotation marks.
pub fn quoted(text: &str) -> String {
    let mut operand = String::with_capacity(text.len() + 2);
    operand.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => operand.extend(['\\', character]),
            '\n' => operand.push_str("\\n"),
            '\r' => operand.push_str("\\r"),
            '\t' => operand.push_str("\\t"),
            // Some readers take these for line ends.
            '\u{2028}' | '\u{2029}' => operand.extend(character.escape_unicode()),
            _ if character.is_control() => operand.extend(character.escape_unicode()),
            _ => operand.push(character),
        }
    }
    operand.push('"');
    operand
}

/// The text of an operand that begins with a quotation mark, and where it ends; `None` if it has no end.
pub(super) fn unquoted(operand: &str) -> Option<(String, usize)> {
    let mut text = String::with_capacity(operand.len());
    let mut rest = operand.strip_prefix('"')?;
    loop {
        let next = rest.find(['"', '\\'])?;
        text.push_str(&rest[..next]);
        rest = &rest[next..];
        if rest.starts_with('"') {
            return Some((text, operand.len() - rest.len() + 1));
        }
        let (character, length) = escaped(rest).unwrap_or(('\\', 1));
        text.push(character);
        rest = &rest[length..];
    }
}

/// What an escape at the beginning of a text says, and its length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let character = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
            let is_digits = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_digits)?;
            return Some((char::from_u32(code)?, digits.len() + 4));
        }
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_read_back() {
        for text in ["", "a", "a; \"b\" \\ c\\", "1\r\n2\t\u{1b}[31m\u{85}\u{2028}\\u{41}", "\\\"", "Őz 漢"]
        {
            let operand = quoted(text);
            assert!(!operand.contains(char::is_control), "{operand}");
            assert_eq!(unquoted(&operand), Some((text.to_owned(), operand.len())), "{operand}");
        }
    }

    #[test]
    fn unknown_escapes_stay() {
        for (operand, text) in
            [("\"\\Ő \\x\\u{g}\\u{}\\u{d800}\"", "\\Ő \\x\\u{g}\\u{}\\u{d800}"), ("\"a\" b", "a")]
        {
            assert_eq!(unquoted(operand).map(|(text, _)| text).as_deref(), Some(text));
        }
        for operand in ["a", "\"a", "\"a\\\"", "\"\\"] {
            assert_eq!(unquoted(operand), None, "{operand}");
        }
    }
}
