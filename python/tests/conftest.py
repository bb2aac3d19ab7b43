"""Fixtures and helpers: paths of the repository and of the installed program."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

# Background jobs of a shell ignore SIGINT, and child processes inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.executable).with_name("hexmate")


@pytest.fixture
def root() -> Path:
    """Path of the repository."""
    return ROOT


@pytest.fixture
def program() -> Path:
    """Path of the installed command."""
    return PROGRAM


def run(*words: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command and returns its result."""
    return subprocess.run(
        [str(PROGRAM), *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=300,
    )


def rows(*words: str | Path, stdin: str | None = None) -> list[dict[str, Any]]:
    """Runs the command and returns the JSON rows that it writes."""
    return [json.loads(line) for line in run(*words, stdin=stdin).stdout.splitlines()]
