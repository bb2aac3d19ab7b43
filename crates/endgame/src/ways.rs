//! In how many ways the pieces of an ending can be put on the board, legal or not. Counts sets; knows no moves.

use super::layout::{Slot, chosen};
use super::paths::{Mask, Paths, members};
use hexmate_core::rules::Role;

/// Ways to put all pieces of an ending on the board, like pieces in no order, pawns where they have not promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// With two pieces or more on one cell.
    pub on_one_cell: u64,
    /// With every piece on a cell of its own, and the kings a step apart.
    pub adjacent_kings: u64,
    /// With every piece on a cell of its own, and the kings further apart.
    pub others: u64,
}

impl Ways {
    pub(super) fn of(paths: &Paths, slots: &[Slot]) -> Self {
        let board = paths.allowed(0, Role::King);
        let allowed = [0, 1].map(|side| paths.allowed(side, Role::Pawn));
        let groups: Vec<(Slot, u32)> = slots[2..]
            .chunk_by(|one, next| one == next)
            .map(|group| (group[0], group.len() as u32))
            .collect();
        let each_where_it_may = groups.iter().map(|&(slot, count)| {
            chosen(paths.allowed(slot.side, slot.role).count_ones() + count - 1, count)
        });
        let kings = u64::from(board.count_ones());
        let mut ways =
            Self { on_one_cell: kings * kings * each_where_it_may.product::<u64>(), ..Self::default() };
        for white in members(board) {
            for black in members(board & !(1 << white)) {
                let free = board & !(1 << white) & !(1 << black);
                let apart = on_own_cells(&groups, allowed, free);
                ways.on_one_cell -= apart;
                match paths.adjacent[usize::from(white)] >> black & 1 {
                    1 => ways.adjacent_kings += apart,
                    _ => ways.others += apart,
                }
            }
        }
        ways
    }
}

/// Ways to put groups of like pieces on free cells, each piece on its own.
fn on_own_cells(groups: &[(Slot, u32)], allowed: [Mask; 2], free: Mask) -> u64 {
    let pawns = |side| {
        let own = groups.iter().find(|(slot, _)| slot.role == Role::Pawn && slot.side == side);
        own.map_or(0, |&(_, count)| count)
    };
    let [white, black] = [pawns(0), pawns(1)];
    let shared = (allowed[0] & allowed[1] & free).count_ones();
    let [own_white, own_black] =
        [(0, 1), (1, 0)].map(|(side, other)| (allowed[side] & !allowed[other] & free).count_ones());
    let placed = |on_shared| {
        let left_to_black = own_black + shared - on_shared;
        chosen(shared, on_shared) * chosen(own_white, white - on_shared) * chosen(left_to_black, black)
    };
    let mut ways: u64 = (0..=white.min(shared)).map(placed).sum();
    let mut cells = free.count_ones() - white - black;
    for &(_, count) in groups.iter().filter(|(slot, _)| slot.role != Role::Pawn) {
        ways *= chosen(cells, count);
        cells -= count;
    }
    ways
}
