//! Moves as the words of reports. No trees, no layout.

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Letters, San, Uci};

/// A move as two cells, `g4g5`.
pub(super) fn uci(position: &Position, m: Move) -> String {
    Uci(position.game().shape, m).to_string()
}

/// A move as short as can be, with English letters.
pub(super) fn san(position: &Position, m: Move) -> String {
    San { position, m, letters: &Letters::ENGLISH }.to_string()
}

/// Moves that follow one another, each with the position where it is played.
pub(super) fn along<'m>(
    start: &Position,
    moves: &'m [Move],
) -> impl Iterator<Item = (Position, Move)> + use<'m> {
    let mut position = start.clone();
    moves.iter().map(move |&m| {
        let after = position.play_unchecked(m);
        (std::mem::replace(&mut position, after), m)
    })
}
