"""Pickles that an earlier module wrote; see `tests/cli/written_before/README.md`."""

import base64
import csv
import pathlib
import pickle

import pytest

import hexmate

PICKLES = pathlib.Path(__file__).resolve().parents[2] / "tests/cli/written_before/pickles.tsv"


def board() -> hexmate.Board:
    board = hexmate.Board()
    board.push_uci("e4e5")
    board.push_uci("e7e6")
    return board


def written() -> dict[str, object]:
    """Returns the objects that the pickles contain, by name."""
    return {
        "board": board(),
        "unchecked": hexmate.Board.unchecked("k/3/5/7/7/7/7 w - 0 1", "mini"),
        "move": hexmate.Move.from_uci("e4e5"),
        "cell": hexmate.E4,
        "piece": board().piece_at(hexmate.E5),
        "game": hexmate.Game("mini"),
        "player": hexmate.WHITE,
    }


def rows() -> list[dict[str, str]]:
    with PICKLES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['name']}-{row['protocol']}")
def test_older_pickles_load(row: dict[str, str]) -> None:
    found, expected = pickle.loads(base64.b64decode(row["pickle"])), written()[row["name"]]
    assert type(found) is type(expected) and found == expected
    if isinstance(found, hexmate.Board) and isinstance(expected, hexmate.Board):
        assert found.fen() == expected.fen()
        assert [str(move) for move in found.move_stack] == [str(move) for move in expected.move_stack]
