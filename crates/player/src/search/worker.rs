//! Search of one position to one depth by one thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::exchange::gains;
use super::memory::Memory;
use super::packed::Packed;
use super::picker::{Lists, Picker, Scope};
use super::table::{Bound, Entry, Table};
use super::{INFINITE, MATE, MATE_BOUND, MAX_PLY, end_score};
use crate::evaluation::{Evaluator, Sums, attacked_by, phase_of};
use crate::report::CurrentMove;
use crate::request::{Request, SearchStep};
use hexmate_core::geometry::CellSet;
use hexmate_core::mate::{KnownMates, Prospect};
use hexmate_core::rules::{Material, Move, Player, Position, Role, StalemateScore, Variant};

/// Half-moves without capture or pawn move after which a draw may be claimed.
const CLAIM: u32 = 100;

/// A position with its incremental evaluation.
#[derive(Clone, Copy)]
pub(super) struct Node<V: Variant> {
    pub(super) position: Position<V>,
    pub(super) sums: Sums,
    /// The player to move is in check.
    pub(super) in_check: bool,
    /// The other player has just passed.
    pub(super) is_passed: bool,
}

/// State that all threads of a search share.
pub(super) struct Shared<'s> {
    pub(super) table: &'s Table,
    pub(super) stop: &'s AtomicBool,
    /// Set when the main thread has finished.
    pub(super) done: AtomicBool,
    /// Nodes of all threads; each adds to it now and then.
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: Option<u64>,
    /// The request, for its limit of time.
    pub(super) request: &'s Request<'s>,
    pub(super) known: Option<&'s dyn KnownMates>,
    pub(super) stalemate: StalemateScore,
}

/// Parameters of pruning and reductions.
const REVERSE_MARGIN: i32 = 85;
const FUTILITY_MARGIN: i32 = 110;
const REDUCTIONS: usize = 64;

/// Least depth at which the other moves are searched to see if one alone holds the score.
const SINGULAR_DEPTH: i32 = 6;

/// Margin of the stored score over the other moves, in centipawns for each ply of depth.
const SINGULAR_MARGIN: i32 = 2;

/// Depth up to which a move is searched so fast that the entry after the next one is fetched meanwhile.
const SHORT: i32 = 3;

/// A thread of the search with all that it remembers between searches.
pub(super) struct Worker<V: Variant> {
    pub(super) evaluator: Evaluator<V>,
    pub(super) memory: Memory,
    pub(super) lists: Lists,
    /// Keys of the game's earlier positions and of the line.
    pub(super) keys: Vec<u64>,
    pub(super) nodes: u64,
    /// Nodes already added to the shared count.
    pub(super) counted: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// `true` for the thread that reports.
    pub(super) is_main: bool,
    /// Step that is left out.
    pub(super) without: Option<SearchStep>,
    /// Search all moves, to find any mate of a length.
    pub(super) is_exhaustive: bool,
    pub(super) lines: Vec<Vec<Move>>,
    evals: Vec<i32>,
    reductions: Vec<[u8; REDUCTIONS]>,
    /// Moves that the root leaves out: those not asked for, and those of better lines.
    pub(super) excluded: Vec<u32>,
    /// Move that the next node leaves out; 0 for none.
    skipped: u32,
    /// Quiet moves tried at the nodes of the line; each node uses its end.
    quiet_moves: Vec<Packed>,
}

impl<V: Variant> Worker<V> {
    pub(super) fn new(evaluator: Evaluator<V>, without: Option<SearchStep>) -> Self {
        let reduction = |depth: usize, number: usize| {
            let logarithm = |count: usize| f64::from(count.max(1) as u32).ln();
            let product = logarithm(depth) * logarithm(number);
            (0.6 + product / 2.1) as u8
        };
        let reductions = (0..REDUCTIONS).map(|depth| std::array::from_fn(|number| reduction(depth, number)));
        Self {
            evaluator,
            memory: Memory::new(),
            lists: Lists::new(),
            keys: Vec::with_capacity(1024),
            nodes: 0,
            counted: 0,
            deepest: 0,
            stopped: false,
            is_main: false,
            without,
            is_exhaustive: false,
            lines: vec![Vec::new(); MAX_PLY + 2],
            evals: vec![0; MAX_PLY + 4],
            reductions: reductions.collect(),
            excluded: Vec::new(),
            skipped: 0,
            quiet_moves: Vec::new(),
        }
    }

    /// Returns whether a step is in use; none that leaves out moves is, where all mates of a length are looked for.
    #[inline]
    pub(super) fn has(&self, step: SearchStep) -> bool {
        self.without != Some(step) && !self.is_exhaustive
    }

