//! The table of positions and problems as files state them. Solves nothing.

use serde_json::{Value, json};

use super::Row;
use super::epd::EpdLine;
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
        let Statement { fen, id, stipulation, keys, solutions, twin, unknown, .. } = &self.statement;
        let mut line = EpdLine::new(fen);
        line.add_stipulation(stipulation);
        line.add("bm", keys);
        line.add("solutions", solutions);
        line.add_text("twin", twin);
        line.add_text("id", id);
        for operation in unknown {
            line.add_raw(operation);
        }
        line.finish()
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
