"""Tests of reading, validating and repairing games, compared with the command."""

import gzip
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hexmate
import hexmate.pgn
import pytest
from conftest import ROOT, rows

SHARED = Path(os.environ.get("HEXMATE_SHARED", ROOT.parent / "shared")) / "corpora"
FILES = sorted([*ROOT.glob("tests/examples/*.pgn"), *ROOT.glob("tests/it/pgn/*.pgn"), *SHARED.glob("*.pgn")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_rows_equal_the_command(path: Path) -> None:
    expected = rows("validate", path, "--format=json", "--quiet")
    games = list(hexmate.read_games(path))
    assert [game.to_dict() for game in games] == expected
    assert [game.to_dict() for game in hexmate.read_games(path, comments=False)] == expected
    for game, row in zip(games, expected):
        fault = game.fault
        assert game.is_ok == (row["status"] == "ok") == (fault is None)
        assert game.plies == row["plies"] == len(game.moves) == len(game.sans)
        if fault is not None:
            assert (fault.code, fault.line, fault.column) == (row["code"], row["line"], row["column"])
            assert fault.message == row["message"] and str(fault) in f"{game.diagnosis} {fault}"
        if row["fen"]:
            assert game.board().fen() == row["fen"]
            assert game._repr_svg_() is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_repairs_equal_the_command(path: Path) -> None:
    expected = rows("validate", path, "--format=json", "--quiet", "--repair=/dev/null")
    for game, row in zip(hexmate.read_games(path), expected):
        if "repair" in row:
            repaired = hexmate.repair(game)
            assert repaired.to_dict() == row["repair"] and repaired.outcome == row["repair"]["outcome"]
            if repaired.pgn is not None:
                again = list(hexmate.read_games(io.StringIO(repaired.pgn), language=game.language))
                assert again and all(one.is_ok for one in again) and repaired.changes


def test_there_are_files() -> None:
    assert len(FILES) >= 4


def test_games_have_many_sources(tmp_path: Path) -> None:
    path = ROOT / "tests/examples/three-games.pgn"
    text = path.read_text(encoding="utf-8")
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    expected = [(game.number, game.tags, game.sans, game.result) for game in hexmate.read_games(path)]
    assert expected

    class Drops:
        """A reader that returns one byte at a time."""

        def __init__(self) -> None:
            self.rest = io.BytesIO(text.encode())

        def read(self, size: int, /) -> bytes:
            return self.rest.read(1)

    sources: list[Any] = [str(path), io.StringIO(text), io.BytesIO(text.encode()), packed, packed.open("rb"), Drops()]
    for source in sources:
        found = [(game.number, game.tags, game.sans, game.result) for game in hexmate.read_games(source)]
        assert found == expected


def test_exceptions_of_readers_propagate() -> None:
    class Broken:
        def read(self, size: int, /) -> bytes:
            raise RuntimeError("no more")

    class Wrong:
        def read(self, size: int, /) -> bytes:
            return 7  # type: ignore[return-value]

    with pytest.raises(RuntimeError, match="no more"):
        list(hexmate.read_games(Broken()))
    with pytest.raises(TypeError):
        list(hexmate.read_games(Wrong()))


def test_file_errors_are_os_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        hexmate.read_games(tmp_path / "none.pgn")
    assert caught.value.filename == str(tmp_path / "none.pgn")
    with pytest.raises(IsADirectoryError):
        list(hexmate.read_games(tmp_path))


def test_pgn_round_trips() -> None:
    text = '[White "Ann"]\n[Black "Bob"]\n[Black "Eve"]\n\n{First} 1. Ndf4 e6 {good} (1... f6 2. b2) 2. Bd3 1-0\n'
    game = next(hexmate.read_games(io.StringIO(text)))
    assert not game.is_ok and game.status == "syntax"
    text = text.replace('[Black "Eve"]\n', "")
    game = next(hexmate.read_games(io.StringIO(text)))
    assert game.tags == {"White": "Ann", "Black": "Bob"} and game.players == ["Ann", "Bob"]
    assert game.comments == [(0, "First"), (2, "good")] and game.result == "1-0"
    assert game.words == ["Ndf4", "e6", "Bd3"]
    for notation in ["san", "long", "long-named", "uci"]:
        again = next(hexmate.read_games(io.StringIO(game.pgn(notation=notation, language="english"))))
        assert again.moves == game.moves and again.comments == [*game.comments, (2, "Bd3 1-0")] and again.is_ok
    assert game.board(1).move_stack == game.moves[:1] and game.board(0) == hexmate.Board()
    with pytest.raises(ValueError):
        game.board(4)
    hungarian = next(hexmate.read_games(io.StringIO(game.pgn(language="hungarian"))))
    assert hungarian.language == "hungarian" and hungarian.moves == game.moves


def test_other_records_have_faults() -> None:
    def found(text: str | bytes, **options: str) -> list[tuple[str, str | None]]:
        source = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
        games = hexmate.read_games(source, **options)  # type: ignore[arg-type]
        return [(game.status, game.fault and game.fault.code) for game in games]

    assert found("") == [("syntax", "no-records")]
    assert found(b"\x89PNG\r\n\x1a\n" + bytes(300)) == [("syntax", "no-records")]
    assert found('[Variant "chess"]\n\n1. e4 *\n\n1. Ndf4 *\n')[0] == ("syntax", "unknown-variant")
    assert found("1/3/5/7/9/11/11/11/11/11/11 w - 0 1\n") == [("syntax", "no-game")]
    assert found("1. f4f6 *", game="echex3") == [("ok", None)]
    for game in hexmate.read_games(io.StringIO("")):
        assert game.moves == [] and game.tags == {} and game.game is None and "no game" in game.diagnosis
        methods: list[Callable[[hexmate.GameRecord], object]]
        methods = [hexmate.GameRecord.board, hexmate.GameRecord.pgn, hexmate.repair, hexmate.mine]
        for method in methods:
            with pytest.raises(hexmate.HexmateError):
                method(game)


def test_mined_problems_are_sound() -> None:
    text = "1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qf9# 1-0"
    game = next(hexmate.read_games(io.StringIO(text)))
    for puzzle in hexmate.mine(game, longest=2):
        solution = hexmate.solve(puzzle.board, puzzle.stipulation)
        assert solution.verdict == "SOUND" and solution.keys == [puzzle.key]
        assert puzzle._repr_svg_() != puzzle.svg() and puzzle.continuation in ("mated", "begun", "missed", "left")
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.mine(game, shortest=3, longest=2)


def test_functions_accept_edited_games() -> None:
    game = hexmate.pgn.read_game(io.StringIO("1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qf9# 1-0"))
    assert game is not None and [puzzle.ply for puzzle in hexmate.mine(game)] == [puzzle.ply for puzzle in hexmate.mine(game.record)]
    assert hexmate.repair(game).outcome == "legal"
    for wrong in (None, "1. e5 *"):
        with pytest.raises(TypeError, match="expected a GameRecord or a game of hexmate.pgn"):
            hexmate.mine(wrong)  # type: ignore[arg-type]