    /// Counts a node and looks at the limits.
    #[inline]
    pub(super) fn visit(&mut self, shared: &Shared<'_>, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if shared.node_limit.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(1024) {
            self.check_limits(shared);
        }
    }

    #[cold]
    fn check_limits(&mut self, shared: &Shared<'_>) {
        let total = shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        let total = total + self.nodes - self.counted;
        self.counted = self.nodes;
        let is_stopped = shared.stop.load(Ordering::Relaxed)
            || shared.done.load(Ordering::Relaxed)
            || shared.node_limit.is_some_and(|limit| total >= limit)
            || shared.request.limits.time.is_some_and(|time| shared.request.has_used(time));
        self.stopped |= is_stopped;
    }

    /// Returns the node after a legal move; its table entry is on its way from memory.
    #[inline]
    pub(super) fn after(&self, shared: &Shared<'_>, node: &Node<V>, m: Packed) -> Node<V> {
        let us = node.position.turn();
        prefetch(shared, &node.position, m);
        let mut after = Node { is_passed: false, ..*node };
        let tables = self.evaluator.tables();
        if m.is_special() {
            after.position.make_move(m.to_move());
            after.sums = tables.sums(&after.position);
            after.in_check = after.position.is_check();
            return after;
        }
        after.position.make_known_move(m.role(), m.victim(), m.to_move());
        let sums = &mut after.sums;
        let becomes = m.promotion().unwrap_or(m.role());
        sums.score += tables.piece(us, becomes, m.to()) - tables.piece(us, m.role(), m.from());
        if m.promotion().is_some() {
            sums.phase += phase_of(becomes);
        }
        if let Some(victim) = m.victim() {
            let them = if us == Player::WHITE { Player::BLACK } else { Player::WHITE };
            sums.score -= tables.piece(them, victim, m.to());
            sums.phase -= phase_of(victim);
        }
        after.in_check = after.position.is_check();
        after
    }

    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node<V>) -> i32 {
        self.evaluator.evaluate(&node.position, &node.sums).clamp(-8_000, 8_000)
    }

    /// Returns whether the position has occurred after the root of the search, or twice before.
    ///
    /// Once after the root is enough, because the players can go round again. Once before it is not: they need not.
    fn is_repeated(&self, position: &Position<V>, key: u64, ply: usize) -> bool {
        let reach = (position.halfmoves() as usize).min(self.keys.len());
        if reach < 4 {
            return false;
        }
        let mut occurred = false;
        for place in (self.keys.len() - reach..=self.keys.len() - 4).rev().step_by(2) {
            if self.keys[place] == key {
                if occurred || self.keys.len() - place < ply {
                    return true;
                }
                occurred = true;
            }
        }
        false
    }

    /// Returns whether the position is drawn by repetition, by the counter or for lack of pieces.
    pub(super) fn drawn(&self, node: &Node<V>, key: u64, ply: usize) -> bool {
        let position = &node.position;
        if position.halfmoves() >= CLAIM && (!node.in_check || position.has_moves()) {
            return true;
        }
        self.is_repeated(position, key, ply) || is_bare(position)
    }

    /// Returns the exact score of a known ending.
    fn known(shared: &Shared<'_>, position: &Position<V>, ply: usize) -> Option<i32> {
        let known = shared.known?;
        let board = position.board();
        if board.occupied().len() > known.most_pieces()
            || V::players().any(|player| position.en_passant(player).is_some())
        {
            return None;
        }
        let pieces: Vec<_> = board.pieces().collect();
        match known.prospect(&pieces, position.turn())? {
            Prospect::Mates(plies) => Some(MATE - ply as i32 - plies as i32),
            Prospect::IsMated(plies) => Some(ply as i32 + plies as i32 - MATE),
            // A stalemate may be worth more than a draw: leave it to the search.
            Prospect::NoMate => None,
        }
    }

    /// Searches a position; the score is for the side to move.
    #[expect(clippy::too_many_lines, reason = "one idea: the order of cheap tests before the moves")]
    pub(super) fn search(
        &mut self,
        shared: &Shared<'_>,
        node: &Node<V>,
        [mut alpha, mut beta]: [i32; 2],
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiesce(shared, node, [alpha, beta], ply);
        }
        let is_pv = beta - alpha > 1;
        let is_root = ply == 0;
        let skipped = std::mem::take(&mut self.skipped);
        self.visit(shared, ply);
        if self.stopped {
            return 0;
        }
        let position = &node.position;
        let key = position.key() as u64;
        let in_check = node.in_check;
        if !is_root {
            if self.drawn(node, key, ply) {
                return 0;
            }
            if ply >= MAX_PLY {
                return if in_check { 0 } else { self.evaluate(node) };
            }
            // A mate found elsewhere is shorter than any from here.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
            if let Some(score) = Self::known(shared, position, ply) {
                return score;
            }
        }
        let entry = shared.table.probe(key);
        let table_move = entry.map_or(0, |entry| entry.best);
        if let Some(entry) = entry
            && !is_pv
            && skipped == 0
            && i32::from(entry.depth) >= depth
        {
            let score = from_table(entry.score, ply);
            if entry.bound.decides(score, [alpha, beta]) {
                return score;
            }
        }
        let eval = match entry {
            _ if in_check => -INFINITE,
            Some(entry) => i32::from(entry.eval),
            None => self.evaluate(node),
        };
        self.evals[ply] = eval;
        let improving = !in_check && ply >= 2 && eval > self.evals[ply - 2];
        // A side with pawns only may be stalemated.
        if !is_pv && !in_check && skipped == 0 && beta.abs() < MATE_BOUND && has_officers(position) {
            let margin = REVERSE_MARGIN * (depth - i32::from(improving));
            if depth <= 7 && eval - margin >= beta && self.has(SearchStep::ReverseFutility) {
                return eval;
            }
            if depth >= 3
                && self.has(SearchStep::NullMove)
                && eval >= beta
                && !is_root
                && !node.is_passed
                && let Some(passed) = position.after_null_move()
            {
                let reduced = depth - 3 - depth / 4 - ((eval - beta) / 200).min(3);
                self.keys.push(key);
                let after = Node { position: passed, sums: node.sums, in_check: false, is_passed: true };
                let score = -self.search(shared, &after, [-beta, 1 - beta], reduced, ply + 1);
                self.keys.pop();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }
        }
        let us = position.turn();
        let mut picker = Picker::new(&self.lists, Scope::All, CellSet::all(), table_move);
        let mut attacked = None;
        let mut best = -INFINITE;
        let mut best_move = Packed::NONE;
        let mut bound = Bound::Upper;
        let mut number: usize = 0;
        let first_quiet = self.quiet_moves.len();
        // Without a principal variation, alpha stays the same.
        let is_futile = !is_root
            && !is_pv
            && !in_check
            && depth <= 6
            && eval + FUTILITY_MARGIN * depth + 60 <= alpha
            && self.has(SearchStep::Futility);
        self.keys.push(key);
        loop {
            if is_futile && best > -MATE_BOUND {
                picker.skip_quiets();
            }
            let Some(next) = picker.next(position, &mut self.lists, &self.memory) else { break };
            let m = next.packed;
            if is_root && self.excluded.contains(&m.short()) || m.is_same(skipped) {
                continue;
            }
            number += 1;
            if is_root && self.is_main {
                let current = CurrentMove { depth: depth as u32, m: m.to_move(), number: number as u32 };
                shared.request.announce(&current);
            }
            let is_quiet = !m.is_noisy();
            if !is_root && best > -MATE_BOUND {
                if is_quiet {
                    if depth <= 6 && self.has(SearchStep::Exchanges) {
                        let attacked =
                            *attacked.get_or_insert_with(|| attacked_by(position, position.next_player()));
                        if !gains(position, attacked, m, -40 * depth) {
                            continue;
                        }
                    }
                } else if depth <= 5
                    && next.rank < 0
                    && self.has(SearchStep::Exchanges)
                    && !gains(position, CellSet::all(), m, -90 * depth)
                {
                    continue;
                }
            }
            let mut extension = 0;
            if let Some(entry) = entry
                && !is_root
                && skipped == 0
                && m.is_same(table_move)
                && let Some(border) = self.singular_border(entry, depth, ply)
            {
                self.keys.pop();
                let score = self.search_others(shared, node, m, [border, depth], ply);
                self.keys.push(key);
                if self.stopped {
                    break;
                }
                if score < border {
                    extension = 1;
                } else if border >= beta && !is_pv {
                    // Another move is good enough too.
                    self.keys.pop();
                    picker.finish(&mut self.lists);
                    self.quiet_moves.truncate(first_quiet);
                    return border;
                }
            }
            let after = self.after(shared, node, m);
            if depth <= SHORT
                && let Some(m) = picker.likely_next(&self.lists)
            {
                prefetch(shared, position, m);
            }
            let gives_check = after.in_check;
            let deeper = depth - 1 + extension;
            let mut score;
            if number == 1 {
                score = -self.search(shared, &after, [-beta, -alpha], deeper, ply + 1);
            } else {
                let mut reduction = 0;
                if depth >= 3 && number > 2 && (is_quiet || next.rank < 0) && self.has(SearchStep::Reductions)
                {
                    let row = (depth as usize).min(REDUCTIONS - 1);
                    reduction = i32::from(self.reductions[row][number.min(REDUCTIONS - 1)]);
                    reduction -= i32::from(is_pv) + i32::from(gives_check) + i32::from(in_check);
                    reduction += i32::from(!improving);
                    if is_quiet {
                        reduction -= (self.memory.of(us).history(m) / 8_000).clamp(-2, 2);
                    }
                    reduction = reduction.clamp(0, deeper - 1);
                }
                score = -self.search(shared, &after, [-alpha - 1, -alpha], deeper - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = -self.search(shared, &after, [-alpha - 1, -alpha], deeper, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.search(shared, &after, [-beta, -alpha], deeper, ply + 1);
                }
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    bound = Bound::Exact;
                    if is_pv {
                        self.extend_line(ply, m.to_move());
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                    }
                }
            }
            if is_quiet {
                self.quiet_moves.push(m);
            }
            if alpha >= beta {
                break;
            }
        }
        self.keys.pop();
        picker.finish(&mut self.lists);
        if self.stopped {
            self.quiet_moves.truncate(first_quiet);
            return best;
        }
        if number == 0 {
            self.quiet_moves.truncate(first_quiet);
            return if skipped != 0 {
                alpha
            } else if is_root && picker.has_moves {
                -INFINITE
            } else {
                end_score(shared.stalemate, in_check, ply)
            };
        }
        if bound == Bound::Lower && !best_move.is_noisy() {
            let tried = &self.quiet_moves[first_quiet..];
            self.memory.reward_quiet(us, best_move, tried, depth);
        }
        self.quiet_moves.truncate(first_quiet);
        if skipped == 0 && (!is_root || self.excluded.is_empty()) {
            let eval = if in_check { 0 } else { eval };
            store(shared, key, best_move.short(), best, eval, depth, bound, ply);
        }
        best
    }

    /// Returns the score below which all other moves must be for the move of the table to be searched deeper; `None` if
    /// they are not searched for that.
    fn singular_border(&self, entry: Entry, depth: i32, ply: usize) -> Option<i32> {
        let is_bound = matches!(entry.bound, Bound::Lower | Bound::Exact);
        let stored = from_table(entry.score, ply);
        let is_worth = depth >= SINGULAR_DEPTH
            && ply < MAX_PLY / 2
            && is_bound
            && i32::from(entry.depth) >= depth - 3
            && stored.abs() < MATE_BOUND
            && self.has(SearchStep::Singular);
        is_worth.then_some(stored - SINGULAR_MARGIN * depth)
    }

    /// Searches all moves but one to about half of a depth, with a window below a border.
    fn search_others(
        &mut self,
        shared: &Shared<'_>,
        node: &Node<V>,
        m: Packed,
        [border, depth]: [i32; 2],
        ply: usize,
    ) -> i32 {
        let line = std::mem::take(&mut self.lines[ply]);
        self.skipped = m.short();
        let score = self.search(shared, node, [border - 1, border], (depth - 1) / 2, ply);
        self.skipped = 0;
        self.lines[ply] = line;
        score
    }

    /// Puts a move before the line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }
}

