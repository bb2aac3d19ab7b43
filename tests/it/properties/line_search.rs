//! Helpmates and series: the pruned line search finds the same lines as a full search.

use super::series_positions;
use crate::law_length::quick_or_full;
use crate::laws::lines::lines_equal_full_search;
use crate::laws::{every_game, random, set_up, sparse};
use hexmate_core::mate::{Goal, Play, Stipulation};
use hexmate_core::random::Rng;
use hexmate_core::rules::Player;
use hexmate_position::{Game, Position};

/// Returns small positions, and full boards from random games.
fn positions(game: Game) -> impl Iterator<Item = Position> {
    (0..).flat_map(move |seed| {
        let small = [random::thin, sparse::cornered, sparse::besieged].map(|make| make(game, seed));
        let full = if seed % 40 == 0 { random::game(game, seed, 120) } else { Vec::new() };
        small.into_iter().flatten().chain(full.into_iter().skip(20).step_by(7))
    })
}

/// Returns small positions in which a double step can be captured en passant and then mates.
fn before_a_mate_en_passant(game: Game) -> impl Iterator<Item = Position> {
    let lets_mate = |position: &Position| {
        let captures = position.legal_moves().filter(|&m| position.is_en_passant(m));
        let mut after = captures.map(|m| position.play_unchecked(m));
        after.any(|after| after.legal_moves().any(|m| after.play_unchecked(m).is_mate()))
    };
    let positions = (0..1_000_000).filter_map(move |seed| random::thin(game, seed));
    positions.filter(move |position| {
        let steps = position.legal_moves().filter(|&m| position.is_double_step(m));
        steps.map(|m| position.play_unchecked(m)).any(|after| lets_mate(&after))
    })
}

#[test]
#[ignore = "long: make verify"]
fn mate_after_en_passant_is_found() {
    let steps = |game: &Game| !random::double_step_cells(*game, Player::WHITE).is_empty();
    let stipulation = Stipulation { play: Play::HelpAndHalf, ..Stipulation::mate_in(1) };
    for game in every_game().filter(|game| game.players == 2).filter(steps) {
        let positions = before_a_mate_en_passant(game).take(quick_or_full(6, 40));
        let lines = positions.filter_map(|position| lines_equal_full_search(&position, stipulation, 400_000));
        let solved = lines.filter(|&lines| lines > 0).count();
        assert!(solved >= quick_or_full(5, 30), "{}: {solved}", game.name);
    }
}

/// Returns positions in which somebody may castle.
fn with_castling_rights(game: Game) -> impl Iterator<Item = Position> {
    let positions = (0..1_000_000).filter_map(move |seed| set_up::position(game, seed));
    positions.filter(|position| !position.wings().is_empty())
}

/// Castling that mates, opens a line for mate, or brings the king to where it is mated.
#[test]
fn helpmates_with_castling_have_all_lines() {
    castling(|quick, full| quick_or_full(quick, full / 4));
}

fn castling(sampling: Sampling) {
    let castles = |game: &Game| !game.castlings(Player::WHITE).is_empty();
    for game in every_game().filter(castles) {
        let law = |play, goal, moves, most_nodes, count, least: usize| {
            let stipulation = Stipulation { play, goal, ..Stipulation::mate_in(moves) };
            let lines = with_castling_rights(game)
                .filter_map(|position| lines_equal_full_search(&position, stipulation, most_nodes));
            let solved = lines.take(count).filter(|&lines| lines > 0).count();
            assert!(solved >= least, "{} {stipulation:?}: {solved}", game.name);
        };
        law(Play::Help, Goal::Mate, 1, 2_000, sampling(300, 20_000), 10);
        law(Play::HelpAndHalf, Goal::Mate, 1, 20_000, sampling(120, 5_000), 5);
        law(Play::SeriesHelp, Goal::Mate, 2, 10_000, sampling(40, 5_000), 5);
        law(Play::Series, Goal::Mate, 2, 5_000, sampling(120, 5_000), 5);
        law(Play::HelpAndHalf, Goal::Stalemate, 1, 20_000, sampling(20, 5_000), 0);
    }
}

/// Returns positions a few moves before one in which every move mates.
fn before_forced_ends(game: Game) -> impl Iterator<Item = Position> {
    (0..).flat_map(move |seed| series_positions::before_forced_mate(game, &mut Rng::new(seed)))
}

