//! The macro that makes a game of its table. Data and what the compiler derives from it; no rules.

/// Declares a game: one table, and the type that it makes.
///
/// The rules, notation, perft, solver and diagrams are written for any
/// [`Variant`](crate::rules::Variant). So a game is a type that implements that
/// trait, and this macro makes one from a table: in this crate, where every game
/// is such a table, and in any other. What follows from the table is worked out
/// by the compiler; a table that makes no sense does not compile.
///
/// # The fields
///
/// All of them, in this order.
///
/// | field | says |
/// |---|---|
/// | `name` | how the game is called on command lines and in files: lower case, no blanks |
/// | `title` | how it is called in print |
/// | `board` | the board: [`Hexagon37`], [`Hexagon91`] or [`Hexagon217`] |
/// | `players` | their number, 2, 3 or 6, and their letters in turn order. In games for two the men of the first are upper case in FEN, the other's lower case; in others a man has its owner's letter |
/// | `seating` | how the other arrays follow from the drawn one, by [`Seating`]: `Mirrored`, top and bottom change places, for two players only, or `Turned` |
/// | `pawns_take` | where pawns take, by [`PawnTakes`]: `Orthogonally`, at ten and two o'clock, or `Diagonally`, at eleven and one |
/// | `promotions` | what a pawn becomes where its file ends, in the order in which the moves are listed |
/// | `stalemate` | what it is worth, by [`StalemateScore`]: `Draw` or `ThreeQuarters` |
/// | `array` | a drawing of the first player's men, who sits at the bottom |
///
/// The drawing has one character for each cell, line by line from the top;
/// blanks and line ends mean nothing, so that it can have the shape of the board:
///
/// | character | cell |
/// |---|---|
/// | `K` `Q` `R` `B` `N` | king, queen, rook, bishop, knight |
/// | `P` | a pawn, and a cell from which this player's pawns may step twice |
/// | `p` | a pawn, and no such cell |
/// | `.` | empty |
///
/// # An eighth game
///
/// An example, and no game that anybody is known to have played: Glinski's array
/// with McCooey's captures. The f-pawns, drawn as `p`, never step twice.
///
/// ```
/// use hexmate::game::{Entry, Game, Position};
/// use hexmate::geometry::Hexagon91;
/// use hexmate::notation::Uci;
/// use hexmate::rules::{Move, Role};
///
/// hexmate::variant! {
///     /// Glinski's array with McCooey's captures.
///     GlinskiDiagonal {
///         name: "glinski-diagonal",
///         title: "Glinski with diagonal captures",
///         board: Hexagon91,
///         players: 2 "wb",
///         seating: Mirrored,
///         pawns_take: Diagonally,
///         promotions: [Queen, Rook, Bishop, Knight],
///         stalemate: Draw,
///         array: "
///                       .
///                     .   .
///                   .   .   .
///                 .   .   .   .
///               .   .   .   .   .
///             .   .   .   .   .   .
///               .   .   .   .   .
///             .   .   .   .   .   .
///               .   .   .   .   .
///             .   .   .   .   .   .
///               .   .   .   .   .
///             .   .   .   .   .   .
///               .   .   p   .   .
///             .   .   P   P   .   .
///               .   P   .   P   .
///             .   P   .   .   P   .
///               P   .   B   .   P
///                 R   .   .   R
///                   N   B   N
///                     Q   K
///                       B
///         ",
///     }
/// }
///
/// static ENTRY: Entry = Entry::of::<GlinskiDiagonal>(0);
/// let game = Game::new(&ENTRY);
///
/// // King: g2 h2. Queen: e2 e3, and d2 c3 b4 a5. A rook: d2 e3 f4, the other likewise.
/// // Bishops: two moves from f1, eight from f2, two from f3. Each knight has four.
/// // Eight pawns can step once or twice, the one on f5 once.
/// let start = Position::start(game);
/// let role = |m: &Move| start.piece(m.from).map(|piece| piece.role);
/// let count = |wanted| start.legal_moves().filter(|m| role(m) == Some(wanted)).count();
/// assert_eq!(Role::ALL.map(count), [2, 2 + 4, 3 + 3, 2 + 8 + 2, 4 + 4, 8 * 2 + 1]);
/// assert_eq!(start.perft(1), 2 + 6 + 6 + 12 + 8 + 17);
///
/// // On f6 the pawn stands before Black's on f7, which loses its only step, and
/// // in reach of those on e7 and g7, which take it over the vertices between.
/// let m = Uci::parse(game.shape, b"f5f6").ok_or("no move")?;
/// let next = start.play(m)?;
/// let takers = ["e7f6", "g7f6"].map(|text| Uci::parse(game.shape, text.as_bytes()));
/// assert!(takers.into_iter().flatten().all(|taker| next.is_legal(taker) && next.is_capture(taker)));
/// assert_eq!(next.count_moves(), 51 - 1 + 2);
///
/// // 2601 would be 51 answers to each of 51 moves.
/// assert_eq!(start.perft(2), 2595);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All else works for the game as for those of this crate: FEN and moves of its
/// positions, solving, validating, diagrams. The program offers a game once it is in
/// the list in `src/game/list.rs`.
///
/// # What a table cannot express
///
/// * A board that is no regular hexagon of radius 3, 5 or 8.
/// * Other men, or men that move otherwise; castling.
/// * Pawns that step three cells or that take in more than two directions, a
///   double step from cells that no pawn begins on, another rule for en passant.
/// * Promotion anywhere but on the last cell of a file, or one that may be declined.
/// * Arrays that are neither mirrored nor turned copies of each other, or that
///   the players choose themselves.
///
/// So Shafran's game of 1939 is no such table: its board has 70 cells and sides
/// of five and six, its pawns may go to the middle of the board in one move, up
/// to three cells, and its kings castle. It needs another board in `geometry`,
/// and those two rules in the generator of moves.
///
/// [`Hexagon37`]: crate::geometry::Hexagon37
/// [`Hexagon91`]: crate::geometry::Hexagon91
/// [`Hexagon217`]: crate::geometry::Hexagon217
/// [`PawnTakes`]: crate::rules::PawnTakes
/// [`Seating`]: crate::rules::Seating
/// [`StalemateScore`]: crate::rules::StalemateScore
#[macro_export]
macro_rules! variant {
    ($(#[$doc:meta])* $name:ident {
        name: $text:literal,
        title: $title:literal,
        board: $board:ty,
        players: $players:literal $letters:literal,
        seating: $seating:ident,
        pawns_take: $takes:ident,
        promotions: [$($role:ident),* $(,)?],
        stalemate: $stalemate:ident,
        array: $drawing:literal $(,)?
    }) => {
        $crate::variant! {
            $(#[$doc])* $name {
                board: $board,
                players: $players $letters,
                seating: $seating,
                pawns_take: $takes,
                promotions: [$($role),*],
                stalemate: $stalemate,
                tables: Only [ { name: $text, title: $title, array: $drawing } ]
            }
        }
    };
    ($(#[$doc:meta])* $name:ident {
        board: $board:ty,
        players: $players:literal $letters:literal,
        seating: $seating:ident,
        pawns_take: $takes:ident,
        promotions: [$($role:ident),* $(,)?],
        stalemate: $stalemate:ident,
        tables: $choice:ident [$({ name: $text:literal, title: $title:literal, array: $drawing:literal $(,)? }),+ $(,)?] $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;

        const _: () = $crate::rules::assert_sound(<$name as $crate::rules::Variant>::TABLES);

        const _: () = {
            const SHAPE: $crate::geometry::Shape = <$board as $crate::geometry::Geometry>::SHAPE;
            const SEATING: $crate::rules::Seating = $crate::rules::Seating::$seating;
            const PAWN_TAKES: $crate::rules::PawnTakes = $crate::rules::PawnTakes::$takes;
            const PROMOTIONS: &[$crate::rules::Role] = &[$($crate::rules::Role::$role),*];
            const FAMILY: $crate::rules::Table = $crate::rules::Table {
                name: "",
                title: "",
                shape: SHAPE,
                players: $players,
                letters: $letters,
                seating: SEATING,
                pawn_takes: PAWN_TAKES,
                promotions: PROMOTIONS,
                stalemate: $crate::rules::StalemateScore::$stalemate,
                array: $crate::rules::Array::EMPTY,
            };
            const TABLES: &[$crate::rules::Table] = &[$($crate::rules::Table {
                name: $text,
                title: $title,
                array: $crate::rules::Array::drawn($drawing, SHAPE.radius()),
                ..FAMILY
            }),+];

            /// By table and seat, the cells of the pawns that may step twice.
            static DOUBLE_STEPS: [[$crate::geometry::CellSet<$board>; $players]; TABLES.len()] = {
                let mut cells = [[$crate::geometry::CellSet::EMPTY; $players]; TABLES.len()];
                let mut table = 0;
                while table < TABLES.len() {
                    let men = TABLES[table].array.pieces();
                    let mut seat = 0;
                    while seat < $players {
                        let player = $crate::rules::Player::new(seat as u8);
                        let mut man = 0;
                        while man < men.len() {
                            if men[man].steps_twice {
                                let hex = SEATING.place(men[man].hex, player, $players);
                                cells[table][seat] = <$board>::with(cells[table][seat], hex);
                            }
                            man += 1;
                        }
                        seat += 1;
                    }
                    table += 1;
                }
                cells
            };

            impl $crate::rules::Variant for $name {
                type Geometry = $board;
                type ByPlayer<T: $crate::rules::Value> = $crate::rules::PerPlayer<T, $players>;
                type ByFormerSeat<T: $crate::rules::Value> =
                    $crate::rules::PerPlayer<T, { if $players > 2 { $players } else { 0 } }>;
                type Choice = $crate::rules::$choice;
                const TABLES: &'static [$crate::rules::Table] = TABLES;
                const PLAYERS: u8 = $players;
                const SEATING: $crate::rules::Seating = SEATING;
                const PAWN_TAKES: $crate::rules::PawnTakes = PAWN_TAKES;
                const PROMOTIONS: &'static [$crate::rules::Role] = PROMOTIONS;

                #[inline]
                fn double_step_cells(
                    choice: $crate::rules::$choice,
                    seat: $crate::rules::Player,
                ) -> $crate::geometry::CellSet<$board> {
                    DOUBLE_STEPS[$crate::rules::Choice::number(choice)][seat.index()]
                }
            }
        };
    };
}

pub(super) use variant;

use super::{Array, Seating, Table};
use crate::geometry::Direction;
use crate::rules::{Player, Role};

/// Checks the table of a game; called by [`variant!`](crate::variant) while compiling.
///
/// # Panics
///
/// If the table makes no sense: another number of players than 2, 3 or 6, letters
/// that are not one for each player in lower case, more than two seated as in a
/// mirror, no promotion or one to a king or pawn, no king or several, men of two
/// players on one cell, a pawn without a cell before it.
pub const fn assert_sound(tables: &[Table]) {
    let mut number = 0;
    while number < tables.len() {
        let table = &tables[number];
        assert_players(table.players, table.letters.as_bytes(), table.seating);
        assert_promotions(table.promotions);
        assert_array(&table.array, table.shape.radius());
        assert_seats(&table.array, table.seating, table.players);
        number += 1;
    }
}

const fn assert_players(players: u8, letters: &[u8], seating: Seating) {
    assert!(matches!(players, 2 | 3 | 6), "a game has 2, 3 or 6 players");
    assert!(letters.len() == players as usize, "each player has one letter");
    let mut number = 0;
    while number < letters.len() {
        assert!(letters[number].is_ascii_lowercase(), "a player's letter is in lower case");
        let mut earlier = 0;
        while earlier < number {
            assert!(letters[earlier] != letters[number], "two players have the same letter");
            earlier += 1;
        }
        number += 1;
    }
    assert!(players == 2 || matches!(seating, Seating::Turned), "only two can be mirrored");
}

const fn assert_promotions(promotions: &[Role]) {
    assert!(!promotions.is_empty(), "a pawn must become something");
    let mut number = 0;
    while number < promotions.len() {
        let role = promotions[number];
        assert!(!matches!(role, Role::King | Role::Pawn), "no pawn becomes a king or a pawn");
        let mut earlier = 0;
        while earlier < number {
            assert!(promotions[earlier] as u8 != role as u8, "a promotion is listed twice");
            earlier += 1;
        }
        number += 1;
    }
}

const fn assert_array(array: &Array, radius: i8) {
    let men = array.pieces();
    let mut kings = 0;
    let mut number = 0;
    while number < men.len() {
        match men[number].role {
            Role::King => kings += 1,
            Role::Pawn => {
                let ahead = men[number].hex.plus(Direction::N.vector());
                assert!(ahead.length() <= radius, "a pawn has no cell before it");
            }
            _ => {}
        }
        number += 1;
    }
    assert!(kings == 1, "an array has one king");
}

/// Compares every seat with the first: two others are as far apart as one is from it.
const fn assert_seats(array: &Array, seating: Seating, players: u8) {
    let men = array.pieces();
    let mut seat = 1;
    while seat < players {
        let mut number = 0;
        while number < men.len() {
            let hex = seating.place(men[number].hex, Player::new(seat), players);
            let mut first = 0;
            while first < men.len() {
                let apart = hex.q != men[first].hex.q || hex.r != men[first].hex.r;
                assert!(apart, "men of two players stand on one cell");
                first += 1;
            }
            number += 1;
        }
        seat += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Role::{King, Pawn, Queen, Rook};

    /// A board of seven cells, drawn from the top.
    fn array(drawing: &str) -> Array {
        Array::drawn(drawing, 1)
    }

    #[test]
    fn tables_that_make_sense_are_let_through() {
        assert_players(2, b"wb", Seating::Mirrored);
        assert_players(6, b"wrobgy", Seating::Turned);
        assert_promotions(&[Queen, Rook]);
        let array = array(". .. . pK .");
        assert_array(&array, 1);
        assert_seats(&array, Seating::Turned, 2);
        assert_eq!(array.pieces().len(), 2);
    }

    #[test]
    #[should_panic(expected = "2, 3 or 6")]
    fn four_cannot_play() {
        assert_players(4, b"abcd", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "one letter")]
    fn every_player_needs_a_letter() {
        assert_players(3, b"wb", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "same letter")]
    fn a_letter_has_one_player() {
        assert_players(3, b"wbw", Seating::Turned);
    }

    #[test]
    #[should_panic(expected = "mirrored")]
    fn three_have_no_mirror() {
        assert_players(3, b"wrb", Seating::Mirrored);
    }

    #[test]
    #[should_panic(expected = "king or a pawn")]
    fn no_pawn_becomes_a_king() {
        assert_promotions(&[Queen, King]);
    }

    #[test]
    #[should_panic(expected = "one king")]
    fn an_array_needs_a_king() {
        assert_array(&array(". .. . pp ."), 1);
    }

    #[test]
    #[should_panic(expected = "no cell before it")]
    fn a_pawn_cannot_begin_where_it_ends() {
        assert_array(&array("P .. . .K ."), 1);
    }

    #[test]
    #[should_panic(expected = "one cell")]
    fn a_cell_holds_one_man() {
        let array = array(". P. . .K .");
        assert_eq!(array.count(Pawn), 1);
        assert_seats(&array, Seating::Turned, 2);
    }

    #[test]
    #[should_panic(expected = "fewer cells")]
    fn a_drawing_has_every_cell() {
        array(". .. . .K");
    }

    #[test]
    #[should_panic(expected = "more cells")]
    fn a_drawing_has_no_other_cell() {
        array(". .. . .K . .");
    }

    #[test]
    #[should_panic(expected = "no man")]
    fn a_drawing_has_only_men() {
        array(". .. . .K k");
    }
}
