//! Experience with quiet moves, which orders them.

use super::packed::Packed;
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
}

/// Experience with the quiet moves of one side, by origin and target.
#[derive(Clone, Copy)]
pub(super) struct Experience<'m>(&'m [[i16; CELLS]]);

impl Experience<'_> {
    /// Returns how good a move has been.
    #[inline]
    pub(super) fn history(self, m: Packed) -> i32 {
        self.0[cell_slot(m.from())][cell_slot(m.to())].into()
    }
}

impl Memory {
    pub(super) fn new() -> Self {
        Self { quiets: vec![[0; CELLS]; 2 * CELLS] }
    }

    pub(super) fn clear(&mut self) {
        self.quiets.fill([0; CELLS]);
    }

    /// Returns the experience with quiet moves of a side.
    #[inline]
    pub(super) fn of(&self, us: Player) -> Experience<'_> {
        Experience(&self.quiets[side_slot(us)..][..CELLS])
    }

    /// Remembers a quiet move that refuted a position, and those tried before it.
    pub(super) fn reward_quiet(&mut self, us: Player, best: Packed, tried: &[Packed], depth: i32) {
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
