//! Problems with their solutions as lines of EPD. No search.
//!
//! ```text
//! line = FEN ";" "dm" N ";" | "stip" "…" ";"     what was asked
//!        [ "bm" keys ";" ] [ "id" "…" ";" ]
//!        [ "of_twin" "b) …" ";" ]                the twin that it is; the position has its change already
//!        "status" verdict ";" lists of the table  [ "tries" "…" ";" ] …
//!        what the input had besides
//! ```

use super::SolveRow;
use crate::problem::Statement;
use crate::report::epd::EpdLine;
use crate::report::{Row, cell_text};

/// Columns of the table that become operations of the same name.
const LISTS: [&str; 6] = ["tries", "set_play", "threats", "duals", "variations", "try_play"];

impl SolveRow {
    /// The problem and its solution as a line of EPD, with its line end.
    ///
    /// Operations of the input that this program does not know are kept.
    pub fn to_epd(&self, statement: &Statement) -> String {
        let mut line = EpdLine::new(if self.fen.is_empty() { "-" } else { &self.fen });
        line.add_stipulation(&self.stipulation);
        line.add("bm", &self.findings.as_ref().map_or(String::new(), |findings| findings.keys.join(" ")));
        line.add_text("id", &self.name);
        line.add_text("of_twin", &self.twin);
        line.add("solutions", &statement.solutions);
        line.add("status", self.status);
        for (name, cell) in Self::COLUMNS.iter().zip(&self.cells()) {
            if LISTS.contains(name) {
                line.add_text(name, &cell_text(cell));
            }
        }
        let is_ours = |operation: &str| {
            let opcode = operation.split_whitespace().next().unwrap_or_default();
            opcode == "status" || opcode == "of_twin" || LISTS.contains(&opcode)
        };
        for operation in statement.unknown.iter().filter(|operation| !is_ours(operation)) {
            line.add_raw(operation);
        }
        line.finish()
    }
}
