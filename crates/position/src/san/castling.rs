//! Castling moves as text, and the reasons why castling is illegal.

use std::fmt;

use super::{CastlingFault, CellText, DASHES, Leniencies, Leniency, Letters, ResolveError};
use crate::{CellNames, Position};
use hexmate_core::geometry::Direction;
use hexmate_core::rules::{Castling, Move, Role};

/// Pieces that name a wing.
const WINGS: [Role; 3] = [Role::King, Role::Queen, Role::Bishop];

/// A castling move as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CastlingText {
    /// The letter of the wing, if written.
    pub wing: Option<u8>,
    /// `true` for long castling, written with three zeros.
    pub is_long: bool,
}

impl CastlingText {
    /// Parses castling at the start of a text; also returns its length, in bytes.
    ///
    /// Accepts zeros or letters O, optionally after the letter of a wing: `0-0`, `B-0-0-0`, `O-O`. Zeros may lack
    /// their dashes: `00`.
    pub fn parse_prefix(text: &[u8]) -> Option<(Self, usize)> {
        let (wing, rest) = match text {
            [letter @ (b'A'..=b'Z' | b'b' | b'k' | b'q'), rest @ ..] if *letter != b'O' => {
                (Some(letter.to_ascii_uppercase()), &rest[dash_len(rest)?..])
            }
            _ => (None, text),
        };
        let zero = rest.first().copied().filter(|byte| matches!(byte, b'0' | b'O' | b'o'))?;
        // The length of `0-0` if a text is that of a zero followed by a dash and a zero.
        let pair = |at: usize| {
            let next = at + 1 + dash_len(rest.get(at + 1..)?)?;
            (rest.get(next) == Some(&zero)).then_some(next)
        };
        let dashed = pair(0).map(|second| match pair(second) {
            Some(third) => (true, third + 1),
            None => (false, second + 1),
        });
        let bare =
            || [(true, 3), (false, 2)].into_iter().find(|&(_, length)| rest.starts_with(&b"000"[..length]));
        let (is_long, length) = dashed.or_else(bare)?;
        Some((Self { wing, is_long }, text.len() - rest.len() + length))
    }

    /// Parses castling at the start of a text, with the wing in these letters or in English ones; also returns its length.
    pub(super) fn parse_prefix_in(text: &[u8], letters: &Letters) -> Option<(Self, usize)> {
        let own = WINGS.into_iter().find_map(|role| {
            let (letter, rest) = text.split_at_checked(letters.letter(role).len())?;
            let dash = (letter == letters.letter(role).as_bytes()).then(|| dash_len(rest)).flatten()?;
            let (castling, length) = Self::parse_prefix(&rest[dash..])?;
            let wing = role.letter().to_ascii_uppercase() as u8;
            let is_bare = castling.wing.is_none();
            is_bare.then_some((Self { wing: Some(wing), ..castling }, letter.len() + dash + length))
        });
        own.or_else(|| Self::parse_prefix(text))
    }

    /// Returns the castling text of a game with the wing in these letters.
    pub(super) fn in_letters(text: &str, letters: &Letters) -> String {
        let role = |letter: u8| WINGS.into_iter().find(|role| role.letter() as u8 == letter);
        match text.as_bytes() {
            [letter, b'-', ..] if let Some(role) = role(*letter) => {
                format!("{}{}", letters.letter(role), &text[1..])
            }
            _ => text.to_owned(),
        }
    }

    /// Returns whether this is the text of a castling move.
    fn fits(self, castling: &Castling) -> bool {
        let written = Self::parse_prefix(castling.text.as_bytes()).map(|(written, _)| written);
        written == Some(self)
    }

    /// Returns `0-0` for `K-0-0` and `0-0-0` for `Q-0-0-0`: the wing of a king or queen repeats the length.
    fn without_wing(self) -> Option<Self> {
        let repeats = matches!((self.wing, self.is_long), (Some(b'K'), false) | (Some(b'Q'), true));
        repeats.then_some(Self { wing: None, ..self })
    }

    /// Returns the legal move of this text.
    pub(super) fn resolve(self, position: &Position, allowed: Leniencies) -> Result<Move, ResolveError> {
        let game = position.game();
        let ways = game.castlings(position.turn());
        if ways.is_empty() {
            return Err(ResolveError::NoCastling);
        }
        let castling = ways.iter().find(|castling| self.fits(castling));
        let castling = match self.without_wing() {
            Some(bare) if castling.is_none() && allowed.contains(Leniency::OtherCastling) => {
                ways.iter().find(|castling| bare.fits(castling))
            }
            _ => castling,
        };
        let castling = castling.ok_or(ResolveError::UnknownWing)?;
        let m = Move { from: castling.king[0], to: castling.king[1], promotion: None };
        let is_legal = position.castling(m).is_some() && position.is_legal(m);
        if is_legal { Ok(m) } else { Err(ResolveError::MayNotCastle(fault(position, castling))) }
    }
}

/// Returns the length of the dash at the beginning of a text, in bytes.
fn dash_len(text: &[u8]) -> Option<usize> {
    // A fast path: nearly all texts of moves begin otherwise.
    if !text.first().is_some_and(|&first| first == b'-' || !first.is_ascii()) {
        return None;
    }
    DASHES.iter().map(|dash| dash.as_bytes()).find(|dash| text.starts_with(dash)).map(<[u8]>::len)
}

impl fmt::Display for CastlingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wing.map_or(Ok(()), |wing| write!(f, "{}-", char::from(wing)))?;
        f.write_str(if self.is_long { "0-0-0" } else { "0-0" })
    }
}

