//! Which of our pieces can go to a cell, seen from that cell, in the types of its game. No text.

use super::reach::{Mover, Reach};
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{self, Player, Position, Role, Variant};

/// Cells of the pieces of one role that can go to one cell.
///
/// A pawn can step to a cell that another takes on en passant: so there are two sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidates<V: Variant> {
    to: Cell,
    role: Role,
    /// Pieces that find the cell empty and take nothing.
    pub stepping: CellSet<V::Geometry>,
    /// Pieces that take there.
    pub taking: CellSet<V::Geometry>,
}

impl<V: Variant> Candidates<V> {
    /// The pieces that can go there by the way they move, whatever becomes of their king.
    #[inline]
    pub fn new(position: &Position<V>, role: Role, to: Cell) -> Self {
        let board = position.board();
        // Others' kings are never taken, not even where they may stay attacked.
        let closed = position.ours() | board.by_role(Role::King);
        let is_filled = board.occupied().contains(to);
        let [stepping, taking] = match (role, is_filled) {
            _ if closed.contains(to) => [CellSet::EMPTY; 2],
            (Role::Pawn, true) => [CellSet::EMPTY, pawn_attackers(position, to, position.ours())],
            (Role::Pawn, false) if crossing_pawns(position, to).next().is_some() => {
                [steppers(position, to), pawns_beside(position, to, position.ours())]
            }
            (Role::Pawn, false) => [steppers(position, to), CellSet::EMPTY],
            (_, true) => [CellSet::EMPTY, officers(position, role, to)],
            (_, false) => [officers(position, role, to), CellSet::EMPTY],
        };
        Self { to, role, stepping, taking }
    }

    /// Only the pieces that a test lets through.
    #[inline]
    pub fn filtered(self, mut test: impl FnMut(Cell) -> bool) -> Self {
        let mut filter =
            |pieces: CellSet<V::Geometry>| pieces.into_iter().filter(|&piece| test(piece)).collect();
        let stepping = filter(self.stepping);
        Self { stepping, taking: filter(self.taking), ..self }
    }

    /// Only the pieces that leave their king safe.
    #[inline]
    pub fn legal(self, position: &Position<V>) -> Self {
        let mut legal = self;
        if !self.stepping.is_empty() {
            legal.stepping = safe(position, self.to, self.stepping, CellSet::EMPTY);
        }
        if !self.taking.is_empty() {
            legal.taking = safe(position, self.to, self.taking, self.taken(position));
        }
        legal
    }

    /// Only the pieces that take nothing.
    pub fn without_takers(self) -> Self {
        Self { taking: CellSet::EMPTY, ..self }
    }

    /// Only the pieces that take.
    pub fn without_steppers(self) -> Self {
        Self { stepping: CellSet::EMPTY, ..self }
    }

    /// Cells of the pieces that leave the board if one of ours takes: several if pawns have passed there.
    fn taken(self, position: &Position<V>) -> CellSet<V::Geometry> {
        if self.is_en_passant(position) {
            crossing_pawns(position, self.to).collect()
        } else {
            CellSet::of(self.to)
        }
    }

    /// Whether taking there is taking en passant.
    fn is_en_passant(self, position: &Position<V>) -> bool {
        !position.board().occupied().contains(self.to)
    }

    /// All of the pieces.
    #[inline]
    pub fn cells(self) -> CellSet<V::Geometry> {
        self.stepping | self.taking
    }

    /// Whether the piece on this cell, if it is a pawn, reaches its last cell.
    #[inline]
    pub fn is_promotion(self, position: &Position<V>, from: Cell) -> bool {
        self.role == Role::Pawn
            && V::players().any(|seat| {
                V::promotion_cells(seat).contains(self.to) && position.board().pawns(seat).contains(from)
            })
    }

    /// The same as plain data, with what becomes of the king of each.
    pub fn told(self, position: &Position<V>) -> Reach {
        let legal = self.legal(position).cells();
        let mover = |from| Mover {
            from,
            takes: self.taking.contains(from),
            promotes: self.is_promotion(position, from),
            is_legal: legal.contains(from),
        };
        let taken = self.taken(position).first();
        Reach {
            movers: self.cells().into_iter().map(mover).collect(),
            victim: taken.and_then(|taken| position.board().piece(taken)).map(|piece| piece.role),
            is_en_passant: self.is_en_passant(position),
        }
    }
}

/// Our pieces of one role, but not pawns, that attack a cell: only the lines of that role are looked along.
#[inline]
fn officers<V: Variant>(position: &Position<V>, role: Role, to: Cell) -> CellSet<V::Geometry> {
    let pieces = position.our(role);
    let lines = match role {
        Role::King => return V::Geometry::adjacent(to) & pieces,
        Role::Knight => return V::Geometry::leaps(to) & pieces,
        _ => rules::lines::<V>(role, to),
    };
    let occupied = position.board().occupied();
    let comes = |&from: &Cell| !V::Geometry::between(to, from).meets(occupied);
    (lines & pieces).into_iter().filter(comes).collect()
}

