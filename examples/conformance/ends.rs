//! The names of the ends of games, as in `select --ending`.

use hexmate_core::rules::Outcome;
use hexmate_games::select::EndReason;
use hexmate_position::End;

/// Returns the name of an outcome.
pub const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mate { .. } => EndReason::Mate.word(),
        Outcome::Stalemate { .. } => EndReason::Stalemate.word(),
        Outcome::NobodyMoves => EndReason::NobodyMoves.word(),
    }
}

/// Returns the name of any end, or of an unfinished game.
pub const fn word_of(end: Option<End>) -> &'static str {
    match end {
        Some(End::Outcome(outcome)) => word(outcome),
        Some(End::Material) => EndReason::Material.word(),
        Some(End::FivefoldRepetition) => EndReason::FivefoldRepetition.word(),
        Some(End::SeventyFiveMoves) => EndReason::SeventyFiveMoves.word(),
        None => EndReason::Unfinished.word(),
    }
}
