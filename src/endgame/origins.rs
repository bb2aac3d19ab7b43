//! Whether pawns can have come where they stand, as far as their own ways tell. Knows the array; no other pieces.

use super::layout::{Placement, Slot};
use super::paths::{Mask, Paths, members};
use crate::game::Game;
use crate::rules::{Player, Role};

/// By side and cell, the cells of the array from which a pawn can have come there.
pub(super) struct Origins([Vec<Mask>; 2]);

impl Origins {
    pub(super) fn of(paths: &Paths, game: Game) -> Self {
        Self([0, 1].map(|side| {
            let mut origins = vec![0; paths.count()];
            let cells = game.long_step_cells(Player::new(side as u8), 1);
            for origin in cells.filter_map(|cell| paths.number(cell)) {
                let mut reached: Mask = 0;
                let mut unseen: Mask = 1 << origin;
                while let Some(cell) = members(unseen).next() {
                    unseen &= !(1 << cell);
                    reached |= 1 << cell;
                    origins[usize::from(cell)] |= 1 << origin;
                    let steps = paths.ahead(side, cell).filter_map(|way| way.first());
                    let next =
                        steps.fold(paths.pawns[side].takes[usize::from(cell)], |next, to| next | 1 << to);
                    unseen |= next & !reached;
                }
            }
            origins
        }))
    }

    /// Whether each pawn can have come from a cell of its own.
    pub(super) fn allow(&self, slots: &[Slot], at: Placement) -> bool {
        [0, 1].into_iter().all(|side| {
            let pawns =
                slots.iter().zip(at).filter(move |(slot, _)| slot.side == side && slot.role == Role::Pawn);
            have_one_each(pawns.map(|(_, cell)| self.0[side][usize::from(cell)]), 0)
        })
    }
}

/// Whether there is a member of each set that is of no other, none of them `taken`.
fn have_one_each(mut sets: impl Iterator<Item = Mask> + Clone, taken: Mask) -> bool {
    let Some(first) = sets.next() else { return true };
    members(first & !taken).any(|member| have_one_each(sets.clone(), taken | 1 << member))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;

    /// Cells behind the array, where no pawn can be.
    fn unreached(game: Game) -> [usize; 2] {
        let paths = Paths::of(game).expect("a game for two");
        Origins::of(&paths, game).0.map(|origins| origins.iter().filter(|&&origins| origins == 0).count())
    }

    #[test]
    fn no_pawn_can_be_behind_the_array() {
        // Glinski's c1, d1 and d2, e1 to e3, f1 to f4 and as many on the other side.
        assert_eq!(unreached(Game::GLINSKI), [16, 16]);
        // Everything behind the first rank of pawns, and no cell of that rank.
        assert_eq!(unreached(Game::DEVASA), [18, 18]);
    }

    #[test]
    fn pawns_that_have_played_have_each_an_origin() {
        for game in Game::ALL.iter().copied().filter(|game| game.players == 2) {
            let paths = Paths::of(game).expect("a game for two");
            let origins = Origins::of(&paths, game);
            for seed in 1..40 {
                let mut position = Position::start(game);
                for ply in 0..120 {
                    let moves: Vec<_> = position.legal_moves().collect();
                    if moves.is_empty() {
                        break;
                    }
                    position = position.after_move(moves[ply * seed * 7919 % moves.len()]);
                    for side in 0..2 {
                        let pieces = position.pieces().into_iter();
                        let pawns = pieces
                            .filter(|(_, piece)| piece.role == Role::Pawn && piece.owner.index() == side)
                            .filter_map(|(cell, _)| Some(origins.0[side][usize::from(paths.number(cell)?)]));
                        let pawns: Vec<Mask> = pawns.collect();
                        assert!(have_one_each(pawns.iter().copied(), 0), "{}", position.to_fen());
                    }
                }
            }
        }
    }
}
