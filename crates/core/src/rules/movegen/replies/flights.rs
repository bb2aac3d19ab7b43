//! Where the king of the player who replies can go, after each move.

use super::moving::MovingPiece;
use super::tally::Tally;
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Player, Role, Variant};

pub(super) struct Flights<V: Variant> {
    /// Neighbours of the king without pieces of its own side.
    free: CellSet<V::Geometry>,
    /// Neighbours of the king with pieces of its own side, which may be taken there.
    blocked: CellSet<V::Geometry>,
    /// Neighbours that an enemy attacks.
    once: CellSet<V::Geometry>,
    /// Neighbours that several attack.
    twice: CellSet<V::Geometry>,
    /// Cells where an arrival shuts a line to a neighbour.
    pub(super) closers: CellSet<V::Geometry>,
    /// Pieces of the player to move whose departure opens a line to a neighbour.
    pub(super) openers: CellSet<V::Geometry>,
    /// Enemies who have to do with a neighbour; kept for more than two players only.
    pub(super) involved: CellSet<V::Geometry>,
    /// From how many flights that nobody attacks a cell is seen as a rook sees.
    edges: Tally<V::Geometry>,
    /// The same as a bishop sees.
    vertices: Tally<V::Geometry>,
}

impl<V: Variant> Flights<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let board = &replies.position.board;
        let mut near = V::Geometry::adjacent(replies.king);
        if V::PLAYERS > 2 {
            near -= board.by_role(Role::King);
        }
        let mut flights = Self {
            free: near - replies.ours,
            blocked: near & replies.ours,
            once: CellSet::EMPTY,
            twice: CellSet::EMPTY,
            closers: CellSet::EMPTY,
            openers: CellSet::EMPTY,
            involved: CellSet::EMPTY,
            edges: Tally::ZERO,
            vertices: Tally::ZERO,
        };
        flights.add_steppers(replies, near);
        let queens = board.by_role(Role::Queen);
        for slider in (board.by_role(Role::Rook) | queens) & replies.enemies {
            let lines = V::Geometry::edge_lines(slider) & near;
            flights.add_slider(slider, lines, replies.occupied, movers);
        }
        for slider in (board.by_role(Role::Bishop) | queens) & replies.enemies {
            let lines = V::Geometry::vertex_lines(slider) & near;
            flights.add_slider(slider, lines, replies.occupied, movers);
        }
        for flight in flights.unattacked() {
            flights.edges.add(V::Geometry::slide_edges(flight, replies.occupied));
            flights.vertices.add(V::Geometry::slide_vertices(flight, replies.occupied));
        }
        flights
    }

    #[inline]
    fn add_steppers<B: Mover>(&mut self, replies: &Generator<'_, V, B>, near: CellSet<V::Geometry>) {
        let board = &replies.position.board;
        for (seat, pawns) in replies.enemy_pawns(replies.enemies) {
            for side in V::pawn_takes(seat) {
                self.add_attack(V::Geometry::shift(pawns, side) & near);
            }
            if V::PLAYERS > 2 {
                self.involved |= pawn_attackers::<V>(seat, near) & pawns;
            }
        }
        for king in board.by_role(Role::King) & replies.enemies {
            self.add_attack(V::Geometry::adjacent(king) & near);
        }
        for knight in board.by_role(Role::Knight) & replies.enemies {
            let attacked = V::Geometry::leaps(knight) & near;
            self.add_attack(attacked);
            if V::PLAYERS > 2 && !attacked.is_empty() {
                self.involved |= CellSet::of(knight);
            }
        }
    }

    /// Adds a slider that is in line with some of the king's neighbours.
    #[inline]
    fn add_slider(
        &mut self,
        slider: Cell,
        lines: CellSet<V::Geometry>,
        occupied: CellSet<V::Geometry>,
        movers: CellSet<V::Geometry>,
    ) {
        let mut attacked = CellSet::EMPTY;
        for cell in lines {
            let between = V::Geometry::between(slider, cell);
            let pieces = between & occupied;
            if pieces.is_several() {
                continue;
            }
            if V::PLAYERS > 2 {
                self.involved |= CellSet::of(slider);
            }
            if pieces.is_empty() {
                attacked |= CellSet::of(cell);
                if self.free.contains(cell) {
                    self.closers |= between;
                }
            } else {
                self.openers |= pieces & movers;
            }
        }
        self.add_attack(attacked);
    }

    #[inline]
    fn add_attack(&mut self, cells: CellSet<V::Geometry>) {
        self.twice |= self.once & cells;
        self.once |= cells;
    }

    /// Flights that nobody attacks.
    #[inline]
    fn unattacked(&self) -> CellSet<V::Geometry> {
        self.free - self.once
    }

    /// Cells that would be flights but for one piece's attack.
    #[inline]
    pub(super) fn denied_by_one(&self) -> CellSet<V::Geometry> {
        self.free & (self.once - self.twice)
    }

    /// Those of them that this piece attacks from where it stands.
    #[inline]
    fn denied_by<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        moving: MovingPiece,
    ) -> CellSet<V::Geometry> {
        let denied = self.denied_by_one();
        match !denied.is_empty() && moving.is_in_line::<V>(denied) {
            true => moving.attacks::<V>(moving.from, replies.occupied) & denied,
            false => CellSet::EMPTY,
        }
    }

    /// Where the king could go after a piece's move to one cell, if that piece attacked nothing there.
    #[inline]
    pub(super) fn after<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        moving: MovingPiece,
        to: Cell,
        opened: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        // The piece that takes is one of those who attack.
        let taken = (CellSet::of(to) & self.blocked) - self.twice;
        (self.unattacked() | self.denied_by(replies, moving) | taken) - opened
    }

    /// The sum of the king's moves over a piece's moves to the cells `to`, none of them on a line it opens.
    #[inline]
    pub(super) fn sum<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        moving: MovingPiece,
        to: CellSet<V::Geometry>,
        opened: CellSet<V::Geometry>,
    ) -> i64 {
        let mut sum = self.sum_unattacked(moving, to) + i64::from((to & (self.blocked - self.twice)).len());
        for flight in self.unattacked() & opened {
            sum -= i64::from((to - moving.attackers::<V>(flight, replies.occupied)).len());
        }
        for flight in self.denied_by(replies, moving) - opened {
            let occupied = replies.occupied - CellSet::of(moving.from);
            sum += i64::from((to - moving.attackers::<V>(flight, occupied)).len());
        }
        sum
    }

    #[inline]
    fn sum_unattacked(&self, moving: MovingPiece, to: CellSet<V::Geometry>) -> i64 {
        let flights = self.unattacked();
        if flights.is_empty() {
            return 0;
        }
        let all = i64::from(flights.len()) * i64::from(to.len());
        all - match moving.piece.role {
            Role::Queen => self.edges.sum(to) + self.vertices.sum(to),
            Role::Rook => self.edges.sum(to),
            Role::Bishop => self.vertices.sum(to),
            Role::King | Role::Knight | Role::Pawn => flights
                .into_iter()
                .map(|flight| i64::from((moving.attackers::<V>(flight, CellSet::EMPTY) & to).len()))
                .sum(),
        }
    }

    /// The sum over the moves of pawns, whose departure changes nothing.
    #[inline]
    pub(super) fn sum_pawns(&self, seat: Player, to: CellSet<V::Geometry>) -> i64 {
        let moves = i64::from((to & (self.blocked - self.twice)).len());
        let flights = self
            .unattacked()
            .into_iter()
            .map(|flight| i64::from((to - pawn_attackers::<V>(seat, CellSet::of(flight))).len()));
        moves + flights.sum::<i64>()
    }

    /// The sliders' lines that a piece's departure opens.
    #[inline]
    pub(super) fn lines_opened<B: Mover>(&self, replies: &Generator<'_, V, B>, from: Cell) -> Opened<V> {
        let mut opened = Opened { cells: CellSet::EMPTY, lines: CellSet::EMPTY };
        if !self.openers.contains(from) {
            return opened;
        }
        self.visit_lines(replies, from, |slider, direction, cells| {
            opened.cells |= cells;
            opened.lines |= V::Geometry::ray(slider, direction);
        });
        opened
    }

    /// What is opened by a piece that goes along one of those lines, and so shuts it again.
    #[inline]
    pub(super) fn opened_along<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        from: Cell,
        to: Cell,
    ) -> CellSet<V::Geometry> {
        let mut opened = CellSet::EMPTY;
        if !self.openers.contains(from) {
            return opened;
        }
        self.visit_lines(replies, from, |slider, direction, cells| {
            if V::Geometry::ray(from, direction).contains(to) {
                opened |= cells - V::Geometry::ray(to, direction);
            } else if !V::Geometry::ray(slider, direction).contains(to) {
                opened |= cells;
            }
        });
        opened
    }

    #[inline]
    fn visit_lines<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        from: Cell,
        mut visit: impl FnMut(Cell, Direction, CellSet<V::Geometry>),
    ) {
        let edges = V::Geometry::slide_edges(from, replies.occupied);
        let vertices = V::Geometry::slide_vertices(from, replies.occupied);
        let sliders = replies.position.board.sliders(edges, vertices);
        let seen = (edges | vertices) & (self.free | self.blocked);
        for slider in sliders & replies.enemies {
            let Some(direction) = V::Geometry::direction(slider, from) else { continue };
            let cells = seen & V::Geometry::ray(from, direction);
            if !cells.is_empty() {
                visit(slider, direction, cells);
            }
        }
    }
}

/// What a piece's departure opens to sliders of its side near the king.
#[derive(Clone, Copy)]
pub(super) struct Opened<V: Variant> {
    /// The king's neighbours that they attack then.
    pub(super) cells: CellSet<V::Geometry>,
    /// Their lines, from the first cell on.
    pub(super) lines: CellSet<V::Geometry>,
}
