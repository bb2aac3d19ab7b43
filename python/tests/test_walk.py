"""A random walk in every game, compared move by move with what the command line says.

The length is that of a quick look; HEXMATE_LAWS=full walks 10^5 moves in every game.
"""

import csv
import os
import random
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import hexmate
import pytest
from conftest import PROGRAM

FULL = os.environ.get("HEXMATE_LAWS") == "full"
LENGTH = 100_000 if FULL else 1_000
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
def test_a_walk_is_the_same_on_the_command_line(game: str, tmp_path: Path) -> None:
    compared = 0
    steps = walk(game, LENGTH)
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
    assert compared == LENGTH
