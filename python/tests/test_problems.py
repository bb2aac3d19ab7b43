"""Tests of solving: single solutions, and rows compared with the command."""

import io
import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

import hexmate
import pytest
from conftest import ROOT, rows, run
from hexmate import Board

FEN = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"


def test_solution_has_all_attributes(root: Path) -> None:
    problem = next(iter(hexmate.read_problems(root / "puzzles" / "known.csv")))
    solution = hexmate.solve(Board(fen=problem["fen"]), problem["stipulation"], tries=1, set_play=True)
    assert solution.verdict == "COOKED" and solution.mate_in == 2 and len(solution.keys) == 3
    assert solution.is_complete and solution.nodes > 0 and solution.message == ""
    assert solution.board == Board(fen=problem["fen"])
    tree = solution.tree
    assert tree is not None
    assert [key["uci"] for key in tree["keys"]] == [key.uci() for key in solution.keys]
    assert len(solution.tries) == len(tree["tries"]) > 0
    after = solution.board
    for move, refutations in solution.tries:
        after.push(move)
        assert len(refutations) == 1 and all(after.is_legal(reply) for reply in refutations)
        after.pop()
    assert "threat" in solution.text and "complete: 3 keys" in str(solution) and solution.compact
    assert solution.to_dict()["keys_uci"] == [key.uci() for key in solution.keys]


def test_help_play_has_lines() -> None:
    solution = hexmate.solve(Board(fen=FEN), "h#1")
    for line in solution.lines:
        board = solution.board
        for move in line:
            board.push(move)
        assert board.is_checkmate()
    assert solution.keys == []


def test_limits_stop_the_search() -> None:
    solution = hexmate.solve(Board(), "#9", nodes=1000)
    assert solution.verdict == "NOT_FINISHED" and not solution.is_complete
    assert "node limit" in solution.message
    assert "time limit" in hexmate.solve(Board(), "#9", seconds=0.01).message


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(hexmate.InvalidStipulationError):
        hexmate.solve(Board("echex3"), "h#2")
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.solve(Board(), seconds=float("nan"))
    with pytest.raises(hexmate.InvalidOptionError):
        hexmate.solve(Board(), threads=0)


@pytest.mark.parametrize("file", ["puzzles/known.csv", "tests/examples/twins.csv", "tests/examples/two-mover.epd"])
def test_rows_equal_the_command(root: Path, file: str) -> None:
    game = "mini" if file.endswith("epd") else "glinski"
    expected = rows("solve", file, "--no-time", "--format=json", "--quiet", "--keys-only", *(["--variant=mini"] if game == "mini" else []))
    problems = list(hexmate.read_problems(root / file))
    for problem in problems:
        problem["variant"] = problem["variant"] or game
    for threads in [1, 3]:
        assert list(hexmate.solve_many(problems, threads=threads)) == expected


