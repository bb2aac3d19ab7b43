//! Themes of a sound problem, with ratings of its quality and difficulty.
//!
//! ```text
//! Findings ─▶ key:    captures, checks, flights, sacrifices
//!              ├▶ phases: threat or zugzwang, set play and changes
//!              └▶ line ─▶ ends: batteries, selfblocks, interferences ─▶ picture: the mate
//! ```
//!
//! [`Theme`] defines each theme. [`merits`] needs the full solution of a sound problem, with set play, tries and
//! variations. Only lines of full length count, after defences that parry the threat and after the threat itself, and
//! only the first 4000 of them. Mate pictures count only in games for two, since a mate need not end other games.

mod answers;
mod difficulty;
mod ends;
mod line;
mod opponents;
mod phases;
mod picture;
mod quality;
mod theme;
mod walk;
mod zilahi;

pub use quality::Term;
pub use theme::{Theme, Themes, weight};

pub(crate) use walk::is_long;

use ends::ThemeCollector;
use hexmate_core::mate::{Findings, Verdict};
use hexmate_position::Position;
use phases::Phases;

/// Themes and ratings of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merits {
    /// The themes.
    pub themes: Themes,
    /// Quality, in points: the [`weight`] of each theme, and for each [`Term`] its points times its number.
    pub quality: i32,
    /// Difficulty for a human solver, in points.
    pub difficulty: u32,
}

/// Returns themes and ratings of a problem with an intended number of solutions.
///
/// Returns `None` if the problem is not sound or the scope of its solution is not full.
pub fn merits(position: &Position, full: &Findings, solutions: usize) -> Option<Merits> {
    rated(position, full, solutions).map(|(merits, _)| merits)
}

/// Returns whether set play belongs to the content of a problem with one key: every move of the diagram, with the other
/// side to move, has an answer and the key keeps this block, or the key changes an answer.
///
/// ```
/// use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable};
/// use hexmate_position::{Game, Position};
/// use hexmate_problems::themes::has_thematic_set_play;
///
/// let position = Position::from_fen(Game::GLINSKI, "1/3/5/7/9/11/4KB5/p10/3R7/1k9/1P9 w - 0 1")?;
/// let table = &mut TranspositionTable::with_limit(1 << 20);
/// let full = position.solve_fully(Stipulation::mate_in(2), Scope::FULL, table, Budget::default());
/// assert!(has_thematic_set_play(&position, &full));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn has_thematic_set_play(position: &Position, full: &Findings) -> bool {
    matches!(full.variations.as_slice(), [key] if Phases::need_set_play(position, full, key))
}

/// Returns themes and ratings, and what counts for the quality besides themes, each with its number.
///
/// Returns `None` if the problem is not sound or the scope of its solution is not full.
pub fn rated(position: &Position, full: &Findings, solutions: usize) -> Option<(Merits, Vec<(Term, usize)>)> {
    let (scope, stipulation) = (full.scope, full.stipulation);
    let is_whole = scope.variations && scope.set_play && scope.tries > 0;
    if !is_whole || full.verdict_for(solutions) != Verdict::Sound {
        return None;
    }
    let mut collector = ThemeCollector::new(position, stipulation);
    line::walk(position, full, &mut collector);
    if let Some(key) = full.variations.first() {
        collector.record_promotion(key.m);
        collector.replies = answers::replies(&key.defences);
    }
    collector.record_promotions(&full.lines);
    collector.finish(position.game().promotions);
    let mut themes = collector.themes;
    let mut phases = Phases::default();
    match full.variations.first() {
        Some(key) => {
            phases = Phases::of(position, full, key);
            ends::key_themes(position, key.m, &mut themes);
            ends::phase_themes(position, full, key, &phases, &mut themes);
        }
        None if !full.set_lines.is_empty() => themes.add(Theme::SetPlay),
        None => {}
    }
    let terms = quality::terms(position, full, &collector, &phases, themes);
    let difficulty = difficulty::difficulty(position, full, &collector);
    Some((Merits { themes, quality: quality::quality(&terms, themes), difficulty }, terms))
}
