//! What a file says of a problem that means nothing to this program. Names and values; no rules.

use serde::{Deserialize, Serialize};

use super::operand::unquoted;

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
