//! Mate pictures: guards, blocks, checks and pins in a mate position.

use hexmate_core::geometry::{Cell, Direction, Hex, Shape};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Position, Setup, SetupEditor};

/// A position in which the player to move is mated.
pub(super) struct Picture<'a> {
    pub(super) position: &'a Position,
    /// The mated player.
    pub(super) mated: Player,
    /// Cell of the mated king.
    pub(super) king: Cell,
    /// Cells of the pieces that give check.
    pub(super) checkers: Vec<Cell>,
    /// The king's field: the cells that the king could step to on an empty board.
    field: Vec<Cell>,
    pieces: Vec<(Cell, Piece)>,
    /// Guarded cells of the field, each with the cell of a guarding piece.
    guards: Vec<(Cell, Cell)>,
    /// Cells of the pinned pieces that could otherwise parry the mate, each with the cell of the pinning piece.
    pins: Vec<(Cell, Cell)>,
}

/// Purity of a mate; see [`Theme::PureMate`](super::Theme::PureMate) and the themes after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Purity {
    Impure,
    Pure,
    Model,
    Ideal,
}

impl<'a> Picture<'a> {
    /// Creates the picture of a mate; `None` if the player to move is not mated.
    pub(super) fn of(position: &'a Position) -> Option<Self> {
        let mated = position.turn();
        let king = position.king(mated).filter(|_| position.is_mate())?;
        let (shape, checkers, pieces) = (position.game().shape, position.checkers(), position.pieces());
        let field: Vec<Cell> = Direction::ALL.iter().filter_map(|&way| shape.step(king, way)).collect();
        let mut guards = Vec::new();
        for &(from, _) in pieces.iter().filter(|(_, piece)| piece.owner != mated) {
            let attacked = position.attacks(from);
            guards.extend(attacked.iter().filter(|cell| field.contains(cell)).map(|&cell| (cell, from)));
            // A checking slider also guards the cell behind the king.
            if let Some(beyond) = cell_beyond(shape, from, king).filter(|_| attacked.contains(&king))
                && is_slider(position, from)
            {
                guards.push((beyond, from));
            }
        }
        let mut picture = Self { position, mated, king, checkers, field, pieces, guards, pins: Vec::new() };
        picture.pins = picture.needed_pins();
        Some(picture)
    }

    /// Returns whether the mated side has a piece on a cell.
    fn owned(&self, cell: Cell) -> bool {
        self.position.piece(cell).is_some_and(|piece| piece.owner == self.mated)
    }

    /// Returns the pieces that guard a cell of the field.
    pub(super) fn guards(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.guards.iter().filter(move |(guarded, _)| *guarded == cell).map(|&(_, by)| by)
    }

    /// Returns the cells of the field without a piece of the mated side.
    pub(super) fn open_field(&self) -> impl Iterator<Item = Cell> {
        self.field.iter().copied().filter(|&cell| !self.owned(cell))
    }

    /// Returns whether a cell is in the king's field.
    pub(super) fn is_in_field(&self, cell: Cell) -> bool {
        self.field.contains(&cell)
    }

    /// Returns the position without the piece on a cell, if it is legal.
    pub(super) fn without(&self, cell: Cell) -> Option<Position> {
        let mut editor = SetupEditor::new(Setup::from(self.position));
        editor.remove(cell)?;
        editor.finish().into_position().ok()
    }

    /// Returns whether the mate depends on a pin.
    pub(super) fn has_pins(&self) -> bool {
        !self.pins.is_empty()
    }

    /// Returns the pins on which the mate depends.
    fn needed_pins(&self) -> Vec<(Cell, Cell)> {
        let shape = self.position.game().shape;
        let pinned = |way: &Direction| {
            let mut met = shape.ray(self.king, *way).filter(|&cell| self.position.piece(cell).is_some());
            let (own, far) = (met.next()?, met.next()?);
            let pins = self.owned(own) && !self.owned(far) && slides(self.position.piece(far)?.role, *way);
            pins.then_some((own, far))
        };
        let pins = Direction::ALL.iter().filter_map(pinned);
        pins.filter(|&(own, far)| {
            self.without(far).is_some_and(|free| free.legal_moves().any(|m| m.from == own))
        })
        .collect()
    }

    /// Returns the cells of the pieces of the mating side that give check, guard the king's field or pin.
    pub(super) fn workers(&self) -> impl Iterator<Item = Cell> {
        let own = self.pieces.iter().filter(|(_, piece)| piece.owner != self.mated).map(|&(cell, _)| cell);
        own.filter(|&cell| self.works(cell))
    }

    /// Returns whether the piece of the mating side on a cell gives check, guards the king's field or pins.
    fn works(&self, cell: Cell) -> bool {
        self.checkers.contains(&cell)
            || self.guards.iter().any(|&(_, by)| by == cell)
            || self.pins.iter().any(|&(_, by)| by == cell)
    }

