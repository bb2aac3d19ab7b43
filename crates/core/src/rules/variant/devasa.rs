//! The table of de Vasa's game.
//!
//! Source: chessvariants.com and the encyclopedia article on hexagonal chess. Helge E. de Vasa, 1953.

use super::{PawnRule, PawnTakes, variant};
use crate::geometry::Rhombus81;

variant! {
    /// De Vasa's game: a rhombus of 81 cells with corners up, pawns that step two ways, castling.
    DeVasa {
        name: "devasa",
        title: "de Vasa",
        board: Rhombus81,
        players: 2 "wb",
        seating: Turned,
        pawns: PawnRule::two_ways(PawnTakes::Diagonally),
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: Draw,
        castling: ["K 0-0 f1h1 i1g1", "Q 0-0-0 f1c1 a1d1"],
        array: "
            . . . . . . . . .
             . . . . . . . . .
              . . . . . . . . .
               . . . . . . . . .
                . . . . . . . . .
                 . . . . . . . . .
                  P P P P P P P P P
                   . . . . . . . . .
                    R N B Q B K B N R
        ",
    }
}
