//! Whether written games are legal: every move checked, the first fault told. No files, no threads.
//!
//! A [`GameText`] is what a file says of one game; [`Verdict::of`] replays it.
//! Games are independent, so that many can be judged at once. The first bad
//! move ends its game: one fault a game, and the next game is always read.

mod game;

pub use game::{GameText, Games, TextFault, TextFaultKind, Token};

use std::fmt;

use crate::notation::pgn::{PgnErrorKind, Place};
use crate::notation::{FaultList, FenError, Letters, MoveText, MoveTextErrorKind, ResolveError};
use crate::rules::{Faults, Move, Position, Setup, Variant};

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict<V: Variant> {
    /// The position before the fault, or the last one; `None` if the first one is at fault.
    pub position: Option<Position<V>>,
    /// The good moves, in order.
    pub moves: Vec<Move<V::Geometry>>,
    /// The letters that the moves were read with.
    pub letters: Letters,
    /// What is wrong, if anything is.
    pub fault: Option<Fault<V>>,
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault<V: Variant> {
    /// What is wrong.
    pub kind: FaultKind<V>,
    /// Where.
    pub place: Place,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind<V: Variant> {
    /// The file is no PGN there.
    Pgn(PgnErrorKind),
    /// The tag `FEN` cannot be read.
    Fen(FenError),
    /// The tag `FEN` gives a position that breaks rules of the game.
    Position(Faults<V>),
    /// A move cannot be read.
    MoveText(Token, MoveTextErrorKind),
    /// A move is none of the position.
    Move(Token, MoveText, ResolveError<V>),
    /// The numbers begin again in the middle: two records have run together.
    NumberRestart(u32),
    /// A move follows the end of the game.
    MoveAfterEnd(Token),
}

/// Which kind of fault a game has, for tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Nothing is wrong.
    Ok,
    /// A move breaks the rules.
    Illegal,
    /// A move can be read in several ways.
    Ambiguous,
    /// The text cannot be read.
    Syntax,
    /// The position breaks the rules.
    Invalid,
}

impl Status {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Illegal => "illegal",
            Self::Ambiguous => "ambiguous",
            Self::Syntax => "syntax",
            Self::Invalid => "invalid",
        }
    }
}

impl<V: Variant> FaultKind<V> {
    /// The word for tables.
    pub const fn status(&self) -> Status {
        match self {
            Self::Pgn(_) | Self::Fen(_) | Self::MoveText(..) | Self::NumberRestart(_) => Status::Syntax,
            Self::Position(_) => Status::Invalid,
            Self::Move(_, _, ResolveError::Ambiguous(_)) => Status::Ambiguous,
            Self::Move(..) | Self::MoveAfterEnd(_) => Status::Illegal,
        }
    }

    /// A stable name for tables and filters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Pgn(kind) => kind.code(),
            Self::Fen(error) => error.kind.code(),
            Self::Position(faults) => faults.as_slice().first().map_or("illegal", |fault| fault.code()),
            Self::MoveText(_, kind) => kind.code(),
            Self::Move(_, _, error) => error.code(),
            Self::NumberRestart(_) => "number-restart",
            Self::MoveAfterEnd(_) => "move-after-end",
        }
    }

    /// The move at fault as it is written, if it is a move.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Self::MoveText(token, _) | Self::Move(token, ..) | Self::MoveAfterEnd(token) => Some(token),
            _ => None,
        }
    }
}

impl<V: Variant> fmt::Display for FaultKind<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pgn(kind) => kind.fmt(f),
            Self::Fen(error) => write!(f, "FEN tag: {error}"),
            Self::Position(faults) => write!(f, "FEN tag: {}", FaultList(faults)),
            Self::MoveText(_, kind) => kind.fmt(f),
            Self::Move(_, _, error) => error.fmt(f),
            Self::NumberRestart(number) => {
                write!(f, "move 1 follows move {number}: two records have run together")
            }
            Self::MoveAfterEnd(_) => f.write_str("the game has ended before this move"),
        }
    }
}

