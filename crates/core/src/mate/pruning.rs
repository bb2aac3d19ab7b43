//! Prunes attacks before the last two moves of a plain mate in games for two.
//!
//! One defender move refutes most attacks. It is tried as if the attacker had passed. After it no attacker can
//! mate at once: each check leaves the king a flight, or the checker can be captured, or its line be closed. An
//! attack that disturbs none of this, and leaves the defender move legal, is refuted by it as well. The attack
//! need not be made.
//!
//! Everything that could disturb it is kept as sets of cells. **These sets may only err towards searching**: they
//! are chosen too large where that is simpler, because an attack in them is searched, while one outside is lost.
//! Where nothing can be proved, [`Refutation::new`] returns `None`.

use std::ops::ControlFlow;

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{
    Move, PieceMoves, Player, Position, Role, Variant, attacks, pawn_attackers, pawn_attacks, pawn_origins,
    pawn_steps,
};

type Cells<V> = CellSet<<V as Variant>::Geometry>;

/// Sets of cells, by the role of the piece that comes there.
type ByRole<V> = [Cells<V>; Role::ALL.len()];

/// Pieces other than kings and pawns.
const OFFICERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Roles that give check.
const CHECKERS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Defender moves that refuted many attacks before, with an account of what they save.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pruning {
    /// The latest first.
    known: [Option<Move>; 4],
    /// Attacks pruned minus the cost of pruning; pruning pauses below 0.
    gain: i32,
}

impl Pruning {
    /// The most refutations applied to one position.
    const MAX_APPLIED: usize = 2;
    /// New defender moves tried in search of a refutation.
    const MAX_NEW: usize = 4;
    /// Number of attacks that is faster to search than to prune further.
    const FEW_ATTACKS: u32 = 12;
    /// Cost of one refutation, in attacks searched instead.
    const COST: i32 = 2;

    pub(super) fn new() -> Self {
        Self { known: [None; 4], gain: 0 }
    }

    /// Lists the attacker's moves without those that a known defender move refutes.
    pub(super) fn attacks<V: Variant>(&mut self, position: &Position<V>) -> Vec<Move> {
        let mut attacks = Vec::with_capacity(16);
        let _ = position.visit_moves(&mut |moves| {
            attacks.push(moves);
            ControlFlow::Continue(())
        });
        if self.gain < 0 {
            self.gain += 1;
        } else if position.wings().is_empty()
            && let Some(passed) = position.after_null_move()
        {
            let all = count(&attacks);
            self.prune(position, &passed, &mut attacks);
            self.gain = (self.gain + (all - count(&attacks)) as i32).min(0);
        }
        let mut moves = Vec::with_capacity(count(&attacks) as usize);
        moves.extend(attacks.into_iter().flatten());
        moves
    }

    /// Keeps the attacks that the first useful defender moves do not refute.
    fn prune<V: Variant>(
        &mut self,
        position: &Position<V>,
        passed: &Position<V>,
        attacks: &mut Vec<PieceMoves<V>>,
    ) {
        let known = self.known;
        let mut applied = 0;
        let again = known.into_iter().flatten().filter(|&m| passed.is_legal(m));
        let others = passed.legal_moves().filter(|&m| !known.contains(&Some(m)));
        for m in again.chain(others.take(Self::MAX_NEW)) {
            self.gain -= Self::COST;
            let Some(refutation) = Refutation::new(position, passed, m) else { continue };
            if !known.contains(&Some(m)) {
                self.known.rotate_right(1);
                self.known[0] = Some(m);
            }
            refutation.prune(attacks);
            applied += 1;
            if applied == Self::MAX_APPLIED || count(attacks) <= Self::FEW_ATTACKS {
                return;
            }
        }
    }
}

fn count<V: Variant>(attacks: &[PieceMoves<V>]) -> u32 {
    attacks.iter().map(|moves| moves.to.len()).sum()
}

