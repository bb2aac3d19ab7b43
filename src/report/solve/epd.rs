//! Problems with their solutions as lines of EPD. No search.
//!
//! ```text
//! line = FEN ";" "dm" N ";" | "stip" "…" ";"     what was asked
//!        [ "bm" keys ";" ] [ "id" "…" ";" ]
//!        [ "solutions" N ";" ] [ "author" "…" ";" ] [ "source" "…" ";" ] [ "twin" "…" ";" ]
//!        "status" verdict ";" [ "claim" "what is wrong with the keys that were claimed" ";" ]
//!        lists of the table  [ "tries" "…" ";" ] …
//!        what the input had besides
//! ```

use super::SolveRow;
use crate::problem::Statement;
use crate::report::epd::EpdLine;
use crate::report::{Row, cell_text};

/// Columns of the table that become operations of the same name.
const LISTS: [&str; 5] = ["tries", "set_play", "threats", "duals", "variations"];

impl SolveRow {
    /// The problem and its solution as a line of EPD, with its line end.
    ///
    /// What the input says besides is kept, but for what an earlier run has found.
    pub fn to_epd(&self, statement: &Statement) -> String {
        let mut line = EpdLine::new(if self.fen.is_empty() { "-" } else { &self.fen });
        line.add_stipulation(&self.stipulation);
        let found = self.findings.as_ref().map(|findings| findings.keys.join(" "));
        line.add_moves("bm", found.as_ref().unwrap_or(&statement.keys));
        line.add_text("id", &self.id);
        line.add("solutions", &statement.solutions);
        line.add_text("author", &self.author);
        line.add_text("source", &self.source);
        line.add_text("twin", &statement.twin);
        line.add("status", self.status);
        line.add_text("claim", &self.claim.message);
        for (name, cell) in Self::COLUMNS.iter().zip(&self.cells()) {
            if LISTS.contains(name) {
                line.add_text(name, &cell_text(cell));
            }
        }
        line.add_further(&self.further, &LISTS);
        line.finish()
    }
}
