//! Which games of a collection are meant, in which order, and which are the same. No files, no words for people.

mod collection;
mod conditions;
mod date;
mod field;
mod pattern;
mod text;

pub use collection::{Collection, Fate, Grouping, Member, Order, SortDirection};
pub use conditions::EndReason;
pub use conditions::{Candidate, Condition, Conditions, SeatFilter};
pub use date::{Date, DateRange};
pub use field::SortField;
pub use pattern::{Images, Pattern, PatternError};
pub use text::{folded, sort_key};

use crate::validate::{CheckedGame, GameText, start};
use hexmate_position::Position;
use hexmate_position::Uci;

/// What two games share that have the same moves from the same position, whatever their tags say.
///
/// What cannot be played enters as it is written. `None` for games without any move, which
/// are not the same for that.
pub fn duplicate_key(text: &GameText, checked: &CheckedGame) -> Option<String> {
    if text.words.is_empty() {
        return None;
    }
    let game = checked.game;
    let mut moves = game.name.to_owned();
    let start = start(game, text).ok().filter(|start| *start != Position::start(game));
    moves.extend(start.map(|start| format!(" {}", start.to_fen())));
    moves.extend(checked.moves.iter().map(|&m| format!(" {}", Uci(game.shape, m))));
    moves.extend(text.words.iter().skip(checked.moves.len()).map(|word| format!(" ? {}", word.text)));
    Some(moves)
}
