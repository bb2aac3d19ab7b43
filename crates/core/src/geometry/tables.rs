//! The macro that builds a board and its tables at compile time.

/// Declares a board: a type that implements [`Geometry`](crate::geometry::Geometry), with tables that the compiler makes.
///
/// Either a hexagon of some radius about its middle cell, or any board that is drawn. The word
/// must have room for all cells and, for each file, the ranks that others have and it has not.
///
/// `docs/library.md` declares one of nine files and seven ranks with corners up, and a game on it.
#[macro_export]
macro_rules! board {
    ($(#[$doc:meta])* $name:ident { radius: $radius:literal, bits: $bits:ident $(,)? }) => {
        $crate::board!(@tables $(#[$doc])* $name, $bits, $crate::geometry::Shape::hexagon($radius));
    };
    ($(#[$doc:meta])* $name:ident {
        orientation: $orientation:ident, bits: $bits:ident, drawing: $drawing:literal $(,)?
    }) => {
        $crate::board!(@tables $(#[$doc])* $name, $bits, {
            static PLAN: $crate::geometry::Plan =
                $crate::geometry::Plan::drawn($drawing, $crate::geometry::Orientation::$orientation);
            $crate::geometry::Shape::planned(&PLAN)
        });
    };
    // A loop over numbers from 0 in a constant, where there is no `for`; over pairs, if two are named.
    (@each $number:ident < $end:expr, $($inner:ident < $last:expr),+ => $body:block) => {
        $crate::board!(@each $number < $end => { $crate::board!(@each $($inner < $last),+ => $body); })
    };
    (@each $number:ident < $end:expr => $body:block) => {
        let mut $number = 0;
        while $number < $end {
            $body
            $number += 1;
        }
    };
    (@tables $(#[$doc:meta])* $name:ident, $bits:ident, $shape:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name;

        const _: () = {
            use $crate::geometry::{$bits as Word, Bits as _, Cell, CellSet, Direction, Geometry, Hex, NOWHERE, Shape, leap};

            const BOARD: Shape = $shape;
            const SLOTS: usize = BOARD.slots();
            const NO_DIRECTION: u8 = 12;

            static HEXES: [Hex; SLOTS] = {
                let mut hexes = [Hex::CENTRE; SLOTS];
                $crate::board!(@each index < SLOTS => {
                    if let Some(hex) = BOARD.hex_at(index) {
                        hexes[index] = hex;
                    }
                });
                hexes
            };

            const ALL: Word = {
                let mut all = Word::NONE;
                $crate::board!(@each index < SLOTS => {
                    if BOARD.hex_at(index).is_some() {
                        all = all.with(index);
                    }
                });
                all
            };

            static NEIGHBOURS: [[u16; 12]; SLOTS] = {
                let mut neighbours = [[NOWHERE; 12]; SLOTS];
                $crate::board!(@each index < SLOTS, hour < 12 => {
                    if let Some(next) = BOARD.beyond(index, Direction::ALL[hour].vector()) {
                        neighbours[index][hour] = next;
                    }
                });
                neighbours
            };

            static RIMS: [Word; 12] = {
                let mut rims = [Word::NONE; 12];
                $crate::board!(@each hour < 12, index < SLOTS => {
                    if ALL.has(index) && NEIGHBOURS[index][hour] == NOWHERE {
                        rims[hour] = rims[hour].with(index);
                    }
                });
                rims
            };

            static RAYS: [[Word; 12]; SLOTS] = {
                let mut rays = [[Word::NONE; 12]; SLOTS];
                $crate::board!(@each index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        rays[index][hour] = rays[index][hour].with(next as usize);
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                rays
            };

            /// Numbers of the cells by the letter of the file and the number of the rank.
            static NAMED: [[u16; 32]; 26] = {
                let mut named = [[NOWHERE; 32]; 26];
                $crate::board!(@each file < 26, rank < 32 => {
                    if let Some(q) = BOARD.file_column(b'a' + file as u8)
                        && let Some(hex) = BOARD.at(q, rank as u8)
                        && BOARD.has(hex)
                    {
                        named[file][rank] = BOARD.index(hex);
                    }
                });
                named
            };

            static DIRECTIONS: [[u8; SLOTS]; SLOTS] = {
                let mut directions = [[NO_DIRECTION; SLOTS]; SLOTS];
                $crate::board!(@each index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        directions[index][next as usize] = hour as u8;
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                directions
            };

            static ADJACENT: [Word; SLOTS] = {
                let mut adjacent = [Word::NONE; SLOTS];
                $crate::board!(@each index < SLOTS, hour < 12 => {
                    if NEIGHBOURS[index][hour] != NOWHERE {
                        adjacent[index] = adjacent[index].with(NEIGHBOURS[index][hour] as usize);
                    }
                });
                adjacent
            };

            static LEAPS: [Word; SLOTS] = {
                let mut leaps = [Word::NONE; SLOTS];
                $crate::board!(@each index < SLOTS, which < 12 => {
                    if let Some(to) = BOARD.beyond(index, leap(which)) {
                        leaps[index] = leaps[index].with(to as usize);
                    }
                });
                leaps
            };

            const STRIDES: [i16; 12] = {
                let mut strides = [0; 12];
                $crate::board!(@each hour < 12 => {
                    strides[hour] = BOARD.stride(Direction::ALL[hour]);
                });
                strides
            };

            impl $name {
                /// Returns a set and one more cell; for building tables in constants.
                ///
                /// # Panics
                ///
                /// If there is no such cell.
                pub const fn with(set: CellSet<Self>, hex: Hex) -> CellSet<Self> {
                    assert!(BOARD.has(hex), "no such cell");
                    CellSet::from_bits(set.bits().with(BOARD.index(hex) as usize))
                }
            }

            static LINES: [[Word; 2]; SLOTS] = {
                let mut lines = [[Word::NONE; 2]; SLOTS];
                $crate::board!(@each index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        lines[index][hour % 2] = lines[index][hour % 2].with(next as usize);
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                lines
            };

            impl Geometry for $name {
                type Bits = Word;
                const SHAPE: Shape = BOARD;
                const SLOTS: usize = SLOTS;

                #[inline]
                fn all() -> CellSet<Self> {
                    CellSet::from_bits(ALL)
                }
                #[inline]
                fn hex(cell: Cell) -> Hex {
                    HEXES[cell.index()]
                }
                #[inline]
                fn named(file: u8, rank: u8) -> Option<Cell> {
                    let cell = *NAMED.get(usize::from(file.wrapping_sub(b'a')))?.get(usize::from(rank))?;
                    (cell != NOWHERE).then(|| Cell::from_index(cell))
                }
                #[inline]
                fn neighbour(cell: Cell, direction: Direction) -> u16 {
                    NEIGHBOURS[cell.index()][direction as usize]
                }
                #[inline]
                fn rim(direction: Direction) -> CellSet<Self> {
                    CellSet::from_bits(RIMS[direction as usize])
                }
                #[inline]
                fn shift(set: CellSet<Self>, direction: Direction) -> CellSet<Self> {
                    let staying = set - Self::rim(direction);
                    CellSet::from_bits(match STRIDES[direction as usize] {
                        stride @ 0.. => staying.bits().up(stride as u32),
                        stride => staying.bits().down(-stride as u32),
                    })
                }
                #[inline]
                fn ray(from: Cell, direction: Direction) -> CellSet<Self> {
                    CellSet::from_bits(RAYS[from.index()][direction as usize])
                }
                #[inline]
                fn edge_lines(cell: Cell) -> CellSet<Self> {
                    CellSet::from_bits(LINES[cell.index()][0])
                }
                #[inline]
                fn vertex_lines(cell: Cell) -> CellSet<Self> {
                    CellSet::from_bits(LINES[cell.index()][1])
                }
                #[inline]
                fn direction(from: Cell, to: Cell) -> Option<Direction> {
                    Direction::ALL.get(DIRECTIONS[from.index()][to.index()] as usize).copied()
                }
                #[inline]
                fn adjacent(cell: Cell) -> CellSet<Self> {
                    CellSet::from_bits(ADJACENT[cell.index()])
                }
                #[inline]
                fn leaps(cell: Cell) -> CellSet<Self> {
                    CellSet::from_bits(LEAPS[cell.index()])
                }
            }
        };
    };
}
