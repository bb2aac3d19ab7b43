//! The last two plies: defender moves after which one attacker move may reach the goal.

use std::cell::{LazyCell, RefCell};
use std::ops::ControlFlow;

use super::castling::Blockers;
use super::{AttackMap, Cells, Estimate, Screens};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Move, PieceMoves, Position, Role, Variant, free_to_step, pawn_origins};

/// Moves of the king's side after which the other side may reach the goal with its next move.
#[derive(Clone)]
pub(in crate::mate) struct HelpingMoves<V: Variant> {
    /// Targets of the king.
    king: Cells<V>,
    /// Defenders with their targets.
    defenders: Vec<(Cells<V>, Cells<V>)>,
    /// Cells on which pawns are captured en passant. Such a capture empties two cells, and is always listed.
    crossed: Cells<V>,
}

impl<V: Variant> HelpingMoves<V> {
    fn add(&mut self, pieces: Cells<V>, cells: Cells<V>) {
        if !pieces.is_empty() && !cells.is_empty() {
            self.defenders.push((pieces, cells));
        }
    }

    /// Lists the legal ones.
    pub(in crate::mate) fn legal(&self, position: &Position<V>) -> Vec<Move> {
        let mut found = Vec::new();
        let mut pieces = self.defenders.iter().fold(CellSet::EMPTY, |pieces, defender| pieces | defender.0);
        if !self.king.is_empty() {
            pieces |= position.our(Role::King);
        }
        if !self.crossed.is_empty() {
            pieces |= position.our(Role::Pawn);
        }
        if !pieces.is_empty() {
            let _ = position.visit_moves_of(pieces, &mut |moves| {
                let cells = self.targets(&moves);
                found.extend(moves.into_iter().filter(|m| cells.contains(m.to)));
                ControlFlow::Continue(())
            });
        }
        found
    }

    /// Returns whether the position has a legal move that is not among them.
    pub(in crate::mate) fn leave_out_any(&self, position: &Position<V>) -> bool {
        position
            .visit_moves(&mut |moves| match (moves.to - self.targets(&moves)).is_empty() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
            .is_break()
    }

    /// Returns the cells to which a piece may go.
    fn targets(&self, moves: &PieceMoves<V>) -> Cells<V> {
        if moves.role == Role::King {
            return self.king;
        }
        let crossed = if moves.role == Role::Pawn { self.crossed } else { CellSet::EMPTY };
        let defenders = self.defenders.iter().filter(|(pieces, _)| pieces.contains(moves.from));
        defenders.fold(crossed, |cells, defender| cells | defender.1)
    }
}

/// Requirements on the last move.
struct Demand<V: Variant> {
    /// Flights in the current arrangement.
    flights: Cells<V>,
    /// Screens before the flights.
    screens: Screens<V>,
    /// Screens before the king.
    batteries: Screens<V>,
    /// The latest result of [`Estimate::departure`]: moves of one piece come in a row.
    departure: std::cell::Cell<Option<Departure<V>>>,
    /// Cells for which [`Estimate::defenders_reaching`] has been computed, with its results.
    reaching: RefCell<Vec<(Cell, Cells<V>)>>,
}

/// The king's flights once an attacker has left its cell.
#[derive(Clone, Copy)]
struct Departure<V: Variant> {
    from: Cell,
    flights: Cells<V>,
    /// Flights with one defender, and at most one attacker, before a slider.
    behind_defender: Cells<V>,
    /// The defenders before these cells.
    defenders: Cells<V>,
}

/// A candidate for the last move.
struct LastMove {
    role: Role,
    becomes: Role,
    m: Move,
}

/// Defenders that can answer a check, if they are still there.
struct Defence<V: Variant> {
    pieces: Cells<V>,
    /// Defenders whose departure pins another one.
    pinners: Cells<V>,
    /// Each answer: the piece and the cells that it passes.
    paths: Vec<(Cell, Cells<V>)>,
    /// Cells that interrupt at least one path.
    stops: Cells<V>,
}

impl<V: Variant> Defence<V> {
    const NONE: Self =
        Self { pieces: CellSet::EMPTY, pinners: CellSet::EMPTY, paths: Vec::new(), stops: CellSet::EMPTY };

