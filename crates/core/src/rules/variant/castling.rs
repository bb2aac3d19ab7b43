//! Castling moves of a game, read at compile time.

use super::settings::Seating;
use crate::geometry::{Cell, Shape};
use crate::rules::Player;

/// One way to castle: its text and the cells of king and rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Number of the player's wing, 0 or 1.
    pub wing: u8,
    /// The wing in a FEN, in upper case.
    pub letter: char,
    /// Text of the move.
    pub text: &'static str,
    /// The cell that the king leaves, and the one it reaches.
    pub king: [Cell; 2],
    /// The cell that the rook leaves, and the one it reaches.
    pub rook: [Cell; 2],
}

impl Castling {
    /// Reads the first player's castling, `"K 0-0 f1h1 i1g1"`: wing, text, king, rook.
    ///
    /// # Panics
    ///
    /// In constants while compiling, if the text has another form or names no cells.
    #[doc(hidden)]
    pub const fn read(shape: Shape, text: &'static str) -> Self {
        let (letter, rest) = word(text);
        let (written, rest) = word(rest);
        let (king, rook) = word(rest);
        assert!(letter.len() == 1, "a wing is one letter");
        Self {
            wing: 0,
            letter: letter.as_bytes()[0] as char,
            text: written,
            king: way(shape, king.as_bytes()),
            rook: way(shape, rook.as_bytes()),
        }
    }

    /// Returns the castling for another seat.
    #[doc(hidden)]
    pub const fn of_seat(self, shape: Shape, seating: Seating, seat: Player, players: u8) -> Self {
        let mut moved = self;
        let mut end = 0;
        while end < 2 {
            moved.king[end] = placed(shape, seating, self.king[end], seat, players);
            moved.rook[end] = placed(shape, seating, self.rook[end], seat, players);
            end += 1;
        }
        moved
    }

    /// Returns all ways of all seats, with the wings numbered in the order of their letters' first mention.
    ///
    /// # Panics
    ///
    /// In constants while compiling, if there are more wings than two.
    #[doc(hidden)]
    pub const fn all<const WAYS: usize, const SEATS: usize>(
        shape: Shape,
        seating: Seating,
        texts: [&'static str; WAYS],
    ) -> [[Self; WAYS]; SEATS] {
        let nowhere = Self {
            wing: 0,
            letter: ' ',
            text: "",
            king: [Cell::from_index(0); 2],
            rook: [Cell::from_index(0); 2],
        };
        let mut all = [[nowhere; WAYS]; SEATS];
        let mut way = 0;
        while way < WAYS {
            let mut first = Self::read(shape, texts[way]);
            if first.letter != Self::read(shape, texts[0]).letter {
                first.wing = 1;
                assert!(first.letter == Self::read(shape, texts[WAYS - 1]).letter, "there are two wings");
            }
            let mut seat = 0;
            while seat < SEATS {
                all[seat][way] = first.of_seat(shape, seating, Player::new(seat as u8), SEATS as u8);
                seat += 1;
            }
            way += 1;
        }
        all
    }
}

const fn placed(shape: Shape, seating: Seating, cell: Cell, seat: Player, players: u8) -> Cell {
    shape.cell(seating.place(shape, shape.hex(cell), seat, players)).expect("the board is its own image")
}

/// Returns the text before the first blank, and what follows it.
const fn word(text: &'static str) -> (&'static str, &'static str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b' ' {
        at += 1;
    }
    let (first, rest) = text.split_at(at);
    (first, if rest.is_empty() { rest } else { rest.split_at(1).1 })
}

/// Two names of cells, one after the other.
const fn way(shape: Shape, names: &[u8]) -> [Cell; 2] {
    let mut cells = [Cell::from_index(0); 2];
    let mut at = 0;
    let mut which = 0;
    while at < names.len() {
        let q = shape.file_column(names[at]).expect("no such file");
        let mut rank = 0;
        at += 1;
        while at < names.len() && names[at].is_ascii_digit() {
            rank = rank * 10 + names[at] - b'0';
            at += 1;
        }
        let hex = shape.at(q, rank).expect("no such rank");
        cells[which] = shape.cell(hex).expect("no such cell");
        which += 1;
    }
    assert!(which == 2, "a way leads from one cell to another");
    cells
}