/// The attacks that one defender move may not refute; it refutes all others.
pub(super) struct Refutation<V: Variant> {
    /// Attackers all of whose moves are searched.
    pieces: Cells<V>,
    /// Targets to which all moves are searched.
    any_role: Cells<V>,
    /// Targets to which the moves of a role are searched.
    by_role: ByRole<V>,
    /// Attackers whose departure lets another one come to give check.
    openers: Cells<V>,
    /// Targets to which moves of the openers are searched.
    openers_by_role: ByRole<V>,
}

impl<V: Variant> Refutation<V> {
    /// Finds the attacks that a defender move may not refute; `passed` is the position after an attacker's pass.
    ///
    /// `None` if it may refute none.
    pub(super) fn new(position: &Position<V>, passed: &Position<V>, defence: Move) -> Option<Self> {
        if passed.is_double_step(defence) {
            return None;
        }
        let after = passed.after_move(defence);
        let king = after.king(passed.turn())?;
        let mut refutation = Self {
            pieces: CellSet::EMPTY,
            any_role: position.crossed(),
            by_role: none::<V>(),
            openers: CellSet::EMPTY,
            openers_by_role: none::<V>(),
        };
        refutation.search_if_defence_fails(position, passed, defence, king);
        refutation.find_escapes(&AfterDefence::new(&after, king), position.board().occupied())?;
        Some(refutation)
    }

    /// Keeps the moves that the defence may not refute.
    fn prune(&self, attacks: &mut Vec<PieceMoves<V>>) {
        attacks.retain_mut(|moves| {
            *moves = self.unrefuted(*moves);
            !moves.to.is_empty()
        });
    }

    /// Returns those of a piece's moves that the defence may not refute.
    pub(super) fn unrefuted(&self, moves: PieceMoves<V>) -> PieceMoves<V> {
        if self.pieces.contains(moves.from) {
            return moves;
        }
        let mut kept = self.any_role | self.by_role[moves.role as usize] | moves.promoting;
        if self.openers.contains(moves.from) {
            kept |= self.openers_by_role[moves.role as usize];
        }
        PieceMoves { to: moves.to & kept, promoting: moves.promoting, ..moves }
    }

    /// Searches attacks that give check at once, or make the defence impossible.
    fn search_if_defence_fails(
        &mut self,
        position: &Position<V>,
        passed: &Position<V>,
        defence: Move,
        king: Cell,
    ) {
        let Some(king_before) = position.king(passed.turn()) else { return };
        let attackers = position.ours();
        let occupied = position.board().occupied();
        self.any_role |= V::Geometry::between(defence.from, defence.to);
        self.any_role |= CellSet::of(defence.from) | CellSet::of(defence.to);
        self.pieces |= CellSet::of(defence.to);
        if V::PAWNS.is_stopped_by_enemy_ahead {
            for way in V::pawn_steps(passed.turn()) {
                self.any_role |= V::Geometry::shift(CellSet::of(defence.from), way);
            }
        }
        self.search_attacks_on(position.turn(), king_before, occupied);
        if king == king_before {
            // The defending piece must not be pinned.
            let lines = SliderLines::to(position, king, attackers, occupied - CellSet::of(defence.from));
            self.search_openers(&lines, 1);
            if let Some(direction) = V::Geometry::direction(king, defence.from) {
                self.search_sliders(direction, V::Geometry::ray(defence.from, direction));
            }
        } else {
            self.search_openers(&SliderLines::to(position, king_before, attackers, occupied), 1);
            let occupied = occupied - CellSet::of(king_before);
            self.search_openers(&SliderLines::to(position, king, attackers, occupied), 1);
            self.search_attacks_on(position.turn(), king, occupied);
        }
    }

    /// Searches attacks that could open a line with the help of `moves` moves.
    fn search_openers(&mut self, lines: &SliderLines<V>, moves: usize) {
        self.pieces |= lines.attackers[moves - 1];
        self.any_role |= lines.defenders;
    }

