"""Visitors of games, with the names of python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from hexmate._headers import Headers

if TYPE_CHECKING:
    from hexmate._hexmate import Board, Fault, Move
    from hexmate._tree import Game

_Result = TypeVar("_Result")
_Found = TypeVar("_Found", covariant=True)


class SkipType:
    """The class of `SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


SKIP: Final = SkipType()


class BaseVisitor(Generic[_Result]):
    """A visitor of a game: `game.accept(visitor)` calls its methods in the order of the text, and returns `result()`.

    >>> import hexmate.pgn, io
    >>> class Counter(hexmate.pgn.BaseVisitor[int]):
    ...     moves = 0
    ...     def visit_move(self, board, move):
    ...         self.moves += 1
    ...     def result(self):
    ...         return self.moves
    >>> game = hexmate.pgn.read_game(io.StringIO("1. Ndf4 e6 (1... b6) *"))
    >>> game.accept(Counter())
    3
    """

    def begin_game(self) -> SkipType | None:
        """Called before a game; may return SKIP to skip it."""

    def begin_headers(self) -> Headers | None:
        """Called before the tags; may return headers that are filled instead of calling `visit_header`."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Called for each tag."""

    def end_headers(self) -> SkipType | None:
        """Called after the tags; may return SKIP to skip the moves."""

    def visit_move(self, board: Board, move: Move) -> None:
        """Called for each move; the board is the one before it."""

    def visit_board(self, board: Board) -> None:
        """Called for the first board, and for the board after each move."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment."""

    def visit_nag(self, nag: int) -> None:
        """Called for each numeric annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Called before a variation; may return SKIP to skip it."""

    def end_variation(self) -> None:
        """Called after a variation."""

    def visit_result(self, result: str) -> None:
        """Called for the result after the moves."""

    def end_game(self) -> None:
        """Called after a game."""

    def handle_error(self, error: Fault) -> None:
        """Called for each fault of the game."""

    def result(self) -> _Result:
        """Returns the result of the visit."""
        raise NotImplementedError


class HeadersBuilder(BaseVisitor[Headers]):
    """A visitor that returns the tags of a game."""

    def __init__(self) -> None:
        self._headers = Headers()

    def begin_headers(self) -> Headers:
        """Returns the headers to fill."""
        self._headers = Headers._of(())  # pyright: ignore[reportPrivateUsage]
        return self._headers

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def result(self) -> Headers:
        """Returns the tags."""
        return self._headers


class _Writer(BaseVisitor[_Result]):
    """A visitor that prints the whole game when the visit begins."""

    columns: int | None
    headers: bool
    comments: bool
    variations: bool

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        """Sets the length of lines, None for one line, and the parts that are written."""
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations

    def text(self, game: Game) -> str:
        """Returns the PGN of a game with the chosen parts."""
        kept = game.pgn() if self.comments and self.variations else self._reduced(game).pgn()
        head, _, movetext = kept.partition("\n\n")
        if self.columns != 80:
            movetext = "\n".join(_wrapped(movetext, self.columns))
        return (f"{head}\n\n{movetext}" if self.headers else movetext).rstrip("\n")

    def _reduced(self, game: Game) -> Game:
        copy = game.copy()
        for node in copy.nodes():
            if not self.comments:
                node.forget_comments()
            if not self.variations:
                del node.variations[1:]
        return copy


def _wrapped(text: str, columns: int | None) -> Iterator[str]:
    """Yields the lines of a movetext, wrapped at this length; comments keep their own line ends."""
    line = ""
    for word in _words(text):
        if word.lstrip("(").startswith(";"):
            yield f"{line} {word}".lstrip()
            line = ""
        elif line and columns is not None and len(line) + 1 + len(word) > columns:
            yield line
            line = word
        else:
            line = f"{line} {word}".lstrip()
    if line:
        yield line


def _words(text: str) -> Iterator[str]:
    """Yields words and whole comments, with the brackets that touch them."""
    word = ""
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == "{":
            end = text.index("}", at) + 1
        elif text[at] == ";" and not word.strip("("):
            yield word + text[at : text.index("\n", at)]
            word, at = "", text.index("\n", at)
            continue
        elif text[at].isspace():
            if word:
                yield word
            word, at = "", end
            continue
        word += text[at:end]
        at = end
    if word:
        yield word


class StringExporter(_Writer[str]):
    """A visitor that returns the PGN of a game.

    >>> import hexmate.pgn, io
    >>> game = hexmate.pgn.read_game(io.StringIO("1. Ndf4 {good} e6 (1... b6) *"))
    >>> game.accept(hexmate.pgn.StringExporter(headers=False, comments=False, variations=False))
    '1. Ndf4 e6 *'
    """

    written: str = ""

    def result(self) -> str:
        """Returns the text."""
        return self.written


class _Output(Protocol):
    def write(self, text: str, /) -> object: ...


class FileExporter(_Writer[int]):
    """A visitor that writes the PGN of a game and an empty line to an open file, and returns the number of characters."""

    handle: _Output
    written: int

    def __init__(
        self,
        handle: _Output,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        """Sets the file, the length of lines, and the parts that are written."""
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self.written = 0

    def result(self) -> int:
        """Returns the number of characters of the last game."""
        return self.written


def walk(game: Game, visitor: BaseVisitor[Any]) -> None:
    """Calls the methods of a visitor in the order of the text."""
    if isinstance(visitor, StringExporter):
        visitor.written = visitor.text(game)
        return
    if isinstance(visitor, FileExporter):
        text = visitor.text(game) + "\n\n"
        visitor.handle.write(text)
        visitor.written = len(text)
        return
    if visitor.begin_game() is SKIP:
        return
    filled = visitor.begin_headers()
    for name, value in game.headers.items():
        if isinstance(filled, Headers):
            filled[name] = value
        else:
            visitor.visit_header(name, value)
    if visitor.end_headers() is not SKIP:
        game.visit_moves(visitor)
        for fault in game.errors:
            visitor.handle_error(fault)
    visitor.end_game()
