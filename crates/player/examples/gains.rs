//! Gain of each step of the search and of each group of terms of the evaluation: matches of the whole player against
//! one without it, at a fixed number of positions for each move.
//!
//! `cargo run --release -p hexmate-player --example gains [GAMES [NODES [FIRST-LETTERS [GAME]]]]`
//!
//! Games begin with six random plies, each opening is played twice with colours exchanged. A stalemate scores three
//! quarters. Elo is `400 log10(score / (1 - score))`, with the 95 % interval of the mean of pairs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player};
use hexmate_player::evaluation::{EvaluationTerm, Taper};
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, SearchStep, Weights, keys_of};
use hexmate_position::{End, Game, History, MaterialRule, Position};

/// Plies after which a game is drawn.
const LONGEST: usize = 300;

/// Groups of terms by the beginning of their names.
const GROUPS: [(&str, &[&str]); 10] = [
    ("mobility", &["queen-mobility", "rook-mobility", "bishop-mobility", "knight-mobility"]),
    (
        "centre",
        &["king-centre", "queen-centre", "rook-centre", "bishop-centre", "knight-centre", "pawn-centre"],
    ),
    ("forward", &["king-forward", "queen-forward", "rook-forward", "bishop-forward", "knight-forward"]),
    ("passed pawns", &["passed-"]),
    ("pawn structure", &["doubled", "guarded", "isolated", "stopped"]),
    ("king safety", &["danger", "shield", "safe-check", "weak-zone", "tropism"]),
    ("threats", &["pawn-threat", "minor-threat", "rook-threat", "push-threat"]),
    ("guards", &["loose", "hanging-"]),
    ("posts", &["knight-outpost", "bishop-outpost", "rook-open", "rook-free"]),
    ("tempo", &["tempo"]),
];

fn opening(game: Game, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(game);
    for _ in 0..6 {
        let moves: Vec<Move> = position.legal_moves().collect();
        position.make_move_unchecked(rng.choose(&moves));
    }
    position
}

/// Plays one game; returns the share of White in quarters.
fn play(game: Game, seed: u64, players: [&mut ComputerPlayer; 2], nodes: u64) -> f64 {
    let mut history = History::new(opening(game, seed));
    let mut before = Vec::new();
    let [white, black] = players;
    white.clear();
    black.clear();
    loop {
        let position = history.position().clone();
        match history.end(MaterialRule::Draw) {
            Some(End::Outcome(end)) => {
                return f64::from(end.score(position.game().stalemate_score()).white) / 4.0;
            }
            Some(_) => return 0.5,
            None if history.claims().next().is_some() || before.len() > LONGEST => return 0.5,
            None => {}
        }
        let earlier = keys_of(&before);
        let player = if position.turn() == Player::WHITE { &mut *white } else { &mut *black };
        let search = Search { limits: Limits::nodes(nodes), earlier: &earlier, ..Search::default() };
        let lines = player.search(&position, &search, &mut |_| {});
        let Some(m) = lines.first().and_then(|line| line.moves.first()) else { return 0.5 };
        if history.play(*m).is_err() {
            return 0.5;
        }
        before.push(position);
    }
}

/// Returns the options of all players.
fn options() -> PlayerOptions {
    PlayerOptions { table_mib: 2, ..PlayerOptions::default() }
}

/// Conditions of a match.
struct Conditions {
    game: Game,
    games: usize,
    /// Positions that a player may visit for a move.
    nodes: u64,
}

/// Prints the result of a match of the whole player against another.
fn measure(name: &str, conditions: &Conditions, other: impl Fn() -> Option<ComputerPlayer> + Sync) {
    let &Conditions { game, games, nodes } = conditions;
    let pairs = games / 2;
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let (Some(mut whole), Some(mut other)) = (ComputerPlayer::new(game, options()), other())
                else {
                    return;
                };
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= pairs {
                        return;
                    }
                    let seed = pair as u64;
                    let first = play(game, seed, [&mut whole, &mut other], nodes);
                    let second = 1.0 - play(game, seed, [&mut other, &mut whole], nodes);
                    if let Ok(mut results) = results.lock() {
                        results.push(f64::midpoint(first, second));
                    }
                }
            });
        }
    });
    let Ok(results) = results.into_inner() else { return };
    let count = f64::from(results.len().max(2) as u32);
    let mean = results.iter().sum::<f64>() / count;
    let variance = results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = 1.96 * (variance / count).sqrt();
    let elo = |score: f64| {
        let score = score.clamp(0.001, 0.999);
        400.0 * (score / (1.0 - score)).log10()
    };
    let [low, high] = [mean - error, mean + error].map(elo);
    println!(
        "{name}\t{}\t{:.1} %\t{:+.0}\t{low:+.0} to {high:+.0}",
        2 * results.len(),
        100.0 * mean,
        elo(mean)
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let conditions = Conditions {
        game: arguments.get(3).and_then(|name| name.parse().ok()).unwrap_or(Game::GLINSKI),
        games: arguments.first().and_then(|games| games.parse().ok()).unwrap_or(200),
        nodes: arguments.get(1).and_then(|nodes| nodes.parse().ok()).unwrap_or(1_000),
    };
    let wanted = arguments.get(2).map(|name| name.to_lowercase()).unwrap_or_default();
    println!("without\tgames\tscore\tElo\t95 %");
    for (name, terms) in GROUPS {
        if !name.starts_with(&wanted) {
            continue;
        }
        let mut weights = Weights::of_game(conditions.game.name);
        for &term in
            EvaluationTerm::ALL.iter().filter(|term| terms.iter().any(|start| term.name().starts_with(start)))
        {
            weights.set(term, Taper::ZERO);
        }
        measure(name, &conditions, || ComputerPlayer::with_weights(conditions.game, options(), &weights));
    }
    if "places".starts_with(&wanted) {
        let all = Weights::of_game(conditions.game.name);
        let mut weights = Weights::NONE;
        for &term in EvaluationTerm::ALL {
            weights.set(term, all.get(term));
        }
        measure("places", &conditions, || ComputerPlayer::with_weights(conditions.game, options(), &weights));
    }
    for step in SearchStep::ALL {
        let name = format!("{step:?}");
        if name.to_lowercase().starts_with(&wanted) {
            let options = PlayerOptions { without: Some(step), ..options() };
            measure(&name, &conditions, || ComputerPlayer::new(conditions.game, options));
        }
    }
}
