"""Hexagonal chess: boards, problems, games and diagrams.

>>> import hexmate
>>> hexmate.Board().push_san("Ndf4")
Move.from_uci('d1f4')
"""

from typing import TYPE_CHECKING

from hexmate._cells import *
from hexmate._classes import LegalMoves, Picture, Player, Tags, Termination
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
    parse_cell,
    perft,
    read_games,
    read_problems,
    repair,
    solve,
    solve_many,
    validate_many,
)
from hexmate.svg import Drawing

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

# Two declarations: pyright takes a name with one of them for the submodule of that name, which is not callable.
svg: Drawing
svg = Drawing()
WHITE = Player("w")
BLACK = Player("b")
COLORS = (WHITE, BLACK)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = ("pawn", "knight", "bishop", "rook", "queen", "king")
STARTING_FEN = Game().starting_fen
STARTING_BOARD_FEN = Board().board_fen()
STATUS_VALID: tuple[str, ...] = ()

__all__ = [
    "BISHOP",
    "BLACK",
    "CELLS",
    "COLORS",
    "GAMES",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_TYPES",
    "QUEEN",
    "ROOK",
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "STATUS_VALID",
    "WHITE",
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
    "LegalMoves",
    "Move",
    "Outcome",
    "Picture",
    "Piece",
    "Player",
    "ProblemReader",
    "Puzzle",
    "Repair",
    "Rows",
    "Solution",
    "Tables",
    "Tags",
    "Termination",
    "UnknownGameError",
    "__version__",
    "divide",
    "mine",
    "parse_cell",
    "perft",
    "read_games",
    "read_problems",
    "repair",
    "solve",
    "solve_many",
    "svg",
    "validate_many",
]
__all__ += [
    "A1", "A2", "A3", "A4", "A5", "A6",
    "B1", "B2", "B3", "B4", "B5", "B6", "B7",
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9",
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10",
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11",
    "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10",
    "H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9",
    "I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8",
    "K1", "K2", "K3", "K4", "K5", "K6", "K7",
    "L1", "L2", "L3", "L4", "L5", "L6",
]

if not TYPE_CHECKING:
    # Names of python-chess that have another form here.
    _ELSEWHERE = {
        "SQUARES": "hexmate.CELLS",
        "SQUARE_NAMES": "[cell.name for cell in hexmate.CELLS]",
        "parse_square": "hexmate.parse_cell(name)",
        "square": "hexmate.Cell(name) or hexmate.Cell.axial(q, r)",
        "square_name": "cell.name",
        "square_file": "cell.file",
        "square_rank": "cell.rank",
        "square_distance": "cell.distance(other)",
        "square_mirror": "board.mirror()",
        "piece_symbol": "piece.symbol()",
        "piece_name": "piece.role",
        "COLOR_NAMES": "board.turn, which is a letter",
        "FILE_NAMES": "cell.file",
        "RANK_NAMES": "cell.rank",
        "SquareSet": "lists of hexmate.Cell",
        "Status": "board.status(), a tuple of codes",
        "polyglot": "board.key",
        "syzygy": "hexmate.Tables(folder)",
        "gaviota": "hexmate.Tables(folder)",
        "engine": "the command hexmate perft --engine",
        "variant": "hexmate.Board(game) with a name out of hexmate.GAMES",
    }

    def __getattr__(name):
        """Raises AttributeError, with what to write instead of a name of python-chess."""
        message = f"module 'hexmate' has no attribute {name!r}"
        raise AttributeError(f"{message}; use {_ELSEWHERE[name]}" if name in _ELSEWHERE else message)
