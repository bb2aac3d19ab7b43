//! Tables of positions for each predicate, compared with the oracle, which tries every move.

use std::ops::ControlFlow;

use hexmate_oracle as oracle;

use super::estimate::{Cells, Estimate};
use super::mate_in_one::{check_candidates, has_mate_in_one, has_quiet_move};
use super::pruning::Refutation;
use super::tests::read;
use super::*;
use crate::geometry::Geometry;
use crate::rules::{Brusky, DeVasa, Mini, Move, Position, Shafran, Variant};

/// Predicates of the estimate in games of Mini Hexchess. Each letter is a move of the attacker or the defender; a
/// side that moves twice has the other side pass. Then the claim: the number of helping moves (`DA`) or mating
/// cells (`ADA`), else 0 or 1. Then the number of mates that the oracle finds.
const ESTIMATES: &str = "
A    0   0  1/3/5/3rk2/7/2K4/P6 w - 0 1
A    0   0  1/3/5/3K2k/Q6/1N2q1p/7 w - 0 1
A    1   0  1/3/1Q3/4Q2/3K3/n6/1k5 w - 0 1     guess: the attacker is in check
A    1   1  k/3/5/7/2Q4/5K1/b6 w - 0 1
A    1   7  1/3/5/1Q3Q1/3k3/6Q/4nK1 w - 0 1
DA   0   0  1/3/4R/6K/7/1Pk4/7 w - 0 1
DA   0   0  1/3/5/3K2k/Q6/1N2q1p/7 w - 0 1
DA   1   0  1/3/5/7/5B1/7/K1Rk3 b - 0 1        guess
DA   1   1  1/3/5/5K1/7/2R4/1k2NR1 b - 0 1
DA   1   2  1/2k/5/6K/4Q2/1P5/7 b - 0 1        worked position of the guide
DA   2   1  K/3/5/1Nk4/7/3r3/7 w - 0 1
DA   13  21 1/p2/1kq2/7/K6/7/P5R w - 0 1
DDA  0   0  1/3/5/4P2/2bk2K/7/7 b - 0 1
DDA  0   0  1/3/k4/N5K/3R3/7/7 w - 0 1
DDA  1   0  1/3/5/3rk2/7/2K4/P6 w - 0 1        guess
DDA  1   1  1/3/5/4K2/k6/3q3/3B3 w - 0 1
DDA  1   10 1/k2/3q1/7/2N4/6K/1n3P1 w - 0 1
AA   0   0  1/3/5/3rk2/7/2K4/P6 w - 0 1
AA   0   0  1/2Q/5/3k3/7/7/1K1Q3 b - 0 1
AA   1   0  1/3/k4/5qQ/6K/7/7 w - 0 1          guess
AA   1   1  1/3/5/7/7/1k5/r3K1Q w - 0 1
AA   1   4  1/3/5/3K2k/Q6/1N2q1p/7 w - 0 1
ADA  0   0  1/3/5/3rk2/7/2K4/P6 w - 0 1
ADA  1   0  1/2N/K3n/1q5/7/4P1k/7 w - 0 1      guess
ADA  6   1  1/3/k4/N5K/3R3/7/7 w - 0 1
ADA  6   17 1/3/5/3K2k/Q6/1N2q1p/7 w - 0 1
ADA  8   18 1/3/4k/7/Q6/4K2/1q5 w - 0 1
";

/// Counts move sequences that end in mate, by the oracle.
fn mates(position: &oracle::Position, plies: &str) -> usize {
    let Some(rest) = plies.get(1..) else { return usize::from(position.is_mate()) };
    let next = |m: &oracle::Move| match rest.starts_with(&plies[..1]) {
        true => position.play(m).pass_to(position.turn()),
        false => Some(position.play(m)),
    };
    position.legal_moves().iter().filter_map(next).map(|after| mates(&after, rest)).sum()
}

/// Returns the claim of the predicate for a sequence of moves.
fn claim<V: Variant>(position: &Position<V>, plies: &str) -> usize {
    let defender = if plies.starts_with('A') { position.next_player() } else { position.turn() };
    let estimate = Estimate::new(position, defender, Goal::Mate).expect("a plain game for two");
    match plies {
        "A" => usize::from(estimate.may_reach_goal_in_one()),
        "DA" => estimate.helping_moves(Cells::<V>::all()).legal(position).len(),
        "DDA" => usize::from(estimate.may_reach_goal_after(2)),
        "AA" => usize::from(estimate.may_reach_goal_in_two()),
        "ADA" => estimate.mating_cells().len() as usize,
        _ => panic!("no predicate for {plies}"),
    }
}

