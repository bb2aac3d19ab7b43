//! Which of our men can go to a cell, seen from that cell. No text.

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{Move, Position, Role, Variant};

/// Cells of the men of one role that can go to one cell.
///
/// A pawn can step to a cell that another takes on in passing: so there are two sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach<V: Variant> {
    to: Cell<V::Geometry>,
    role: Role,
    /// Men that find the cell empty and take nothing.
    pub stepping: CellSet<V::Geometry>,
    /// Men that take there.
    pub taking: CellSet<V::Geometry>,
}

impl<V: Variant> Reach<V> {
    /// The men that can go there by the way they move, whatever becomes of their king.
    #[inline]
    pub fn new(position: &Position<V>, role: Role, to: Cell<V::Geometry>) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let filled = occupied.contains(to);
        // Others' kings are never taken, not even where they may stay attacked.
        let closed = position.ours() | board.by_role(Role::King);
        let attackers = if closed.contains(to) { CellSet::EMPTY } else { attackers(position, role, to) };
        let [stepping, taking] = match (role, filled) {
            (_, true) => [CellSet::EMPTY, attackers],
            (Role::Pawn, false) if passed(position, to).next().is_some() => {
                [steppers(position, to), attackers]
            }
            (Role::Pawn, false) => [steppers(position, to), CellSet::EMPTY],
            (_, false) => [attackers, CellSet::EMPTY],
        };
        Self { to, role, stepping, taking }
    }

    /// Only the men that a test lets through.
    #[inline]
    pub fn filtered(self, mut test: impl FnMut(Cell<V::Geometry>) -> bool) -> Self {
        let mut filter = |men: CellSet<V::Geometry>| men.into_iter().filter(|&man| test(man)).collect();
        let stepping = filter(self.stepping);
        Self { stepping, taking: filter(self.taking), ..self }
    }

    /// Only the men that leave their king safe.
    #[inline]
    pub fn legal(self, position: &Position<V>) -> Self {
        let Some(king) = position.king(position.turn()) else { return self };
        let board = position.board();
        let here = CellSet::of(self.to);
        let safe = |men: CellSet<V::Geometry>, taken: CellSet<V::Geometry>| {
            let enemies = board.occupied() - position.ours() - taken;
            let is_safe = |&from: &Cell<V::Geometry>| {
                let occupied = (board.occupied() - CellSet::of(from) - taken) | here;
                let king = if from == king { self.to } else { king };
                !is_attacked(position, king, occupied, enemies)
            };
            men.into_iter().filter(is_safe).collect()
        };
        let mut legal = self;
        if !self.stepping.is_empty() {
            legal.stepping = safe(self.stepping, CellSet::EMPTY);
        }
        if !self.taking.is_empty() {
            legal.taking = safe(self.taking, self.taken(position));
        }
        legal
    }

    /// Only the men that take nothing.
    pub fn without_takers(self) -> Self {
        Self { taking: CellSet::EMPTY, ..self }
    }

    /// Only the men that take.
    pub fn without_steppers(self) -> Self {
        Self { stepping: CellSet::EMPTY, ..self }
    }

    /// Cells of the men that leave the board if one of ours takes: several if pawns have passed there.
    fn taken(self, position: &Position<V>) -> CellSet<V::Geometry> {
        if self.is_en_passant(position) { passed(position, self.to).collect() } else { CellSet::of(self.to) }
    }

    /// The role of the man that is taken, if one is.
    pub fn victim(self, position: &Position<V>) -> Option<Role> {
        let taken = self.taken(position).first()?;
        position.board().piece(taken).map(|piece| piece.role)
    }

    /// Whether taking there is taking in passing.
    pub fn is_en_passant(self, position: &Position<V>) -> bool {
        !position.board().occupied().contains(self.to)
    }

    /// All of the men.
    #[inline]
    pub fn men(self) -> CellSet<V::Geometry> {
        self.stepping | self.taking
    }

    /// Whether the man on this cell, if it is a pawn, reaches its last cell.
    #[inline]
    pub fn is_promotion(self, position: &Position<V>, from: Cell<V::Geometry>) -> bool {
        self.role == Role::Pawn
            && V::players().any(|seat| {
                V::promotion_cells(seat).contains(self.to) && position.board().pawns(seat).contains(from)
            })
    }

    /// The moves of all the men, with every promotion unless one is given.
    pub fn moves(self, position: &Position<V>, promotion: Option<Role>) -> Vec<Move<V::Geometry>> {
        let mut moves = Vec::new();
        for from in self.men() {
            let mut push = |promotion| moves.push(Move { from, to: self.to, promotion });
            match (self.is_promotion(position, from), promotion) {
                (false, _) => push(None),
                (true, Some(_)) => push(promotion),
                (true, None) => V::PROMOTIONS.iter().for_each(|&role| push(Some(role))),
            }
        }
        moves
    }
}

