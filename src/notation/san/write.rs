//! Writes legal moves of a position: short, long, and long with the man taken named.

use std::fmt;

use super::reach::Reach;
use super::{CellText, Letters, Threat};
use crate::geometry::CellSet;
use crate::notation::Coordinate;
use crate::game::{Position};
use crate::rules::{Move, Role};

/// A legal move that prints as SAN: `Nf4`, `exf6`, `Qxf9+`, `f11=Q`, `Hdf8`.
///
/// With as little of the origin as sets it apart from other legal moves: its
/// file, else its rank, else both; a pawn that takes always has its file. A pawn
/// never has its rank alone, since a text that begins with a digit is a move
/// number in games. En passant has no mark. A move that is not legal prints
/// something without meaning.
///
/// ```
/// use hexmate::notation::{Letters, MoveText, San};
/// use hexmate::rules::{Glinski, Position};
///
/// let position = Position::<Glinski>::start();
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
    /// The letters of the men.
    pub letters: &'p Letters,
}

/// A legal move that prints with both cells: `Qe1-c3`, `Qe1xe10`, `f10-f11=Q+`.
#[derive(Clone, Copy, Debug)]
pub struct Long<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move.
    pub m: Move,
    /// The letters of the men.
    pub letters: &'p Letters,
}

/// A legal move that prints with both cells and the man it takes: `Ni3k5`, `f7g6xP`, `Nf8h5xN+`.
#[derive(Clone, Copy, Debug)]
pub struct LongNamed<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move.
    pub m: Move,
    /// The letters of the men.
    pub letters: &'p Letters,
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        let take = if position.is_capture(m) { "x" } else { "" };
        write_man(f, letters, mover(position, m))?;
        write!(f, "{}{take}{}", shortest_origin(position, m), Coordinate(m.to))?;
        write_end(f, letters, position, m)
    }
}

impl fmt::Display for Long<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        let take = if position.is_capture(m) { "x" } else { "-" };
        write_man(f, letters, mover(position, m))?;
        write!(f, "{}{take}{}", Coordinate(m.from), Coordinate(m.to))?;
        write_end(f, letters, position, m)
    }
}

impl fmt::Display for LongNamed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m, letters } = *self;
        write_man(f, letters, mover(position, m))?;
        write!(f, "{}{}", Coordinate(m.from), Coordinate(m.to))?;
        if position.is_capture(m) {
            let victim = position.board().piece(m.to).map_or(Role::Pawn, |piece| piece.role);
            write!(f, "x{}", letters.letter(victim))?;
        }
        write_end(f, letters, position, m)
    }
}

fn mover(position: &Position, m: Move) -> Role {
    position.board().piece(m.from).map_or(Role::Pawn, |piece| piece.role)
}

fn write_man(f: &mut fmt::Formatter<'_>, letters: &Letters, role: Role) -> fmt::Result {
    match role {
        Role::Pawn => Ok(()),
        officer => write!(f, "{}", letters.letter(officer)),
    }
}

/// Writes what the pawn becomes, and check or mate.
fn write_end(
    f: &mut fmt::Formatter<'_>,
    letters: &Letters,
    position: &Position,
    m: Move,
) -> fmt::Result {
    if let Some(role) = m.promotion {
        write!(f, "={}", letters.letter(role))?;
    }
    f.write_str(Threat::between(position, &position.after(m)).sign())
}

/// As little of the origin as no other man fits that could be meant.
fn shortest_origin(position: &Position, m: Move) -> CellText {
    let role = mover(position, m);
    let reach = Reach::new(position, role, m.to).legal(position);
    let is_capture = position.is_capture(m);
    let men = if is_capture { reach.taking } else { reach.stepping };
    let rivals = men - CellSet::of(m.from);
    let whole = CellText::from(m.from);
    let file = CellText { rank: None, ..whole };
    let rank = CellText { file: None, ..whole };
    let shorter: &[CellText] = match (role, is_capture) {
        (Role::Pawn, true) => &[file],
        (Role::Pawn, false) => &[CellText::default(), file],
        _ => &[CellText::default(), file, rank],
    };
    let is_unique = |origin: &&CellText| !rivals.into_iter().any(|rival| origin.fits(rival));
    *shorter.iter().find(is_unique).unwrap_or(&whole)
}
