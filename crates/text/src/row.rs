//! Rows of a table: cells and their places.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::{Place, RowFault};

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Line at which the row starts, from 1.
    pub line: u64,
    /// The fault of the row, if any, with its place; the row has only the cells before that place.
    pub fault: Option<(RowFault, Place)>,
    pub(super) raw: Vec<u8>,
    pub(super) cells: Vec<Cell>,
}

/// Range of a cell's text in its row, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_quoted: bool,
}

impl Cell {
    /// Returns the offset of the cell with its opening quotation mark, if any.
    pub(super) const fn begin(self) -> usize {
        self.start - self.is_quoted as usize
    }
}

impl Row {
    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether the row has no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns whether the row consists of delimiters only.
    pub(super) fn is_blank(&self) -> bool {
        self.fault.is_none() && self.len() > 1 && self.cells.iter().all(|cell| cell.start == cell.end)
    }

    /// Returns the text of a cell, without quotation marks.
    pub fn get(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        let cell = self.cells.get(number)?;
        let text = &self.raw[cell.start..cell.end];
        if !cell.is_quoted || !text.contains(&b'"') {
            return Some(Cow::Borrowed(text));
        }
        let mut is_first = false;
        let kept = |&byte: &u8| {
            is_first = byte == b'"' && !is_first;
            byte != b'"' || is_first
        };
        Some(Cow::Owned(text.iter().copied().filter(kept).collect()))
    }

    /// Returns the texts of all cells.
    pub fn cells(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    /// Returns the text of the row, without its line end.
    pub fn text(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the text of the row with these texts in cells, by their numbers; all other cells keep their bytes.
    ///
    /// A row that is too short gets empty cells.
    pub fn with_cells(&self, texts: &BTreeMap<usize, String>, delimiter: u8) -> Vec<u8> {
        let mut written = Vec::with_capacity(self.raw.len());
        let mut at = 0;
        for (&number, text) in texts.range(..self.len()) {
            let cell = self.cells[number];
            written.extend_from_slice(&self.raw[at..cell.begin()]);
            match cell.is_quoted {
                true => written.extend_from_slice(quoted(text).as_bytes()),
                false => written.extend_from_slice(cell_text(text, delimiter).as_bytes()),
            }
            at = cell.end + usize::from(cell.is_quoted);
        }
        written.extend_from_slice(&self.raw[at..]);
        let mut length = self.len();
        for (&number, text) in texts.range(self.len()..) {
            written.resize(written.len() + number + 1 - length, delimiter);
            written.extend_from_slice(cell_text(text, delimiter).as_bytes());
            length = number + 1;
        }
        written
    }

    /// Returns the place of a cell, with its opening quotation mark if any; the end of the row if it has no such cell.
    pub fn place(&self, number: usize) -> Place {
        place(self.line, &self.raw[..self.cells.get(number).map_or(self.raw.len(), |cell| cell.begin())])
    }
}

/// Returns the text of a cell, in quotation marks if it needs them.
///
/// ```
/// assert_eq!(hexmate_text::cell_text("a;b", b','), "a;b");
/// assert_eq!(hexmate_text::cell_text("a;\"b\"", b';'), "\"a;\"\"b\"\"\"");
/// ```
pub fn cell_text(text: &str, delimiter: u8) -> Cow<'_, str> {
    let is_special = |byte: u8| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    match text.bytes().any(is_special) || text.starts_with('#') {
        true => Cow::Owned(quoted(text)),
        false => Cow::Borrowed(text),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Returns the place after a text that starts at the start of `line`.
pub(super) fn place(line: u64, before: &[u8]) -> Place {
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() as u64 + 1;
    Place { line: line + line_ends(before), column, ..Place::START }
}

/// Returns the number of line ends in a text: LF, CR LF or CR.
pub(super) fn line_ends(text: &[u8]) -> u64 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', text);
    ends.filter(|&end| text[end] == b'\n' || text.get(end + 1) != Some(&b'\n')).count() as u64
}
