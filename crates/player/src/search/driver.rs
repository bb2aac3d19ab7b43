//! Iterative deepening, several lines, several threads.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::table::Table;
use super::worker::{Node, Shared, Worker};
use super::{INFINITE, MATE_BOUND, MAX_PLY};
use crate::evaluation::{Evaluator, Weights};
use crate::report::{Info, ScoreBound, ScoredLine, SearchScore};
use crate::request::{PlayerOptions, Request, SearchStep};
use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_core::rules::{Move, Position, Variant};
use hexmate_position::Position as AnyPosition;

/// Half of the first aspiration window, in centipawns.
const WINDOW: i32 = 18;

/// The longest mate, in moves, that the solver of problems is asked for before the search.
const LONGEST_SOLVED: u32 = 3;

/// The part of the limits that it may use.
const SOLVER_SHARE: u64 = 8;

/// The most nodes of the solver.
const SOLVER_NODES: u64 = 100_000;

/// Size of the table of the solver.
const SOLVER_BYTES: usize = 1 << 20;

/// Searches of one game for two, with its transposition table and experience.
pub(crate) struct Searcher<V: Variant> {
    table: Table,
    workers: Vec<Worker<V>>,
}

impl<V: Variant> Searcher<V> {
    pub(crate) fn new(weights: &Weights, options: PlayerOptions) -> Self {
        let evaluator = Evaluator::new(weights);
        let threads = options.threads.clamp(1, 256);
        let workers = (0..threads).map(|_| Worker::new(evaluator.clone(), options.without)).collect();
        Self { table: Table::new(options.table_mib), workers }
    }

    /// Returns the size of the transposition table, in mebibytes.
    pub(crate) fn table_mib(&self) -> usize {
        self.table.mib()
    }

    /// Forgets all positions and experience.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.memory.clear();
        }
    }

    /// Returns the static value of a position for the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position<V>) -> i32 {
        let Some(worker) = self.workers.first_mut() else { return 0 };
        let sums = worker.evaluator.tables().sums(position);
        let node = Node { position: *position, sums, in_check: position.is_check(), is_passed: false };
        worker.evaluate(&node)
    }

    /// Searches a position; `earlier` are the keys of the positions before it.
    pub(crate) fn search(
        &mut self,
        position: &Position<V>,
        earlier: &[u64],
        request: &Request<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<ScoredLine> {
        let mut reported = None;
        let mut report_and_note = |info: &Info| {
            if info.bound == ScoreBound::Exact {
                reported = Some(info.nodes);
            }
            report(info);
        };
        let is_exhaustive = request.limits.mate.is_some();
        if is_exhaustive {
            // Scores of other searches have left out moves.
            self.clear();
        }
        let Self { table, workers } = self;
        table.begin_search();
        let shared = Shared {
            table,
            stop: request.stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: request.limits.nodes,
            request,
            known: request.known,
            stalemate: request.stalemate,
        };
        for worker in workers.iter_mut() {
            worker.begin(earlier);
            worker.is_exhaustive = is_exhaustive;
        }
        let Some((main, helpers)) = workers.split_first_mut() else { return Vec::new() };
        main.is_main = true;
        let sums = main.evaluator.tables().sums(position);
        let node = Node { position: *position, sums, in_check: position.is_check(), is_passed: false };
        let (lines, depth) = thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let shared = &shared;
                scope.spawn(move || helper.help(shared, &node, number));
            }
            let found = main.deepen(&shared, &node, request, &mut report_and_note);
            shared.done.store(true, Ordering::Relaxed);
            found
        });
        let deepest = main.deepest as u32;
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        // The last depth is seldom finished: its positions count too.
        if reported != Some(nodes) {
            for (number, line) in (1..).zip(&lines) {
                let (line, elapsed, fill) = (line.clone(), request.started.elapsed(), table.fill());
                let bound = ScoreBound::Exact;
                report(&Info { depth, deepest, number, line, bound, nodes, elapsed, fill });
            }
        }
        lines
    }
}

impl<V: Variant> Worker<V> {
    fn begin(&mut self, earlier: &[u64]) {
        self.keys.clear();
        self.keys.extend_from_slice(earlier);
        self.nodes = 0;
        self.counted = 0;
        self.deepest = 0;
        self.stopped = false;
        self.excluded.clear();
    }

