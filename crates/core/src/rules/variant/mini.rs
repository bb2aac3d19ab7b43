//! The table of Mini Hexchess.
//!
//! Source: the rules page of greenchess.net, Dave McCooey 1997. Black's array
//! is White's turned by 180 degrees.

use super::variant;
use crate::geometry::Hexagon37;

variant! {
    /// Mini Hexchess: 37 cells, no queen, no double step, hence no en passant.
    Mini {
        name: "mini",
        title: "Mini Hexchess",
        board: Hexagon37,
        players: 2 "wb",
        seating: Turned,
        pawns_take: Diagonally,
        promotions: [Rook, Bishop, Knight],
        stalemate: Draw,
        array: "
                  .
                .   .
              .   .   .
            .   .   .   .
              .   .   .
            .   .   .   .
              .   .   .
            .   .   .   .
              .   p   .
            .   p   p   .
              p   K   p
                N   R
                  B
        ",
    }
}
