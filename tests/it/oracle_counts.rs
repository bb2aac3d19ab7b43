//! Node counts of the oracle, compared with independent counts.

use hexmate_oracle::{Game, Position};

const START: [(&str, &[u64]); 10] = [
    ("glinski", &[51, 2_586, 137_858]),
    ("mccooey", &[31, 947, 33_307, 1_157_852]),
    ("mini", &[9, 71, 681, 7_534, 92_914, 1_220_292]),
    ("echex3", &[22, 472, 9_939]),
    ("echex3-16", &[27, 693, 17_769]),
    ("echex6", &[22, 483, 10_604]),
    ("echex6-16", &[30, 892, 25_549]),
    ("shafran", &[42, 1_706, 75_494]),
    ("devasa", &[55, 2_992, 168_335]),
    ("brusky", &[61, 3_583, 217_683]),
];

#[test]
#[ignore = "long: make verify"]
fn start_positions_have_listed_counts() {
    for (name, counts) in START {
        let position = Position::start(Game::by_name(name).expect("a known game"));
        for (depth, &expected) in (1..).zip(counts) {
            assert_eq!(position.perft(depth), expected, "{name} at depth {depth}");
        }
    }
}

#[test]
fn en_passant_over_b6_is_counted() {
    let fen = "1/1k1/5/7/p8/2P8/11/11/11/11/5K5 b - 0 1";
    let position = Position::from_fen(Game::Glinski, fen).expect("a legal position");
    assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), [12, 74, 818]);
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: half a minute"]
    fn start_positions_have_deeper_listed_counts() {
        assert_eq!(Position::start(Game::Glinski).perft(4), 7_282_418);
        assert_eq!(Position::start(Game::Mini).perft(7), 17_450_532);
    }
}
