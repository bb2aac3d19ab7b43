//! The macro that declares a game by a table.

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
/// All of them, in this order; those of games with castling or other pawns are below.
///
/// | field | says |
/// |---|---|
/// | `name` | how the game is called on command lines and in files: lower case, no blanks |
/// | `title` | how it is called in print |
/// | `board` | the board: [`Hexagon91`] or another of [`geometry`](crate::geometry), or one of your own made by [`board!`](crate::board) |
/// | `players` | their number, 2, 3 or 6, and their letters in turn order. In games for two the pieces of the first are upper case in FEN, the other's lower case; in others a piece has its owner's letter |
/// | `seating` | how the other arrays follow from the drawn one, by [`Seating`]: `Mirrored`, top and bottom change places, for two players only, or `Turned` |
/// | `pawns_take` | where pawns take, by [`PawnTakes`]: `Orthogonally`, at ten and two o'clock, or `Diagonally`, at eleven and one |
/// | `promotions` | what a pawn becomes where its file ends, in the order in which the moves are listed |
/// | `stalemate` | what it is worth, by [`StalemateScore`]: `Draw` or `ThreeQuarters` |
/// | `array` | a drawing of the first player's pieces, who sits at the bottom |
///
/// The drawing has one character for each cell, line by line from the top;
/// blanks and line ends mean nothing, so that it can have the shape of the board:
///
/// | character | cell |
/// |---|---|
/// | `K` `Q` `R` `B` `N` | king, queen, rook, bishop, knight |
/// | `P` | a pawn, and a cell from which this player's pawns may step twice |
/// | `p` | a pawn, and no such cell |
/// | `T` | a pawn, and a cell from which they may step three times |
/// | `.` | empty |
///
/// # Castling, and pawns that do more
///
/// Such a table has `pawns`, a [`PawnRule`], in the place of `pawns_take`, and `castling` before `array`.
/// Each way to castle is a text of the first player: the wing's letter in a FEN, how the move is written,
/// the king's way and the rook's, `"K 0-0 f1h1 i1g1"`. The cells between king and rook must be empty, and
/// no cell that the king crosses or reaches may be attacked.
///
/// `docs/library.md` declares a game of one's own.
///
/// # What a table cannot express
///
/// * Other pieces, or pieces that move otherwise.
/// * Pawns that step further than three cells, a long step from cells that no pawn begins on,
///   another rule for en passant.
/// * Promotion anywhere but on the last cell of a file, or one that may be declined.
/// * Arrays that are neither mirrored nor turned copies of each other, or that
///   the players choose themselves.
///
/// [`Hexagon91`]: crate::geometry::Hexagon91
/// [`PawnRule`]: crate::rules::PawnRule
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
        $(pawns_take: $takes:ident,)?
        $(pawns: $pawns:expr,)?
        promotions: [$($role:ident),* $(,)?],
        stalemate: $stalemate:ident,
        $(castling: [$($castling:literal),* $(,)?],)?
        array: $drawing:literal $(,)?
    }) => {
        $crate::variant! {
            $(#[$doc])* $name {
                board: $board,
                players: $players $letters,
                seating: $seating,
                pawns: $($crate::rules::PawnRule::straight($crate::rules::PawnTakes::$takes))? $($pawns)?,
                promotions: [$($role),*],
                stalemate: $stalemate,
                castling: [$($($castling),*)?],
                tables: Only [ { name: $text, title: $title, array: $drawing } ]
            }
        }
    };
    ($(#[$doc:meta])* $name:ident {
        board: $board:ty,
        players: $players:literal $letters:literal,
        seating: $seating:ident,
        pawns: $pawns:expr,
        promotions: [$($role:ident),* $(,)?],
        stalemate: $stalemate:ident,
        castling: [$($castling:literal),*],
        tables: $choice:ident [$({ name: $text:literal, title: $title:literal, array: $drawing:literal $(,)? }),+ $(,)?] $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;

        const _: () = $crate::rules::assert_sound(<$name as $crate::rules::Variant>::TABLES);

        const _: () = {
            use $crate::geometry::{CellSet, Geometry, Shape};
            use $crate::rules::{Array, Castling, PerPlayer, Player, Role, Seating, VariantTable, Value, Variant};

            const SHAPE: Shape = <$board as Geometry>::SHAPE;
            const SEATING: Seating = Seating::$seating;
            const PROMOTIONS: &[Role] = &[$(Role::$role),*];
            const CASTLING: &[&str] = &[$($castling),*];

            /// By seat.
            static CASTLINGS: [[Castling; CASTLING.len()]; $players] =
                Castling::all(SHAPE, SEATING, [$($castling),*]);

            const FAMILY: VariantTable = VariantTable {
                name: "",
                title: "",
                shape: SHAPE,
                players: $players,
                letters: $letters,
                seating: SEATING,
                pawns: $pawns,
                promotions: PROMOTIONS,
                stalemate: $crate::rules::StalemateScore::$stalemate,
                castlings: if CASTLING.is_empty() { &[] } else { &[&CASTLINGS[0], &CASTLINGS[$players - 1]] },
                array: Array::EMPTY,
            };
            const TABLES: &[VariantTable] = &[$(VariantTable {
                name: $text,
                title: $title,
                array: Array::drawn($drawing, SHAPE),
                ..FAMILY
            }),+];

            /// By table and seat, the cells from which pawns may take this many steps at once.
            const fn step_cells(steps: u8) -> [[CellSet<$board>; $players]; TABLES.len()] {
                let mut cells = [[CellSet::EMPTY; $players]; TABLES.len()];
                let mut table = 0;
                while table < TABLES.len() {
                    let pieces = TABLES[table].array.pieces();
                    let mut seat = 0;
                    while seat < $players {
                        let player = Player::new(seat as u8);
                        let mut piece = 0;
                        while piece < pieces.len() {
                            if pieces[piece].steps >= steps {
                                let hex = SEATING.place(SHAPE, pieces[piece].hex, player, $players);
                                cells[table][seat] = <$board>::with(cells[table][seat], hex);
                            }
                            piece += 1;
                        }
                        seat += 1;
                    }
                    table += 1;
                }
                cells
            }

            static DOUBLE_STEPS: [[CellSet<$board>; $players]; TABLES.len()] = step_cells(2);
            static TRIPLE_STEPS: [[CellSet<$board>; $players]; TABLES.len()] = step_cells(3);

            impl Variant for $name {
                type Geometry = $board;
                type ByPlayer<T: Value> = PerPlayer<T, $players>;
                type ByFormerSeat<T: Value> = PerPlayer<T, { if $players > 2 { $players } else { 0 } }>;
                type Wings = $crate::variant!(@wings $($castling)*);
                type Choice = $crate::rules::$choice;
                const TABLES: &'static [VariantTable] = TABLES;
                const PLAYERS: u8 = $players;
                const SEATING: Seating = SEATING;
                const PAWNS: $crate::rules::PawnRule = $pawns;
                const LONGEST_STEP: u8 = VariantTable::longest_step(TABLES);
                const CASTLES: bool = !CASTLING.is_empty();
                const PROMOTIONS: &'static [Role] = PROMOTIONS;

                #[inline]
                fn double_step_cells(choice: $crate::rules::$choice, seat: Player) -> CellSet<$board> {
                    DOUBLE_STEPS[$crate::rules::Choice::number(choice)][seat.index()]
                }

                #[inline]
                fn triple_step_cells(choice: $crate::rules::$choice, seat: Player) -> CellSet<$board> {
                    TRIPLE_STEPS[$crate::rules::Choice::number(choice)][seat.index()]
                }

                #[inline]
                fn first_takers(seat: Player) -> CellSet<$board> {
                    match Self::PAWNS.takes_ahead_at_first {
                        true => DOUBLE_STEPS[0][seat.index()],
                        false => CellSet::EMPTY,
                    }
                }

                #[inline]
                fn castlings(seat: Player) -> &'static [Castling] {
                    &CASTLINGS[seat.index()]
                }
            }
        };
    };
    (@wings) => { $crate::rules::NoWings };
    (@wings $($castling:literal)+) => { $crate::rules::Wings };
}

pub(super) use variant;
