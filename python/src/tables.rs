//! The class `Tables`: probes the endgame tables of a folder.

use std::path::PathBuf;

use hexmate::endgame::{Endgames, Ending, MAX_PIECES, TableScore};
use hexmate_endgame::files::{self, OpenError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::board::Board;
use crate::errors::Problem;
use crate::game::{Game, GameLike, game_or_default, one_of};
use crate::moves::Move;

/// Result of a position, and the plies to the mate or stalemate.
type ScorePair = (&'static str, u16);

/// A move with its result and plies, for the side that moves.
type ScoredMove = (Py<Move>, &'static str, u16);

/// The endgame tables of a game in a folder, as built by `hexmate endgame build -o FOLDER`.
///
/// Tables are opened on first use. All methods return None if a table is missing.
///
/// >>> import hexmate
/// >>> tables = hexmate.Tables("no such folder", "mini")
/// >>> tables.game, tables.score(hexmate.Board("mini", "1/k2/5/3K3/7/7/6Q w - 0 1"))
/// (Game('mini'), None)
#[pyclass(frozen, module = "hexmate")]
pub struct Tables {
    folder: PathBuf,
    game: hexmate::Game,
    endgames: Endgames,
}

fn score_pair(TableScore { worth, plies }: TableScore) -> ScorePair {
    (worth.word(), plies)
}

fn damaged(fault: impl ToString) -> Problem {
    Problem::new("HexmateError", "damaged-table", fault.to_string())
}

impl Tables {
    /// Opens the tables that a position needs; returns `None` if one is missing.
    fn ready(&self, board: &Board) -> Result<Option<&Endgames>, Problem> {
        if board.position()?.game() != self.game {
            return Err(Problem::option(format!(
                "board: expected {}, the game of the tables, found {}",
                self.game.title,
                board.position()?.game().title
            )));
        }
        let ending = Ending::of_position(board.position()?);
        if ending.count() > MAX_PIECES {
            return Ok(None);
        }
        for needed in ending.with_all_successors(self.game.promotions) {
            if self.endgames.get(&needed).is_some() {
                continue;
            }
            match files::open(&self.folder, &self.endgames, &needed) {
                Ok(_) => {}
                Err(OpenError::Missing(_)) => return Ok(None),
                Err(error) => return Err(damaged(error)),
            }
        }
        Ok(Some(&self.endgames))
    }

    /// Probes the tables for a board without the global interpreter lock.
    fn probe<T: Send>(
        &self,
        py: Python<'_>,
        board: &Board,
        query: impl FnOnce(&Endgames) -> T + Send,
    ) -> Result<Option<T>, Problem> {
        py.detach(move || {
            let Some(endgames) = self.ready(board)? else { return Ok(None) };
            let answer = query(endgames);
            endgames.fault().map_or(Ok(Some(answer)), |fault| Err(damaged(fault)))
        })
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (folder, game = None, *, variant = None))]
    fn new(folder: PathBuf, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        let none = || Problem::option(format!("game: there are no endgame tables for {}", game.title));
        Ok(Self { folder, game, endgames: Endgames::new(game).ok_or_else(none)? })
    }

    /// The game of the tables.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// Returns the result of a position for the side to move, and the plies to the mate or stalemate.
    ///
    /// The result is `win`, `stalemating`, `draw`, `stalemated` or `loss`.
    fn score(&self, py: Python<'_>, board: &Board) -> Result<Option<ScorePair>, Problem> {
        let position = board.position()?;
        Ok(self.probe(py, board, |endgames| endgames.score(position).map(score_pair))?.flatten())
    }

    /// Returns all legal moves with result and plies for the side to move, the best first.
    fn moves(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Vec<ScoredMove>>> {
        let position = board.position()?;
        let Some(moves) = self.probe(py, board, |endgames| endgames.moves(position))?.flatten() else {
            return Ok(None);
        };
        let shape = self.game.shape;
        let object = |(m, score)| {
            let (word, plies) = score_pair(score);
            Ok((Move::object(py, shape, m)?, word, plies))
        };
        moves.into_iter().map(object).collect::<PyResult<_>>().map(Some)
    }

    /// Returns a line of best play to the mate or stalemate; empty for a draw.
    fn line(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Vec<Py<Move>>>> {
        let position = board.position()?;
        let line = self.probe(py, board, |endgames| endgames.line(position))?;
        line.map(|line| Move::objects(py, self.game.shape, line.into_iter())).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {} in {}>", self.game.name, self.folder.display())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&PathBuf, &'static str)) {
        (py.get_type::<Self>(), (&self.folder, self.game.name))
    }
}
