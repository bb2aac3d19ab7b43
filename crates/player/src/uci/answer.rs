//! Answers of other engines, which may be anything.

use hexmate_core::rules::Move;
use hexmate_position::Position;

use super::session::find_move;

/// Returns the word with the chosen move in a line of an engine: behind `bestmove`; empty without one.
///
/// ```
/// assert_eq!(hexmate_player::uci::chosen_word("bestmove e4e5 ponder e7e6"), "e4e5");
/// assert_eq!(hexmate_player::uci::chosen_word("bestmove"), "");
/// ```
pub fn chosen_word(line: &str) -> &str {
    let mut words = line.split_whitespace();
    if words.next() == Some("bestmove") { words.next().unwrap_or_default() } else { "" }
}

/// Returns the word with the move in a line of a program that may not speak UCI: behind `bestmove`, or the first
/// word. `None` for a blank line.
///
/// ```
/// use hexmate_player::uci::chosen_or_first_word;
///
/// assert_eq!(chosen_or_first_word("bestmove e4e5"), Some("e4e5"));
/// assert_eq!(chosen_or_first_word("e4e5 a pawn"), Some("e4e5"));
/// ```
pub fn chosen_or_first_word(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => words.next(),
        word => word,
    }
}

/// Returns the legal move that a word means: in UCI, in capitals too, or in SAN.
///
/// ```
/// use hexmate_player::uci::chosen_move;
/// use hexmate_position::{Game, Position};
///
/// let start = Position::start(Game::GLINSKI);
/// assert_eq!(chosen_move(&start, "E4E5"), chosen_move(&start, "e5"));
/// assert_eq!(chosen_move(&start, "0000"), None);
/// ```
pub fn chosen_move(position: &Position, word: &str) -> Option<Move> {
    find_move(position, word).or_else(|| position.parse(word).ok())
}
