//! Matches against weaker players, from seeded openings with colours swapped.

use std::fmt::Write as _;
use std::time::Duration;

use cpu_time::ThreadTime;
use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Outcome, Player};
use hexmate_games::play::solver_move;
use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, Search, keys_of};
use hexmate_position::{End, Game, History, MaterialRule, Position};
use rayon::prelude::*;

use super::minimax::minimax_move;

/// Plies after which a game is drawn.
const LONGEST: usize = 400;

/// Returns a position after four random moves.
fn opening(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = Position::start(Game::GLINSKI);
    for _ in 0..4 {
        let moves: Vec<Move> = position.legal_moves().collect();
        position.make_move_unchecked(rng.choose(&moves));
    }
    position
}

/// Result of some games: quarters of points of the search, and the time of both players.
#[derive(Default)]
struct Tally {
    quarters: u32,
    games: u32,
    ours: Duration,
    theirs: Duration,
    lost: String,
}

impl Tally {
    fn plus(mut self, other: &Self) -> Self {
        self.quarters += other.quarters;
        self.games += other.games;
        self.ours += other.ours;
        self.theirs += other.theirs;
        self.lost += &other.lost;
        self
    }
}

/// Plays one game, and returns the result for the search, which may visit some nodes for each move.
fn play(seed: u64, us: Player, nodes: u64, opponent: impl Fn(&Position, &mut Rng) -> Option<Move>) -> Tally {
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut rng = Rng::new(seed);
    let mut player =
        ComputerPlayer::new(Game::GLINSKI, PlayerOptions::default()).expect("a game of the program");
    let mut history = History::new(opening(seed));
    let mut before: Vec<Position> = Vec::new();
    let mut moves = String::new();
    let white = loop {
        let position = history.position().clone();
        let is_claimed = history.claims().next().is_some() || before.len() >= LONGEST;
        match history.end(MaterialRule::Draw) {
            Some(End::Outcome(end)) => break quarters(end, position.game()),
            Some(_) => break 2,
            None if is_claimed => break 2,
            None => {}
        }
        let started = ThreadTime::now();
        let m = if position.turn() == us {
            let earlier = keys_of(&before);
            let search = Search { limits: Limits::nodes(nodes), earlier: &earlier, ..Search::default() };
            let lines = player.search(&position, &search, &mut |_| {});
            let m = lines.first().and_then(|line| line.moves.first().copied());
            tally.ours += started.elapsed();
            m
        } else {
            let m = opponent(&position, &mut rng);
            tally.theirs += started.elapsed();
            m
        };
        let m = m.expect("a legal move");
        let _ = write!(moves, " {}", position.uci(m));
        history.play(m).expect("a legal move");
        before.push(position);
    };
    tally.quarters = if us == Player::WHITE { white } else { 4 - white };
    if tally.quarters < 4 {
        tally.lost = format!("seed {seed}, {us:?}, {} quarters:{moves}\n", tally.quarters);
    }
    tally
}

fn quarters(end: Outcome, game: Game) -> u32 {
    end.score(game.stalemate_score()).white.into()
}

/// Plays from openings with these seeds, each twice, with a limit on the nodes of each move of the search.
fn play_match(
    seeds: std::ops::Range<u64>,
    nodes: u64,
    opponent: impl Fn(&Position, &mut Rng) -> Option<Move> + Sync,
) -> Tally {
    let games: Vec<(u64, Player)> =
        seeds.flat_map(|seed| [(seed, Player::WHITE), (seed, Player::BLACK)]).collect();
    let tallies: Vec<Tally> = games.par_iter().map(|&(seed, us)| play(seed, us, nodes, &opponent)).collect();
    let tally = tallies.iter().fold(Tally::default(), Tally::plus);
    println!(
        "{} quarters of {} games; {:?} for the search, {:?} for the opponent\n{}",
        tally.quarters, tally.games, tally.ours, tally.theirs, tally.lost
    );
    tally
}

#[test]
fn search_beats_minimax() {
    let tally = play_match(0..1, 6_000, |position, rng| minimax_move(position, 2, rng));
    assert!(tally.quarters >= 7, "{}", tally.lost);
}

/// Returns the quarters of a level in games against a lower one, from openings with both colours, and their number.
fn quarters_of_level(game: Game, [higher, lower]: [u8; 2], seeds: u64) -> [u32; 2] {
    let games: Vec<(u64, Player)> =
        (0..seeds).flat_map(|seed| [(seed, Player::WHITE), (seed, Player::BLACK)]).collect();
    let played = games.par_iter().map(|&(seed, us)| {
        let mut rng = Rng::new(seed);
        let mut players = [(); 2].map(|()| {
            ComputerPlayer::new(game, PlayerOptions { table_mib: 2, ..PlayerOptions::default() })
                .expect("a game")
        });
        let mut position = Position::start(game);
        for _ in 0..4 {
            let moves: Vec<Move> = position.legal_moves().collect();
            position.make_move_unchecked(rng.choose(&moves));
        }
        let mut history = History::new(position);
        let mut before: Vec<Position> = Vec::new();
        let white = loop {
            let position = history.position().clone();
            match history.end(MaterialRule::Draw) {
                Some(End::Outcome(end)) => break quarters(end, game),
                Some(_) => break 2,
                None if history.claims().next().is_some() || before.len() >= LONGEST => break 2,
                None => {}
            }
            let is_higher = position.turn() == us;
            let (player, level) = (usize::from(is_higher), if is_higher { higher } else { lower });
            let found = players[player].move_at_level(&position, &keys_of(&before), level, &mut rng);
            history.play(found.expect("a legal move")).expect("a legal move");
            before.push(position);
        };
        if us == Player::WHITE { white } else { 4 - white }
    });
    [played.sum(), games.len() as u32]
}

#[test]
fn higher_level_wins_more() {
    for levels in [[4, 1], [6, 3]] {
        let [quarters, games] = quarters_of_level(Game::MINI, levels, 4);
        assert!(quarters > 2 * games, "{levels:?}: {quarters} quarters of {games} games");
    }
}

mod deep {
    use super::{Game, minimax_move, play_match, quarters_of_level, solver_move};

    #[test]
    #[ignore = "deep: minutes"]
    fn each_level_beats_the_next() {
        for lower in 1..6 {
            let [quarters, games] = quarters_of_level(Game::GLINSKI, [lower + 1, lower], 20);
            println!("level {} against {lower}: {quarters} quarters of {games} games", lower + 1);
            assert!(quarters > 2 * games, "{lower}: {quarters} quarters of {games} games");
        }
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn search_wins_match_against_minimax() {
        let tally = play_match(0..50, 6_000, |position, rng| minimax_move(position, 3, rng));
        assert!(tally.quarters >= 4 * 95, "{} quarters\n{}", tally.quarters, tally.lost);
        assert!(tally.ours <= tally.theirs, "{:?} > {:?}", tally.ours, tally.theirs);
    }

    #[test]
    #[ignore = "deep: minutes"]
    fn search_wins_match_against_solver() {
        let tally = play_match(0..50, 1_900, solver_move);
        assert!(tally.quarters >= 4 * 98, "{} quarters\n{}", tally.quarters, tally.lost);
        assert!(tally.ours <= tally.theirs, "{:?} > {:?}", tally.ours, tally.theirs);
    }
}
