//! Methods of `Board` about the end of a game and draws that can be claimed.

use hexmate_core::rules;
use hexmate_games::pgn::{GameResult, Shares};
use hexmate_position::letter;
use hexmate_position::{DrawClaim, End, History, MaterialRule, Position};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use super::Board;
use crate::classes::{class, word};
use crate::errors::Problem;
use crate::player::PlayerLetter;

/// The end of a game: termination, winner and result.
///
/// >>> import hexmate
/// >>> board = hexmate.Board(moves="e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split())
/// >>> outcome = board.outcome()
/// >>> outcome.termination, outcome.winner, outcome.result
/// ('checkmate', 'w', '1-0')
#[pyclass(frozen, eq, hash, module = "hexmate")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    termination: Termination,
    winner: Option<char>,
    result: String,
}

/// The reason why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Termination {
    Checkmate,
    Stalemate,
    NobodyMoves,
    Material,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
}

/// The class of reasons.
static TERMINATION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

impl Termination {
    const ALL: [Self; 8] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::NobodyMoves,
        Self::Material,
        Self::FivefoldRepetition,
        Self::SeventyFiveMoves,
        Self::ThreefoldRepetition,
        Self::FiftyMoves,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::NobodyMoves => "nobody-moves",
            Self::Material => "material",
            Self::FivefoldRepetition => "fivefold-repetition",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::ThreefoldRepetition => "threefold-repetition",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}

impl From<DrawClaim> for Termination {
    fn from(claim: DrawClaim) -> Self {
        match claim {
            DrawClaim::ThreefoldRepetition => Self::ThreefoldRepetition,
            DrawClaim::FiftyMoves => Self::FiftyMoves,
        }
    }
}

#[pymethods]
impl Outcome {
    /// Creates an outcome from the name of its reason, the letter of the winner, and the result as in PGN.
    #[new]
    #[pyo3(signature = (termination, winner, result))]
    fn new(termination: &str, winner: Option<char>, result: String) -> Result<Self, Problem> {
        let names = || Termination::ALL.map(Termination::name).join(", ");
        let unknown =
            || Problem::option(format!("unknown termination {termination:?}; use one of {}", names()));
        let found = Termination::ALL.into_iter().find(|one| one.name() == termination);
        Ok(Self { termination: found.ok_or_else(unknown)?, winner, result })
    }

    /// The reason: checkmate, stalemate, nobody-moves, material, fivefold-repetition or seventy-five-moves; with
    /// `claim_draw` also threefold-repetition or fifty-moves.
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        class(py, &TERMINATION, "Termination")?.call1((self.termination.name(),))
    }

    /// The letter of the player who gave checkmate; None for any other end.
    #[getter]
    fn winner(&self) -> Option<PlayerLetter> {
        self.winner.map(PlayerLetter)
    }

    /// The result as in PGN: `1-0`, `3/4-1/4`, `1/3-1/3-1/3`. `outcome.result()` is the same.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        word(py, &self.result)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&'static str, Option<char>, &str)) {
        (py.get_type::<Self>(), (self.termination.name(), self.winner, &self.result))
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("<Outcome {} {} winner={winner}>", self.termination.name(), self.result)
    }
}

impl Board {
    /// Returns the game since the last irreversible move; earlier positions cannot repeat.
    fn history(&self) -> Result<History, Problem> {
        let position = self.position()?;
        let back = usize::try_from(position.halfmoves()).unwrap_or(usize::MAX);
        let first = self.past.len().saturating_sub(back);
        let played = &self.past[first..];
        let start = played.first().map_or(position, |(start, _)| start);
        let mut history = History::new(start.clone());
        for &(_, m) in played {
            // The moves are legal, since they have been played.
            let _ = history.play(m);
        }
        Ok(history)
    }

    /// Returns whether `moves` moves of each player have been made without a capture or pawn move, and one more is legal.
    fn has_no_progress_for(&self, moves: u32) -> Result<bool, Problem> {
        let position = self.position()?;
        Ok(position.halfmoves() >= moves * u32::from(position.game().players) && position.has_moves())
    }

    fn can_claim(&self, wanted: DrawClaim) -> Result<bool, Problem> {
        Ok(self.history()?.claims().any(|claim| claim == wanted))
    }

    fn draw(position: &Position, termination: Termination) -> Outcome {
        let result = match Shares::among(position.living(), position.game().players) {
            Some(shares) => GameResult::Shared(shares),
            None => GameResult::Draw,
        };
        Outcome { termination, winner: None, result: result.to_string() }
    }

