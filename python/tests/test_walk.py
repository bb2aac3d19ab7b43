"""Random walks in every game, compared move by move with what the command line says.

A short one compares all that can be played in each position, in every notation and with the position after it. A long
one compares the legal moves, the move that is played in every notation, and the position that it leads to: two
thousand moves in every game, and 10^5 with HEXMATE_LAWS=full.
"""

import csv
import os
import random
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import hexmate
import pytest
from conftest import PROGRAM

LONG = 100_000 if os.environ.get("HEXMATE_LAWS") == "full" else 2_000
SHORT = 600
CHUNK = 1_000


def walk(game: str, length: int) -> Iterator[tuple[hexmate.Board, str, list[tuple[str, str, str, str]]]]:
    """Positions, each with the move that is played there and all legal moves: UCI, SAN, long, the FEN after it."""
    dice = random.Random(f"walk {game}")
    board = hexmate.Board(game)
    for _ in range(length):
        moves = board.legal_moves
        if not moves or board.is_game_over() or board.ply() > 400:
            board, moves = hexmate.Board(game), hexmate.Board(game).legal_moves
        told = []
        for move in moves:
            words = (board.uci(move), board.san(move), board.lan(move))
            board.push(move)
            told.append((*words, board.fen()))
            board.pop()
        move = dice.choice(moves)
        yield board, board.uci(move), sorted(told)
        board.push(move)


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_all_that_can_be_played_is_the_same_on_the_command_line(game: str, tmp_path: Path) -> None:
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
            said: dict[int, list[tuple[str, ...]]] = {}
            for place, *words in list(csv.reader(process.stdout))[1:]:
                said.setdefault(int(place), []).append(tuple(words))
        assert process.returncode == 0
        for number, (fen, played, moves) in enumerate(chunk):
            assert sorted(said[number]) == moves, fen
            after = {told[0]: told[3] for told in said[number]}
            # The position that the walk goes on from is the one that the command comes to.
            if number + 1 < len(chunk) and chunk[number + 1][0] != hexmate.Board(game).fen():
                assert after[played] == chunk[number + 1][0]
            compared += 1
    assert compared == SHORT


class Step(NamedTuple):
    """A move of a walk: what stood before it, what could be played, what was played, and what stands after it."""

    before: str
    legal: list[str]
    played: tuple[str, str, str]
    line: str
    after: str


def long_walk(game: str, length: int) -> Iterator[Step]:
    dice = random.Random(f"long walk {game}")
    board = hexmate.Board(game)
    line: list[str] = []
    for _ in range(length):
        moves = board.legal_moves
        if not moves or len(line) >= 300:
            board, line = hexmate.Board(game), []
            moves = board.legal_moves
        move = dice.choice(moves)
        before, words = board.fen(), (move.uci(), board.san(move), board.lan(move))
        line.append(move.uci())
        board.push(move)
        legal = sorted(move.uci() for move in moves)
        yield Step(before, legal, words, f"position startpos moves {' '.join(line)}", board.fen())


def said_of(command: list[str]) -> Iterator[str]:
    """The lines that the command writes."""
    with subprocess.Popen([str(PROGRAM), *command, "--quiet"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from process.stdout
    assert process.returncode == 0


@pytest.mark.parametrize("game", hexmate.GAMES)
def test_a_long_walk_is_the_same_on_the_command_line(game: str, tmp_path: Path) -> None:
    steps = long_walk(game, LONG)
    compared = 0
    while chunk := list(islice(steps, CHUNK)):
        # The program plays the moves itself, from the start of each game.
        lines = tmp_path / "walk.txt"
        lines.write_text("".join(f"{step.line}\n" for step in chunk))
        after = said_of(["convert", str(lines), f"--variant={game}", "--to=fen"])
        assert [fen.rstrip("\n") for fen in after] == [step.after for step in chunk]
        positions = tmp_path / "walk.csv"
        with positions.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "variant", "fen"])
            writer.writerows((number, game, step.before) for number, step in enumerate(chunk))
        said: dict[int, dict[str, tuple[str, ...]]] = {}
        for row in list(csv.reader(said_of(["moves", str(positions), "--format=csv"])))[1:]:
            said.setdefault(int(row[0]), {})[row[1]] = tuple(row[1:])
        for number, step in enumerate(chunk):
            assert sorted(said[number]) == step.legal, step.before
            assert said[number][step.played[0]] == step.played, step.before
            compared += 1
    assert compared == LONG
