//! The task of `solve`.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::ending_tables::EndingTables;
use super::memory::TablePool;
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, IdleThreads, KnownMates, Observer, Scope};
use hexmate_position::Game;
use hexmate_problems::select::Ratings;
use hexmate_problems::{Findings, Problem, Solved, Statement};
use hexmate_report::{Hidden, SolveRecord, SolveRow, TableRow, cell_text};

/// Limits of the search for the solution of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolveLimits {
    /// Nodes of one problem.
    pub nodes: Option<u64>,
    /// Time for one problem.
    pub time: Option<Duration>,
    /// Memory for all problems that are solved at the same time, in MiB.
    pub mebibytes: Option<usize>,
}

/// Options of [`Solve`].
#[derive(Clone, Copy, Debug)]
pub struct SolveSettings {
    /// Game of all problems; if `None`, each problem names its own.
    pub game: Option<Game>,
    /// Number of moves for problems without a stipulation.
    pub moves: Option<u32>,
    /// Phases of the solution to search.
    pub scope: Scope,
    /// Limits of each search.
    pub limits: SolveLimits,
    /// `true` if the time of each search is measured.
    pub has_clock: bool,
    /// `true` if direct mates are proved.
    pub has_proofs: bool,
}

/// Task that solves problems.
pub struct Solve {
    options: SolveSettings,
    memory: TablePool,
    idle: IdleThreads,
    endings: EndingTables,
    stop: StopFlag,
    observer: Option<Box<dyn Observer + Send>>,
}

impl Task for Solve {
    type Item = Record;
    type Output = Solved;

    fn work(&self, record: Record) -> Solved {
        let Record { file, item, .. } = record;
        let statement = match item.into_statement(&file, self.options.game) {
            Ok(statement) => statement,
            Err(message) => return Solved::refused(file.to_string(), Statement::default(), message),
        };
        let SolveSettings { game, moves, .. } = self.options;
        Solved::new(file.to_string(), statement, (game, moves), |problem| self.search(problem))
    }

    fn panicked(&self, panic: &Panicked) -> Solved {
        Solved::refused(String::new(), Statement::default(), panic.to_string())
    }

    /// Returns whether no search of the problem hit a limit.
    fn is_final(&self, solved: &Solved) -> bool {
        solved.stopped().is_none()
    }
}

impl Solve {
    /// Creates the task. `threads` is the number of workers: those without a problem of their own help the others.
    /// Raising `stop` ends searches with what they have proved so far.
    pub fn new(options: SolveSettings, endings: EndingTables, threads: NonZeroUsize, stop: StopFlag) -> Self {
        let memory = TablePool::with_limit(options.limits.mebibytes);
        Self { options, memory, idle: IdleThreads::new(threads.get()), endings, stop, observer: None }
    }

    /// Reports the progress of each search to an observer.
    #[must_use]
    pub fn with_observer(self, observer: impl Observer + Send + 'static) -> Self {
        Self { observer: Some(Box::new(observer)), ..self }
    }

    /// Returns the first error of reading endgame tables. Solutions are correct nevertheless.
    pub fn fault(&self) -> Option<String> {
        self.endings.fault()
    }

    /// Solves a problem that does not come from a file.
    pub fn solve(&self, problem: Problem) -> Solved {
        Solved::of_problem(problem, |problem| self.search(problem))
    }

    /// Solves a problem of a file and returns its ratings, as the first row of a report has them.
    pub fn ratings(&self, file: &str, statement: &Statement) -> Ratings {
        let SolveSettings { game, moves, .. } = self.options;
        let search = |problem: &Problem| self.search(problem);
        let solved = Solved::new(file.to_owned(), statement.clone(), (game, moves), search);
        let records = SolveRecord::all(solved, Hidden::default());
        let Some(record) = records.first() else { return Ratings::default() };
        let cells = record.row_with_merits().cells();
        Ratings::of_columns(|name| {
            let place = SolveRow::COLUMNS.iter().position(|column| *column == name)?;
            Some(Cow::Owned(cell_text(&cells[place]).into_owned()))
        })
    }

    fn search(&self, problem: &Problem) -> Findings {
        let SolveSettings { limits, scope, has_clock, .. } = self.options;
        let mut memory = self.memory.take();
        let busy = self.idle.begin();
        // A browser has no such clock.
        let begun = (has_clock || limits.time.is_some()).then(Instant::now);
        let deadline = begun.zip(limits.time).and_then(|(begun, time)| begun.checked_add(time));
        let interrupt = Some(self.stop.flag().as_ref());
        let Problem { position, stipulation, .. } = problem;
        let tables = self.endings.for_problem(position, *stipulation, deadline, self.stop.flag());
        let known = tables.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let observer = self.observer.as_deref().map(|observer| observer as &dyn Observer);
        let budget =
            Budget { nodes: limits.nodes, deadline, interrupt, idle: Some(&self.idle), known, observer };
        let scope = Scope { set_play: scope.set_play || problem.tree.has_set_play, ..scope };
        let full = position.solve_fully(*stipulation, scope, &mut memory.table, budget);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(full.solution.nodes));
        let left = Budget { nodes: left, observer: None, ..budget };
        let mated = position.victims(&full.solution, &mut memory.table, left);
        let prove = || position.prove(&full.solution, &mut memory.table, left);
        let proof = self.options.has_proofs.then(prove);
        drop((memory, busy));
        let time = begun.filter(|_| has_clock).map(|begun| begun.elapsed());
        Findings { full, time, mated, proof }
    }
}
