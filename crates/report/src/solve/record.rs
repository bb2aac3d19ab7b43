//! A solved diagram or twin, from which every form of `solve` is rendered.

use std::cell::OnceCell;
use std::rc::Rc;

use hexmate_core::mate::{Budget, FullSolution, Proof, TranspositionTable, Unproved};
use hexmate_core::rules::Move;
use hexmate_diagram::{Arrow, Caption, ColourTheme, Coordinates, Marks, Options, ToMove, View, svg};
use hexmate_position::Setup;
use hexmate_problems::themes::merits;
use hexmate_problems::{Findings, Problem, ProblemOutcome, Solved, Statement, Twin};
use serde_json::Value;

use super::{Captions, Hidden, SolveLook, SolveRow};
use crate::{certificate, json_object};

/// Size of the table for missing proofs, in bytes.
const PROOF_TABLE: usize = 16 << 20;

/// A diagram or a twin with its solution.
#[derive(Debug)]
pub struct SolveRecord {
    statement: Rc<Statement>,
    row: SolveRow,
    solved: Option<SolvedProblem>,
    /// Row with themes and quality, computed when first needed.
    with_merits: OnceCell<SolveRow>,
}

/// A problem and its solution.
#[derive(Debug)]
struct SolvedProblem {
    problem: Problem,
    /// The complete solution.
    whole: FullSolution,
    /// The solution without hidden parts; `None` if nothing is hidden.
    shown: Option<FullSolution>,
    proof: Option<Result<Proof, Unproved>>,
}

impl SolveRecord {
    /// Returns the diagram of a result and its twins, without hidden parts.
    pub fn all(solved: Solved, hidden: Hidden) -> Vec<Self> {
        let Solved { file, statement, outcome, .. } = solved;
        let statement = Rc::new(statement);
        let (problem, findings, twins) = match outcome {
            ProblemOutcome::Refused(refusal) => {
                let row = SolveRow::refused(&statement, &refusal);
                return vec![Self::new(&statement, row, None)];
            }
            ProblemOutcome::Solved { problem, findings, twins } => (*problem, *findings, twins),
        };
        let game = problem.position.game();
        let solved = |problem: Problem, findings: Findings, named: &dyn Fn(SolveRow) -> SolveRow| {
            let Findings { full, time, mated, proof } = findings;
            let row = SolveRow::solved(&statement, &problem, &full, time).with_victims(game, mated);
            let shown = hidden.apply(&full);
            Self::new(&statement, named(row), Some(SolvedProblem { problem, whole: full, shown, proof }))
        };
        let has_twins = !twins.is_empty();
        let zero = hexmate_problems::zero_change(&statement.twin);
        let first = solved(problem, findings, &|row| match &zero {
            Some(change) => row.as_first_of_twins(change),
            None if has_twins => row.as_first_of_twins(""),
            None => row,
        });
        let twin = |(twin, findings): (Twin, Option<Findings>)| match (&twin.problem, findings) {
            (Ok(problem), Some(findings)) => solved(problem.clone(), findings, &|row| row.as_twin(&twin)),
            (Ok(_), None) => unreachable!("every twin that is a problem is searched"),
            (Err(error), _) => {
                let message = error.message_at(&file, &statement);
                let row = SolveRow::refused_twin(game, &statement, error, message).as_twin(&twin);
                Self::new(&statement, row, None)
            }
        };
        std::iter::once(first).chain(twins.into_iter().map(twin)).collect()
    }

    fn new(statement: &Rc<Statement>, row: SolveRow, solved: Option<SolvedProblem>) -> Self {
        Self { statement: Rc::clone(statement), row, solved, with_merits: OnceCell::new() }
    }

    /// Returns the problem as its file states it.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// Returns the row without themes and tree.
    pub fn row(&self) -> &SolveRow {
        &self.row
    }

    /// Returns the row with themes, quality and difficulty.
    pub fn row_with_merits(&self) -> &SolveRow {
        self.with_merits.get_or_init(|| {
            let merits = self.solved.as_ref().and_then(|SolvedProblem { problem, whole, .. }| {
                merits(&problem.position, whole, problem.solutions.unwrap_or(1))
            });
            self.row.clone().with_merits(merits)
        })
    }

    /// Returns the problem and its solution without hidden parts.
    pub fn solved(&self) -> Option<(&Problem, &FullSolution)> {
        self.solved
            .as_ref()
            .map(|SolvedProblem { problem, whole, shown, .. }| (problem, shown.as_ref().unwrap_or(whole)))
    }

    /// Returns the row with its tree as a JSON object.
    pub fn to_object(&self) -> Value {
        let row = self.row_with_merits();
        match self.solved() {
            Some((problem, full)) => json_object(&row.clone().with_tree(problem, full)),
            None => json_object(row),
        }
    }

    /// Returns the diagram as SVG; `None` without a position.
    pub fn picture(&self, look: &SolveLook) -> Option<String> {
        let (problem, full) = self.solved()?;
        let keys: &[Move] = if look.has_key_arrows { &full.solution.keys } else { &[] };
        let marks = Marks { arrows: keys.iter().map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
        let plain = Options { marks, title: self.title(), theme: look.theme, ..Options::default() };
        let options = match self.caption(look) {
            Some(caption) => Options { caption, to_move: ToMove::Marked, ..plain },
            None => plain,
        };
        Some(svg(&problem.position, &options))
    }

    /// Returns the caption of the diagram; `None` without one.
    pub fn caption(&self, look: &SolveLook) -> Option<Caption> {
        let (problem, _) = self.solved()?;
        let caption = || self.row.caption(&self.statement, problem.solutions, look.language);
        match look.captions {
            Captions::Hidden => None,
            Captions::Shown => Some(caption()),
            Captions::WithPieces => {
                let mut caption = caption();
                let pieces = Setup::from(&problem.position).to_pieces(&look.language.letters);
                caption.below.extend(pieces.split("; ").map(str::to_owned));
                Some(caption)
            }
        }
    }

    /// Returns the diagram for a book as SVG; `None` without a position.
    ///
    /// That of twin a) is the diagram from which all twins are made, also if it is not a problem.
    pub fn printed_picture(&self) -> Option<String> {
        let (problem, _) = self.solved()?;
        let is_first = self.row.twin_letter() == Some('a');
        let diagram = self.statement.setup(problem.position.game()).ok().filter(|_| is_first);
        let setup = diagram.unwrap_or_else(|| Setup::from(&problem.position));
        let options = Options {
            theme: ColourTheme::GREYS,
            view: View { coordinates: Coordinates::Large, ..View::default() },
            title: self.title(),
            to_move: ToMove::Marked,
            ..Options::default()
        };
        Some(svg(&setup, &options))
    }

    fn title(&self) -> Option<String> {
        Some(self.row.title()).filter(|title| !title.is_empty())
    }

    /// Returns the certificate of a direct mate; `None` without a mate, or if a limit or a signal stopped the search.
    ///
    /// A proof that was not searched before, as in a part of a sharded run, is searched now.
    pub fn certificate(&self) -> Option<String> {
        let SolvedProblem { problem: Problem { position, .. }, whole, proof, .. } = self.solved.as_ref()?;
        let proof = match proof {
            Some(proof) => proof.clone().ok()?,
            None if whole.solution.stopped.is_some() => return None,
            None => {
                let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
                position.prove(&whole.solution, table, Budget::default()).ok()?
            }
        };
        Some(certificate(self.row.name(), position, &whole.solution, &proof).to_string())
    }
}
