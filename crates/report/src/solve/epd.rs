//! Problems with their solutions as lines of EPD. No search.
//!
//! ```text
//! line = FEN ";" [ "variant" NAME ";" ]           another game than Glinski's
//!        "dm" N ";" | "stip" "…" ";"     what was asked
//!        [ "bm" keys ";" ] [ "id" "…" ";" ]
//!        [ "of_twin" "b) …" ";" ]                the twin that it is; the position has its change already
//!        [ "solutions" N ";" ] [ "author" "…" ";" ] [ "source" "…" ";" ]
//!        "status" verdict ";" [ "claim" "what is wrong with the keys that were claimed" ";" ]
//!        lists of the table  [ "tries" "…" ";" ] …
//!        what the input had besides
//! ```

use super::SolveRow;
use crate::epd::EpdLine;
use crate::{Row, cell_text};
use hexmate_problems::Statement;

/// Columns of the table that become operations of the same name.
const LISTS: [&str; 6] = ["tries", "set_play", "threats", "duals", "variations", "try_play"];

impl SolveRow {
    /// The problem and its solution as a line of EPD, with its line end.
    ///
    /// What the input says besides is kept, but for what an earlier run has found.
    pub fn to_epd(&self, statement: &Statement) -> String {
        let mut line = EpdLine::new(if self.fen.is_empty() { "-" } else { &self.fen }, &self.variant);
        line.add_stipulation(&self.stipulation);
        let found = self.findings.as_ref().map(|findings| findings.keys.join(" "));
        let claimed = if self.twin.is_empty() { &statement.keys } else { "" };
        line.add_moves(found.as_deref().unwrap_or(claimed));
        line.add_text("id", &self.name);
        line.add_text("of_twin", &self.twin);
        line.add("solutions", &statement.solutions);
        line.add_text("author", &self.author);
        line.add_text("source", &self.source);
        // Twins that were solved have lines of their own.
        line.add_text("twin", if self.twin.is_empty() { &statement.twin } else { "" });
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
