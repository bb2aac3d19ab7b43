//! Tunes the weights of the evaluation by Texel's method and prints the table.
//!
//! `cargo run --release -p hexmate-player --example tune GAME [GAMES [NODES [SEED]]] > weights.tsv`
//!
//! Plays games of the player against itself from random openings, and takes some quiet positions of each: no check, the best move
//! neither captures nor promotes, and a capture would not change the value much. Fits the scale of
//! the present weights to the results, keeps it, and changes the weights so that the expected score of the evaluation comes closest
//! to seven tenths of the result and three tenths of the expected score of the search: least squares by gradient
//! descent. Weights that the games say little about stay close to the old ones. A tenth of the games is kept to check the fit, and the
//! weights that predict them best are printed. The same seed gives the same games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player};
use hexmate_player::evaluation::{EvaluationTerm, Taper};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, SearchScore, Weights, keys_of};
use hexmate_position::{End, Game, History, MaterialRule, Position};

/// Random plies of an opening.
const OPENING: usize = 8;

/// Plies after which a game is drawn.
const LONGEST: usize = 240;

/// Weight with which a term is counted: the evaluation is linear in its weights.
const UNIT: i32 = 100;

/// The most steps of the descent.
const STEPS: usize = 400;

/// Steps between looks at the games kept for checks.
const CHECK_EVERY: usize = 25;

/// One game of this number is kept to check the fit.
const CHECK_SHARE: u64 = 10;

/// Pull of a weight to its old value.
const PULL: f64 = 1e-8;

/// Most plies between two samples of a game.
const APART: usize = 5;

/// Share of the result in the target; the rest is that of the search.
const RESULT: f64 = 0.7;

/// A quiet position with its target for White.
struct Sample {
    /// Number of the game.
    number: u64,
    position: Position,
    expected: f64,
    result: f64,
}

