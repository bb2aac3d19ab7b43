//! Makes hard problems for measuring the solver: positions with many pieces, with one key or without a solution.
//!
//! ```text
//! cargo run --release --example hard_set -- GAME SEED GAMES PIECES LENGTH
//! ```
//!
//! GAMES games are played, with seeds from SEED on. Each move is the one that `hexmate play` would choose, or with
//! a chance of one in six a random one. From each game at most two positions with at least PIECES pieces are taken: the
//! first with exactly one mate in LENGTH and none shorter, and the first after ply 20, 21, 40, 41, … that has no mate
//! in LENGTH. Equal arguments give equal rows.

use std::process::ExitCode;

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Verdict};
use hexmate_core::random::Rng;
use hexmate_games::play::{random_move, solver_move};
use hexmate_position::Uci;
use hexmate_position::{Game, Position};

/// Plies before the first position that is searched.
const OPENING: usize = 16;
/// Length of the longest games, in plies.
const MAX_PLIES: usize = 120;
/// Node limit of one search.
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

/// Plays one game and prints the rows of its problems.
fn play(game: Game, seed: u64, pieces: usize, length: u32) {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(game);
    let table = &mut TranspositionTable::with_limit(256 << 20);
    let (mut has_mate, mut has_none) = (false, false);
    for ply in 1..=MAX_PLIES {
        let is_random = rng.below(6) == 0;
        let choose = if is_random { random_move } else { solver_move };
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
