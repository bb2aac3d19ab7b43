//! Tunes the weights of the evaluation by Texel's method.
//!
//! `cargo run --release -p hexmate-player --example tune play GAME [GAMES [NODES [SEED]]] > positions.tsv`
//!
//! Plays games of the player against itself from random openings, and writes some quiet positions of each: no check, the best move
//! neither captures nor promotes, and a capture would not change the value much. A line has the number of the game, the
//! position, the expected score of the search and the result of the game, both for White. The same seed gives the same games.
//!
//! `cargo run --release -p hexmate-player --example tune fit GAME positions.tsv [NAMES] > weights.tsv`
//!
//! Fits the scale of the present weights to the results, keeps it, and changes the weights so that the expected score of
//! the evaluation comes closest to seven tenths of the result and three tenths of the expected score of the search: least
//! squares by gradient descent in small batches. Weights that the games say little about stay close to the old ones. A tenth of the
//! games is kept to check the fit, and the weights that predict them best are printed. Terms whose name begins with one of NAMES,
//! separated by commas, are left out, and places of roles if one of them is `places`.

use std::io::{BufRead, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, thread};

use hexmate_core::random::Rng;
use hexmate_core::rules::{
    self, Brusky, DeVasa, Glinski, McCooey, Mini, Move, Piece, Player, Role, Shafran, Variant,
};
use hexmate_player::evaluation::{EvaluationTerm, Evaluator, TERMS, Taper};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, SearchScore, Weights, keys_of};
use hexmate_position::{End, Game, History, MaterialRule, Position, Setup};

/// Random plies of an opening.
const OPENING: usize = 8;

/// Plies after which a game is drawn.
const LONGEST: usize = 240;

/// Weight with which a term is counted: the evaluation is linear in its weights.
const UNIT: i32 = 100;

/// The most passes over all positions.
const EPOCHS: usize = 60;

/// Passes without a better prediction of the games kept for checks, after which the fit ends.
const PATIENCE: usize = 12;

/// Positions of a step of the descent.
const BATCH: usize = 4096;

/// First length of a step, in centipawns.
const STEP: f64 = 1.0;

/// One game of this number is kept to check the fit.
const CHECK_SHARE: u64 = 10;

/// Expected change of the weight of a term, in centipawns, which sets its pull to the old value.
const TERM_SPREAD: f64 = 25.0;

/// Expected change of the value of a place.
const PLACE_SPREAD: f64 = 12.0;

/// Variance of the target given the evaluation, times the number of positions of a game that tell the same.
const NOISE: f64 = 0.4;

/// Beginning of the names of terms that keep their weights: they mate a bare king, and few positions of the games have one.
const KEPT: &str = "bare-";

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

/// Reads the positions that another run has written.
fn read(game: Game, file: &str) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in io::BufReader::new(fs::File::open(file)?).lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let &[number, fen, expected, result] = fields.as_slice() else { continue };
        let position = Setup::from_fen(game, fen).ok().and_then(|setup| setup.into_position().ok());
        if let (Ok(number), Some(position), Ok(expected), Ok(result)) =
            (number.parse(), position, expected.parse(), result.parse())
        {
            samples.push(Sample { number, position, expected, result });
        }
    }
    Ok(samples)
}

/// Counts of a position, as the fit reads them.
struct Row {
    /// Counts of the terms for White.
    counts: [f32; TERMS],
    /// Places of White's pieces, and of Black's.
    places: [Vec<u16>; 2],
    /// Share of the middle game.
    phase: f64,
    target: f64,
}

