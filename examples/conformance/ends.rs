//! The words for ends of games, those of `select --ending`. Judges nothing.

use hexmate_core::rules::Outcome;
use hexmate_games::select::EndReason;
use hexmate_position::End;

/// The end of a game in which nobody can move.
pub const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mate { .. } => EndReason::Mate.word(),
        Outcome::Stalemate { .. } => EndReason::Stalemate.word(),
        Outcome::NobodyMoves => EndReason::NobodyMoves.word(),
    }
}

/// Any end, and none.
pub const fn word_of(end: Option<End>) -> &'static str {
    match end {
        Some(End::Outcome(outcome)) => word(outcome),
        Some(End::Material) => EndReason::Material.word(),
        Some(End::FivefoldRepetition) => EndReason::FivefoldRepetition.word(),
        Some(End::SeventyFiveMoves) => EndReason::SeventyFiveMoves.word(),
        None => EndReason::Unfinished.word(),
    }
}
