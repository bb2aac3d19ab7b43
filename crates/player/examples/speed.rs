//! Speed of the search: positions a second on one thread, in middle games of each game for two.
//!
//! Also prints a signature: the sum of the nodes after each finished depth. A change that keeps the search tree keeps it.
//!
//! `cargo run --release -p hexmate-player --example speed [GAME [NODES]]`

use std::time::Instant;

use hexmate_core::random::Rng;
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search};
use hexmate_position::{Game, Position};

/// Middle games: positions after some moves of quick play from random openings.
fn middle_games(game: Game, count: u64) -> Vec<Position> {
    let Some(mut player) = ComputerPlayer::new(game, PlayerOptions::default()) else { return Vec::new() };
    let mut found = Vec::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut position = Position::start(game);
        for ply in 0..24 {
            let random = position.legal_moves().nth(rng.below(position.count_moves().max(1) as usize));
            let m = if ply < 4 {
                random
            } else {
                player.best_line(&position, Limits::nodes(500)).and_then(|line| line.moves.first().copied())
            };
            let Some(m) = m else { break };
            position.make_move_unchecked(m);
        }
        found.push(position);
    }
    found
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next();
    let nodes = arguments.next().and_then(|nodes| nodes.parse().ok()).unwrap_or(400_000_u32);
    for game in Game::ALL.iter().copied().filter(|game| game.players == 2) {
        if wanted.as_deref().is_some_and(|wanted| wanted != game.name) {
            continue;
        }
        let positions = middle_games(game, 10);
        let Some(mut player) = ComputerPlayer::new(game, PlayerOptions::default()) else { continue };
        let mut depths = 0;
        let mut signature = 0;
        let started = Instant::now();
        for position in &positions {
            player.clear();
            let mut last = (0, 0);
            let search = Search { limits: Limits::nodes(nodes.into()), ..Search::default() };
            player.search(position, &search, &mut |info| {
                last = (info.nodes, info.depth);
                signature += info.nodes;
            });
            depths += last.1;
        }
        let seconds = started.elapsed().as_secs_f64();
        let count = f64::from(positions.len() as u32);
        let rate = count * f64::from(nodes) / seconds / 1e6;
        let depth = f64::from(depths) / count;
        println!("{}\t{rate:.2} million nodes a second, depth {depth:.1}, signature {signature}", game.name);
    }
}
