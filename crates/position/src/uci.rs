//! UCI moves: two cells and a promotion letter, such as `g4g5` or `f10g10q`. Legality is not tested.

use std::fmt;

use super::Coordinate;
use hexmate_core::geometry::Shape;
use hexmate_core::rules::{Move, Role};

/// A move on a board that displays as UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uci(pub Shape, pub Move);

impl Uci {
    /// Writes the move, in less time than a format.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        let Self(shape, Move { from, to, promotion }) = self;
        Coordinate(shape, from).write_to(out)?;
        Coordinate(shape, to).write_to(out)?;
        promotion.map_or(Ok(()), |role| out.write_char(role.letter().to_ascii_lowercase()))
    }

    /// Parses a move that is the whole text; the promotion letter may have either case.
    pub fn parse(shape: Shape, text: &[u8]) -> Option<Move> {
        let (from, length) = Coordinate::parse_prefix(shape, text)?;
        let text = &text[length..];
        let (to, length) = Coordinate::parse_prefix(shape, text)?;
        let promotion = match &text[length..] {
            [] => None,
            [letter] => Some(Role::from_letter(letter.to_ascii_uppercase().into())?),
            _ => return None,
        };
        Some(Move { from, to, promotion })
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn uci_round_trips() {
        let shape = Game::GLINSKI.shape;
        for text in ["g4g5", "f10g10q", "f10f11", "a1a2n"] {
            let m = Uci::parse(shape, text.as_bytes()).expect(text);
            assert_eq!(Uci(shape, m).to_string(), text);
        }
        assert_eq!(Uci::parse(shape, b"f10g10Q"), Uci::parse(shape, b"f10g10q"));
    }

    #[test]
    fn uci_rejects_other_text() {
        for text in ["", "g4", "g4g", "g4g5x", "g4g5qq", "j4g5", "f10g11", "0-0"] {
            assert_eq!(Uci::parse(Game::GLINSKI.shape, text.as_bytes()), None, "{text}");
        }
    }
}
