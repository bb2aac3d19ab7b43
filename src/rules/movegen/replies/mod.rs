//! Two plies counted at once: all replies to all moves, most of them without making a move.
//!
//! A move changes little of what the other player can do. So his moves are
//! counted once, as if he were on turn, and each move of ours adds what it
//! changes of that number:
//!
//! * what a man's arrival on a cell takes from sliders and pawns and gives to those
//!   who can take it there, from one table for all moves ([`reach`]);
//! * what its departure opens, once for each man ([`vacate`]);
//! * where the king can go ([`flights`]);
//! * what a man loses that is pinned now ([`pins`]); a check is answered by its
//!   own count ([`checks`]).
//!
//! Sums over all goals of a man are counts of bits in sets. What fits into none of
//! this is made and counted by itself: promotions, en passant, pinning and
//! pinned men that go, batteries that fire ([`guard`] says which). Of the moves from
//! the start of Glinski's game to depth 5 that is one in a hundred and fifty.
//!
//! The order in which the replies would be listed does not matter here, and neither
//! do counters and keys. `tests/it/properties.rs` compares the sum with the count one
//! by one in random positions of every game.

mod checks;
mod flights;
mod guard;
mod pins;
mod reach;
mod sum;
mod tally;
mod vacate;

use super::{First, Generator, Mover, Second};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::{pawn_attackers, pawn_attacks, slides};
use crate::rules::{Piece, Player, Position, Role, Variant};
use flights::Flights;
use guard::Guard;
use reach::Reach;
use sum::Sum;

impl<V: Variant> Position<V> {
    /// Number of all replies to all legal moves: [`perft`](crate::perft::perft) to depth 2.
    ///
    /// Costs a few times as much as [`Position::count_moves`], and not a count for each move.
    pub fn count_replies(&self) -> u64 {
        if const { V::PLAYERS > 2 } {
            count(self, self.turn, self.next_player())
        } else if self.turn == Player::WHITE {
            count(self, First, Second)
        } else {
            count(self, Second, First)
        }
    }
}

fn count<V: Variant, A: Mover, B: Mover>(position: &Position<V>, us: A, them: B) -> u64 {
    let moves = Generator::new(position, us);
    match Replies::new(position, moves.ours, us, them) {
        Some(answers) => Sum::new(&moves, answers).count(),
        None => position.legal_moves().map(|m| position.after(m).count_moves()).sum(),
    }
}

/// What the other player could do if the player on turn passed.
struct Replies<'p, V: Variant, B: Mover> {
    generator: Generator<'p, V, B>,
    reach: Reach<V>,
    guard: Guard<V>,
    flights: Flights<V>,
}

impl<'p, V: Variant, B: Mover> Replies<'p, V, B> {
    /// Nothing where the sum would not hold: the other player is in check from a third one,
    /// may take a third one's pawn in passing, or may come to have no move, so that others
    /// are to be judged.
    #[inline]
    fn new<A: Mover>(
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
        if V::PLAYERS > 2 && (!reach.outlasts_a_move() || generator.may_take_in_passing()) {
            return None;
        }
        let guard = Guard::new(&generator, movers);
        let flights = Flights::new(&generator, movers);
        Some(Self { generator, reach, guard, flights })
    }
}

/// A man that moves.
#[derive(Clone, Copy)]
struct Man {
    piece: Piece,
    from: Cell,
}

impl Man {
    /// Where such a man stands when it attacks `cell`.
    #[inline]
    fn attackers<V: Variant>(self, cell: Cell, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen | Role::Rook | Role::Bishop => slides::<V>(self.piece.role, cell, occupied),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => pawn_attackers::<V>(self.piece.seat, CellSet::of(cell)),
        }
    }

    /// What such a man attacks from `cell`.
    #[inline]
    fn attacks<V: Variant>(self, cell: Cell, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::Pawn => pawn_attacks::<V>(self.piece.seat, CellSet::of(cell)),
            _ => self.attackers::<V>(cell, occupied),
        }
    }

    /// Whether such a man on its cell is in line with one of `cells`; always, if it is no slider.
    #[inline]
    fn is_in_line<V: Variant>(self, cells: CellSet<V::Geometry>) -> bool {
        match self.piece.role {
            Role::Queen => {
                (V::Geometry::edge_lines(self.from) | V::Geometry::vertex_lines(self.from)).meets(cells)
            }
            Role::Rook => V::Geometry::edge_lines(self.from).meets(cells),
            Role::Bishop => V::Geometry::vertex_lines(self.from).meets(cells),
            Role::King | Role::Knight | Role::Pawn => true,
        }
    }
}
