//! The class `Cell`: a cell with its axial coordinates, file and rank.

use std::cmp::Ordering;

use hexmate_core::geometry;
use hexmate_core::geometry::{Hex, Shape};
use hexmate_position as game;
use hexmate_position::Coordinate;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;

use crate::errors::{Problem, expected};
use crate::game::{Game, GameLike, game_or_default, one_of};

/// A cell of a board.
///
/// Functions that take a cell also accept its name.
///
/// >>> import hexmate
/// >>> cell = hexmate.Cell("f6")
/// >>> cell.file, cell.rank, (cell.q, cell.r)
/// ('f', 6, (0, 0))
/// >>> hexmate.Cell.axial(-5, 0)
/// Cell('a6')
/// >>> cell.distance(hexmate.Cell("a1"))
/// 5
#[pyclass(frozen, eq, ord, hash, module = "hexmate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Shape of the board.
    pub shape: Shape,
    /// Cell of that board.
    pub cell: geometry::Cell,
}

/// An argument that names a cell.
pub enum CellLike {
    /// A `Cell` object.
    Cell(Cell),
    /// The name of a cell.
    Name(PyBackedStr),
}

impl<'py> FromPyObject<'_, 'py> for CellLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(cell) = object.cast::<Cell>() {
            return Ok(Self::Cell(*cell.get()));
        }
        let name = object.cast::<PyString>().map_err(|_| expected("a Cell or its name", &object))?;
        name.extract().map(Self::Name)
    }
}

impl CellLike {
    /// Returns the cell on the board of a game. A cell of another board names the cell with the same name.
    pub fn cell(&self, game: &game::Game) -> Result<geometry::Cell, Problem> {
        let named = |name: &str| {
            Coordinate::parse(game.shape, name.as_bytes()).ok_or_else(|| Problem::cell(game, name))
        };
        match self {
            Self::Cell(Cell { shape, cell }) if *shape == game.shape => Ok(*cell),
            Self::Cell(other) => named(&other.name()),
            Self::Name(name) => named(name),
        }
    }
}

/// Returns the first game with a board of this shape.
pub fn game_of(shape: Shape) -> game::Game {
    game::Game::ALL.iter().copied().find(|game| game.shape == shape).unwrap_or_default()
}

impl Cell {
    fn hex(self) -> Hex {
        self.shape.hex(self.cell)
    }

    fn coordinate(self) -> Coordinate {
        Coordinate(self.shape, self.cell)
    }
}

/// The order of the cells of a board; cells of a smaller board come first.
impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.shape.count(), self.cell).partial_cmp(&(other.shape.count(), other.cell))
    }
}

#[pymethods]
impl Cell {
    /// Returns the cell with this name on the board of a game.
    #[new]
    #[pyo3(signature = (name, game = None, *, variant = None))]
    fn new(name: &str, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        let cell = Coordinate::parse(game.shape, name.as_bytes());
        Ok(Self { shape: game.shape, cell: cell.ok_or_else(|| Problem::cell(&game, name))? })
    }

    /// Returns the cell with these axial coordinates. `q` grows to the east and `r` to the south. The centre is (0, 0);
    /// on boards that are not hexagons a1 is (0, -1).
    #[staticmethod]
    #[pyo3(signature = (q, r, game = None, *, variant = None))]
    fn axial(q: i32, r: i32, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        // Outside every board, but without overflow in additions.
        let near = |number: i32| i8::try_from(number.clamp(-40, 40)).unwrap_or_default();
        let cell = game.shape.cell(Hex::new(near(q), near(r)));
        Ok(Self { shape: game.shape, cell: cell.ok_or_else(|| Problem::cell(&game, &format!("{q}, {r}")))? })
    }

    /// The name, such as `f6`.
    #[getter]
    fn name(&self) -> String {
        self.coordinate().to_string()
    }

    /// Letter of the file.
    #[getter]
    fn file(&self) -> char {
        self.coordinate().file()
    }

    /// Number of the rank, from 1 at the first player's edge.
    #[getter]
    fn rank(&self) -> u8 {
        self.coordinate().rank()
    }

    /// First axial coordinate: columns to the east of the centre, or of file a on boards that are not hexagons.
    #[getter]
    fn q(&self) -> i8 {
        self.hex().q
    }

    /// Second axial coordinate: rows to the south of the centre, along the column; minus the rank on boards that are
    /// not hexagons.
    #[getter]
    fn r(&self) -> i8 {
        self.hex().r
    }

    /// Colour of the cell: 0 medium (the colour of the centre), 1 light, 2 dark. A bishop never changes it.
    #[getter]
    fn color(&self) -> u8 {
        self.hex().colour()
    }

    /// Returns the number of steps across edges to another cell.
    fn distance(&self, other: &Self) -> i8 {
        let [here, there] = [self.hex(), other.hex()];
        (here + -there).length()
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __repr__(&self) -> String {
        let game = game_of(self.shape);
        match game.name {
            "glinski" => format!("Cell('{}')", self.name()),
            name => format!("Cell('{}', '{name}')", self.name()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, &'static str)) {
        (py.get_type::<Self>(), (self.name(), game_of(self.shape).name))
    }
}

/// Returns the cell with this name, as `Cell` does.
///
/// The cells of Gliński's board are constants too: `hexmate.F6`.
///
/// >>> import hexmate
/// >>> hexmate.parse_cell("f6") == hexmate.F6
/// True
/// >>> hexmate.parse_cell("r9", variant="echex6").name
/// 'r9'
#[pyfunction]
#[pyo3(signature = (name, game = None, *, variant = None))]
pub fn parse_cell(name: &str, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Cell, Problem> {
    Cell::new(name, game, variant)
}

#[pymethods]
impl Game {
    /// Returns all cells of the board, by columns from west to east and from north to south.
    fn cells(&self) -> Vec<Cell> {
        let shape = self.0.shape;
        shape.cells().map(|cell| Cell { shape, cell }).collect()
    }
}
