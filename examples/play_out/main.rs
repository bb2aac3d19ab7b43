//! Makes problems: the program plays games with itself, and what is sound in them is taken out.
//!
//! ```text
//! cargo run --release --example play_out -- GAME GAMES LENGTHS [PIECES NODES] > FILE.csv
//! cargo run --release --example play_out -- mini 400 15,25,15,5 > mini.csv
//! ```
//!
//! GAMES games are played, with the numbers from 1 as seeds; LENGTHS says how
//! many mates in one, in two and so on are kept. Searched are positions with at
//! most PIECES pieces for each player in (8), by looking at NODES positions at most
//! (150000). The same arguments give the same file. A player mates in one
//! where that can be, or in two if only two are left; else takes
//! something as often as not while there are many pieces, and more rarely later;
//! else plays any move. In games for more than two only those positions are
//! searched after which somebody is soon mated; while more than two players are
//! in, mates of a named opponent come first in the even games, else mates of any.
//!
//! From each game at most one problem of each length is taken, and none that a
//! plain search cannot check. Of all of them those come first whose key takes
//! nothing: in turns by the victim, by the player and by the piece that makes the
//! key, and among equals those with a moderate number of pieces and a quiet key.

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