    /// Searches moves of sliders to cells of a line.
    fn search_sliders(&mut self, direction: Direction, cells: Cells<V>) {
        let role = if direction.is_edge() { Role::Rook } else { Role::Bishop };
        self.by_role[role as usize] |= cells;
        self.by_role[Role::Queen as usize] |= cells;
    }

    /// Searches moves after which the piece attacks a cell.
    fn search_attacks_on(&mut self, attacker: Player, cell: Cell, occupied: Cells<V>) {
        let origins = attack_origins::<V>(attacker, cell, occupied);
        for (kept, cells) in self.by_role.iter_mut().zip(origins) {
            *kept |= cells;
        }
    }

    /// Finds an escape from each check that may come, and searches attacks that could take it away.
    ///
    /// `None` if some check may have no escape.
    fn find_escapes(&mut self, after: &AfterDefence<'_, V>, before: Cells<V>) -> Option<()> {
        let lines = SliderLines::to(after.position, after.king, after.attackers, after.occupied);
        if !lines.attackers[0].is_empty() {
            return None;
        }
        self.search_openers(&lines, 2);
        self.search_new_batteries(after);
        if after.may_promote {
            // A pawn that captures twice may give check through the cell of its first capture.
            self.by_role[Role::Pawn as usize] |= after.occupied - after.attackers;
        }
        let checks = self.check_cells(after)?;
        let reach = Reach::new(after, before, &checks);
        self.openers = reach.openers;
        let flights = self.flights(after);
        let defenders = after.defenders(lines.on_lines);
        for role in CHECKERS {
            let now = checks[role as usize] & (reach.now[role as usize] - after.attackers);
            for cell in now {
                self.escape_check_now(after, &flights, &defenders, role, cell)?;
            }
            self.escape_checks_later(after, &flights, &defenders, role, checks[role as usize] - now, &reach);
        }
        Some(())
    }

    /// Searches attacks that could turn a check that is possible already into mate; `None` if it may be mate.
    fn escape_check_now(
        &mut self,
        after: &AfterDefence<'_, V>,
        flights: &[Flight<V>],
        defenders: &[Defender<V>],
        role: Role,
        cell: Cell,
    ) -> Option<()> {
        let left = flights.iter().filter(|flight| !flight.guarded_by_last[role as usize].contains(cell));
        let mut guarding = [CellSet::all(); Role::ALL.len()];
        let mut is_answered = false;
        for flight in left {
            is_answered = true;
            for (guarding, cells) in guarding.iter_mut().zip(flight.guarded) {
                *guarding &= cells;
            }
        }
        if guarding.iter().all(|cells| cells.is_empty()) {
            return Some(());
        }
        let defence = after.disturbing_defence(cell, defenders);
        is_answered |= defence.is_some();
        let disturbing = defence.unwrap_or(CellSet::all());
        for (kept, guarding) in self.by_role.iter_mut().zip(guarding) {
            *kept |= guarding & disturbing;
        }
        is_answered.then_some(())
    }