    fn is_none(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Lists the stops among `cells`, each with the pieces that still answer once it is filled.
    fn stops(&self, cells: Cells<V>) -> impl Iterator<Item = (Cell, Cells<V>)> {
        (self.stops & cells).into_iter().map(|stop| {
            let others = self.paths.iter().filter(move |(_, path)| !path.contains(stop));
            (stop, others.map(|&(piece, _)| piece).collect())
        })
    }
}

impl<V: Variant> Estimate<'_, V> {
    /// Returns the moves of the king's side after which the next move may reach the goal, the king being on one
    /// of the cells `kings` then.
    pub(in crate::mate) fn helping_moves(&self, kings: Cells<V>) -> HelpingMoves<V> {
        let map = self.attack_map();
        let flights = V::Geometry::adjacent(self.king) - self.defenders - map.attacked;
        let mut helping =
            HelpingMoves { king: CellSet::EMPTY, defenders: Vec::new(), crossed: self.position.crossed() };
        if kings.contains(self.king) {
            let demand = self.demand(flights);
            let guarded = demand.flights - demand.screens.behind_attacker - demand.screens.behind_defender;
            let _ = self.visit_last_moves(&demand, guarded, 1, &mut |last| {
                self.add_moves_before(&demand, &last, &mut helping)
            });
        }
        for cell in flights & kings {
            if self.with_king(cell).may_reach_goal_after_step(&map) {
                helping.king |= CellSet::of(cell);
            }
        }
        if V::CASTLES {
            self.add_castlings(kings, &mut helping);
        }
        helping
    }

