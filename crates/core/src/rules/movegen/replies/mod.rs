//! Two plies counted at once: all replies to all moves, most of them without making a move.
//!
//! A move changes little of what the other player can do. So those moves are
//! counted once, as if it were their turn, and each move of ours adds what it
//! changes of that number:
//!
//! * what a piece's arrival on a cell takes from sliders and pawns and gives to those
//!   who can take it there, from one table for all moves ([`reach`]);
//! * what its departure opens, once for each piece ([`vacate`]);
//! * where the king can go ([`flights`]);
//! * what a piece loses that is pinned now ([`pins`]); a check is answered by its
//!   own count ([`checks`]).
//!
//! Sums over all goals of a piece are counts of bits in sets. What fits into none of
//! this is made and counted by itself: promotions, en passant, pinning and
//! pinned pieces that go, batteries that fire ([`guard`] says which). Of the moves from
//! the start of Glinski's game to depth 5 that is one in a hundred and fifty.
//!
//! The order in which the replies would be listed does not matter here, and neither
//! do counters and keys. `tests/it/properties.rs` compares the sum with the count one
//! by one in random positions of every game.

mod checks;
mod flights;
mod guard;
mod moving;
mod opponent;
mod pins;
mod reach;
mod sum;
mod tally;
mod vacate;

use super::{First, Generator, Mover, Second};
use crate::rules::{Player, Position, Variant};
use opponent::Replies;
use sum::Sum;

impl<V: Variant> Position<V> {
    /// Number of all replies to all legal moves: [`perft`](crate::perft::perft) to depth 2.
    ///
    /// Costs a few times as much as [`Position::count_moves`], and not a count for each move.
    pub fn count_replies(&self) -> u64 {
        if const { !V::IS_PLAIN } {
            self.legal_moves().map(|m| self.after_move(m).count_moves()).sum()
        } else if const { V::PLAYERS > 2 } {
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
        None => position.legal_moves().map(|m| position.after_move(m).count_moves()).sum(),
    }
}
