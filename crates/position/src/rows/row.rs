//! A row as it stands in its file: its cells and where they begin.

use std::borrow::Cow;

use super::RowFault;
use crate::Place;

/// A row, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The line at which it begins, from 1.
    pub line: u64,
    /// What is wrong; its cells are those before that place.
    pub fault: Option<(RowFault, Place)>,
    pub(super) raw: Vec<u8>,
    pub(super) cells: Vec<Cell>,
}

/// Where the text of a cell stands in its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_quoted: bool,
}

impl Cell {
    /// Where the cell begins: its quotation mark, if it has one.
    pub(super) const fn begin(self) -> usize {
        self.start - self.is_quoted as usize
    }
}

impl Row {
    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether it has nothing but delimiters.
    pub(super) fn is_blank(&self) -> bool {
        self.fault.is_none() && self.len() > 1 && self.cells.iter().all(|cell| cell.start == cell.end)
    }

    /// The text of a cell.
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

    /// All its cells.
    pub fn cells(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    /// Where a cell begins: its quotation mark, if it has one.
    pub fn place(&self, number: usize) -> Place {
        place(self.line, &self.raw[..self.cells.get(number).map_or(self.raw.len(), |cell| cell.begin())])
    }
}

/// The place behind some text that begins at a line.
pub(super) fn place(line: u64, before: &[u8]) -> Place {
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() as u64 + 1;
    Place { line: line + line_ends(before), column, ..Place::START }
}

/// How many lines end in a text: with LF, CR LF or CR.
pub(super) fn line_ends(text: &[u8]) -> u64 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', text);
    ends.filter(|&end| text[end] == b'\n' || text.get(end + 1) != Some(&b'\n')).count() as u64
}
