//! Search of games for two: principal variation search with a transposition table.
//!
//! [`Worker`] searches one position to one depth; [`driver`](self::driver) deepens it, for several lines and on
//! several threads.

mod driver;
mod exchange;
mod memory;
mod packed;
mod picker;
mod quiescence;
mod table;
mod worker;

pub(crate) use driver::Searcher;
use hexmate_core::rules::StalemateScore;

/// The longest line, in plies.
pub(crate) const MAX_PLY: usize = 120;

/// Score of a mate on the board.
pub(crate) const MATE: i32 = 30_000;

/// Scores beyond this are mates.
pub(crate) const MATE_BOUND: i32 = MATE - 1_000;

/// Bound of all scores.
const INFINITE: i32 = MATE + 1;

/// Score of a stalemate for the side that moved last, where it is worth three quarters of a point: the
/// advantage that gives the same expected score.
const STALEMATE: i32 = 190;

/// Returns the score of a position without legal moves, `ply` plies after the root.
pub(crate) const fn end_score(stalemate: StalemateScore, in_check: bool, ply: usize) -> i32 {
    match (in_check, stalemate) {
        (true, _) => ply as i32 - MATE,
        (false, StalemateScore::Draw) => 0,
        (false, StalemateScore::ThreeQuarters) => -STALEMATE,
    }
}
