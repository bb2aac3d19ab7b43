//! A game that the library does not know, defined by a `variant!` table.

use hexmate_core::geometry::Hexagon91;
use hexmate_position::{Entry, Game};

/// Gliński's game with diagonal pawn captures.
pub const GAME: Game = Game::new(&ENTRY);
static ENTRY: Entry = Entry::of::<GlinskiDiagonal>(0);

hexmate_core::variant! {
    /// Gliński's array with McCooey's captures.
    GlinskiDiagonal {
        name: "glinski-diagonal",
        title: "Gliński with diagonal captures",
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
              .   .   p   .   .
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
