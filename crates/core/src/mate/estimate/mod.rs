//! Estimates for lines without resistance: may the moves that are left still lead to the goal?
//!
//! A mate needs a king whose flights are all blocked or guarded, and a check; a stalemate needs the same without
//! the check. An [`Estimate`] sees one king, the attackers (the side that mates) and the defenders (the other
//! pieces of the king's side). From sets of cells it computes what the attackers can guard and the defenders can
//! block or open in the moves that are left, as if nothing else were in their way than what cannot be gone by then.
//!
//! Every predicate here is one-sided: **`false` is a proof, `true` is a guess.** A predicate that answers `true`
//! too often costs time; one that answers `false` once too often loses a solution. Wherever a question is hard,
//! the answer is `true`.
//!
//! | moves left | predicate | claims if `false` or empty |
//! |---|---|---|
//! | 1 of the attackers | [`may_reach_goal_in_one`](Estimate::may_reach_goal_in_one) | no attacker move reaches the goal |
//! | 1 of the defenders, 1 of the attackers | [`helping_moves`](Estimate::helping_moves) | no other defender move allows the goal |
//! | n of the defenders, 1 of the attackers | [`may_reach_goal_after`](Estimate::may_reach_goal_after) | no series of defender moves allows it |
//! | 2 of the attackers in a row | [`may_reach_goal_in_two`](Estimate::may_reach_goal_in_two) | no two attacker moves reach it |
//! | 1, 1 and 1, attackers first | [`mating_cells`](Estimate::mating_cells) | the king is mated on no other cell |

mod castling;
mod last_three;
mod last_two;

use crate::geometry::{Cell, CellSet, Geometry};
use crate::mate::Goal;
use crate::rules::{
    Player, Position, Role, Variant, attacks, lines, pawn_attackers, pawn_attacks, pawn_steps,
};

/// Cells of a game's board.
pub(super) type Cells<V> = CellSet<<V as Variant>::Geometry>;

/// The most cells around the king that a single piece may leave unguarded.
const MAX_UNGUARDED: usize = 3;

/// A king that is to be left without a move, and the pieces around it.
#[derive(Clone, Copy)]
pub(super) struct Estimate<'p, V: Variant> {
    position: &'p Position<V>,
    attacker: Player,
    /// Owner of the king.
    defender: Player,
    attackers: Cells<V>,
    /// Pieces of the king's side without the king.
    defenders: Cells<V>,
    king: Cell,
    /// Occupied cells without the king's: it does not stop a slider from attacking the cell behind it.
    occupied: Cells<V>,
    needs_check: bool,
}

impl<'p, V: Variant> Estimate<'p, V> {
    /// Creates the estimate for the king of `defender`.
    ///
    /// `None` where nothing is claimed: among several players, and for other goals.
    pub(super) fn new(position: &'p Position<V>, defender: Player, goal: Goal) -> Option<Self> {
        if V::PLAYERS != 2 || !matches!(goal, Goal::Mate | Goal::Stalemate) {
            return None;
        }
        let board = position.board();
        let king = position.king(defender)?;
        let here = CellSet::of(king);
        Some(Self {
            position,
            attacker: defender.others(V::PLAYERS).next()?,
            defender,
            attackers: board.occupied() - board.by_owner(defender),
            defenders: board.by_owner(defender) - here,
            king,
            occupied: board.occupied() - here,
            needs_check: goal == Goal::Mate,
        })
    }

    /// Returns the estimate with the king on another cell, after capturing what was there.
    fn with_king(&self, king: Cell) -> Self {
        let here = CellSet::of(king);
        Self {
            attackers: self.attackers - here,
            defenders: self.defenders - here,
            occupied: self.occupied - here,
            king,
            ..*self
        }
    }

    /// Flights of the king in the current arrangement.
    #[inline]
    fn flights(&self) -> Cells<V> {
        self.flights_against(self.attackers, self.occupied)
    }

    /// Flights of the king against other attackers and with other pieces in the way of sliders.
    #[inline]
    fn flights_against(&self, attackers: Cells<V>, occupied: Cells<V>) -> Cells<V> {
        let board = self.position.board();
        let pawns = board.by_role(Role::Pawn) & attackers;
        let around = V::Geometry::adjacent(self.king) - self.defenders - self.pawn_attacks(pawns);
        board.not_attacked_by_officers(around, attackers, occupied)
    }

