//! The king of the player who replies: checks, pins, batteries and flights.

use super::{MovingPiece, Opponent};
use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::attacks::{pawn_attackers, pawn_weight, slides};
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Piece, Player, Role, Variant};

/// Lines to the king, and the moves that concern them.
pub(super) struct KingLines<V: Variant> {
    /// Attackers whose departure gives check or frees a pinned piece.
    pub(super) fixed: CellSet<V::Geometry>,
    /// Attackers whose departure leaves a defender pinned.
    pub(super) half_screens: CellSet<V::Geometry>,
    /// Cells where an arrival frees a pinned piece, or captures it.
    pub(super) pin_lines: CellSet<V::Geometry>,
    /// Sliders with one or two pieces between them and the king.
    pub(super) snipers: CellSet<V::Geometry>,
    king: CellSet<V::Geometry>,
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    edges_behind: CellSet<V::Geometry>,
    vertices_behind: CellSet<V::Geometry>,
}

impl<V: Variant> KingLines<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let [king, occupied, theirs] = [CellSet::of(replies.king), replies.occupied, replies.ours];
        let edges = V::Geometry::slide_edges(replies.king, occupied);
        let vertices = V::Geometry::slide_vertices(replies.king, occupied);
        let edges_further = V::Geometry::slide_edges(replies.king, occupied - (edges & theirs));
        let vertices_further = V::Geometry::slide_vertices(replies.king, occupied - (vertices & theirs));
        let mut king_lines = Self {
            fixed: CellSet::EMPTY,
            half_screens: CellSet::EMPTY,
            pin_lines: CellSet::EMPTY,
            snipers: CellSet::EMPTY,
            king,
            edges,
            vertices,
            leaps: V::Geometry::leaps(replies.king),
            edges_behind: edges_further - edges,
            vertices_behind: vertices_further - vertices,
        };
        for sniper in replies.snipers() & replies.enemies {
            let line = V::Geometry::between(replies.king, sniper);
            let pieces = line & occupied;
            if pieces.without_first().is_several() {
                continue;
            }
            king_lines.snipers |= CellSet::of(sniper);
            let several = pieces.is_several();
            if several && pieces.meets(theirs) {
                king_lines.half_screens |= pieces & movers;
            } else if !several && pieces.meets(theirs) {
                king_lines.pin_lines |= line;
                king_lines.fixed |= CellSet::of(sniper);
            } else if !several {
                king_lines.fixed |= pieces;
            }
        }
        king_lines
    }

    /// Returns the cells from which a piece gives check.
    #[inline]
    pub(super) fn checks(&self, piece: Piece) -> CellSet<V::Geometry> {
        match piece.role {
            Role::King => CellSet::EMPTY,
            Role::Queen => self.edges | self.vertices,
            Role::Rook => self.edges,
            Role::Bishop => self.vertices,
            Role::Knight => self.leaps,
            Role::Pawn => self.pawn_checks(piece.seat),
        }
    }

    /// Returns the cells from which a pawn of a seat gives check.
    #[inline]
    pub(super) fn pawn_checks(&self, seat: Player) -> CellSet<V::Geometry> {
        pawn_attackers::<V>(seat, self.king)
    }

    /// Returns the cells from which a slider pins the piece before the king.
    #[inline]
    pub(super) fn pins(&self, role: Role) -> CellSet<V::Geometry> {
        match role {
            Role::Queen => self.edges_behind | self.vertices_behind,
            Role::Rook => self.edges_behind,
            Role::Bishop => self.vertices_behind,
            Role::King | Role::Knight | Role::Pawn => CellSet::EMPTY,
        }
    }
}

