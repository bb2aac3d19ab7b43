//! Makes a table of problems from the positions of games that the program plays against itself.
//!
//! ```text
//! cargo run --release --example play_out -- GAME GAMES LENGTHS [PIECES NODES] > FILE.csv
//! cargo run --release --example play_out -- mini 400 15,25,15,5 > mini.csv
//! ```
//!
//! GAMES games are played, with the seeds 1, 2, 3, …; LENGTHS is the number of mates in one, in two, and so on.
//! Positions with at most PIECES pieces per remaining player (8) are searched, each with at most NODES nodes (150000).
//! Equal arguments give equal output.
//!
//! A player mates in one if possible, or in two if only two players are left. Otherwise every second move is a capture
//! while there are many pieces, and every fourth later, if there is a capture; all other moves are random. In games for
//! more than two, only positions soon after which a player is mated are searched; while more than two players are left,
//! problems with a named victim are tried first in games with an even seed, and problems with any victim in the others.
//!
//! Each game gives at most one problem of each length. Problems that a plain search cannot check in reasonable time are
//! left out. Problems whose key is not a capture come first, alternating by victim, by player and by the piece of the
//! key; among equals, those with a moderate number of pieces and a key without check.

mod choice;
mod game;
mod plain;

use std::process::ExitCode;

use game::Effort;
use hexmate_position::Game;
use hexmate_report::{PuzzleRow, csv_header, csv_row};

const USAGE: &str = "usage: play_out GAME GAMES LENGTHS [PIECES NODES], as in: play_out mini 400 15,25,15,5";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(table) = run(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    print!("{table}");
    ExitCode::SUCCESS
}

fn run(arguments: &[String]) -> Option<String> {
    let (variant, games, lengths, pieces, nodes) = match arguments {
        [variant, games, lengths] => (variant, games, lengths, 8, 150_000),
        [variant, games, lengths, pieces, nodes] => {
            (variant, games, lengths, pieces.parse().ok()?, nodes.parse().ok()?)
        }
        _ => return None,
    };
    let games = games.parse().ok()?;
    let lengths: Vec<usize> = lengths.split(',').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    let effort = Effort { pieces, longest: lengths.len() as u32, nodes };
    let game = Game::from_name(variant)?;
    Some(table(game, games, &lengths, effort))
}

fn table(game: Game, games: u64, lengths: &[usize], effort: Effort) -> String {
    let found = game::play_all(game, games, effort);
    let mut table = csv_header::<PuzzleRow>();
    for (number, found) in (1..).zip(choice::choose(found, lengths)) {
        let source = format!("play by the program, seed {}, move {}", found.seed, found.position.fullmoves());
        let row = PuzzleRow::new(&found.position, found.mate, source);
        table.push_str(&csv_row(&row.with_id(format!("{}-play-{number}", game.name))));
    }
    table
}
