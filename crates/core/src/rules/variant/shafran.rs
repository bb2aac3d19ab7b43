//! The table of Shafran's game.
//!
//! Source: chessvariants.com and the encyclopedia article on hexagonal chess. Isaak Shafran, 1939.

use super::{PawnRule, PawnTakes, variant};
use crate::geometry::Shafran70;

variant! {
    /// Shafran's game: 70 cells, pawns that go as far as the middle, castling on either wing, short or long.
    Shafran {
        name: "shafran",
        title: "Shafran",
        board: Shafran70,
        players: 2 "wb",
        seating: Turned,
        pawns: PawnRule::straight(PawnTakes::Diagonally),
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: Draw,
        castling: [
            "Q Q-0-0 e1c1 a1d1",
            "Q Q-0-0-0 e1b1 a1c1",
            "B B-0-0 e1g3 i5f2",
            "B B-0-0-0 e1h4 i5g3",
        ],
        array: "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            p   .   .   .   p
              P   .   .   P
            R   P   .   P   R
              N   T   T   B
                B   T   N
                  Q   B
                    K
        ",
    }
}
