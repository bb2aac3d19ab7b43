//! Solving a problem in one call.

use std::time::{Duration, Instant};

use crate::{Problem, SolveStatus};
use hexmate_core::mate::{
    Attack, Budget, Defence, Findings, Line, Proof, Scope, Stop, TranspositionTable, Try, Unproved, Verdict,
};
use hexmate_core::rules::{Move, PlayerSet};
use hexmate_position::Position;

/// Limits and scope of solving. The default has no limits, 64 MiB of memory and the keys only.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    nodes: Option<u64>,
    time: Option<Duration>,
    memory: usize,
    scope: Scope,
    has_proofs: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self { nodes: None, time: None, memory: 64 << 20, scope: Scope::KEYS, has_proofs: false }
    }
}

impl SolveOptions {
    /// Limits the search to a number of positions, if there is one; the result is the same on every machine.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions, Stop};
    ///
    /// let problem = Problem::new(Position::start(Game::GLINSKI), "#3".parse()?);
    /// let solution = problem.solve(&SolveOptions::default().nodes(100));
    /// assert_eq!(solution.stopped(), Some(Stop::Nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nodes(self, nodes: impl Into<Option<u64>>) -> Self {
        Self { nodes: nodes.into(), ..self }
    }

    /// Limits the time of the search, if there is a limit.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions, Stop};
    /// use std::time::Duration;
    ///
    /// let problem = Problem::new(Position::start(Game::GLINSKI), "#5".parse()?);
    /// let solution = problem.solve(&SolveOptions::default().time(Duration::ZERO));
    /// assert_eq!(solution.stopped(), Some(Stop::Time));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn time(self, time: impl Into<Option<Duration>>) -> Self {
        Self { time: time.into(), ..self }
    }

    /// Sets the memory of the transposition table, in bytes. The solution does not depend on it.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions};
    ///
    /// let problem = Problem::new(Position::start(Game::MINI), "#1".parse()?);
    /// assert!(problem.solve(&SolveOptions::default().memory(1 << 20)).keys().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Sets what to report besides length and keys: variations, tries and set play.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, Scope, SolveOptions};
    ///
    /// let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
    /// let problem = Problem::new(Position::from_fen(Game::GLINSKI, fen)?, "#2".parse()?);
    /// let solution = problem.solve(&SolveOptions::default().scope(Scope::FULL));
    /// let key = &solution.variations()[0];
    /// let after = problem.position.play(key.m)?;
    /// let defences: Vec<String> = key.defences.iter().map(|one| after.san(one.moves[0]).to_string()).collect();
    /// assert_eq!(defences, ["Kg8", "Be9", "Re9"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// Also proves direct mates, for certificates.
    #[doc(hidden)]
    #[must_use]
    pub fn with_proofs(self) -> Self {
        Self { has_proofs: true, ..self }
    }

    /// Returns the budget of a search that begins now. It reads the clock only if there is a time limit.
    #[doc(hidden)]
    pub fn budget(&self) -> Budget<'static> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Budget { nodes: self.nodes, deadline, ..Budget::default() }
    }

    /// Solves a problem within a budget, with the flag, threads, tables of endings and observer that it names.
    #[doc(hidden)]
    pub fn solve_within(
        &self,
        problem: &Problem,
        table: &mut TranspositionTable,
        budget: Budget<'_>,
    ) -> Solution {
        let Problem { position, stipulation, .. } = problem;
        let set_play = self.scope.set_play || problem.tree.has_set_play;
        let findings = position.solve_fully(*stipulation, Scope { set_play, ..self.scope }, table, budget);
        let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(findings.nodes));
        let left = Budget { nodes, observer: None, ..budget };
        let mated = position.victims(&findings, table, left);
        let proof = self.has_proofs.then(|| position.prove(&findings, table, left));
        Solution { problem: problem.clone(), findings, time: None, mated, proof }
    }
}

/// Solution of a problem, complete unless a limit stopped the search.
///
/// ```
/// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
/// use hexmate::{Game, Position, Problem, SolveOptions};
///
/// let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
/// let problem = Problem::new(Position::from_fen(Game::GLINSKI, fen)?, "#2".parse()?);
/// let solution = problem.solve(&SolveOptions::default());
/// assert!(solution.is_sound());
/// assert_eq!(problem.position.san(solution.keys()[0]).to_string(), "Qe10+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub(crate) problem: Problem,
    pub(crate) findings: Findings,
    pub(crate) time: Option<Duration>,
    pub(crate) mated: Result<PlayerSet, Stop>,
    pub(crate) proof: Option<Result<Proof, Unproved>>,
}