/// Returns the rows of positions to fit and to check, and the number of places of a role.
fn rows<V: Variant>(samples: &[Sample]) -> ([Vec<Row>; 2], usize) {
    let mut typed: Vec<(&Sample, rules::Position<V>)> = Vec::with_capacity(samples.len());
    typed.extend(samples.iter().filter_map(|sample| Some((sample, *sample.position.typed::<V>()?))));
    let empty = Evaluator::<V>::new(&Weights::NONE);
    let tables = empty.tables();
    let count = tables.count_places();
    let start = rules::Position::<V>::start();
    let full = f64::from(tables.sums(&start).phase.max(1));
    let mut rows: Vec<Row> = Vec::with_capacity(typed.len());
    for (sample, position) in &typed {
        let mut places = [Vec::new(), Vec::new()];
        for (cell, Piece { owner, role, .. }) in position.board().pieces() {
            let place = role as usize * count + tables.place(owner, cell);
            places[owner.index()].push(place as u16);
        }
        rows.push(Row {
            counts: [0.0; TERMS],
            places,
            phase: (f64::from(tables.sums(position).phase) / full).clamp(0.0, 1.0),
            target: RESULT * sample.result + (1.0 - RESULT) * sample.expected,
        });
    }
    for (index, &term) in EvaluationTerm::ALL.iter().enumerate() {
        let mut weights = Weights::NONE;
        weights.set(term, Taper::new(UNIT, UNIT));
        let mut evaluator = Evaluator::<V>::new(&weights);
        for ((_, position), row) in typed.iter().zip(&mut rows) {
            let sums = evaluator.tables().sums(position);
            let value = evaluator.taper(position, &sums).middle;
            let sign = if position.turn() == Player::WHITE { 1 } else { -1 };
            row.counts[index] = (f64::from(sign * value) / f64::from(UNIT)) as f32;
        }
    }
    let (mut fitted, mut check) = (Vec::new(), Vec::new());
    for ((sample, _), row) in typed.iter().zip(rows) {
        if sample.number.is_multiple_of(CHECK_SHARE) { check.push(row) } else { fitted.push(row) }
    }
    ([fitted, check], count)
}

/// Weights as numbers: middle game and ending of each term, then of each place of each role.
fn numbers(weights: &Weights, places: usize) -> Vec<[f64; 2]> {
    let terms = EvaluationTerm::ALL.iter().map(|&term| weights.get(term));
    let values = Role::ALL.into_iter().flat_map(|role| (0..places).map(move |place| (role, place)));
    let values = values.map(|(role, place)| weights.place(role, place));
    terms.chain(values).map(|weight| [f64::from(weight.middle), f64::from(weight.ending)]).collect()
}

fn weights_of(numbers: &[[f64; 2]], places: usize) -> Weights {
    let taper = |[middle, ending]: [f64; 2]| Taper::new(middle.round() as i32, ending.round() as i32);
    let mut weights = Weights::NONE;
    for (&term, &number) in EvaluationTerm::ALL.iter().zip(numbers) {
        weights.set(term, taper(number));
    }
    for (index, &number) in numbers[TERMS..].iter().enumerate() {
        weights.set_place(Role::ALL[index / places], index % places, taper(number));
    }
    weights
}

impl Row {
    fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let mut sums = [0.0; 2];
        for (&count, weight) in self.counts.iter().zip(weights) {
            sums[0] += f64::from(count) * weight[0];
            sums[1] += f64::from(count) * weight[1];
        }
        for (places, sign) in self.places.iter().zip([1.0, -1.0]) {
            for &place in places {
                let weight = weights[TERMS + usize::from(place)];
                sums[0] += sign * weight[0];
                sums[1] += sign * weight[1];
            }
        }
        sums[0] * self.phase + sums[1] * (1.0 - self.phase)
    }

    fn share(&self, weights: &[[f64; 2]], scale: f64) -> f64 {
        1.0 / (1.0 + (-scale * self.value(weights)).exp())
    }

    /// Adds the slope of the squared error.
    fn slope(&self, weights: &[[f64; 2]], scale: f64, slope: &mut [[f64; 2]]) {
        let share = self.share(weights, scale);
        let factor = 2.0 * (share - self.target) * share * (1.0 - share) * scale;
        let factors = [factor * self.phase, factor * (1.0 - self.phase)];
        for (&count, slope) in self.counts.iter().zip(slope.iter_mut()) {
            slope[0] += factors[0] * f64::from(count);
            slope[1] += factors[1] * f64::from(count);
        }
        for (places, sign) in self.places.iter().zip([1.0, -1.0]) {
            for &place in places {
                let slope = &mut slope[TERMS + usize::from(place)];
                slope[0] += sign * factors[0];
                slope[1] += sign * factors[1];
            }
        }
    }
}

/// Returns the mean square error.
fn error(rows: &[Row], weights: &[[f64; 2]], scale: f64) -> f64 {
    let squares = rows.iter().map(|row| (row.share(weights, scale) - row.target).powi(2));
    squares.sum::<f64>() / f64::from(rows.len().max(1) as u32)
}

