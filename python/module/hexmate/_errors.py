"""The exceptions: what went wrong, where, and a code that stays the same. Raised by the Rust side."""


class HexmateError(ValueError):
    """Something that makes no sense, or that the rules forbid.

    Every error has a `code`, a `message` and as much of a place as there is: `offset` in
    the text that was given, `line` and `column` in a file.

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
        """What is wrong, in words."""
        return str(self.args[0]) if self.args else ""


class InvalidFenError(HexmateError):
    """A text is no FEN, or the position breaks rules of its game; `faults` has the codes of all of these."""

    faults: tuple[str, ...] = ()


class InvalidMoveError(HexmateError):
    """A text is no move in any notation."""


class IllegalMoveError(HexmateError):
    """The rules do not allow a move in this position; `nearest` has legal moves that are most like it."""

    nearest: tuple[str, ...] = ()


class AmbiguousMoveError(HexmateError):
    """A text can be several legal moves; `candidates` has them in UCI."""

    candidates: tuple[str, ...] = ()


class InvalidCellError(HexmateError):
    """The board has no such cell."""


class UnknownGameError(HexmateError):
    """There is no game of this name."""


class InvalidStipulationError(HexmateError):
    """A text is no stipulation of this game."""


class InvalidOptionError(HexmateError):
    """An option has a value that it cannot have."""
