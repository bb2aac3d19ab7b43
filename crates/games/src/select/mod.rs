//! Selection of games: conditions, sort order, groups and duplicates.
//!
//! [`GameConditions`] decide about one game; [`Collection`] keeps the selected games, finds duplicates, sorts and groups.

mod collection;
mod conditions;
mod field;

pub use collection::{Collection, Fate, Grouping, Member, SortDirection};
pub use conditions::EndReason;
pub use conditions::{CandidateGame, GameCondition, GameConditions, SeatFilter};
pub use field::SortField;

use crate::validate::{CheckedGame, GameText, start};
use hexmate_position::Position;
use hexmate_position::Uci;

/// Returns the key under which two games count as duplicates: variant, first position and moves.
///
/// Moves after a fault count as written. `None` for games without moves, which are never duplicates.
pub fn duplicate_key(text: &GameText, checked: &CheckedGame) -> Option<String> {
    if text.words.is_empty() {
        return None;
    }
    let game = checked.game;
    let mut key = game.name.to_owned();
    let start = start(game, text).ok().filter(|start| *start != Position::start(game));
    key.extend(start.map(|start| format!(" {}", start.to_fen())));
    key.extend(checked.moves.iter().map(|&m| format!(" {}", Uci(game.shape, m))));
    key.extend(text.words.iter().skip(checked.moves.len()).map(|word| format!(" ? {}", word.text)));
    Some(key)
}
