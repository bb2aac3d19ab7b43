//! The table of positions and problems as files state them. Solves nothing.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Row;
use crate::problem::Statement;

/// A statement whose position is written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionRow {
    statement: Statement,
}

impl PositionRow {
    /// The row of a statement: `fen` and `variant` in place of its own.
    pub fn new(statement: &Statement, variant: &str, fen: String) -> Self {
        Self { statement: Statement { fen, variant: variant.to_owned(), ..statement.clone() } }
    }

    /// The FEN alone, with its line end.
    pub fn to_fen_line(&self) -> String {
        format!("{}\n", self.statement.fen)
    }

    /// A line of EPD: the FEN, `;`, and what is stated of it.
    pub fn to_epd_line(&self) -> String {
        let Statement { fen, id, stipulation, keys, solutions, unknown, .. } = &self.statement;
        let mut line = format!("{fen};");
        let mut add = |opcode: &str, operand: &str| {
            if !operand.is_empty() {
                let _ = write!(line, " {opcode} {operand};");
            }
        };
        let quoted = |text: &str| {
            if text.is_empty() { String::new() } else { format!("\"{}\"", text.replace('"', "'")) }
        };
        match stipulation.strip_prefix('#').filter(|moves| moves.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(moves) => add("dm", moves),
            None => add("stip", &quoted(stipulation)),
        }
        add("bm", keys);
        add("solutions", solutions);
        add("id", &quoted(id));
        for operation in unknown {
            let _ = write!(line, " {operation};");
        }
        line + "\n"
    }
}

impl Row for PositionRow {
    const COLUMNS: &'static [&'static str] =
        &["id", "variant", "fen", "stipulation", "key", "solutions", "source"];

    fn cells(&self) -> Vec<Value> {
        let Statement { id, variant, fen, stipulation, keys, solutions, source, .. } = &self.statement;
        [id, variant, fen, stipulation, keys, solutions, source].into_iter().map(|cell| json!(cell)).collect()
    }

    fn to_text(&self) -> String {
        self.to_fen_line()
    }
}
