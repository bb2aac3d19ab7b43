//! What the player who replies can do as things stand.

use super::flights::Flights;
use super::guard::Guard;
use super::reach::Reach;
use crate::geometry::CellSet;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Position, Variant};

/// What the other player could do if the player to move passed.
pub(super) struct Replies<'p, V: Variant, B: Mover> {
    pub(super) generator: Generator<'p, V, B>,
    pub(super) reach: Reach<V>,
    pub(super) guard: Guard<V>,
    pub(super) flights: Flights<V>,
}

impl<'p, V: Variant, B: Mover> Replies<'p, V, B> {
    /// Nothing where the sum would not hold: the other player is in check from a third one,
    /// may take a third one's pawn en passant, or may come to have no move, so that others
    /// are to be judged.
    #[inline]
    pub(super) fn new<A: Mover>(
        position: &'p Position<V>,
        movers: CellSet<V::Geometry>,
        us: A,
        them: B,
    ) -> Option<Self> {
        if us.player() == them.player() {
            return None;
        }
        let generator = Generator::new(position, them);
        if !generator.checkers.is_empty() {
            return None;
        }
        let reach = Reach::new(&generator);
        if V::PLAYERS > 2 && (!reach.outlasts_a_move() || generator.may_take_en_passant()) {
            return None;
        }
        let guard = Guard::new(&generator, movers);
        let flights = Flights::new(&generator, movers);
        Some(Self { generator, reach, guard, flights })
    }
}
