//! One reply that refutes most attacks before the last two moves, seen without making them. For two players; no search.
//!
//! A reply is tried as if the attacker had passed. After it no piece can mate at once: each cell from which
//! one could give check leaves the king a flight, or the checker can be taken, or its line be closed. An
//! attack that disturbs none of this, and does not keep the reply from being played, is refuted by it as well.
//! What could disturb it is kept as sets of cells, chosen too large where that is simpler: an attack among
//! them is only looked at by itself.

mod after;
mod lines;
mod reach;
mod sets;

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{Move, PieceMoves, Player, Position, Role, Variant, attacks};

use after::{After, Defender};
use lines::SliderLines;
use reach::Reach;
use sets::{ByRole, Cells, attackers_by_role, none};

/// The attacks that a reply does not refute for certain.
pub(in crate::mate) struct Reply<V: Variant> {
    /// Pieces all of whose moves may matter.
    pieces: Cells<V>,
    /// Cells where any piece may matter.
    anybody: Cells<V>,
    /// Cells where a piece of the role may matter.
    by_role: ByRole<V>,
    /// Pieces out of whose way another one can come to give check.
    openers: Cells<V>,
    /// Cells where they may matter.
    openers_by_role: ByRole<V>,
}

impl<V: Variant> Reply<V> {
    /// What a reply does not refute; `passed` is the position after the attacker has passed.
    ///
    /// `None` if nothing can be said.
    pub(in crate::mate) fn new(position: &Position<V>, passed: &Position<V>, reply: Move) -> Option<Self> {
        if passed.is_double_step(reply) {
            return None;
        }
        let after = passed.after_move(reply);
        let king = after.king(passed.turn())?;
        let mut examined = Self {
            pieces: CellSet::EMPTY,
            anybody: V::players()
                .filter_map(|player| position.en_passant(player))
                .map(|en_passant| en_passant.crossed)
                .collect(),
            by_role: none::<V>(),
            openers: CellSet::EMPTY,
            openers_by_role: none::<V>(),
        };
        examined.keep_reply_legal(position, passed, reply, king);
        examined.find_escapes(&After::new(&after, king), position.board().occupied())?;
        Some(examined)
    }

    /// Leaves those moves of the pieces that the reply may not refute.
    pub(in crate::mate) fn restrict_all(&self, attacks: &mut Vec<PieceMoves<V>>) {
        attacks.retain_mut(|moves| {
            *moves = self.restrict(*moves);
            !moves.to.is_empty()
        });
    }

    /// Those of a piece's moves that the reply may not refute.
    pub(super) fn restrict(&self, moves: PieceMoves<V>) -> PieceMoves<V> {
        if self.pieces.contains(moves.from) {
            return moves;
        }
        let mut kept = self.anybody | self.by_role[moves.role as usize] | moves.promoting;
        if self.openers.contains(moves.from) {
            kept |= self.openers_by_role[moves.role as usize];
        }
        PieceMoves { to: moves.to & kept, promoting: moves.promoting, ..moves }
    }

    /// Examines what gives check at once, or makes the reply impossible.
    fn keep_reply_legal(&mut self, position: &Position<V>, passed: &Position<V>, reply: Move, king: Cell) {
        let Some(king_before) = position.king(passed.turn()) else { return };
        let ours = position.ours();
        let occupied = position.board().occupied();
        self.anybody |= V::Geometry::between(reply.from, reply.to);
        self.anybody |= CellSet::of(reply.from) | CellSet::of(reply.to);
        self.pieces |= CellSet::of(reply.to);
        self.examine_attacks_on(position.turn(), king_before, occupied);
        if king == king_before {
            // Nothing may pin what replies.
            let lines = SliderLines::to(position, king, ours, occupied - CellSet::of(reply.from));
            self.keep_closed(&lines, 1);
            if let Some(direction) = V::Geometry::direction(king, reply.from) {
                self.examine_sliders(direction, V::Geometry::ray(reply.from, direction));
            }
        } else {
            self.keep_closed(&SliderLines::to(position, king_before, ours, occupied), 1);
            let occupied = occupied - CellSet::of(king_before);
            self.keep_closed(&SliderLines::to(position, king, ours, occupied), 1);
            self.examine_attacks_on(position.turn(), king, occupied);
        }
    }

