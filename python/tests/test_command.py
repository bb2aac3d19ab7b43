"""The command that the wheel brings: the program itself, started by Python."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import hexmate
from conftest import PROGRAM, ROOT, run


def test_it_is_the_program_of_this_version() -> None:
    assert run("-V").stdout == f"hexmate {hexmate.__version__}\n"
    module = subprocess.run([sys.executable, "-m", "hexmate", "-V"], capture_output=True, text=True)
    assert module.stdout == f"hexmate {hexmate.__version__}\n"


def test_it_ends_with_the_status_of_the_program(tmp_path: Path) -> None:
    assert run("solve", "puzzles/known.csv", "--no-time").returncode == 0
    assert run("validate", "tests/examples/slips.pgn").returncode == 1
    usage = run("solve", "--nonsense")
    assert usage.returncode == 2 and "--nonsense" in usage.stderr and "Usage: hexmate" in usage.stderr
    assert run("validate", tmp_path / "none").returncode == 3


def test_it_reads_a_pipe_and_does_not_mind_a_closed_one() -> None:
    assert run("validate", "-", "--quiet", stdin="1. Ndf4 *\n").returncode == 0
    lines = f"'{PROGRAM}' moves start --fens | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", lines], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("uci")


def test_names_of_files_need_be_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/b\xff.pgn")
    Path(name).write_text("1. Ndf4 *\n")
    # The program takes names that are text, and says so; it does not fall.
    done = subprocess.run([PROGRAM, "validate", name], capture_output=True)
    assert done.returncode in (0, 2, 3) and b"Traceback" not in done.stderr


def test_ctrl_c_is_answered_by_the_program(tmp_path: Path) -> None:
    """The first asks it to end well, and no trace of Python is seen."""
    command = [str(PROGRAM), "perft", "start", "--depth", "12"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        time.sleep(1)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in said and "KeyboardInterrupt" not in said
