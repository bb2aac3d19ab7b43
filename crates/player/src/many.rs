//! Search of games for more than two players.
//!
//! Paranoid search: the player to move assumes that all others play against it. Alpha-beta with material only,
//! without a table: simple, and much weaker than the search of games for two.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::report::{CurrentMove, Info, ScoreBound, ScoredLine, SearchScore};
use crate::request::Request;
use crate::search::{MATE, MAX_PLY};
use hexmate_core::rules::{Move, Outcome, Player, Position, Role, Variant};

/// Search of one position.
struct Paranoid<'r, 'q> {
    us: Player,
    request: &'r Request<'q>,
    nodes: u64,
    stopped: bool,
}

/// The greatest depth of a search.
pub(crate) const DEEPEST: u32 = 8;

/// Searches a position of a game for more than two players.
pub(crate) fn search<V: Variant>(
    position: &Position<V>,
    request: &Request<'_>,
    report: &mut dyn FnMut(&Info),
) -> Vec<ScoredLine> {
    let mut search = Paranoid { us: position.turn(), request, nodes: 0, stopped: false };
    let mut best: Vec<(i32, Move)> = position.legal_moves().map(|m| (0, m)).collect();
    let deepest = request.limits.depth.unwrap_or(u32::MAX).clamp(1, DEEPEST);
    let mut reported = (0, 0);
    for depth in 1..=deepest {
        let mut found: Vec<(i32, Move)> = Vec::new();
        for (&(_, m), number) in best.iter().zip(1..) {
            request.announce(&CurrentMove { depth, m, number });
            // Lines below the worst wanted one need no exact score.
            let floor = match found.len().checked_sub(request.lines.max(1)) {
                Some(_) => found[request.lines.max(1) - 1].0,
                None => -MATE - 1,
            };
            let score = search.value(&position.after_move(m), [floor, MATE + 1], depth - 1, 1);
            if search.stopped && depth > 1 {
                break;
            }
            found.push((score, m));
            found.sort_by_key(|&(score, _)| -score);
        }
        if found.len() == best.len() {
            best = found;
            search.report(&best, depth, report);
            reported = (depth, search.nodes);
        }
        let is_late = request.limits.target.is_some_and(|target| request.has_used(target));
        if search.stopped || is_late {
            break;
        }
    }
    let (depth, nodes) = reported;
    if nodes != search.nodes {
        search.report(&best, depth, report);
    }
    let lines = best.into_iter().take(request.lines.max(1));
    lines.map(|(score, m)| ScoredLine { score: SearchScore::of(score), moves: vec![m] }).collect()
}

impl Paranoid<'_, '_> {
    /// Reports the best moves of a depth with the present counts.
    fn report(&self, best: &[(i32, Move)], depth: u32, report: &mut dyn FnMut(&Info)) {
        for (number, &(score, m)) in (1..).zip(best.iter().take(self.request.lines.max(1))) {
            report(&Info {
                depth,
                deepest: depth,
                number,
                line: ScoredLine { score: SearchScore::of(score), moves: vec![m] },
                bound: ScoreBound::Exact,
                nodes: self.nodes,
                elapsed: self.request.started.elapsed(),
                fill: 0,
            });
        }
    }

    /// Returns the value for the player who began the search.
    fn value<V: Variant>(
        &mut self,
        position: &Position<V>,
        [mut low, mut high]: [i32; 2],
        depth: u32,
        ply: i32,
    ) -> i32 {
        self.nodes += 1;
        let limits = &self.request.limits;
        if limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(256) {
            let is_late = limits.time.is_some_and(|time| self.request.has_used(time));
            self.stopped |= is_late || self.request.stop.load(Ordering::Relaxed);
        }
        if self.stopped {
            return 0;
        }
        if !position.living().contains(self.us) {
            return ply - MATE;
        }
        if depth == 0 || ply as usize >= MAX_PLY {
            return balance(position, self.us);
        }
        let is_ours = position.turn() == self.us;
        let mut best = if is_ours { -MATE - 1 } else { MATE + 1 };
        let mut any = false;
        let mut moves: Vec<(i32, Move)> = Vec::with_capacity(64);
        let _ = position.visit_moves(&mut |set| {
            for m in set {
                any = true;
                let taken = position.board().piece(m.to).map_or(0, |piece| 16 * value_of(piece.role));
                moves.push((taken - value_of(set.role) / 16, m));
            }
            ControlFlow::Continue(())
        });
        if !any {
            return match position.outcome() {
                Some(Outcome::Mate { winner }) if winner == self.us => MATE - ply,
                Some(Outcome::Mate { .. }) => ply - MATE,
                _ => 0,
            };
        }
        moves.sort_by_key(|&(rank, _)| -rank);
        for (_, m) in moves {
            let score = self.value(&position.after_move(m), [low, high], depth - 1, ply + 1);
            if is_ours {
                best = best.max(score);
                low = low.max(best);
            } else {
                best = best.min(score);
                high = high.min(best);
            }
            if low >= high || self.stopped {
                break;
            }
        }
        best
    }
}

/// Returns the material of `us`, less the average of the other living players, and a little for mobility.
fn balance<V: Variant>(position: &Position<V>, us: Player) -> i32 {
    let board = position.board();
    let of = |player| {
        let own = board.by_owner(player);
        Role::ALL
            .into_iter()
            .map(|role| value_of(role) * (board.by_role(role) & own).len() as i32)
            .sum::<i32>()
    };
    let others = position.living().without(us);
    let theirs: i32 = others.iter().map(of).sum();
    of(us) - theirs / (others.len().max(1) as i32)
}

/// Returns the static value of a position for the player to move.
pub(crate) fn evaluate<V: Variant>(position: &Position<V>) -> i32 {
    balance(position, position.turn())
}

const fn value_of(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 1000,
        Role::Rook => 500,
        Role::Bishop => 310,
        Role::Knight => 370,
        Role::Pawn => 100,
    }
}
