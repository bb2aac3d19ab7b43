//! Counts all replies to all moves, most of them without making a move.
//!
//! A move changes little of what the other player can do. So that player's moves are counted once, as if it were
//! their turn, and each of our moves adds the difference:
//!
//! * the arrival of a piece on a cell takes targets from sliders and pawns, and can be captured there; one table
//!   holds this for all moves ([`mobility`]);
//! * its departure opens lines and frees pawns, once for each piece ([`mobility`]);
//! * the flights of the king change ([`king`]);
//! * a newly pinned piece loses moves, and a check is answered by its own count ([`king`]).
//!
//! Sums over all targets of a piece are counts of bits in sets. Whatever does not fit is made and counted by itself:
//! promotions, en passant, pinning and pinned pieces that move, batteries that fire. From the start of Gliński's
//! game to depth 5 that is one move in a hundred and fifty.
//!
//! `tests/it/properties.rs` compares the sum with the count one by one in random positions of every game.

mod king;
mod mobility;

use std::ops::ControlFlow;

use super::{First, Generator, Mover, Second};
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::attacks::{lines, pawn_attackers, pawn_attacks, slides};
use crate::rules::{Piece, PieceMoves, Player, Position, Role, Variant};
use king::{Flights, KingLines};
use mobility::Mobility;

impl<V: Variant> Position<V> {
    /// Counts all replies to all legal moves: [`perft`](crate::perft::perft) to depth 2.
    ///
    /// Costs a few times as much as one [`Position::count_moves`].
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.count_replies(), 2_586);
    /// ```
    pub fn count_replies(&self) -> u64 {
        if const { !V::IS_PLAIN } {
            self.legal_moves().map(|m| self.after_move(m).count_moves()).sum()
        } else if const { V::PLAYERS > 2 } {
            count(self, self.turn, self.next_player())
        } else if self.turn == Player::WHITE {
            count(self, First, Second)
        } else {
            count(self, Second, First)
        }
    }
}

fn count<V: Variant, A: Mover, B: Mover>(position: &Position<V>, us: A, them: B) -> u64 {
    let moves = Generator::new(position, us);
    match Opponent::new(position, moves.ours, us, them) {
        Some(answers) if moves.has_king() => ReplySum::new(&moves, answers).count(),
        _ => position.legal_moves().map(|m| position.after_move(m).count_moves()).sum(),
    }
}

/// The moves of the other player if the player to move passed.
struct Opponent<'p, V: Variant, B: Mover> {
    pub(super) generator: Generator<'p, V, B>,
    pub(super) mobility: Mobility<V>,
    pub(super) king_lines: KingLines<V>,
    pub(super) flights: Flights<V>,
}

impl<'p, V: Variant, B: Mover> Opponent<'p, V, B> {
    /// `None` where the sum would be wrong: the other player is in check from a third one, may capture a third
    /// one's pawn en passant, may be left without a move, which ends its game, or has no king.
    #[inline]
    pub(super) fn new<A: Mover>(
        position: &'p Position<V>,
        movers: CellSet<V::Geometry>,
        us: A,
        them: B,
    ) -> Option<Self> {
        if us.player() == them.player() {
            return None;
        }
        let generator = Generator::new(position, them);
        if !generator.checkers.is_empty() || !generator.has_king() {
            return None;
        }
        let mobility = Mobility::new(&generator);
        if V::PLAYERS > 2 && (!mobility.outlasts_a_move() || generator.may_take_en_passant()) {
            return None;
        }
        let king_lines = KingLines::new(&generator, movers);
        let flights = Flights::new(&generator, movers);
        Some(Self { generator, mobility, king_lines, flights })
    }
}

/// A moving piece.
#[derive(Clone, Copy)]
pub(super) struct MovingPiece {
    pub(super) piece: Piece,
    pub(super) from: Cell,
}

impl MovingPiece {
    /// Returns the cells from which the piece attacks `cell`.
    #[inline]
    pub(super) fn attackers<V: Variant>(
        self,
        cell: Cell,
        occupied: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen | Role::Rook | Role::Bishop => slides::<V>(self.piece.role, cell, occupied),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => pawn_attackers::<V>(self.piece.seat, CellSet::of(cell)),
        }
    }

    /// Returns cells that the piece attacks from `cell`.
    #[inline]
    pub(super) fn attacks<V: Variant>(
        self,
        cell: Cell,
        occupied: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::Pawn => pawn_attacks::<V>(self.piece.seat, CellSet::of(cell)),
            _ => self.attackers::<V>(cell, occupied),
        }
    }

    /// Returns whether the piece is in line with one of `cells`; always `true` for other pieces than sliders.
    #[inline]
    pub(super) fn is_in_line<V: Variant>(self, cells: CellSet<V::Geometry>) -> bool {
        match self.piece.role {
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(self.piece.role, self.from).meets(cells),
            Role::King | Role::Knight | Role::Pawn => true,
        }
    }
}

/// Adds up the replies to the moves of each piece in turn.
struct ReplySum<'g, 'p, V: Variant, A: Mover, B: Mover> {
    moves: &'g Generator<'p, V, A>,
    replies: Opponent<'p, V, B>,
    /// Pieces of third players whose capture changes the replies.
    third: CellSet<V::Geometry>,
    total: i64,
}

