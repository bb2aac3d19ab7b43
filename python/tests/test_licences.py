"""Tests that .cargo/deny.toml allows the licences of all crates of the module."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from conftest import ROOT

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
# Exceptions: crates used only while the module is built.
BUILD_ONLY = {"target-lexicon": "Apache-2.0 WITH LLVM-exception"}


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Returns True if every part of a licence expression has an allowed alternative."""
    parts = re.sub(r"[()]", "", expression).replace("/", " OR ").split(" AND ")
    return all(any(choice.strip() in allowed for choice in part.split(" OR ")) for part in parts)


def test_licence_expressions_are_evaluated() -> None:
    assert is_allowed("(MIT OR GPL-3.0) AND Zlib", {"MIT", "Zlib"}) and not is_allowed("MIT AND GPL-3.0", {"MIT"})
    assert is_allowed("GPL-3.0/MIT", {"MIT"}) and not is_allowed("AGPL-3.0", {"MIT"})


def crates(target: str) -> list[dict[str, Any]]:
    """Returns all crates for a target."""
    options = ["--format-version=1", "--locked", "--all-features", f"--filter-platform={target}"]
    command = ["cargo", "metadata", *options, f"--manifest-path={ROOT / 'python/Cargo.toml'}"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    packages: list[dict[str, Any]] = json.loads(done.stdout)["packages"]
    return packages


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_all_licences_are_allowed() -> None:
    text = (ROOT / ".cargo/deny.toml").read_text(encoding="utf-8")
    listed = re.findall(r"^allow = \[(.*)\]$", text, flags=re.MULTILINE)[0]
    allowed = set(re.findall(r'"(.*?)"', listed))
    targets = re.findall(r'"([a-z0-9_]+-[a-z0-9_-]+)"', re.findall(r"^targets = .*", text, flags=re.MULTILINE)[0])
    assert len(targets) >= 5
    packages = [package for target in targets for package in crates(target)]
    assert len(packages) > 50
    wrong = {
        package["name"]: package["license"]
        for package in packages
        if not is_allowed(package["license"] or "", allowed) and BUILD_ONLY.get(package["name"]) != package["license"]
    }
    assert wrong == {}
    versions = {package["name"] for package in packages if package["source"] not in (None, REGISTRY)}
    assert versions == set()
