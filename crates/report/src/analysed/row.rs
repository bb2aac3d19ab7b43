//! The table that `analyse` writes: moves and errors.

use super::{AnalysedGame, AnalysedMove, LONGEST_LINE, Mark, Missed, short};
use crate::RecordFault;
use crate::moves::san;
use crate::row::{TableRow, columns};
use crate::san_line;
use hexmate_batch::terminal::one_line;
use hexmate_games::validate::Status;

/// A row: one analysed move, or an error.
#[derive(Clone, Debug)]
pub struct AnalysedRow<'g> {
    /// File of the game.
    pub file: &'g str,
    /// Number of the game in its file, from 1; 0 for an input that cannot be read.
    pub record: u64,
    /// Move or error.
    pub content: AnalysedContent<'g>,
}

/// Content of a row.
#[derive(Clone, Debug)]
pub enum AnalysedContent<'g> {
    /// A move of a game.
    Move(&'g AnalysedGame, AnalysedMove<'g>),
    /// An error of a record, or of an input without records.
    Fault(&'g RecordFault),
}

/// Returns the move in SAN.
fn played(analysed: &AnalysedMove<'_>) -> String {
    san(&analysed.position, analysed.played)
}

/// Returns the first moves of the best line, in SAN.
fn best(analysed: &AnalysedMove<'_>, moves: usize) -> String {
    let line = &analysed.best.moves;
    san_line(&analysed.position, &line[..moves.min(line.len())])
}

fn mark(analysed: &AnalysedMove<'_>) -> &'static str {
    analysed.mark().map_or("", Mark::sign)
}

impl AnalysedRow<'_> {
    /// Returns a cell of a move; empty for an error.
    fn of_move<T>(&self, cell: impl Fn(&AnalysedGame, &AnalysedMove<'_>) -> T) -> Option<T> {
        match &self.content {
            AnalysedContent::Move(game, analysed) => Some(cell(game, analysed)),
            AnalysedContent::Fault(_) => None,
        }
    }

    fn fault(&self) -> Option<&RecordFault> {
        match self.content {
            AnalysedContent::Move(..) => None,
            AnalysedContent::Fault(fault) => Some(fault),
        }
    }
}

impl TableRow for AnalysedRow<'_> {
    columns! { self;
        file: self.file,
        record: self.record,
        ply: self.of_move(|_, analysed| analysed.ply),
        player: self.of_move(|game, analysed| game.player(analysed.position.turn()).to_owned()),
        played: self.of_move(|_, analysed| played(analysed)),
        score: self.of_move(|_, analysed| short(analysed.score)),
        best: self.of_move(|_, analysed| best(analysed, 1)),
        best_score: self.of_move(|_, analysed| short(analysed.best.score)),
        loss: self.of_move(|_, analysed| analysed.loss()),
        mark: self.of_move(|_, analysed| mark(analysed)),
        line: self.of_move(|_, analysed| best(analysed, LONGEST_LINE)),
        fen: self.of_move(|_, analysed| analysed.position.to_fen()),
        missed: self.of_move(|_, analysed| analysed.missed.iter().map(Missed::cell).collect::<Vec<_>>()),
        status: self.fault().map_or(Status::Ok, |fault| fault.status).word(),
        code: self.fault().map_or("", |fault| &fault.code),
        message: self.fault().map_or("", |fault| &fault.message),
    }

    /// Returns the text of a move. Errors have none: people read them on stderr.
    fn to_text(&self) -> String {
        let AnalysedContent::Move(_, analysed) = &self.content else { return String::new() };
        let [score, best_score] = [analysed.score, analysed.best.score].map(short);
        let missed: Vec<String> = analysed.missed.iter().map(Missed::to_string).collect();
        let text = format!(
            "{:>4} {:>4}  {:<12} {score:>6}  {:<10} {best_score:>6}  {}",
            self.record,
            analysed.ply,
            format!("{}{}", played(analysed), mark(analysed)),
            best(analysed, 1),
            missed.join(", ")
        );
        format!("{}\n", one_line(text.trim_end()))
    }
}
