//! Experience with moves, which orders them: killers and histories of quiet moves.

use super::MAX_PLY;
use super::packed::Packed;
use crate::request::Step;
use hexmate_core::geometry::Cell;
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
    quiets: Vec<[i16; CELLS]>,
    /// By role and target of an earlier move, role and target of this one.
    replies: Vec<[i16; ROLES * CELLS]>,
    killers: Vec<[Packed; 2]>,
    without: Option<Step>,
    /// Moves of the line that is searched; `NONE` for passes.
    pub(super) line: Vec<Packed>,
}

/// Experience with the quiet moves of one position.
pub(super) struct Experience<'m> {
    /// By origin and target.
    quiets: &'m [[i16; CELLS]],
    replies: [Option<&'m [i16; ROLES * CELLS]>; 2],
    killers: [Packed; 2],
}

impl Experience<'_> {
    /// Returns how good a move has been.
    #[inline]
    pub(super) fn history(&self, m: Packed) -> i32 {
        let replies = self.replies.iter().flatten().map(|replies| i32::from(replies[piece_slot(m)]));
        i32::from(self.quiets[cell_slot(m.from())][cell_slot(m.to())]) + replies.sum::<i32>()
    }

    /// Returns the rank of a move.
    #[inline]
    pub(super) fn rank(&self, m: Packed) -> i32 {
        match self.killers {
            [first, _] if m == first => 200_000,
            [_, second] if m == second => 190_000,
            _ => self.history(m),
        }
    }
}

impl Memory {
    pub(super) fn new(without: Option<Step>) -> Self {
        Self {
            without,
            quiets: vec![[0; CELLS]; 2 * CELLS],
            replies: vec![[0; ROLES * CELLS]; ROLES * CELLS],
            killers: vec![[Packed::NONE; 2]; MAX_PLY + 4],
            line: vec![Packed::NONE; MAX_PLY + 4],
        }
    }

    pub(super) fn clear(&mut self) {
        self.quiets.fill([0; CELLS]);
        self.replies.fill([0; ROLES * CELLS]);
        self.forget_killers();
    }

    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([Packed::NONE; 2]);
    }

    /// Returns the experience with quiet moves of a side at a place of the line.
    #[inline]
    pub(super) fn at(&self, us: Player, ply: usize) -> Experience<'_> {
        let replies = [1, 2].map(|back| {
            let earlier = *self.line.get(ply.wrapping_sub(back))?;
            let is_known = earlier != Packed::NONE && self.without != Some(Step::Replies);
            is_known.then(|| &self.replies[piece_slot(earlier)])
        });
        let killers = match self.without {
            Some(Step::Killers) => [Packed::NONE; 2],
            _ => self.killers[ply],
        };
        Experience { quiets: &self.quiets[side_slot(us)..][..CELLS], replies, killers }
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
        change(&mut self.quiets[side_slot(us) + cell_slot(m.from())][cell_slot(m.to())], bonus);
        for back in [1, 2] {
            if ply >= back && self.line[ply - back] != Packed::NONE {
                change(&mut self.replies[piece_slot(self.line[ply - back])][piece_slot(m)], bonus);
            }
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
fn side_slot(us: Player) -> usize {
    us.index() % 2 * CELLS
}

#[inline]
fn cell_slot(cell: Cell) -> usize {
    cell.index() % CELLS
}

#[inline]
fn piece_slot(m: Packed) -> usize {
    m.role() as usize * CELLS + cell_slot(m.to())
}
