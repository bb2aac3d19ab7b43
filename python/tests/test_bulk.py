"""Tests of `solve_many` and `validate_many`: order, laziness, interruption and tables."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import hexmate
import pytest

GAMES = ["1. Ndf4 e6 *", "1. Ndf4 e6 2. Nf9 *", "1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qf9# 1-0", "", "\0"]


def test_rows_keep_the_order() -> None:
    texts = [GAMES[number % len(GAMES)] for number in range(2000)]
    expected = [row | {"file": ""} for text in GAMES for row in hexmate.validate_many([text], threads=1)]
    for threads in [1, 2, 5]:
        found = list(hexmate.validate_many(texts, threads=threads))
        assert [int(row["file"]) for row in found] == list(range(2000))
        assert [row | {"file": ""} for row in found] == expected * 400


def test_item_may_have_several_records() -> None:
    found = list(hexmate.validate_many(["1. Ndf4 *\n\n[White \"x\"]\n\n1. Ndf4 e6 *", b"1. Ndf4 *", hexmate.Board("mini")]))
    assert [(row["file"], row["record"], row["kind"]) for row in found] == [
        ("0", 1, "game"),
        ("0", 2, "game"),
        ("1", 1, "game"),
        ("2", 1, "position"),
    ]
    assert found[3]["variant"] == "mini"


def test_items_are_read_lazily() -> None:
    requested = 0

    def endless() -> Iterator[str]:
        nonlocal requested
        while True:
            requested += 1
            yield GAMES[0]

    rows = hexmate.validate_many(endless(), threads=2)
    for _ in range(10):
        next(rows)
    assert requested <= 10 + 4 * 2 * 64
    rows.close()
    assert list(rows) == []


def test_results_precede_later_items() -> None:
    requested = []

    def slowly() -> Iterator[str]:
        for number in range(3):
            requested.append(number)
            yield GAMES[0]
            time.sleep(0.3)

    rows = hexmate.validate_many(slowly(), threads=1)
    next(rows)
    assert len(requested) < 3


def test_exceptions_follow_earlier_results() -> None:
    def broken() -> Iterator[str]:
        yield from GAMES[:3]
        raise RuntimeError("no more")

    rows = hexmate.validate_many(broken())
    assert [row["status"] for _, row in zip(range(3), rows)] == ["ok", "illegal", "ok"]
    with pytest.raises(RuntimeError, match="no more"):
        next(rows)
    assert list(rows) == []
    with pytest.raises(TypeError):
        hexmate.validate_many(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        list(hexmate.validate_many([7]))  # type: ignore[list-item]


def test_other_threads_keep_running() -> None:
    import threading

    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begun = time.monotonic()
    hexmate.solve(hexmate.Board(), "#9", seconds=0.5)
    took = time.monotonic() - begun
    done.set()
    thread.join()
    assert took < 5 and counted > 20


@pytest.mark.parametrize(
    "work",
    [
        "hexmate.solve(hexmate.Board(), '#20')",
        "hexmate.Board().perft(12)",
        "hexmate.Board().divide(12)",
        "list(hexmate.solve_many([(hexmate.Board(), '#20')] * 9))",
        "list(hexmate.validate_many(iter(lambda: '1. Ndf4 *', None)))",
    ],
)
def test_ctrl_c_interrupts(work: str) -> None:
    program = f"import hexmate\nprint('ready', flush=True)\ntry:\n    {work}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.4)
        begun = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
        assert time.monotonic() - begun < 10
    assert process.returncode == 0


def test_dropped_rows_stop_their_threads() -> None:
    for _ in range(20):
        rows = hexmate.solve_many([(hexmate.Board(), "#20")] * 4, threads=2)
        if _ % 2:
            del rows


def test_tables_have_arrow_types(root: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    problems = hexmate.read_problems(root / "puzzles" / "known.csv")
    table = hexmate.solve_many(problems, tries=1).table()
    assert isinstance(table, arrow.Table) and table.num_rows == 6
    assert table.column("status").to_pylist()[:2] == ["COOKED", "SOUND"]
    assert table.schema.field("keys").type == arrow.list_(arrow.string())
    assert table.schema.field("nodes").type == arrow.int64()
    checked = hexmate.validate_many(GAMES).table()
    assert checked.column("plies").to_pylist() == [2, 2, 7, 0, 0]
    empty = hexmate.validate_many([]).table()
    assert empty.num_rows == 0 and empty.schema == checked.schema
