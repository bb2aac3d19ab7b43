//! Series, help-selfmates and checks on random positions, compared with a search that tries everything.

use super::series_positions;
use crate::laws::solution::{lines_are_those_of_a_plain_search, the_whole_is_that_of_a_plain_search};
use crate::laws::{few, mate::is_small, random};
use crate::length::length;
use hexmate_core::mate::{Budget, Goal, Play, Stipulation, TranspositionTable, Victim};
use hexmate_core::random::Rng;
use hexmate_position::{Game, Position};

/// A stipulation, and how it is sampled.
#[derive(Clone, Copy)]
struct Asked {
    play: Play,
    goal: Goal,
    moves: u32,
    /// So many moves of either side have to be few.
    depth: u32,
    most_nodes: u64,
}

impl Asked {
    fn stipulation(self) -> Stipulation {
        Stipulation { play: self.play, goal: self.goal, moves: self.moves, victim: Victim::Any }
    }
}

/// How many positions of each stipulation and game are taken as they come, and how many that have a solution.
///
/// That a side must give stalemate is rare: a handful among a million positions. Known ones are solved elsewhere.
fn counts(asked: Asked) -> (usize, usize) {
    match (asked.goal, asked.play) {
        // A plain search of more would take hours.
        (Goal::Stalemate, Play::HelpSelfmate) => (12, 0),
        (Goal::Stalemate, _) if asked.stipulation().ends_forced() => length((12, 0), (250, 0)),
        (_, Play::HelpSelfmate | Play::HelpSelfmateAndHalf) => length((6, 4), (250, 100)),
        _ => length((12, 8), (250, 100)),
    }
}

/// Small positions with few pieces: some as they come, and some in which the library finds a solution.
///
/// Of the first the library might miss solutions, of the others it might tell too many or too few.
fn sample(game: Game, asked: Asked) -> Vec<Position> {
    let (plain, solved) = counts(asked);
    let makers = [random::thin, few::cornered, few::besieged];
    let random = || (0..).flat_map(move |seed| makers.map(|make| make(game, seed))).flatten();
    let forced = |seed| series_positions::before_forced_mate(game, &mut Rng::new(seed));
    let is_small = |position: &Position, most| is_small(position, asked.depth, most);
    let mut sample: Vec<Position> =
        random().filter(|one| is_small(one, asked.most_nodes)).take(plain).collect();
    let is_solved = |position: &Position| {
        let table = &mut TranspositionTable::with_limit(1 << 20);
        position.solve(asked.stipulation(), table, Budget::default()).mate_in.is_some()
    };
    let candidates: Box<dyn Iterator<Item = Position>> = match asked.stipulation().ends_forced() {
        true => Box::new((0..1_000_000).flat_map(forced)),
        false => Box::new(random().take(200_000)),
    };
    let found = candidates.filter(|one| is_small(one, 4 * asked.most_nodes) && is_solved(one));
    let mut found: Vec<Position> = found.filter(|one| !sample.contains(one)).take(solved).collect();
    sample.append(&mut found);
    sample
}

fn law(game: Game, asked: Asked, law: impl Fn(&Position, Stipulation) -> Option<u32>) {
    let (plain, solved) = counts(asked);
    let sample = sample(game, asked);
    let lengths = sample.iter().map(|position| law(position, asked.stipulation()));
    let lengths: Vec<u32> = lengths.flatten().collect();
    eprintln!("{} {:?}: {} of {} solved", game.name, asked.stipulation(), lengths.len(), sample.len());
    assert_eq!(sample.len(), plain + solved, "too few are solved");
    assert!(lengths.len() >= solved);
}

fn lines_law(play: Play, goal: Goal, moves: u32, depth: u32, most_nodes: u64) {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let asked = Asked { play, goal, moves, depth, most_nodes };
        law(game, asked, lines_are_those_of_a_plain_search);
    }
}

#[test]
#[ignore = "long: make verify"]
fn series_have_all_lines() {
    lines_law(Play::Series, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::Series, Goal::Mate, 3, 2, 3_000);
    lines_law(Play::Series, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn series_helpmates_have_all_lines() {
    lines_law(Play::SeriesHelp, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesHelp, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn series_selfmates_have_all_lines() {
    lines_law(Play::SeriesSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn help_selfmates_have_all_lines() {
    lines_law(Play::HelpSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::HelpSelfmateAndHalf, Goal::Mate, 1, 2, 3_000);
    lines_law(Play::HelpSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
#[ignore = "long: make verify"]
fn checks_are_complete() {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let asked = Asked { play: Play::Direct, goal: Goal::Check, moves: 2, depth: 2, most_nodes: 3_000 };
        law(game, asked, |position, stipulation| {
            the_whole_is_that_of_a_plain_search(position, stipulation, 1)
        });
    }
}

/// Where a side can be made to give stalemate in two moves at most.
const STALEMATES: [&str; 8] = [
    "1/2r/5/K2n3/5R1/k5r/7 w - 0 1",
    "1/3/r3r/7/6r/5R1/K2k3 w - 0 1",
    "1/3/2R2/7/b6/6K/4kr1 w - 0 1",
    "1/3/1r3/7/7/4R1r/3K2k w - 0 1",
    "1/3/5/6k/5n1/Rr5/3K2b w - 0 1",
    "1/2r/5/K2n3/5R1/k5r/7 w - 0 1",
    "k/3/2rrK/3BR2/7/6r/7 w - 0 1",
    "1/1k1/1r1r1/K6/6R/7/7 w - 0 1",
];

#[test]
fn known_forced_stalemates_have_all_lines() {
    for (number, fen) in STALEMATES.iter().enumerate() {
        let play = if number < 4 { Play::SeriesSelfmate } else { Play::HelpSelfmate };
        let stipulation = Stipulation { play, goal: Goal::Stalemate, ..Stipulation::mate_in(2) };
        let position = Position::from_fen(Game::MINI, fen).expect("a legal position");
        assert!(lines_are_those_of_a_plain_search(&position, stipulation).is_some(), "{fen}");
    }
}