impl<V: Variant> Verdict<V> {
    /// Replays a game.
    ///
    /// Its moves are read with the letters that the tag `Letters` names, or else
    /// with those that explain most of them. Where several sets explain equally
    /// many, the one that leads furthest is taken, and of those the first.
    pub fn of(game: &GameText) -> Self {
        let start = match start(game) {
            Ok(start) => start,
            Err(fault) => return Self::spoilt(fault),
        };
        let named = game.tag("Letters").and_then(|tag| Letters::from_name(&tag.text));
        let letters = named.map_or_else(|| likeliest_letters(game), |letters| vec![letters]);
        let mut best: Option<Self> = None;
        for letters in letters {
            let verdict = replay(game, start, letters);
            if best.as_ref().is_none_or(|best| verdict.moves.len() > best.moves.len()) {
                best = Some(verdict);
            }
            if best.as_ref().is_some_and(|best| best.fault.is_none()) {
                break;
            }
        }
        best.unwrap_or_else(|| replay(game, start, Letters::ENGLISH))
    }

    /// The word for tables.
    pub fn status(&self) -> Status {
        self.fault.as_ref().map_or(Status::Ok, |fault| fault.kind.status())
    }

    /// Legal moves that are most like the one at fault.
    pub fn nearest(&self) -> Vec<Move<V::Geometry>> {
        match (&self.position, &self.fault) {
            (
                Some(position),
                Some(Fault { kind: FaultKind::Move(_, _, ResolveError::Ambiguous(all)), .. }),
            ) => {
                debug_assert!(all.iter().all(|&m| position.is_legal(m)));
                all.clone()
            }
            (Some(position), Some(Fault { kind: FaultKind::Move(_, text, _), .. })) => text.nearest(position),
            _ => Vec::new(),
        }
    }

    fn spoilt(fault: Fault<V>) -> Self {
        Self { position: None, moves: Vec::new(), letters: Letters::ENGLISH, fault: Some(fault) }
    }
}

/// The sets of letters that explain the most moves of a game.
fn likeliest_letters(game: &GameText) -> Vec<Letters> {
    let texts = game.tokens.iter().map(|token| token.text.as_bytes());
    Letters::detect(texts).likeliest().collect()
}

/// The position that a game begins from: that of its `FEN` tag, or the usual one.
///
/// # Errors
///
/// If the tag gives none.
pub fn start<V: Variant>(game: &GameText) -> Result<Position<V>, Fault<V>> {
    let Some(fen) = game.tag("FEN") else { return Ok(Position::start()) };
    let fault = |kind| Fault { kind, place: fen.place };
    let setup = Setup::from_fen(fen.text.as_bytes()).map_err(|error| fault(FaultKind::Fen(error)))?;
    setup.into_position().map_err(|faults| fault(FaultKind::Position(faults)))
}

fn replay<V: Variant>(game: &GameText, start: Position<V>, letters: Letters) -> Verdict<V> {
    let mut position = start;
    let mut moves = Vec::with_capacity(game.tokens.len());
    let mut fault = None;
    for token in &game.tokens {
        if game.fault.is_some_and(|known| known.ends_game() && known.place.offset < token.place.offset) {
            break;
        }
        match next_move(&position, token, &letters) {
            Ok(m) => {
                position = position.after(m);
                moves.push(m);
            }
            Err(kind) => {
                fault = Some(Fault { kind, place: token.place });
                break;
            }
        }
    }
    let earlier = |fault: &Fault<V>| game.fault.is_some_and(|known| known.place.offset < fault.place.offset);
    if fault.as_ref().is_none_or(earlier) {
        fault = game.fault.map(|known| Fault { kind: known.kind.into(), place: known.place });
    }
    Verdict { position: Some(position), moves, letters, fault }
}

fn next_move<V: Variant>(
    position: &Position<V>,
    token: &Token,
    letters: &Letters,
) -> Result<Move<V::Geometry>, FaultKind<V>> {
    if !position.has_moves() {
        return Err(FaultKind::MoveAfterEnd(token.clone()));
    }
    let text = MoveText::parse(token.text.as_bytes(), letters)
        .map_err(|error| FaultKind::MoveText(token.clone(), error.kind))?;
    text.resolve(position).map_err(|error| FaultKind::Move(token.clone(), text, error))
}

#[cfg(test)]
mod tests;
