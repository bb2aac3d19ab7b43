//! Known problems, small enough for every run.

use super::*;
use crate::rules::{Glinski, Setup};

fn solved(fen: &str, moves: u32) -> Solution<Glinski> {
    let position = Setup::from_fen(fen.as_bytes()).expect(fen).into_position().expect(fen);
    solve(&position, Stipulation::mate_in(moves), &mut Table::with_limit(1 << 20), Budget::default())
}

/// A king in the corner before king and queen.
const CORNER: &str = "k/3/2K2/7/9/11/11/11/8Q2/11/11 w - 0 1";

#[test]
fn every_mate_in_one_is_a_key_and_no_other_move_is() {
    let solution = solved(CORNER, 1);
    let position =
        Setup::<Glinski>::from_fen(CORNER.as_bytes()).expect(CORNER).into_position().expect(CORNER);
    let mut mates: Vec<_> = position.legal_moves().filter(|&m| position.after(m).is_mate()).collect();
    mates.sort_unstable();
    assert_eq!((solution.mate_in, solution.keys), (Some(1), mates));
}

#[test]
fn a_mate_in_one_is_a_short_solution_of_a_two_mover() {
    assert_eq!(solved(CORNER, 2).verdict(), Verdict::ShortSolution);
}

#[test]
fn a_bare_king_mates_nobody() {
    let solution = solved("1/3/5/3k3/9/11/11/11/7K3/11/11 w - 0 1", 3);
    assert_eq!((solution.verdict(), solution.refuted), (Verdict::NoSolution, 3));
}

#[test]
fn a_stopped_search_never_says_none() {
    let start = Position::<Glinski>::start();
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let solution = solve(&start, Stipulation::mate_in(3), &mut Table::with_limit(0), budget);
    assert_eq!(solution.verdict(), Verdict::NotFinished);
    assert_eq!(solution.stopped, Some(Stop::Nodes));
}
