"""The tags of a game that can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from hexmate._errors import InvalidOptionError
from hexmate._hexmate import Board, Game

# Tags that every game has, with the text for an unknown value.
_ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}

# A name that the reader of PGN accepts.
_NAME = re.compile(r"[^\W\d][\w-]{0,500}")


class Headers(MutableMapping[str, str]):
    """The tags of a game: a dictionary in the order of output. Upper and lower case of names are equivalent.

    What is set, changed or deleted here appears in `str(game)` and in all other output. `FEN` and `Variant` decide the first
    position, `SetUp` follows from it, and `Result` is also the result after the moves.

    >>> import hexmate.pgn
    >>> game = hexmate.pgn.Game()
    >>> game.headers["Event"] = "Open"
    >>> del game.headers["Round"]
    >>> list(game.headers), game.headers["event"]
    (['Event', 'Site', 'Date', 'White', 'Black', 'Result'], 'Open')
    """

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        """Creates headers of these tags, by default of those of the standard, without values."""
        self._tags: dict[str, tuple[str, str]] = {}
        self.update(_ROSTER if tags is None else tags)

    @classmethod
    def _of(cls, tags: Iterable[tuple[str, str]]) -> Headers:
        """Returns headers of these tags, which have been read: their names are not checked."""
        headers = cls(())
        headers._tags.update((name.lower(), (name, value)) for name, value in tags)
        return headers

    def __getitem__(self, name: str) -> str:
        return self._tags[name.lower()][1]

    def __setitem__(self, name: str, value: str) -> None:
        """Sets a tag; raises an exception for a name or a value that PGN cannot hold."""
        for text in (name, value):
            if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(f"expected the text of a tag, not {type(text).__name__}; write str({text!r})")
        if not _NAME.fullmatch(name):
            raise InvalidOptionError(f"{name!r} is not the name of a tag: use letters, digits, _ and -")
        if "\n" in value or "\r" in value:
            raise InvalidOptionError(f"the value of a tag is one line: {name} = {value!r}")
        key = name.lower()
        self._tags[key] = (self._tags[key][0] if key in self._tags else name, value)

    def __delitem__(self, name: str) -> None:
        del self._tags[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._tags.values())

    def __len__(self) -> int:
        return len(self._tags)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._tags

    def copy(self) -> Headers:
        """Returns a copy."""
        return Headers._of(self.items())

    __copy__ = copy

    def variant(self) -> Game:
        """Returns the game that `Variant` names, by default Gliński's; raises `UnknownGameError` for an unknown name."""
        name = self.get("Variant", "").strip()
        return Game() if name in ("", "?") else Game(name)

    def board(self) -> Board:
        """Returns the board before the first move: that of `FEN`, or the initial position."""
        fen = self.get("FEN", "").strip()
        return Board(self.variant(), fen) if fen else Board(self.variant())

    def __repr__(self) -> str:
        tags = ", ".join(f"{name}={value!r}" for name, value in self._tags.values())
        return f"Headers({tags})"
