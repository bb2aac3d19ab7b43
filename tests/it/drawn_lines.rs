//! Positions drawn for traps of the bounds of help and series play: their lines equal those of the oracle.

use hexmate_core::mate::Stipulation;
use hexmate_position::{Game, Position};

use crate::law_length::quick_or_full;
use crate::laws::solution::lines_equal_oracle;

/// Rows with a trap, a game, a stipulation, the number of lines and a position.
const DRAWN: &str = include_str!("drawn_lines.tsv");

/// The most leaves of a search by the oracle.
const MOST_LEAVES: [u64; 2] = [10_000, 400_000];

#[test]
#[ignore = "long: make verify"]
fn drawn_lines_equal_oracle() {
    let most = quick_or_full(MOST_LEAVES[0], MOST_LEAVES[1]);
    let mut compared = 0;
    for row in DRAWN.lines().filter(|row| !row.starts_with('#')) {
        let [_, game, stipulation, _, fen] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let game = Game::from_name(game).expect(row);
        let stipulation: Stipulation = stipulation.parse().expect(row);
        let position = Position::from_fen(game, fen).expect(row);
        if position.perft(stipulation.plies()) <= most {
            lines_equal_oracle(&position, stipulation).expect(row);
            compared += 1;
        }
    }
    assert!(compared >= quick_or_full(20, 60), "{compared}");
}