/// Has the entry of the position after a move fetched from memory, without waiting.
#[inline]
fn prefetch<V: Variant>(shared: &Shared<'_>, position: &Position<V>, m: Packed) {
    let key = position.likely_key_after(m.role(), m.victim(), m.to_move());
    shared.table.prefetch(key as u64);
}

/// Stores the result of a search.
#[expect(clippy::too_many_arguments, reason = "the fields of an entry")]
pub(super) fn store(
    shared: &Shared<'_>,
    key: u64,
    best: u32,
    score: i32,
    eval: i32,
    depth: i32,
    bound: Bound,
    ply: usize,
) {
    let entry = Entry {
        best,
        score: to_table(score, ply),
        eval: eval as i16,
        depth: depth.clamp(0, 255) as u8,
        bound,
    };
    shared.table.store(key, entry);
}

/// Mates are stored by their distance from the position.
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let score = match score {
        MATE_BOUND.. => score + ply,
        _ if score <= -MATE_BOUND => score - ply,
        _ => score,
    };
    score as i16
}

pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let ply = ply as i32;
    match i32::from(score) {
        score @ MATE_BOUND.. => score - ply,
        score if score <= -MATE_BOUND => score + ply,
        score => score,
    }
}

/// Returns whether the side to move has more than king and pawns.
fn has_officers<V: Variant>(position: &Position<V>) -> bool {
    let board = position.board();
    let weak = board.by_role(Role::Pawn) | board.by_role(Role::King);
    !(position.ours() - weak).is_empty()
}

/// Returns whether the game ends drawn for lack of pieces.
fn is_bare<V: Variant>(position: &Position<V>) -> bool {
    let occupied: CellSet<V::Geometry> = position.board().occupied();
    let rest = occupied.without_first().without_first().without_first();
    rest.is_empty() && position.material() == Material::CannotForceMate
}
