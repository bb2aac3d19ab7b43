//! What a sound problem shows: its themes, and two numbers, how good it is and how hard. Solves nothing.
//!
//! ```text
//! FullSolution ─▶ key:    what the key takes, gives and leaves
//!              ├▶ phases: what was ready in the diagram, and what the key changes
//!              └▶ line ─▶ ends: batteries, blocks, interferences ─▶ picture: the mate
//! ```
//!
//! [`Theme`] says what each means. They are told of sound problems whose solution is there as a whole: with set play,
//! tries and variations. Lines of full length count, after defences that parry a threat and after the threat itself;
//! of more than 4000 lines the first ones. Games of more than two players have those of their keys and answers, and
//! none of pictures, since there a mate need not end the matter.

mod ends;
mod line;
mod picture;
mod theme;

pub use theme::{Theme, Themes, weight};

use ends::Shown;
use hexmate_core::mate::{FullSolution, Verdict};
use hexmate_position::Position;

/// What a problem shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merits {
    /// Its themes.
    pub themes: Themes,
    /// How good it is: the sum of what speaks for it and against it.
    pub quality: i32,
    /// How hard it is for a human.
    pub difficulty: u32,
}

/// What a problem shows that is meant to have so many solutions; `None` if it is not sound, or not told whole.
pub fn merits(position: &Position, full: &FullSolution, solutions: usize) -> Option<Merits> {
    let (scope, asked) = (full.scope, full.solution.stipulation);
    let is_whole = scope.variations && scope.set_play && scope.tries > 0;
    if !is_whole || full.solution.verdict_for(solutions) != Verdict::Sound {
        return None;
    }
    let mut shown = Shown::new(position, asked);
    line::walk(position, full, &mut shown);
    if let Some(key) = full.keys.first() {
        shown.must_promote(key.m);
        shown.replies = ends::replies(&key.defences);
    }
    shown.finish(position.game().promotions);
    let mut themes = shown.themes;
    match full.keys.first() {
        Some(key) => {
            ends::key_themes(position, key.m, &mut themes);
            ends::phase_themes(position, full, key, &mut themes);
        }
        None if !full.set_lines.is_empty() => themes.add(Theme::SetPlay),
        None => {}
    }
    Some(Merits {
        themes,
        quality: theme::quality(position, full, &shown, themes),
        difficulty: theme::difficulty(position, full, &shown),
    })
}
