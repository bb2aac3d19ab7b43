//! Moves of the pieces of the player who replies, the king apart, and how arrivals and departures change them.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::{pawn_attackers, pawn_weight, slides};
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Player, Role, Variant};

/// At least as many as the largest board has slots.
const SLOTS: usize = 288;

/// Moves of the pieces other than the king, with the change that each arrival makes.
pub(super) struct Mobility<V: Variant> {
    /// Number of moves, without king moves and en passant.
    pub(super) moves: i64,
    /// Number of unpinned queens, rooks, bishops and knights that can move.
    officers: u32,
    /// Cells to which unpinned pawns step.
    steps: CellSet<V::Geometry>,
    /// All pieces of the player.
    pub(super) pieces: CellSet<V::Geometry>,
    /// Pinned pieces: their moves change only with the pin.
    pub(super) pinned: CellSet<V::Geometry>,
    /// Possible targets of pieces other than the king.
    pub(super) targets: CellSet<V::Geometry>,
    /// Cells that unpinned sliders attack.
    pub(super) seen: CellSet<V::Geometry>,
    /// Cells where a departure may change something.
    pub(super) touched: CellSet<V::Geometry>,
    /// Cells that pawns attack, pinned ones too.
    pub(super) pawn_attacks: CellSet<V::Geometry>,
    /// By index of a cell: the change of the number of moves by an enemy's arrival there.
    ///
    /// The arrival closes lines and steps, and can be captured. If it captures, the moves of that piece are gone.
    arrivals: [i16; SLOTS],
}

impl<V: Variant> Mobility<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>) -> Self {
        let mut mobility = Self {
            moves: 0,
            officers: 0,
            steps: CellSet::EMPTY,
            pieces: replies.ours,
            pinned: replies.pinned,
            targets: replies.targets,
            seen: CellSet::EMPTY,
            touched: CellSet::EMPTY,
            pawn_attacks: CellSet::EMPTY,
            arrivals: [0; SLOTS],
        };
        mobility.add_knights(replies);
        mobility.add_sliders(replies);
        mobility.touched = mobility.seen;
        for (seat, pawns) in replies.own_pawns(replies.ours) {
            for pawn in pawns & replies.pinned {
                let line = replies.targets & replies.pin_line(pawn);
                mobility.moves += replies.count_pawn_moves(seat, CellSet::of(pawn), line) as i64;
            }
            mobility.add_pawns(replies, seat, pawns);
        }
        mobility
    }

    /// Returns whether some piece can move after any enemy move that gives no check.
    ///
    /// Such a move captures a piece or fills a cell before pawns, and pins at most two more pieces: one by its
    /// arrival, one by its departure. An arrival never shuts in an officer, which can capture there.
    #[inline]
    pub(super) fn outlasts_a_move(&self) -> bool {
        self.officers + self.steps.len() > 3
    }

    /// Adds up the changes by arrivals on `to`.
    #[inline]
    pub(super) fn arrivals(&self, to: CellSet<V::Geometry>) -> i64 {
        to.into_iter().map(|cell| i64::from(self.arrivals[cell.index()])).sum()
    }

    #[inline]
    fn add_arrivals(&mut self, cells: CellSet<V::Geometry>, added: i16) {
        for cell in cells {
            self.arrivals[cell.index()] += added;
        }
    }

    #[inline]
    fn add_knights<B: Mover>(&mut self, replies: &Generator<'_, V, B>) {
        for from in replies.our(Role::Knight) - self.pinned {
            let leaps = V::Geometry::leaps(from);
            let moves = (leaps & self.targets).len();
            self.moves += i64::from(moves);
            self.officers += u32::from(moves > 0);
            self.arrivals[from.index()] -= moves as i16;
            self.add_arrivals(leaps & self.pieces, 1);
        }
    }

    #[inline]
    fn add_sliders<B: Mover>(&mut self, replies: &Generator<'_, V, B>) {
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in replies.our(role) {
                let seen = slides::<V>(role, from, replies.occupied);
                let to = seen & self.targets;
                if self.pinned.contains(from) {
                    self.moves += i64::from((to & replies.pin_line(from)).len());
                    continue;
                }
                self.seen |= seen;
                self.moves += i64::from(to.len());
                self.officers += u32::from(!to.is_empty());
                self.arrivals[from.index()] -= to.len() as i16;
                self.add_arrivals(seen & self.pieces, 1);
                for cell in to - replies.occupied {
                    if let Some(direction) = V::Geometry::direction(from, cell) {
                        let beyond = to & V::Geometry::ray(cell, direction);
                        self.arrivals[cell.index()] -= beyond.len() as i16;
                    }
                }
            }
        }
    }

    #[inline]
    fn add_pawns<B: Mover>(
        &mut self,
        replies: &Generator<'_, V, B>,
        seat: Player,
        all: CellSet<V::Geometry>,
    ) {
        let pawns = all - self.pinned;
        let last = V::promotion_cells(seat);
        let forward = V::forward(seat);
        let back = forward.opposite();
        let ahead = V::Geometry::shift(pawns, forward);
        self.touched |= ahead | V::Geometry::shift(ahead, forward);
        let once = ahead - replies.occupied;
        let stepped =
            V::Geometry::shift(pawns & replies.position.double_step_cells(seat), forward) - replies.occupied;
        let twice = V::Geometry::shift(stepped, forward) - replies.occupied;
        let passed = V::Geometry::shift(twice, back);
        let promotions = V::PROMOTIONS.len() as i16;
        for (steps, weight) in [(once - last, 1), (once & last, promotions), (passed, 1)] {
            self.moves += i64::from(weight) * i64::from(steps.len());
            self.add_arrivals(steps, -weight);
            self.add_arrivals(V::Geometry::shift(steps, back), -weight);
        }
        self.add_arrivals(twice, -1);
        self.steps |= once;
        for side in V::pawn_takes(seat) {
            let attacked = V::Geometry::shift(pawns, side);
            self.pawn_attacks |= V::Geometry::shift(all, side);
            self.touched |= attacked;
            for (attacked, weight) in [(attacked - last, 1), (attacked & last, promotions)] {
                let takes = attacked & replies.enemies & self.targets;
                self.moves += i64::from(weight) * i64::from(takes.len());
                self.add_arrivals(V::Geometry::shift(takes, side.opposite()), -weight);
                self.add_arrivals(attacked - replies.enemies, weight);
            }
        }
    }
}

