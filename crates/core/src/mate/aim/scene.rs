//! A king, those who hunt it and those beside it, and what guards which cell. No moves, no lengths.

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::mate::Goal;
use crate::rules::{Player, Position, Role, Variant, attacks, lines};

/// Cells of a game's board.
pub(in crate::mate) type Cells<V> = CellSet<<V as Variant>::Geometry>;

/// A king that shall be left without a move, and all the pieces around it.
#[derive(Clone, Copy)]
pub(in crate::mate) struct Scene<'p, V: Variant> {
    pub(super) position: &'p Position<V>,
    /// The player who mates.
    pub(super) hunter: Player,
    pub(super) hunters: Cells<V>,
    /// Pieces of the king's own side.
    pub(super) walls: Cells<V>,
    pub(super) king: Cell,
    /// What stands in the way of sliders once the king has left its cell.
    pub(super) occupied: Cells<V>,
    pub(super) needs_check: bool,
}

impl<'p, V: Variant> Scene<'p, V> {
    /// `None` where nothing can be said: among several players, with castling and for other goals.
    pub(in crate::mate) fn new(position: &'p Position<V>, victim: Player, goal: Goal) -> Option<Self> {
        let is_known = V::IS_PLAIN && V::PLAYERS == 2 && matches!(goal, Goal::Mate | Goal::Stalemate);
        if !is_known {
            return None;
        }
        let board = position.board();
        let king = position.king(victim)?;
        let here = CellSet::of(king);
        Some(Self {
            position,
            hunter: victim.others(V::PLAYERS).next()?,
            hunters: board.occupied() - board.by_owner(victim),
            walls: board.by_owner(victim) - here,
            king,
            occupied: board.occupied() - here,
            needs_check: goal == Goal::Mate,
        })
    }

    /// The same with the king on another cell, and nothing else there.
    pub(super) fn with_king(&self, king: Cell) -> Self {
        let here = CellSet::of(king);
        Self {
            hunters: self.hunters - here,
            walls: self.walls - here,
            occupied: self.occupied - here,
            king,
            ..*self
        }
    }

    /// Cells to which the king could go as the pieces stand.
    #[inline]
    pub(super) fn flights(&self) -> Cells<V> {
        self.flights_beside(self.hunters, self.occupied)
    }

    /// The same with other hunters, and with other things in the way of sliders.
    #[inline]
    pub(super) fn flights_beside(&self, hunters: Cells<V>, occupied: Cells<V>) -> Cells<V> {
        let board = self.position.board();
        let pawns = board.by_role(Role::Pawn) & hunters;
        let around = V::Geometry::adjacent(self.king) - self.walls - self.taken_by(pawns);
        board.not_attacked_by_officers(around, hunters, occupied)
    }

    /// Sliding hunters in line with a cell, whatever stands between.
    #[inline]
    pub(super) fn snipers(&self, cell: Cell) -> Cells<V> {
        let lines = [V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell)];
        self.position.board().sliders(lines[0], lines[1]) & self.hunters
    }

    /// Cells from which a piece of this role would attack a cell of an empty board.
    #[inline]
    pub(super) fn origins(&self, role: Role, cell: Cell) -> Cells<V> {
        match role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, cell),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => {
                let here = CellSet::of(cell);
                let [left, right] = V::pawn_takes(self.hunter).map(Direction::opposite);
                V::Geometry::shift(here, left) | V::Geometry::shift(here, right)
            }
        }
    }

    /// Cells from which a piece of this role would attack all cells of an empty board but so many, where it could
    /// stand beside the king.
    ///
    /// At most [`MOST_MISSES`] are told apart.
    #[inline]
    pub(super) fn posts(&self, role: Role, cells: Cells<V>, misses: usize) -> Cells<V> {
        // A loop for each role: it is asked for more often than anything else.
        let posts = match role {
            Role::King => meeting(cells, misses, V::Geometry::adjacent) - V::Geometry::adjacent(self.king),
            Role::Queen => meeting(cells, misses, |cell| self.origins(Role::Queen, cell)),
            Role::Rook => meeting(cells, misses, V::Geometry::edge_lines),
            Role::Bishop => meeting(cells, misses, V::Geometry::vertex_lines),
            Role::Knight => meeting(cells, misses, V::Geometry::leaps),
            Role::Pawn => meeting(cells, misses, |cell| self.origins(Role::Pawn, cell)),
        };
        posts - CellSet::of(self.king)
    }

    /// Cells to which pawns of the hunters might come with one move.
    #[inline]
    pub(super) fn pawn_goals(&self, pawns: Cells<V>) -> Cells<V> {
        let forward = V::forward(self.hunter);
        let ahead = V::Geometry::shift(pawns, forward);
        let stepped = V::Geometry::shift(pawns & self.position.double_step_cells(self.hunter), forward);
        ahead | V::Geometry::shift(stepped, forward) | self.taken_by(pawns)
    }

    /// Cells that pawns of the hunters attack.
    #[inline]
    pub(super) fn taken_by(&self, pawns: Cells<V>) -> Cells<V> {
        let [left, right] = V::pawn_takes(self.hunter);
        V::Geometry::shift(pawns, left) | V::Geometry::shift(pawns, right)
    }

    /// Cells that a piece would attack if sliders could pass so many pieces.
    pub(super) fn sight(&self, role: Role, from: Cell, occupied: Cells<V>, passed: u32) -> Cells<V> {
        let mut occupied = occupied;
        let mut seen = attacks::<V>(role, self.hunter, from, occupied);
        if matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
            for _ in 0..passed {
                occupied -= seen;
                seen = attacks::<V>(role, self.hunter, from, occupied);
            }
        }
        seen
    }
}

/// How many cells a single piece may miss, at most.
pub(super) const MOST_MISSES: usize = 3;

/// What all sets have in common but so many of them.
#[inline]
fn meeting<G: Geometry>(cells: CellSet<G>, misses: usize, set: impl Fn(Cell) -> CellSet<G>) -> CellSet<G> {
    let mut by_misses = [CellSet::all(); MOST_MISSES + 1];
    for cell in cells {
        let set = set(cell);
        for more in (1..=misses).rev() {
            by_misses[more] = by_misses[more] & set | by_misses[more - 1];
        }
        by_misses[0] &= set;
        if by_misses[misses].is_empty() {
            break;
        }
    }
    by_misses[misses]
}