    /// Searches attacks that could prepare mate by a check that no piece can give yet.
    fn escape_checks_later(
        &mut self,
        after: &AfterDefence<'_, V>,
        flights: &[Flight<V>],
        defenders: &[Defender<V>],
        role: Role,
        checks: Cells<V>,
        reach: &Reach<V>,
    ) {
        let (mut left_one, mut left_two) = (CellSet::EMPTY, CellSet::EMPTY);
        let (mut guarding_one, mut guarding_two) = (none::<V>(), none::<V>());
        for flight in flights {
            let left = checks - flight.guarded_by_last[role as usize];
            left_two |= left_one & left;
            left_one |= left;
            for ((two, one), cells) in guarding_two.iter_mut().zip(&mut guarding_one).zip(flight.guarded) {
                *two |= *one & cells;
                *one |= cells;
            }
        }
        let all = [CellSet::all(); Role::ALL.len()];
        // By the number of flights that the check leaves: the attack has to guard one, or several.
        let groups =
            [(checks - left_one, all), (left_one - left_two, guarding_one), (left_two, guarding_two)];
        for (cells, guarding) in groups {
            if cells.is_empty() {
                continue;
            }
            let useful = guarding[role as usize] & reach.first[role as usize];
            let opened = cells & (reach.opened[role as usize] | after.attackers);
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
                    for (kept, guarding) in self.openers_by_role.iter_mut().zip(guarding) {
                        *kept |= guarding & disturbing;
                    }
                }
            }
        }
    }

    /// Lists flights that no opened line guards, and searches attacks that could change that.
    fn flights(&mut self, after: &AfterDefence<'_, V>) -> Vec<Flight<V>> {
        let attacker = after.position.turn();
        let occupied = after.occupied - CellSet::of(after.king);
        let defenders = occupied - after.attackers;
        let mut flights = Vec::new();
        for cell in after.flights() {
            let lines = SliderLines::to(after.position, cell, after.attackers, occupied);
            if lines.attackers[1].is_empty() {
                self.any_role |= lines.defenders;
                // An attacker before a slider may leave with the last move.
                let seen = attacks::<V>(Role::Queen, attacker, cell, occupied);
                flights.push(Flight {
                    guarded: attack_origins::<V>(attacker, cell, occupied - (seen & after.attackers)),
                    guarded_by_last: attack_origins::<V>(attacker, cell, defenders),
                });
            }
        }
        flights
    }

    /// Searches moves of attackers next to the king on a line, and of sliders to cells behind them.
    fn search_new_batteries(&mut self, after: &AfterDefence<'_, V>) {
        let screens = (after.edges | after.vertices) & after.attackers;
        self.pieces |= screens;
        if screens.is_empty() {
            return;
        }
        let beyond = after.occupied - screens;
        let edges = V::Geometry::slide_edges(after.king, beyond) - after.edges;
        let vertices = V::Geometry::slide_vertices(after.king, beyond) - after.vertices;
        self.by_role[Role::Rook as usize] |= edges;
        self.by_role[Role::Bishop as usize] |= vertices;
        self.by_role[Role::Queen as usize] |= edges | vertices;
    }

    /// Returns the cells from which pieces of each role that may be there give check.
    fn check_cells(&mut self, after: &AfterDefence<'_, V>) -> Option<ByRole<V>> {
        let position = after.position;
        let mut checks = attack_origins::<V>(position.turn(), after.king, after.occupied);
        checks[Role::King as usize] = CellSet::EMPTY;
        for role in CHECKERS {
            if position.our(role).is_empty() {
                checks[role as usize] = CellSet::EMPTY;
            }
        }
        if after.may_promote {
            // The promoted piece gives check through the cell that the pawn has left.
            let occupied = after.occupied - position.our(Role::Pawn);
            let promoted = attack_origins::<V>(position.turn(), after.king, occupied);
            for &role in V::PROMOTIONS {
                checks[role as usize] |= promoted[role as usize] & V::promotion_cells(position.turn());
            }
        }
        // An attacker in check has to answer it.
        let checkers = position.checkers();
        if !checkers.is_empty() {
            let own_king = position.king(position.turn())?;
            let mut answers = CellSet::EMPTY;
            for checker in checkers {
                answers |= V::Geometry::between(own_king, checker) | CellSet::of(checker);
            }
            self.any_role |= answers;
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
    /// Cells from which the attacker's first move guards it, by role.
    guarded: ByRole<V>,
    /// Cells from which the last move may guard it, with any other attacker out of the way.
    guarded_by_last: ByRole<V>,
}

/// The position after the defender's move, with the lines to the king.
struct AfterDefence<'p, V: Variant> {
    position: &'p Position<V>,
    king: Cell,
    occupied: Cells<V>,
    attackers: Cells<V>,
    edges: Cells<V>,
    vertices: Cells<V>,
    /// `true` if a pawn may promote with the second move.
    may_promote: bool,
}

