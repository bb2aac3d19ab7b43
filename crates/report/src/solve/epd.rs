//! Problems with their solutions as lines of EPD.
//!
//! ```text
//! line = FEN ";" [ "variant" NAME ";" ]           another game than Gliński's
//!        "dm" N ";" | "stip" "…" ";"             the stipulation
//!        [ "bm" keys ";" ]                       the keys found, or those claimed if the problem was not solved
//!        [ "id" "…" ";" ]
//!        [ "of_twin" "b) …" ";" ]                the twin; the FEN already contains its change
//!        [ "solutions" N ";" ] [ "author" "…" ";" ] [ "source" "…" ";" ]
//!        "status" verdict ";"
//!        [ "key" "…" ";" ]                       the claimed keys, maybe none, if they differ from `bm`
//!        [ "claim" "message about wrong claims" ";" ]
//!        lists of the table  [ "tries" "…" ";" ] …
//!        further operations of the input
//! ```

use super::SolveRecord;
use crate::epd::EpdLine;
use crate::{TableRow, cell_text};

/// Columns of the table that become operations with the same name.
const LISTS: [&str; 6] = ["tries", "set_play", "threats", "duals", "variations", "try_play"];

impl SolveRecord {
    /// Returns the problem and its solution as a line of EPD, with its line end.
    ///
    /// Further operations of the input are kept, except results of an earlier run.
    pub fn to_epd(&self) -> String {
        let fen = self.fen();
        let mut line = EpdLine::new(if fen.is_empty() { "-" } else { &fen }, self.variant());
        line.add_stipulation(&self.stipulation());
        let found = self.lists().map(|lists| lists.keys.join(" "));
        line.add_moves(found.as_deref().unwrap_or(self.claimed_keys()));
        line.add_text("id", self.name());
        line.add_text("of_twin", &self.twin_text());
        line.add("solutions", &self.claimed_solutions());
        line.add_text("author", self.author());
        line.add_text("source", self.source());
        line.add_text("twin", self.twins());
        line.add("status", self.status().word());
        if found.is_some_and(|found| found != self.claimed_keys()) {
            line.add_claimed_keys(self.claimed_keys());
        }
        line.add_text("claim", &self.claim_message());
        for (name, cell) in Self::COLUMNS.iter().zip(&self.cells()) {
            if LISTS.contains(name) {
                line.add_text(name, &cell_text(cell));
            }
        }
        line.add_further(&self.further);
        line.finish()
    }
}
