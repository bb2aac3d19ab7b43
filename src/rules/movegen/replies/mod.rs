//! Two plies counted at once: all replies to all moves, most of them without making a move.

mod checks;
mod flights;
mod guard;
mod reach;

use std::ops::ControlFlow;

use super::{First, Generator, Mover, Second};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Piece, PieceMoves, Player, Position, Role, Variant};
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
    if let Some(replies) = Replies::new(position, moves.ours, mover, replier) {
        return Sum { moves: &moves, replies, replier, count: 0 }.total();
    }
    let mut count = 0;
    let _: ControlFlow<()> = moves.visit(&mut |piece| {
        count += piece.into_iter().map(|m| position.after(m).count_moves()).sum::<u64>();
        ControlFlow::Continue(())
    });
    count
}

/// A man that moves.
#[derive(Clone, Copy)]
struct Man<V: Variant> {
    piece: Piece,
    from: Cell<V::Geometry>,
}

impl<V: Variant> Man<V> {
    /// Where a man of this kind stands that attacks `cell`.
    #[inline]
    fn attacks_from(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen => {
                V::Geometry::slide_edges(cell, occupied) | V::Geometry::slide_vertices(cell, occupied)
            }
            Role::Rook => V::Geometry::slide_edges(cell, occupied),
            Role::Bishop => V::Geometry::slide_vertices(cell, occupied),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => super::pawn_attackers::<V>(self.piece.seat, CellSet::of(cell)),
        }
    }

    /// What a man of this kind attacks from `cell`.
    #[inline]
    fn attacks(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::Pawn => super::pawn_attacks::<V>(self.piece.seat, CellSet::of(cell)),
            _ => self.attacks_from(cell, occupied),
        }
    }
}

/// The replies as they would be if the other player passed.
struct Replies<'p, V: Variant, B: Mover> {
    generator: Generator<'p, V, B>,
    reach: Reach<V>,
    guard: Guard<V>,
    flights: Flights<V>,
}

impl<'p, V: Variant, B: Mover> Replies<'p, V, B> {
    #[inline]
    fn new<A: Mover>(position: &'p Position<V>, movers: CellSet<V::Geometry>, mover: A, replier: B) -> Option<Self> {
        if mover.player() == replier.player() {
            return None;
        }
        let generator = Generator::new(position, replier);
        if !generator.checkers.is_empty() {
            return None;
        }
        let reach = Reach::new(&generator);
        if V::PLAYERS > 2 && (reach.officers < 2 || generator.may_take_in_passing()) {
            return None;
        }
        let guard = Guard::new(&generator, movers);
        let flights = Flights::new(&generator, movers);
        Some(Self { generator, reach, guard, flights })
    }
}

struct Sum<'g, 'p, V: Variant, A: Mover, B: Mover> {
    moves: &'g Generator<'p, V, A>,
    replies: Replies<'p, V, B>,
    replier: B,
    count: i64,
}

impl<V: Variant, A: Mover, B: Mover> Sum<'_, '_, V, A, B> {
    #[inline]
    fn total(mut self) -> u64 {
        let moves = self.moves;
        let us = moves.mover.player();
        let king = Man { piece: Piece::new(us, Role::King), from: moves.king };
        self.add(king, moves.king_targets(), CellSet::EMPTY);
        if moves.checkers.is_several() {
            return self.count as u64;
        }
        let _: ControlFlow<()> = moves.visit_officers(&mut |role, from, to| {
            self.add(Man { piece: Piece::new(us, role), from }, to, CellSet::EMPTY);
            ControlFlow::Continue(())
        });
        for seat in moves.own_seats() {
            let pawns = moves.position.board.pawns(seat) & moves.ours;
            let single = self.add_pawns(seat, pawns);
            for from in single {
                let mut allowed = moves.targets;
                if moves.pinned.contains(from) {
                    allowed &= moves.pin_line(from);
                }
                let [once, twice, left, right] = moves.pawn_moves(seat, CellSet::of(from), allowed);
                let mut special = V::promotion_cells(seat);
                if !twice.is_empty() {
                    let over = V::Geometry::shift(CellSet::of(from), V::forward(seat));
                    if self.replies.reach.pawn_attacks.meets(over) {
                        special |= twice;
                    }
                }
                let pawn = Piece { owner: us, role: Role::Pawn, seat };
                self.add(Man { piece: pawn, from }, once | twice | left | right, special);
            }
        }
        let _: ControlFlow<()> = moves.visit_en_passant(&mut |piece| {
            self.count += piece.into_iter().map(|m| moves.position.after(m).count_moves()).sum::<u64>() as i64;
            ControlFlow::Continue(())
        });
        self.count as u64
    }

