//! Columns and EPD operations that are copied unchanged, and quoted texts of operations.
//!
//! ```text
//! text   = '"' { character | escape } '"'
//! escape = '\"' | '\\' | '\n' | '\r' | '\t' | '\u{' hexadecimal '}'
//! ```
//!
//! A backslash before any other character is literal.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

/// A column of a table or an operation of an EPD line that is copied unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraColumn {
    /// The heading of the column, or the opcode.
    pub name: String,
    /// The value without quotation marks; may be empty.
    pub value: String,
    /// Form of the value in EPD.
    pub operand: Operand,
}

/// Prefix of the name of a cell without a heading; its number follows.
const UNNAMED: &str = "column ";

/// Form of a value in EPD.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operand {
    /// Without quotation marks: numbers and moves.
    Bare,
    /// In quotation marks: texts, and all cells of tables.
    Quoted,
}

impl ExtraColumn {
    /// Creates the cell of a table.
    pub fn cell(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned(), operand: Operand::Quoted }
    }

    /// Creates a cell without a heading, with its number from 1.
    pub fn unnamed_cell(number: usize, value: &str) -> Self {
        Self::cell(&format!("{UNNAMED}{number}"), value)
    }

    /// Returns the number of a cell without a heading.
    pub fn cell_number(&self) -> Option<usize> {
        self.name.strip_prefix(UNNAMED)?.parse().ok()
    }

    /// Parses an EPD operation without its `;`.
    pub fn operation(text: &str) -> Self {
        let (name, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let operand = operand.trim();
        match unquoted(operand).filter(|&(_, end)| end == operand.len()) {
            Some((text, _)) => Self::cell(name, &text),
            None => Self { name: name.to_owned(), value: operand.to_owned(), operand: Operand::Bare },
        }
    }
}

/// Name of the column for values that have no column.
pub const REST: &str = "further";

/// Renames further columns so that all names differ from each other and from the fixed columns.
///
/// A column `further` of an earlier table keeps its name, and is left out where it is empty.
pub fn with_unique_names(further: &[ExtraColumn], fixed: &[&str]) -> Vec<ExtraColumn> {
    let is_fixed = |name: &str| {
        let mut names = fixed.iter().chain([&REST]);
        name != REST && names.any(|fixed| name.eq_ignore_ascii_case(fixed))
    };
    let mut taken = HashSet::new();
    // The next number of each name: all smaller ones are taken.
    let mut next: HashMap<String, u32> = HashMap::new();
    let apart = |one: &ExtraColumn| {
        let name = if is_fixed(&one.name) { format!("input_{}", one.name) } else { one.name.clone() };
        let number = next.entry(name.to_lowercase()).or_insert(1);
        let unique = loop {
            let candidate = if *number == 1 { name.clone() } else { format!("{name}_{number}") };
            *number += 1;
            if taken.insert(candidate.to_lowercase()) {
                break candidate;
            }
        };
        ExtraColumn { name: unique, ..one.clone() }
    };
    further.iter().filter(|one| one.name != REST || !one.value.is_empty()).map(apart).collect()
}

/// Opcodes with a meaning to the reader of problems, or with results of the solver.
const OPCODES: [&str; 12] =
    ["dm", "bm", "key", "id", "stip", "solutions", "author", "source", "twin", "variant", "status", "claim"];

/// Returns whether a column can have its name as opcode.
pub fn is_free_opcode(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !OPCODES.contains(&name)
}

/// Beginning of a comment that contains a column.
const COLUMN: &str = "column ";

impl ExtraColumn {
    /// Returns the text of an EPD comment for a column whose name cannot be an opcode: `column name: value`.
    ///
    /// A name that contains a colon or begins with a quotation mark is in quotation marks.
    pub fn to_comment(&self) -> String {
        let Self { name, value, .. } = self;
        let is_plain = !name.contains(':') && !name.starts_with('"');
        let name = if is_plain { name.clone() } else { quoted(name) };
        format!("{COLUMN}{name}: {value}")
    }

    /// Returns the column that an EPD comment contains; `None` for any other operation.
    pub(super) fn commented(&self) -> Option<Self> {
        let number = self.name.strip_prefix('c')?;
        let is_comment = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let text =
            self.value.strip_prefix(COLUMN).filter(|_| is_comment && self.operand == Operand::Quoted)?;
        let (name, value) = match unquoted(text) {
            Some((name, end)) => (name, text[end..].strip_prefix(": ")?),
            None => text.split_once(": ").map(|(name, value)| (name.to_owned(), value))?,
        };
        (!name.is_empty() && !is_free_opcode(&name)).then(|| Self::cell(&name, value))
    }
}

/// Returns whether a text can be an operand without quotation marks.
pub fn is_plain(text: &str) -> bool {
    let is_special = |c: char| matches!(c, ';' | '"' | '\\') || c.is_control();
    !text.contains(is_special) && text.trim() == text
}

/// Returns a text in quotation marks, with escapes.
pub fn quoted(text: &str) -> String {
    let mut operand = String::with_capacity(text.len() + 2);
    operand.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => operand.extend(['\\', character]),
            '\n' => operand.push_str("\\n"),
            '\r' => operand.push_str("\\r"),
            '\t' => operand.push_str("\\t"),
            // Some readers treat these as line ends.
            '\u{2028}' | '\u{2029}' => operand.extend(character.escape_unicode()),
            _ if character.is_control() => operand.extend(character.escape_unicode()),
            _ => operand.push(character),
        }
    }
    operand.push('"');
    operand
}

/// Parses a quoted text at the start of an operand; also returns its length in bytes. `None` if it is never closed.
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

/// Parses an escape at the start of a text; also returns its length in bytes.
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
    fn quoted_texts_round_trip() {
        for text in ["", "a", "a; \"b\" \\ c\\", "1\r\n2\t\u{1b}[31m\u{85}\u{2028}\\u{41}", "\\\"", "Őz 漢"]
        {
            let operand = quoted(text);
            assert!(!operand.contains(char::is_control), "{operand}");
            assert_eq!(unquoted(&operand), Some((text.to_owned(), operand.len())), "{operand}");
        }
    }

    #[test]
    fn column_names_are_unique() {
        let cells = ["year", "Status", "year", "further", "Further", "YEAR", "input_status"];
        let cells = cells.map(|name| ExtraColumn::cell(name, "x"));
        let apart = with_unique_names(&cells, &["id", "status"]);
        let names: Vec<&str> = apart.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(
            names,
            ["year", "input_Status", "year_2", "further", "input_Further", "YEAR_3", "input_status_2"]
        );
    }

    #[test]
    fn comments_with_columns_round_trip() {
        for name in ["a b", "ñandú", "dm", "key", "e: f", "\"g\" h", "i:", "column 7", "Év (új)"] {
            for value in ["", "x: y", "\"z\""] {
                let column = ExtraColumn::cell(name, value);
                let comment = ExtraColumn::cell("c12", &column.to_comment());
                assert_eq!(comment.commented(), Some(column), "{comment:?}");
            }
        }
        for (name, value) in
            [("c0", "a: b"), ("c0", "column note: x"), ("cx", "column a b: c"), ("c", "column a b: c")]
        {
            assert_eq!(ExtraColumn::cell(name, value).commented(), None, "{name} {value}");
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
