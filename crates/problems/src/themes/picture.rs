//! A mate as a picture: what guards, blocks, checks and pins. Knows one position; no moves that led there.

use hexmate_core::geometry::{Cell, Direction, Hex, Shape};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Position, Setup, SetupEditor};

/// A position in which the player to move is mated.
pub(super) struct Picture<'a> {
    pub(super) position: &'a Position,
    pub(super) mated: Player,
    pub(super) king: Cell,
    pub(super) checkers: Vec<Cell>,
    /// The cells that the king could step to on an empty board.
    field: Vec<Cell>,
    pieces: Vec<(Cell, Piece)>,
    /// Cells of the field, each with a piece that guards it.
    guards: Vec<(Cell, Cell)>,
    /// Pieces of the mated side that could parry if they were not pinned, each with what pins it.
    pins: Vec<(Cell, Cell)>,
}

/// How pure a mate is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Purity {
    Plain,
    Pure,
    Model,
    Ideal,
}

impl<'a> Picture<'a> {
    /// `None` if nobody is mated.
    pub(super) fn of(position: &'a Position) -> Option<Self> {
        let mated = position.turn();
        let king = position.king(mated).filter(|_| position.is_mate())?;
        let (shape, checkers, pieces) = (position.game().shape, position.checkers(), position.pieces());
        let field: Vec<Cell> = Direction::ALL.iter().filter_map(|&way| shape.step(king, way)).collect();
        let mut guards = Vec::new();
        for &(from, _) in pieces.iter().filter(|(_, piece)| piece.owner != mated) {
            let attacked = position.attacks(from);
            guards.extend(attacked.iter().filter(|cell| field.contains(cell)).map(|&cell| (cell, from)));
            // A check goes on through the king.
            if let Some(beyond) = behind(shape, from, king).filter(|_| attacked.contains(&king))
                && is_slider(position, from)
            {
                guards.push((beyond, from));
            }
        }
        let mut picture = Self { position, mated, king, checkers, field, pieces, guards, pins: Vec::new() };
        picture.pins = picture.needed_pins();
        Some(picture)
    }

    fn owned(&self, cell: Cell) -> bool {
        self.position.piece(cell).is_some_and(|piece| piece.owner == self.mated)
    }

    /// The pieces that guard a cell of the field.
    pub(super) fn guards(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.guards.iter().filter(move |(guarded, _)| *guarded == cell).map(|&(_, by)| by)
    }

    /// Cells of the field that no piece of the mated side stands on.
    pub(super) fn open_field(&self) -> impl Iterator<Item = Cell> {
        self.field.iter().copied().filter(|&cell| !self.owned(cell))
    }

    pub(super) fn is_of_field(&self, cell: Cell) -> bool {
        self.field.contains(&cell)
    }

    /// The same position without a piece.
    pub(super) fn without(&self, cell: Cell) -> Option<Position> {
        let mut editor = SetupEditor::new(Setup::from(self.position));
        editor.remove(cell)?;
        editor.finish().into_position().ok()
    }

    /// Whether the mate needs a pin.
    pub(super) fn has_pins(&self) -> bool {
        !self.pins.is_empty()
    }

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

    pub(super) fn purity(&self) -> Purity {
        let is_pure = |&cell: &Cell| self.guards(cell).count() == usize::from(!self.owned(cell));
        if self.checkers.len() != 1 || !self.field.iter().all(is_pure) {
            return Purity::Plain;
        }
        let works = |cell: Cell| {
            self.checkers.contains(&cell)
                || self.guards.iter().any(|&(_, by)| by == cell)
                || self.pins.iter().any(|&(_, by)| by == cell)
        };
        let serves = |&(cell, piece): &(Cell, Piece)| match piece.owner == self.mated {
            true => {
                cell == self.king || self.is_of_field(cell) || self.pins.iter().any(|&(own, _)| own == cell)
            }
            false => works(cell),
        };
        let is_officer = |piece: Piece| !matches!(piece.role, Role::King | Role::Pawn);
        let mut officers =
            self.pieces.iter().filter(|(_, piece)| piece.owner != self.mated && is_officer(*piece));
        match (self.pieces.iter().all(serves), officers.all(|&(cell, _)| works(cell))) {
            (true, _) => Purity::Ideal,
            (false, true) => Purity::Model,
            (false, false) => Purity::Pure,
        }
    }

    /// All that takes part, seen from the king, in the way of looking at it that comes first.
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
            if cell != self.king && (if of_mated { self.is_of_field(cell) } else { works }) {
                parts.push((from_king(cell), piece.role as u8 + if of_mated { 8 } else { 0 }));
            }
        }
        // Cells that the king lacks at the edge are part of the picture.
        let missing = Direction::ALL.iter().filter(|&&way| shape.step(self.king, way).is_none());
        parts.extend(missing.map(|way| (way.vector(), u8::MAX)));
        parts.sort_unstable();
        let looks = (0..12).map(|way| {
            let mut seen: Vec<(Hex, u8)> = parts.iter().map(|&(hex, what)| (hex.image(way), what)).collect();
            seen.sort_unstable();
            seen
        });
        Pattern { first: looks.min().unwrap_or_default(), king: self.king, parts }
    }
}

/// What takes part in a mate, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The same for all images.
    first: Vec<(Hex, u8)>,
    king: Cell,
    parts: Vec<(Hex, u8)>,
}

impl Pattern {
    /// Whether two mates are one another's image, and not the same mate.
    pub(super) fn echoes(&self, other: &Self) -> bool {
        self.first == other.first && (self.king != other.king || self.parts != other.parts)
    }
}

/// Whether a piece of this kind moves along lines in a direction.
pub(super) const fn slides(role: Role, way: Direction) -> bool {
    match role {
        Role::Queen => true,
        Role::Rook => way.is_edge(),
        Role::Bishop => !way.is_edge(),
        Role::King | Role::Knight | Role::Pawn => false,
    }
}

/// Whether the piece on a cell moves along lines.
pub(super) fn is_slider(position: &Position, cell: Cell) -> bool {
    let role = position.piece(cell).map(|piece| piece.role);
    matches!(role, Some(Role::Queen | Role::Rook | Role::Bishop))
}

/// The direction of the line from one cell to another, if they share one.
fn direction(shape: Shape, from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&way| shape.ray(from, way).any(|cell| cell == to))
}

/// The cell next to `to` on the line from `from`, on its far side.
fn behind(shape: Shape, from: Cell, to: Cell) -> Option<Cell> {
    shape.step(to, direction(shape, from, to)?)
}

/// Whether a cell lies on the line between two others.
pub(super) fn is_between(shape: Shape, from: Cell, middle: Cell, to: Cell) -> bool {
    let Some(way) = direction(shape, from, to) else { return false };
    shape.ray(from, way).take_while(|&cell| cell != to).any(|cell| cell == middle)
}
