//! Analysed games: scores and best lines of all positions, from which losses, marks and accuracy follow.

mod annotated;
mod earlier;
mod forms;
mod graph;
mod row;
mod sign;
mod stored;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use annotated::Kept;
pub use forms::AnalyseForm;
pub use row::{AnalysedContent, AnalysedRow};
pub use sign::AnalysisSign;
pub(crate) use sign::SIGN;

use self::stored::StoredAnalysis;
use crate::RecordFault;
use crate::page::PageWords;
use hexmate_core::rules::{Move, Player};
use hexmate_endgame::TableScore;
use hexmate_games::pgn::PlayedGame;
use hexmate_player::{ScoredLine, SearchScore};
use hexmate_position::{Colour, Position};

/// Maximum length of a best line that is kept, in plies.
pub const LONGEST_LINE: usize = 8;

/// The result of one record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysed {
    /// File of the game.
    pub file: String,
    /// Number of the game in its file, from 1.
    pub record: u64,
    /// Name of the game in messages.
    pub name: String,
    /// The game with its evaluations; `None` for a record without moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<AnalysedGame>>,
    /// Error of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<RecordFault>,
    /// Error of the first faulty variation, the rest of which is kept as a comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<RecordFault>,
    /// Language of the piece letters, if it is guessed and not English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guessed: Option<String>,
    /// `true` if a signal has stopped the analysis.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
}

impl Analysed {
    /// Iterates over the errors.
    pub fn faults(&self) -> impl Iterator<Item = &RecordFault> {
        [&self.fault, &self.broken].into_iter().flatten()
    }
}

/// A game for two with the best line of each of its positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredAnalysis", into = "StoredAnalysis")]
pub struct AnalysedGame {
    played: PlayedGame,
    /// Best lines of all positions, one more than there are moves, with scores for the side to move.
    lines: Vec<ScoredLine>,
    /// Missed mates and endings given away, each with the number of its move, in ascending order.
    missed: Vec<(usize, Missed)>,
}

/// A proved result that a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Missed {
    /// A mate in this number of moves, proved by the solver.
    Mate(u32),
    /// A better result in the endgame tables.
    Ending {
        /// Score of the position before the move.
        before: TableScore,
        /// Score of the move, for the same side.
        after: TableScore,
    },
}

impl Missed {
    /// Returns the cell of the table: `#3`, or `win>draw`.
    pub fn cell(&self) -> String {
        match self {
            Self::Mate(moves) => format!("#{moves}"),
            Self::Ending { before, after } => format!("{}>{}", before.worth.word(), after.worth.word()),
        }
    }

    /// Returns the note in a language.
    fn translated(self, words: &PageWords) -> String {
        match self {
            Self::Mate(moves) => words.missed_mate.fill(&[("moves", &moves.to_string())]),
            Self::Ending { before, after } => {
                let [before, after] = [before, after].map(|score| words.translated(score.worth.word()));
                words.became.fill(&[("before", before), ("after", after)])
            }
        }
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.translated(PageWords::ENGLISH))
    }
}

/// Mark of a bad move, from its loss in expected score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?!`: a loss of at least 50 thousandths of a point.
    Doubtful,
    /// `?`: a loss of at least 100.
    Mistake,
    /// `??`: a loss of at least 200.
    Blunder,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 3] = [Self::Doubtful, Self::Mistake, Self::Blunder];

    /// Returns the mark of a loss, in thousandths of a point.
    pub fn of(loss: u32) -> Option<Self> {
        match loss {
            200.. => Some(Self::Blunder),
            100.. => Some(Self::Mistake),
            50.. => Some(Self::Doubtful),
            _ => None,
        }
    }

    /// Returns the sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the number of the numeric annotation glyph.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Doubtful => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// A move with its evaluation.
#[derive(Clone, Debug)]
pub struct AnalysedMove<'g> {
    /// Number of the move, from 1, each side's move by itself.
    pub ply: usize,
    /// Position before the move.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// Score after the move, for the side that moved.
    pub score: SearchScore,
    /// Best line of the position, with its score for the side to move.
    pub best: &'g ScoredLine,
    /// Proved results that the move gave away.
    pub missed: Vec<Missed>,
}

