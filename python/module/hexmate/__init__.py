"""Hexagonal chess: boards, problems, games and diagrams.

>>> import hexmate
>>> hexmate.Board().push_san("Ndf4")
Move.from_uci('d1f4')
"""

from hexmate._errors import (
    AmbiguousMoveError,
    HexmateError,
    IllegalMoveError,
    InvalidCellError,
    InvalidFenError,
    InvalidMoveError,
    InvalidOptionError,
    InvalidStipulationError,
    UnknownGameError,
)
from hexmate._hexmate import (
    GAMES,
    Board,
    Cell,
    Fault,
    Game,
    GameReader,
    GameRecord,
    Move,
    Outcome,
    Piece,
    ProblemReader,
    Puzzle,
    Repair,
    Rows,
    Solution,
    Tables,
    __version__,
    divide,
    mine,
    perft,
    read_games,
    read_problems,
    repair,
    solve,
    solve_many,
    svg,
    validate_many,
)

# Exceptions print as `hexmate.…`, not with the module that defines them.
for _error in (
    AmbiguousMoveError,
    HexmateError,
    IllegalMoveError,
    InvalidCellError,
    InvalidFenError,
    InvalidMoveError,
    InvalidOptionError,
    InvalidStipulationError,
    UnknownGameError,
):
    _error.__module__ = "hexmate"
del _error

__all__ = [
    "GAMES",
    "AmbiguousMoveError",
    "Board",
    "Cell",
    "Fault",
    "Game",
    "GameReader",
    "GameRecord",
    "HexmateError",
    "IllegalMoveError",
    "InvalidCellError",
    "InvalidFenError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidStipulationError",
    "Move",
    "Outcome",
    "Piece",
    "ProblemReader",
    "Puzzle",
    "Repair",
    "Rows",
    "Solution",
    "Tables",
    "UnknownGameError",
    "__version__",
    "divide",
    "mine",
    "perft",
    "read_games",
    "read_problems",
    "repair",
    "solve",
    "solve_many",
    "svg",
    "validate_many",
]
