"""Games with the names of python-chess: `read_game`, `Game`, its tree of moves, visitors and exporters.

`hexmate.read_games` reads whole files faster and also reads tables and compressed files by name. `Game.record` is the
`GameRecord` of a game, with its fault and its diagnosis, and `Game(record)` the game of a record.
"""

from __future__ import annotations

import io
from typing import Any, Protocol, TypeVar, overload
from weakref import WeakKeyDictionary

from hexmate._cut import SAMPLE, cut, form, tell
from hexmate._headers import Headers
from hexmate._hexmate import Game as Rules
from hexmate._hexmate import GameReader, GameRecord, read_games, read_part
from hexmate._tree import ChildNode, Game, GameNode, Nags
from hexmate._visitors import SKIP, BaseVisitor, FileExporter, HeadersBuilder, SkipType, StringExporter

__all__ = [
    "NAG_BLUNDER",
    "NAG_BRILLIANT_MOVE",
    "NAG_DUBIOUS_MOVE",
    "NAG_GOOD_MOVE",
    "NAG_MISTAKE",
    "NAG_SPECULATIVE_MOVE",
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Nags",
    "Node",
    "SkipType",
    "StringExporter",
    "read_game",
    "read_headers",
    "skip_game",
]

# The name of a node in earlier versions.
Node = ChildNode

# Tags of the standard, in their order.
TAG_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

# The glyphs of !, ?, !!, ??, !? and ?!.
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6

_Result = TypeVar("_Result")


class _Handle(Protocol):
    def read(self, size: int, /) -> str | bytes: ...


class _Place:
    """A place in an open file: what `tell` returned there, line, offset in bytes and number of games before it."""

    def __init__(self, told: int, line: int = 1, offset: int = 0, games: int = 0) -> None:
        self.told = told
        self.line = line
        self.offset = offset
        self.games = games


# The place after the last game that was read from a file.
_places: WeakKeyDictionary[Any, _Place] = WeakKeyDictionary()

# The encoding that is assumed for a file because its bytes are not UTF-8.
_encodings: WeakKeyDictionary[Any, str] = WeakKeyDictionary()

# White space, and the end-of-file mark of DOS.
_BLANK = b" \t\r\n\x0b\x0c\x1a"

# The form of each file that can go back: see `_cut.form`.
_forms: WeakKeyDictionary[Any, str] = WeakKeyDictionary()

# The reader of each file that cannot be cut into games (pipes, tables, compressed files), with the place of the file after
# the last read.
_readers: WeakKeyDictionary[Any, tuple[GameReader, int | None]] = WeakKeyDictionary()


def _encoding(handle: Any, data: bytes, told: int) -> str | None:
    """Returns the encoding of a file whose bytes are not UTF-8, guessed from much of it; None for UTF-8."""
    try:
        data.decode("utf-8")
        return None
    except UnicodeDecodeError:
        pass
    if handle not in _encodings:
        after = handle.tell()
        handle.seek(told)
        reader = read_games(io.BytesIO(handle.read(16 * SAMPLE)))
        handle.seek(after)
        next(reader, None)
        if reader.encoding is not None:
            _encodings[handle] = reader.encoding
    return _encodings.get(handle)


def _next_part(
    handle: Any, told: int, form: str, variant: Rules | str | None, letters: str | None, encoding: str | None
) -> list[GameRecord]:
    """Reads the next game of a file, and the faults of the text before it, as records; none at the end."""
    place = _places.get(handle)
    if place is None or place.told != told:
        place = _Place(told)
    data = cut(handle, told, form)
    if form != "bytes":
        encoding = None
    elif encoding is None:
        encoding = _encoding(handle, data, told)
    name = getattr(handle, "name", None)

    def records(text: bytes) -> list[GameRecord]:
        found = read_part(
            text,
            file=name if isinstance(name, str) else "<input>",
            number=place.games + 1,
            line=place.line,
            offset=place.offset,
            variant=variant,
            letters=letters,
            encoding=encoding,
        )
        return [record for record in found if record.fault is None or record.fault.code != "no-records"]

    found = records(data)
    if data.strip(_BLANK) and not found:
        # Comments after the last game are a game without moves, as in python-chess.
        found = records(data + b'\n[Result "*"]\n\n*\n')
    after = tell(handle)
    if after is not None:
        lines = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
        offset = place.offset + len(data)
        _places[handle] = _Place(after, place.line + lines, offset, place.games + len(found))
    return found


def _next_record(handle: Any, told: int | None, options: dict[str, Any]) -> list[GameRecord]:
    """Reads the next record of a file that is read ahead; none at the end."""
    reader, place = _readers.get(handle, (None, None))
    if reader is None or place != told:
        reader = read_games(handle, **options)
        record = next(reader, None)
        if record is not None and record.fault is not None and record.fault.code == "no-records":
            record = None
    else:
        record = next(reader, None)
    _readers[handle] = (reader, tell(handle))
    return [] if record is None else [record]


def _read(
    handle: Any, variant: Rules | str | None, letters: str | None, encoding: str | None
) -> list[GameRecord]:
    if isinstance(handle, str) or not hasattr(handle, "read"):
        raise TypeError(f"expected an open file, not {type(handle).__name__}; for a path use hexmate.read_games")
    told = tell(handle)
    if told is not None and handle not in _forms:
        _forms[handle] = form(handle, told)
    found = _forms.get(handle, "ahead")
    if told is None or found == "ahead":
        return _next_record(handle, told, {"variant": variant, "letters": letters, "encoding": encoding})
    return _next_part(handle, told, found, variant, letters, encoding)


@overload
def read_game(
    handle: _Handle,
    *,
    Visitor: None = None,
    variant: Rules | str | None = None,
    letters: str | None = None,
    encoding: str | None = None,
) -> Game | None: ...
@overload
def read_game(
    handle: _Handle,
    *,
    Visitor: type[BaseVisitor[_Result]],
    variant: Rules | str | None = None,
    letters: str | None = None,
    encoding: str | None = None,
) -> _Result | None: ...
def read_game(
    handle: _Handle,
    *,
    Visitor: type[BaseVisitor[Any]] | None = None,
    variant: Rules | str | None = None,
    letters: str | None = None,
    encoding: str | None = None,
) -> Any:
    """Reads the next game of an open file; returns None at its end.

    A game with a fault is returned too, with the fault in `errors`. The options are those of `hexmate.read_games`. With a
    class of visitors, returns the result of a visit of the game. After the call the file is at the offset at which the
    next game begins: `handle.tell()` there, and later `handle.seek`, lead to it. Places of faults count from the place
    where reading began.

    >>> import hexmate.pgn, io
    >>> file = io.StringIO('[White "Ann"]\\n\\n1. Ndf4 *\\n\\n[White "Bob"]\\n\\n1. Ndf4 e6 *\\n')
    >>> while game := hexmate.pgn.read_game(file):
    ...     print(game.headers["White"], len(game.mainline_moves()))
    Ann 1
    Bob 2
    """
    records = _read(handle, variant, letters, encoding)
    if not records:
        return None
    game = Game(records[-1])
    game.errors[:0] = [record.fault for record in records[:-1] if record.fault is not None]
    return game if Visitor is None else game.accept(Visitor())


def read_headers(handle: _Handle) -> Headers | None:
    """Reads the tags of the next game of an open file, and skips its moves; returns None at its end."""
    game = read_game(handle)
    return None if game is None else game.headers


def skip_game(handle: _Handle) -> bool:
    """Skips the next game of an open file; returns False at its end."""
    return read_game(handle) is not None
