//! How games ended: on the board, by a rule, by a claim or by word. Judges no result.

use crate::pgn::Score;
use crate::validate::{CheckedGame, GameText, start};
use hexmate_core::rules::Outcome;
use hexmate_position::{DrawClaim, End, History, MaterialRule};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HowEnded {
    /// By mate.
    Mate,
    /// By stalemate.
    Stalemate,
    /// More than two were in and none of them could move.
    NobodyMoves,
    /// The pieces left could not force mate.
    Material,
    /// By the fifth return of a position.
    FivefoldRepetition,
    /// After 75 moves without a capture or pawn move.
    SeventyFiveMoves,
    /// A draw that could be claimed for the third return of a position.
    Repetition,
    /// A draw that could be claimed for 50 moves without a capture or pawn move.
    FiftyMoves,
    /// A draw for which the board has no reason.
    Agreed,
    /// Somebody won, and not on the board: the other resigned, or lost in another way.
    Resigned,
    /// No result is stated, and the board has none.
    Unfinished,
}

impl HowEnded {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Mate,
        Self::Stalemate,
        Self::NobodyMoves,
        Self::Material,
        Self::FivefoldRepetition,
        Self::SeventyFiveMoves,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Agreed,
        Self::Resigned,
        Self::Unfinished,
    ];

    /// The word for tables and conditions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::NobodyMoves => "nobody-moves",
            Self::Material => "material",
            Self::FivefoldRepetition => "fivefold",
            Self::SeventyFiveMoves => "seventy-five",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::Agreed => "agreed",
            Self::Resigned => "resigned",
            Self::Unfinished => "unfinished",
        }
    }

    /// How a game ended; `None` if it has no first position or an illegal move.
    pub fn of(text: &GameText, checked: &CheckedGame) -> Option<Self> {
        if checked.moves.len() < text.words.len() {
            return None;
        }
        let mut history = History::new(start(checked.game, text).ok()?);
        for &m in &checked.moves {
            history.play(m).ok()?;
        }
        let stated = text.stated_result().map_or(Score::Unfinished, |(score, _)| score);
        // A game may go on until somebody sees that it has ended.
        let claim = history.claims().next();
        Some(match (history.end(MaterialRule::Draw), stated, claim) {
            (Some(End::Outcome(outcome)), ..) => match outcome {
                Outcome::Mate { .. } => Self::Mate,
                Outcome::Stalemate { .. } => Self::Stalemate,
                Outcome::NobodyMoves => Self::NobodyMoves,
            },
            (Some(End::Material), ..) => Self::Material,
            (Some(End::FivefoldRepetition), ..) => Self::FivefoldRepetition,
            (Some(End::SeventyFiveMoves), ..) => Self::SeventyFiveMoves,
            (None, Score::Unfinished, _) => Self::Unfinished,
            (None, Score::Draw, Some(DrawClaim::ThreefoldRepetition)) => Self::Repetition,
            (None, Score::Draw, Some(DrawClaim::FiftyMoves)) => Self::FiftyMoves,
            (None, Score::Draw, None) => Self::Agreed,
            (None, Score::Shared(shares), _) if shares.is_draw() => Self::Agreed,
            (None, ..) => Self::Resigned,
        })
    }
}
