//! The words for ends of games, those of `select --ending`. Judges nothing.

use hexmate_core::rules::Outcome;
use hexmate_games::select::HowEnded;
use hexmate_position::End;

/// The end of a game in which nobody can move.
pub const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mate { .. } => HowEnded::Mate.word(),
        Outcome::Stalemate { .. } => HowEnded::Stalemate.word(),
        Outcome::NobodyMoves => HowEnded::NobodyMoves.word(),
    }
}

/// Any end, and none.
pub const fn word_of(end: Option<End>) -> &'static str {
    match end {
        Some(End::Outcome(outcome)) => word(outcome),
        Some(End::Material) => HowEnded::Material.word(),
        Some(End::FivefoldRepetition) => HowEnded::FivefoldRepetition.word(),
        Some(End::SeventyFiveMoves) => HowEnded::SeventyFiveMoves.word(),
        None => HowEnded::Unfinished.word(),
    }
}
