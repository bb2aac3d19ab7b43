//! Attacks before the last two moves of a plain mate: those that no reply is seen to refute. Makes none of them.

use std::ops::ControlFlow;

use super::reply::Reply;
use crate::rules::{Move, PieceMoves, Position, Variant};

/// Replies that refuted many attacks before, and whether they are still worth their while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replies {
    /// The latest first.
    known: [Option<Move>; 4],
    /// Attacks that need not be tried, less what it took to see that.
    gain: i32,
}

impl Replies {
    /// Replies that are tried at most.
    const MOST: usize = 2;
    /// Replies looked at to find one that is of use.
    const CANDIDATES: usize = 4;
    /// So few attacks are sooner tried than looked at again.
    const FEW: u32 = 12;
    /// What a reply takes, in attacks tried instead.
    const COST: i32 = 2;

    pub(super) fn new() -> Self {
        Self { known: [None; 4], gain: 0 }
    }

    /// The attacker's moves without those that a reply is seen to refute.
    pub(super) fn attacks<V: Variant>(&mut self, position: &Position<V>) -> Vec<Move> {
        let mut attacks = Vec::with_capacity(16);
        let _ = position.visit_moves(&mut |moves| {
            attacks.push(moves);
            ControlFlow::Continue(())
        });
        if self.gain < 0 {
            self.gain += 1;
        } else if const { V::IS_PLAIN }
            && let Some(passed) = position.after_null_move()
        {
            let all = count(&attacks);
            self.apply(position, &passed, &mut attacks);
            self.gain = (self.gain + (all - count(&attacks)) as i32).min(0);
        }
        let mut moves = Vec::with_capacity(count(&attacks) as usize);
        moves.extend(attacks.into_iter().flatten());
        moves
    }

    /// Leaves only what the first replies that are of use do not refute.
    fn apply<V: Variant>(
        &mut self,
        position: &Position<V>,
        passed: &Position<V>,
        attacks: &mut Vec<PieceMoves<V>>,
    ) {
        let known = self.known;
        let mut applied = 0;
        let again = known.into_iter().flatten().filter(|&m| passed.is_legal(m));
        let others = passed.legal_moves().filter(|&m| !known.contains(&Some(m)));
        for m in again.chain(others.take(Self::CANDIDATES)) {
            self.gain -= Self::COST;
            let Some(reply) = Reply::new(position, passed, m) else { continue };
            if !known.contains(&Some(m)) {
                self.known.rotate_right(1);
                self.known[0] = Some(m);
            }
            reply.restrict_all(attacks);
            applied += 1;
            if applied == Self::MOST || count(attacks) <= Self::FEW {
                return;
            }
        }
    }
}

fn count<V: Variant>(attacks: &[PieceMoves<V>]) -> u32 {
    attacks.iter().map(|moves| moves.to.len()).sum()
}