    /// Examines what could open a line with so many moves.
    fn keep_closed(&mut self, lines: &SliderLines<V>, moves: usize) {
        self.pieces |= lines.ours[moves - 1];
        self.anybody |= lines.theirs;
    }

    /// Examines sliders that come to cells of a line.
    fn examine_sliders(&mut self, direction: Direction, cells: Cells<V>) {
        let role = if direction.is_edge() { Role::Rook } else { Role::Bishop };
        self.by_role[role as usize] |= cells;
        self.by_role[Role::Queen as usize] |= cells;
    }

    /// Examines pieces that come to where they attack a cell.
    fn examine_attacks_on(&mut self, us: Player, cell: Cell, occupied: Cells<V>) {
        let attackers = attackers_by_role::<V>(us, cell, occupied);
        for (kept, cells) in self.by_role.iter_mut().zip(attackers) {
            *kept |= cells;
        }
    }

    /// Finds an escape from each check that may come, and examines what could take it away.
    fn find_escapes(&mut self, after: &After<'_, V>, before: Cells<V>) -> Option<()> {
        let lines = SliderLines::to(after.position, after.king, after.ours, after.occupied);
        if !lines.ours[0].is_empty() {
            return None;
        }
        self.keep_closed(&lines, 2);
        self.examine_new_lines(after);
        if after.may_promote {
            // A pawn that takes twice gives check through the cell that it took on first.
            self.by_role[Role::Pawn as usize] |= after.occupied - after.ours;
        }
        let checks = self.check_cells(after)?;
        let reach = Reach::new(after, before, &checks);
        self.openers = reach.openers;
        let flights = self.flights(after);
        let defenders = after.defenders(lines.sensitive);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let now = checks[role as usize] & (reach.now[role as usize] - after.ours);
            for cell in now {
                self.answer_now(after, &flights, &defenders, role, cell)?;
            }
            self.answer_later(after, &flights, &defenders, role, checks[role as usize] - now, &reach);
        }
        Some(())
    }

    /// Examines what could make a check mate that can be given already; `None` if there is no escape.
    fn answer_now(
        &mut self,
        after: &After<'_, V>,
        flights: &[Flight<V>],
        defenders: &[Defender<V>],
        role: Role,
        cell: Cell,
    ) -> Option<()> {
        let left = flights.iter().filter(|flight| !flight.covered_at_last[role as usize].contains(cell));
        let mut covering = [CellSet::all(); Role::ALL.len()];
        let mut is_answered = false;
        for flight in left {
            is_answered = true;
            for (covering, cells) in covering.iter_mut().zip(flight.covered) {
                *covering &= cells;
            }
        }
        if covering.iter().all(|cells| cells.is_empty()) {
            return Some(());
        }
        let defence = after.disturbing_defence(cell, defenders);
        is_answered |= defence.is_some();
        let disturbing = defence.unwrap_or(CellSet::all());
        for (kept, covering) in self.by_role.iter_mut().zip(covering) {
            *kept |= covering & disturbing;
        }
        is_answered.then_some(())
    }

    /// Examines what could make checks mate that no piece can give yet.
    fn answer_later(
        &mut self,
        after: &After<'_, V>,
        flights: &[Flight<V>],
        defenders: &[Defender<V>],
        role: Role,
        checks: Cells<V>,
        reach: &Reach<V>,
    ) {
        let (mut left_one, mut left_two) = (CellSet::EMPTY, CellSet::EMPTY);
        let (mut covering_one, mut covering_two) = (none::<V>(), none::<V>());
        for flight in flights {
            let left = checks - flight.covered_at_last[role as usize];
            left_two |= left_one & left;
            left_one |= left;
            for ((two, one), cells) in covering_two.iter_mut().zip(&mut covering_one).zip(flight.covered) {
                *two |= *one & cells;
                *one |= cells;
            }
        }
        let all = [CellSet::all(); Role::ALL.len()];
        let groups =
            [(checks - left_one, all), (left_one - left_two, covering_one), (left_two, covering_two)];
        for (cells, covering) in groups {
            if cells.is_empty() {
                continue;
            }
            let useful = covering[role as usize] & reach.first[role as usize];
            let opened = cells & (reach.opened[role as usize] | after.ours);
            let cells = if useful.is_empty() { opened } else { cells };
            for cell in cells {
                let can_be_opened = opened.contains(cell);
                let ways = match useful.is_empty() {
                    true => useful,
                    false => after.ways_to(cell, role) & useful,
                };
                if ways.is_empty() && !can_be_opened {
                    continue;
                }
                let disturbing = after.disturbing_defence(cell, defenders).unwrap_or(CellSet::all());
                self.by_role[role as usize] |= ways & disturbing;
                if can_be_opened {
                    for (kept, covering) in self.openers_by_role.iter_mut().zip(covering) {
                        *kept |= covering & disturbing;
                    }
                }
            }
        }
    }

    /// Flights that stay open whatever line the attacker opens; examines what could change that.
    fn flights(&mut self, after: &After<'_, V>) -> Vec<Flight<V>> {
        let us = after.position.turn();
        let occupied = after.occupied - CellSet::of(after.king);
        let theirs = occupied - after.ours;
        let mut flights = Vec::new();
        for cell in after.flights() {
            let lines = SliderLines::to(after.position, cell, after.ours, occupied);
            if lines.ours[1].is_empty() {
                self.anybody |= lines.theirs;
                // What stands before a slider may leave with the last move.
                let seen = attacks::<V>(Role::Queen, us, cell, occupied);
                flights.push(Flight {
                    covered: attackers_by_role::<V>(us, cell, occupied - (seen & after.ours)),
                    covered_at_last: attackers_by_role::<V>(us, cell, theirs),
                });
            }
        }
        flights
    }

    /// Examines pieces before the king, and sliders that come to stand behind one.
    fn examine_new_lines(&mut self, after: &After<'_, V>) {
        let before_king = (after.edges | after.vertices) & after.ours;
        self.pieces |= before_king;
        if before_king.is_empty() {
            return;
        }
        let beyond = after.occupied - before_king;
        let edges = V::Geometry::slide_edges(after.king, beyond) - after.edges;
        let vertices = V::Geometry::slide_vertices(after.king, beyond) - after.vertices;
        self.by_role[Role::Rook as usize] |= edges;
        self.by_role[Role::Bishop as usize] |= vertices;
        self.by_role[Role::Queen as usize] |= edges | vertices;
    }

    /// From where pieces of each role that can be there give check.
    fn check_cells(&mut self, after: &After<'_, V>) -> Option<ByRole<V>> {
        let position = after.position;
        let mut checks = attackers_by_role::<V>(position.turn(), after.king, after.occupied);
        checks[Role::King as usize] = CellSet::EMPTY;
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            if position.our(role).is_empty() {
                checks[role as usize] = CellSet::EMPTY;
            }
        }
        if after.may_promote {
            // What it becomes gives check through the cell that the pawn has left.
            let occupied = after.occupied - position.our(Role::Pawn);
            let promoted = attackers_by_role::<V>(position.turn(), after.king, occupied);
            for &role in V::PROMOTIONS {
                checks[role as usize] |= promoted[role as usize] & V::promotion_cells(position.turn());
            }
        }
        // Whoever is in check has to answer that.
        let checkers = position.checkers();
        if !checkers.is_empty() {
            let own_king = position.king(position.turn())?;
            let mut answers = CellSet::EMPTY;
            for checker in checkers {
                answers |= V::Geometry::between(own_king, checker) | CellSet::of(checker);
            }
            self.anybody |= answers;
            self.by_role[Role::King as usize] = CellSet::all();
            let useful = if checkers.is_several() { CellSet::EMPTY } else { answers };
            for cells in &mut checks {
                *cells &= useful;
            }
        }
        Some(checks)
    }
}

/// A cell that the king can go to.
struct Flight<V: Variant> {
    /// From where the attacker's first move covers it, by role.
    covered: ByRole<V>,
    /// From where the last move may, with any of the attacker's other pieces out of the way.
    covered_at_last: ByRole<V>,
}

#[cfg(test)]
mod tests;