    /// Sliding attackers in line with a cell, whatever is between.
    #[inline]
    fn snipers(&self, cell: Cell) -> Cells<V> {
        let lines = [V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell)];
        self.position.board().sliders(lines[0], lines[1]) & self.attackers
    }

    /// Returns whether a slider attacks a cell once at most `departures` pieces are out of its way.
    #[inline]
    fn is_openable(&self, cell: Cell, departures: u32) -> bool {
        self.snipers(cell).into_iter().any(|sniper| self.between(cell, sniper).len() <= departures)
    }

    /// Returns pieces between a slider and a cell.
    #[inline]
    fn between(&self, cell: Cell, sniper: Cell) -> Cells<V> {
        V::Geometry::between(cell, sniper) & self.occupied
    }

    /// Finds those of a few cells that an attacker of this role attacks from a cell, at once or with one defender gone.
    #[inline]
    fn sight(&self, role: Role, from: Cell, cells: Cells<V>, occupied: Cells<V>) -> Sight<V> {
        let mut sight = Sight::NONE;
        if !matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
            sight.seen = attacks::<V>(role, self.attacker, from, occupied) & cells;
            return sight;
        }
        for cell in lines::<V>(role, from) & cells {
            let between = V::Geometry::between(from, cell) & occupied;
            if between.is_empty() {
                sight.seen |= CellSet::of(cell);
            } else if !between.is_several() && !between.meets(self.attackers) {
                sight.behind_defender |= CellSet::of(cell);
                sight.defenders |= between;
            }
        }
        sight
    }

    /// Returns the cells from which an attacker of this role attacks a cell of an empty board.
    #[inline]
    fn attack_origins(&self, role: Role, cell: Cell) -> Cells<V> {
        match role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, cell),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => pawn_attackers::<V>(self.attacker, CellSet::of(cell)),
        }
    }

    /// Returns the cells of an empty board from which an attacker of this role guards all of `cells` but at most `misses`.
    ///
    /// Leaves out cells on which it cannot be. `misses` is at most [`MAX_UNGUARDED`].
    #[inline]
    fn guard_cells(&self, role: Role, cells: Cells<V>, misses: usize) -> Cells<V> {
        // A loop for each role: no other function of the estimates is called more often.
        let guard_cells = match role {
            Role::King => {
                common_cells(cells, misses, V::Geometry::adjacent) - V::Geometry::adjacent(self.king)
            }
            Role::Queen => common_cells(cells, misses, |cell| self.attack_origins(Role::Queen, cell)),
            Role::Rook => common_cells(cells, misses, V::Geometry::edge_lines),
            Role::Bishop => common_cells(cells, misses, V::Geometry::vertex_lines),
            Role::Knight => common_cells(cells, misses, V::Geometry::leaps),
            Role::Pawn => common_cells(cells, misses, |cell| self.attack_origins(Role::Pawn, cell)),
        };
        guard_cells - CellSet::of(self.king)
    }

    /// Returns the cells to which attacking pawns may come with one move.
    #[inline]
    fn pawn_targets(&self, pawns: Cells<V>) -> Cells<V> {
        pawn_steps::<V>(self.position.choice(), self.attacker, pawns) | self.pawn_attacks(pawns)
    }

    /// Returns cells that attacking pawns attack.
    #[inline]
    fn pawn_attacks(&self, pawns: Cells<V>) -> Cells<V> {
        pawn_attacks::<V>(self.attacker, pawns)
    }

    /// Returns cells that an attacker attacks from a cell if sliders may pass `passed` pieces on each line.
    fn attacks_through(&self, role: Role, from: Cell, occupied: Cells<V>, passed: u32) -> Cells<V> {
        let mut occupied = occupied;
        let mut seen = attacks::<V>(role, self.attacker, from, occupied);
        if matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
            for _ in 0..passed {
                occupied -= seen;
                seen = attacks::<V>(role, self.attacker, from, occupied);
            }
        }
        seen
    }

    /// Finds the sliders' lines to some cells that one departure of either side opens.
    fn screens(&self, cells: Cells<V>) -> Screens<V> {
        let mut screens = Screens::NONE;
        for cell in cells {
            for sniper in self.snipers(cell) {
                let between = self.between(cell, sniper);
                let [attackers, defenders] = [between & self.attackers, between & self.defenders];
                if attackers.is_several() || defenders.is_several() {
                    continue;
                }
                if defenders.is_empty() {
                    screens.behind_attacker |= CellSet::of(cell);
                    screens.batteries |= attackers;
                } else {
                    screens.behind_defender |= CellSet::of(cell);
                    screens.defenders |= defenders;
                    screens.half_batteries |= attackers;
                }
            }
        }
        screens
    }

    /// Returns the cells of `cells` that a slider guards once this defender has gone, and perhaps this attacker.
    fn uncovered_by(&self, defender: Cell, attacker: Cell, cells: Cells<V>) -> Cells<V> {
        let [defender, attacker] = [defender, attacker].map(CellSet::of);
        let is_uncovered = |&cell: &Cell| {
            self.snipers(cell).into_iter().any(|sniper| self.between(cell, sniper) - attacker == defender)
        };
        cells.into_iter().filter(is_uncovered).collect()
    }

    /// Returns whether a cell is guarded once the attacker on `from` has moved there, and the defenders that
    /// are the only screen of such a guard.
    fn protection(&self, cell: Cell, from: Cell) -> (bool, Cells<V>) {
        let gone = CellSet::of(from);
        let attackers = self.attackers - gone;
        let occupied = self.occupied - gone;
        if self.position.board().attackers(cell, occupied).meets(attackers) {
            return (true, CellSet::EMPTY);
        }
        let between = |sniper| V::Geometry::between(cell, sniper) & occupied;
        let is_one_defender = |between: &Cells<V>| !between.meets(attackers) && !between.is_several();
        let screens = (self.snipers(cell) - gone).into_iter().map(between).filter(is_one_defender);
        (false, screens.fold(CellSet::EMPTY, |all, screen| all | screen))
    }

    /// Returns the defenders that are pinned once some attackers are gone, and pairs of defenders of which one
    /// is pinned if the other goes.
    fn pins(&self, gone: Cells<V>) -> (Cells<V>, Cells<V>) {
        let (mut pinned, mut pairs) = (CellSet::EMPTY, CellSet::EMPTY);
        for sniper in self.snipers(self.king) {
            let between = self.between(self.king, sniper) - gone;
            let defenders = between & self.defenders;
            if between != defenders {
                continue;
            }
            if !defenders.is_several() {
                pinned |= defenders;
            } else if !defenders.without_first().is_several() {
                pairs |= defenders;
            }
        }
        (pinned, pairs)
    }

    /// Computes what the attackers attack and where they can go with their next move.
    fn attack_map(&self) -> AttackMap<V> {
        let board = self.position.board();
        let mut targets = [CellSet::EMPTY; Role::ALL.len()];
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for from in board.by_role(role) & self.attackers {
                targets[role as usize] |= attacks::<V>(role, self.attacker, from, self.occupied);
            }
        }
        let pawns = board.by_role(Role::Pawn) & self.attackers;
        let attacked = targets.iter().fold(self.pawn_attacks(pawns), |attacked, &cells| attacked | cells);
        let pawn_targets = self.pawn_targets(pawns);
        targets[Role::Pawn as usize] = pawn_targets;
        for &role in V::PROMOTIONS {
            targets[role as usize] |= pawn_targets & V::promotion_cells(self.attacker);
        }
        AttackMap { attacked, targets }
    }

    /// Returns the cells from which the next attacker move may reach the goal on the king's new cell, by the role that the
    /// piece has there; `map` is from before the king's step.
    ///
    /// A piece that the king has captured is still in `map`, which only adds attacks and targets; the lines through it
    /// are open here.
    fn mating_cells_after_step(&self, map: &AttackMap<V>) -> [Cells<V>; Role::ALL.len()] {
        let mut guard_cells = map.targets;
        // As among the last moves of a king that stays, a promotion on its own cell is only a guess.
        guard_cells[Role::Pawn as usize] -= CellSet::of(self.king);
        guard_cells[Role::King as usize] -= V::Geometry::adjacent(self.king);
        if self.needs_check && !self.is_behind_battery(self.king) {
            for role in Role::ALL {
                guard_cells[role as usize] &= self.attack_origins(role, self.king);
            }
            guard_cells[Role::King as usize] = CellSet::EMPTY;
        }
        let flights = V::Geometry::adjacent(self.king) - self.defenders - map.attacked;
        for flight in flights {
            if guard_cells.iter().all(|cells| cells.is_empty()) {
                break;
            }
            if !self.is_behind_battery(flight) {
                for role in Role::ALL {
                    guard_cells[role as usize] &= self.attack_origins(role, flight);
                }
            }
        }
        guard_cells
    }

    /// Returns whether a slider would attack a cell if at most one attacker went.
    fn is_behind_battery(&self, cell: Cell) -> bool {
        self.snipers(cell).into_iter().any(|sniper| {
            let between = self.between(cell, sniper);
            !between.meets(self.defenders) && !between.is_several()
        })
    }

    /// Returns whether one attacker move may reach the goal after `moves` moves of the king's side in a row.
    pub(super) fn may_reach_goal_after(&self, moves: u32) -> bool {
        if self.may_castle(self.defender, moves) || self.may_castle(self.attacker, moves) {
            return true;
        }
        let mut ring = CellSet::of(self.king);
        let mut seen = ring;
        for steps in 0..=moves {
            if ring.into_iter().any(|cell| self.with_king(cell).may_one_move_suffice(moves, moves - steps)) {
                return true;
            }
            let next = |ring, cell| ring | V::Geometry::adjacent(cell);
            ring = ring.into_iter().fold(CellSet::EMPTY, next) - seen;
            seen |= ring;
        }
        false
    }

    /// Returns whether one attacker move may reach the goal with the king on its current cell, if `others` of the
    /// `moves` moves before it may be those of defenders, each of which blocks a flight at best.
    fn may_one_move_suffice(&self, moves: u32, others: u32) -> bool {
        let misses = others as usize;
        if misses > MAX_UNGUARDED {
            return true;
        }
        // Each move takes one piece out of the way; the last one is that of the moving attacker itself.
        let is_closed = |&cell: &Cell| !self.is_openable(cell, moves + 1);
        let unguarded: Cells<V> = self.flights().into_iter().filter(is_closed).collect();
        let is_check_free = !self.needs_check || self.is_openable(self.king, moves + 1);
        for role in Role::ALL {
            let mut guard_cells = self.guard_cells(role, unguarded, misses);
            if !is_check_free {
                guard_cells &= self.attack_origins(role, self.king);
            }
            if guard_cells.is_empty() {
                continue;
            }
            for from in self.position.board().by_role(role) & self.attackers {
                let targets = match role {
                    Role::Pawn => self.pawn_targets(CellSet::of(from)) - V::promotion_cells(self.attacker),
                    _ => self.attacks_through(role, from, self.occupied, moves),
                };
                let occupied = self.occupied - CellSet::of(from);
                let leaves_few = |to: Cell| {
                    let left = unguarded - self.attacks_through(role, to, occupied, moves);
                    left.len() <= others && !left.contains(to)
                };
                if (guard_cells & targets).into_iter().any(leaves_few) {
                    return true;
                }
            }
            let pawns = self.position.board().by_role(Role::Pawn) & self.attackers;
            let promoting = self.pawn_targets(pawns) & V::promotion_cells(self.attacker);
            if V::PROMOTIONS.contains(&role) && guard_cells.meets(promoting) {
                return true;
            }
        }
        false
    }
}

