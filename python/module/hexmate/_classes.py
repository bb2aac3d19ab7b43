"""Classes that extend those of Python; the Rust code creates their objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