/// Our men of one role that attack a cell: only the lines of that role are looked along.
#[inline]
fn attackers<V: Variant>(position: &Position<V>, role: Role, to: Cell<V::Geometry>) -> CellSet<V::Geometry> {
    let men = position.our(role);
    let occupied = position.board().occupied();
    match role {
        Role::King => V::Geometry::adjacent(to) & men,
        Role::Knight => V::Geometry::leaps(to) & men,
        Role::Pawn => pawn_attackers(position, to, men),
        Role::Queen | Role::Rook | Role::Bishop => {
            let mut lines = CellSet::EMPTY;
            if role != Role::Bishop {
                lines |= V::Geometry::edge_lines(to);
            }
            if role != Role::Rook {
                lines |= V::Geometry::vertex_lines(to);
            }
            let comes = |&from: &Cell<_>| !V::Geometry::between(to, from).meets(occupied);
            (lines & men).into_iter().filter(comes).collect()
        }
    }
}

/// Those of some men that are pawns and attack a cell.
#[inline]
fn pawn_attackers<V: Variant>(
    position: &Position<V>,
    cell: Cell<V::Geometry>,
    men: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    V::players().fold(CellSet::EMPTY, |found, seat| {
        let pawns = position.board().pawns(seat) & men;
        if pawns.is_empty() {
            return found;
        }
        let beside = |side: Direction| V::Geometry::shift(CellSet::of(cell), side.opposite());
        let [left, right] = V::pawn_takes(seat);
        found | pawns & (beside(left) | beside(right))
    })
}

/// Whether one of some men attacks a cell over what stands in the way.
///
/// The same as asking for all attackers, but only the lines with a slider are looked along.
#[inline]
fn is_attacked<V: Variant>(
    position: &Position<V>,
    cell: Cell<V::Geometry>,
    occupied: CellSet<V::Geometry>,
    men: CellSet<V::Geometry>,
) -> bool {
    let board = position.board();
    let sliders = board.sliders(V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell));
    let is_open = |slider| !V::Geometry::between(cell, slider).meets(occupied);
    (V::Geometry::leaps(cell) & board.by_role(Role::Knight)).meets(men)
        || (V::Geometry::adjacent(cell) & board.by_role(Role::King)).meets(men)
        || !pawn_attackers(position, cell, men).is_empty()
        || (sliders & men).into_iter().any(is_open)
}

/// Pawns that others may lose on a cell that they have passed over.
#[inline]
fn passed<V: Variant>(
    position: &Position<V>,
    over: Cell<V::Geometry>,
) -> impl Iterator<Item = Cell<V::Geometry>> {
    let others = position.turn().after(V::PLAYERS);
    others
        .filter_map(|player| position.passing(player))
        .filter(move |passing| passing.over == over)
        .map(|passing| passing.pawn)
}

/// Our pawns that can step to an empty cell, by one cell or two.
#[inline]
fn steppers<V: Variant>(position: &Position<V>, to: Cell<V::Geometry>) -> CellSet<V::Geometry> {
    let board = position.board();
    V::players().fold(CellSet::EMPTY, |steppers, seat| {
        let back = V::forward(seat).opposite();
        let pawns = board.pawns(seat) & position.ours();
        if pawns.is_empty() {
            return steppers;
        }
        let one = V::Geometry::shift(CellSet::of(to), back);
        let two = V::Geometry::shift(one - board.occupied(), back) & V::double_step_cells(seat);
        steppers | pawns & (one | two)
    })
}