fn second_opinion(game: &str, fen: &str) -> oracle::Position {
    let game = oracle::Game::by_name(game).expect("a game");
    oracle::Position::from_fen(game, fen).expect(fen)
}

#[test]
fn estimates_deny_no_mate() {
    let mut guesses = 0;
    for row in ESTIMATES.lines().filter(|row| !row.is_empty()) {
        let mut fields = row.split_whitespace();
        let plies = fields.next().expect(row);
        let [claimed, found] =
            [(); 2].map(|()| fields.next().and_then(|number| number.parse().ok()).expect(row));
        let fen = fields.by_ref().take(5).collect::<Vec<_>>().join(" ");
        assert_eq!(
            (claim(&read::<Mini>(&fen), plies), mates(&second_opinion("mini", &fen), plies)),
            (claimed, found),
            "{row}"
        );
        assert!(found == 0 || claimed > 0, "a lost mate: {row}");
        guesses += usize::from(found == 0 && claimed > 0);
    }
    assert_eq!(guesses, 5, "guesses cost time, but no solution");
}

/// Predicates of the estimate where a castling is among the moves, in the form of [`ESTIMATES`] after the game.
const CASTLINGS: &str = "
brusky  DA  1  1  9/10/11/12/12/R10/k5R2r/5K2R b K - 0 1               the castling mates
brusky  DA  1  1  9/5P4/11/12/12/4R6/4R3k1/R4K2R b KQ - 0 1            the castling mates
devasa  DA  1  1  9/9/9/9/9/r8/9/4R4/R4K1kR b KQ - 0 1                 the castling mates
devasa  DA  1  1  9/8P/9/9/9/9/6R2/1k5Q1/R4K2R b KQ - 0 1              the castling mates
brusky  DA  1  1  r2k5/10/1K9/12/3R8/11/10/9 b k - 0 1                 the king castles into mate
devasa  DA  1  1  r2k4r/9/9/9/R8/9/9/9/R4Kn2 b Qkq - 0 1               the king castles into mate
shafran DA  1  1  k3r/6/7/5K2/9/9/7Q/7/6/5 b q - 0 1                   the king castles into mate
shafran DA  2  2  k4/6/7/8/r8/RK7/8/5P1/6/5 b b - 0 1                  the king castles into mate, short or long
brusky  ADA 6  1  9/10/11/11B/10k1/11/10/5K2R w K - 0 1                the castling comes first
brusky  ADA 6  1  r2k5/K9/11/12/12/3R7/7n2/9 w k - 0 1                 the king castles into mate
devasa  ADA 12 1  9/9/9/9/9/9/1k2P4/4R4/R4K3 w Q - 0 1                 the castling comes first
devasa  ADA 5  1  r2k5/9/1P7/b8/9/9/9/9/R4K2R w KQk - 0 1              the king castles into mate
shafran ADA 12 1  5/6/7/8/9/8R/5pk1/7/6/R3K w QB - 0 1                 the castling comes first
shafran ADA 7  1  k2Kr/4R1/7/8/9/9/8/7/6/5 w q - 0 1                   the king castles into mate
brusky  ADA 8  4  rr1k3K1/10/1r9/12/12/11/10/9 b k - 0 1               the castling mates
";

#[test]
fn castling_estimates_deny_no_mate() {
    for row in CASTLINGS.lines().filter(|row| !row.is_empty()) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let (game, plies, fen) = (fields[0], fields[1], fields[4..10].join(" "));
        let claimed = match game {
            "brusky" => claim(&read::<Brusky>(&fen), plies),
            "devasa" => claim(&read::<DeVasa>(&fen), plies),
            _ => claim(&read::<Shafran>(&fen), plies),
        };
        let found = mates(&second_opinion(game, &fen), plies);
        assert_eq!([claimed, found].map(|count| count.to_string()), fields[2..4], "{row}");
        assert!(claimed > 0, "a lost mate: {row}");
    }
}

