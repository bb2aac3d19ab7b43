//! Two plies counted at once: all replies to all moves, most of them without making a move.

mod flights;
mod guard;
mod reach;

use std::ops::ControlFlow;

use super::{First, Generator, Mover, Second};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Player, Position, Role, Variant};
use flights::Flights;
use guard::Guard;
use reach::Reach;

impl<V: Variant> Position<V> {
    /// Number of sequences of two moves: all replies to all moves.
    pub fn count_replies(&self) -> u64 {
        if V::PLAYERS > 2 {
            count(self, self.turn, self.next_player())
        } else if self.turn == Player::WHITE {
            count(self, First, Second)
        } else {
            count(self, Second, First)
        }
    }
}

fn count<V: Variant, A: Mover, B: Mover>(position: &Position<V>, mover: A, replier: B) -> u64 {
    let moves = Generator::new(position, mover);
    match Replies::new(&moves, replier) {
        Some(mut replies) => replies.count(),
        None => {
            let mut count = 0;
            let _: ControlFlow<()> = moves.visit(&mut |piece| {
                count += piece.into_iter().map(|m| position.after(m).count_moves()).sum::<u64>();
                ControlFlow::Continue(())
            });
            count
        }
    }
}

struct Replies<'g, 'p, V: Variant, A: Mover> {
    moves: &'g Generator<'p, V, A>,
    reach: Reach<V>,
    guard: Guard<V>,
    flights: Flights<V>,
    count: i64,
}

impl<'g, 'p, V: Variant, A: Mover> Replies<'g, 'p, V, A> {
    #[inline]
    fn new<B: Mover>(moves: &'g Generator<'p, V, A>, replier: B) -> Option<Self> {
        let position = moves.position;
        if !moves.checkers.is_empty() || moves.mover.player() == replier.player() {
            return None;
        }
        let replies = Generator::new(position, replier);
        if !replies.checkers.is_empty() {
            return None;
        }
        let reach = Reach::new(&replies);
        if V::PLAYERS > 2 && (reach.officers < 2 || replies.may_take_in_passing()) {
            return None;
        }
        let guard = Guard::new(&replies, moves.ours);
        let flights = Flights::new(&replies, moves.ours);
        Some(Self { moves, reach, guard, flights, count: 0 })
    }

    #[inline]
    fn count(&mut self) -> u64 {
        let moves = self.moves;
        self.add(Role::King, moves.mover.player(), moves.king, moves.king_targets(), CellSet::EMPTY);
        let _: ControlFlow<()> = moves.visit_officers(&mut |role, from, to| {
            self.add(role, moves.mover.player(), from, to, CellSet::EMPTY);
            ControlFlow::Continue(())
        });
        for seat in moves.own_seats() {
            for from in moves.position.board.pawns(seat) & moves.ours {
                let mut allowed = moves.targets;
                if moves.pinned.contains(from) {
                    allowed &= moves.pin_line(from);
                }
                let [once, twice, left, right] = moves.pawn_moves(seat, CellSet::of(from), allowed);
                let to = once | twice | left | right;
                let mut special = to & V::promotion_cells(seat);
                if !twice.is_empty() && self.reach.pawn_attacks.meets(V::Geometry::shift(CellSet::of(from), V::forward(seat))) {
                    special |= twice;
                }
                self.add(Role::Pawn, seat, from, to, special);
            }
        }
        let _: ControlFlow<()> = moves.visit_en_passant(&mut |piece| {
            self.count += piece.into_iter().map(|m| moves.position.after(m).count_moves()).sum::<u64>() as i64;
            ControlFlow::Continue(())
        });
        self.count as u64
    }

    #[inline]
    fn add(&mut self, role: Role, seat: Player, from: Cell<V::Geometry>, to: CellSet<V::Geometry>, special: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        let (special, gain) = if self.guard.stay.contains(from) || self.flights.openers.contains(from) {
            (to, 0)
        } else {
            let (gain, hot) = self.reach.vacate(self.moves, from);
            let third = if V::PLAYERS > 2 { self.moves.enemies - self.reach.theirs } else { CellSet::EMPTY };
            let special = special | hot | third | self.guard.cells(role, seat) | self.flights.closers;
            (to & special, gain)
        };
        if !special.is_empty() {
            self.add_one_by_one(role, seat, from, special);
        }
        let plain = to - special;
        if plain.is_empty() {
            return;
        }
        let n = i64::from(plain.len());
        let mut sum = n * (self.reach.moves as i64 + gain);
        for cell in plain {
            sum += i64::from(self.reach.landing[cell.index()]);
        }
        sum += self.flights.sum(self.moves, role, seat, from, plain);
        self.count += sum;
    }

    fn add_one_by_one(&mut self, role: Role, seat: Player, from: Cell<V::Geometry>, to: CellSet<V::Geometry>) {
        let promoting = if role == Role::Pawn { to & V::promotion_cells(seat) } else { CellSet::EMPTY };
        let piece = crate::rules::PieceMoves::<V> { role, from, to, promoting };
        self.count += piece.into_iter().map(|m| self.moves.position.after(m).count_moves()).sum::<u64>() as i64;
    }
}
