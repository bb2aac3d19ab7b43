//! The table of what mending has changed: one row for every change. Mends nothing.

use serde_json::{Value, json};

use super::Row;
use hexmate_batch::terminal::one_line;
use hexmate_games::repair::MoveChange;

/// A change of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeRow<'c> {
    /// The file of the game.
    pub file: &'c str,
    /// The number of the game in it.
    pub record: u64,
    /// The line at which it begins.
    pub line: u64,
    /// What messages call it.
    pub game: &'c str,
    /// What is another.
    pub change: &'c MoveChange,
}

impl Row for ChangeRow<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "record", "line", "game", "ply", "written", "now", "reason"];

    fn cells(&self) -> Vec<Value> {
        let Self { file, record, line, game, change: MoveChange { ply, written, now, reason } } = self;
        vec![
            json!(file),
            json!(record),
            json!(line),
            json!(game),
            json!(ply + 1),
            json!(written),
            json!(now),
            json!(reason.code()),
        ]
    }

    fn to_text(&self) -> String {
        let Self { file, game, change: MoveChange { ply, written, now, reason }, .. } = self;
        let text = format!("{file}: {game}: half-move {}: {written} is {now} [{}]", ply + 1, reason.code());
        format!("{}\n", one_line(&text))
    }
}
