//! Castling as it is written, and why a player may not. No board but the one that is asked.

use std::fmt;

use super::{CastlingFault, CellText, ResolveError};
use crate::Position;
use hexmate_core::geometry::Direction;
use hexmate_core::rules::{Castling, Move};

/// A castling move as far as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingText {
    /// The letter of the wing, where one is written.
    pub wing: Option<u8>,
    /// Whether the long way is written, with three zeros.
    pub is_long: bool,
}

impl CastlingText {
    /// Reads it at the beginning of a text; also says how many bytes it has.
    ///
    /// Zeros or the letter O, with the letter of a wing before them or without: `0-0`, `B-0-0-0`, `O-O`. Zeros
    /// may have no dashes: `00`.
    pub fn parse_prefix(text: &[u8]) -> Option<(Self, usize)> {
        let (wing, rest) = match text {
            [letter @ b'A'..=b'Z', b'-', rest @ ..] if *letter != b'O' => (Some(*letter), rest),
            _ => (None, text),
        };
        let zero = rest.first().copied().filter(|byte| matches!(byte, b'0' | b'O' | b'o'))?;
        let zeros = [zero, b'-', zero, b'-', zero];
        let dashed =
            [(true, 5), (false, 3)].into_iter().find(|&(_, length)| rest.starts_with(&zeros[..length]));
        let bare =
            || [(true, 3), (false, 2)].into_iter().find(|&(_, length)| rest.starts_with(&b"000"[..length]));
        let (is_long, length) = dashed.or_else(bare)?;
        Some((Self { wing, is_long }, text.len() - rest.len() + length))
    }

    /// Whether a way to castle is what is written.
    fn fits(self, castling: &Castling) -> bool {
        let written = Self::parse_prefix(castling.text.as_bytes()).map(|(written, _)| written);
        written == Some(self)
    }

    /// The legal move that is meant.
    pub(super) fn resolve(self, position: &Position) -> Result<Move, ResolveError> {
        let game = position.game();
        let ways = game.castlings(position.turn());
        if ways.is_empty() {
            return Err(ResolveError::NoCastling);
        }
        let castling = ways.iter().find(|castling| self.fits(castling)).ok_or(ResolveError::UnknownWing)?;
        let m = Move { from: castling.king[0], to: castling.king[1], promotion: None };
        let is_legal = position.castling(m).is_some() && position.is_legal(m);
        if is_legal { Ok(m) } else { Err(ResolveError::MayNotCastle(fault(position, castling))) }
    }
}

impl fmt::Display for CastlingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wing.map_or(Ok(()), |wing| write!(f, "{}-", char::from(wing)))?;
        f.write_str(if self.is_long { "0-0-0" } else { "0-0" })
    }
}

/// Why the player to move may not castle in a way.
fn fault(position: &Position, castling: &Castling) -> CastlingFault {
    let (shape, turn) = (position.game().shape, position.turn());
    let [king, rook] = [castling.king[0], castling.rook[0]];
    if !position.wings().has(turn, castling.wing) {
        return CastlingFault::Moved;
    }
    if position.is_check() {
        return CastlingFault::Check;
    }
    let to_rook = |way: &&Direction| shape.ray(king, **way).any(|cell| cell == rook);
    let Some(&way) = Direction::ALL.iter().find(to_rook) else { return CastlingFault::Moved };
    let filled =
        shape.ray(king, way).take_while(|&cell| cell != rook).find(|&cell| position.piece(cell).is_some());
    let steps = (shape.hex(castling.king[1]) - shape.hex(king)).length() as usize;
    let attacked =
        || shape.ray(king, way).take(steps).find(|&cell| !position.attackers(cell, turn).is_empty());
    match (filled, attacked()) {
        (Some(cell), _) => CastlingFault::Filled(CellText::of(shape, cell)),
        (None, Some(cell)) => CastlingFault::Attacked(CellText::of(shape, cell)),
        (None, None) => CastlingFault::Moved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::{Letters, MoveText, San, Uci};

    /// What a text means in a position, or why it means nothing.
    fn told(game: Game, fen: &str, text: &str) -> String {
        let position = Position::from_fen(game, fen).expect(fen);
        let m = MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect(text).resolve(&position);
        let spelled = |m| San { position: &position, m, letters: &Letters::ENGLISH }.to_string();
        m.map_or_else(|error| error.to_string(), |m| format!("{} {}", Uci(game.shape, m), spelled(m)))
    }

    const SHAFRAN: &str = "k4/6/7/8/9/9/8/R6R/6/4K w QB - 0 1";

    #[test]
    fn each_wing_is_castled_short_and_long() {
        let fen = "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1";
        let told = |text| told(Game::SHAFRAN, fen, text);
        assert_eq!(told("Q-0-0"), "e1c1 Q-0-0");
        assert_eq!(told("Q-O-O-O"), "e1b1 Q-0-0-0");
        assert_eq!(told("B-0-0"), "e1g3 B-0-0");
        assert_eq!(told("e1h4"), "e1h4 B-0-0-0");
        assert_eq!(told("0-0"), "this game has no such castling");
    }

    #[test]
    fn who_may_not_castle_is_told_why() {
        let told = |fen| told(Game::DEVASA, fen, "0-0");
        assert_eq!(told("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1"), "f1h1 0-0");
        assert_eq!(told("3k5/9/9/9/9/9/9/9/5K2R w - - 0 1"), "may not castle: king or rook has moved");
        assert_eq!(told("3k5/9/9/9/9/9/9/9/5KN1R w K - 0 1"), "may not castle: g1 is not empty");
        assert_eq!(told("3k2r2/9/9/9/9/9/9/9/5K2R w K - 0 1"), "may not castle: g1 is attacked");
        assert_eq!(told("3k1r3/9/9/9/9/9/9/9/5K2R w K - 0 1"), "may not castle: the king is in check");
    }

    #[test]
    fn games_without_castling_say_so() {
        let start = Position::start(Game::GLINSKI).to_fen();
        assert_eq!(told(Game::GLINSKI, &start, "0-0"), "this game has no castling");
        assert!(Position::from_fen(Game::SHAFRAN, SHAFRAN).is_err());
    }
}
