"""Tests of pickle and copy: results, records and boards go to other processes and come back the same."""

import copy
import io
import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import hexmate
import hexmate.pgn
import pytest
from conftest import ROOT
from hexmate import Board, Cell, Move, Piece

FEN = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"
MATE = "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9".split()
GAME = '\n{before}\n[White "Ann"]\n\n{c} 1. Ndf4 $1 e6 (1... b6) {x} 2. Nf9 {lost} *\n'


def records(text: str, **options: Any) -> list[hexmate.GameRecord]:
    return list(hexmate.read_games(io.StringIO(text), **options))


def values() -> Iterator[object]:
    """Yields an object of each class that can be pickled."""
    board = Board(moves=MATE)
    yield from (board, Board(), Board.empty("mini"), Board("echex3"), Cell("f6"), Cell("a1", "mini"))
    yield from (Move.from_uci("f10f11q"), Piece("king", "r", "echex3"), hexmate.Game("mini"), board.turn)
    outcome = board.outcome()
    assert outcome is not None
    yield from (outcome, outcome.result, outcome.termination)
    yield Board().legal_moves
    games = records(GAME) + records("") + records("stray text\n\n1. e5 *") + records('[Variant "x"]\n[White "Eve"]\n\n1. e5 *')
    games += records("white,result,moves\nAnn,1-0,d1f4 e7e6\n") + records("1. f4f6 *", variant="echex3")
    games += records("1. Hdf4 *", letters="hungarian") + records("1. j1j2 {c} *", files="a-k") + records("1. e5 {c} *", comments=False)
    for game in games:
        yield from (game, game.tags, game.fault) if game.fault else (game, game.tags)
    yield hexmate.repair(games[0])
    yield from hexmate.mine(records("1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qf9# 1-0")[0])
    yield from (hexmate.solve(FEN), hexmate.solve(FEN, "h#2", tries=1), hexmate.solve(FEN, "#3", nodes=10))
    twins = hexmate.solve({"fen": FEN, "stipulation": "#2", "twin": "b) g1 -> h1"})
    yield from (twins, *twins.twins)
    yield from (hexmate.Tables("folder", "mini"), hexmate.svg(board))
    edited = hexmate.pgn.read_game(io.StringIO(GAME))
    assert edited is not None
    edited.headers["Event"] = "New"
    yield from (edited, hexmate.pgn.Game(), edited.headers)
    try:
        board.push_san("Nz4")
    except hexmate.HexmateError as error:
        yield error


def facts(value: Any) -> dict[str, object]:
    """Returns what can be asked of an object, as texts."""
    found: dict[str, object] = {"repr": repr(value), "str": str(value), "type": type(value)}
    for name in dir(type(value)):
        if name.startswith("_") or isinstance(value, (str, list, dict, Move, Cell, hexmate.pgn.Game, hexmate.Tables)):
            continue
        try:
            attribute = getattr(value, name)
            if callable(attribute) and name in ("to_dict", "to_row", "pgn", "svg", "fen", "status", "count_moves"):
                attribute = attribute()
        except hexmate.HexmateError as error:
            attribute = error.code
        if not callable(attribute):
            found[name] = repr(attribute)
    return found


VALUES = list(values())


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_values_survive_pickle_and_copy(number: int) -> None:
    value = VALUES[number]
    expected = facts(value)
    duplicates = [copy.copy(value), copy.deepcopy(value)]
    duplicates += [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for duplicate in duplicates:
        assert facts(duplicate) == expected


def test_every_result_class_is_tried() -> None:
    tried = {type(value) for value in VALUES}
    classes = {getattr(hexmate, name) for name in hexmate.__all__ if isinstance(getattr(hexmate, name), type)}
    readers = {hexmate.GameReader, hexmate.ProblemReader, hexmate.Rows}
    assert {found for found in classes - tried - readers if not issubclass(found, Exception)} == set()
    for reader in (hexmate.read_games(io.StringIO("")), hexmate.read_problems(io.StringIO("")), hexmate.validate_many([])):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(reader)


def test_moves_of_copied_boards_can_be_taken_back() -> None:
    board = pickle.loads(pickle.dumps(Board(moves=MATE)))
    assert [board.pop().uci() for _ in MATE] == MATE[::-1] and board == Board()


def solved(row: dict[str, str]) -> tuple[str, hexmate.Solution]:
    solution = hexmate.solve(row)
    return row["id"], solution


def numbered(record: hexmate.GameRecord) -> tuple[int, int, str]:
    return record.number, record.plies, str(record.fault)


def test_processes_and_threads_share_results() -> None:
    rows = list(hexmate.read_problems(ROOT / "puzzles/known.csv"))[:6]
    games = list(hexmate.read_games(ROOT / "tests/examples/slips.pgn"))
    expected = [(name, repr(solution), solution.text) for name, solution in map(solved, rows)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(solved, rows)
        assert [(name, repr(solution), solution.text) for name, solution in found] == expected
        assert pool.map(numbered, games) == [numbered(game) for game in games]
    with ThreadPoolExecutor(2) as threads:
        assert [(name, repr(solution), solution.text) for name, solution in threads.map(solved, rows)] == expected


def test_old_pickles_are_read() -> None:
    # Written before results could be pickled.
    folder = Path(__file__).with_name("pickles")
    names = sorted(folder.glob("*.pickle"))
    assert len(names) == 7
    for path in names:
        value = pickle.loads(path.read_bytes())
        assert repr(value) == path.with_suffix(".txt").read_text(encoding="utf-8").rstrip("\n")
