//! What a reply is seen to refute is refuted by it: every pair is played.

use std::ops::ControlFlow;

use super::Reply;
use crate::mate::one::has_mate_in_one;
use crate::mate::tests::read;
use crate::rules::{Glinski, McCooey, Mini, Move, Position, Variant};

/// Plays all attacks that some reply is seen to refute; returns how many of how many.
fn what_is_seen_is_true<V: Variant>(position: &Position<V>) -> [u64; 2] {
    let Some(passed) = position.after_null_move() else { return [0, 0] };
    let mut counts = [0, 0];
    for m in passed.legal_moves() {
        let Some(reply) = Reply::new(position, &passed, m) else { continue };
        let _ = position.visit_moves(&mut |moves| {
            let kept: Vec<Move> = reply.restrict(moves).into_iter().collect();
            for attack in moves {
                counts[1] += 1;
                if kept.contains(&attack) {
                    continue;
                }
                counts[0] += 1;
                let after = position.after_move(attack);
                assert!(after.is_legal(m), "{attack:?} keeps {m:?} from being played: {position:?}");
                let mates = has_mate_in_one(&after.after_move(m), &mut 0);
                assert!(!mates, "{attack:?} mates after {m:?}: {position:?}");
            }
            ControlFlow::Continue(())
        });
    }
    counts
}

/// A game in which pieces are taken where that can be, until few are left.
fn play<V: Variant>(start: Position<V>, seed: u64, mut visit: impl FnMut(&Position<V>)) {
    let mut rng = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = start;
    for ply in 0..250 {
        let moves: Vec<_> = position.legal_moves().collect();
        let takes: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
        rng = rng.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let choice = if takes.is_empty() || rng >> 62 == 0 { moves } else { takes };
        let Some(&m) = choice.get((rng >> 33) as usize % choice.len().max(1)) else { return };
        position = position.after_move(m);
        if ply % 3 == 0 && position.has_moves() {
            visit(&position);
        }
    }
}

/// Plays so many games; returns the number of positions.
fn law<V: Variant>(games: u64) -> u64 {
    let (mut positions, mut counts) = (0, [0, 0]);
    for seed in 0..games {
        play(Position::<V>::start(), seed, |position| {
            positions += 1;
            let more = what_is_seen_is_true(position);
            counts = [counts[0] + more[0], counts[1] + more[1]];
        });
    }
    assert!(counts[0] * 3 > counts[1], "too few are refuted to prove anything: {counts:?}");
    positions
}

#[test]
fn what_a_reply_is_seen_to_refute_is_refuted_by_it() {
    let positions = [law::<Glinski>(2), law::<McCooey>(2), law::<Mini>(8)];
    assert!(positions.iter().all(|&count| count > 50), "{positions:?}");
}

#[test]
fn a_slider_behind_a_piece_that_leaves_covers_a_flight() {
    what_is_seen_is_true(&read::<McCooey>("1/3/2P2/3P3/9/3P7/2R2B5/11/3K7/k10/4B6 w - 5 168"));
    what_is_seen_is_true(&read::<Glinski>("1/1P1/5/N6/9/11/3p3p2k/3P7/1p6p2/4RKbb2N/11 w - 4 120"));
}

#[test]
fn what_a_pawn_becomes_gives_check_through_the_cell_that_it_left() {
    what_is_seen_is_true(&read::<Mini>("r/1k1/np3/5p1/3P3/4Kp1/NP1B3 b - 0 10"));
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes"]
    fn predicted_refutations_hold_in_many_positions() {
        let positions = [law::<Glinski>(1_600), law::<McCooey>(1_600), law::<Mini>(2_500)];
        assert!(positions.iter().all(|&count| count >= 100_000), "{positions:?}");
    }
}
