//! The table of McCooey's game.
//!
//! Source: chessvariants.com/hexagonal.dir/hexchess2.html. Files are lettered
//! as in Gliński's game, without j.

use super::variant;
use crate::geometry::Hexagon91;

variant! {
    /// McCooey's game: diagonal pawn captures, no double step for the f-pawns.
    McCooey {
        name: "mccooey",
        title: "McCooey",
        board: Hexagon91,
        players: 2 "wb",
        seating: Mirrored,
        pawns_take: Diagonally,
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: Draw,
        array: "
                      .
                    .   .
                  .   .   .
                .   .   .   .
              .   .   .   .   .
            .   .   .   .   .   .
              .   .   .   .   .
            .   .   .   .   .   .
              .   .   .   .   .
            .   .   .   .   .   .
              .   .   .   .   .
            .   .   .   .   .   .
              .   .   .   .   .
            .   .   .   .   .   .
              .   .   p   .   .
            .   .   P   P   .   .
              .   P   B   P   .
                P   N   N   P
                  R   B   R
                    Q   K
                      B
        ",
    }
}