impl<V: Variant, B: Mover> Opponent<'_, V, B> {
    /// Counts the moves that a piece loses by a slider's arrival behind it.
    #[inline]
    pub(super) fn lost_by_arrival(&self, from: Cell, to: Cell) -> i64 {
        let line = V::Geometry::between(self.generator.king, to) | CellSet::of(to);
        self.lost(line, from, to)
    }

    /// Returns the line on which a piece is pinned once the moving piece has left it.
    #[inline]
    pub(super) fn uncovered_line(&self, moving: MovingPiece) -> CellSet<V::Geometry> {
        let king = self.generator.king;
        let snipers = self.generator.snipers() & self.generator.enemies;
        let behind = |&sniper: &Cell| {
            let line = V::Geometry::between(king, sniper);
            let pieces = line & self.generator.occupied;
            line.contains(moving.from) && !pieces.without_first().is_several()
        };
        snipers
            .into_iter()
            .find(behind)
            .map_or(CellSet::EMPTY, |sniper| V::Geometry::between(king, sniper) | CellSet::of(sniper))
    }

    /// Counts the moves that a piece on a line loses when it is pinned there by a move.
    pub(super) fn lost(&self, line: CellSet<V::Geometry>, from: Cell, to: Cell) -> i64 {
        let board = &self.generator.position.board;
        let [left, arrived] = [from, to].map(CellSet::of);
        let here = line & (self.generator.ours - arrived);
        let Some(pinned) = here.first() else { return 0 };
        let after = Generator {
            occupied: (self.generator.occupied - left) | arrived,
            enemies: (self.generator.enemies - left) | arrived,
            targets: self.generator.targets | arrived,
            ..self.generator
        };
        if board.by_role(Role::Pawn).meets(here) {
            let lost = after.own_pawns(here).map(|(seat, pawn)| {
                let all = after.count_pawn_moves(seat, pawn, after.targets);
                all - after.count_pawn_moves(seat, pawn, after.targets & line)
            });
            return lost.sum::<u64>() as i64;
        }
        let seen = if board.by_role(Role::Knight).meets(here) {
            V::Geometry::leaps(pinned)
        } else {
            let role = [Role::Bishop, Role::Rook, Role::Queen]
                .into_iter()
                .find(|&role| board.by_role(role).meets(here));
            role.map_or(CellSet::EMPTY, |role| slides::<V>(role, pinned, after.occupied))
        };
        i64::from(((seen & after.targets) - line).len())
    }
}

impl<V: Variant, B: Mover> Opponent<'_, V, B> {
    /// Counts the replies to a check: the king moves, a piece captures, a piece closes the line.
    ///
    /// `flights` are the king's flights without this piece's attack.
    #[inline]
    pub(super) fn to_check(&self, moving: MovingPiece, to: Cell, flights: CellSet<V::Geometry>) -> u64 {
        let king = self.generator.king;
        let here = CellSet::of(to);
        let occupied = (self.generator.occupied - CellSet::of(moving.from)) | here;
        // A slider also attacks the cell behind the king.
        let seen = moving.attacks::<V>(to, occupied - CellSet::of(king));
        // A captured piece does not reply.
        let able = self.generator.ours - self.generator.pinned - here;
        let mut replies = u64::from((flights - seen).len()) + self.count_takers(to, occupied, able);
        if matches!(moving.piece.role, Role::Bishop | Role::Rook | Role::Queen) {
            for cell in V::Geometry::between(king, to) {
                replies += self.count_blockers(cell, occupied, able);
            }
        }
        replies
    }

    /// Counts the captures of `able` pieces on a cell.
    #[inline]
    fn count_takers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let pawns = self.generator.own_pawns(able).map(|(seat, pawns)| {
            let takers = pawn_attackers::<V>(seat, CellSet::of(cell)) & pawns;
            u64::from(takers.len()) * pawn_weight::<V>(seat, cell) as u64
        });
        self.count_officers(cell, occupied, able) + pawns.sum::<u64>()
    }

    /// Counts the moves of `able` pieces to an empty cell.
    #[inline]
    fn count_blockers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let pawns = self.generator.own_pawns(able).map(|(seat, pawns)| {
            let back = V::forward(seat).opposite();
            let behind = V::Geometry::shift(CellSet::of(cell), back);
            if behind.meets(occupied) {
                return u64::from(behind.meets(pawns)) * pawn_weight::<V>(seat, cell) as u64;
            }
            let two_behind = V::Geometry::shift(behind, back);
            u64::from(two_behind.meets(pawns & self.generator.position.double_step_cells(seat)))
        });
        self.count_officers(cell, occupied, able) + pawns.sum::<u64>()
    }

    #[inline]
    fn count_officers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let board = &self.generator.position.board;
        let knights = V::Geometry::leaps(cell) & board.by_role(Role::Knight);
        let edges = V::Geometry::slide_edges(cell, occupied);
        let sliders = board.sliders(edges, V::Geometry::slide_vertices(cell, occupied));
        u64::from(((knights | sliders) & able).len())
    }
}

