"""Tests of open files: `tell` before a game, and later `seek`, lead to it."""

import gzip
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hexmate
import hexmate.pgn
import pytest
from conftest import ROOT

GAMES = [
    '[White "Ann"]\n[Black "Žofie"]\n\n1. Ndf4 e6 1-0\n\n',
    '[White "Bob"]\n\n{c\n\nd} 1. Ndf4\n\n e6 *\n\n\n',
    '[White "Eve ů"]\n\n1. Ndf4 e6 2. Nf9 *\n\n',
    '[White "No result"]\n\n1. Ndf4 e6\n\n\n',
    '[White "Tags only"]\n\n',
    '[White "Close"]\n1. b2 *\n',
    '[White "Long"]\n\n1. Ndf4 {' + 400 * "a comment of many bytes ž " + "} *\n\n",
    '[White "Last"]\n\n1. b2 *',
]
NAMES = ["Ann", "Bob", "Eve ů", "No result", "Tags only", "Close", "Long", "Last"]
TEXT = "".join(GAMES)


def handles(folder: Path, text: str, encoding: str, mark: bytes) -> Iterator[tuple[str, Any]]:
    """Yields open files of all kinds with a text."""
    data = mark + text.encode(encoding)
    path, packed = folder / "games.pgn", folder / "games.pgn.gz"
    path.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    yield "binary", path.open("rb")
    yield "unbuffered", path.open("rb", buffering=0)
    yield "bytes", io.BytesIO(data)
    yield "gzip", gzip.open(packed, "rb")
    yield "text", path.open(encoding=encoding)
    yield "newlines", path.open(encoding=encoding, newline="")
    yield "gzip text", gzip.open(packed, "rt", encoding=encoding)
    yield "string", io.StringIO(text, newline="")
    if encoding == "utf-8":
        yield "mark", path.open(encoding="utf-8-sig")
        yield "escaped", path.open(encoding="ascii", errors="surrogateescape")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("cp1250", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")],
)
def test_offsets_lead_to_games(tmp_path: Path, newline: str, encoding: str, mark: bytes) -> None:
    text = TEXT.replace("\n", newline)
    for kind, handle in handles(tmp_path, text, encoding, mark):
        with handle:
            offsets, found = [], []
            while True:
                offset = handle.tell()
                headers = hexmate.pgn.read_headers(handle)
                if headers is None:
                    break
                offsets.append(offset)
                found.append(headers["White"])
            assert found == NAMES, (kind, found)
            for number in random.Random(7).choices(range(len(NAMES)), k=20):
                handle.seek(offsets[number])
                game = hexmate.pgn.read_game(handle)
                assert game is not None and game.headers["White"] == NAMES[number], kind
                if number + 1 < len(offsets):
                    # The place of a text file is not a number of bytes: one place may have several.
                    assert isinstance(handle, io.TextIOWrapper) or handle.tell() == offsets[number + 1], kind
                    game = hexmate.pgn.read_game(handle)
                    assert game is not None and game.headers["White"] == NAMES[number + 1], kind


def test_offset_is_that_of_next_game() -> None:
    for file in (io.StringIO(TEXT), io.BytesIO(TEXT.encode())):
        place = 0
        for game in GAMES[:-1]:
            assert hexmate.pgn.read_game(file) is not None
            place += len(game.rstrip("\n")) if isinstance(file, io.StringIO) else len(game.rstrip("\n").encode())
            told, rest = file.tell(), file.read()
            text = rest if isinstance(rest, str) else rest.decode()
            assert TEXT.endswith(text) and text.lstrip("\n").startswith("[White"), text[:40]
            assert told >= place
            place += (len(game) - len(game.rstrip("\n")))
            file.seek(told)


def test_same_offsets_as_python_chess() -> None:
    pgn: Any = pytest.importorskip("chess.pgn")
    text = '[White "A"]\n\n1. e4 e5 1-0\n\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n*\n'
    own = text.replace("1. e4 e5", "1. e5 e6").replace("1. d4", "1. d4")
    theirs, ours = io.StringIO(text), io.StringIO(own)
    for _ in range(4):
        assert (pgn.read_game(theirs) is None) == (hexmate.pgn.read_game(ours) is None)
        assert theirs.tell() == ours.tell()


def test_places_of_faults_are_in_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(TEXT, encoding="utf-8")
    expected = [(game.number, game.line, str(game.fault)) for game in hexmate.read_games(path)]
    for handle in (path.open("rb"), path.open(encoding="utf-8"), io.StringIO(TEXT)):
        with handle:
            games = list(iter(lambda: hexmate.pgn.read_game(handle), None))
        assert [(game.record.number, game.record.line, str(game.record.fault)) for game in games] == expected
        faults = [game.errors[0] for game in games if game.errors]
        assert [fault.offset for fault in faults] == [game.fault.offset for game in hexmate.read_games(path) if game.fault]


def test_same_games_as_read_games() -> None:
    for path in sorted((ROOT / "tests/it/pgn").rglob("*.pgn")) + sorted((ROOT / "tests/examples").glob("*.pgn")):
        expected = [game for game in hexmate.read_games(path) if game.status != "syntax" or game.fault is None or game.fault.code != "no-records"]
        for handle in (path.open("rb"), io.BytesIO(path.read_bytes())):
            with handle:
                games = list(iter(lambda: hexmate.pgn.read_game(handle), None))
            strays = [record for record in expected if record.game is None and not record.tags and not record.words]
            assert [game.record.moves for game in games if game.record.game] == [game.moves for game in expected if game.game], path
            assert sum(len(game.errors) for game in games) >= len(strays), path


def test_comments_after_last_game_are_kept() -> None:
    file = io.StringIO("1. Ndf4 *\n\n{the end}\n")
    games = list(iter(lambda: hexmate.pgn.read_game(file), None))
    assert [game.comment for game in games] == ["", "the end"] and games[1].mainline_moves() == []


def test_dos_mark_is_no_game() -> None:
    for mark in ("\x1a", "\n\x1a", "\n\n\x1a\x1a\n"):
        for file in (io.StringIO("1. Ndf4 *\n" + mark), io.BytesIO(f"1. Ndf4 *\n{mark}".encode())):
            games = list(iter(lambda: hexmate.pgn.read_game(file), None))
            assert len(games) == 1, (mark, [str(game.errors) for game in games])


def test_pipes_and_tables_are_read() -> None:
    class Pipe:
        def __init__(self, text: str) -> None:
            self.file = io.StringIO(text)

        def read(self, size: int, /) -> str:
            return self.file.read(size)

    pipe = Pipe(TEXT)
    assert [game.headers["White"] for game in iter(lambda: hexmate.pgn.read_game(pipe), None)] == NAMES
    table = io.StringIO("white,moves\nAnn,d1f4\nEve,e4e5\n")
    assert [game.headers["White"] for game in iter(lambda: hexmate.pgn.read_game(table), None)] == ["Ann", "Eve"]
    packed = io.BytesIO(gzip.compress(TEXT.encode()))
    assert [game.headers["White"] for game in iter(lambda: hexmate.pgn.read_game(packed), None)] == NAMES
    lists = io.StringIO("position startpos moves d1f4 e7e6\nposition startpos moves e4e5\n")
    assert [len(game.mainline_moves()) for game in iter(lambda: hexmate.pgn.read_game(lists), None)] == [2, 1]