    /// Returns the purity of the mate.
    pub(super) fn purity(&self) -> Purity {
        let is_pure = |&cell: &Cell| self.guards(cell).count() == usize::from(!self.owned(cell));
        if self.checkers.len() != 1 || !self.field.iter().all(is_pure) {
            return Purity::Impure;
        }
        let serves = |&(cell, piece): &(Cell, Piece)| match piece.owner == self.mated {
            true => {
                cell == self.king || self.is_in_field(cell) || self.pins.iter().any(|&(own, _)| own == cell)
            }
            false => self.works(cell),
        };
        let is_officer = |piece: Piece| !matches!(piece.role, Role::King | Role::Pawn);
        let mut officers =
            self.pieces.iter().filter(|(_, piece)| piece.owner != self.mated && is_officer(*piece));
        match (self.pieces.iter().all(serves), officers.all(|&(cell, _)| self.works(cell))) {
            (true, _) => Purity::Ideal,
            (false, true) => Purity::Model,
            (false, false) => Purity::Pure,
        }
    }

    /// Returns the pieces and board edges that take part in the mate, relative to the king.
    pub(super) fn pattern(&self) -> Pattern {
        let shape = self.position.game().shape;
        let from_king = |cell| {
            let (cell, king) = (shape.hex(cell), shape.hex(self.king));
            cell - king
        };
        let mut parts: Vec<(Hex, u8)> = Vec::new();
        for &(cell, piece) in &self.pieces {
            let works = self.checkers.contains(&cell) || self.guards.iter().any(|&(_, by)| by == cell);
            let of_mated = piece.owner == self.mated;
            if cell != self.king && (if of_mated { self.is_in_field(cell) } else { works }) {
                parts.push((from_king(cell), piece.role as u8 + if of_mated { 8 } else { 0 }));
            }
        }
        // Cells of the field that are off the board belong to the pattern.
        let missing = Direction::ALL.iter().filter(|&&way| shape.step(self.king, way).is_none());
        parts.extend(missing.map(|way| (way.vector(), u8::MAX)));
        parts.sort_unstable();
        let images = (0..12).map(|map| {
            let mut image: Vec<(Hex, u8)> = parts.iter().map(|&(hex, code)| (hex.image(map), code)).collect();
            image.sort_unstable();
            image
        });
        let colour = shape.hex(self.king).colour();
        Pattern { canonical: images.min().unwrap_or_default(), king: self.king, colour, parts }
    }
}

/// Arrangement of the pieces that take part in a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The least of the twelve images, which is the same for all of them.
    canonical: Vec<(Hex, u8)>,
    /// Cell of the mated king.
    king: Cell,
    /// Colour of this cell: 0, 1 or 2.
    pub(super) colour: u8,
    /// Vectors from the king, each with a code for the piece or for a missing cell.
    parts: Vec<(Hex, u8)>,
}

impl Pattern {
    /// Returns whether two different mates are images of each other.
    pub(super) fn echoes(&self, other: &Self) -> bool {
        self.canonical == other.canonical && (self.king != other.king || self.parts != other.parts)
    }
}

/// Returns whether a piece of this role slides in a direction.
pub(super) const fn slides(role: Role, way: Direction) -> bool {
    match role {
        Role::Queen => true,
        Role::Rook => way.is_edge(),
        Role::Bishop => !way.is_edge(),
        Role::King | Role::Knight | Role::Pawn => false,
    }
}

/// Returns whether the piece on a cell is a slider: queen, rook or bishop.
pub(super) fn is_slider(position: &Position, cell: Cell) -> bool {
    let role = position.piece(cell).map(|piece| piece.role);
    matches!(role, Some(Role::Queen | Role::Rook | Role::Bishop))
}

/// Returns the cell of the slider that pins the piece on a cell to the king of its owner.
pub(super) fn pinner(position: &Position, cell: Cell) -> Option<Cell> {
    let (shape, owner) = (position.game().shape, position.piece(cell)?.owner);
    let king = position.king(owner)?;
    let way = direction(shape, king, cell)?;
    let mut met = shape.ray(king, way).filter(|&cell| position.piece(cell).is_some());
    let (first, far) = (met.next()?, met.next()?);
    let piece = position.piece(far)?;
    (first == cell && piece.owner != owner && slides(piece.role, way)).then_some(far)
}

/// Returns the direction from one cell to another, if they share a line.
fn direction(shape: Shape, from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&way| shape.ray(from, way).any(|cell| cell == to))
}

/// Returns the cell after `to` on the line from `from`.
fn cell_beyond(shape: Shape, from: Cell, to: Cell) -> Option<Cell> {
    shape.step(to, direction(shape, from, to)?)
}

/// Returns whether a cell is between two others on a line.
pub(super) fn is_between(shape: Shape, from: Cell, middle: Cell, to: Cell) -> bool {
    let Some(way) = direction(shape, from, to) else { return false };
    shape.ray(from, way).take_while(|&cell| cell != to).any(|cell| cell == middle)
}