/// Flights of the king after each move.
pub(super) struct Flights<V: Variant> {
    /// Neighbours of the king without pieces of its own side.
    free: CellSet<V::Geometry>,
    /// Neighbours of the king with pieces of its own side, which may be captured.
    blocked: CellSet<V::Geometry>,
    /// Neighbours that an enemy attacks.
    once: CellSet<V::Geometry>,
    /// Neighbours that several enemies attack.
    twice: CellSet<V::Geometry>,
    /// Cells where an arrival closes a line to a neighbour.
    pub(super) closers: CellSet<V::Geometry>,
    /// Pieces of the player to move whose departure opens a line to a neighbour.
    pub(super) openers: CellSet<V::Geometry>,
    /// Enemies that attack a neighbour, perhaps through a piece; for more than two players only.
    pub(super) involved: CellSet<V::Geometry>,
    /// By cell: number of unattacked flights that a rook there attacks.
    edges: Tally<V::Geometry>,
    /// By cell: number of unattacked flights that a bishop there attacks.
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

    /// Returns the unattacked flights.
    #[inline]
    fn unattacked(&self) -> CellSet<V::Geometry> {
        self.free - self.once
    }

    /// Returns the cells that only one enemy's attack takes from the king.
    #[inline]
    pub(super) fn denied_by_one(&self) -> CellSet<V::Geometry> {
        self.free & (self.once - self.twice)
    }

    /// Returns the cells that only the moving piece's attack takes from the king.
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

    /// Returns the flights after a move to one cell, without the attacks of the piece from there.
    #[inline]
    pub(super) fn after<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        moving: MovingPiece,
        to: Cell,
        opened: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        // The capturing piece is the one attacker.
        let taken = (CellSet::of(to) & self.blocked) - self.twice;
        (self.unattacked() | self.denied_by(replies, moving) | taken) - opened
    }

    /// Adds up the king's moves after each move of a piece to `to`, of which none is on a line that it opens.
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

    /// Adds up the king's moves after each move of pawns whose departure changes nothing.
    #[inline]
    pub(super) fn sum_pawns(&self, seat: Player, to: CellSet<V::Geometry>) -> i64 {
        let moves = i64::from((to & (self.blocked - self.twice)).len());
        let flights = self
            .unattacked()
            .into_iter()
            .map(|flight| i64::from((to - pawn_attackers::<V>(seat, CellSet::of(flight))).len()));
        moves + flights.sum::<i64>()
    }

    /// Returns the sliders' lines that a departure opens.
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

    /// Returns the neighbours opened by a departure to `to`, which may close a line again.
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

/// Lines of sliders that a departure opens near the king.
#[derive(Clone, Copy)]
pub(super) struct Opened<V: Variant> {
    /// The king's neighbours that the sliders then attack.
    pub(super) cells: CellSet<V::Geometry>,
    /// The lines from the sliders on.
    pub(super) lines: CellSet<V::Geometry>,
}

/// A number below 16 for each cell, stored as four sets: one for each binary digit.
pub(super) struct Tally<G: Geometry>([CellSet<G>; 4]);

impl<G: Geometry> Tally<G> {
    /// Zero on each cell.
    pub(super) const ZERO: Self = Self([CellSet::EMPTY; 4]);

    /// Adds one on each of `cells`.
    #[inline]
    pub(super) fn add(&mut self, cells: CellSet<G>) {
        let mut carry = cells;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry.is_empty() {
                break;
            }
        }
    }

    /// Returns the sum of the numbers on `cells`.
    #[inline]
    pub(super) fn sum(&self, cells: CellSet<G>) -> i64 {
        let digits = self.0.iter().zip(0..).filter(|(digit, _)| !digit.is_empty());
        digits.map(|(&digit, place)| i64::from((digit & cells).len()) << place).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Hexagon37;

    #[test]
    fn tally_sums_numbers_of_cells() {
        let cells: Vec<_> = CellSet::<Hexagon37>::all().into_iter().collect();
        let mut tally = Tally::<Hexagon37>::ZERO;
        for twelve in 0..12 {
            tally.add(cells[twelve..].iter().copied().collect());
        }
        for (index, &cell) in cells.iter().enumerate() {
            assert_eq!(tally.sum(CellSet::of(cell)), (index as i64 + 1).min(12));
        }
        assert_eq!(tally.sum(CellSet::all()), (1..=12).sum::<i64>() + 12 * 25);
    }
}
