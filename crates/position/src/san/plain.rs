//! Fast path of SAN resolution, for plain moves only: piece, origin if needed, target and one check sign.
//!
//! All other texts go to the general parser, which gives the same result for plain moves.

use super::parse::is_file;
use super::{CheckMark, Letters};
use crate::{CellNames, Position};
use hexmate_core::candidates::{Origin, PlainMove};
use hexmate_core::geometry::Shape;
use hexmate_core::rules::{Move, Role};

/// A legal move written as strict SAN without redundancy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainSan {
    /// The move.
    pub m: Move,
    /// The role of the piece that moves.
    pub role: Role,
    /// The check or mate sign, if one is written.
    pub check: Option<CheckMark>,
}

impl PlainSan {
    /// Parses and resolves a plain move, with the same result as [`MoveText`](super::MoveText) and much faster.
    ///
    /// Returns `None` if the text is not plain or has an error, which the general parser reports.
    #[inline]
    pub fn parse(text: &[u8], letters: &Letters, position: &Position) -> Option<Self> {
        if letters.cells() != CellNames::Standard {
            return None;
        }
        let (text, check) = match text {
            [text @ .., b'+'] => (text, Some(CheckMark::Check)),
            [text @ .., b'#'] => (text, Some(CheckMark::Mate)),
            _ => (text, None),
        };
        let (text, rank) = split_rank(text)?;
        let (&file, text) = text.split_last()?;
        let (text, takes) = match text {
            [text @ .., b'x'] => (text, true),
            _ => (text, false),
        };
        let (role, origin) = match text {
            [letter @ b'A'..=b'Z', origin @ ..] => {
                (letters.role(*letter).filter(|&role| role != Role::Pawn)?, origin)
            }
            _ => (Role::Pawn, text),
        };
        if role == Role::Pawn && origin.len() != usize::from(takes) {
            return None;
        }
        let origin = match origin {
            [] => Origin::default(),
            _ => parse_origin(position.game().shape, origin)?,
        };
        let m = position.unique_move(PlainMove { role, origin, file, rank, takes })?;
        Some(Self { m, role, check })
    }
}

/// Splits a number of one or two digits from the end of a text.
#[inline]
fn split_rank(text: &[u8]) -> Option<(&[u8], u8)> {
    match text {
        [text @ .., tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => Some((text, 10 * (tens - b'0') + ones - b'0')),
        [text @ .., ones @ b'1'..=b'9'] => Some((text, ones - b'0')),
        _ => None,
    }
}

/// Parses a file, a rank or both; `None` for other text and for a file that the board does not have.
#[inline]
fn parse_origin(shape: Shape, text: &[u8]) -> Option<Origin> {
    let (column, text) = match text {
        [file, text @ ..] if is_file(*file) => (Some(shape.file_column(*file)?), text),
        _ => (None, text),
    };
    let rank = match text {
        [] => None,
        _ => Some(split_rank(text).filter(|(rest, _)| rest.is_empty())?.1),
    };
    Some(Origin { column, rank })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::{Leniencies, Long, MoveText, San};

    /// Returns the positions of a game of pseudo-random moves.
    fn positions(game: Game) -> impl Iterator<Item = Position> {
        let next = |position: &Position| {
            let moves: Vec<_> = position.legal_moves().collect();
            let chosen = position.key() as usize % moves.len().max(1);
            moves.get(chosen).map(|&m| position.play_unchecked(m))
        };
        std::iter::successors(Some(Position::start(game)), next).take(120)
    }

    fn check_agreement(position: &Position, letters: &Letters, text: &[u8]) {
        let Some(PlainSan { m, role, check }) = PlainSan::parse(text, letters, position) else { return };
        let shown = text.escape_ascii();
        let parsed = MoveText::parse(text, letters).unwrap_or_else(|error| panic!("{shown}: {error}"));
        assert_eq!(parsed.check, check, "{shown}");
        assert_eq!(parsed.resolve_allowing(position, Leniencies::NONE).ok(), Some(m), "{shown}");
        assert_eq!(position.piece(m.from).map(|piece| piece.role), Some(role), "{shown}");
    }

    fn check_game(game: Game) {
        for position in positions(game) {
            for letters in &Letters::GUESSED {
                for m in position.legal_moves() {
                    let san = San { position: &position, m, letters }.to_string();
                    let plain = PlainSan::parse(san.as_bytes(), letters, &position).map(|plain| plain.m);
                    assert_eq!(plain, Some(m).filter(|m| m.promotion.is_none()), "{san}");
                    let long = Long { position: &position, m, letters }.to_string();
                    check_agreement(&position, letters, long.as_bytes());
                    for at in 0..san.len() {
                        for byte in *b"adfjx19P+#-=K" {
                            let mut text = san.clone().into_bytes();
                            text[at] = byte;
                            check_agreement(&position, letters, &text);
                            text.insert(at, byte);
                            check_agreement(&position, letters, &text);
                            text.drain(at..=at + 1);
                            check_agreement(&position, letters, &text);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn plain_san_agrees_with_parser() {
        check_game(Game::GLINSKI);
        check_game(Game::MCCOOEY);
        check_game(Game::MINI);
        check_game(Game::ECHEX3);
    }
}
