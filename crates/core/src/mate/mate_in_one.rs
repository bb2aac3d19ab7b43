//! Finds a mate in one in games for two, and moves that give check, with few moves made.
//!
//! Sets of cells exclude most moves: a move that gives no check, or leaves the king a flight, does not mate. These
//! exclusions may only err towards making the move.

use std::ops::ControlFlow;

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{
    Castling, Move, Piece, PieceMoves, Position, Role, Variant, attacks, lines, pawn_attackers, pawn_attacks,
    pawn_origins,
};

/// Returns whether the player to move can mate the only opponent at once; see [`visit_mates_in_one`].
pub(super) fn has_mate_in_one<V: Variant>(position: &Position<V>, tried: &mut u64) -> bool {
    visit_mates_in_one(position, tried, |_| ControlFlow::Break(())).is_break()
}

/// Visits the moves with which the player to move mates the only opponent at once.
///
/// Considers only moves that may give check: of a piece to a cell from which it attacks the king, of a piece that
/// leaves the line of a slider, promotions, castling and en passant. Adds their number to `tried`. Most of them are not
/// made, because the king has a flight.
#[inline]
pub(super) fn visit_mates_in_one<V: Variant>(
    position: &Position<V>,
    tried: &mut u64,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(king) = position.king(position.next_player()) else { return ControlFlow::Continue(()) };
    let cells = CheckCells::new(position, king);
    let flights = Flights::new(position, king);
    let pieces = flights.may_guard_all(position, &cells, cells.candidates(position));
    if pieces.is_empty() {
        return ControlFlow::Continue(());
    }
    position.visit_moves_of(pieces, &mut |moves| {
        for m in cells.restrict(moves) {
            *tried += 1;
            // En passant may open a line by removing the captured pawn, and castling moves two pieces.
            let is_open = cells.crossed.contains(m.to)
                || (V::CASTLES && moves.role == Role::King && cells.castled.contains(m.to))
                || !flights.remain_after(position, moves.role, m);
            if is_open && position.after_move(m).is_mate() {
                visit(m)?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// Lists moves that include all that give check to the only opponent.
pub(super) fn check_candidates<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let Some(king) = position.king(position.next_player()) else { return Vec::new() };
    let cells = CheckCells::new(position, king);
    let mut candidates = Vec::new();
    let _ = position.visit_moves_of(cells.candidates(position), &mut |moves| {
        candidates.extend(cells.restrict(moves));
        ControlFlow::Continue(())
    });
    candidates
}

/// Returns whether the player to move has a move that certainly gives no check to the only opponent.
pub(super) fn has_quiet_move<V: Variant>(position: &Position<V>) -> bool {
    let Some(cells) = CheckCells::of_opponent(position) else { return false };
    position
        .visit_moves(&mut |moves| match moves.to == cells.restrict(moves).to {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
        .is_break()
}

/// Lists the moves that give check to the only opponent, those with the fewest replies first.
pub(super) fn checks<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let candidates = check_candidates(position).into_iter().map(|m| (position.after_move(m), m));
    let checks = candidates.filter(|(after, _)| after.is_check());
    let mut checks: Vec<_> = checks.map(|(after, m)| (after.count_moves(), m)).collect();
    checks.sort_unstable();
    checks.into_iter().map(|(_, m)| m).collect()
}

/// The flights of the king in the current arrangement.
struct Flights<V: Variant> {
    free: CellSet<V::Geometry>,
    /// Attackers that alone screen a flight from an attacking slider.
    screens: CellSet<V::Geometry>,
    /// Occupied cells without the king's.
    occupied: CellSet<V::Geometry>,
}

impl<V: Variant> Flights<V> {
    fn new(position: &Position<V>, king: Cell) -> Self {
        let board = position.board();
        let ours = position.ours();
        let occupied = board.occupied() - CellSet::of(king);
        let taken = pawn_attacks::<V>(position.turn(), position.our(Role::Pawn));
        let around = V::Geometry::adjacent(king) - (board.occupied() - ours) - taken;
        let free = board.not_attacked_by_officers(around, ours, occupied);
        let mut screens = CellSet::EMPTY;
        for cell in free {
            let snipers = board.sliders(V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell));
            for sniper in snipers & ours {
                let between = V::Geometry::between(cell, sniper) & occupied;
                if !between.is_several() {
                    screens |= between;
                }
            }
        }
        Self { free, screens, occupied }
    }

    /// Returns those of `pieces` that might give check and guard all flights at once on an empty board.
    ///
    /// Only officers are excluded: the king and pawns stay.
    fn may_guard_all(
        &self,
        position: &Position<V>,
        cells: &CheckCells<V>,
        pieces: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        let mut kept = pieces;
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let officers = position.our(role) & pieces;
            if officers.is_empty() {
                continue;
            }
            let reach = |cell| match role {
                Role::Knight => V::Geometry::leaps(cell),
                _ => lines::<V>(role, cell),
            };
            let guard_cells = self.free.into_iter().fold(CellSet::all(), |cells, cell| cells & reach(cell));
            for from in officers {
                let mut targets = reach(from);
                if !cells.batteries.contains(from) {
                    targets &= cells.of(role);
                }
                if !self.screens.contains(from) {
                    targets &= guard_cells;
                }
                if targets.is_empty() {
                    kept -= CellSet::of(from);
                }
            }
        }
        kept
    }

    /// Returns whether the king certainly has a flight after a move, so that it is not mate.
    ///
    /// Only the moving piece, and sliders that it screens, attack cells that were free before.
    fn remain_after(&self, position: &Position<V>, role: Role, m: Move) -> bool {
        if self.screens.contains(m.from) {
            return false;
        }
        let role = m.promotion.unwrap_or(role);
        let lines = match role {
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, m.to),
            Role::King | Role::Knight | Role::Pawn => self.free,
        };
        // Its own line may continue behind the cell that it has left.
        let occupied = self.occupied - CellSet::of(m.from);
        let unattacked = || self.free - attacks::<V>(role, position.turn(), m.to, occupied);
        !(self.free - lines).is_empty() || !unattacked().is_empty()
    }
}

/// Cells from which pieces give check.
pub(super) struct CheckCells<V: Variant> {
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    pawns: CellSet<V::Geometry>,
    /// Attackers that are alone between the king and an attacking slider.
    batteries: CellSet<V::Geometry>,
    crossed: CellSet<V::Geometry>,
    /// Cells that the attackers' king may reach by castling.
    castled: CellSet<V::Geometry>,
}

impl<V: Variant> CheckCells<V> {
    /// Computes the cells for the only opponent's king; `None` with several opponents.
    pub(super) fn of_opponent(position: &Position<V>) -> Option<Self> {
        let king = position.king(position.next_player()).filter(|_| V::PLAYERS == 2)?;
        Some(Self::new(position, king))
    }

    fn new(position: &Position<V>, king: Cell) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let snipers = board.sliders(V::Geometry::edge_lines(king), V::Geometry::vertex_lines(king));
        let batteries = (snipers & position.ours())
            .into_iter()
            .map(|sniper| V::Geometry::between(king, sniper) & occupied)
            .filter(|between| !between.is_several())
            .fold(CellSet::EMPTY, |batteries, between| batteries | between);
        Self {
            edges: V::Geometry::slide_edges(king, occupied),
            vertices: V::Geometry::slide_vertices(king, occupied),
            leaps: V::Geometry::leaps(king),
            pawns: pawn_attackers::<V>(position.turn(), CellSet::of(king)),
            batteries: batteries & position.ours(),
            crossed: position.crossed(),
            castled: castling_cells(position),
        }
    }

    /// Returns the cells from which a piece of a role gives check itself, or on which a king castles.
    fn of(&self, role: Role) -> CellSet<V::Geometry> {
        match role {
            Role::King => self.castled,
            Role::Queen => self.edges | self.vertices,
            Role::Rook => self.edges,
            Role::Bishop => self.vertices,
            Role::Knight => self.leaps,
            Role::Pawn => self.pawns,
        }
    }

    /// Returns the pieces that may be able to give check.
    fn candidates(&self, position: &Position<V>) -> CellSet<V::Geometry> {
        let seat = position.turn();
        let targets = self.pawns | V::promotion_cells(seat) | self.crossed;
        let pawns = pawn_origins::<V>(position.choice(), seat, targets, CellSet::EMPTY)
            | pawn_attackers::<V>(seat, targets);
        let king = if self.castled.is_empty() { position.our(Role::King) } else { CellSet::EMPTY };
        let idle = king | (position.our(Role::Pawn) - pawns);
        position.ours() - (idle - self.batteries)
    }

    /// Returns whether a move may give check; `false` is certain.
    pub(super) fn may_be_reached(&self, position: &Position<V>, m: Move) -> bool {
        let may_reach = |piece: Piece| match piece.role {
            Role::Pawn => m.promotion.is_some() || (self.pawns | self.crossed).contains(m.to),
            role => self.of(role).contains(m.to),
        };
        self.batteries.contains(m.from) || position.board().piece(m.from).is_some_and(may_reach)
    }

    /// Returns those of a piece's moves that may give check.
    fn restrict(&self, moves: PieceMoves<V>) -> PieceMoves<V> {
        if self.batteries.contains(moves.from) {
            return moves;
        }
        let cells = match moves.role {
            Role::Pawn => self.pawns | moves.promoting | self.crossed,
            role => self.of(role),
        };
        PieceMoves { to: moves.to & cells, promoting: moves.promoting & cells, ..moves }
    }
}

/// Returns cells that the king of the player to move may reach by castling, attacked or not.
fn castling_cells<V: Variant>(position: &Position<V>) -> CellSet<V::Geometry> {
    let (player, wings) = (position.turn(), position.wings());
    if !V::CASTLES || wings.is_empty() {
        return CellSet::EMPTY;
    }
    let occupied = position.board().occupied();
    let is_open = |castling: &&Castling| {
        wings.has(player, castling.wing)
            && !V::Geometry::between(castling.king[0], castling.rook[0]).meets(occupied)
    };
    V::castlings(player).iter().filter(is_open).map(|castling| castling.king[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::tests::read;
    use crate::rules::{Brusky, DeVasa, Glinski, McCooey, Mini, Shafran};

    /// Compares with trying every move, in each position of a table and after every move and every second reply.
    fn check_mate_in_one<V: Variant>(table: &str) {
        let fens = table.lines().filter_map(|line| line.strip_prefix("fen ")).filter(|&fen| fen != "start");
        let mut found = [0; 2];
        for root in fens.map(read::<V>) {
            for m in root.legal_moves() {
                let after = root.after_move(m);
                let deeper = after.legal_moves().step_by(2).map(|reply| after.after_move(reply));
                for position in [root, after].into_iter().chain(deeper) {
                    let expected = position.legal_moves().any(|m| position.after_move(m).is_mate());
                    assert_eq!(has_mate_in_one(&position, &mut 0), expected, "{position:?}");
                    found[usize::from(expected)] += 1;
                }
            }
        }
        assert!(
            found.iter().all(|&count| count > 300),
            "{}: {found:?} without and with a mate",
            V::TABLES[0].name
        );
    }

    fn check_quiet_moves<V: Variant>(table: &str) {
        let fens = table.lines().filter_map(|line| line.strip_prefix("fen ")).filter(|&fen| fen != "start");
        let mut found = [0; 2];
        for root in fens.map(read::<V>) {
            for position in root.legal_moves().map(|m| root.after_move(m)).chain([root]) {
                let Some(cells) = CheckCells::of_opponent(&position) else { continue };
                let may_check = |&m: &Move| cells.may_be_reached(&position, m);
                let checks = |m: &Move| position.after_move(*m).is_check();
                assert!(position.legal_moves().filter(checks).all(|m| may_check(&m)), "{position:?}");
                let is_there = position.legal_moves().any(|m| !checks(&m));
                assert!(is_there || !has_quiet_move(&position), "{position:?}");
                found[usize::from(has_quiet_move(&position))] += usize::from(is_there);
            }
        }
        assert!(found[0] * 20 < found[1], "{}: {found:?} unseen and seen", V::TABLES[0].name);
    }

    #[test]
    fn quiet_move_is_found() {
        check_quiet_moves::<Glinski>(include_str!("../../../../perft/glinski.perft"));
        check_quiet_moves::<McCooey>(include_str!("../../../../perft/mccooey.perft"));
        check_quiet_moves::<Mini>(include_str!("../../../../perft/mini.perft"));
        check_quiet_moves::<DeVasa>(include_str!("../../../../perft/devasa.perft"));
        check_quiet_moves::<Brusky>(include_str!("../../../../perft/brusky.perft"));
        check_quiet_moves::<Shafran>(include_str!("../../../../perft/shafran.perft"));
    }

    #[test]
    fn slider_attacks_behind_cell_it_left() {
        let fen = "1/1k1/5/7/2n6/11/11/11/1n9/4Kp2P2/q5r4 b - 0 1";
        assert!(has_mate_in_one(&read::<McCooey>(fen), &mut 0));
    }

    #[test]
    fn mate_in_one_agrees_with_moves() {
        check_mate_in_one::<Glinski>(include_str!("../../../../perft/glinski.perft"));
        check_mate_in_one::<McCooey>(include_str!("../../../../perft/mccooey.perft"));
        check_mate_in_one::<Mini>(include_str!("../../../../perft/mini.perft"));
        check_mate_in_one::<DeVasa>(include_str!("../../../../perft/devasa.perft"));
        check_mate_in_one::<Brusky>(include_str!("../../../../perft/brusky.perft"));
        check_mate_in_one::<Shafran>(include_str!("../../../../perft/shafran.perft"));
    }
}
