//! The sum of the replies to the moves of each piece in turn.

use std::ops::ControlFlow;

use super::moving::MovingPiece;
use super::opponent::Replies;
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Piece, PieceMoves, Role, Variant};

pub(super) struct Sum<'g, 'p, V: Variant, A: Mover, B: Mover> {
    moves: &'g Generator<'p, V, A>,
    replies: Replies<'p, V, B>,
    /// Enemies of both players whose loss the other one would notice.
    third: CellSet<V::Geometry>,
    total: i64,
}

impl<'g, 'p, V: Variant, A: Mover, B: Mover> Sum<'g, 'p, V, A, B> {
    #[inline]
    pub(super) fn new(moves: &'g Generator<'p, V, A>, replies: Replies<'p, V, B>) -> Self {
        let third = match V::PLAYERS {
            2 => CellSet::EMPTY,
            _ => (replies.flights.involved | replies.guard.snipers) - moves.ours,
        };
        Self { moves, replies, third, total: 0 }
    }

    #[inline]
    pub(super) fn count(mut self) -> u64 {
        let moves = self.moves;
        let us = moves.mover.player();
        let king = MovingPiece { piece: Piece::new(us, Role::King), from: moves.king };
        if V::PLAYERS > 2 && !moves.checkers.is_empty() {
            // Nobody can take a king, but the cell that it leaves.
            self.add_one_by_one(king, moves.king_targets());
        } else {
            self.add(king, moves.king_targets(), CellSet::EMPTY);
        }
        self.add_en_passant();
        if moves.checkers.is_several() {
            return self.total as u64;
        }
        let _ = moves.visit_officers(moves.ours, &mut |role, from, to| {
            self.add(MovingPiece { piece: Piece::new(us, role), from }, to, CellSet::EMPTY);
            ControlFlow::Continue(())
        });
        for (seat, pawns) in moves.own_pawns(moves.ours) {
            let piece = Piece { owner: us, role: Role::Pawn, seat };
            for from in self.add_pawns(piece, pawns) {
                self.add_pawn(MovingPiece { piece, from });
            }
        }
        self.total as u64
    }

    /// Adds the replies to the moves that take en passant.
    #[inline]
    fn add_en_passant(&mut self) {
        let moves = self.moves;
        let _ = moves.visit_en_passant(moves.ours, &mut |pawn| {
            let replies = pawn.into_iter().map(|m| moves.position.after_move(m).count_moves());
            self.total += replies.sum::<u64>() as i64;
            ControlFlow::Continue(())
        });
    }

    /// Adds the replies to all moves of one piece; those to `special` cells are counted one by one.
    #[inline]
    fn add(&mut self, moving: MovingPiece, to: CellSet<V::Geometry>, special: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        let Replies { reach, guard, flights, generator } = &self.replies;
        let special = special | self.third;
        if guard.stay.contains(moving.from) {
            return self.add_one_by_one(moving, to);
        }
        let uncovered = match guard.curtains.contains(moving.from) {
            true => self.replies.uncovered_line(moving),
            false => CellSet::EMPTY,
        };
        let opened = flights.lines_opened(generator, moving.from);
        let checks = guard.checks(moving.piece);
        let pins = guard.pins(moving.piece.role);
        let mut special = to & (special | uncovered | guard.shut | flights.closers | checks & pins);
        if !uncovered.is_empty() {
            special |= to & checks;
        }
        let checks = (to & checks) - special;
        let along = (to & opened.lines) - special - checks;
        let plain = to - special - checks - along;
        let counted = plain | along;
        if !counted.is_empty() {
            let mut sum = i64::from(counted.len()) * reach.moves + reach.arrivals(counted);
            sum += reach.departures(self.moves, moving.from, counted);
            sum += flights.sum(generator, moving, plain, opened.cells);
            for cell in along {
                sum += self.count_flights_along(moving, cell);
            }
            for cell in counted & pins {
                sum -= self.replies.lost_by_arrival(moving.from, cell);
            }
            if !uncovered.is_empty() {
                for cell in counted {
                    sum -= self.replies.lost(uncovered, moving.from, cell);
                }
            }
            self.total += sum;
        }
        for cell in checks {
            self.add_check(moving, cell);
        }
        self.add_one_by_one(moving, special);
    }

