//! Finds the pawn that has crossed the cells of a diagram, where pawns step far or two ways.

use super::{ByPlayer, EnPassant, Player, Setup, Variant};
use crate::geometry::{Cell, Direction, Geometry};

impl<V: Variant> Setup<V> {
    /// Returns the right of the player to move, in a game for two, that fits all cells named; else those cells.
    pub(super) fn only_right(&self) -> Result<V::ByPlayer<Option<EnPassant>>, Vec<Cell>> {
        let mut rights = V::ByPlayer::splat(None);
        if self.crossed.is_empty() && self.landed.is_none() {
            return Ok(rights);
        }
        let Some(stepper) = self.turn.others(V::PLAYERS).next() else { return Ok(rights) };
        let mut fitting = self.long_steps(stepper).into_iter().filter(|right| self.is_named(*right));
        match (fitting.next(), fitting.next()) {
            (Some(right), None) => {
                rights[stepper] = Some(right);
                Ok(rights)
            }
            _ => Err(self.crossed.clone()),
        }
    }

    /// Returns whether the named cells are those that a pawn has crossed, in order, and its own.
    fn is_named(&self, right: EnPassant) -> bool {
        right.in_order::<V>().eq(self.crossed.iter().copied())
            && self.landed.is_none_or(|landed| landed == right.pawn)
    }

    /// Returns all rights that a player's pawns can have given by the last move.
    fn long_steps(&self, stepper: Player) -> Vec<EnPassant> {
        let mut rights = Vec::new();
        for way in V::pawn_steps(stepper) {
            for origin in V::double_step_cells(self.choice, stepper) {
                let steps = 1 + u8::from(V::triple_step_cells(self.choice, stepper).contains(origin));
                rights
                    .extend((1..=steps).filter_map(|crossed| self.long_step(stepper, origin, way, crossed)));
            }
        }
        rights
    }

    /// Returns the right after a step from a cell over `crossed` others, if all cells behind the pawn are empty.
    fn long_step(&self, stepper: Player, origin: Cell, way: Direction, crossed: u8) -> Option<EnPassant> {
        let occupied = self.board.occupied();
        let first = V::Geometry::step(origin, way)?;
        let mut pawn = first;
        for _ in 0..crossed {
            if occupied.contains(pawn) {
                return None;
            }
            pawn = V::Geometry::step(pawn, way)?;
        }
        let stands = (self.board.pawns(stepper) & self.board.by_owner(stepper)).contains(pawn);
        (stands && !occupied.contains(origin)).then_some(EnPassant { crossed: first, pawn })
    }
}
