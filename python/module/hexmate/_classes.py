"""Classes that extend those of Python; the Rust code creates their objects."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from typing_extensions import Self

    from hexmate._hexmate import Move


class Player(str):
    """The letter of a player, such as `"w"`: a text that is true only for White, the first player.

    >>> import hexmate
    >>> board = hexmate.Board()
    >>> board.turn == hexmate.WHITE == "w", bool(hexmate.WHITE), bool(hexmate.BLACK)
    (True, True, False)
    >>> board.king(not board.turn)
    Cell('g10')
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        """Returns True for White."""
        return self == "w"


class LegalMoves(list["Move"]):
    """A list of legal moves; `count()` is their number, and `count(move)` is 1 for a legal move.

    >>> import hexmate
    >>> moves = hexmate.Board().legal_moves
    >>> moves.count(), moves.count(moves[0]), moves == list(moves)
    (51, 1, True)
    """

    __slots__ = ()

    def count(self, move: Move | None = None, /) -> int:
        """Returns the number of moves, or how often a move is in the list."""
        return len(self) if move is None else super().count(move)


class Word(str):
    """A text that can be called too, and then returns itself: `outcome.result` and `outcome.result()`.

    >>> import hexmate
    >>> piece = hexmate.Piece("king", "w")
    >>> piece.symbol, piece.symbol()
    ('K', 'K')
    """

    __slots__ = ()

    def __call__(self) -> str:
        """Returns the text."""
        return str(self)


class Picture(str):
    """An SVG document: a text that notebooks show as a picture.

    >>> import hexmate
    >>> picture = hexmate.svg(hexmate.Board())
    >>> picture.startswith("<svg "), picture._repr_svg_() == picture
    (True, True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Termination(str, Enum):
    """The reason why a game has ended: a text, and a member with the name that python-chess gives it.

    >>> import hexmate
    >>> hexmate.Termination.CHECKMATE, hexmate.Termination("material").name
    ('checkmate', 'INSUFFICIENT_MATERIAL')
    """

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "material"
    SEVENTYFIVE_MOVES = "seventy-five-moves"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    FIFTY_MOVES = "fifty-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    NOBODY_MOVES = "nobody-moves"

    def __new__(cls, value: str) -> Self:
        """Returns the member with this text."""
        member = str.__new__(cls, value)
        member._value_ = value
        return member

    def __repr__(self) -> str:
        return str.__repr__(self)

    __str__ = str.__str__

    def __format__(self, format_spec: str, /) -> str:
        return str.__format__(self, format_spec)


class Tags(dict[str, str]):
    """The tags of a record: a dictionary that cannot be changed, because the record would not change with it.

    >>> import hexmate, io
    >>> record = next(hexmate.read_games(io.StringIO('[White "Ann"]\\n\\n1. Ndf4 *\\n')))
    >>> record.tags["White"]
    'Ann'
    >>> record.tags["White"] = "Eve"
    Traceback (most recent call last):
    TypeError: the tags of a record cannot be changed; use hexmate.pgn.Game(record).headers
    """

    __slots__ = ()

    def _refuse(self) -> NoReturn:
        raise TypeError("the tags of a record cannot be changed; use hexmate.pgn.Game(record).headers")

    def __setitem__(self, name: str, value: str, /) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def __delitem__(self, name: str, /) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def __ior__(self, tags: object, /) -> NoReturn:  # type: ignore[misc]
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def clear(self) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def pop(self, name: str, default: object = None, /) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def popitem(self) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def setdefault(self, name: str, default: object = None, /) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def update(self, *tags: object, **others: object) -> NoReturn:
        """Raises TypeError: the tags of a record cannot be changed."""
        self._refuse()

    def __reduce__(self) -> tuple[type[Tags], tuple[dict[str, str]]]:
        """Returns the class and its argument, for pickle and copy."""
        return (Tags, (dict(self),))