impl<'p, V: Variant> AfterDefence<'p, V> {
    fn new(position: &'p Position<V>, king: Cell) -> Self {
        let occupied = position.board().occupied();
        let edges = V::Geometry::slide_edges(king, occupied);
        let vertices = V::Geometry::slide_vertices(king, occupied);
        let may_promote = may_promote(position);
        Self { position, king, occupied, attackers: position.ours(), edges, vertices, may_promote }
    }

    /// Returns the cells from which a piece of a role attacks a cell; all cells for pawns.
    fn ways_to(&self, cell: Cell, role: Role) -> Cells<V> {
        match role {
            Role::Pawn => CellSet::all(),
            _ => attacks::<V>(role, self.position.turn(), cell, self.occupied),
        }
    }

    /// Lists pieces other than the king that are not on any line to it, so that they stay free to move.
    fn defenders(&self, on_lines: Cells<V>) -> Vec<Defender<V>> {
        let defender = self.position.next_player();
        let board = self.position.board();
        let free = self.occupied - self.attackers - on_lines;
        let mut defenders = Vec::with_capacity(16);
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for cell in board.by_role(role) & free {
                let attacked = attacks::<V>(role, defender, cell, self.occupied);
                let can_close = if role == Role::Pawn { CellSet::EMPTY } else { attacked };
                defenders.push(Defender { cell, attacked, can_close });
            }
        }
        defenders
    }

    /// Returns the cells where an attack may disturb every capture of the checker and every closing of its line.
    ///
    /// `None` if nothing can answer the check.
    fn disturbing_defence(&self, checker: Cell, defenders: &[Defender<V>]) -> Option<Cells<V>> {
        let here = CellSet::of(checker);
        let line = match (self.edges | self.vertices).contains(checker) {
            true => V::Geometry::between(checker, self.king),
            false => CellSet::EMPTY,
        };
        let mut disturbing: Option<Cells<V>> = None;
        for defender in defenders {
            let answers = defender.attacked & here | defender.can_close & line;
            if answers.is_empty() || defender.cell == checker {
                continue;
            }
            let mut fixed = CellSet::of(defender.cell);
            if let Some(direction) = V::Geometry::direction(self.king, defender.cell) {
                fixed |= V::Geometry::ray(defender.cell, direction);
            }
            for to in answers {
                let path = fixed | V::Geometry::between(defender.cell, to) | (CellSet::of(to) - here);
                disturbing = Some(disturbing.map_or(path, |others| path & others));
            }
        }
        disturbing
    }

    /// Returns the king's flights.
    fn flights(&self) -> Cells<V> {
        let taken = pawn_attacks::<V>(self.position.turn(), self.position.our(Role::Pawn));
        let around = V::Geometry::adjacent(self.king) - (self.occupied - self.attackers) - taken;
        let occupied = self.occupied - CellSet::of(self.king);
        self.position.board().not_attacked_by_officers(around, self.attackers, occupied)
    }
}

/// A piece that may capture a checker or close its line.
struct Defender<V: Variant> {
    cell: Cell,
    attacked: Cells<V>,
    can_close: Cells<V>,
}

/// The attacker's sliders in line with a cell, and the pieces between.
struct SliderLines<V: Variant> {
    /// Attackers that could open a line with one move, with two.
    attackers: [Cells<V>; 2],
    /// Defenders that close a line, alone or with one attacker.
    defenders: Cells<V>,
    /// Defenders on any of the lines.
    on_lines: Cells<V>,
}

