//! The table of moves that `analyse` writes.

use serde::{Deserialize, Serialize};

use super::row::{Row, columns};
use hexmate_batch::terminal::one_line;

/// One analysed move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysedRow {
    /// File of the game.
    pub file: String,
    /// Number of the game in its file, from 1.
    pub record: u64,
    /// Number of the move, from 1, each side's move by itself.
    pub ply: usize,
    /// Name of the player, or its colour.
    pub player: String,
    /// The move, in SAN.
    pub played: String,
    /// Score after the move for the side that moved: centipawns, or `#3` and `#-3` for mates in moves.
    pub score: String,
    /// Best move, in SAN.
    pub best: String,
    /// Score of the best move.
    pub best_score: String,
    /// Loss in expected score, in thousandths of a point.
    pub loss: u32,
    /// Mark: `?!`, `?`, `??` or empty.
    pub mark: String,
    /// Best line, in SAN.
    pub line: String,
    /// Position before the move.
    pub fen: String,
}

impl Row for AnalysedRow {
    columns! { self;
        file: self.file,
        record: self.record,
        ply: self.ply,
        player: self.player,
        played: self.played,
        score: self.score,
        best: self.best,
        best_score: self.best_score,
        loss: self.loss,
        mark: self.mark,
        line: self.line,
        fen: self.fen,
    }

    fn to_text(&self) -> String {
        let Self { record, ply, played, mark, score, best, best_score, .. } = self;
        let text = format!(
            "{record:>4} {ply:>4}  {:<12} {score:>6}  {best:<10} {best_score:>6}",
            format!("{played}{mark}")
        );
        format!("{}\n", one_line(&text))
    }
}
