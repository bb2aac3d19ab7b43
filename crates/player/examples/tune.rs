//! Tunes the weights of the evaluation by Texel's method and prints the table.
//!
//! `cargo run --release -p hexmate-player --example tune GAME [GAMES [NODES [SEED]]] > weights.tsv`
//!
//! Plays games of the player against itself from random openings, takes the quiet positions, and changes the weights so
//! that the expected score of the evaluation comes closest to seven tenths of the result and three tenths of the
//! expected score of the search: least squares by gradient descent. Weights that the games say little about
//! stay close to the old ones. The same seed gives the same games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player as Side};
use hexmate_player::evaluation::{Taper, Term};
use hexmate_player::{Limits, Options, Player, Score, Search, Weights, keys_of};
use hexmate_position::{End, Game, History, MaterialRule, Position};

/// Random plies of an opening.
const OPENING: usize = 8;

/// Plies after which a game is drawn.
const LONGEST: usize = 240;

/// Weight with which a term is counted: the evaluation is linear in its weights.
const UNIT: i32 = 100;

/// Steps of the descent.
const STEPS: usize = 1_500;

/// Pull of a weight to its old value.
const PULL: f64 = 2e-7;

/// Share of the result in the target; the rest is that of the search.
const RESULT: f64 = 0.7;

/// A quiet position with its target for White.
struct Sample {
    position: Position,
    expected: f64,
    result: f64,
}

/// Plays one game, and returns its quiet positions.
fn play(game: Game, player: &mut Player, seed: u64, nodes: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut history = History::new(Position::start(game));
    let mut before = Vec::new();
    let mut samples: Vec<Sample> = Vec::new();
    player.clear();
    let white = loop {
        let position = history.position().clone();
        match history.end(MaterialRule::Draw) {
            Some(End::Outcome(end)) => break f64::from(end.score(game.stalemate_score()).white) / 4.0,
            Some(_) => break 0.5,
            None if history.claims().next().is_some() || before.len() > LONGEST => break 0.5,
            None => {}
        }
        let m = if before.len() < OPENING {
            let moves: Vec<Move> = position.legal_moves().collect();
            rng.choose(&moves)
        } else {
            let earlier = keys_of(&before);
            let search = Search { limits: Limits::nodes(nodes), earlier: &earlier, ..Search::default() };
            let lines = player.search(&position, &search, &mut |_| {});
            let Some(line) = lines.into_iter().next() else { break 0.5 };
            let m = line.moves[0];
            let is_quiet = !position.is_check() && !position.is_capture(m) && m.promotion.is_none();
            if is_quiet && matches!(line.score, Score::Centipawns(value) if value.abs() < 1_500) {
                let share = line.score.expectation();
                let expected = if position.turn() == Side::WHITE { share } else { 1.0 - share };
                samples.push(Sample { position: position.clone(), expected, result: 0.0 });
            }
            m
        };
        if history.play(m).is_err() {
            break 0.5;
        }
        before.push(position);
    };
    for sample in &mut samples {
        sample.result = white;
    }
    samples
}

/// Plays the games on all threads; the samples are in the order of the games.
fn collect(game: Game, games: u64, nodes: u64, seed: u64) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let options = Options { table_mib: 2, ..Options::default() };
                let Some(mut player) = Player::new(game, options) else { return };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let samples =
                        play(game, &mut player, seed.wrapping_mul(1 << 20).wrapping_add(number), nodes);
                    if let Ok(mut found) = found.lock() {
                        found.push((number, samples));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|&(number, _)| number);
    found.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Returns how often each weight counts in each position for White: middle game and ending of each term in turn.
fn counts(game: Game, samples: &[Sample]) -> Vec<Vec<f32>> {
    let mut counts = vec![Vec::with_capacity(2 * Term::ALL.len()); samples.len()];
    for &term in Term::ALL {
        for unit in [Taper::new(UNIT, 0), Taper::new(0, UNIT)] {
            let mut weights = Weights::NONE;
            weights.set(term, unit);
            let options = Options { table_mib: 1, ..Options::default() };
            let Some(mut player) = Player::with_weights(game, options, &weights) else { return counts };
            for (sample, counts) in samples.iter().zip(&mut counts) {
                let Score::Centipawns(value) = player.evaluate(&sample.position) else { continue };
                let sign = if sample.position.turn() == Side::WHITE { 1 } else { -1 };
                counts.push(f32::from((sign * value) as i16) / f32::from(UNIT as i16));
            }
        }
    }
    counts
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game: Game = arguments.first().and_then(|name| name.parse().ok()).unwrap_or_default();
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (games, nodes, seed) = (number(1, 1_000), number(2, 400), number(3, 1));
    let samples = collect(game, games, nodes, seed);
    let counts = counts(game, &samples);
    let old = Weights::of_game(game.name);
    let first: Vec<f64> = Term::ALL
        .iter()
        .flat_map(|&term| [f64::from(old.get(term).middle), f64::from(old.get(term).ending)])
        .collect();
    let mut weights = first.clone();
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let scale = std::f64::consts::LN_10 / 400.0;
    for step in 1..=STEPS {
        let mut slope = vec![0.0; weights.len()];
        let mut loss = 0.0;
        for (sample, counts) in samples.iter().zip(&counts) {
            let value: f64 =
                counts.iter().zip(&weights).map(|(&count, weight)| f64::from(count) * weight).sum();
            let share = 1.0 / (1.0 + (-scale * value).exp());
            let error = share - RESULT * sample.result - (1.0 - RESULT) * sample.expected;
            loss += error * error;
            let factor = 2.0 * error * share * (1.0 - share) * scale;
            for (slope, &count) in slope.iter_mut().zip(counts) {
                *slope += factor * f64::from(count);
            }
        }
        let count = f64::from(samples.len().max(1) as u32);
        if step == 1 || step.is_multiple_of(250) {
            eprintln!("{} samples, step {step}, mean square error {:.5}", samples.len(), loss / count);
        }
        let power = f64::from(step as u32);
        for index in 0..weights.len() {
            let slope = slope[index] / count + 2.0 * PULL * (weights[index] - first[index]);
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            let [m, s] =
                [mean[index] / (1.0 - 0.9_f64.powf(power)), square[index] / (1.0 - 0.999_f64.powf(power))];
            weights[index] -= m / (s.sqrt() + 1e-9);
        }
    }
    let mut tuned = Weights::NONE;
    for (&term, pair) in Term::ALL.iter().zip(weights.chunks(2)) {
        tuned.set(term, Taper::new(pair[0].round() as i32, pair[1].round() as i32));
    }
    print!("{}", tuned.to_table());
}
