//! The table of Brusky's game.
//!
//! Source: chessvariants.com and the encyclopedia article on hexagonal chess. Yakov Brusky, 1966.

use super::{PawnRule, PawnTakes, variant};
use crate::geometry::Brusky84;

variant! {
    /// Brusky's game: 84 cells with corners up, pawns that step two ways and stop each other, castling.
    Brusky {
        name: "brusky",
        title: "Brusky",
        board: Brusky84,
        players: 2 "wb",
        seating: Turned,
        pawns: PawnRule {
            takes_ahead_at_first: true,
            is_stopped_by_enemy_ahead: true,
            ..PawnRule::two_ways(PawnTakes::Diagonally)
        },
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: Draw,
        castling: ["K 0-0 f1h1 i1g1", "Q 0-0-0 f1c1 a1d1"],
        array: "
               . . . . . . . . .
              . . . . . . . . . .
             . . . . . . . . . . .
            . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               P P P P P P P P P P
                R N B Q B K B N R
        ",
    }
}
