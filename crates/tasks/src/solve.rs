//! The task of `solve`.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::ending_tables::EndingTables;
use super::memory::{most_tables, most_threads, table_bytes};
use crate::records::Record;
use hexmate_batch::{Panicked, StopFlag, Task};
use hexmate_core::mate::{Budget, IdleThreads, KnownMates, Observer, TranspositionTable};
use hexmate_position::Game;
use hexmate_problems::select::Ratings;
use hexmate_problems::{Problem, Solution, SolveOptions, Solved, Statement};

/// Options of [`Solve`].
#[derive(Clone, Debug, Default)]
pub struct SolveSettings {
    /// Game of all problems; if `None`, each problem names its own.
    pub game: Option<Game>,
    /// Number of moves for problems without a stipulation.
    pub moves: Option<u32>,
    /// Phases of the solution to search, limits of each search, and proofs. Its memory is not used.
    pub options: SolveOptions,
    /// Memory for all problems that are solved at the same time, in MiB.
    pub mebibytes: Option<usize>,
    /// `true` if the time of each search is measured.
    pub has_clock: bool,
}

impl SolveSettings {
    /// Returns how many threads fit into the memory, at least one.
    fn fitting(&self, threads: NonZeroUsize) -> NonZeroUsize {
        self.mebibytes.map_or(threads, |mebibytes| most_threads(mebibytes).min(threads))
    }
}

/// Task that solves problems.
pub struct Solve {
    settings: SolveSettings,
    /// Size of the table of each worker, in bytes.
    table_bytes: usize,
    /// Number of workers whose tables fit into the memory.
    most_workers: Option<NonZeroUsize>,
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
        let statement = match item.into_statement(&file, self.settings.game) {
            Ok(statement) => statement,
            Err(message) => return Solved::refused(file.to_string(), Statement::default(), message),
        };
        self.solved(&file, statement)
    }

    fn panicked(&self, panic: &Panicked) -> Solved {
        Solved::refused(String::new(), Statement::default(), panic.to_string())
    }

    fn most_workers(&self) -> Option<NonZeroUsize> {
        self.most_workers
    }

    /// Returns whether no search of the problem hit a limit.
    fn is_final(&self, solved: &Solved) -> bool {
        solved.stopped().is_none()
    }
}

impl Solve {
    /// Creates the task. `threads` is the number of workers: those without a problem of their own help the others, as
    /// far as they fit into the memory. Raising `stop` ends searches with what they have proved so far.
    pub fn new(
        settings: SolveSettings,
        endings: EndingTables,
        threads: NonZeroUsize,
        stop: StopFlag,
    ) -> Self {
        let threads = settings.fitting(threads);
        let most_workers = settings.mebibytes.map(|mebibytes| most_tables(mebibytes, threads));
        let (table_bytes, idle) = (table_bytes(settings.mebibytes), IdleThreads::new(threads.get()));
        Self { settings, table_bytes, most_workers, idle, endings, stop, observer: None }
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

    /// Solves a problem of a file and returns its ratings.
    pub fn ratings(&self, file: &str, statement: &Statement) -> Ratings {
        Ratings::of_solved(&self.solved(file, statement.clone()))
    }

    fn solved(&self, file: &str, statement: Statement) -> Solved {
        let SolveSettings { game, moves, .. } = self.settings;
        Solved::new(file.to_owned(), statement, (game, moves), |problem| self.search(problem))
    }

    fn search(&self, problem: &Problem) -> Solution {
        let SolveSettings { options, has_clock, .. } = &self.settings;
        let mut table = TranspositionTable::with_limit(self.table_bytes);
        let busy = self.idle.begin();
        // A browser has no such clock.
        let begun = has_clock.then(Instant::now);
        let interrupt = self.stop.flag().as_ref();
        let budget = options.budget();
        let Problem { position, stipulation, .. } = problem;
        let tables = self.endings.for_problem(position, *stipulation, budget.deadline, interrupt);
        let known = tables.as_deref().map(|endgames| endgames as &dyn KnownMates);
        let observer = self.observer.as_deref().map(|observer| observer as &dyn Observer);
        let budget = Budget { interrupt: Some(interrupt), idle: Some(&self.idle), known, observer, ..budget };
        let solution = options.solve_within(problem, &mut table, budget);
        drop((table, busy));
        solution.with_time(begun.map(|begun| begun.elapsed()))
    }
}