    /// Deepens without a report, to fill the table for the main thread.
    fn help(&mut self, shared: &Shared<'_>, node: &Node<V>, number: usize) {
        let mut score = 0;
        for depth in 1..MAX_PLY as i32 {
            // Half of the threads are one ply ahead.
            let depth = depth + i32::from(number.is_multiple_of(2));
            score = self.aspire(shared, node, depth, score, &mut |_, _, _| {});
            if self.stopped {
                return;
            }
        }
    }

    /// Returns the best lines with the depth of the search that has found them; 0 for the value without a search.
    fn deepen(
        &mut self,
        shared: &Shared<'_>,
        node: &Node<V>,
        request: &Request<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> (Vec<ScoredLine>, u32) {
        let left_out = left_out(&node.position, request.only);
        let moves = node.position.legal_moves().len() - left_out.len();
        let width = request.lines.clamp(1, 256).min(moves.max(1));
        let deepest = request.limits.depth.unwrap_or(u32::MAX);
        // A mate in n moves ends after 2n - 1 plies.
        let deepest = deepest.min(request.limits.mate.map_or(u32::MAX, |mate| mate.saturating_mul(2)));
        let deepest = deepest.clamp(1, MAX_PLY as u32 - 1) as i32;
        if let Some(line) = solved_mate(request, shared) {
            let depth = line.moves.len();
            self.deepest = depth;
            report(&self.info(shared, request, depth as u32, 0, &line));
            return (vec![line], depth as u32);
        }
        let (mut best, mut reached): (Vec<ScoredLine>, _) = (Vec::new(), 0);
        let mut scores = vec![0; width];
        let mut unsteady = 0;
        for depth in 1..=deepest {
            let mut found = Vec::new();
            self.excluded.clone_from(&left_out);
            self.deepest = 0;
            for (index, score) in scores.iter_mut().enumerate() {
                let mut report_bound = |worker: &Self, score, bound| {
                    if request.is_long() {
                        let moves = worker.lines[0].clone();
                        let line = ScoredLine { score: SearchScore::of(score), moves };
                        let info = worker.info(shared, request, depth as u32, index, &line);
                        report(&Info { bound, ..info });
                    }
                };
                let value = self.aspire(shared, node, depth, *score, &mut report_bound);
                if self.stopped && (depth > 1 || index > 0 || self.lines[0].is_empty()) {
                    break;
                }
                *score = value;
                let line = ScoredLine { score: SearchScore::of(value), moves: self.lines[0].clone() };
                let first = line.moves.first().copied();
                found.push(line);
                if let Some(m) = first.and_then(|m| super::picker::pack(&node.position, m)) {
                    self.excluded.push(m.short());
                }
            }
            // Lines of a depth that was not finished replace those of the depth before, as far as they go.
            found.sort_by_key(|line| Reverse(line.score));
            let is_complete = found.len() == width;
            if is_complete || best.is_empty() {
                let changed = best.first().map(|line| line.moves.first())
                    != found.first().map(|line| line.moves.first());
                unsteady = if changed && depth > 1 { unsteady + 2 } else { unsteady / 2 };
                best = found;
                reached = if best.is_empty() { 0 } else { depth as u32 };
                for (number, line) in best.iter().enumerate() {
                    report(&self.info(shared, request, depth as u32, number, line));
                }
            }
            if self.stopped || is_enough(request, &best, moves, unsteady, depth) {
                break;
            }
        }
        if best.iter().all(|line| line.moves.is_empty())
            && let Some(m) =
                node.position.legal_moves().find(|m| request.only.is_empty() || request.only.contains(m))
        {
            let score = SearchScore::of(self.evaluate(node));
            best = vec![ScoredLine { score, moves: vec![m] }];
        }
        (best, reached)
    }

    /// Returns the report of a line with its number, from 0.
    fn info(
        &self,
        shared: &Shared<'_>,
        request: &Request<'_>,
        depth: u32,
        number: usize,
        line: &ScoredLine,
    ) -> Info {
        Info {
            depth,
            deepest: self.deepest as u32,
            number: number as u32 + 1,
            line: line.clone(),
            bound: ScoreBound::Exact,
            nodes: shared.nodes.load(Ordering::Relaxed) + self.nodes - self.counted,
            elapsed: request.started.elapsed(),
            fill: shared.table.fill(),
        }
    }

    /// Searches with a window about the score expected, which grows until the score is inside. Calls `miss` with each
    /// score outside.
    fn aspire(
        &mut self,
        shared: &Shared<'_>,
        node: &Node<V>,
        depth: i32,
        expected: i32,
        miss: &mut dyn FnMut(&Self, i32, ScoreBound),
    ) -> i32 {
        if depth < 5 || expected.abs() >= MATE_BOUND || !self.has(SearchStep::Aspiration) {
            return self.search(shared, node, [-INFINITE, INFINITE], depth, 0);
        }
        let mut width = WINDOW;
        let [mut low, mut high] = [expected - width, expected + width];
        loop {
            let score = self.search(shared, node, [low.max(-INFINITE), high.min(INFINITE)], depth, 0);
            if self.stopped {
                return score;
            }
            width *= 3;
            if width > 1_000 {
                width = 2 * INFINITE;
            }
            if score <= low {
                miss(self, score, ScoreBound::Upper);
                low = score - width;
            } else if score >= high {
                miss(self, score, ScoreBound::Lower);
                high = score + width;
            } else {
                return score;
            }
        }
    }
}

/// Returns the line of the shortest mate in at most [`LONGEST_SOLVED`] moves, if the solver of problems finds it.
///
/// It looks ahead in another way than the search, whose pruning may miss a quiet key. Uses a small part of the limits.
/// Solves the position of any game, so that the solver is not compiled for each game again.
fn solved_mate(request: &Request<'_>, shared: &Shared<'_>) -> Option<ScoredLine> {
    if !request.only.is_empty() || request.lines > 1 || request.limits.mate.is_some() {
        return None;
    }
    let share = |whole: u64| whole / SOLVER_SHARE;
    let time = request.limits.target.or(request.limits.time).filter(|_| request.ponder.is_none());
    let time = time.map(|time| time / SOLVER_SHARE as u32);
    let budget = Budget {
        nodes: Some(shared.node_limit.map_or(SOLVER_NODES, |limit| share(limit).min(SOLVER_NODES))),
        deadline: time.and_then(|time| request.started.deadline(time)),
        interrupt: Some(request.stop),
        known: request.known,
        ..Budget::default()
    };
    let table = &mut TranspositionTable::with_limit(SOLVER_BYTES);
    let mut solved = |position: &AnyPosition, moves| {
        let solution = position.solve(Stipulation::mate_in(moves), table, budget);
        solution.mate_in.zip(solution.keys.first().copied())
    };
    let (shortest, key) = solved(request.position, LONGEST_SOLVED)?;
    let mut moves = vec![key];
    let mut position = request.position.play_unchecked(key);
    for left in (1..shortest).rev() {
        // Any defence that is mated no sooner.
        let longest = |reply: Move| {
            let after = position.play_unchecked(reply);
            let (_, answer) = solved(&after, left).filter(|&(moves, _)| moves == left)?;
            Some((reply, answer, after))
        };
        let (reply, answer, after) = position.legal_moves().find_map(longest)?;
        moves.extend([reply, answer]);
        position = after.play_unchecked(answer);
    }
    let plies = moves.len() as u32;
    Some(ScoredLine { score: SearchScore::Mates { plies }, moves })
}

/// Returns the legal moves that are not asked for; none if no legal move is named.
fn left_out<V: Variant>(position: &Position<V>, only: &[Move]) -> Vec<u32> {
    let legal = position.legal_moves();
    if !legal.clone().any(|m| only.contains(&m)) {
        return Vec::new();
    }
    let others = legal.filter(|m| !only.contains(m));
    others.filter_map(|m| Some(super::picker::pack(position, m)?.short())).collect()
}

/// Returns whether a deeper search is unlikely to change the answer, or to finish in time.
fn is_enough(request: &Request<'_>, best: &[ScoredLine], moves: usize, unsteady: u32, depth: i32) -> bool {
    let Some(line) = best.first() else { return true };
    if let Some(plies) = line.score.mate_plies()
        && (request.limits.mate.is_some_and(|wanted| plies.unsigned_abs() <= 2 * u64::from(wanted))
            || plies.unsigned_abs() as i32 + 2 <= depth && request.lines == 1)
    {
        return true;
    }
    let Some(target) = request.limits.target else { return false };
    if moves == 1 {
        return true;
    }
    let target = target.mul_f64(0.6 + 0.2 * f64::from(unsteady.min(6)));
    request.has_used(target)
}
