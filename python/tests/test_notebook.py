"""Test of the notebook: all cells run and display their pictures."""

import os
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

SHARED = Path(os.environ.get("HEXMATE_SHARED", ROOT.parent / "shared")) / "corpora"
FOLDERS = [ROOT / "tests/examples", *([SHARED] if SHARED.is_dir() else [])]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_notebook_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    for needed in ["ipykernel", "matplotlib", "pandas", "pyarrow"]:
        pytest.importorskip(needed)
    monkeypatch.setenv("HEXMATE_GAMES", str(folder))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(ROOT / "python/notebook.ipynb", as_version=4)
    here = {"metadata": {"path": str(ROOT / "python")}}
    client.NotebookClient(notebook, timeout=240, resources=here).execute()
    shown = [kind for cell in notebook.cells for kind in kinds(cell)]
    assert shown.count("image/svg+xml") == 4 and shown.count("image/png") == 1 and shown.count("text/html") == 1


def kinds(cell: Any) -> list[str]:
    """Returns the MIME types of the outputs of a cell."""
    return [kind for output in cell.get("outputs", []) for kind in output.get("data", {})]