impl<V: Variant> SliderLines<V> {
    fn to(position: &Position<V>, cell: Cell, attackers: Cells<V>, occupied: Cells<V>) -> Self {
        let mut lines =
            Self { attackers: [CellSet::EMPTY; 2], defenders: CellSet::EMPTY, on_lines: CellSet::EMPTY };
        let board = position.board();
        let sliders = board.sliders(V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell));
        for slider in sliders & attackers {
            let between = V::Geometry::between(cell, slider) & occupied;
            let defenders = between - attackers;
            lines.on_lines |= defenders;
            if between.without_first().is_several() {
                continue;
            }
            if !defenders.is_empty() {
                lines.defenders |= defenders;
                continue;
            }
            lines.attackers[1] |= between;
            if !between.is_several() {
                lines.attackers[0] |= between;
            }
        }
        lines
    }
}

/// Targets of the attackers, by role; too many rather than too few.
struct Reach<V: Variant> {
    /// Targets from which pieces may give check at once.
    now: ByRole<V>,
    /// Targets of the first move.
    first: ByRole<V>,
    /// Targets once another attacker is out of the way.
    opened: ByRole<V>,
    /// Attackers in the way of others, or on cells from which others give check.
    openers: Cells<V>,
}

impl<V: Variant> Reach<V> {
    fn new(after: &AfterDefence<'_, V>, before: Cells<V>, checks: &ByRole<V>) -> Self {
        let position = after.position;
        let none = none::<V>();
        let mut reach = Self { now: none, first: none, opened: none, openers: CellSet::EMPTY };
        reach.first[Role::Pawn as usize] = CellSet::all();
        let pawns = position.our(Role::Pawn);
        reach.now[Role::Pawn as usize] = pawn_steps::<V>(position.choice(), position.turn(), pawns)
            | pawn_attacks::<V>(position.turn(), pawns);
        let promotions = if after.may_promote { V::promotion_cells(position.turn()) } else { CellSet::EMPTY };
        for role in OFFICERS {
            let now = &mut reach.now[role as usize];
            *now |= promotions;
            for from in position.our(role) {
                let seen = attacks::<V>(role, position.turn(), from, after.occupied);
                *now |= seen;
                reach.first[role as usize] |= attacks::<V>(role, position.turn(), from, before);
                let screens = seen & after.attackers;
                if role != Role::Knight && !screens.is_empty() {
                    let beyond = attacks::<V>(role, position.turn(), from, after.occupied - screens) - seen;
                    if beyond.meets(checks[role as usize]) {
                        reach.openers |= screens;
                        reach.opened[role as usize] |= beyond;
                    }
                }
            }
        }
        reach.openers |= checks.iter().fold(CellSet::EMPTY, |all, &cells| all | cells) & after.attackers;
        reach
    }
}

/// Returns whether a pawn of the player to move may promote with the second move.
fn may_promote<V: Variant>(position: &Position<V>) -> bool {
    let player = position.turn();
    let before = |cells| {
        pawn_origins::<V>(position.choice(), player, cells, CellSet::EMPTY)
            | pawn_attackers::<V>(player, cells)
    };
    let near = before(V::promotion_cells(player));
    (near | before(near)).meets(position.our(Role::Pawn))
}

fn none<V: Variant>() -> ByRole<V> {
    [CellSet::EMPTY; Role::ALL.len()]
}

