"""Tests of the type annotations with mypy, stubtest and pyright."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def ok(*words: str | Path) -> None:
    # Run outside of the sources, which a type checker would take for the package.
    folder = Path(sys.executable).parent
    path = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    words = tuple(map(str, words))
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=os.environ | path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_the_module() -> None:
    pytest.importorskip("mypy")
    ok(sys.executable, "-m", "mypy", "--strict", "-p", "hexmate")
    ok(sys.executable, "-m", "mypy", "--strict", *sorted(HERE.glob("*.py")))


def test_stubs_and_module_agree() -> None:
    pytest.importorskip("mypy")
    ok(sys.executable, "-m", "mypy.stubtest", "hexmate")


def pyright() -> list[str] | None:
    """Returns the command of pyright, or None if it is not installed."""
    if (named := os.environ.get("PYRIGHT")) and shutil.which(named):
        return [named]
    if importlib.util.find_spec("pyright"):
        return [sys.executable, "-m", "pyright"]
    return None


@pytest.mark.skipif(pyright() is None, reason="needs pyright")
def test_pyright_accepts_the_module() -> None:
    command = pyright() or []
    ok(*command, "--verifytypes", "hexmate", "--ignoreexternal")
    ok(*command, "--pythonpath", sys.executable, HERE / "typed.py")
