"""Tests of docstrings and examples."""

import doctest
import inspect
import re
from collections.abc import Iterator

import hexmate
import pytest
from conftest import ROOT


def documented() -> Iterator[tuple[str, str | None]]:
    for name in hexmate.__all__:
        value = getattr(hexmate, name)
        if not (inspect.isclass(value) or callable(value)):
            continue
        yield name, value.__doc__
        if inspect.isclass(value):
            for member, attribute in vars(value).items():
                if not member.startswith("_") and not isinstance(attribute, (str, tuple, type(None))):
                    yield f"{name}.{member}", attribute.__doc__


DOCUMENTED = dict(documented())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_have_docstrings(name: str) -> None:
    assert DOCUMENTED[name] and len(DOCUMENTED[name] or "") > 10


def run(name: str, text: str) -> doctest.TestResults:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    output: list[str] = []
    result = doctest.DocTestRunner().run(test, out=output.append)
    assert result.failed == 0, "".join(output)
    return result


def test_many_docstrings_have_examples() -> None:
    assert sum(bool(text) and ">>>" in str(text) for text in DOCUMENTED.values()) >= 20


@pytest.mark.parametrize("name", [name for name, text in DOCUMENTED.items() if text and ">>>" in text])
def test_docstring_examples_pass(name: str) -> None:
    assert run(name, DOCUMENTED[name] or "").attempted >= 2


@pytest.mark.parametrize("file", ["python/README.md"])
def test_readme_examples_pass(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / file).read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert examples
    assert run(file, "\n".join(examples)).attempted > 0


def test_functions_have_signatures() -> None:
    for name in hexmate.__all__:
        value = getattr(hexmate, name)
        if inspect.isbuiltin(value):
            assert inspect.signature(value).parameters, name


def test_version_is_that_of_the_program() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    versions = re.findall(r'^version = "(.*)"', manifest, flags=re.MULTILINE)
    assert versions == [hexmate.__version__]
