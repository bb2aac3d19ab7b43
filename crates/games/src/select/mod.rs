//! Selection of games: conditions, sort order, groups and duplicates.
//!
//! [`GameConditions`] decide about one game; [`Collection`] keeps the selected games, finds duplicates, sorts and groups.

mod collection;
mod conditions;
mod field;
mod names;

pub use collection::{Collection, Fate, Grouping, Member, SortDirection};
pub use conditions::EndReason;
pub use conditions::{CandidateGame, GameCondition, GameConditions, SeatFilter};
pub use field::SortField;
pub use names::Players;

use std::hash::BuildHasher;

use foldhash::quality::FixedState;

use crate::validate::{CheckedGame, GameText, start};
use hexmate_position::Position;
use hexmate_position::Uci;

/// Returns the moves of a game as bytes, of which those of its beginnings are the first ones: variant, first position
/// and moves, each of a fixed length. `None` for a game without moves or with a fault, whose end is not known.
pub fn path(text: &GameText, checked: &CheckedGame) -> Option<Vec<u8>> {
    if checked.moves.is_empty() || checked.moves.len() < text.words.len() {
        return None;
    }
    let start = start(checked.game, text).ok()?;
    let mut path = FixedState::default().hash_one((checked.game.name, start.to_fen())).to_be_bytes().to_vec();
    for m in &checked.moves {
        path.extend([m.from, m.to].iter().flat_map(|cell| (cell.index() as u16).to_be_bytes()));
        path.push(m.promotion.map_or(0, |role| role as u8 + 1));
    }
    Some(path)
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
    key.extend(checked.moves.iter().map(|&m| format!(" {}", Uci(game.shape, m))));
    key.extend(text.words.iter().skip(checked.moves.len()).map(|word| format!(" ? {}", word.text)));
    Some(key)
}
