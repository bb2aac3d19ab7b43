"""Tests of the installed command `hexmate`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import hexmate
from conftest import PROGRAM, ROOT, run


def test_command_has_the_version() -> None:
    assert run("-V").stdout == f"hexmate {hexmate.__version__}\n"
    module = subprocess.run([sys.executable, "-m", "hexmate", "-V"], capture_output=True, text=True)
    assert module.stdout == f"hexmate {hexmate.__version__}\n"


def test_command_returns_the_exit_status(tmp_path: Path) -> None:
    assert run("solve", "puzzles/known.csv", "--no-time").returncode == 0
    assert run("validate", "tests/examples/slips.pgn").returncode == 1
    usage = run("solve", "--nonsense")
    assert usage.returncode == 2 and "--nonsense" in usage.stderr and "Usage: hexmate" in usage.stderr
    assert run("validate", tmp_path / "none").returncode == 3


def test_command_handles_pipes() -> None:
    assert run("validate", "-", "--quiet", stdin="1. Ndf4 *\n").returncode == 0
    lines = f"'{PROGRAM}' moves start --fens | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", lines], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("uci")


def test_file_names_may_be_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/b\xff.pgn")
    Path(name).write_text("1. Ndf4 *\n")
    # The program may reject the name, but must not raise an exception.
    done = subprocess.run([PROGRAM, "validate", name], capture_output=True)
    assert done.returncode in (0, 2, 3) and b"Traceback" not in done.stderr


def test_ctrl_c_stops_the_command(tmp_path: Path) -> None:
    """The first Ctrl-C stops the program regularly, without a Python traceback."""
    command = [str(PROGRAM), "perft", "start", "--depth", "12"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        time.sleep(1)
        os.kill(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in said and "KeyboardInterrupt" not in said