/// Mate in one, a quiet move, moves that may give check, moves that do.
const CHECKS: &str = "
yes yes 10 10  k/3/5/7/2Q4/5K1/b6 w - 0 1
no  yes 0  0   1/3/1Q3/4Q2/3K3/n6/1k5 w - 0 1
yes yes 36 36  1/3/5/1Q3Q1/3k3/6Q/4nK1 w - 0 1
no  yes 0  0   1/3/5/3rk2/7/2K4/P6 w - 0 1
no  yes 2  2   1/3/4R/6K/7/1Pk4/7 w - 0 1
yes yes 10 10  1/1Q1/5/7/1N5/2K4/2P1k2 w - 0 1
";

#[test]
fn checks_agree_with_oracle() {
    for row in CHECKS.lines().filter(|row| !row.is_empty()) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let fen = fields[4..].join(" ");
        let (position, slow) = (read::<Mini>(&fen), second_opinion("mini", &fen));
        let moves = slow.legal_moves();
        let checks = moves.iter().filter(|m| slow.play(m).in_check()).count();
        let word = |is_true| if is_true { "yes" } else { "no" };
        let mates_in_one = has_mate_in_one(&position, &mut 0);
        assert_eq!(mates_in_one, slow.mates_in(1), "{row}");
        assert!(!has_quiet_move(&position) || checks < moves.len(), "{row}");
        let candidates = check_candidates(&position).len();
        let found = [candidates, checks].map(|count| count.to_string());
        let found = [word(mates_in_one), word(has_quiet_move(&position)), &found[0], &found[1]];
        assert_eq!(found, fields[..4], "{row}");
    }
}

/// Two-movers of Mini Hexchess: a defender move, the attacks, those that it may not refute (`-` if it refutes none).
const REFUTATIONS: &str = "
b1b2 22 7   1/2k/3r1/3p3/3P3/5Pp/1P1K3 b - 0 1     worked position of the guide
b1d3 21 7   1/2k/pp3/4r2/5p1/1P1Kp2/1R5 b - 0 1
f1d2 18 4   1/k2/5/5p1/1b1p1p1/5P1/2B2K1 b - 0 1
c2c3 25 21  k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 0 1
g2d4 12 4   b/3/n2p1/1k5/2pP3/1PK1P1N/3BRP1 b - 0 1
d1c1 5  -   1/3/2p1p/3p3/1p1P1B1/7/3K1k1 b - 0 1
";

/// Names the cells of a move.
fn cells<V: Variant>(m: Move) -> String {
    let shape = V::Geometry::SHAPE;
    let name = |cell| {
        let hex = shape.hex(cell);
        let file = (b'a'..=b'l').find(|&letter| shape.file_column(letter) == Some(hex.q)).expect("a file");
        format!("{}{}", char::from(file), shape.rank(hex))
    };
    name(m.from) + &name(m.to)
}

#[test]
fn pruned_attacks_are_refuted() {
    for row in REFUTATIONS.lines().filter(|row| !row.is_empty()) {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let fen = fields[3..8].join(" ");
        let (position, slow) = (read::<Mini>(&fen), second_opinion("mini", &fen));
        let passed = position.after_null_move().expect(row);
        let defence = passed.legal_moves().find(|&m| cells::<Mini>(m) == fields[0]).expect(row);
        assert_eq!(position.count_moves().to_string(), fields[1], "{row}");
        let Some(refutation) = Refutation::new(&position, &passed, defence) else {
            assert_eq!(fields[2], "-", "{row}");
            continue;
        };
        let mut kept = Vec::new();
        let _ = position.visit_moves(&mut |moves| {
            kept.extend(refutation.unrefuted(moves).into_iter().map(cells::<Mini>));
            ControlFlow::Continue(())
        });
        assert_eq!(kept.len().to_string(), fields[2], "{row}");
        for attack in slow.legal_moves().iter().filter(|m| !kept.contains(&m.uci()[..4].to_owned())) {
            let after = slow.play(attack);
            let reply = after.legal_moves().into_iter().find(|m| m.uci() == fields[0]);
            let reply = reply.unwrap_or_else(|| panic!("{} prevents the defence: {row}", attack.uci()));
            assert!(!after.play(&reply).mates_in(1), "{} is a lost key: {row}", attack.uci());
        }
        assert!(slow.keys(2).iter().all(|key| kept.contains(&key.uci()[..4].to_owned())), "{row}");
    }
}
