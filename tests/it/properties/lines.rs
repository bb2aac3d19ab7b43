//! Series, help-selfmates and checks on random positions, compared with a search that tries everything.

#[path = "../../../examples/series/positions.rs"]
mod positions;

use crate::laws::solution::{lines_are_those_of_a_plain_search, the_whole_is_that_of_a_plain_search};
use crate::laws::{few, mate::is_small, random};
use crate::length::length;
use hexmate::game::{Game, Position};
use hexmate::mate::{Budget, Goal, Play, Stipulation, Table, Victim};

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

/// Small positions with few men: some as they come, and as many in which the library finds a solution.
///
/// Of the first the library might miss solutions, of the others it might tell too many or too few.
fn sample(game: Game, asked: Asked, each: usize) -> Vec<Position> {
    let make = [random::thin, few::cornered, few::besieged];
    let forced = move |seed| positions::before_forced_mate(game, &mut positions::Random::new(seed));
    let of_seed = move |seed| make.map(|make| make(game, seed)).into_iter().flatten().chain(forced(seed));
    let positions = || (0..).flat_map(of_seed);
    let is_small = |position: &Position| is_small(position, asked.depth, asked.most_nodes);
    let mut sample: Vec<Position> = positions().filter(is_small).take(each).collect();
    let is_solved = |position: &Position| {
        let table = &mut Table::with_limit(1 << 20);
        position.solve(asked.stipulation(), table, Budget::default()).mate_in.is_some()
    };
    let solved = positions().take(100_000).filter(|one| is_small(one) && is_solved(one));
    let mut solved: Vec<Position> = solved.filter(|one| !sample.contains(one)).take(each).collect();
    sample.append(&mut solved);
    sample
}

fn law(game: Game, asked: Asked, law: impl Fn(&Position, Stipulation) -> Option<u32>) {
    let each = length(MANY / 25, MANY);
    let sample = sample(game, asked, each);
    let lengths = sample.iter().map(|position| law(position, asked.stipulation()));
    let lengths: Vec<u32> = lengths.flatten().collect();
    eprintln!("{} {:?}: {} of {} solved", game.name, asked.stipulation(), lengths.len(), sample.len());
    assert_eq!(sample.len(), 2 * each, "too few are solved");
    assert!(lengths.len() >= each);
}

/// So many positions of each stipulation and game where laws are asked at full length.
const MANY: usize = 500;

fn lines_law(play: Play, goal: Goal, moves: u32, depth: u32, most_nodes: u64) {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let asked = Asked { play, goal, moves, depth, most_nodes };
        law(game, asked, lines_are_those_of_a_plain_search);
    }
}

#[test]
fn series_have_all_their_lines() {
    lines_law(Play::Series, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::Series, Goal::Mate, 3, 2, 3_000);
    lines_law(Play::Series, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
fn series_helpmates_have_all_their_lines() {
    lines_law(Play::SeriesHelp, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesHelp, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
fn series_selfmates_have_all_their_lines() {
    lines_law(Play::SeriesSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::SeriesSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
fn help_selfmates_have_all_their_lines() {
    lines_law(Play::HelpSelfmate, Goal::Mate, 2, 2, 3_000);
    lines_law(Play::HelpSelfmateAndHalf, Goal::Mate, 1, 2, 3_000);
    lines_law(Play::HelpSelfmate, Goal::Stalemate, 2, 2, 3_000);
}

#[test]
fn checks_are_told_whole() {
    for game in [Game::GLINSKI, Game::MCCOOEY, Game::MINI] {
        let asked = Asked { play: Play::Direct, goal: Goal::Check, moves: 2, depth: 2, most_nodes: 3_000 };
        law(game, asked, |position, stipulation| {
            the_whole_is_that_of_a_plain_search(position, stipulation, 1)
        });
    }
}