impl<V: Variant> Mobility<V> {
    /// Adds up the changes by one piece's departures to `to`.
    ///
    /// Arrivals are counted as if the piece were still on its cell. This also corrects them where the piece moves
    /// along the line of a slider that attacked it, or captures that slider.
    #[inline]
    pub(super) fn departures<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        match self.touched.contains(from) {
            true => self.slides_opened(moves, from, to) + self.pawns_freed(moves, from, to),
            false => 0,
        }
    }

    #[inline]
    fn slides_opened<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        if !self.seen.contains(from) {
            return 0;
        }
        let edges = V::Geometry::slide_edges(from, moves.occupied);
        let vertices = V::Geometry::slide_vertices(from, moves.occupied);
        let sliders = moves.position.board.sliders(edges, vertices);
        let mut sum = 0;
        for slider in (sliders & self.pieces) - self.pinned {
            let Some(direction) = V::Geometry::direction(slider, from) else { continue };
            let behind = V::Geometry::ray(from, direction);
            let opened = (edges | vertices) & behind & self.targets;
            let before = (V::Geometry::ray(slider, direction) | CellSet::of(slider)) - behind;
            // Nothing opens if the piece comes nearer, or takes the slider.
            sum += i64::from(opened.len()) * i64::from((to - before).len());
            // If it moves away along the line, the line ends there.
            for cell in to & behind {
                sum += match self.pieces.contains(cell) {
                    true => 1,
                    false => -i64::from((opened & V::Geometry::ray(cell, direction)).len()),
                };
            }
        }
        sum
    }

    #[inline]
    fn pawns_freed<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        let here = CellSet::of(from);
        let mut sum = 0;
        for (seat, pawns) in moves.enemy_pawns(self.pieces - self.pinned) {
            let forward = V::forward(seat);
            let back = forward.opposite();
            let weight = pawn_weight::<V>(seat, from) as i64;
            let doubles = pawns & moves.position.double_step_cells(seat);
            let behind = V::Geometry::shift(here, back);
            let blocked = behind & pawns;
            if !blocked.is_empty() {
                sum += weight * i64::from((to - blocked).len());
                let second = V::Geometry::shift(here, forward) - moves.occupied;
                if blocked.meets(doubles) && !second.is_empty() {
                    sum += i64::from((to - blocked - second).len());
                }
            }
            let two_behind = V::Geometry::shift(behind, back) & doubles;
            if !two_behind.is_empty() && !behind.meets(moves.occupied) {
                sum += i64::from((to - behind - two_behind).len());
            }
            let takers = pawn_attackers::<V>(seat, here) & pawns;
            // A capturing pawn that is captured has no moves.
            let escapes = i64::from(to.len()) * i64::from(takers.len()) - i64::from((takers & to).len());
            sum -= weight * escapes;
        }
        sum
    }
}
