//! Search of captures, promotions and check evasions, until the position is quiet.

use super::packed::Packed;
use super::picker::{Picker, Scope};
use super::table::Bound;
use super::worker::{Node, Shared, Worker, from_table, store};
use super::{INFINITE, MATE_BOUND, MAX_PLY, end_score};
use crate::request::SearchStep;
use crate::search::exchange::worth;
use hexmate_core::geometry::CellSet;
use hexmate_core::rules::{Role, Variant};

/// A capture must promise to come this close to alpha.
const DELTA: i32 = 180;

impl<V: Variant> Worker<V> {
    /// Searches captures and promotions, and all moves in check; the score is for the side to move.
    pub(super) fn quiesce(
        &mut self,
        shared: &Shared<'_>,
        node: &Node<V>,
        [mut alpha, beta]: [i32; 2],
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        self.visit(shared, ply);
        if self.stopped {
            return 0;
        }
        let position = &node.position;
        let key = position.key() as u64;
        let is_pv = beta - alpha > 1;
        let in_check = node.in_check;
        if ply > 0 && self.drawn(node, key, ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(node) };
        }
        let entry = shared.table.probe(key);
        if let Some(entry) = entry
            && !is_pv
        {
            let known = from_table(entry.score, ply);
            if entry.bound.decides(known, [alpha, beta]) {
                return known;
            }
        }
        let mut best = -INFINITE;
        let mut eval = 0;
        let mut prey = CellSet::all();
        if !in_check {
            eval = entry.map_or_else(|| self.evaluate(node), |entry| i32::from(entry.eval));
            best = eval;
            if best >= beta {
                if entry.is_none() {
                    store(shared, key, 0, best, eval, 0, Bound::Lower, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            if self.has(SearchStep::Delta) {
                // Leaves out captures that cannot come close to the window.
                for role in Role::ALL {
                    let most = eval + worth(role) + DELTA;
                    if most <= alpha {
                        prey -= position.board().by_role(role);
                        best = best.max(most);
                    }
                }
            }
        }
        let kinds = if in_check { Scope::All } else { Scope::Noisy };
        let table_move = entry.map_or(0, |entry| entry.best);
        let table_move = if in_check || is_capture(node, table_move) { table_move } else { 0 };
        let mut picker = Picker::new(&self.lists, kinds, prey, table_move);
        let mut best_move = Packed::NONE;
        let mut bound = Bound::Upper;
        let mut number = 0;
        self.keys.push(key);
        while let Some(next) = picker.next(position, &mut self.lists, &self.memory) {
            let m = next.packed;
            number += 1;
            if in_check && best > -MATE_BOUND && number > 4 && !m.is_noisy() {
                break;
            }
            let after = self.after(shared, node, m);
            let score = -self.quiesce(shared, &after, [-beta, -alpha], ply + 1);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    if is_pv {
                        self.extend_line(ply, m.to_move());
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        picker.finish(&mut self.lists);
        if self.stopped {
            return best;
        }
        if in_check && number == 0 {
            return end_score(shared.stalemate, true, ply);
        }
        store(shared, key, best_move.short(), best, eval, 0, bound, ply);
        best
    }
}

/// Returns whether a stored move captures a piece on its target.
fn is_capture<V: Variant>(node: &Node<V>, short: u32) -> bool {
    short != 0 && node.position.board().occupied().contains(Packed::unpack_short(short).to)
}
