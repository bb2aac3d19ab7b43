//! Makes hard problems: positions of full boards, with one key or with none, out of games that the program plays.
//!
//! ```text
//! cargo run --release --example hard_set -- GAME SEED GAMES PIECES LENGTH
//! ```
//!
//! GAMES games are played, with the numbers from SEED on as seeds. A player plays the move that it would
//! play against a human, or any move by chance, one time in six. Of each game the first position with at least
//! PIECES pieces is taken whose shortest mate is in LENGTH and has one key, and the first after every tenth move that
//! has no mate in LENGTH. The same arguments give the same rows.

use std::process::ExitCode;

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Verdict};
use hexmate_core::random::Rng;
use hexmate_games::play::{random_move, solver_move};
use hexmate_position::Uci;
use hexmate_position::{Game, Position};

/// Plies before the first position that is looked at.
const OPENING: usize = 16;
const MOST_PLIES: usize = 120;
/// Positions that one search looks at.
const NODES: u64 = 30_000_000;

const USAGE: &str = "usage: hard_set GAME SEED GAMES PIECES LENGTH, as in: hard_set glinski 1 40 20 4";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if run(&arguments).is_none() {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

fn run(arguments: &[String]) -> Option<()> {
    let [game, seed, games, pieces, length] = arguments else { return None };
    let game = Game::from_name(game)?;
    let (seed, games) = (seed.parse::<u64>().ok()?, games.parse::<u64>().ok()?);
    let (pieces, length) = (pieces.parse().ok()?, length.parse().ok()?);
    for seed in seed..seed + games {
        play(game, seed, pieces, length);
    }
    Some(())
}

/// Prints what is found in one game.
fn play(game: Game, seed: u64, pieces: usize, length: u32) {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(game);
    let table = &mut TranspositionTable::with_limit(256 << 20);
    let (mut has_mate, mut has_none) = (false, false);
    for ply in 1..=MOST_PLIES {
        let is_by_chance = rng.below(6) == 0;
        let choose = if is_by_chance { random_move } else { solver_move };
        let Some(m) = choose(&position, &mut rng) else { return };
        position = position.play_unchecked(m);
        if !position.has_moves() || position.pieces().len() < pieces || has_mate && has_none {
            return;
        }
        if ply <= OPENING {
            continue;
        }
        let solution = position.solve(
            Stipulation::mate_in(length),
            table,
            Budget { nodes: Some(NODES), ..Budget::default() },
        );
        let verdict = solution.verdict();
        let is_new = match verdict {
            Verdict::Sound => !std::mem::replace(&mut has_mate, true),
            Verdict::NoSolution if ply % 20 < 2 => !std::mem::replace(&mut has_none, true),
            _ => false,
        };
        if is_new {
            let key = solution.keys.first().map(|&key| Uci(game.shape, key).to_string()).unwrap_or_default();
            let source = format!("play by the program, seed {seed}, after {ply} plies");
            println!(
                "{}-{seed}-{ply},{},{},#{length},{key},{},\"{source}\"",
                game.name,
                game.name,
                position.to_fen(),
                verdict.word(),
            );
        }
    }
}