/// Cells among a few that one attacker attacks, or will.
struct Sight<V: Variant> {
    seen: Cells<V>,
    /// Cells with one defender before them, and nothing else.
    behind_defender: Cells<V>,
    /// The defenders before these cells.
    defenders: Cells<V>,
}

impl<V: Variant> Sight<V> {
    const NONE: Self =
        Self { seen: CellSet::EMPTY, behind_defender: CellSet::EMPTY, defenders: CellSet::EMPTY };
}

/// Sliders' lines to one cell or several that one departure of either side opens.
struct Screens<V: Variant> {
    /// Cells with at most one attacker, and nothing else, between them and a slider.
    behind_attacker: Cells<V>,
    /// Cells with one defender, and at most one attacker, between them and a slider.
    behind_defender: Cells<V>,
    /// The defenders before these cells.
    defenders: Cells<V>,
    /// Attackers whose departure alone opens a line.
    batteries: Cells<V>,
    /// Attackers whose departure opens a line once a defender has gone.
    half_batteries: Cells<V>,
}

impl<V: Variant> Screens<V> {
    const NONE: Self = Self {
        behind_attacker: CellSet::EMPTY,
        behind_defender: CellSet::EMPTY,
        defenders: CellSet::EMPTY,
        batteries: CellSet::EMPTY,
        half_batteries: CellSet::EMPTY,
    };

    fn attackers(&self) -> Cells<V> {
        self.batteries | self.half_batteries
    }
}

/// Attacks of the attackers with the king off the board, and the cells they can go to.
struct AttackMap<V: Variant> {
    attacked: Cells<V>,
    /// Targets of the next move, by the role that the piece has on arrival.
    targets: [Cells<V>; Role::ALL.len()],
}

/// Returns cells contained in at least `n - misses` of the `n` sets, one set for each of `cells`.
#[inline]
fn common_cells<G: Geometry>(
    cells: CellSet<G>,
    misses: usize,
    set: impl Fn(Cell) -> CellSet<G>,
) -> CellSet<G> {
    let mut by_misses = [CellSet::all(); MAX_UNGUARDED + 1];
    for cell in cells {
        let set = set(cell);
        for more in (1..=misses).rev() {
            by_misses[more] = by_misses[more] & set | by_misses[more - 1];
        }
        by_misses[0] &= set;
        if by_misses[misses].is_empty() {
            break;
        }
    }
    by_misses[misses]
}
