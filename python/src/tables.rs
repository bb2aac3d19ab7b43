//! Tables of endings in a folder, asked for what a position is worth. Builds none.

use std::path::PathBuf;

use hexmate_endgame::files::{self, OpenError};
use hexmate_endgame::{Endgames, Ending, MOST_PIECES, Score};
use hexmate_position as game;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::Problem;
use crate::game::{Game, GameLike, game_or_default};
use crate::moves::Move;

/// What a position is worth, and the plies to the mate or stalemate.
type Told = (&'static str, u16);

/// A move, and what it is worth to the side that moves.
type Valued = (Py<Move>, &'static str, u16);

/// The tables of a game's endings in a folder, as `hexmate endgame build -o FOLDER` makes them.
///
/// A table is opened when a position asks for it. What it says is None where it is not there.
///
/// >>> import hexmate
/// >>> tables = hexmate.Tables("no such folder", "mini")
/// >>> tables.game, tables.score(hexmate.Board("mini", "1/k2/5/3K3/7/7/6Q w - 0 1"))
/// (Game('mini'), None)
#[pyclass(frozen, module = "hexmate")]
pub struct Tables {
    folder: PathBuf,
    game: game::Game,
    endgames: Endgames,
}

fn told(Score { worth, plies }: Score) -> Told {
    (worth.word(), plies)
}

fn damaged(fault: impl ToString) -> Problem {
    Problem::new("HexmateError", "damaged-table", fault.to_string())
}

impl Tables {
    /// The tables, those open that a position needs; none if one is not there.
    fn ready(&self, board: &Board) -> Result<Option<&Endgames>, Problem> {
        if board.position.game() != self.game {
            return Err(Problem::option(format!("these are tables of {}", self.game.title)));
        }
        let ending = Ending::of_position(&board.position);
        if ending.count() > MOST_PIECES {
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

    /// Asks the tables, without the global lock.
    fn asked<T: Send>(
        &self,
        py: Python<'_>,
        board: &Board,
        ask: impl FnOnce(&Endgames) -> T + Send,
    ) -> Result<Option<T>, Problem> {
        py.detach(move || {
            let Some(endgames) = self.ready(board)? else { return Ok(None) };
            let answer = ask(endgames);
            endgames.fault().map_or(Ok(Some(answer)), |fault| Err(damaged(fault)))
        })
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (folder, game = None))]
    fn new(folder: PathBuf, game: Option<GameLike>) -> Result<Self, Problem> {
        let game = game_or_default(game)?;
        let none = || Problem::option(format!("there are no tables of {}", game.title));
        Ok(Self { folder, game, endgames: Endgames::new(game).ok_or_else(none)? })
    }

    /// The game whose endings they are.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// What a position is worth to the side to move, and the plies to the mate or stalemate.
    ///
    /// The word is `win`, `stalemating`, `draw`, `stalemated` or `loss`. None where a table is missing.
    fn score(&self, py: Python<'_>, board: &Board) -> Result<Option<Told>, Problem> {
        let position = &board.position;
        Ok(self.asked(py, board, |endgames| endgames.score(position).map(told))?.flatten())
    }

    /// All legal moves with what each is worth to the side that moves, the best first.
    fn moves(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Vec<Valued>>> {
        let position = &board.position;
        let Some(moves) = self.asked(py, board, |endgames| endgames.moves(position))?.flatten() else {
            return Ok(None);
        };
        let shape = self.game.shape;
        let object = |(m, score)| {
            let (word, plies) = told(score);
            Ok((Move::object(py, shape, m)?, word, plies))
        };
        moves.into_iter().map(object).collect::<PyResult<_>>().map(Some)
    }

    /// Best play to the mate or stalemate; empty from a draw, None where a table is missing.
    fn line(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Vec<Py<Move>>>> {
        let position = &board.position;
        let line = self.asked(py, board, |endgames| endgames.line(position))?;
        line.map(|line| Move::objects(py, self.game.shape, line.into_iter())).transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {} in {}>", self.game.name, self.folder.display())
    }
}