/// Plays one game, and returns its quiet positions.
fn play(game: Game, player: &mut ComputerPlayer, number: u64, seed: u64, nodes: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let mut wait = 0_usize;
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
            wait = wait.saturating_sub(1);
            if is_quiet && wait == 0 && is_close(line.score, player.evaluate(&position)) {
                wait = 1 + rng.below(APART);
                let share = line.score.expectation();
                let expected = if position.turn() == Player::WHITE { share } else { 1.0 - share };
                samples.push(Sample { number, position: position.clone(), expected, result: 0.0 });
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

/// Returns whether the search and the evaluation agree about so far that the position is quiet, and not decided.
fn is_close(searched: SearchScore, still: SearchScore) -> bool {
    match (searched, still) {
        (SearchScore::Centipawns(searched), SearchScore::Centipawns(still)) => {
            searched.abs() < 1_500 && (searched - still).abs() < 200
        }
        _ => false,
    }
}

/// Plays the games on all threads; the samples are in the order of the games.
fn collect(game: Game, games: u64, nodes: u64, seed: u64) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let options = PlayerOptions { table_mib: 2, ..PlayerOptions::default() };
                let Some(mut player) = ComputerPlayer::new(game, options) else { return };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let game_seed = seed.wrapping_mul(1 << 20).wrapping_add(number);
                    let samples = play(game, &mut player, number, game_seed, nodes);
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
    let mut counts = vec![Vec::with_capacity(2 * EvaluationTerm::ALL.len()); samples.len()];
    for &term in EvaluationTerm::ALL {
        for unit in [Taper::new(UNIT, 0), Taper::new(0, UNIT)] {
            let mut weights = Weights::NONE;
            weights.set(term, unit);
            let options = PlayerOptions { table_mib: 1, ..PlayerOptions::default() };
            let Some(mut player) = ComputerPlayer::with_weights(game, options, &weights) else {
                return counts;
            };
            for (sample, counts) in samples.iter().zip(&mut counts) {
                let SearchScore::Centipawns(value) = player.evaluate(&sample.position) else { continue };
                let sign = if sample.position.turn() == Player::WHITE { 1 } else { -1 };
                counts.push(f32::from((sign * value) as i16) / f32::from(UNIT as i16));
            }
        }
    }
    counts
}

/// Returns the weights as numbers: middle game and ending of each term in turn.
fn numbers(weights: &Weights) -> Vec<f64> {
    let pair =
        |&term: &EvaluationTerm| [f64::from(weights.get(term).middle), f64::from(weights.get(term).ending)];
    EvaluationTerm::ALL.iter().flat_map(pair).collect()
}

/// A sample as the fit reads it.
struct Row {
    counts: Vec<f32>,
    target: f64,
}

impl Row {
    fn share(&self, weights: &[f64], scale: f64) -> f64 {
        let value: f64 = self.counts.iter().zip(weights).map(|(&count, w)| f64::from(count) * w).sum();
        1.0 / (1.0 + (-scale * value).exp())
    }
}

/// Returns the mean square error.
fn error(rows: &[Row], weights: &[f64], scale: f64) -> f64 {
    let squares = rows.iter().map(|row| (row.share(weights, scale) - row.target).powi(2));
    squares.sum::<f64>() / f64::from(rows.len().max(1) as u32)
}

/// Returns the scale with which the weights predict best, by ternary search.
fn fitted_scale(rows: &[Row], weights: &[f64]) -> f64 {
    let [mut low, mut high] = [0.1, 4.0].map(|share| share * std::f64::consts::LN_10 / 400.0);
    for _ in 0..25 {
        let [a, b] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if error(rows, weights, a) < error(rows, weights, b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// Fits the weights to the rows by gradient descent with moments; stops when the check rows are predicted no better.
fn fit(rows: &[Row], check: &[Row], first: &[f64], scale: f64) -> Vec<f64> {
    let mut weights = first.to_vec();
    let (mut best, mut least) = (weights.clone(), error(check, first, scale));
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let count = f64::from(rows.len().max(1) as u32);
    eprintln!("before: error {:.5}, of the check games {least:.5}", error(rows, first, scale));
    for step in 1..=STEPS {
        let mut slope = vec![0.0; weights.len()];
        for row in rows {
            let share = row.share(&weights, scale);
            let factor = 2.0 * (share - row.target) * share * (1.0 - share) * scale / count;
            for (slope, &count) in slope.iter_mut().zip(&row.counts) {
                *slope += factor * f64::from(count);
            }
        }
        let power = f64::from(step as u32);
        for index in 0..weights.len() {
            let slope = slope[index] + 2.0 * PULL * (weights[index] - first[index]);
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.999 * square[index] + 0.001 * slope * slope;
            let [m, s] =
                [mean[index] / (1.0 - 0.9_f64.powf(power)), square[index] / (1.0 - 0.999_f64.powf(power))];
            weights[index] -= m / (s.sqrt() + 1e-9);
        }
        if step.is_multiple_of(CHECK_EVERY) {
            let now = error(check, &weights, scale);
            eprintln!("step {step}: error {:.5}, of the check games {now:.5}", error(rows, &weights, scale));
            if now < least {
                (least, best) = (now, weights.clone());
            } else if now > least * 1.002 {
                break;
            }
        }
    }
    best
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game: Game = arguments.first().and_then(|name| name.parse().ok()).unwrap_or_default();
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (games, nodes, seed) = (number(1, 10_000), number(2, 400), number(3, 1));
    let samples = collect(game, games, nodes, seed);
    let counts = counts(game, &samples);
    let (mut rows, mut check) = (Vec::new(), Vec::new());
    for (sample, counts) in samples.iter().zip(counts) {
        let target = RESULT * sample.result + (1.0 - RESULT) * sample.expected;
        let rows = if sample.number.is_multiple_of(CHECK_SHARE) { &mut check } else { &mut rows };
        rows.push(Row { counts, target });
    }
    let first = numbers(&Weights::of_game(game.name));
    let scale = fitted_scale(&rows, &first);
    let per = std::f64::consts::LN_10 / scale;
    eprintln!("{} positions, {} to check; tenfold odds for {per:.0} centipawns", rows.len(), check.len());
    let weights = fit(&rows, &check, &first, scale);
    let mut tuned = Weights::NONE;
    for (&term, pair) in EvaluationTerm::ALL.iter().zip(weights.chunks(2)) {
        tuned.set(term, Taper::new(pair[0].round() as i32, pair[1].round() as i32));
    }
    print!("{}", tuned.to_table());
}