/// Compares the lines of `count` positions, without those for which the full search takes too long; some must have lines.
fn law(play: Play, goal: Goal, moves: u32, most_nodes: u64, count: usize) {
    let games: Vec<Game> = every_game().filter(|game| game.players == 2).collect();
    for &game in &games {
        let stipulation = Stipulation { play, goal, ..Stipulation::mate_in(moves) };
        let ends = match stipulation.ends_forced() && goal == Goal::Mate {
            true => quick_or_full(2, 200),
            false => 0,
        };
        let positions = before_forced_ends(game).take(ends).chain(positions(game));
        let counts =
            positions.filter_map(|position| lines_equal_full_search(&position, stipulation, most_nodes));
        let counts: Vec<usize> = counts.take(count).collect();
        let solved = counts.iter().filter(|&&count| count > 0).count();
        let lines: usize = counts.iter().sum();
        eprintln!("{} {play:?} {goal:?} {moves}: {solved} of {count} solved, {lines} lines", game.name);
        let is_rare = stipulation.ends_forced() && goal == Goal::Stalemate;
        assert!(solved > 0 || is_rare || count < 1000, "{} {stipulation:?}", game.name);
    }
}

/// Chooses a number of positions from the numbers for quick and full runs.
type Sampling = fn(usize, usize) -> usize;

/// The quick number, or in `make verify-deep` a twentieth of the full one, which takes hours.
const DAILY: Sampling = |quick, full| quick_or_full(quick, full / 20);

#[test]
#[ignore = "long: make verify"]
fn helpmates_have_all_lines() {
    helpmates(DAILY);
}

#[test]
#[ignore = "long: make verify"]
fn help_stalemates_have_all_lines() {
    help_stalemates(DAILY);
}

#[test]
#[ignore = "long: make verify"]
fn series_have_all_lines() {
    series(DAILY);
}

#[test]
#[ignore = "long: make verify"]
fn forced_ends_have_all_lines() {
    forced_ends(DAILY);
}

fn helpmates(sampling: Sampling) {
    law(Play::Help, Goal::Mate, 1, 2_000, sampling(60, 20_000));
    law(Play::HelpAndHalf, Goal::Mate, 1, 8_000, sampling(12, 20_000));
    law(Play::Help, Goal::Mate, 2, 30_000, sampling(4, 5_000));
    law(Play::HelpAndHalf, Goal::Mate, 2, 200_000, sampling(0, 500));
}

fn help_stalemates(sampling: Sampling) {
    law(Play::Help, Goal::Stalemate, 1, 2_000, sampling(30, 10_000));
    law(Play::HelpAndHalf, Goal::Stalemate, 1, 8_000, sampling(8, 5_000));
    law(Play::Help, Goal::Stalemate, 2, 30_000, sampling(2, 2_000));
}

fn series(sampling: Sampling) {
    law(Play::Series, Goal::Mate, 2, 2_000, sampling(30, 10_000));
    law(Play::Series, Goal::Mate, 3, 8_000, sampling(8, 5_000));
    law(Play::Series, Goal::Stalemate, 2, 2_000, sampling(15, 5_000));
    law(Play::SeriesHelp, Goal::Mate, 2, 8_000, sampling(12, 10_000));
    law(Play::SeriesHelp, Goal::Mate, 3, 30_000, sampling(4, 5_000));
    law(Play::SeriesHelp, Goal::Stalemate, 2, 8_000, sampling(8, 5_000));
}

fn forced_ends(sampling: Sampling) {
    law(Play::HelpSelfmate, Goal::Mate, 1, 2_000, sampling(30, 10_000));
    law(Play::HelpSelfmateAndHalf, Goal::Mate, 1, 8_000, sampling(8, 10_000));
    law(Play::HelpSelfmate, Goal::Mate, 2, 30_000, sampling(3, 5_000));
    law(Play::HelpSelfmate, Goal::Stalemate, 1, 2_000, sampling(15, 5_000));
    law(Play::SeriesSelfmate, Goal::Mate, 2, 8_000, sampling(8, 10_000));
    law(Play::SeriesSelfmate, Goal::Stalemate, 2, 8_000, sampling(5, 5_000));
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: hours"]
    fn hundred_thousand_positions_have_all_lines() {
        for laws in [helpmates, castling, help_stalemates, series, forced_ends] {
            laws(|_, full| full);
        }
    }
}
