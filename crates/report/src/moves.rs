//! Moves as text.

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Letters, San, Uci};

/// Returns a move in UCI, such as `g4g5`.
pub(super) fn uci(position: &Position, m: Move) -> String {
    Uci(position.game().shape, m).to_string()
}

/// Returns a move in SAN with English letters.
pub(super) fn san(position: &Position, m: Move) -> String {
    san_with(position, m, &Letters::ENGLISH)
}

/// Returns a move in SAN.
pub(super) fn san_with(position: &Position, m: Move, letters: &Letters) -> String {
    San { position, m, letters }.to_string()
}

/// Iterates over the moves of a line, each with the position in which it is played.
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

/// Returns the moves of a line in SAN with English letters, with spaces between them.
pub fn san_line(start: &Position, moves: &[Move]) -> String {
    along(start, moves).map(|(position, m)| san(&position, m)).collect::<Vec<_>>().join(" ")
}
