//! Writers of legal moves: SAN, long notation, and long notation with the captured piece.

use std::fmt;

use super::{CastlingText, CellText, Letters};
use crate::{CellNames, Position};
use hexmate_core::candidates::CandidatePiece;
use hexmate_core::geometry::Shape;
use hexmate_core::rules::{Move, Role};

/// A legal move that displays as SAN: `Nf4`, `exf6`, `Qxf9+`, `f11=Q`, `Hdf8`.
///
/// The origin is as short as distinguishes the move from other legal moves: nothing, the file, the rank, or both. A
/// pawn that captures always has its file; a pawn never has its rank alone, since a digit at the start is a move
/// number in games. En passant has no sign. An illegal move displays as meaningless text.
///
/// ```
/// use hexmate_position::{Letters, MoveText, San};
/// use hexmate_position::{Game, Position};
///
/// let position = Position::start(Game::GLINSKI);
/// let letters = &Letters::HUNGARIAN;
/// let m = MoveText::parse(b"Hdf4", letters)?.resolve(&position)?;
/// assert_eq!(San { position: &position, m, letters }.to_string(), "Hdf4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct San<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move.
    pub m: Move,
    /// The letters of the pieces.
    pub letters: &'p Letters,
}

/// A legal move that displays with both cells: `Qe1-c3`, `Qe1xe10`, `f10-f11=Q+`.
#[derive(Clone, Copy, Debug)]
pub struct Long<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move.
    pub m: Move,
    /// The letters of the pieces.
    pub letters: &'p Letters,
}

/// A legal move that displays with both cells and the captured piece: `Ni3k5`, `f7g6xP`, `Nf8h5xN+`.
#[derive(Clone, Copy, Debug)]
pub struct LongNamed<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move.
    pub m: Move,
    /// The letters of the pieces.
    pub letters: &'p Letters,
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        write_move(f, position, m, letters, |f, shape| {
            let take = if position.is_capture(m) { "x" } else { "" };
            let names = letters.cells();
            write!(f, "{}{take}{}", shortest_origin(position, m, names), CellText::of(names, shape, m.to))
        })
    }
}

impl fmt::Display for Long<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        write_move(f, position, m, letters, |f, shape| {
            let take = if position.is_capture(m) { "x" } else { "-" };
            let [from, to] = [m.from, m.to].map(|cell| CellText::of(letters.cells(), shape, cell));
            write!(f, "{from}{take}{to}")
        })
    }
}

impl fmt::Display for LongNamed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        write_move(f, position, m, letters, |f, shape| {
            let [from, to] = [m.from, m.to].map(|cell| CellText::of(letters.cells(), shape, cell));
            write!(f, "{from}{to}")?;
            if position.is_capture(m) {
                let victim = position.piece(m.to).map_or(Role::Pawn, |piece| piece.role);
                write!(f, "x{}", letters.letter(victim))?;
            }
            Ok(())
        })
    }
}

fn mover(position: &Position, m: Move) -> Role {
    position.piece(m.from).map_or(Role::Pawn, |piece| piece.role)
}

/// Writes the castling text of the game, or piece, cells and promotion; then the check or mate sign.
fn write_move(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    m: Move,
    letters: &Letters,
    write_cells: impl Fn(&mut fmt::Formatter<'_>, Shape) -> fmt::Result,
) -> fmt::Result {
    if let Some(castling) = position.castling(m) {
        f.write_str(&CastlingText::in_letters(castling.text, letters))?;
    } else {
        let role = mover(position, m);
        if role != Role::Pawn {
            write!(f, "{}", letters.letter(role))?;
        }
        write_cells(f, position.game().shape)?;
    }
    if let Some(role) = m.promotion {
        write!(f, "={}", letters.letter(role))?;
    }
    f.write_str(position.check_status_after(m).sign())
}

/// Returns the shortest origin that fits no other legal move of the same kind of piece to the target.
fn shortest_origin(position: &Position, m: Move, names: CellNames) -> CellText {
    let role = mover(position, m);
    let shape = position.game().shape;
    let is_capture = position.is_capture(m);
    let movers = position.candidates(role, m.to).pieces;
    let is_rival =
        |rival: &&CandidatePiece| rival.is_legal && rival.takes == is_capture && rival.from != m.from;
    let rivals: Vec<&CandidatePiece> = movers.iter().filter(is_rival).collect();
    let whole = CellText::of(names, shape, m.from);
    let file = CellText { rank: None, ..whole };
    let rank = CellText { file: None, ..whole };
    let shorter: &[CellText] = match (role, is_capture) {
        (Role::Pawn, true) => &[file],
        (Role::Pawn, false) => &[CellText::default(), file],
        _ => &[CellText::default(), file, rank],
    };
    let is_unique = |origin: &&CellText| !rivals.iter().any(|rival| origin.fits(shape, rival.from));
    *shorter.iter().find(is_unique).unwrap_or(&whole)
}
