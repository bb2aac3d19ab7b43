//! The macro that has the compiler build a board's tables. Arithmetic only.

use super::{Direction, Hex};

/// The vector of a leap: two steps across an edge, then one after a turn of 60 degrees.
pub(super) const fn leap(index: usize) -> Hex {
    let ahead = Direction::EDGES[index / 2];
    let aside = if index.is_multiple_of(2) { ahead.turn(2) } else { ahead.turn(10) };
    ahead.vector().plus(ahead.vector()).plus(aside.vector())
}

/// A loop over numbers from 0 in a constant, where there is no `for`; over pairs, if two are named.
macro_rules! each {
    ($number:ident < $end:expr, $($inner:ident < $last:expr),+ => $body:block) => {
        each!($number < $end => { each!($($inner < $last),+ => $body); })
    };
    ($number:ident < $end:expr => $body:block) => {
        let mut $number = 0;
        while $number < $end {
            $body
            $number += 1;
        }
    };
}

/// Declares a board and its tables.
macro_rules! hexagon {
    ($(#[$doc:meta])* $name:ident { radius: $radius:literal, bits: $bits:ident }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name;

        const _: () = {
            use $crate::geometry::tables::{each, leap};

            const BOARD: Shape = Shape::hexagon($radius);
            const SLOTS: usize = BOARD.slots();
            const NO_DIRECTION: u8 = 12;

            static HEXES: [Hex; SLOTS] = {
                let mut hexes = [Hex::CENTRE; SLOTS];
                each!(index < SLOTS => {
                    if let Some(hex) = BOARD.hex_at(index) {
                        hexes[index] = hex;
                    }
                });
                hexes
            };

            const ALL: $bits = {
                let mut all = $bits::NONE;
                each!(index < SLOTS => {
                    if BOARD.hex_at(index).is_some() {
                        all = all.with(index);
                    }
                });
                all
            };

            static NEIGHBOURS: [[u16; 12]; SLOTS] = {
                let mut neighbours = [[NOWHERE; 12]; SLOTS];
                each!(index < SLOTS, hour < 12 => {
                    if let Some(next) = BOARD.beyond(index, Direction::ALL[hour].vector()) {
                        neighbours[index][hour] = next;
                    }
                });
                neighbours
            };

            static RIMS: [$bits; 12] = {
                let mut rims = [$bits::NONE; 12];
                each!(hour < 12, index < SLOTS => {
                    if ALL.has(index) && NEIGHBOURS[index][hour] == NOWHERE {
                        rims[hour] = rims[hour].with(index);
                    }
                });
                rims
            };

            static RAYS: [[$bits; 12]; SLOTS] = {
                let mut rays = [[$bits::NONE; 12]; SLOTS];
                each!(index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        rays[index][hour] = rays[index][hour].with(next as usize);
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                rays
            };

            static DIRECTIONS: [[u8; SLOTS]; SLOTS] = {
                let mut directions = [[NO_DIRECTION; SLOTS]; SLOTS];
                each!(index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        directions[index][next as usize] = hour as u8;
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                directions
            };

            static ADJACENT: [$bits; SLOTS] = {
                let mut adjacent = [$bits::NONE; SLOTS];
                each!(index < SLOTS, hour < 12 => {
                    if NEIGHBOURS[index][hour] != NOWHERE {
                        adjacent[index] = adjacent[index].with(NEIGHBOURS[index][hour] as usize);
                    }
                });
                adjacent
            };

            static LEAPS: [$bits; SLOTS] = {
                let mut leaps = [$bits::NONE; SLOTS];
                each!(index < SLOTS, which < 12 => {
                    if let Some(to) = BOARD.beyond(index, leap(which)) {
                        leaps[index] = leaps[index].with(to as usize);
                    }
                });
                leaps
            };

            const STRIDES: [i16; 12] = {
                let mut strides = [0; 12];
                each!(hour < 12 => {
                    strides[hour] = BOARD.stride(Direction::ALL[hour]);
                });
                strides
            };

            impl $name {
                /// A set and one more cell; for building tables in constants.
                ///
                /// # Panics
                ///
                /// If there is no such cell.
                pub const fn with(set: CellSet<Self>, hex: Hex) -> CellSet<Self> {
                    assert!(BOARD.has(hex), "no such cell");
                    CellSet::from_bits(set.bits().with(BOARD.index(hex) as usize))
                }
            }

            static LINES: [[$bits; 2]; SLOTS] = {
                let mut lines = [[$bits::NONE; 2]; SLOTS];
                each!(index < SLOTS, hour < 12 => {
                    let mut next = NEIGHBOURS[index][hour];
                    while next != NOWHERE {
                        lines[index][hour % 2] = lines[index][hour % 2].with(next as usize);
                        next = NEIGHBOURS[next as usize][hour];
                    }
                });
                lines
            };

            impl Geometry for $name {
                type Bits = $bits;
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

pub(super) use {each, hexagon};
