//! A diagram or a twin with its solution and its row: what every form of `solve` is rendered from.

use std::cell::OnceCell;

use hexmate_core::mate::{Budget, FullSolution, Proof, TranspositionTable, Unproved};
use hexmate_core::rules::Move;
use hexmate_diagram::{Arrow, Marks, Options, Theme, ToMove, svg};
use hexmate_position::Game;
use hexmate_problems::themes::merits;
use hexmate_problems::{Findings, Outcome, Problem, Solved, SolvedDiagram, Statement};

use serde_json::Value;

use super::{Captions, SolveLook, SolveRow};
use crate::{certificate, json_object};

/// Memory for proofs that are not there yet, in bytes.
const PROOF_TABLE: usize = 16 << 20;

/// A diagram or a twin with its solution.
#[derive(Debug)]
pub struct SolveRecord {
    statement: Statement,
    row: SolveRow,
    solved: Option<SolvedProblem>,
    look: SolveLook,
    /// The row with themes and quality, which take time.
    judged: OnceCell<SolveRow>,
}

/// A problem and its solution.
#[derive(Debug)]
struct SolvedProblem {
    problem: Problem,
    /// As it was found.
    whole: FullSolution,
    /// Without what is hidden.
    shown: FullSolution,
    proof: Option<Result<Proof, Unproved>>,
}

impl SolveRecord {
    /// The diagram of a result and its twins, as they are shown in this look.
    pub fn all(solved: Solved, look: &SolveLook) -> Vec<Self> {
        let Solved { file, statement, outcome, .. } = solved;
        let diagrams = match outcome {
            Outcome::Refused(refusal) => {
                let row = SolveRow::refused(&statement, &refusal);
                return vec![Self::new(statement, row, None, look)];
            }
            Outcome::Solved(diagrams) => diagrams,
        };
        let game = diagrams.iter().find_map(|diagram| Some(diagram.problem.as_ref().ok()?.position.game()));
        let game = game.unwrap_or(Game::GLINSKI);
        let has_twins = diagrams.len() > 1;
        let record = |SolvedDiagram { twin, problem, findings }: SolvedDiagram| {
            let (row, solved) = match (problem, findings) {
                (Ok(problem), Some(Findings { full, time, mated, proof })) => {
                    let row = SolveRow::solved(&statement, &problem, &full, time);
                    let row = row.mating(problem.position.game(), mated);
                    let mut shown = full.clone();
                    if look.hidden.short {
                        shown.hide_short();
                    }
                    if look.hidden.duals {
                        shown.hide_duals();
                    }
                    (row, Some(SolvedProblem { problem, whole: full, shown, proof }))
                }
                (Err(error), _) => {
                    let message = error.message_at(&file, &statement);
                    (SolveRow::refused_twin(game, &statement, &error, message), None)
                }
                (Ok(_), None) => (SolveRow::unread(&statement, "not searched".to_owned()), None),
            };
            let row = match &twin {
                Some(twin) => row.of_twin(twin),
                None if has_twins => row.before_twins(),
                None => row,
            };
            Self::new(statement.clone(), row, solved, look)
        };
        diagrams.into_iter().map(record).collect()
    }

    fn new(statement: Statement, row: SolveRow, solved: Option<SolvedProblem>, look: &SolveLook) -> Self {
        Self { statement, row, solved, look: look.clone(), judged: OnceCell::new() }
    }

    /// The problem as its file states it.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The row, without themes and without a tree.
    pub fn row(&self) -> &SolveRow {
        &self.row
    }

    /// The row with themes, quality and difficulty.
    pub fn judged_row(&self) -> &SolveRow {
        self.judged.get_or_init(|| {
            let merits = self.solved.as_ref().and_then(|SolvedProblem { problem, whole, .. }| {
                merits(&problem.position, whole, problem.solutions.unwrap_or(1))
            });
            self.row.clone().with_merits(merits)
        })
    }

    /// The problem and what is shown of its solution.
    pub fn solved(&self) -> Option<(&Problem, &FullSolution)> {
        self.solved.as_ref().map(|solved| (&solved.problem, &solved.shown))
    }

    /// The row with its tree as an object of JSON.
    pub fn to_object(&self) -> Value {
        let judged = self.judged_row();
        match self.solved() {
            Some((problem, full)) => json_object(&judged.clone().with_tree(problem, full)),
            None => json_object(judged),
        }
    }

    /// The diagram as SVG; `None` if there is no position.
    pub fn picture(&self) -> Option<String> {
        let (problem, full) = self.solved()?;
        let keys: &[Move] = if self.look.has_key_arrows { &full.solution.keys } else { &[] };
        let marks = Marks { arrows: keys.iter().map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
        let plain = Options { marks, title: self.title(), theme: self.look.theme, ..Options::default() };
        let options = match self.look.captions {
            Captions::Shown => Options { caption: self.row.caption(), to_move: ToMove::Marked, ..plain },
            Captions::Hidden => plain,
        };
        Some(svg(&problem.position, &options))
    }

    /// The diagram of a book as SVG.
    pub fn printed_picture(&self) -> Option<String> {
        let (problem, _) = self.solved()?;
        let options = Options {
            theme: Theme::GREYS,
            title: self.title(),
            to_move: ToMove::Marked,
            ..Options::default()
        };
        Some(svg(&problem.position, &options))
    }

    fn title(&self) -> Option<String> {
        Some(self.row.title()).filter(|title| !title.is_empty())
    }

    /// The certificate of a direct mate; `None` if there is no mate, or a limit or a signal ended the search for its
    /// proof. Where no proof was tried, as in a part, it is searched now.
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