impl Solution {
    /// Returns the problem.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions};
    ///
    /// let problem = Problem::new(Position::start(Game::MINI), "#1".parse()?);
    /// assert_eq!(problem.solve(&SolveOptions::default()).problem(), &problem);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns everything that the search found.
    #[doc(hidden)]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns the duration of the search, if it was measured.
    #[doc(hidden)]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the solution with the duration of its search.
    #[doc(hidden)]
    #[must_use]
    pub fn with_time(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// Returns the players mated in the solution, or the limit that stopped their search.
    #[doc(hidden)]
    pub fn mated(&self) -> Result<PlayerSet, Stop> {
        self.mated
    }

    /// Returns the proof of the mate or the reason for its failure; `None` if there was no attempt, or if the solution was
    /// read from a log, which contains only failures.
    #[doc(hidden)]
    pub fn proof(&self) -> Option<&Result<Proof, Unproved>> {
        self.proof.as_ref()
    }

    /// Returns why the search for the solution or for the mated players stopped early, if it did.
    #[doc(hidden)]
    pub fn unfinished(&self) -> Option<Stop> {
        self.findings.stopped.or(self.mated.err())
    }

    /// Returns the value of the column `status` of a report.
    #[doc(hidden)]
    pub fn status(&self) -> SolveStatus {
        SolveStatus::Solved(self.verdict())
    }

    /// Returns the intended number of solutions: 1, unless the problem claims another one.
    #[doc(hidden)]
    pub fn intended(&self) -> usize {
        self.problem.solutions.unwrap_or(1)
    }
}

/// Declares accessors of [`Solution`] with examples that use the same problem.
macro_rules! accessors {
    ($($(#[doc = $doc:literal])* [$test:literal] $name:ident -> $result:ty = |$solution:ident| $body:expr;)*) => {
        impl Solution {
            $(
                $(#[doc = $doc])*
                ///
                /// ```
                /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
                /// use hexmate::{Game, Position, Problem, Scope, SolveOptions, Verdict};
                ///
                /// let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
                /// let problem = Problem::new(Position::from_fen(Game::GLINSKI, fen)?, "#2".parse()?);
                /// let solution = problem.solve(&SolveOptions::default().scope(Scope::FULL));
                #[doc = $test]
                /// # Ok::<(), Box<dyn std::error::Error>>(())
                /// ```
                pub fn $name(&self) -> $result {
                    let $solution = self;
                    $body
                }
            )*
        }
    };
}

accessors! {
    /// Returns the position of the problem.
    ["assert_eq!(solution.position(), &problem.position);"]
    position -> &Position = |this| &this.problem.position;
    /// Returns the verdict: sound, cooked, short, without solution, or not finished.
    ["assert_eq!(solution.verdict(), Verdict::Sound);"]
    verdict -> Verdict = |this| this.findings.verdict_for(this.intended());
    /// Returns whether the problem has exactly the intended solutions at the stipulated length.
    ["assert!(solution.is_sound());"]
    is_sound -> bool = |this| this.verdict() == Verdict::Sound;
    /// Returns the shortest length of a solution, in moves, if there is one.
    ["assert_eq!(solution.length(), Some(2));"]
    length -> Option<u32> = |this| this.findings.mate_in;
    /// Returns the number of solutions: lines in help and series play, otherwise keys.
    ["assert_eq!(solution.count(), 1);"]
    count -> usize = |this| this.findings.count();
    /// Returns the keys of the shortest length, in order.
    [r#"assert_eq!(problem.position.san(solution.keys()[0]).to_string(), "Qe10+");"#]
    keys -> &[Move] = |this| &this.findings.keys;
    /// Returns the lines of the shortest length, in order, in help and series play (`h#2`, `ser-#3`).
    ["assert!(solution.lines().is_empty());"]
    lines -> &[Line] = |this| &this.findings.lines;
    /// Returns the variation tree of each key; empty without [`Scope::variations`].
    ["assert_eq!(solution.variations()[0].m, solution.keys()[0]);"]
    variations -> &[Attack] = |this| &this.findings.variations;
    /// Returns the tries with their refutations; empty if [`Scope::tries`] is 0.
    ["assert!(solution.tries().iter().all(|attempt| attempt.refutations.len() == 1));"]
    tries -> &[Try] = |this| &this.findings.tries;
    /// Returns the set play: the moves of the other side in the diagram, with their answers.
    ["assert!(solution.set_play().iter().all(|defence| !defence.moves.is_empty()));"]
    set_play -> &[Defence] = |this| &this.findings.set_play;
    /// Returns the greatest length proved to have no solution, in moves.
    ["assert_eq!(solution.refuted(), 1);"]
    refuted -> u32 = |this| this.findings.refuted;
    /// Returns the number of positions searched.
    ["assert!(solution.nodes() > 0);"]
    nodes -> u64 = |this| this.findings.nodes;
    /// Returns why the search stopped early, if it did.
    ["assert_eq!(solution.stopped(), None);"]
    stopped -> Option<Stop> = |this| this.findings.stopped;
}

/// A solver that reuses one transposition table for many problems.
#[derive(Debug)]
pub struct Solver {
    options: SolveOptions,
    table: TranspositionTable,
}

impl Solver {
    /// Creates a solver.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions, Solver, Verdict};
    ///
    /// let mut solver = Solver::new(SolveOptions::default());
    /// let problem = Problem::new(Position::start(Game::MINI), "#1".parse()?);
    /// assert_eq!(solver.solve(&problem).verdict(), Verdict::NoSolution);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(options: SolveOptions) -> Self {
        let table = TranspositionTable::with_limit(options.memory);
        Self { options, table }
    }

    /// Solves a problem; the solution does not depend on earlier problems.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions, Solver};
    ///
    /// let problem = Problem::new(Position::start(Game::MINI), "#2".parse()?);
    /// let mut solver = Solver::new(SolveOptions::default());
    /// assert_eq!(solver.solve(&problem), solver.solve(&problem));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, problem: &Problem) -> Solution {
        let budget = self.options.budget();
        self.options.solve_within(problem, &mut self.table, budget)
    }
}

impl Problem {
    /// Solves the problem: the shortest length within the stipulation, with all its keys or lines.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem, SolveOptions, Verdict};
    ///
    /// let problem = Problem::new(Position::start(Game::GLINSKI), "#2".parse()?);
    /// assert_eq!(problem.solve(&SolveOptions::default()).verdict(), Verdict::NoSolution);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, options: &SolveOptions) -> Solution {
        Solver::new(options.clone()).solve(self)
    }
}