/// Returns the cells from which pieces of each role attack a cell.
fn attack_origins<V: Variant>(player: Player, cell: Cell, occupied: Cells<V>) -> ByRole<V> {
    let edges = V::Geometry::slide_edges(cell, occupied);
    let vertices = V::Geometry::slide_vertices(cell, occupied);
    let mut origins = [CellSet::EMPTY; Role::ALL.len()];
    origins[Role::King as usize] = V::Geometry::adjacent(cell);
    origins[Role::Queen as usize] = edges | vertices;
    origins[Role::Rook as usize] = edges;
    origins[Role::Bishop as usize] = vertices;
    origins[Role::Knight as usize] = V::Geometry::leaps(cell);
    origins[Role::Pawn as usize] = pawn_attackers::<V>(player, CellSet::of(cell));
    origins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::mate_in_one::has_mate_in_one;
    use crate::mate::tests::read;
    use crate::random::Rng;
    use crate::rules::{Brusky, DeVasa, Glinski, McCooey, Mini, Shafran};

    /// Plays all attacks that some defence is claimed to refute; returns the numbers of refuted and of all pairs.
    fn check_refutations<V: Variant>(position: &Position<V>) -> [u64; 2] {
        let Some(passed) = position.after_null_move().filter(|_| position.wings().is_empty()) else {
            return [0, 0];
        };
        let mut counts = [0, 0];
        for m in passed.legal_moves() {
            let Some(refutation) = Refutation::new(position, &passed, m) else { continue };
            let _ = position.visit_moves(&mut |moves| {
                let kept: Vec<Move> = refutation.unrefuted(moves).into_iter().collect();
                for attack in moves {
                    counts[1] += 1;
                    if kept.contains(&attack) {
                        continue;
                    }
                    counts[0] += 1;
                    let after = position.after_move(attack);
                    assert!(after.is_legal(m), "{attack:?} prevents {m:?}: {position:?}");
                    let mates = has_mate_in_one(&after.after_move(m), &mut 0);
                    assert!(!mates, "{attack:?} mates after {m:?}: {position:?}");
                }
                ControlFlow::Continue(())
            });
        }
        counts
    }

    /// Plays a game that prefers captures, until few pieces are left; visits every third position.
    fn play<V: Variant>(start: Position<V>, seed: u64, mut visit: impl FnMut(&Position<V>)) {
        let mut rng = Rng::new(seed);
        let mut position = start;
        for ply in 0..250 {
            let moves: Vec<_> = position.legal_moves().collect();
            let captures: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
            let choice = if captures.is_empty() || rng.below(4) == 0 { moves } else { captures };
            if choice.is_empty() {
                return;
            }
            position = position.after_move(rng.choose(&choice));
            if ply % 3 == 0 && position.has_moves() {
                visit(&position);
            }
        }
    }

    /// Checks all refutations in `games` games; returns the number of positions.
    fn check_games<V: Variant>(games: u64) -> u64 {
        let (mut positions, mut counts) = (0, [0, 0]);
        for seed in 0..games {
            play(Position::<V>::start(), seed, |position| {
                positions += 1;
                let more = check_refutations(position);
                counts = [counts[0] + more[0], counts[1] + more[1]];
            });
        }
        assert!(counts[0] * 3 > counts[1], "too few attacks are refuted: {counts:?}");
        positions
    }

    #[test]
    fn claimed_refutations_refute() {
        let positions = [
            check_games::<Glinski>(2),
            check_games::<McCooey>(2),
            check_games::<Mini>(8),
            check_games::<DeVasa>(2),
            check_games::<Brusky>(2),
            check_games::<Shafran>(2),
        ];
        assert!(positions.iter().all(|&count| count > 50), "{positions:?}");
    }

    #[test]
    fn departing_screen_lets_slider_guard_flight() {
        check_refutations(&read::<McCooey>("1/3/2P2/3P3/9/3P7/2R2B5/11/3K7/k10/4B6 w - 5 168"));
        check_refutations(&read::<Glinski>("1/1P1/5/N6/9/11/3p3p2k/3P7/1p6p2/4RKbb2N/11 w - 4 120"));
    }

    #[test]
    fn promoted_piece_checks_through_left_cell() {
        check_refutations(&read::<Mini>("r/1k1/np3/5p1/3P3/4Kp1/NP1B3 b - 0 10"));
    }

    mod deep {
        use super::*;

        #[test]
        #[ignore = "deep: minutes"]
        fn claimed_refutations_refute_in_many_positions() {
            let positions = [
                check_games::<Glinski>(1_600),
                check_games::<McCooey>(1_600),
                check_games::<Mini>(2_500),
                check_games::<DeVasa>(1_600),
                check_games::<Brusky>(1_600),
                check_games::<Shafran>(1_600),
            ];
            assert!(positions.iter().all(|&count| count >= 100_000), "{positions:?}");
        }
    }
}
