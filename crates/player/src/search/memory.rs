//! Experience with moves, which orders them: killers and histories of quiet moves.

use super::MAX_PLY;
use super::packed::Packed;
use crate::request::Step;
use hexmate_core::geometry::Cell;
use hexmate_core::rules::Player;

/// Bound of all histories.
const CAP: i32 = 16_384;

/// Slots of cells; games for two have fewer cells.
const CELLS: usize = 128;

/// Experience of one thread.
#[derive(Clone)]
pub(super) struct Memory {
    /// By side, origin and target.
    quiets: Vec<[i16; CELLS]>,
    killers: Vec<[Packed; 2]>,
    without: Option<Step>,
}

/// Experience with the quiet moves of one position.
pub(super) struct Experience<'m> {
    /// By origin and target.
    quiets: &'m [[i16; CELLS]],
    killers: [Packed; 2],
}

impl Experience<'_> {
    /// Returns how good a move has been.
    #[inline]
    pub(super) fn history(&self, m: Packed) -> i32 {
        self.quiets[cell_slot(m.from())][cell_slot(m.to())].into()
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
        Self { without, quiets: vec![[0; CELLS]; 2 * CELLS], killers: vec![[Packed::NONE; 2]; MAX_PLY + 4] }
    }

    pub(super) fn clear(&mut self) {
        self.quiets.fill([0; CELLS]);
        self.forget_killers();
    }

    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([Packed::NONE; 2]);
    }

    /// Returns the experience with quiet moves of a side at a place of the line.
    #[inline]
    pub(super) fn at(&self, us: Player, ply: usize) -> Experience<'_> {
        let killers = match self.without {
            Some(Step::Killers) => [Packed::NONE; 2],
            _ => self.killers[ply],
        };
        Experience { quiets: &self.quiets[side_slot(us)..][..CELLS], killers }
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
        self.change_quiet(us, best, bonus);
        for &m in tried.iter().filter(|&&m| m != best) {
            self.change_quiet(us, m, -bonus);
        }
    }

    fn change_quiet(&mut self, us: Player, m: Packed, bonus: i32) {
        change(&mut self.quiets[side_slot(us) + cell_slot(m.from())][cell_slot(m.to())], bonus);
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
