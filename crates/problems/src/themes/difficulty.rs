//! The difficulty of a problem.

use super::answers::is_quiet;
use super::ends::ThemeCollector;
use hexmate_core::mate::{Findings, Stipulation};
use hexmate_position::Position;

/// Returns the difficulty of a problem for a human solver, in points.
///
/// Adds 10 points for each move of the solving side but the last (in help and series play 5 for each move of either
/// side but the last), 5 if the key is quiet, 3 for each different quiet move after it (up to 5), 2 for each reply with
/// an answer of full length (up to 10), 3 for each try with one refutation (up to 5) and 1 for every ten legal first
/// moves.
pub(super) fn difficulty(position: &Position, full: &Findings, collector: &ThemeCollector) -> u32 {
    let stipulation: Stipulation = full.stipulation;
    let length = match full.lines.first() {
        Some(line) => 5 * line.len().saturating_sub(1),
        None => 10 * stipulation.moves.saturating_sub(1) as usize,
    };
    let tries = full.tries.iter().filter(|r#try| r#try.refutations.len() == 1).count();
    let is_first_quiet = full.keys.first().is_some_and(|&key| is_quiet(position, key));
    let quiet = 5 * usize::from(is_first_quiet) + 3 * collector.quiet.len().min(5);
    let firsts = position.count_moves() as usize / 10;
    (length + quiet + 2 * collector.replies.len().min(10) + 3 * tries.min(5) + firsts) as u32
}