/// Returns why a castling move of the player to move is illegal.
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
    let occupied =
        shape.ray(king, way).take_while(|&cell| cell != rook).find(|&cell| position.piece(cell).is_some());
    let steps = (shape.hex(castling.king[1]) - shape.hex(king)).length() as usize;
    let attacked =
        || shape.ray(king, way).take(steps).find(|&cell| !position.attackers(cell, turn).is_empty());
    match (occupied, attacked()) {
        (Some(cell), _) => CastlingFault::Occupied(CellText::of(CellNames::Standard, shape, cell)),
        (None, Some(cell)) => CastlingFault::Attacked(CellText::of(CellNames::Standard, shape, cell)),
        (None, None) => CastlingFault::Moved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::{Letters, MoveText, San, Uci};

    /// Returns the move that a text denotes, in UCI and SAN, or the error message.
    fn resolve(game: Game, fen: &str, text: &str) -> String {
        let position = Position::from_fen(game, fen).expect(fen);
        let m = MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect(text).resolve(&position);
        let spelled = |m| San { position: &position, m, letters: &Letters::ENGLISH }.to_string();
        m.map_or_else(|error| error.to_string(), |m| format!("{} {}", Uci(game.shape, m), spelled(m)))
    }

    const SHAFRAN: &str = "k4/6/7/8/9/9/8/R6R/6/4K w QB - 0 1";

    #[test]
    fn castling_works_on_both_wings() {
        let fen = "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1";
        let resolve = |text| resolve(Game::SHAFRAN, fen, text);
        assert_eq!(resolve("Q-0-0"), "e1c1 Q-0-0");
        assert_eq!(resolve("Q-O-O-O"), "e1b1 Q-0-0-0");
        assert_eq!(resolve("B-0-0"), "e1g3 B-0-0");
        assert_eq!(resolve("e1h4"), "e1h4 B-0-0-0");
        assert_eq!(resolve("0-0"), "this game has no such castling");
        assert_eq!(resolve("q-0-0"), "e1c1 Q-0-0");
        assert_eq!(resolve("b-0-0-0"), "e1h4 B-0-0-0");
        assert_eq!(resolve("K-0-0"), "this game has no such castling");
    }

    #[test]
    fn wings_have_letters_of_every_language() {
        let fen = "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1";
        let position = Position::from_fen(Game::SHAFRAN, fen).expect(fen);
        let moves = ["Q-0-0", "Q-0-0-0", "B-0-0", "B-0-0-0"].map(|text| position.parse(text).expect(text));
        let written: Vec<String> = Letters::ALL
            .into_iter()
            .chain([Letters::FIGURINES])
            .map(|letters| {
                let texts = moves.map(|m| {
                    let san = San { position: &position, m, letters: &letters }.to_string();
                    let read = MoveText::parse(san.as_bytes(), &letters).expect(&san);
                    assert_eq!(read.resolve_allowing(&position, Leniencies::NONE), Ok(m), "{san}");
                    // Files that were written with English letters are read too.
                    assert_eq!(position.parse_in("Q-0-0", &letters), Ok(moves[0]));
                    san
                });
                texts[3].clone()
            })
            .collect();
        assert_eq!(
            written.join(" "),
            "B-0-0-0 F-0-0-0 G-0-0-0 L-0-0-0 F-0-0-0 A-0-0-0 С-0-0-0 K-0-0-0 ♗-0-0-0"
        );
    }

    #[test]
    fn wing_may_repeat_the_length() {
        let fen = "3k5/9/9/9/9/9/9/9/5K2R w K - 0 1";
        assert_eq!(resolve(Game::DEVASA, fen, "K-0-0"), "f1h1 0-0");
        assert_eq!(resolve(Game::DEVASA, fen, "k-0-0"), "f1h1 0-0");
        assert_eq!(resolve(Game::DEVASA, fen, "Q-0-0"), "this game has no such castling");
        let long = resolve(Game::DEVASA, fen, "Q-0-0-0");
        assert_eq!(long, "castling is illegal: king or rook has moved");
        let position = Position::from_fen(Game::DEVASA, fen).expect(fen);
        let strict = |text: &str| {
            let text = MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect("castling");
            text.resolve_allowing(&position, Leniencies::NONE).is_ok()
        };
        assert!(strict("0-0") && !strict("K-0-0") && !strict("k-0-0"));
    }

    #[test]
    fn illegal_castling_has_a_reason() {
        let resolve = |fen| resolve(Game::DEVASA, fen, "0-0");
        assert_eq!(resolve("3k5/9/9/9/9/9/9/9/5K2R w K - 0 1"), "f1h1 0-0");
        assert_eq!(
            resolve("3k5/9/9/9/9/9/9/9/5K2R w - - 0 1"),
            "castling is illegal: king or rook has moved"
        );
        assert_eq!(resolve("3k5/9/9/9/9/9/9/9/5KN1R w K - 0 1"), "castling is illegal: g1 is occupied");
        assert_eq!(resolve("3k2r2/9/9/9/9/9/9/9/5K2R w K - 0 1"), "castling is illegal: g1 is attacked");
        assert_eq!(
            resolve("3k1r3/9/9/9/9/9/9/9/5K2R w K - 0 1"),
            "castling is illegal: the king is in check"
        );
    }

    #[test]
    fn castling_needs_game_with_castling() {
        let start = Position::start(Game::GLINSKI).to_fen();
        assert_eq!(resolve(Game::GLINSKI, &start, "0-0"), "this game has no castling");
        assert!(Position::from_fen(Game::SHAFRAN, SHAFRAN).is_err());
    }
}