    fn outcome_of(position: &Position, end: End) -> Outcome {
        let result = GameResult::of(position).to_string();
        match end {
            End::Outcome(rules::Outcome::Mate { winner }) => {
                let winner = Some(letter(&position.game(), winner));
                Outcome { termination: Termination::Checkmate, winner, result }
            }
            End::Outcome(rules::Outcome::Stalemate { .. }) => {
                Outcome { termination: Termination::Stalemate, winner: None, result }
            }
            End::Outcome(rules::Outcome::NobodyMoves) => {
                Outcome { termination: Termination::NobodyMoves, winner: None, result }
            }
            End::Material => Self::draw(position, Termination::Material),
            End::FivefoldRepetition => Self::draw(position, Termination::FivefoldRepetition),
            End::SeventyFiveMoves => Self::draw(position, Termination::SeventyFiveMoves),
        }
    }

    fn final_outcome(&self, claim_draw: bool) -> Result<Option<Outcome>, Problem> {
        let (history, position) = (self.history()?, self.position()?);
        let end = history.end(MaterialRule::Draw).map(|end| Self::outcome_of(position, end));
        let claimed = || history.claims().next().map(|claim| Self::draw(position, claim.into()));
        Ok(end.or_else(|| claim_draw.then(claimed).flatten()))
    }
}

#[pymethods]
impl Board {
    /// Returns True if the player to move is in check.
    fn is_check(&self) -> Result<bool, Problem> {
        Ok(self.position()?.is_check())
    }

    /// Returns True if the player to move is in check and has no legal move.
    fn is_checkmate(&self) -> Result<bool, Problem> {
        Ok(self.position()?.is_mate())
    }

    /// Returns True if the player to move is not in check and has no legal move.
    fn is_stalemate(&self) -> Result<bool, Problem> {
        let position = self.position()?;
        Ok(!position.is_check() && !position.has_moves())
    }

    /// Returns True if the remaining pieces cannot force mate, by the rule of this project.
    fn is_insufficient_material(&self) -> Result<bool, Problem> {
        Ok(self.position()?.material() == rules::Material::CannotForceMate)
    }

    /// Returns True if the position has occurred at least `count` times, including now.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> Result<bool, Problem> {
        Ok(self.history()?.occurrences() >= count)
    }

    /// Returns True if the position has occurred five times, which ends the game.
    fn is_fivefold_repetition(&self) -> Result<bool, Problem> {
        Ok(self.history()?.occurrences() >= 5)
    }

    /// Returns True if 50 moves of each player without a capture or pawn move have been made, and there is a legal move.
    fn is_fifty_moves(&self) -> Result<bool, Problem> {
        self.has_no_progress_for(50)
    }

    /// Returns True if 75 moves of each player without a capture or pawn move have been made, which ends the game, and there is
    /// a legal move.
    fn is_seventyfive_moves(&self) -> Result<bool, Problem> {
        self.has_no_progress_for(75)
    }

    /// Returns True if a draw can be claimed now; see `claims`.
    fn can_claim_draw(&self) -> Result<bool, Problem> {
        Ok(self.history()?.claims().next().is_some())
    }

    /// Returns True if a draw by 50 moves without a capture or pawn move can be claimed.
    fn can_claim_fifty_moves(&self) -> Result<bool, Problem> {
        self.can_claim(DrawClaim::FiftyMoves)
    }

    /// Returns True if a draw by threefold repetition can be claimed.
    fn can_claim_threefold_repetition(&self) -> Result<bool, Problem> {
        self.can_claim(DrawClaim::ThreefoldRepetition)
    }

    /// Returns the draws that can be claimed now: `threefold-repetition`, `fifty-moves`.
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names: Vec<&str> =
            self.history()?.claims().map(|claim| Termination::from(claim).name()).collect();
        PyTuple::new(py, names)
    }

    /// Returns the end of the game; None while it is in progress. With `claim_draw`, a draw that can be claimed ends it.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(&self, claim_draw: bool) -> Result<Option<Outcome>, Problem> {
        self.final_outcome(claim_draw)
    }

    /// Returns True if the game has ended; see `outcome`.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> Result<bool, Problem> {
        Ok(self.final_outcome(claim_draw)?.is_some())
    }

    /// Returns the result as in PGN; `*` while the game is in progress. See `outcome`.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> Result<String, Problem> {
        Ok(self.final_outcome(claim_draw)?.map_or("*".to_owned(), |outcome| outcome.result))
    }
}
