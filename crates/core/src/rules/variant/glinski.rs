//! The table of Gliński's game.
//!
//! Sources: Gliński, *First Theories of Hexagonal Chess*, 1974, as given on
//! chessvariants.com and in the user's rule sheets.

use super::variant;
use crate::geometry::Hexagon91;

variant! {
    /// Gliński's game: Władysław Gliński's hexagonal chess of 1936.
    Glinski {
        name: "glinski",
        title: "Gliński",
        board: Hexagon91,
        players: 2 "wb",
        seating: Mirrored,
        pawns_take: Orthogonally,
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: ThreeQuarters,
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
              .   .   P   .   .
            .   .   P   P   .   .
              .   P   .   P   .
            .   P   .   .   P   .
              P   .   B   .   P
                R   .   .   R
                  N   B   N
                    Q   K
                      B
        ",
    }
}
