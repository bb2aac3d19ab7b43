//! The tables of Echex, for three and for six players.
//!
//! Source: the author's page on Echex, after Kennedy's Chexs and McCooey's
//! array. It gives every player 18 pieces without saying where the last two pawns
//! are: this project puts them on the front bishop's two forward diagonals.
//! The author's other page gives 16 pieces; those games are tables of their own.

use super::{PawnRule, PawnTakes, variant};
use crate::geometry::{Hexagon91, Hexagon217};

variant! {
    /// Echex for three players, with 18 or 16 pieces each.
    Echex3 {
        board: Hexagon91,
        players: 3 "wrb",
        seating: Turned,
        pawns: PawnRule::straight(PawnTakes::Orthogonally),
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: ThreeQuarters,
        castling: [],
        tables: Numbered [
            {
                name: "echex3",
                title: "Echex for three",
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
            .   .   P   P   .   .
              .   .   P   .   .
            .   .   P   P   .   .
              .   P   B   P   .
                P   N   N   P
                  R   B   R
                    Q   K
                      B
        ",
            },
            {
                name: "echex3-16",
                title: "Echex for three, 16 pieces",
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
              .   .   P   .   .
            .   .   P   P   .   .
              .   P   B   P   .
                P   N   N   P
                  R   B   R
                    Q   K
                      B
        ",
            },
        ],
    }
}

variant! {
    /// Echex for six players, with 18 or 16 pieces each.
    Echex6 {
        board: Hexagon217,
        players: 6 "wrobgy",
        seating: Turned,
        pawns: PawnRule::straight(PawnTakes::Orthogonally),
        promotions: [Queen, Rook, Bishop, Knight],
        stalemate: ThreeQuarters,
        castling: [],
        tables: Numbered [
            {
                name: "echex6",
                title: "Echex for six",
                array: "
                            .
                          .   .
                        .   .   .
                      .   .   .   .
                    .   .   .   .   .
                  .   .   .   .   .   .
                .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   P   P   .   .   .
                .   .   .   P   .   .   .
                  .   .   P   P   .   .
                    .   P   B   P   .
                      P   N   N   P
                        R   B   R
                          Q   K
                            B
        ",
            },
            {
                name: "echex6-16",
                title: "Echex for six, 16 pieces",
                array: "
                            .
                          .   .
                        .   .   .
                      .   .   .   .
                    .   .   .   .   .
                  .   .   .   .   .   .
                .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
            .   .   .   .   .   .   .   .   .
              .   .   .   .   .   .   .   .
                .   .   .   P   .   .   .
                  .   .   P   P   .   .
                    .   P   B   P   .
                      P   N   N   P
                        R   B   R
                          Q   K
                            B
        ",
            },
        ],
    }
}
