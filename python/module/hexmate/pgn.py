"""Games with the names of python-chess: `read_game`, `Game.mainline_moves`, `Game.board`.

`hexmate.read_games` reads whole files faster and also reads tables and compressed files by name. `Game.record` is the
`GameRecord` of a game, with its fault and its diagnosis.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from hexmate._errors import HexmateError
from hexmate._hexmate import Board, Fault, GameReader, GameRecord, Move, read_games
from hexmate._hexmate import Game as Rules

__all__ = ["Game", "Node", "read_game", "read_headers", "skip_game"]


class _Handle(Protocol):
    def read(self, size: int, /) -> str | bytes: ...


# The reader of each open file, with the place of the file after the last read.
_readers: WeakKeyDictionary[_Handle, tuple[GameReader, int | None]] = WeakKeyDictionary()


class Node:
    """A move of the main line of a game.

    >>> import hexmate, hexmate.pgn, io
    >>> game = hexmate.pgn.read_game(io.StringIO("1. Ndf4 {good} e6 *"))
    >>> [(node.san(), node.ply(), node.comment) for node in game.mainline()]
    [('Ndf4', 1, 'good'), ('e6', 2, '')]
    """

    def __init__(self, game: Game, ply: int) -> None:
        """Creates the node after `ply` moves."""
        self.game = game
        self._ply = ply

    @property
    def move(self) -> Move:
        """The move."""
        return self.game.record.moves[self._ply - 1]

    @property
    def comment(self) -> str:
        """The comments after the move."""
        return self.game.comment_after(self._ply)

    def ply(self) -> int:
        """Returns the number of moves up to this one."""
        return self._ply

    def san(self) -> str:
        """Returns the move in SAN."""
        return self.game.record.sans[self._ply - 1]

    def uci(self) -> str:
        """Returns the move in UCI."""
        return self.move.uci()

    def board(self) -> Board:
        """Returns the board after the move."""
        return self.game.record.board(self._ply)

    def next(self) -> Node | None:
        """Returns the next node, or None at the end."""
        return self.game.node(self._ply + 1)

    def __repr__(self) -> str:
        return f"<Node {self._ply} {self.san()}>"


class Game:
    """A game with the interface of `chess.pgn.Game`.

    >>> import hexmate, hexmate.pgn, io
    >>> game = hexmate.pgn.read_game(io.StringIO('[White "Ann"]\\n\\n1. Ndf4 e6 1-0\\n'))
    >>> game.headers["White"], game.headers["Black"], game.headers["Result"]
    ('Ann', '?', '1-0')
    >>> board = game.board()
    >>> for move in game.mainline_moves():
    ...     board.push(move)
    >>> board == game.end().board(), game.errors
    (True, [])
    """

    def __init__(self, record: GameRecord) -> None:
        """Creates the game of a record of `hexmate.read_games`."""
        self.record = record
        roster = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
        self.headers: dict[str, str] = {**roster, "Result": record.result or "*", **record.tags}

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Returns the game of the moves of a board; `str(game)` is its PGN."""
        root = board.root()
        tags = {"Variant": board.game.name}
        if root != Board(board.game):
            tags |= {"SetUp": "1", "FEN": root.fen()}
        tags["Result"] = board.result()
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        text = "\n".join([*lines, "", f"{root.variation_san(board.move_stack)} {board.result()}", ""])
        return cls(next(read_games(io.StringIO(text))))

    @property
    def errors(self) -> list[Fault]:
        """The fault of the game, if it has one; the moves end before it."""
        return [] if self.record.fault is None else [self.record.fault]

    @property
    def rules(self) -> Rules | None:
        """The game whose rules apply; None if the record is not a game."""
        return self.record.game

    @property
    def comment(self) -> str:
        """The comments before the first move."""
        return self.comment_after(0)

    def comment_after(self, ply: int) -> str:
        """Returns the comments after `ply` moves, separated by spaces."""
        return " ".join(text for number, text in self.record.comments if number == ply)

    def board(self) -> Board:
        """Returns the board before the first move."""
        return self.record.board(0)

    def ply(self) -> int:
        """Returns 0, the number of moves before the first."""
        return 0

    def mainline_moves(self) -> list[Move]:
        """Returns the moves, up to the first fault."""
        return self.record.moves

    def mainline(self) -> Iterator[Node]:
        """Returns an iterator over the nodes of all moves."""
        return (Node(self, ply) for ply in range(1, self.record.plies + 1))

    def node(self, ply: int) -> Node | None:
        """Returns the node after `ply` moves, or None if the game is shorter."""
        return Node(self, ply) if 1 <= ply <= self.record.plies else None

    def next(self) -> Node | None:
        """Returns the node of the first move, or None if there is none."""
        return self.node(1)

    def end(self) -> Game | Node:
        """Returns the last node; the game itself if it has no moves."""
        return self.node(self.record.plies) or self

    def __str__(self) -> str:
        """Returns the PGN; of a record without a legal first position, its diagnosis."""
        try:
            return self.record.pgn()
        except HexmateError:
            return self.record.diagnosis

    def __repr__(self) -> str:
        return f"<Game {self.headers['White']} - {self.headers['Black']} {self.headers['Result']}>"


def _place(handle: Any) -> int | None:
    """Returns the place of an open file; None if it has none, as a pipe."""
    try:
        return int(handle.tell())
    except (AttributeError, OSError):
        return None


def _next_record(handle: _Handle, options: dict[str, Any]) -> GameRecord | None:
    if isinstance(handle, str) or not hasattr(handle, "read"):
        raise TypeError(f"expected an open file, not {type(handle).__name__}; for a path use hexmate.read_games")
    reader, place = _readers.get(handle, (None, None))
    if reader is None or place != _place(handle):
        reader = read_games(handle, **options)
        record = next(reader, None)
        if record is not None and record.fault is not None and record.fault.code == "no-records":
            record = None
    else:
        record = next(reader, None)
    _readers[handle] = (reader, _place(handle))
    return record


def read_game(
    handle: _Handle,
    *,
    variant: Rules | str | None = None,
    letters: str | None = None,
    encoding: str | None = None,
) -> Game | None:
    """Reads the next game of an open file; returns None at its end.

    A game with a fault is returned too, with the fault in `errors`. The options are those of `hexmate.read_games` and
    count from the first call for a file. The function reads ahead; after `handle.seek` it begins at the new place.

    >>> import hexmate.pgn, io
    >>> file = io.StringIO('[White "Ann"]\\n\\n1. Ndf4 *\\n\\n[White "Bob"]\\n\\n1. Ndf4 e6 *\\n')
    >>> while game := hexmate.pgn.read_game(file):
    ...     print(game.headers["White"], len(game.mainline_moves()))
    Ann 1
    Bob 2
    """
    record = _next_record(handle, {"variant": variant, "letters": letters, "encoding": encoding})
    return None if record is None else Game(record)


def read_headers(handle: _Handle) -> dict[str, str] | None:
    """Reads the tags of the next game of an open file; returns None at its end."""
    game = read_game(handle)
    return None if game is None else game.headers


def skip_game(handle: _Handle) -> bool:
    """Skips the next game of an open file; returns False at its end."""
    return read_game(handle) is not None