impl<'g, 'p, V: Variant, A: Mover, B: Mover> ReplySum<'g, 'p, V, A, B> {
    #[inline]
    pub(super) fn new(moves: &'g Generator<'p, V, A>, replies: Opponent<'p, V, B>) -> Self {
        let third = match V::PLAYERS {
            2 => CellSet::EMPTY,
            _ => (replies.flights.involved | replies.king_lines.snipers) - moves.ours,
        };
        Self { moves, replies, third, total: 0 }
    }

    #[inline]
    pub(super) fn count(mut self) -> u64 {
        let moves = self.moves;
        let us = moves.mover.player();
        let king = MovingPiece { piece: Piece::new(us, Role::King), from: moves.king };
        if V::PLAYERS > 2 && !moves.checkers.is_empty() {
            // A king is never captured, but the cell that it leaves is open.
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

    /// Adds the replies to captures en passant.
    #[inline]
    fn add_en_passant(&mut self) {
        let moves = self.moves;
        let _ = moves.visit_en_passant(moves.ours, &mut |pawn| {
            let replies = pawn.into_iter().map(|m| moves.position.after_move(m).count_moves());
            self.total += replies.sum::<u64>() as i64;
            ControlFlow::Continue(())
        });
    }

    /// Adds the replies to all moves of one piece; counts those after moves to `special` cells one by one.
    #[inline]
    fn add(&mut self, moving: MovingPiece, to: CellSet<V::Geometry>, special: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        let Opponent { mobility, king_lines, flights, generator } = &self.replies;
        let special = special | self.third;
        if king_lines.fixed.contains(moving.from) {
            return self.add_one_by_one(moving, to);
        }
        let uncovered = match king_lines.half_screens.contains(moving.from) {
            true => self.replies.uncovered_line(moving),
            false => CellSet::EMPTY,
        };
        let opened = flights.lines_opened(generator, moving.from);
        let checks = king_lines.checks(moving.piece);
        let pins = king_lines.pins(moving.piece.role);
        let mut special = to & (special | uncovered | king_lines.pin_lines | flights.closers | checks & pins);
        if !uncovered.is_empty() {
            special |= to & checks;
        }
        let checks = (to & checks) - special;
        let along = (to & opened.lines) - special - checks;
        let plain = to - special - checks - along;
        let counted = plain | along;
        if !counted.is_empty() {
            let mut sum = i64::from(counted.len()) * mobility.moves + mobility.arrivals(counted);
            sum += mobility.departures(self.moves, moving.from, counted);
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
        let Opponent { flights, generator, .. } = &self.replies;
        let opened = flights.opened_along(generator, moving.from, to);
        let occupied = generator.occupied - CellSet::of(moving.from);
        let free = flights.after(generator, moving, to, opened);
        i64::from((free - moving.attacks::<V>(to, occupied)).len())
    }

    #[inline]
    fn add_check(&mut self, moving: MovingPiece, to: Cell) {
        let Opponent { flights, generator, .. } = &self.replies;
        let opened = flights.opened_along(generator, moving.from, to);
        let free = flights.after(generator, moving, to, opened);
        let replies = self.replies.to_check(moving, to, free);
        if V::PLAYERS > 2 && replies == 0 {
            // A player is eliminated, and another one is to move.
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
        if self.replies.mobility.pawn_attacks.meets(V::Geometry::shift(here, V::forward(seat))) {
            // It may be captured en passant.
            special |= twice;
        }
        self.add(pawn, once | twice | left | right, special);
    }

    /// Adds the replies to the moves of all pawns whose departure changes nothing; returns the other pawns.
    #[inline]
    fn add_pawns(&mut self, piece: Piece, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let Opponent { mobility, king_lines, flights, .. } = &self.replies;
        let (moves, seat) = (self.moves, piece.seat);
        let deniers = pawn_attackers::<V>(seat, flights.denied_by_one());
        let bound = moves.pinned
            | mobility.touched
            | king_lines.fixed
            | king_lines.half_screens
            | flights.openers
            | deniers;
        let single = pawns & bound;
        let pawns = pawns - single;
        if pawns.is_empty() {
            return single;
        }
        let back = V::forward(seat).opposite();
        let [left, right] = V::pawn_takes(seat);
        let checks = king_lines.pawn_checks(seat);
        let special = V::promotion_cells(seat) | king_lines.pin_lines | flights.closers | self.third;
        let ways: [(u8, Direction); 4] = [(1, back), (2, back), (1, left.opposite()), (1, right.opposite())];
        for (to, (steps, way)) in moves.pawn_moves(seat, pawns, moves.targets).into_iter().zip(ways) {
            let mut special = special & to;
            if steps == 2 {
                let taken_en_passant = V::Geometry::shift(to, way) & self.replies.mobility.pawn_attacks;
                special |= V::Geometry::shift(taken_en_passant, way.opposite());
            }
            let Opponent { mobility, flights, .. } = &self.replies;
            let checks = (to & checks) - special;
            let plain = to - special - checks;
            if !plain.is_empty() {
                self.total += i64::from(plain.len()) * mobility.moves
                    + mobility.arrivals(plain)
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
