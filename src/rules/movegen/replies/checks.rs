//! Replies to a check that one man gives by his move, and that no other man is entangled in.

use super::{Man, Replies};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Role, Variant};

impl<V: Variant, B: Mover> Replies<'_, V, B> {
    /// Number of replies to the check.
    #[inline]
    pub(super) fn to_check(&self, man: Man<V>, to: Cell<V::Geometry>) -> u64 {
        let open = self.flights.open(self.generator.occupied, man);
        let taken = self.flights.taken(CellSet::of(to));
        self.answers(man, to, self.generator.occupied - CellSet::of(man.from), open | taken)
    }

    #[inline]
    pub(super) fn to_check_lifted(&self, man: Man<V>, to: Cell<V::Geometry>) -> u64 {
        let open = self.flights.open_lifted() | self.flights.taken_lifted(CellSet::of(to));
        self.answers(man, to, self.generator.occupied, open)
    }

    #[inline]
    fn answers(&self, man: Man<V>, to: Cell<V::Geometry>, occupied: CellSet<V::Geometry>, open: CellSet<V::Geometry>) -> u64 {
        let king = self.generator.king;
        let occupied = occupied | CellSet::of(to);
        // A slider looks through the king that steps back along its line.
        let seen = man.attacks(to, occupied - CellSet::of(king));
        let mut answers = u64::from((open - seen).len());
        // A man that is taken does not stand in the way.
        let able = self.generator.ours - self.generator.pinned - CellSet::of(to);
        answers += self.arrivals(to, occupied, able);
        if matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen) {
            for cell in V::Geometry::between(king, to) {
                answers += self.interpositions(cell, occupied, able);
            }
        }
        answers
    }

    /// What a man loses that a slider pins from a cell behind it.
    #[inline]
    pub(super) fn lost_by_pin(&self, from: Cell<V::Geometry>, to: Cell<V::Geometry>) -> i64 {
        let Self { generator, .. } = self;
        let board = &generator.position.board;
        let line = V::Geometry::between(generator.king, to);
        let Some(pinned) = (line & generator.ours).first() else { return 0 };
        let here = CellSet::of(pinned);
        let arrived = CellSet::of(to);
        let left = CellSet::of(from);
        let after = Generator {
            occupied: (generator.occupied - left) | arrived,
            enemies: (generator.enemies - left) | arrived,
            targets: generator.targets | arrived,
            ..*generator
        };
        let line = line | arrived;
        let mut seen = CellSet::EMPTY;
        if board.by_role(Role::Knight).meets(here) {
            seen = V::Geometry::leaps(pinned);
        } else if board.by_role(Role::Pawn).meets(here) {
            return after
                .own_seats()
                .map(|seat| {
                    let pawn = here & board.pawns(seat);
                    let all = after.count_pawn_moves(seat, pawn, after.targets);
                    all as i64 - after.count_pawn_moves(seat, pawn, after.targets & line) as i64
                })
                .sum();
        } else {
            if !board.by_role(Role::Rook).meets(here) {
                seen |= V::Geometry::slide_vertices(pinned, after.occupied);
            }
            if !board.by_role(Role::Bishop).meets(here) {
                seen |= V::Geometry::slide_edges(pinned, after.occupied);
            }
        }
        i64::from(((seen & after.targets) - line).len())
    }

    #[inline]
    fn officers(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let board = &self.generator.position.board;
        let queens = board.by_role(Role::Queen);
        let officers = V::Geometry::leaps(cell) & board.by_role(Role::Knight)
            | V::Geometry::slide_edges(cell, occupied) & (board.by_role(Role::Rook) | queens)
            | V::Geometry::slide_vertices(cell, occupied) & (board.by_role(Role::Bishop) | queens);
        u64::from((officers & able).len())
    }

    /// Men that take on a cell.
    #[inline]
    fn arrivals(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let mut count = self.officers(cell, occupied, able);
        let here = CellSet::of(cell);
        for seat in self.generator.own_seats() {
            let pawns = self.generator.position.board.pawns(seat) & able;
            let takers = u64::from((pawn_attackers::<V>(seat, here) & pawns).len());
            let weight = if V::promotion_cells(seat).contains(cell) { V::PROMOTIONS.len() as u64 } else { 1 };
            count += takers * weight;
        }
        count
    }

    /// Men that step onto an empty cell.
    #[inline]
    fn interpositions(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let mut count = self.officers(cell, occupied, able);
        let here = CellSet::of(cell);
        for seat in self.generator.own_seats() {
            let pawns = self.generator.position.board.pawns(seat) & able;
            let back = V::forward(seat).opposite();
            let behind = V::Geometry::shift(here, back);
            if behind.meets(pawns) {
                count += if V::promotion_cells(seat).contains(cell) { V::PROMOTIONS.len() as u64 } else { 1 };
            } else if !behind.meets(occupied) {
                let far = V::Geometry::shift(behind, back) & pawns & V::double_step_cells(seat);
                count += u64::from(far.len());
            }
        }
        count
    }
}
