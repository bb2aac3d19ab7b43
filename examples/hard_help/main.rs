//! Finds helpmates and series on full boards, out of games that a seeded program plays with itself: each has one solution.
//!
//! ```text
//! cargo run --release --example hard_help > puzzles/hard/help.csv
//! ```
//!
//! Gives the same file every time.

use std::process::ExitCode;

use hexmate::game::{Game, Position};
use hexmate::mate::{Budget, Solution, Stipulation, Table, Verdict};
use hexmate::notation::Uci;
use hexmate::play::{Dice, random_move};
use hexmate::problem::{read_stipulation, stipulation_text};

/// The game, what is asked, how many are wanted, and the fewest pieces.
const WANTED: [(Game, &str, usize, usize); 10] = [
    (Game::GLINSKI, "h#2.5", 5, 20),
    (Game::GLINSKI, "h#3", 3, 12),
    (Game::GLINSKI, "h=2.5", 1, 8),
    (Game::GLINSKI, "ser-h#3", 2, 20),
    (Game::GLINSKI, "ser-#3", 2, 20),
    (Game::GLINSKI, "hs#2.5", 1, 12),
    (Game::MCCOOEY, "h#2.5", 2, 20),
    (Game::MCCOOEY, "ser-h#3", 1, 20),
    (Game::MINI, "h#3", 2, 9),
    (Game::MINI, "ser-h#4", 1, 9),
];

/// Half-moves of a game, and from where on its positions are asked.
const PLIES: usize = 140;
const FIRST: usize = 24;

fn main() -> ExitCode {
    println!("id,variant,fen,stipulation,key,source");
    for (game, text, count, pieces) in WANTED {
        let Some(stipulation) = read_stipulation(&game, text) else { return ExitCode::FAILURE };
        let found = positions(game).filter(|(.., position)| position.pieces().len() >= pieces);
        let found = found
            .filter_map(|(seed, ply, position)| Some((seed, ply, sound(&position, stipulation)?, position)));
        for (number, (seed, ply, solution, position)) in found.take(count).enumerate() {
            let keys: Vec<String> =
                solution.keys.iter().map(|&key| Uci(game.shape, key).to_string()).collect();
            println!(
                "hard-{}-{text}-{},{},{},{},{},\"a random game, seed {seed}, half-move {ply}\"",
                game.name,
                number + 1,
                game.name,
                position.to_fen(),
                stipulation_text(&game, stipulation),
                keys.join(" "),
            );
        }
    }
    ExitCode::SUCCESS
}

/// One position of each game, with its seed and how many half-moves it is from the start.
fn positions(game: Game) -> impl Iterator<Item = (u64, usize, Position)> {
    (1..).filter_map(move |seed| {
        let mut dice = Dice::new(seed);
        let mut position = Position::start(game);
        let last = FIRST + (seed as usize * 37) % (PLIES - FIRST);
        for _ in 0..last {
            position = position.after_move(random_move(&position, &mut dice)?);
        }
        Some((seed, last, position))
    })
}

/// The solution, if there is one only, of the length that is asked for.
fn sound(position: &Position, stipulation: Stipulation) -> Option<Solution> {
    let budget = Budget { nodes: Some(10_000_000), ..Budget::default() };
    let solution = position.solve(stipulation, &mut Table::with_limit(32 << 20), budget);
    (solution.verdict() == Verdict::Sound).then_some(solution)
}
