"""Exceptions of the module; the Rust code raises them."""


class HexmateError(ValueError):
    """Base class of all exceptions of this module: input that is invalid or that the rules forbid.

    Every error has a stable `code` and a `message`. If the position is known, it has an `offset` in the text of
        the argument, or `line` and `column` in a file.

    >>> import hexmate
    >>> try:
    ...     hexmate.Board(fen="1/3/5/7/9/11/x/11/11/11/11 w - 0 1")
    ... except hexmate.HexmateError as error:
    ...     print(error.code, error.offset, error.message)
    unknown-piece 13 unknown piece 'x'
    """

    code: str = "error"
    offset: int | None = None
    line: int | None = None
    column: int | None = None

    @property
    def message(self) -> str:
        """The message."""
        return str(self.args[0]) if self.args else ""


class InvalidFenError(HexmateError):
    """A text is not a FEN, or its position is illegal; `faults` has the codes of all faults of the position."""

    faults: tuple[str, ...] = ()


class InvalidMoveError(HexmateError):
    """A text is not a move in any notation."""


class IllegalMoveError(HexmateError):
    """A move is illegal in this position; `nearest` has the most similar legal moves in UCI."""

    nearest: tuple[str, ...] = ()


class AmbiguousMoveError(HexmateError):
    """A text fits several legal moves; `candidates` has them in UCI."""

    candidates: tuple[str, ...] = ()


class InvalidCellError(HexmateError):
    """The board has no cell of this name or with these coordinates."""


class UnknownGameError(HexmateError):
    """There is no game with this name."""


class InvalidStipulationError(HexmateError):
    """A text is not a stipulation of this game."""


class InvalidOptionError(HexmateError):
    """An option has an invalid value."""
