"""Words of the page, from the files that translators edit."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent.parent / "crates/words/languages"


def tables_of_words() -> dict[str, dict[str, str]]:
    """Returns the words of the page in each language, in the order of the piece letters."""
    codes = (FOLDER / "languages.txt").read_text("utf-8").split()
    return {code: table(FOLDER / f"{code}.toml") for code in codes}


def table(path: pathlib.Path) -> dict[str, str]:
    """Returns the words of the page in one language, its name first.

    The build of `hexmate-words` checks the file. Texts in the format are texts of JSON.
    """
    sections: dict[str, dict[str, str]] = {}
    section = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        key, _, value = line.partition(" = ")
        if value.startswith('"') and not line.startswith("#"):
            sections.setdefault(section, {})[key] = json.loads(value)
    return {"name": sections["language"]["own_name"], **sections["browser"]}