/// Those of some pieces that are pawns and attack a cell.
#[inline]
fn pawn_attackers<V: Variant>(
    position: &Position<V>,
    cell: Cell,
    pieces: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    pawns_from(position, pieces, |seat| rules::pawn_attackers::<V>(seat, CellSet::of(cell)))
}

/// Those of some pieces that are pawns and take to the side on a cell.
fn pawns_beside<V: Variant>(
    position: &Position<V>,
    cell: Cell,
    pieces: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    pawns_from(position, pieces, |seat| rules::pawns_beside::<V>(seat, CellSet::of(cell)))
}

/// Those of some pieces that are pawns and stand where a pawn of their seat would.
#[inline]
fn pawns_from<V: Variant>(
    position: &Position<V>,
    pieces: CellSet<V::Geometry>,
    places: impl Fn(Player) -> CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let mut found = CellSet::EMPTY;
    for seat in V::players() {
        let pawns = position.board().pawns(seat) & pieces;
        if !pawns.is_empty() {
            found |= pawns & places(seat);
        }
    }
    found
}

/// Those of our pieces, all of one role, that leave their king safe if they go to a cell and some pieces leave the board.
fn safe<V: Variant>(
    position: &Position<V>,
    to: Cell,
    pieces: CellSet<V::Geometry>,
    taken: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let Some(king) = position.king(position.turn()) else { return pieces };
    let board = position.board();
    let enemies = board.occupied() - position.ours() - taken;
    let mut filled = (board.occupied() - taken) | CellSet::of(to);
    let mut goal = king;
    if pieces.contains(king) {
        filled -= pieces;
        goal = to;
    }
    if is_touched(position, goal, enemies) {
        return CellSet::EMPTY;
    }
    // Only the lines with a slider are looked along.
    let sliders = board.sliders(V::Geometry::edge_lines(goal), V::Geometry::vertex_lines(goal));
    let mut safe = pieces;
    for slider in sliders & enemies {
        let guards = V::Geometry::between(goal, slider) & filled;
        if guards.is_empty() {
            return CellSet::EMPTY;
        }
        if !guards.is_several() {
            safe -= guards;
        }
    }
    safe
}

/// Whether one of some pieces attacks a cell, whatever stands in the way.
#[inline]
fn is_touched<V: Variant>(position: &Position<V>, cell: Cell, pieces: CellSet<V::Geometry>) -> bool {
    let board = position.board();
    // Most kings have no stranger beside them: then neither kings nor pawns need a look.
    let beside = V::Geometry::adjacent(cell) & pieces;
    (V::Geometry::leaps(cell) & board.by_role(Role::Knight)).meets(pieces)
        || !beside.is_empty()
            && (beside.meets(board.by_role(Role::King)) || !pawn_attackers(position, cell, beside).is_empty())
}

/// Pawns that others may lose on a cell that they have passed over.
#[inline]
fn crossing_pawns<V: Variant>(position: &Position<V>, crossed: Cell) -> impl Iterator<Item = Cell> {
    let others = position.turn().others(V::PLAYERS);
    others
        .filter_map(|player| position.en_passant(player))
        .filter(move |en_passant| en_passant.cells::<V>().contains(crossed))
        .map(|en_passant| en_passant.pawn)
}

/// Our pawns that can step to an empty cell, by one cell or more.
#[inline]
fn steppers<V: Variant>(position: &Position<V>, to: Cell) -> CellSet<V::Geometry> {
    let board = position.board();
    let enemies = board.occupied() - position.ours();
    let mut steppers = CellSet::EMPTY;
    for seat in V::players() {
        let pawns = rules::free_to_step::<V>(seat, board.pawns(seat) & position.ours(), enemies);
        for back in V::pawn_steps(seat).map(Direction::opposite).filter(|_| !pawns.is_empty()) {
            let Some(one) = V::Geometry::step(to, back) else { continue };
            steppers |= pawns & CellSet::of(one);
            let is_empty = |cell: &Cell| !board.occupied().contains(*cell);
            let Some(two) = Some(one).filter(is_empty).and_then(|one| V::Geometry::step(one, back)) else {
                continue;
            };
            steppers |= pawns & position.double_step_cells(seat) & CellSet::of(two);
            if V::LONGEST_STEP > 2
                && let Some(three) = Some(two).filter(is_empty).and_then(|two| V::Geometry::step(two, back))
            {
                steppers |= pawns & V::triple_step_cells(position.choice(), seat) & CellSet::of(three);
            }
        }
    }
    steppers
}
