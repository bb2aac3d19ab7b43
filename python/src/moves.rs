//! The class `Move`: two cells and a promotion.

use std::cmp::Ordering;

use hexmate::rules::Shape;
use hexmate::svg::Marks;
use hexmate::{Game, Role, Setup, Uci};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

use crate::cell::{Cell, CellLike, game_of};
use crate::errors::Problem;
use crate::game::{GameLike, game_or_default, one_of};
use crate::marked;
use crate::piece::role_of;

/// A move: two cells and the role to which a pawn promotes. It need not be legal in any position.
///
/// >>> import hexmate
/// >>> move = hexmate.Move.from_uci("f10f11q")
/// >>> move.from_cell, move.to_cell, move.promotion
/// (Cell('f10'), Cell('f11'), 'queen')
/// >>> move == hexmate.Move("f10", "f11", "queen")
/// True
#[pyclass(frozen, eq, ord, hash, module = "hexmate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Shape of the board.
    pub shape: Shape,
    /// Cells and promotion.
    pub m: hexmate::Move,
}

/// Cache of the `Move` objects without promotion on a board, since lists of moves are requested often.
struct Cache {
    shape: Shape,
    /// Number of cell numbers.
    slots: usize,
    /// Objects by first and second cell.
    objects: Vec<PyOnceLock<Py<Move>>>,
}

/// Caches by game; games with the same board share that of the first.
static CACHES: [PyOnceLock<Cache>; Game::ALL.len()] = [const { PyOnceLock::new() }; Game::ALL.len()];

impl Cache {
    /// Returns the cache of a board.
    fn of(py: Python<'_>, shape: Shape) -> &'static Self {
        let number = Game::ALL.iter().position(|game| game.shape == shape).unwrap_or_default();
        CACHES[number].get_or_init(py, || {
            let slots = shape.slots();
            Self { shape, slots, objects: (0..slots * slots).map(|_| PyOnceLock::new()).collect() }
        })
    }

    #[inline]
    fn object(&self, py: Python<'_>, m: hexmate::Move) -> PyResult<Py<Move>> {
        let place = self.objects.get(m.from.index() * self.slots + m.to.index());
        let place = place.filter(|_| m.promotion.is_none());
        match place.and_then(|place| place.get(py)) {
            Some(object) => Ok(object.clone_ref(py)),
            None => self.create(py, place, m),
        }
    }

    /// Creates an object, and stores it in its place in the cache, if it has one.
    #[cold]
    fn create(
        &self,
        py: Python<'_>,
        place: Option<&PyOnceLock<Py<Move>>>,
        m: hexmate::Move,
    ) -> PyResult<Py<Move>> {
        let make = || Py::new(py, Move { shape: self.shape, m });
        match place {
            Some(place) => Ok(place.get_or_try_init(py, make)?.clone_ref(py)),
            None => make(),
        }
    }
}

/// A move that becomes an object of a cache.
struct Cached(&'static Cache, hexmate::Move);

impl<'py> IntoPyObject<'py> for Cached {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        Ok(self.0.object(py, self.1)?.into_bound(py))
    }
}

impl Move {
    /// Returns the object of a move on a board.
    pub fn object(py: Python<'_>, shape: Shape, m: hexmate::Move) -> PyResult<Py<Self>> {
        Cache::of(py, shape).object(py, m)
    }

    /// Returns the objects of several moves.
    pub fn objects(
        py: Python<'_>,
        shape: Shape,
        moves: impl ExactSizeIterator<Item = hexmate::Move>,
    ) -> PyResult<Vec<Py<Self>>> {
        let cache = Cache::of(py, shape);
        moves.map(|m| cache.object(py, m)).collect()
    }

    /// Returns a list of the objects of several moves.
    pub fn list(
        py: Python<'_>,
        shape: Shape,
        moves: impl ExactSizeIterator<Item = hexmate::Move>,
    ) -> PyResult<Bound<'_, PyList>> {
        let cache = Cache::of(py, shape);
        PyList::new(py, moves.map(|m| Cached(cache, m)))
    }

    fn text(self) -> String {
        Uci(self.shape, self.m).to_string()
    }
}

/// Parses a move in UCI, legal or not.
pub fn read_uci(shape: Shape, text: &str) -> Result<hexmate::Move, Problem> {
    let unread = || {
        Problem::new("InvalidMoveError", "unreadable-move", format!("cannot parse {text:?} as a UCI move"))
    };
    Uci::parse(shape, text.as_bytes()).ok_or_else(unread)
}

/// The order by first cell, then by second cell; moves on a smaller board come first.
impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.shape.count(), self.m).partial_cmp(&(other.shape.count(), other.m))
    }
}

#[pymethods]
impl Move {
    /// Returns the move between two cells on the board of a game; `promotion` is the name of a role.
    #[new]
    #[pyo3(signature = (from_cell, to_cell, promotion = None, game = None, *, variant = None))]
    fn new(
        from_cell: CellLike,
        to_cell: CellLike,
        promotion: Option<&str>,
        game: Option<GameLike>,
        variant: Option<GameLike>,
    ) -> Result<Self, Problem> {
        let game = one_of(game, variant)?;
        let given = [&from_cell, &to_cell].into_iter().find_map(|cell| match cell {
            CellLike::Cell(cell) => Some(game_of(cell.shape)),
            CellLike::Name(_) => None,
        });
        let game = match (game, given) {
            (None, Some(given)) => given,
            (game, _) => game_or_default(game)?,
        };
        let promotion = promotion.map(role_of).transpose()?;
        let m = hexmate::Move { from: from_cell.cell(&game)?, to: to_cell.cell(&game)?, promotion };
        Ok(Self { shape: game.shape, m })
    }

    /// Parses a move in UCI, such as `f10f11q`, legal or not.
    #[staticmethod]
    #[pyo3(signature = (text, game = None, *, variant = None))]
    fn from_uci(text: &str, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        let shape = game_or_default(one_of(game, variant)?)?.shape;
        Ok(Self { shape, m: read_uci(shape, text)? })
    }

    /// The cell from which the piece moves.
    #[getter]
    fn from_cell(&self) -> Cell {
        Cell { shape: self.shape, cell: self.m.from }
    }

    /// The cell to which the piece moves.
    #[getter]
    fn to_cell(&self) -> Cell {
        Cell { shape: self.shape, cell: self.m.to }
    }

    /// Another name of `from_cell`, as in python-chess.
    #[getter]
    fn from_square(&self) -> Cell {
        self.from_cell()
    }

    /// Another name of `to_cell`, as in python-chess.
    #[getter]
    fn to_square(&self) -> Cell {
        self.to_cell()
    }

    /// Name of the role to which a pawn promotes, or None.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        self.m.promotion.map(Role::name)
    }

    /// Returns the move in UCI: two cells and the letter of a promotion, such as `f10f11q`.
    fn uci(&self) -> String {
        self.text()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let game = game_of(self.shape);
        match game.name {
            "glinski" => format!("Move.from_uci('{}')", self.text()),
            name => format!("Move.from_uci('{}', '{name}')", self.text()),
        }
    }

    /// Returns a diagram of the move as an arrow on an empty board, for notebooks.
    fn _repr_svg_(&self) -> String {
        let setup = Setup::empty(game_of(self.shape));
        marked::with_marks(&setup, Marks::new().arrow(self.m))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        let make = py.get_type::<Self>().getattr("from_uci")?;
        Ok((make, (self.text(), game_of(self.shape).name)))
    }
}
