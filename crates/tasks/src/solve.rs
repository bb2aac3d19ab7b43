//! Problems solved.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::known::KnownEndings;
use super::memory::Tables;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, IdleThreads, KnownMates, Scope};
use hexmate_position::Game;
use hexmate_problems::{Findings, Problem, Solved, Statement};

/// How far searches go before they give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Positions of one problem.
    pub nodes: Option<u64>,
    /// The time for one problem.
    pub time: Option<Duration>,
    /// Memory for all problems in hand together, in MiB.
    pub mebibytes: Option<usize>,
}

/// What is asked of each problem.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// The game of all problems; else each problem names it.
    pub asked: Option<Game>,
    /// Number of moves of problems that state no stipulation.
    pub moves: Option<u32>,
    /// Phases of the solution to search.
    pub scope: Scope,
    /// Limits of each search.
    pub limits: Limits,
    /// `true` if the time of each search is measured.
    pub has_clock: bool,
    /// `true` if direct mates are proved.
    pub has_proofs: bool,
}

/// Solves problems in several threads.
pub struct Solve {
    options: SolveOptions,
    memory: Tables,
    idle: IdleThreads,
    known: KnownEndings,
    stop: StopFlag,
}

impl Task for Solve {
    type Item = Record;
    type Output = Solved;

    fn work(&self, record: Record) -> Solved {
        let Record { file, item, .. } = record;
        let statement = match item.into_statement(&file) {
            Ok(statement) => statement,
            Err(message) => return Solved::unread(file.to_string(), Statement::default(), message),
        };
        let SolveOptions { asked, moves, .. } = self.options;
        Solved::new(file.to_string(), statement, (asked, moves), |problem| self.search(problem))
    }

    fn panicked(&self, panic: &Panicked) -> Solved {
        Solved::unread(String::new(), Statement::default(), panic.to_string())
    }

    /// A problem that hit a limit is solved again.
    fn is_final(&self, solved: &Solved) -> bool {
        solved.stopped().is_none()
    }
}

impl Solve {
    /// Prepares the searches. Threads without a problem help others; searches end with what they have when
    /// the flag is raised.
    pub fn new(options: SolveOptions, known: KnownEndings, threads: NonZeroUsize, stop: StopFlag) -> Self {
        let memory = Tables::within(options.limits.mebibytes);
        Self { options, memory, idle: IdleThreads::new(threads.get()), known, stop }
    }

    /// The first error in reading the tables of endings. Solutions are right all the same.
    pub fn fault(&self) -> Option<String> {
        self.known.fault()
    }

    /// Solves a problem that no file states.
    pub fn solve(&self, problem: Problem) -> Solved {
        Solved::of_problem(problem, |problem| self.search(problem))
    }

    fn search(&self, problem: &Problem) -> Findings {
        let SolveOptions { limits, scope, .. } = self.options;
        let mut memory = self.memory.wait();
        let busy = self.idle.begin();
        let begun = Instant::now();
        let deadline = limits.time.and_then(|time| begun.checked_add(time));
        let interrupt = Some(self.stop.flag().as_ref());
        let Problem { position, stipulation, .. } = problem;
        let known = self.known.of_problem(position, *stipulation, deadline, self.stop.flag());
        let known = known.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let budget = Budget { nodes: limits.nodes, deadline, interrupt, idle: Some(&self.idle), known };
        let full = position.solve_fully(*stipulation, scope, &mut memory.table, budget);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(full.solution.nodes));
        let left = Budget { nodes: left, ..budget };
        let mated = position.victims(&full.solution, &mut memory.table, left);
        let prove = || position.prove(&full.solution, &mut memory.table, left);
        let proof = self.options.has_proofs.then(prove);
        drop((memory, busy));
        let time = self.options.has_clock.then(|| begun.elapsed());
        Findings { full, time, mated, proof }
    }
}
