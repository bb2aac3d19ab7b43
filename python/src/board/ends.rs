//! How a game on a board has ended, and which draws may be claimed.

use hexmate_core::rules;
use hexmate_games::pgn::{Score, Shares};
use hexmate_position::letter;
use hexmate_position::{DrawClaim, End, History, MaterialRule};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::Board;

/// How a game has ended.
///
/// >>> import hexmate
/// >>> board = hexmate.Board(moves="e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split())
/// >>> outcome = board.outcome()
/// >>> outcome.termination, outcome.winner, outcome.result
/// ('checkmate', 'w', '1-0')
#[pyclass(frozen, eq, hash, module = "hexmate")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    termination: &'static str,
    winner: Option<char>,
    result: String,
}

#[pymethods]
impl Outcome {
    /// Why: checkmate, stalemate, nobody-moves, material, fivefold-repetition, seventy-five-moves; if claims
    /// count, also threefold-repetition and fifty-moves.
    #[getter]
    fn termination(&self) -> &'static str {
        self.termination
    }

    /// The letter of the player who has mated; None after any other end.
    #[getter]
    fn winner(&self) -> Option<char> {
        self.winner
    }

    /// The result as PGN writes it: `1-0`, `3/4-1/4`, `1/3-1/3-1/3`.
    #[getter]
    fn result(&self) -> &str {
        &self.result
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("<Outcome {} {} winner={winner}>", self.termination, self.result)
    }
}

impl Board {
    /// The game since the last move that cannot be taken back by others: nothing before it can repeat.
    fn history(&self) -> History {
        let back = usize::try_from(self.position.halfmoves()).unwrap_or(usize::MAX);
        let first = self.past.len().saturating_sub(back);
        let played = &self.past[first..];
        let start = played.first().map_or(&self.position, |(start, _)| start);
        let mut history = History::new(start.clone());
        for &(_, m) in played {
            // They were legal when they were played.
            let _ = history.play(m);
        }
        history
    }

    fn drawn(&self, termination: &'static str) -> Outcome {
        let game = self.game();
        let result = match Shares::among(self.position.living(), game.players) {
            Some(shares) => Score::Shared(shares),
            None => Score::Draw,
        };
        Outcome { termination, winner: None, result: result.to_string() }
    }

    fn ended(&self, end: End) -> Outcome {
        let result = Score::of(&self.position).to_string();
        match end {
            End::Outcome(rules::Outcome::Mate { winner }) => {
                let winner = Some(letter(&self.game(), winner));
                Outcome { termination: "checkmate", winner, result }
            }
            End::Outcome(rules::Outcome::Stalemate { .. }) => {
                Outcome { termination: "stalemate", winner: None, result }
            }
            End::Outcome(rules::Outcome::NobodyMoves) => {
                Outcome { termination: "nobody-moves", winner: None, result }
            }
            End::Material => self.drawn("material"),
            End::FivefoldRepetition => self.drawn("fivefold-repetition"),
            End::SeventyFiveMoves => self.drawn("seventy-five-moves"),
        }
    }

    fn judged(&self, claim_draw: bool) -> Option<Outcome> {
        let history = self.history();
        let end = history.end(MaterialRule::Draw).map(|end| self.ended(end));
        let claimed = || {
            history.claims().next().map(|claim| {
                self.drawn(match claim {
                    DrawClaim::ThreefoldRepetition => "threefold-repetition",
                    DrawClaim::FiftyMoves => "fifty-moves",
                })
            })
        };
        end.or_else(|| claim_draw.then(claimed).flatten())
    }
}

#[pymethods]
impl Board {
    /// Whether the player to move is attacked.
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Whether the player to move is attacked and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.position.is_mate()
    }

    /// Whether the player to move is not attacked and has no legal move.
    fn is_stalemate(&self) -> bool {
        !self.position.is_check() && !self.position.has_moves()
    }

    /// Whether the pieces left cannot force a mate, by decision of this project.
    fn is_insufficient_material(&self) -> bool {
        self.position.material() == rules::Material::CannotForceMate
    }

    /// Whether the position has been on the board this often, now included.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.history().occurrences() >= count
    }

    /// Draws that may be claimed now: `threefold-repetition`, `fifty-moves`.
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let history = self.history();
        let names: Vec<&str> = history
            .claims()
            .map(|claim| match claim {
                DrawClaim::ThreefoldRepetition => "threefold-repetition",
                DrawClaim::FiftyMoves => "fifty-moves",
            })
            .collect();
        PyTuple::new(py, names)
    }

    /// How the game has ended; None if it goes on. With `claim_draw`, a draw that may be claimed is one.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        self.judged(claim_draw)
    }

    /// Whether the game has ended.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.judged(claim_draw).is_some()
    }

    /// The result as PGN writes it; `*` if the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> String {
        self.judged(claim_draw).map_or("*".to_owned(), |outcome| outcome.result)
    }
}
