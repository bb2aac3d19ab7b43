"""The crates that the module is built of are under the licences that .cargo/deny.toml allows."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from conftest import ROOT

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
# What is under a licence of its own, and why it may be: it only asks which Python there is, while the module is built.
BUILD_ONLY = {"target-lexicon": "Apache-2.0 WITH LLVM-exception"}


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Whether every part of a licence leaves a choice that is allowed."""
    parts = re.sub(r"[()]", "", expression).replace("/", " OR ").split(" AND ")
    return all(any(choice.strip() in allowed for choice in part.split(" OR ")) for part in parts)


def test_licences_leave_a_choice() -> None:
    assert is_allowed("(MIT OR GPL-3.0) AND Zlib", {"MIT", "Zlib"}) and not is_allowed("MIT AND GPL-3.0", {"MIT"})
    assert is_allowed("GPL-3.0/MIT", {"MIT"}) and not is_allowed("AGPL-3.0", {"MIT"})


def crates(target: str) -> list[dict[str, Any]]:
    """All crates that are built for a system."""
    options = ["--format-version=1", "--locked", "--all-features", f"--filter-platform={target}"]
    command = ["cargo", "metadata", *options, f"--manifest-path={ROOT / 'python/Cargo.toml'}"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    packages: list[dict[str, Any]] = json.loads(done.stdout)["packages"]
    return packages


@pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo here")
def test_every_crate_is_under_a_licence_that_is_allowed() -> None:
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
