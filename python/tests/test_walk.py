"""Random walks in every game, compared move by move with the command line.

A short walk compares all legal moves of each position, in every notation and with the position after the move. A long
walk compares the legal moves, the move played in every notation and the position after it: 2,000 moves in every game,
and 10^5 with HEXMATE_LAWS=full.
"""

import csv
import os
import random
import subprocess
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import groupby, islice
from multiprocessing import get_context
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import hexmate
import pytest
from conftest import PROGRAM

LONG = 100_000 if os.environ.get("HEXMATE_LAWS") == "full" else 2_000
SHORT = 600
CHUNK = 1_000
LONG_CHUNK = 5_000


def walk(game: str, length: int) -> Iterator[tuple[hexmate.Board, str, list[tuple[str, str, str, str]]]]:
    """Yields positions, each with the move played and all legal moves: UCI, SAN, long notation, FEN after the move."""
    rng = random.Random(f"walk {game}")
    board = hexmate.Board(game)
    for _ in range(length):
        moves = board.legal_moves
        if not moves or board.is_game_over() or board.ply() > 400:
            board, moves = hexmate.Board(game), hexmate.Board(game).legal_moves
        listed = []
        for move in moves:
            words = (board.uci(move), board.san(move), board.lan(move))
            board.push(move)
            listed.append((*words, board.fen()))
            board.pop()
        move = rng.choice(moves)
        yield board, board.uci(move), sorted(listed)
        board.push(move)


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_all_moves_equal_the_command(game: str, tmp_path: Path) -> None:
    compared = 0
    steps = walk(game, SHORT)
    while chunk := [(board.fen(), played, moves) for board, played, moves in islice(steps, CHUNK)]:
        positions = tmp_path / "walk.csv"
        with positions.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "variant", "fen"])
            writer.writerows((number, game, fen) for number, (fen, _, _) in enumerate(chunk))
        command = [str(PROGRAM), "moves", str(positions), "--fens", "--format=csv", "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            listing: dict[int, list[tuple[str, ...]]] = {}
            for place, *words in list(csv.reader(process.stdout))[1:]:
                listing.setdefault(int(place), []).append(tuple(words))
        assert process.returncode == 0
        for number, (fen, played, moves) in enumerate(chunk):
            assert sorted(listing[number]) == moves, fen
            after = {row[0]: row[3] for row in listing[number]}
                        # The next position of the walk is that after the move played.
            if number + 1 < len(chunk) and chunk[number + 1][0] != hexmate.Board(game).fen():
                assert after[played] == chunk[number + 1][0]
            compared += 1
    assert compared == SHORT


class Step(NamedTuple):
    """A move of a walk: FEN before, legal moves, move played in each notation, UCI line, FEN after."""

    before: str
    legal: list[str]
    played: tuple[str, str, str]
    line: str
    after: str


def long_walk(game: str, length: int) -> Iterator[Step]:
    rng = random.Random(f"long walk {game}")
    board = hexmate.Board(game)
    line: list[str] = []
    for _ in range(length):
        moves = board.legal_moves
        if not moves or len(line) >= 300:
            board, line = hexmate.Board(game), []
            moves = board.legal_moves
        move = rng.choice(moves)
        before, words = board.fen(), (move.uci(), board.san(move), board.lan(move))
        line.append(move.uci())
        board.push(move)
        legal = sorted(move.uci() for move in moves)
        yield Step(before, legal, words, f"position startpos moves {' '.join(line)}", board.fen())


def output_lines(command: list[str]) -> Iterator[str]:
    """Yields the lines that the command writes."""
    with subprocess.Popen([str(PROGRAM), *command, "--quiet"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from process.stdout
    assert process.returncode == 0


def compare(game: str, chunk: list[Step], folder: Path) -> int:
    """Compares steps with the command, and returns their number."""
    # The program plays the moves itself, from the initial position.
    lines = folder / "walk.txt"
    lines.write_text("".join(f"{step.line}\n" for step in chunk))
    after = output_lines(["convert", str(lines), f"--variant={game}", "--to=fen"])
    assert [fen.rstrip("\n") for fen in after] == [step.after for step in chunk]
    positions = folder / "walk.csv"
    with positions.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "variant", "fen"])
        writer.writerows((number, game, step.before) for number, step in enumerate(chunk))
    rows = csv.reader(output_lines(["moves", str(positions), "--format=csv"]))
    next(rows)
    # Rows of a position follow one another.
    listings = groupby(rows, itemgetter(0))
    for number, (step, (place, listed)) in enumerate(zip(chunk, listings, strict=True)):
        moves = list(listed)
        names = [row[1] for row in moves]
        assert int(place) == number and sorted(names) == step.legal, step.before
        assert tuple(moves[names.index(step.played[0])][1:]) == step.played, step.before
    return len(chunk)


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_long_walks_equal_the_command(game: str, tmp_path: Path) -> None:
    steps = long_walk(game, LONG)
    compared = 0
    running: deque[Future[int]] = deque()
    # Two chunks are compared while the next steps are made.
    with ProcessPoolExecutor(2, get_context("spawn")) as programs:
        for number in range(-(-LONG // LONG_CHUNK)):
            folder = tmp_path / str(number)
            folder.mkdir()
            running.append(programs.submit(compare, game, list(islice(steps, LONG_CHUNK)), folder))
            if len(running) > 2:
                compared += running.popleft().result()
        compared += sum(future.result() for future in running)
    assert compared == LONG