    /// Returns whether the attackers, to move, may reach the goal at once.
    pub(in crate::mate) fn may_reach_goal_in_one(&self) -> bool {
        let demand = self.demand(self.flights());
        let guarded = demand.flights - demand.screens.behind_attacker;
        self.visit_last_moves(&demand, guarded, 0, &mut |last| match self
            .may_be_last(&demand.batteries, &last)
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
            || self.may_castling_suffice(0)
    }

    /// Returns whether an attacker move but castling may reach the goal on the king's new cell.
    ///
    /// `map` is from before the king's step.
    fn may_reach_goal_after_step(&self, map: &AttackMap<V>) -> bool {
        let mating_cells = self.mating_cells_after_step(map);
        if mating_cells.iter().all(|cells| cells.is_empty()) {
            return false;
        }
        let batteries = match self.needs_check {
            true => self.screens(CellSet::of(self.king)),
            false => Screens::NONE,
        };
        let may_end = |role: Role, becomes: Role, from: Cell, cells: Cells<V>| {
            let promotion = (role != becomes).then_some(becomes);
            let cells = mating_cells[becomes as usize] & cells;
            cells.into_iter().any(|to| {
                self.may_be_last(&batteries, &LastMove { role, becomes, m: Move { from, to, promotion } })
            })
        };
        Role::ALL.into_iter().any(|role| {
            let pieces = self.position.board().by_role(role) & self.attackers;
            pieces.into_iter().any(|from| {
                if role != Role::Pawn {
                    return may_end(role, role, from, self.attack_origins(role, from));
                }
                let targets = self.pawn_targets(CellSet::of(from));
                let promoting = targets & V::promotion_cells(self.attacker);
                may_end(role, role, from, targets - promoting)
                    || V::PROMOTIONS.iter().any(|&becomes| may_end(role, becomes, from, promoting))
            })
        })
    }

    /// Adds castlings of the king's side, and the moves before a castling of the attackers.
    fn add_castlings(&self, kings: Cells<V>, helping: &mut HelpingMoves<V>) {
        for castling in self.castlings(self.defender, Blockers { own: 0, other: 0 }) {
            let to = castling.king[1];
            let suffices = |after: &Estimate<'_, V>| kings.contains(to) && after.may_reach_goal_in_one();
            if self.after_castling(self.defender, castling, suffices) {
                helping.king |= CellSet::of(to);
            }
        }
        if kings.contains(self.king) && self.may_castling_suffice(1) {
            helping.add(self.defenders, CellSet::all());
        }
        for cell in (V::Geometry::adjacent(self.king) - self.defenders) & kings {
            if self.with_king(cell).may_castling_suffice(0) {
                helping.king |= CellSet::of(cell);
            }
        }
    }

    fn demand(&self, flights: Cells<V>) -> Demand<V> {
        let screens = self.screens(flights);
        let batteries = match self.needs_check {
            true => self.screens(CellSet::of(self.king)),
            false => Screens::NONE,
        };
        Demand {
            flights,
            screens,
            batteries,
            departure: std::cell::Cell::new(None),
            reaching: RefCell::default(),
        }
    }

    /// Visits attacker moves that may give check and leave at most `misses` of `guarded` unguarded.
    fn visit_last_moves(
        &self,
        demand: &Demand<V>,
        guarded: Cells<V>,
        misses: usize,
        visit: &mut dyn FnMut(LastMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let batteries = demand.batteries.attackers();
        let mut by_queen = CellSet::all();
        for role in Role::ALL {
            let pieces = self.position.board().by_role(role) & self.attackers;
            if pieces.is_empty() {
                continue;
            }
            // Where a queen guards too little, rooks and bishops do.
            if by_queen.is_empty() && matches!(role, Role::Rook | Role::Bishop) {
                continue;
            }
            let guard_cells = self.guard_cells(role, guarded, misses);
            if role == Role::Queen {
                by_queen = guard_cells;
            }
            let checks = match self.needs_check {
                true => guard_cells & self.attack_origins(role, self.king),
                false => guard_cells,
            };
            if role == Role::Pawn {
                let targets = self.pawn_targets(pieces);
                if !targets.meets(guard_cells) && !targets.meets(V::promotion_cells(self.attacker)) {
                    continue;
                }
            }
            for from in pieces {
                let guard_cells = if batteries.contains(from) { guard_cells } else { checks };
                if role != Role::Pawn {
                    for to in guard_cells & self.attack_origins(role, from) {
                        visit(LastMove { role, becomes: role, m: Move { from, to, promotion: None } })?;
                    }
                    continue;
                }
                let targets = self.pawn_targets(CellSet::of(from));
                let promoting = targets & V::promotion_cells(self.attacker);
                for to in guard_cells & (targets - promoting) {
                    visit(LastMove { role, becomes: role, m: Move { from, to, promotion: None } })?;
                }
                for to in promoting {
                    for &becomes in V::PROMOTIONS {
                        visit(LastMove { role, becomes, m: Move { from, to, promotion: Some(becomes) } })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a move, if it is legal, may reach the goal in the current arrangement.
    fn may_be_last(&self, batteries: &Screens<V>, last: &LastMove) -> bool {
        let Move { from, to, .. } = last.m;
        let mut path = V::Geometry::between(from, to);
        let mut is_open = !self.attackers.contains(to);
        if last.role == Role::Pawn {
            match self.is_pawn_capture(last.m) {
                true => is_open = self.defenders.contains(to),
                false => path |= CellSet::of(to),
            }
        }
        if !is_open || path.meets(self.occupied) {
            return false;
        }
        let occupied = self.occupied - CellSet::of(from);
        let seen = |cells: Cells<V>| self.sight(last.becomes, to, cells, occupied).seen;
        let is_check = !self.needs_check
            || batteries.batteries.contains(from)
            || !seen(CellSet::of(self.king)).is_empty();
        let are_guarded = |flights: Cells<V>| seen(flights) == flights;
        is_check
            && are_guarded(self.flights_against(self.attackers - CellSet::of(from), occupied))
            && (!self.is_capture_beside_king(to) || self.protection(to, from).0)
            && self.defence(batteries, from, to).is_none()
    }

    /// Computes the flights once an attacker has left its cell.
    fn departure(&self, demand: &Demand<V>, from: Cell) -> Departure<V> {
        if let Some(departure) = demand.departure.get().filter(|departure| departure.from == from) {
            return departure;
        }
        let gone = CellSet::of(from);
        let flights = self.flights_against(self.attackers - gone, self.occupied - gone);
        let screens = self.screens(flights - demand.flights);
        let departure = Departure {
            from,
            flights,
            behind_defender: demand.screens.behind_defender | screens.behind_defender,
            defenders: demand.screens.defenders | screens.defenders,
        };
        demand.departure.set(Some(departure));
        departure
    }

    /// Adds the moves of the king's side after which `last` may reach the goal; `Break` if all moves do.
    fn add_moves_before(
        &self,
        demand: &Demand<V>,
        last: &LastMove,
        helping: &mut HelpingMoves<V>,
    ) -> ControlFlow<()> {
        let LastMove { role, becomes, m: Move { from, to, .. } } = *last;
        let here = CellSet::of(to);
        let mut path = V::Geometry::between(from, to) & self.occupied;
        // A defender has to come to this cell first: to be captured by a pawn, or to capture the attacker there.
        let mut needs_arrival = self.attackers.contains(to);
        if role == Role::Pawn {
            needs_arrival = self.is_pawn_capture(last.m) && !self.defenders.contains(to);
            if !self.is_pawn_capture(last.m) {
                path |= here & self.occupied;
            }
        }
        if path.meets(self.attackers) || path.is_several() {
            return ControlFlow::Continue(());
        }
        let occupied = self.occupied - CellSet::of(from);
        let king = self.sight(becomes, to, CellSet::of(self.king), occupied);
        let may_check = !self.needs_check
            || !(king.seen | king.behind_defender).is_empty()
            || demand.batteries.attackers().contains(from);
        if !may_check {
            return ControlFlow::Continue(());
        }
        let departure = self.departure(demand, from);
        let flights = self.sight(becomes, to, departure.flights, occupied);
        let missed = departure.flights - flights.seen - flights.behind_defender - departure.behind_defender;
        if missed.is_several() || missed.meets(here) {
            return ControlFlow::Continue(());
        }
        if needs_arrival {
            if missed.is_empty() {
                helping.add(self.defenders_reaching(demand, here), here);
                helping.add(self.double_steppers_over(to), CellSet::all());
            }
            return ControlFlow::Continue(());
        }
        let (is_protected, protectors) = match self.is_capture_beside_king(to) {
            true => self.protection(to, from),
            false => (true, CellSet::EMPTY),
        };
        if !is_protected && protectors.is_empty() {
            return ControlFlow::Continue(());
        }
        let defence = LazyCell::new(|| self.defence(&demand.batteries, from, to));
        let gives_check =
            !self.needs_check || !king.seen.is_empty() || demand.batteries.batteries.contains(from);
        // A flight that no defender can block needs no look at the defence, which takes longer.
        let may_be_blocked = |missed: Cells<V>, pieces: Cells<V>| {
            missed.is_empty()
                || !missed.is_several()
                    && !missed.meets(here)
                    && self.defenders_reaching(demand, missed).meets(pieces)
        };
        let missed = departure.flights - flights.seen;
        if is_protected && path.is_empty() && gives_check && may_be_blocked(missed, self.defenders) {
            self.add_unanswered(demand, &defence, self.defenders, missed, helping);
            if missed.is_empty() && defence.is_none() {
                return ControlFlow::Break(());
            }
        }
        // Defenders whose departure opens a line or the way.
        let openers = match is_protected {
            true => {
                let screens = king.defenders | flights.defenders;
                path | screens | departure.defenders | demand.batteries.defenders
            }
            false => protectors,
        };
        for opener in openers {
            let gone = CellSet::of(opener);
            if !(path - gone).is_empty() {
                continue;
            }
            let fires_battery =
                demand.batteries.half_batteries.contains(from) && demand.batteries.defenders.contains(opener);
            let is_check = gives_check || fires_battery || king.defenders.contains(opener);
            let is_opened = |&cell: &Cell| V::Geometry::between(to, cell) & occupied == gone;
            let opened: Cells<V> = flights.behind_defender.into_iter().filter(is_opened).collect();
            let mut missed = departure.flights - flights.seen - opened;
            if is_check && missed.meets(departure.behind_defender) {
                missed -= self.uncovered_by(opener, from, missed);
            }
            if is_check && may_be_blocked(missed, gone) {
                let defence = if fires_battery { &Defence::NONE } else { &*defence };
                self.add_unanswered(demand, defence, gone, missed, helping);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds moves of `pieces` that block the missed flight, if any, and after which no defender can answer the check.
    fn add_unanswered(
        &self,
        demand: &Demand<V>,
        defence: &Defence<V>,
        pieces: Cells<V>,
        missed: Cells<V>,
        helping: &mut HelpingMoves<V>,
    ) {
        let cells = if missed.is_empty() { CellSet::all() } else { missed };
        if defence.is_none() {
            return self.add_moves(demand, pieces, cells, helping);
        }
        self.add_moves(demand, pieces & defence.pinners, cells, helping);
        if !defence.pieces.is_several() {
            self.add_moves(demand, pieces & defence.pieces, cells, helping);
        }
        for (stop, others) in defence.stops(cells) {
            if !others.is_several() {
                let pieces = if others.is_empty() { pieces } else { pieces & others };
                self.add_moves(demand, pieces, CellSet::of(stop), helping);
            }
        }
    }

    /// Adds moves of `pieces` to `cells`, without pieces that reach none of them where these are few.
    fn add_moves(
        &self,
        demand: &Demand<V>,
        pieces: Cells<V>,
        cells: Cells<V>,
        helping: &mut HelpingMoves<V>,
    ) {
        let is_worth_it = !pieces.is_empty() && cells.len() <= 3;
        let movers = if is_worth_it { self.defenders_reaching(demand, cells) & pieces } else { pieces };
        helping.add(movers, cells);
    }

    /// Returns the defence against the check of an attacker that moves from one cell to another.
    ///
    /// Leaves out pieces that are pinned then, and all of them where another attacker gives check too.
    fn defence(&self, batteries: &Screens<V>, from: Cell, to: Cell) -> Defence<V> {
        let mut defence = Defence::NONE;
        if !self.needs_check || batteries.batteries.contains(from) {
            return defence;
        }
        let here = CellSet::of(to);
        let occupied = (self.occupied - CellSet::of(from)) | here | CellSet::of(self.king);
        let between = V::Geometry::between(to, self.king);
        let pawns = self.position.board().by_role(Role::Pawn);
        // A pawn captures the checker, but not a defender that is about to leave the line of check.
        let arrivals = |cell: Cell, defenders: Cells<V>| match cell != to && occupied.contains(cell) {
            true => self.arrivals(cell, defenders - pawns, occupied),
            false => self.arrivals(cell, defenders, occupied),
        };
        for cell in between | here {
            defence.pieces |= arrivals(cell, self.defenders - here);
        }
        if defence.pieces.is_empty() {
            return defence;
        }
        let (pinned, pairs) = self.pins(CellSet::of(from));
        defence.pieces -= pinned;
        if V::PAWNS.is_stopped_by_enemy_ahead {
            let pawns = defence.pieces & pawns;
            let enemies = (self.attackers - CellSet::of(from)) | here;
            defence.pieces -= pawns - free_to_step::<V>(self.defender, pawns, enemies);
        }
        if defence.pieces.meets(pairs) {
            defence.pinners = pairs;
        }
        for cell in between | here {
            for piece in arrivals(cell, defence.pieces) {
                let path = V::Geometry::between(piece, cell);
                defence.paths.push((piece, path));
                defence.stops |= path;
            }
        }
        // A piece on the line of check ends the check.
        defence.stops -= between;
        defence
    }

    /// Returns the defenders that can come to one of `cells` with their next move.
    fn defenders_reaching(&self, demand: &Demand<V>, cells: Cells<V>) -> Cells<V> {
        let occupied = self.occupied | CellSet::of(self.king);
        let mut known = demand.reaching.borrow_mut();
        let mut movers = CellSet::EMPTY;
        for cell in cells {
            let place = known.iter().position(|(known, _)| *known == cell).unwrap_or_else(|| {
                known.push((cell, self.arrivals(cell, self.defenders, occupied)));
                known.len() - 1
            });
            movers |= known[place].1;
        }
        movers
    }

    /// Returns those of `defenders` that can come to a cell; pawns capture on an occupied cell, and step to an empty one.
    ///
    /// Includes pawns that an enemy ahead stops.
    fn arrivals(&self, cell: Cell, defenders: Cells<V>, occupied: Cells<V>) -> Cells<V> {
        let board = self.position.board();
        let attackers = board.attackers(cell, occupied) & defenders;
        if occupied.contains(cell) {
            return attackers;
        }
        let pawns = board.by_role(Role::Pawn) & defenders;
        let choice = self.position.choice();
        (attackers - pawns) | pawn_origins::<V>(choice, self.defender, CellSet::of(cell), occupied) & pawns
    }

    /// Returns whether a capture on a cell is one that the king could recapture.
    fn is_capture_beside_king(&self, cell: Cell) -> bool {
        self.defenders.contains(cell) && V::Geometry::adjacent(self.king).contains(cell)
    }

    /// Returns whether a pawn's move is not a step.
    fn is_pawn_capture(&self, m: Move) -> bool {
        let direction = V::Geometry::direction(m.from, m.to);
        !V::pawn_steps(self.attacker).any(|way| Some(way) == direction)
    }

    /// Returns the defending pawns whose double step allows a capture en passant on a cell.
    fn double_steppers_over(&self, cell: Cell) -> Cells<V> {
        let pawns = self.defenders & self.position.board().by_role(Role::Pawn);
        let mut steppers = CellSet::EMPTY;
        for way in V::pawn_steps(self.defender) {
            let mut behind = CellSet::of(cell);
            for _ in 1..V::LONGEST_STEP {
                behind = V::Geometry::shift(behind, way.opposite());
                steppers |= behind;
            }
        }
        steppers & pawns
    }
}