/// Returns the scale with which the weights predict best, by ternary search.
fn fitted_scale(rows: &[Row], weights: &[[f64; 2]]) -> f64 {
    let [mut low, mut high] = [0.1, 4.0].map(|share| share * std::f64::consts::LN_10 / 400.0);
    for _ in 0..20 {
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
fn fit(
    rows: &mut [Row],
    check: &[Row],
    first: &[[f64; 2]],
    scale: f64,
    is_fixed: impl Fn(usize) -> bool,
) -> Vec<[f64; 2]> {
    let mut weights = first.to_vec();
    let (mut best, mut least, mut since) = (weights.clone(), error(check, first, scale), 0);
    let (mut mean, mut square) = (vec![[0.0; 2]; weights.len()], vec![[0.0; 2]; weights.len()]);
    let all = f64::from(rows.len().max(1) as u32);
    eprintln!("before: error {:.5}, of the check games {least:.5}", error(rows, first, scale));
    let mut rng = Rng::new(1);
    let mut steps = 0;
    let mut length = STEP;
    for epoch in 1..=EPOCHS {
        for index in (1..rows.len()).rev() {
            rows.swap(index, rng.below(index + 1));
        }
        for batch in rows.chunks(BATCH) {
            steps += 1;
            let mut slope = vec![[0.0; 2]; weights.len()];
            for row in batch {
                row.slope(&weights, scale, &mut slope);
            }
            let count = f64::from(batch.len() as u32);
            let power = f64::from(steps);
            let [first_share, second_share] = [1.0 - 0.9_f64.powf(power), 1.0 - 0.999_f64.powf(power)];
            for index in (0..weights.len()).filter(|&index| !is_fixed(index)) {
                let spread = if index < TERMS { TERM_SPREAD } else { PLACE_SPREAD };
                for phase in 0..2 {
                    let pull = NOISE / (spread * spread * all);
                    let slope =
                        slope[index][phase] / count + pull * (weights[index][phase] - first[index][phase]);
                    let (mean, square) = (&mut mean[index][phase], &mut square[index][phase]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    let step = (*mean / first_share) / ((*square / second_share).sqrt() + 1e-9);
                    weights[index][phase] -= length * step;
                }
            }
        }
        let now = error(check, &weights, scale);
        eprintln!("pass {epoch}: error {:.5}, of the check games {now:.5}", error(rows, &weights, scale));
        since += 1;
        if now < least {
            (least, best, since) = (now, weights.clone(), 0);
        } else {
            length *= 0.8;
        }
        if since >= PATIENCE {
            break;
        }
    }
    best
}

/// Fits the weights of a game.
fn tuned<V: Variant>(samples: &[Sample], name: &str, without: &[&str]) -> Weights {
    let ([mut fitted, check], places) = rows::<V>(samples);
    let is_out = |name: &str| without.iter().any(|start| name.starts_with(start));
    let mut old = Weights::of_game(name);
    for &term in EvaluationTerm::ALL.iter().filter(|term| is_out(term.name())) {
        old.set(term, Taper::ZERO);
    }
    let first = numbers(&old, places);
    let scale = fitted_scale(&fitted, &first);
    let per = std::f64::consts::LN_10 / scale;
    eprintln!("{} positions, {} to check; tenfold odds for {per:.0} centipawns", fitted.len(), check.len());
    let is_fixed = |index: usize| match EvaluationTerm::ALL.get(index) {
        Some(term) => is_out(term.name()) || term.name().starts_with(KEPT),
        None => is_out("places"),
    };
    let weights = fit(&mut fitted, &check, &first, scale, is_fixed);
    weights_of(&weights, places)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game: Game = arguments.get(1).and_then(|name| name.parse().ok()).unwrap_or_default();
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    if arguments.first().is_some_and(|mode| mode == "play") {
        let mut out = io::stdout().lock();
        for Sample { number, position, expected, result } in
            collect(game, number(2, 10_000), number(3, 250), number(4, 1))
        {
            writeln!(out, "{number}\t{}\t{expected:.3}\t{result}", position.to_fen())?;
        }
        return Ok(());
    }
    let samples = read(game, arguments.get(2).map_or("positions.tsv", String::as_str))?;
    let without: Vec<&str> = arguments
        .get(3)
        .map_or_else(Vec::new, |names| names.split(',').filter(|name| !name.is_empty()).collect());
    let tune = match game.name {
        "mccooey" => tuned::<McCooey>,
        "mini" => tuned::<Mini>,
        "shafran" => tuned::<Shafran>,
        "devasa" => tuned::<DeVasa>,
        "brusky" => tuned::<Brusky>,
        _ => tuned::<Glinski>,
    };
    print!("{}", tune(&samples, game.name, &without).to_table());
    Ok(())
}
