"""Tests of endgame tables, compared with the command."""

from pathlib import Path

import hexmate
import pytest
from conftest import rows, run
from hexmate import Board

FENS = ["1/k2/5/3K3/7/7/6Q w - 0 1", "1/k2/5/3K3/7/7/6Q b - 0 1", "1/3/2q2/3K3/7/7/6k w - 0 1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    done = run("endgame", "build", "KQvK", "--variant=mini", "--output", path, "--quiet")
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize("fen", FENS)
def test_scores_equal_the_command(folder: Path, fen: str) -> None:
    expected = rows("endgame", "probe", fen, "--variant=mini", "--tables", folder, "--format=json", "--quiet")
    tables, board = hexmate.Tables(folder, "mini"), Board("mini", fen)
    moves = tables.moves(board)
    assert moves is not None
    assert tables.score(board) == (expected[0]["worth"], expected[0]["plies"])
    assert [(move.uci(), word, plies) for move, word, plies in moves] == [
        (row["move"], row["worth"], row["plies"]) for row in expected[1:]
    ]
    line = tables.line(board)
    assert line is not None and len(line) == expected[0]["plies"]
    for move in line:
        board.push(move)
    assert board.is_checkmate() or board.is_stalemate() or not line


def test_missing_and_damaged_tables(folder: Path, tmp_path: Path) -> None:
    board = Board("mini", FENS[0])
    assert hexmate.Tables(tmp_path, "mini").score(board) is None
    assert hexmate.Tables(folder, "mini").moves(Board("mini")) is None
    assert hexmate.Tables(folder, "mini").line(Board("mini")) is None
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.Tables(folder, "mini").score(Board())
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.Tables(folder, "echex3")
    for table in folder.iterdir():
        data = table.read_bytes()
        (tmp_path / table.name).write_bytes(data[: len(data) // 2])
    with pytest.raises(hexmate.HexmateError) as caught:
        hexmate.Tables(tmp_path, "mini").score(board)
    assert caught.value.code == "damaged-table"