    #[inline]
    fn count_flights_along(&self, moving: MovingPiece, to: Cell) -> i64 {
        let Replies { flights, generator, .. } = &self.replies;
        let opened = flights.opened_along(generator, moving.from, to);
        let occupied = generator.occupied - CellSet::of(moving.from);
        let free = flights.after(generator, moving, to, opened);
        i64::from((free - moving.attacks::<V>(to, occupied)).len())
    }

    #[inline]
    fn add_check(&mut self, moving: MovingPiece, to: Cell) {
        let Replies { flights, generator, .. } = &self.replies;
        let opened = flights.opened_along(generator, moving.from, to);
        let free = flights.after(generator, moving, to, opened);
        let replies = self.replies.to_check(moving, to, free);
        if V::PLAYERS > 2 && replies == 0 {
            // A player is out, and others are to move.
            self.add_one_by_one(moving, CellSet::of(to));
        } else {
            self.total += replies as i64;
        }
    }

    fn add_one_by_one(&mut self, moving: MovingPiece, to: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        let Piece { role, seat, .. } = moving.piece;
        let promoting = if role == Role::Pawn { to & V::promotion_cells(seat) } else { CellSet::EMPTY };
        let position = self.moves.position;
        let moves = PieceMoves::<V> { role, from: moving.from, to, promoting };
        let replies = moves.into_iter().map(|m| position.after_move_of(moving.piece, m).count_moves());
        self.total += replies.sum::<u64>() as i64;
    }

    /// Adds the replies to the moves of one pawn.
    #[inline]
    fn add_pawn(&mut self, pawn: MovingPiece) {
        let moves = self.moves;
        let seat = pawn.piece.seat;
        let mut allowed = moves.targets;
        if moves.pinned.contains(pawn.from) {
            allowed &= moves.pin_line(pawn.from);
        }
        let here = CellSet::of(pawn.from);
        let [once, twice, left, right] = moves.pawn_moves(seat, here, allowed);
        let mut special = V::promotion_cells(seat);
        if self.replies.reach.pawn_attacks.meets(V::Geometry::shift(here, V::forward(seat))) {
            // It may be taken en passant.
            special |= twice;
        }
        self.add(pawn, once | twice | left | right, special);
    }

    /// Adds the replies to the moves of all pawns whose departure changes nothing; returns the others.
    #[inline]
    fn add_pawns(&mut self, piece: Piece, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let Replies { reach, guard, flights, .. } = &self.replies;
        let (moves, seat) = (self.moves, piece.seat);
        let deniers = pawn_attackers::<V>(seat, flights.denied_by_one());
        let bound = moves.pinned | reach.touched | guard.stay | guard.curtains | flights.openers | deniers;
        let single = pawns & bound;
        let pawns = pawns - single;
        if pawns.is_empty() {
            return single;
        }
        let back = V::forward(seat).opposite();
        let [left, right] = V::pawn_takes(seat);
        let checks = guard.pawn_checks(seat);
        let special = V::promotion_cells(seat) | guard.shut | flights.closers | self.third;
        let ways: [(u8, Direction); 4] = [(1, back), (2, back), (1, left.opposite()), (1, right.opposite())];
        for (to, (steps, way)) in moves.pawn_moves(seat, pawns, moves.targets).into_iter().zip(ways) {
            let mut special = special & to;
            if steps == 2 {
                let taken_en_passant = V::Geometry::shift(to, way) & self.replies.reach.pawn_attacks;
                special |= V::Geometry::shift(taken_en_passant, way.opposite());
            }
            let Replies { reach, flights, .. } = &self.replies;
            let checks = (to & checks) - special;
            let plain = to - special - checks;
            if !plain.is_empty() {
                self.total += i64::from(plain.len()) * reach.moves
                    + reach.arrivals(plain)
                    + flights.sum_pawns(seat, plain);
            }
            for cell in special | checks {
                let Some(from) = (0..steps).try_fold(cell, |cell, _| V::Geometry::step(cell, way)) else {
                    continue;
                };
                match checks.contains(cell) {
                    true => self.add_check(MovingPiece { piece, from }, cell),
                    false => self.add_one_by_one(MovingPiece { piece, from }, CellSet::of(cell)),
                }
            }
        }
        single
    }
}