    /// Adds the replies to the moves of all pawns that can go without changing anything where they stood.
    ///
    /// Returns the others.
    #[inline]
    fn add_pawns(&mut self, seat: Player, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let Replies { reach, guard, flights, .. } = &self.replies;
        let moves = self.moves;
        let alone = super::pawn_attackers::<V>(seat, flights.alone());
        let single = pawns & (moves.pinned | reach.touched | guard.stay | flights.openers | alone);
        let pawns = pawns - single;
        if pawns.is_empty() {
            return single;
        }
        let forward = V::forward(seat);
        let back = forward.opposite();
        let [left, right] = V::pawn_takes(seat);
        let mut never = V::promotion_cells(seat) | guard.shut | flights.closers | flights.screened;
        if V::PLAYERS > 2 {
            never |= moves.enemies - reach.theirs;
        }
        let checks = guard.pawn_checks(seat);
        let sets = moves.pawn_moves(seat, pawns, moves.targets);
        let exposed = V::Geometry::shift(V::Geometry::shift(sets[1], back) & reach.pawn_attacks, forward);
        let base = reach.moves as i64;
        let mut count = 0;
        let mut rest = [CellSet::EMPTY; 4];
        for (number, to) in sets.into_iter().enumerate() {
            let mut plain = to - never - checks;
            if number == 1 {
                plain -= exposed;
            }
            rest[number] = to - plain;
            if !plain.is_empty() {
                count += base * i64::from(plain.len()) + reach.landing(plain) + flights.sum_pawns(seat, plain);
            }
        }
        self.count += count;
        let piece = Piece { owner: moves.mover.player(), role: Role::Pawn, seat };
        let ways = [back, back, left.opposite(), right.opposite()];
        for (number, (to, way)) in rest.into_iter().zip(ways).enumerate() {
            for cell in to {
                let from = if number == 1 { cell.step(way).and_then(|over| over.step(way)) } else { cell.step(way) };
                let Some(from) = from else { continue };
                let man = Man { piece, from };
                if checks.contains(cell) && !never.contains(cell) && !(number == 1 && exposed.contains(cell)) {
                    self.add_check(man, cell, true);
                } else {
                    self.add_one_by_one(man, CellSet::of(cell));
                }
            }
        }
        single
    }

    /// Adds the replies to all moves of one man.
    #[inline]
    fn add(&mut self, man: Man<V>, to: CellSet<V::Geometry>, mut special: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        if V::PLAYERS > 2 {
            special |= self.moves.enemies - self.replies.reach.theirs;
            if man.piece.role == Role::King && !self.moves.checkers.is_empty() {
                special = to;
            }
        }
        let Replies { reach, guard, flights, generator } = &self.replies;
        if guard.stay.contains(man.from) {
            if to.len() < LIFT || !self.add_lifted(man, to, special) {
                self.add_one_by_one(man, to);
            }
            return;
        }
        let (opened, lines) = flights.opened(generator, man.from);
        let checks = guard.checks(man.piece);
        let pins = guard.pins(man.piece.role);
        let special = to & (special | lines | guard.shut | flights.closers | flights.screened | checks & pins);
        let checks = (to & checks) - special;
        let plain = to - special - checks;
        if !plain.is_empty() {
            let mut count = i64::from(plain.len()) * reach.moves as i64 + reach.landing(plain);
            count += reach.vacate(self.moves, man.from, plain);
            count += flights.sum(generator, man, plain, opened);
            for cell in plain & pins {
                count -= self.replies.lost_by_pin(man.from, cell);
            }
            self.count += count;
        }
        let quiet = !reach.touched.contains(man.from) && opened.is_empty();
        for cell in checks {
            self.add_check(man, cell, quiet);
        }
        self.add_one_by_one(man, special);
    }

    fn add_one_by_one(&mut self, man: Man<V>, to: CellSet<V::Geometry>) {
        if to.is_empty() {
            return;
        }
        let Piece { role, seat, .. } = man.piece;
        let promoting = if role == Role::Pawn { to & V::promotion_cells(seat) } else { CellSet::EMPTY };
        let position = self.moves.position;
        for m in (PieceMoves::<V> { role, from: man.from, to, promoting }) {
            self.count += position.after_moving(man.piece, m).count_moves() as i64;
        }
    }

    #[inline]
    fn add_check(&mut self, man: Man<V>, to: Cell<V::Geometry>, quiet: bool) {
        let replies = if quiet { self.replies.to_check(man, to) } else { 0 };
        if replies > 0 {
            self.count += replies as i64;
        } else {
            self.add_one_by_one(man, CellSet::of(to));
        }
    }

    fn add_lifted(&mut self, man: Man<V>, to: CellSet<V::Geometry>, special: CellSet<V::Geometry>) -> bool {
        let mut position = *self.moves.position;
        position.board.lift(man.from, man.piece);
        let movers = self.moves.ours - CellSet::of(man.from);
        let Some(replies) = Replies::new(&position, movers, self.moves.mover, self.replier) else { return false };
        let Replies { reach, guard, flights, .. } = &replies;
        let checks = guard.checks(man.piece);
        let pins = guard.pins(man.piece.role);
        let special = to & (special | guard.shut | flights.closers | flights.screened | checks & pins);
        let checks = (to & checks) - special;
        let plain = to - special - checks;
        if !plain.is_empty() {
            self.count += i64::from(plain.len()) * reach.moves as i64 + reach.landing(plain);
            self.count += flights.sum_lifted(man, plain);
            for cell in plain & pins {
                self.count -= replies.lost_by_pin(man.from, cell);
            }
        }
        for cell in checks {
            match replies.to_check_lifted(man, cell) {
                0 => self.add_one_by_one(man, CellSet::of(cell)),
                replies => self.count += replies as i64,
            }
        }
        self.add_one_by_one(man, special);
        true
    }
}

const LIFT: u32 = 4;
