//! Selection of games: conditions, sort order, groups and duplicates.
//!
//! [`GameConditions`] decide about one game; [`Collection`] keeps the selected games, finds duplicates, sorts and groups.

mod collection;
mod conditions;
mod field;
mod names;
mod near;

pub use collection::{Collection, Fate, Grouping, Member, SortDirection};
pub use conditions::EndReason;
pub use conditions::{CandidateGame, GameCondition, GameConditions, SeatFilter};
pub use field::SortField;
pub use names::{PlayerNames, Players};
pub use near::{GamePath, NearDuplicate};

use std::fmt::Write as _;
use std::hash::BuildHasher;

use foldhash::quality::FixedState;

use crate::validate::{CheckedGame, GameText, start};
use hexmate_position::Position;
use hexmate_position::Uci;

/// Returns the moves of a game up to its end or its first fault; `None` if there are none.
pub fn path(text: &GameText, checked: &CheckedGame) -> Option<GamePath> {
    let start = start(checked.game, text).ok()?;
    let start = FixedState::default().hash_one((checked.game.name, start.to_fen())).to_be_bytes();
    let moves = checked.moves.iter().map(|m| {
        let [from, to] = [m.from, m.to].map(|cell| (cell.index() as u16).to_be_bytes());
        [from[0], from[1], to[0], to[1], m.promotion.map_or(0, |role| role as u8 + 1)]
    });
    GamePath::new(start, moves, checked.moves.len() >= text.words.len())
}

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
    // A move has at most seven characters.
    key.reserve(8 * checked.moves.len());
    for &m in &checked.moves {
        let _ = write!(key, " {}", Uci(game.shape, m));
    }
    text.words.iter().skip(checked.moves.len()).for_each(|word| key.extend([" ? ", word.text]));
    Some(key)
}
