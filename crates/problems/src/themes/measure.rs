//! Two numbers for a problem: how good, and how hard. Counts what was found; finds nothing.

use super::ends::{Shown, is_quiet, worth};
use super::theme::{Theme, Themes};
use hexmate_core::mate::{FullSolution, Stipulation};
use hexmate_position::Position;

/// What each theme adds to the quality of a problem.
///
/// Keys that a solver tries first cost something, those that nobody expects bring something. A theme counts once,
/// however often it is shown, so that a problem gains by unity and not by weight.
pub const fn weight(theme: Theme) -> i32 {
    match theme {
        Theme::CheckingKey | Theme::CapturingKey => -8,
        Theme::FlightTakingKey => -6,
        Theme::PromotingKey => -4,
        Theme::Threat | Theme::Promotion | Theme::Dual => 0,
        Theme::KingKey
        | Theme::AmpliativeKey
        | Theme::Zugzwang
        | Theme::SetPlay
        | Theme::Try
        | Theme::Block
        | Theme::Waiting
        | Theme::SelfBlock
        | Theme::DoubleCheck
        | Theme::PureMate => 2,
        Theme::QuietKey
        | Theme::Changed
        | Theme::PinMate
        | Theme::Interference
        | Theme::ModelMate
        | Theme::Mutate
        | Theme::DirectBattery
        | Theme::IdealMate => 4,
        Theme::FlightGivingKey
        | Theme::SacrificingKey
        | Theme::Switchback
        | Theme::EnPassantKey
        | Theme::IndirectBattery
        | Theme::Underpromotion
        | Theme::Echo => 6,
        Theme::Grimshaw => 10,
        // On top of what a promotion costs.
        Theme::UnderpromotingKey => 12,
        Theme::AllPromotions => 20,
    }
}

/// Answers that count for quality.
const MOST_ANSWERS: usize = 8;

/// Different model mates that count for quality.
const MOST_MODELS: usize = 3;

/// Pieces on the board that cost nothing.
const FREE_PIECES: usize = 6;

/// How good a problem is, as far as it can be counted:
///
/// the [`weight`] of every theme, 3 for each different answer to a reply (up to 8), 2 for each model mate but the first
/// (up to two of them), less 6 for every dual, 1 for each piece beyond six, and what the key takes, in pawns, twice.
pub(super) fn quality(position: &Position, full: &FullSolution, shown: &Shown, themes: Themes) -> i32 {
    let of_themes: i32 = themes.iter().map(weight).sum();
    let pieces = position.pieces().len().saturating_sub(FREE_PIECES);
    let taken =
        full.keys.first().and_then(|key| position.piece(key.m.to)).map_or(0, |taken| worth(taken.role));
    let models = shown.models.len().min(MOST_MODELS).saturating_sub(1);
    let plus = 3 * shown.answers.len().min(MOST_ANSWERS) + 2 * models;
    let minus = 6 * shown.duals + pieces + 2 * taken as usize;
    of_themes + plus as i32 - minus as i32
}

/// How hard a problem is to solve for a human, as far as it can be counted:
///
/// 10 for each move of the solving side but the last (5 for each move of either side but the last where nobody
/// resists), 5 if the first move is quiet, 3 for each different quiet move after it (up to five), 2 for each reply that
/// has an answer of its own (up to ten), 3 for each try with one refutation (up to five), 1 for every ten first moves.
pub(super) fn difficulty(position: &Position, full: &FullSolution, shown: &Shown) -> u32 {
    let asked: Stipulation = full.solution.stipulation;
    let length = match full.solution.lines.first() {
        Some(line) => 5 * line.len().saturating_sub(1),
        None => 10 * asked.moves.saturating_sub(1) as usize,
    };
    let tries = full.tries.iter().filter(|r#try| r#try.refutations.len() == 1).count();
    let is_first_quiet = full.solution.keys.first().is_some_and(|&key| is_quiet(position, key));
    let quiet = 5 * usize::from(is_first_quiet) + 3 * shown.quiet.len().min(5);
    let firsts = position.count_moves() as usize / 10;
    (length + quiet + 2 * shown.replies.len().min(10) + 3 * tries.min(5) + firsts) as u32
}
