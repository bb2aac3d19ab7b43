//! Problems with their solutions as lines of EPD. No search.
//!
//! ```text
//! line = FEN ";" "dm" N ";" | "stip" "…" ";"     what was asked
//!        [ "bm" keys ";" ] [ "id" "…" ";" ]
//!        "status" verdict ";" lists of the table  [ "tries" "…" ";" ] …
//!        what the input had besides
//! ```

use serde_json::Value;

use super::SolveRow;
use crate::problem::Statement;
use crate::report::{Row, cell_text};

/// Columns of the table that become operations of the same name.
const LISTS: [&str; 5] = ["tries", "set_play", "threats", "duals", "variations"];

impl SolveRow {
    /// The problem and its solution as a line of EPD, with its line end.
    ///
    /// Operations of the input that this program does not know are kept.
    pub fn to_epd(&self, statement: &Statement) -> String {
        let mut operations = Vec::new();
        match self.stipulation.strip_prefix('#').filter(|moves| moves.bytes().all(|b| b.is_ascii_digit())) {
            Some(moves) => operations.push(format!("dm {moves}")),
            None if self.stipulation.is_empty() => {}
            None => operations.push(format!("stip {}", quoted(&self.stipulation))),
        }
        let keys = self.answer.as_ref().map(|answer| answer.keys.join(" ")).unwrap_or_default();
        if !keys.is_empty() {
            operations.push(format!("bm {keys}"));
        }
        if !self.id.is_empty() {
            operations.push(format!("id {}", quoted(&self.id)));
        }
        if !statement.solutions.is_empty() {
            operations.push(format!("solutions {}", statement.solutions));
        }
        operations.push(format!("status {}", self.status));
        let cells = self.cells();
        for (name, cell) in Self::COLUMNS.iter().zip(&cells).filter(|(name, _)| LISTS.contains(name)) {
            if matches!(cell, Value::Array(list) if !list.is_empty()) {
                operations.push(format!("{name} {}", quoted(&cell_text(cell))));
            }
        }
        let is_ours = |operation: &&String| {
            let opcode = operation.split_whitespace().next().unwrap_or_default();
            opcode == "status" || LISTS.contains(&opcode)
        };
        operations.extend(statement.unknown.iter().filter(|operation| !is_ours(operation)).cloned());
        let fen = if self.fen.is_empty() { "-" } else { &self.fen };
        format!("{fen}; {};\n", operations.join("; "))
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}
