//! Mate in one for two players, without trying moves that give no check.

use std::ops::ControlFlow;

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{Move, Piece, PieceMoves, Position, Role, Variant, attacks, lines};

/// Whether the player to move can mate the only opponent at once.
///
/// Makes only moves that can give check: a piece to a cell from which it attacks
/// the king, a piece that leaves the line of an own slider, a promotion, en
/// passant; in games with castling all moves. `tried` grows by one for each of them. Most are seen not to mate
/// without being made: the king has a cell to go to.
pub(super) fn has_mate_in_one<V: Variant>(position: &Position<V>, tried: &mut u64) -> bool {
    let Some(king) = position.king(position.next_player()) else { return false };
    if const { !V::IS_PLAIN } {
        return position.legal_moves().any(|m| {
            *tried += 1;
            position.after_move(m).is_mate()
        });
    }
    let cells = CheckCells::new(position, king);
    let flights = Flights::new(position, king);
    let pieces = flights.covering(position, &cells, cells.candidates(position));
    if pieces.is_empty() {
        return false;
    }
    position
        .visit_moves_of(pieces, &mut |moves| {
            for m in cells.restrict(moves) {
                *tried += 1;
                // Taking en passant may open a line by the pawn that it takes off.
                let is_open = cells.crossed.contains(m.to) || !flights.remain_after(position, moves.role, m);
                if is_open && position.after_move(m).is_mate() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
        .is_break()
}

/// Moves among which are all that give check to the only opponent.
pub(super) fn check_candidates<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let Some(king) = position.king(position.next_player()) else { return Vec::new() };
    if const { !V::IS_PLAIN } {
        return position.legal_moves().collect();
    }
    let cells = CheckCells::new(position, king);
    let mut candidates = Vec::new();
    let _ = position.visit_moves_of(cells.candidates(position), &mut |moves| {
        candidates.extend(cells.restrict(moves));
        ControlFlow::Continue(())
    });
    candidates
}

/// Whether the player to move has a move that is sure to give no check to the only opponent; makes none.
pub(super) fn has_quiet_move<V: Variant>(position: &Position<V>) -> bool {
    let Some(cells) = CheckCells::of_opponent(position) else { return false };
    position
        .visit_moves(&mut |moves| match moves.to == cells.restrict(moves).to {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
        .is_break()
}

/// The moves that give check to the only opponent, those with the fewest answers first.
pub(super) fn checks<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let candidates = check_candidates(position).into_iter().map(|m| (position.after_move(m), m));
    let checks = candidates.filter(|(after, _)| after.is_check());
    let mut checks: Vec<_> = checks.map(|(after, m)| (after.count_moves(), m)).collect();
    checks.sort_unstable();
    checks.into_iter().map(|(_, m)| m).collect()
}

/// Where the king could go as the pieces stand.
struct Flights<V: Variant> {
    free: CellSet<V::Geometry>,
    /// Own pieces that alone hide a free cell from an own slider.
    screens: CellSet<V::Geometry>,
    /// What stands in the way of sliders once the king has left its cell.
    occupied: CellSet<V::Geometry>,
}

impl<V: Variant> Flights<V> {
    fn new(position: &Position<V>, king: Cell) -> Self {
        let board = position.board();
        let ours = position.ours();
        let occupied = board.occupied() - CellSet::of(king);
        let [left, right] = V::pawn_takes(position.turn());
        let pawns = position.our(Role::Pawn);
        let taken = V::Geometry::shift(pawns, left) | V::Geometry::shift(pawns, right);
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

    /// Those of some pieces that might give check and attack all free cells at once, were the board empty.
    ///
    /// Only officers are told apart: the king and the pawns among them stay.
    fn covering(
        &self,
        position: &Position<V>,
        cells: &CheckCells<V>,
        pieces: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        let mut covering = pieces;
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let officers = position.our(role) & pieces;
            if officers.is_empty() {
                continue;
            }
            let reach = |cell| match role {
                Role::Knight => V::Geometry::leaps(cell),
                _ => lines::<V>(role, cell),
            };
            let posts = self.free.into_iter().fold(CellSet::all(), |posts, cell| posts & reach(cell));
            for from in officers {
                let mut goals = reach(from);
                if !cells.batteries.contains(from) {
                    goals &= cells.of(role);
                }
                if !self.screens.contains(from) {
                    goals &= posts;
                }
                if goals.is_empty() {
                    covering -= CellSet::of(from);
                }
            }
        }
        covering
    }

    /// Whether the king is sure to have a cell to go to after a move, so that it does not mate.
    ///
    /// Only the piece that moves, and sliders that it hides, attack cells that were free before.
    fn remain_after(&self, position: &Position<V>, role: Role, m: Move) -> bool {
        if self.screens.contains(m.from) {
            return false;
        }
        let role = m.promotion.unwrap_or(role);
        let lines = match role {
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(role, m.to),
            Role::King | Role::Knight | Role::Pawn => self.free,
        };
        // Its own line may go on behind the cell that it has left.
        let occupied = self.occupied - CellSet::of(m.from);
        let unattacked = || self.free - attacks::<V>(role, position.turn(), m.to, occupied);
        !(self.free - lines).is_empty() || !unattacked().is_empty()
    }
}

/// Where pieces must go to give check.
pub(super) struct CheckCells<V: Variant> {
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    pawns: CellSet<V::Geometry>,
    /// Own pieces that stand alone between the king and an own slider.
    batteries: CellSet<V::Geometry>,
    crossed: CellSet<V::Geometry>,
}

impl<V: Variant> CheckCells<V> {
    /// Where they give check to the only opponent; `None` where castling or several opponents make it hard to say.
    pub(super) fn of_opponent(position: &Position<V>) -> Option<Self> {
        let king = position.king(position.next_player()).filter(|_| V::IS_PLAIN && V::PLAYERS == 2)?;
        Some(Self::new(position, king))
    }

    fn new(position: &Position<V>, king: Cell) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let [left, right] = V::pawn_takes(position.turn());
        let here = CellSet::of(king);
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
            pawns: V::Geometry::shift(here, left.opposite()) | V::Geometry::shift(here, right.opposite()),
            batteries: batteries & position.ours(),
            crossed: V::players()
                .filter_map(|player| position.en_passant(player))
                .map(|en_passant| en_passant.crossed)
                .collect(),
        }
    }

    /// Where a piece of the role gives check by itself; a pawn as it stands.
    fn of(&self, role: Role) -> CellSet<V::Geometry> {
        match role {
            Role::King => CellSet::EMPTY,
            Role::Queen => self.edges | self.vertices,
            Role::Rook => self.edges,
            Role::Bishop => self.vertices,
            Role::Knight => self.leaps,
            Role::Pawn => self.pawns,
        }
    }

    /// Pieces that may be able to give check.
    fn candidates(&self, position: &Position<V>) -> CellSet<V::Geometry> {
        let seat = position.turn();
        let goals = self.pawns | V::promotion_cells(seat) | self.crossed;
        let back = |cells, direction: Direction| V::Geometry::shift(cells, direction.opposite());
        let [left, right] = V::pawn_takes(seat);
        let behind = back(goals, V::forward(seat));
        let pawns = behind | back(behind, V::forward(seat)) | back(goals, left) | back(goals, right);
        let idle = position.our(Role::King) | (position.our(Role::Pawn) - pawns);
        position.ours() - (idle - self.batteries)
    }

    /// Whether a move may give check; it gives none if not.
    pub(super) fn may_be_reached(&self, position: &Position<V>, m: Move) -> bool {
        let may_reach = |piece: Piece| match piece.role {
            Role::Pawn => m.promotion.is_some() || (self.pawns | self.crossed).contains(m.to),
            role => self.of(role).contains(m.to),
        };
        self.batteries.contains(m.from) || position.board().piece(m.from).is_some_and(may_reach)
    }

    /// Those of a piece's moves that can give check.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::tests::read;
    use crate::rules::{Glinski, McCooey, Mini};

    /// Compares with trying every move, in each position of a table and after every move and every second reply.
    fn every_mate_in_one_is_seen<V: Variant>(table: &str) {
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

    fn quiet_moves_are_seen<V: Variant>(table: &str) {
        let fens = table.lines().filter_map(|line| line.strip_prefix("fen ")).filter(|&fen| fen != "start");
        let mut found = [0; 2];
        for root in fens.map(read::<V>) {
            for position in root.legal_moves().map(|m| root.after_move(m)).chain([root]) {
                let cells = CheckCells::of_opponent(&position).expect("a game for two");
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
    fn a_quiet_move_is_seen_where_there_is_one_and_nowhere_else() {
        quiet_moves_are_seen::<Glinski>(include_str!("../../../../perft/glinski.perft"));
        quiet_moves_are_seen::<McCooey>(include_str!("../../../../perft/mccooey.perft"));
        quiet_moves_are_seen::<Mini>(include_str!("../../../../perft/mini.perft"));
    }

    #[test]
    fn a_piece_that_goes_back_on_its_line_attacks_behind_the_cell_it_left() {
        let fen = "1/1k1/5/7/2n6/11/11/11/1n9/4Kp2P2/q5r4 b - 0 1";
        assert!(has_mate_in_one(&read::<McCooey>(fen), &mut 0));
    }

    #[test]
    fn every_mate_in_one_is_seen_in_every_game() {
        every_mate_in_one_is_seen::<Glinski>(include_str!("../../../../perft/glinski.perft"));
        every_mate_in_one_is_seen::<McCooey>(include_str!("../../../../perft/mccooey.perft"));
        every_mate_in_one_is_seen::<Mini>(include_str!("../../../../perft/mini.perft"));
    }
}
