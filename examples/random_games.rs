//! Writes random legal games of Gliński's chess as PGN, for measuring how fast games are read.
//!
//! ```text
//! cargo run --release --example random_games -- COUNT [SEED]
//! ```
//!
//! Equal arguments give equal output.

use std::io::{self, BufWriter, Write};

use hexmate_core::random::Rng;
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_games::play::random_move;
use hexmate_position::Letters;
use hexmate_position::{Game, Position};

/// Length of a game in plies, the average of tournament games.
const PLIES: usize = 80;

/// Returns a random game as PGN.
///
/// # Panics
///
/// Never, because the moves are legal.
pub fn random_game(rng: &mut Rng) -> String {
    let start = Position::start(Game::GLINSKI);
    let mut position = start.clone();
    let moves = (0..PLIES).map_while(|_| {
        let m = random_move(&position, rng)?;
        position = position.play_unchecked(m);
        Some(m)
    });
    let game = PlayedGame::from_moves(start, moves.collect::<Vec<_>>()).expect("the moves are legal");
    PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}

/// Writes the games to stdout.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let count = numbers.next().unwrap_or(1000);
    let mut rng = Rng::new(numbers.next().unwrap_or(1));
    let mut output = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        writeln!(output, "{}", random_game(&mut rng))?;
    }
    output.flush()
}