impl AnalysedMove<'_> {
    /// Returns the loss in expected score, in thousandths of a point; 0 for the best move.
    pub fn loss(&self) -> u32 {
        let is_best = self.best.moves.first() == Some(&self.played);
        let loss = if is_best { 0.0 } else { self.best.score.expectation() - self.score.expectation() };
        (1000.0 * loss.max(0.0)).round() as u32
    }

    /// Returns the mark of a bad move.
    pub fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss())
    }

    /// Returns whether White moved.
    pub fn is_white(&self) -> bool {
        self.position.turn() == Player::WHITE
    }

    /// Returns the score after the move for White.
    pub fn white_score(&self) -> SearchScore {
        if self.is_white() { self.score } else { self.score.opposite() }
    }
}

impl AnalysedGame {
    /// Creates an analysed game from the best lines of all positions, one more than there are moves, and the proved
    /// results that moves gave away, each with the number of its move.
    ///
    /// Returns `None` if the game is not for two, or the numbers do not fit.
    pub fn new(played: PlayedGame, lines: Vec<ScoredLine>, missed: Vec<(usize, Missed)>) -> Option<Self> {
        let moves = played.moves().len();
        let is_sorted = missed.is_sorted_by_key(|&(ply, _)| ply);
        let is_inside = missed.iter().all(|&(ply, _)| (1..=moves).contains(&ply));
        let fits = played.game().players == 2 && lines.len() == moves + 1 && is_sorted && is_inside;
        fits.then_some(Self { played, lines, missed })
    }

    /// Returns the game as it was read.
    pub fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Iterates over the moves with their evaluations.
    pub fn moves(&self) -> impl Iterator<Item = AnalysedMove<'_>> {
        let mut position = self.played.start().clone();
        (1..).zip(self.played.moves()).zip(self.lines.windows(2)).map(move |((ply, &played), lines)| {
            let next = position.play_unchecked(played);
            let missed = self.missed.iter().filter(|(at, _)| *at == ply);
            AnalysedMove {
                ply,
                position: std::mem::replace(&mut position, next),
                played,
                score: lines[1].score.opposite(),
                best: &lines[0],
                missed: missed.map(|&(_, missed)| missed).collect(),
            }
        })
    }

    /// Returns the accuracy of White and Black: a hundred minus the mean loss in hundredths of a point; `None` without
    /// moves.
    pub fn accuracy(&self) -> [Option<f64>; 2] {
        let mut sums = [(0_u32, 0_u32); 2];
        for analysed in self.moves() {
            let (losses, count) = &mut sums[usize::from(!analysed.is_white())];
            *losses = losses.saturating_add(analysed.loss());
            *count += 1;
        }
        sums.map(|(losses, count)| (count > 0).then(|| 100.0 - f64::from(losses) / f64::from(count) / 10.0))
    }

    /// Returns the name of the player of a side, or its colour.
    pub fn player(&self, side: Player) -> &str {
        self.name_of(side).unwrap_or(Colour::of(&self.played.game(), side).name())
    }

    /// Returns the name of the player of a side, if the tags have it.
    fn name_of(&self, side: Player) -> Option<&str> {
        let colour = Colour::of(&self.played.game(), side).name();
        let tag = self.played.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(colour));
        tag.map(|(_, name)| name.trim()).filter(|name| !name.is_empty() && *name != "?")
    }
}

/// Returns a score in centipawns, or a mate in moves.
fn short(score: SearchScore) -> String {
    match score {
        SearchScore::Centipawns(value) => value.to_string(),
        mate => mate.to_eval(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_from_losses() {
        for (loss, sign) in [(0, ""), (49, ""), (50, "?!"), (99, "?!"), (100, "?"), (199, "?"), (200, "??")] {
            assert_eq!(Mark::of(loss).map_or("", Mark::sign), sign, "{loss}");
        }
    }
}
