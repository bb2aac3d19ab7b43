"""Tests of the examples for type checkers."""

from pathlib import Path

import typed
from hexmate import Board, Cell


def test_typed_examples_run(root: Path) -> None:
    found = typed.first_fault(root / "tests/examples/slips.pgn")
    assert found is not None and found[0].fault == found[1]
    assert typed.first_fault(root / "tests/examples/two-mover.epd") is not None
    assert len(list(typed.walk(Board(), 9))) == 9
    assert typed.kings(Board()) == {"w": Cell("g1"), "b": Cell("g10")}
    assert typed.keys(root / "puzzles/known.csv")["play-1"] == ["Qe10+"]
    assert typed.drawn(Board()).startswith("<svg ")
    assert typed.caught("Nz4").startswith("unknown-file 1")
    assert typed.caught("Kf6").startswith("no-such-move")
    assert typed.caught("Ndf4") == ""
    replayed = typed.replayed(root / "tests/examples/three-games.pgn")
    assert len(replayed) == 3 and all(picture.startswith("<svg ") for _, _, picture in replayed)
    assert typed.composed() == 6
    texts = typed.edited(root / "tests/examples/three-games.pgn")
    assert texts and all("{the end}" in text for text in texts)
    assert all(verdict == again != "" for verdict, again in typed.solved(root / "puzzles/known.csv").values())
    assert typed.ended(Board()) is None and typed.ended(Board(moves="e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split())) == ("1-0", "1-0", "CHECKMATE", False)
    assert typed.shown(Board()).startswith("<svg ") and typed.shown(Board()).endswith("id \"one\"; dm 2;")
