//! Lines in which nobody resists, found by aiming at the goal, beside lines that are found by playing everything.

use super::series_positions;
use crate::laws::lines::lines_are_all_lines;
use crate::laws::{every_game, few, random};
use crate::length::length;
use hexmate_core::mate::{Goal, Play, Stipulation};
use hexmate_core::random::Rng;
use hexmate_core::rules::Player;
use hexmate_position::{Game, Position};

/// Small positions, and full boards out of random games.
fn positions(game: Game) -> impl Iterator<Item = Position> {
    (0..).flat_map(move |seed| {
        let small = [random::thin, few::cornered, few::besieged].map(|make| make(game, seed));
        let full = if seed % 40 == 0 { random::game(game, seed, 120) } else { Vec::new() };
        small.into_iter().flatten().chain(full.into_iter().skip(20).step_by(7))
    })
}

/// Small positions in which a pawn may step twice and be taken en passant, after which its side mates.
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
        let asked = before_a_mate_en_passant(game).take(length(6, 40));
        let lines = asked.filter_map(|position| lines_are_all_lines(&position, stipulation, 400_000));
        let solved = lines.filter(|&lines| lines > 0).count();
        assert!(solved >= length(5, 30), "{}: {solved}", game.name);
    }
}

/// Positions some moves before one in which every move mates.
fn before_forced_ends(game: Game) -> impl Iterator<Item = Position> {
    (0..).flat_map(move |seed| series_positions::before_forced_mate(game, &mut Rng::new(seed)))
}

/// Asks of so many positions, unless the plain search would take long; some must have lines.
fn law(play: Play, goal: Goal, moves: u32, most_nodes: u64, asked: usize) {
    let games: Vec<Game> = every_game().filter(|game| game.players == 2).collect();
    for &game in &games {
        let stipulation = Stipulation { play, goal, ..Stipulation::mate_in(moves) };
        let ends = match stipulation.ends_forced() && goal == Goal::Mate {
            true => length(2, 200),
            false => 0,
        };
        let positions = before_forced_ends(game).take(ends).chain(positions(game));
        let counts = positions.filter_map(|position| lines_are_all_lines(&position, stipulation, most_nodes));
        let counts: Vec<usize> = counts.take(asked).collect();
        let solved = counts.iter().filter(|&&count| count > 0).count();
        let lines: usize = counts.iter().sum();
        eprintln!("{} {play:?} {goal:?} {moves}: {solved} of {asked} solved, {lines} lines", game.name);
        let is_rare = stipulation.ends_forced() && goal == Goal::Stalemate;
        assert!(solved > 0 || is_rare || asked < 1000, "{} {stipulation:?}", game.name);
    }
}

/// Of so many positions every day, and so many at full length, how many are asked of.
type Asked = fn(usize, usize) -> usize;

/// In `make verify-deep` a twentieth of the full length, which takes hours.
const DAILY: Asked = |quick, full| length(quick, full / 20);

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

fn helpmates(asked: Asked) {
    law(Play::Help, Goal::Mate, 1, 2_000, asked(60, 20_000));
    law(Play::HelpAndHalf, Goal::Mate, 1, 8_000, asked(12, 20_000));
    law(Play::Help, Goal::Mate, 2, 30_000, asked(4, 5_000));
    law(Play::HelpAndHalf, Goal::Mate, 2, 200_000, asked(0, 500));
}

fn help_stalemates(asked: Asked) {
    law(Play::Help, Goal::Stalemate, 1, 2_000, asked(30, 10_000));
    law(Play::HelpAndHalf, Goal::Stalemate, 1, 8_000, asked(8, 5_000));
    law(Play::Help, Goal::Stalemate, 2, 30_000, asked(2, 2_000));
}

fn series(asked: Asked) {
    law(Play::Series, Goal::Mate, 2, 2_000, asked(30, 10_000));
    law(Play::Series, Goal::Mate, 3, 8_000, asked(8, 5_000));
    law(Play::Series, Goal::Stalemate, 2, 2_000, asked(15, 5_000));
    law(Play::SeriesHelp, Goal::Mate, 2, 8_000, asked(12, 10_000));
    law(Play::SeriesHelp, Goal::Mate, 3, 30_000, asked(4, 5_000));
    law(Play::SeriesHelp, Goal::Stalemate, 2, 8_000, asked(8, 5_000));
}

fn forced_ends(asked: Asked) {
    law(Play::HelpSelfmate, Goal::Mate, 1, 2_000, asked(30, 10_000));
    law(Play::HelpSelfmateAndHalf, Goal::Mate, 1, 8_000, asked(8, 10_000));
    law(Play::HelpSelfmate, Goal::Mate, 2, 30_000, asked(3, 5_000));
    law(Play::HelpSelfmate, Goal::Stalemate, 1, 2_000, asked(15, 5_000));
    law(Play::SeriesSelfmate, Goal::Mate, 2, 8_000, asked(8, 10_000));
    law(Play::SeriesSelfmate, Goal::Stalemate, 2, 8_000, asked(5, 5_000));
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: hours"]
    fn hundred_thousand_positions_have_all_lines() {
        for laws in [helpmates, help_stalemates, series, forced_ends] {
            laws(|_, full| full);
        }
    }
}
