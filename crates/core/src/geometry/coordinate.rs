//! Names of cells: a file's letter and a rank's number. Spelling only.

use std::fmt;

use super::{Cell, Shape};

/// A cell of a board that prints as its name, `f6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coordinate(pub Shape, pub Cell);

impl Coordinate {
    /// Returns the letter of the cell's file.
    pub fn file(self) -> char {
        self.0.file_letter(self.0.hex(self.1).q).map_or('?', char::from)
    }

    /// Returns the number of the cell's rank, from 1 on the first player's edge.
    pub fn rank(self) -> u8 {
        self.0.rank(self.0.hex(self.1))
    }

    /// Writes the name. Names are a large part of tables of moves, and this takes less time than a format.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        let Self(shape, cell) = self;
        let hex = shape.hex(cell);
        let rank = shape.rank(hex);
        out.write_char(shape.file_letter(hex.q).map_or('?', char::from))?;
        if rank > 9 {
            out.write_char(char::from(b'0' + rank / 10))?;
        }
        out.write_char(char::from(b'0' + rank % 10))
    }

    /// Reads a name at the beginning of a text; also says how many bytes it has.
    ///
    /// `None` if the text begins otherwise or there is no such cell. A rank
    /// takes all digits that follow: there is no cell `f1` in `f111`.
    pub fn parse_prefix(shape: Shape, text: &[u8]) -> Option<(Cell, usize)> {
        let (&letter, rest) = text.split_first()?;
        let q = shape.file_column(letter)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=2).contains(&digits) || rest[0] == b'0' {
            return None;
        }
        let rank = rest[..digits].iter().fold(0, |rank, digit| rank * 10 + digit - b'0');
        Some((Self::at(shape, q, rank)?, 1 + digits))
    }

    /// Returns the cell of this rank in a column, if the board has one.
    #[inline]
    pub fn at(shape: Shape, q: i8, rank: u8) -> Option<Cell> {
        shape.cell(shape.at(q, rank)?)
    }

    /// Returns whether some board may have a file with this letter.
    #[inline]
    pub fn is_file_letter(letter: u8) -> bool {
        matches!(letter, b'a'..=b'r')
    }

    /// Reads a name that is the whole text.
    pub fn parse(shape: Shape, text: &[u8]) -> Option<Cell> {
        Self::parse_prefix(shape, text).filter(|&(_, length)| length == text.len()).map(|(cell, _)| cell)
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Game;
    use crate::geometry::{Brusky84, Geometry, Hex, Hexagon37, Hexagon91, Hexagon217, Rhombus81, Shafran70};

    #[test]
    fn named_cells_agree_with_shape() {
        fn check<G: Geometry>() {
            for (file, rank) in (0..=u8::MAX).flat_map(|file| (0..=99).map(move |rank| (file, rank))) {
                let cell = G::SHAPE.file_column(file).and_then(|q| Coordinate::at(G::SHAPE, q, rank));
                assert_eq!(G::named(file, rank), cell, "{file} {rank} of {:?}", G::SHAPE);
            }
        }
        check::<Hexagon37>();
        check::<Hexagon91>();
        check::<Hexagon217>();
        check::<Shafran70>();
        check::<Rhombus81>();
        check::<Brusky84>();
    }

    #[test]
    fn names_read_back_on_every_board() {
        for shape in Game::ALL.iter().map(|game| game.shape) {
            for cell in shape.cells() {
                let name = Coordinate(shape, cell).to_string();
                assert_eq!(Coordinate::parse(shape, name.as_bytes()), Some(cell), "{name}");
            }
        }
    }

    #[test]
    fn corners_and_centre_have_names() {
        let shape = Game::GLINSKI.shape;
        let named = |name: &str| Coordinate::parse(shape, name.as_bytes()).map(|cell| shape.hex(cell));
        assert_eq!(named("f6"), Some(Hex::CENTRE));
        assert_eq!(named("f1"), Some(Hex::new(0, 5)));
        assert_eq!(named("a6"), Some(Hex::new(-5, 0)));
        assert_eq!(named("l6"), Some(Hex::new(5, -5)));
    }

    #[test]
    fn missing_cells_are_refused() {
        for name in ["", "a", "a7", "j1", "f12", "f0", "f01", "f111", "m1", "f-1", "6f", "f6 "] {
            assert_eq!(Coordinate::parse(Game::GLINSKI.shape, name.as_bytes()), None, "{name}");
        }
    }
}
