//! The table of repaired moves: one row for each change of a game.

use super::row::{TableRow, columns};
use hexmate_batch::terminal::one_line;
use hexmate_games::repair::MoveChange;
use serde::{Deserialize, Serialize};

/// A changed move of a repaired game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeRow {
    file: String,
    record: u64,
    line: u64,
    /// Name of the game in messages.
    game: String,
    ply: usize,
    written: String,
    now: String,
    reason: String,
}

impl ChangeRow {
    /// Creates the row of a change; `line` is the first line of the game, `game` its name in messages.
    pub fn new(file: &str, record: u64, line: u64, game: &str, change: &MoveChange) -> Self {
        let MoveChange { ply, written, now, reason } = change.clone();
        let [file, game, reason] = [file, game, reason.code()].map(str::to_owned);
        Self { file, record, line, game, ply, written, now, reason }
    }
}

impl TableRow for ChangeRow {
    columns! { self;
        file: self.file,
        record: self.record,
        line: self.line,
        game: self.game,
        ply: self.ply + 1,
        written: self.written,
        now: self.now,
        reason: self.reason,
    }

    fn to_text(&self) -> String {
        let Self { file, game, ply, written, now, reason, .. } = self;
        let text = format!("{file}: {game}: ply {}: {written} is {now} [{reason}]", ply + 1);
        format!("{}\n", one_line(&text))
    }
}