def test_trees_equal_the_command(root: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.jsonl"
    run("solve", "puzzles/known.csv", "--no-time", "--quiet", f"--jsonl={report}")
    expected = [json.loads(line) for line in report.read_text().splitlines()]
    problems = hexmate.read_problems(root / "puzzles/known.csv")
    found = list(hexmate.solve_many(problems, tries=1, set_play=True, variations=True))
    assert [row["solution"] for row in found] == [row["solution"] for row in expected]
    assert found == expected


def test_problems_have_many_types() -> None:
    items: list[Any] = [
        Board(fen=FEN),
        FEN,
        f'{FEN}; dm 2; id "x"; bm Qe10;',
        {"fen": FEN, "stipulation": "#2", "further": 7, "author": None},
        (FEN, "#2"),
        (Board(fen=FEN), "s#1"),
    ]
    found = list(hexmate.solve_many(items, "#2"))
    assert [row["status"] for row in found] == ["SOUND"] * 5 + ["NO_SOLUTION"]
    assert found[2]["id"] == "x" and found[2]["claim"] == "right"
    with pytest.raises(TypeError):
        list(hexmate.solve_many([7]))  # type: ignore[list-item]


def test_games_for_three_have_problems() -> None:
    row = next(hexmate.solve_many([(Board("echex3"), "#1")]))
    assert (row["variant"], row["status"]) == ("echex3", "NO_SOLUTION")


def test_problems_have_many_sources(root: Path) -> None:
    path = root / "puzzles" / "known.csv"
    expected = list(hexmate.read_problems(path))
    assert expected == list(hexmate.read_problems(str(path)))
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        assert expected == list(hexmate.read_problems(binary)) == list(hexmate.read_problems(text))
    with pytest.raises(hexmate.HexmateError):
        list(hexmate.read_problems(io.StringIO("1. f6 *\n")))


def test_solve_accepts_what_solve_many_accepts() -> None:
    row = next(hexmate.read_problems(ROOT / "puzzles/known.csv"))
    expected = hexmate.solve(Board(row["variant"] or None, row["fen"]), row["stipulation"])
    line = Board(row["variant"] or None, row["fen"]).epd(stip=row["stipulation"])
    for problem in (row, line, (row["fen"], row["stipulation"]), MappingProxyType(row)):
        solution = hexmate.solve(problem)
        assert (solution.keys, solution.verdict, solution.tree) == (expected.keys, expected.verdict, expected.tree)
        (many,) = hexmate.solve_many([problem], variations=True)
        assert many["keys"] == solution.to_dict()["keys"] and many["status"] == solution.verdict
    assert hexmate.solve({**row, "stipulation": ""}).stipulation == "#2"
    assert hexmate.solve(row, "#1").stipulation == "#1" and hexmate.solve((row, "h#1")).stipulation == "h#1"
    fen = Board(fen=row["fen"]).fen("file-up")
    assert hexmate.solve(fen, row["stipulation"], from_fen="file-up").keys == expected.keys
    assert [found["keys"] for found in hexmate.solve_many([fen], row["stipulation"], from_fen="file-up")] == [many["keys"]]


def test_twins_are_solved_with_their_problem() -> None:
    fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"
    row = {"fen": fen, "stipulation": "#2", "twin": "b) Kg1 -> h1"}
    solution = hexmate.solve(row)
    rows = list(hexmate.solve_many([row], variations=True))
    assert [one.verdict for one in (solution, *solution.twins)] == [found["status"] for found in rows] and len(rows) == 2
    assert [one.board.fen() for one in (solution, *solution.twins)] == [found["fen"] for found in rows]
    assert solution.twins[0].twins == [] and hexmate.solve(fen).twins == []
    with pytest.raises(hexmate.HexmateError, match="twin b") as caught:
        hexmate.solve({**row, "twin": "b) nonsense"})
    assert caught.value.code != "error"


def test_messages_name_arguments() -> None:
    fen = Board(moves=["e4e6"]).fen("file-up")
    game = next(hexmate.read_games(io.StringIO(f'[FEN "{fen}"]\n\n1. e5 *')))
    (solved,), (checked,) = hexmate.solve_many([fen], "#1"), hexmate.validate_many([fen])
    texts = [str(game.fault), game.diagnosis, game.to_dict()["message"], game.to_row()["message"], solved["message"], checked["message"]]
    assert all('use from_fen="file-up"' in text and "--" not in text for text in texts)
    (missing,) = hexmate.solve_many([Board()])
    assert "use stipulation" in missing["message"] and "--" not in missing["message"]
    (problem,) = hexmate.read_problems(io.StringIO(f"{fen}\n"), from_fen="file-up")
    assert problem["fen"] == Board(moves=["e4e6"]).fen()
    assert Board(moves=["e4e6"]).fen() == hexmate.Board(fen, from_fen="file-up").fen()
    board = Board()
    board.set_fen(fen, from_fen="file-up")
    assert board == Board.unchecked(fen, from_fen="file-up") and hexmate.svg(fen, from_fen="file-up") == hexmate.svg(board)
    assert [row["status"] for row in hexmate.validate_many([fen, board], from_fen="file-up")] == ["ok", "ok"]
    with pytest.raises(hexmate.InvalidOptionError, match="from_fen: unknown name"):
        Board(fen, from_fen="sideways")
