//! Experience with moves, which orders them: killers, histories of quiet moves and of captures.

use super::MAX_PLY;
use super::packed::Packed;
use crate::request::Step;
use hexmate_core::rules::{Player, Role};

/// Bound of all histories.
const CAP: i32 = 16_384;

/// Slots of cells; games for two have fewer cells.
const CELLS: usize = 128;

const ROLES: usize = Role::ALL.len();

/// Experience of one thread.
#[derive(Clone)]
pub(super) struct Memory {
    /// By side, origin and target.
    quiets: Vec<i16>,
    /// By role and target of an earlier move, role and target of this one.
    replies: Vec<i16>,
    /// By role, target and captured role.
    captures: Vec<i16>,
    killers: Vec<[Packed; 2]>,
    without: Option<Step>,
    /// Moves of the line that is searched; `NONE` for passes.
    pub(super) line: Vec<Packed>,
}

impl Memory {
    pub(super) fn new(without: Option<Step>) -> Self {
        Self {
            without,
            quiets: vec![0; 2 * CELLS * CELLS],
            replies: vec![0; ROLES * CELLS * ROLES * CELLS],
            captures: vec![0; ROLES * CELLS * ROLES],
            killers: vec![[Packed::NONE; 2]; MAX_PLY + 4],
            line: vec![Packed::NONE; MAX_PLY + 4],
        }
    }

    pub(super) fn clear(&mut self) {
        self.quiets.fill(0);
        self.replies.fill(0);
        self.captures.fill(0);
        self.forget_killers();
    }

    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([Packed::NONE; 2]);
    }

    #[inline]
    pub(super) fn capture(&self, m: Packed) -> i32 {
        if self.without == Some(Step::Captures) {
            return 0;
        }
        i32::from(self.captures[capture_slot(m)]) / 4
    }

    /// Returns the rank of a quiet move.
    #[inline]
    pub(super) fn rank(&self, us: Player, m: Packed, ply: usize) -> i32 {
        let [first, second] = self.killers[ply];
        let has_killers = self.without != Some(Step::Killers);
        if m == first && has_killers {
            return 200_000;
        }
        if m == second && has_killers {
            return 190_000;
        }
        self.history(us, m, ply)
    }

    /// Returns the experience with a quiet move.
    #[inline]
    pub(super) fn history(&self, us: Player, m: Packed, ply: usize) -> i32 {
        let mut rank = i32::from(self.quiets[quiet_slot(us, m)]);
        if self.without == Some(Step::Replies) {
            return rank;
        }
        for back in [1, 2] {
            if ply >= back && self.line[ply - back] != Packed::NONE {
                rank += i32::from(self.replies[reply_slot(self.line[ply - back], m)]);
            }
        }
        rank
    }

    /// Remembers a quiet move that refuted a position, and those tried before it.
    pub(super) fn reward_quiet(
        &mut self,
        us: Player,
        best: Packed,
        tried: &[Packed],
        depth: i32,
        ply: usize,
    ) {
        let [first, _] = self.killers[ply];
        if best != first {
            self.killers[ply] = [best, first];
        }
        let bonus = bonus(depth);
        self.change_quiet(us, best, ply, bonus);
        for &m in tried.iter().filter(|&&m| m != best) {
            self.change_quiet(us, m, ply, -bonus);
        }
    }

    fn change_quiet(&mut self, us: Player, m: Packed, ply: usize, bonus: i32) {
        change(&mut self.quiets[quiet_slot(us, m)], bonus);
        for back in [1, 2] {
            if ply >= back && self.line[ply - back] != Packed::NONE {
                change(&mut self.replies[reply_slot(self.line[ply - back], m)], bonus);
            }
        }
    }

    /// Remembers the captures tried at a node and the best of them, if a capture was best.
    pub(super) fn reward_captures(&mut self, best: Packed, tried: &[Packed], depth: i32) {
        let bonus = bonus(depth);
        for &m in tried {
            change(&mut self.captures[capture_slot(m)], if m == best { bonus } else { -bonus });
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(2_000)
}

/// Adds a bonus; the closer to the bound, the less.
fn change(history: &mut i16, bonus: i32) {
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / CAP) as i16;
}

#[inline]
fn quiet_slot(us: Player, m: Packed) -> usize {
    (us.index() * CELLS + m.from().index() % CELLS) * CELLS + m.to().index() % CELLS
}

#[inline]
fn reply_slot(earlier: Packed, m: Packed) -> usize {
    let piece = |m: Packed| m.role() as usize * CELLS + m.to().index() % CELLS;
    piece(earlier) * (ROLES * CELLS) + piece(m)
}

#[inline]
fn capture_slot(m: Packed) -> usize {
    let victim = m.victim().map_or(0, |role| role as usize);
    (m.role() as usize * CELLS + m.to().index() % CELLS) * ROLES + victim
}
