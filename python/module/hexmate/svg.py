"""Diagrams as SVG, with the names of python-chess.

`hexmate.svg(board, …)` draws with the options of `hexmate diagram`, and `hexmate.svg.board(board, …)` with those of
`chess.svg.board`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from hexmate import _hexmate
from hexmate._classes import Picture
from hexmate._hexmate import Board, Cell, Game, Move

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from hexmate._hexmate import _SvgOptions

__all__ = ["board", "svg"]

_ArrowLike: TypeAlias = Move | str | tuple[Cell | str, Cell | str]


class _BoardOptions(TypedDict, total=False):
    orientation: str | bool | None
    lastmove: Move | str | None
    check: Cell | str | None
    arrows: Move | str | Iterable[_ArrowLike]
    squares: Iterable[Cell | str] | None
    size: int | None
    coordinates: bool
    theme: str | None
    pieces: str | None
    colors: str | Mapping[str, Any] | None
    letters: str | None


# Options of python-chess that have another name here.
_NAMES = {"orientation": "bottom", "lastmove": "last_move", "squares": "crosses", "size": "width"}


def _arrow(arrow: _ArrowLike) -> Move | str:
    """Returns an arrow as the text of its two cells."""
    return f"{arrow[0]}{arrow[1]}" if isinstance(arrow, tuple) else arrow


class Drawing:
    __doc__ = _hexmate.svg.__doc__

    def __call__(
        self,
        board: Board | str,
        *,
        game: Game | str | None = None,
        variant: Game | str | None = None,
        from_fen: str | None = None,
        **options: Unpack[_SvgOptions],
    ) -> Picture:
        """Draws a board, or a FEN that need not be legal; see `help(hexmate.svg)`."""
        return _hexmate.svg(board, game=game, variant=variant, from_fen=from_fen, **options)

    @property
    def svg(self) -> Drawing:
        """The function itself, so that `import hexmate.svg as drawing` has it too."""
        return self

    def board(self, board: Board | str | None = None, **options: Unpack[_BoardOptions]) -> Picture:
        """Draws a board, or a FEN, with the options of `chess.svg.board`; see `help(hexmate.svg.board)`."""
        given: dict[str, Any] = {_NAMES.get(name, name): value for name, value in options.items()}
        # A king in check is always marked.
        given.pop("check", None)
        arrows = options.get("arrows", ())
        arrows = [arrows] if isinstance(arrows, (str, Move)) else arrows
        given["arrows"] = [_arrow(arrow) for arrow in arrows]
        given["coordinates"] = "edge" if options.get("coordinates", True) else "none"
        return _hexmate.svg(Board.empty() if board is None else board, **given)


svg: Drawing = Drawing()


def board(board: Board | str | None = None, **options: Unpack[_BoardOptions]) -> Picture:
    """Draws a board, or a FEN, with the options of `chess.svg.board`, and returns the SVG document.

    `orientation` is the player at the bottom; `lastmove` a move; `arrows` moves, texts or pairs of cells; `squares` cells
    that are marked with crosses; `size` the width in pixels; `coordinates=False` leaves the names out. A king in check
    is always marked, so `check` has no effect. `theme`, `pieces`, `colors` and `letters` are those of `hexmate.svg`.
    Without a board, the board is empty.

    >>> import hexmate
    >>> picture = hexmate.svg.board(hexmate.Board(), orientation=hexmate.BLACK, arrows=[("e4", "e6")], size=350)
    >>> picture == hexmate.svg(hexmate.Board(), bottom="b", arrows="e4e6", width=350)
    True
    """
    return svg.board(board, **options)
