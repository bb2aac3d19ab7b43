"""Prints the speed of the module relative to python-chess and to the program of the same build.

The calls of a pair are measured alternately and the fastest of each counts, so that a busy machine affects both alike.
Where valgrind is installed, ratios of single calls are checked by numbers of instructions, because times of nanoseconds
differ between machines. The exit status is 1 if a required ratio is missed. `python bench.py` needs the package `chess`.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import hexmate

PROGRAM = Path(sys.executable).with_name("hexmate")
ROUNDS = 40


def seconds(work: Callable[[], object]) -> float:
    """Returns the time of one call in seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def fastest(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Returns the shortest time of each call, measured alternately."""
    found = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(column) for column in zip(*found)]


def times(count: int, call: Callable[[], object]) -> Callable[[], None]:
    """Returns a function that repeats a call `count` times."""

    def repeated() -> None:
        for _ in range(count):
            call()

    return repeated


def push_and_pop(board: hexmate.Board | chess.Board, move: object, count: int) -> Callable[[], None]:
    """Returns a function that plays a move and takes it back `count` times."""

    def repeated() -> None:
        push, pop = board.push, board.pop
        for _ in range(count):
            push(move)  # type: ignore[arg-type]
            pop()

    return repeated


# A fixed hash seed makes the numbers of instructions reproducible.
FIXED = {**os.environ, "PYTHONHASHSEED": "0"}
# Here `legal_moves` is a list already; python-chess generates the moves while `list` asks for them.
LOOPS = {
    "legal_moves": {"hexmate": "board.legal_moves", "chess": "list(board.legal_moves)"},
    "push and pop": {"hexmate": "push(move); pop()", "chess": "push(move); pop()"},
}


def instructions(module: str, loop: str, count: int) -> int:
    """Returns the number of instructions of a process that runs a loop `count` times on the initial position."""
    board = "board = chess.Board(); move = next(iter(board.legal_moves))"
    if module == "hexmate":
        board = "board = hexmate.Board(); move = board.legal_moves[5]"
    repeated = f"for _ in range(count): {LOOPS[loop][module]}"
    lines = [f"    {board}", "    push, pop = board.push, board.pop", f"    {repeated}"]
    code = "\n".join(["import chess, hexmate", "def run(count):", *lines, f"run({count})"])
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", code]
    ended = subprocess.run(tool, check=True, capture_output=True, text=True, env=FIXED)
    refs = re.search(r"refs:\s*([\d,]+)", ended.stderr)
    if refs is None:
        raise SystemExit("valgrind reports no instructions")
    return int(refs[1].replace(",", ""))


def fewer_instructions(loop: str) -> float:
    """Returns the ratio of the instructions of python-chess to those of the module for one pass of a loop."""

    def each(module: str, count: int) -> float:
        return (instructions(module, loop, count) - instructions(module, loop, 0)) / count

    return each("chess", 2_000) / each("hexmate", 20_000)


def report(name: str, ratio: float, least: float | None = None) -> bool:
    """Prints a line of the table; returns True if the ratio is at least `least`."""
    is_met = least is None or ratio >= least
    required = "" if least is None else f"  (at least {least:g}){'' if is_met else '  MISSED'}"
    print(f"{name:<64} {ratio:8.2f}{required}")
    return is_met


def random_game(number: int) -> str:
    """Returns a random game as PGN with some comments."""
    rng = random.Random(number)
    board = hexmate.Board()
    words = [f'[White "Ann"]\n[Black "Bob"]\n[Round "{number}"]\n\n']
    while board.ply() < 80 and board.legal_moves:
        move = rng.choice(board.legal_moves)
        if board.turn == "w":
            words.append(f"{board.fullmove_number}.")
        words.append(board.san(move))
        if rng.random() < 0.05:
            words.append("{a comment}")
        board.push(move)
    return " ".join([*words, "*\n"])


def main() -> int:
    ours, theirs = hexmate.Board(), chess.Board()
    met = []
    # Times are required to reach the ratio only if instructions cannot be counted.
    least = None if shutil.which("valgrind") else 20
    if least is None:
        for loop in LOOPS:
            met.append(report(f"{loop}, instructions relative to python-chess", fewer_instructions(loop), 20))

    own, other = fastest(times(2000, lambda: ours.legal_moves), times(200, lambda: list(theirs.legal_moves)))
    met.append(report("legal_moves at the start, relative to python-chess", 10 * other / own, least))
    report("legal_moves at the start, per move, relative to python-chess", 10 * other / own * len(ours.legal_moves) / 20)

    own, other = fastest(
        push_and_pop(ours, ours.legal_moves[5], 20_000), push_and_pop(theirs, next(iter(theirs.legal_moves)), 2000)
    )
    met.append(report("push (with a legality check) and pop, relative to python-chess", 10 * other / own, least))

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    own, other = fastest(lambda: ours.perft(4, threads=1), lambda: perft(theirs, 3), rounds=5)
    report("perft nodes per second, relative to python-chess", (ours.perft(4) / own) / (perft(theirs, 3) / other))

    depth = [str(PROGRAM), "perft", "start", "--depth", "5", "-q", "-j1"]
    nothing = [str(PROGRAM), "perft", "start", "--depth", "1", "-q", "-j1"]
    run = lambda words: lambda: subprocess.run(words, check=True, capture_output=True)  # noqa: E731
    own, all_of_it, start = fastest(lambda: ours.perft(5, threads=1), run(depth), run(nothing), rounds=5)
    report("perft, relative to the program", (all_of_it - start) / own)

    with tempfile.TemporaryDirectory() as folder:
        big, small = Path(folder) / "games.pgn", Path(folder) / "one.pgn"
        text = "\n".join(random_game(number) for number in range(100))
        big.write_text(f"{text}\n" * 80, encoding="utf-8")
        small.write_text(text, encoding="utf-8")

        def read(**options: bool) -> Callable[[], object]:
            return lambda: sum(game.plies for game in hexmate.read_games(big, **options))  # type: ignore[arg-type]

        command = [str(PROGRAM), "validate", "-q", "--format=csv"]
        rates = fastest(
            read(), read(comments=False), run([*command, str(big)]), run([*command, str(small)]), rounds=4
        )
        kept, passed, all_of_it, start = rates
        met.append(report("read_games with comments, relative to the program", (all_of_it - start) / kept, 0.5))
        met.append(report("read_games without comments, relative to the program", (all_of_it - start) / passed, 0.5))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
