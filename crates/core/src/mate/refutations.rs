//! Replies that refuted attacks before, to be tried first. Knows moves by number; no position.

use crate::rules::Move;

/// What refuted which attack last.
#[derive(Clone, Debug)]
pub(super) struct Refutations {
    /// By attack and moves left.
    by_attack: Vec<Option<Move>>,
    /// By moves left.
    latest: Vec<Option<Move>>,
}

impl Refutations {
    const PLACES: usize = 1 << 10;

    pub(super) fn new() -> Self {
        Self { by_attack: vec![None; Self::PLACES], latest: Vec::new() }
    }

    /// What to try first.
    pub(super) fn of(&self, attack: u64, left: u32) -> impl Iterator<Item = Move> + use<> {
        let latest = self.latest(left);
        let by_attack = self.by_attack[Self::place(attack, left)];
        by_attack.into_iter().chain(latest.filter(|_| latest != by_attack))
    }

    /// What refuted any attack last.
    pub(super) fn latest(&self, left: u32) -> Option<Move> {
        self.latest.get(left as usize).copied().flatten()
    }

    pub(super) fn note(&mut self, attack: u64, left: u32, reply: Move) {
        self.by_attack[Self::place(attack, left)] = Some(reply);
        let left = left as usize;
        if self.latest.len() <= left {
            self.latest.resize(left + 1, None);
        }
        self.latest[left] = Some(reply);
    }

    fn place(attack: u64, left: u32) -> usize {
        (attack ^ u64::from(left).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize % Self::PLACES
    }
}
