"""What tests share: where the repository and the program of this environment are."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

# A shell in the background ignores it, and children would too: then nothing could be interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.executable).with_name("hexmate")


@pytest.fixture
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture
def program() -> Path:
    """The command that the wheel has brought."""
    return PROGRAM


def run(*words: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end, whatever its status."""
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
    """The rows of JSON that the command writes."""
    return [json.loads(line) for line in run(*words, stdin=stdin).stdout.splitlines()]
