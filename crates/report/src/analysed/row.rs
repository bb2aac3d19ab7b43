//! The table of moves that `analyse` writes.

use super::{AnalysedGame, AnalysedMove, LONGEST_LINE, Mark, Missed, short};
use crate::moves::san;
use crate::row::{TableRow, columns};
use crate::san_line;
use hexmate_batch::terminal::one_line;

/// One analysed move as a row.
#[derive(Clone, Debug)]
pub struct AnalysedRow<'g> {
    /// File of the game.
    pub file: &'g str,
    /// Number of the game in its file, from 1.
    pub record: u64,
    /// The game.
    pub game: &'g AnalysedGame,
    /// The move.
    pub analysed: AnalysedMove<'g>,
}

impl AnalysedRow<'_> {
    fn played(&self) -> String {
        san(&self.analysed.position, self.analysed.played)
    }

    /// Returns the first moves of the best line, in SAN.
    fn best(&self, moves: usize) -> String {
        let line = &self.analysed.best.moves;
        san_line(&self.analysed.position, &line[..moves.min(line.len())])
    }

    fn mark(&self) -> &'static str {
        self.analysed.mark().map_or("", Mark::sign)
    }
}

impl TableRow for AnalysedRow<'_> {
    columns! { self;
        file: self.file,
        record: self.record,
        ply: self.analysed.ply,
        player: self.game.player(self.analysed.position.turn()),
        played: self.played(),
        score: short(self.analysed.score),
        best: self.best(1),
        best_score: short(self.analysed.best.score),
        loss: self.analysed.loss(),
        mark: self.mark(),
        line: self.best(LONGEST_LINE),
        fen: self.analysed.position.to_fen(),
        missed: self.analysed.missed.iter().map(Missed::cell).collect::<Vec<_>>(),
    }

    fn to_text(&self) -> String {
        let Self { record, analysed, .. } = self;
        let [score, best_score] = [analysed.score, analysed.best.score].map(short);
        let missed: Vec<String> = analysed.missed.iter().map(Missed::to_string).collect();
        let text = format!(
            "{record:>4} {:>4}  {:<12} {score:>6}  {:<10} {best_score:>6}  {}",
            analysed.ply,
            format!("{}{}", self.played(), self.mark()),
            self.best(1),
            missed.join(", ")
        );
        format!("{}\n", one_line(text.trim_end()))
    }
}
