#!/usr/bin/env python3
"""Writes the page as one file: assemble.py PROGRAM.wasm UNPACKING.wasm PAGE.html PACKING.

PACKING is the program of `web/packing`, which compresses; UNPACKING.wasm unpacks in the browser.
"""

import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys

from languages import tables_of_words

# The modules of the model, each with the name by which the scripts of the page call it.
MODULES = {
    "tree": "Trees", "document": "Documents", "address": "Addresses", "view": "Views", "records": "Records",
    "collection": "Collections",
}
SCRIPTS = [
    "words", "tools", "engine", "board", "study", "analysis", "start", "stipulations", "position", "computer",
    "collection", "problem", "files", "perft", "main",
]
PAGE = pathlib.Path(__file__).parent / "page"


def source_hash(text: str) -> str:
    """Returns the source of a content security policy that allows this text only."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# Numbers of 7 bits that no character in a script element may have: the null character, the end of a line that HTML would
# rewrite, and "<". Such a number and the next one together are a character of two bytes, so neither takes more room.
ESCAPED = [0, 13, 60]
# The first of these characters; those before it are control characters.
PAIRS = 160


def sevens(data: bytes) -> str:
    """Returns bytes as text with 7 bits for each byte of UTF-8."""
    value = bits = 0
    numbers: list[int] = []
    for byte in data:
        value |= byte << bits
        bits += 8
        while bits >= 7:
            numbers.append(value & 127)
            value >>= 7
            bits -= 7
    if bits:
        numbers.append(value)
    out: list[str] = []
    rest = iter(numbers)
    for number in rest:
        out.append(chr(PAIRS + 128 * ESCAPED.index(number) + next(rest, 0) if number in ESCAPED else number))
    return "".join(out)


def short(name: str) -> str:
    """Returns a file of the page without comment lines and indents."""
    lines = map(str.strip, (PAGE / name).read_text("utf-8").splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith(("//", "/*")))


IMPORT = re.compile(r"^import (\{[^}]*\}) from \"\./(\w+)\.mjs\";$", re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|class) (\w+)", re.MULTILINE)


def module(name: str) -> str:
    """Returns a module of the model as an object of its exports, which is evaluated once."""
    text = short(f"model/{name}.mjs")

    def imported(found: re.Match[str]) -> str:
        assert found[2] in list(MODULES)[: list(MODULES).index(name)], f"{name} imports {found[2]}, which is not before it"
        return f"const {found[1]} = {MODULES[found[2]]};"

    exports = EXPORT.findall(text)
    text = re.sub(r"^export ", "", IMPORT.sub(imported, text), flags=re.MULTILINE)
    left = re.findall(r"^(?:import|export)\b.*", text, re.MULTILINE)
    assert not left, f"{name}: {left}"
    return f"const {MODULES[name]} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"


def expect_unique_names(texts: dict[str, str]) -> None:
    """Fails if two files of the page declare one name at their outermost level."""
    owners: dict[str, str] = {}
    for file, text in texts.items():
        for name in re.findall(r"^(?:const|let|class|function) (\w+)", text, re.MULTILINE):
            assert name not in owners, f"{name} is declared by {owners[name]} and {file}"
            owners[name] = file


def words() -> str:
    """Returns the words of all languages as script, with their keys once."""
    tables = tables_of_words()
    keys = list(tables["en"])
    lists = [[name, *(table[key] for key in keys)] for name, table in tables.items()]
    return f"const KEYS = {compact(keys)}, LANGUAGES = {compact(lists)};\n"


def compact(value: object) -> str:
    """Returns a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    program, unpacking, page, packing = map(pathlib.Path, sys.argv[1:])
    texts = [*map(module, MODULES), *(short(f"{name}.js") for name in SCRIPTS)]
    expect_unique_names({name: (PAGE / f"{name}.js").read_text("utf-8") for name in SCRIPTS})
    script = words() + "".join(texts)
    script = f'"use strict";\n{{\n{script}}}\n'
    style, worker, boot = short("style.css"), short("worker.js"), f'"use strict";\n{short("boot.js")}'
    for text in (boot, style, worker):
        # The end tag, and the beginning of a comment, would end the element or its end tag.
        assert "</s" not in text.lower() and "<!--" not in text, "the text ends its element"
    policy = [
        "default-src 'none'",
        f"script-src {source_hash(boot)} {source_hash(script)} 'wasm-unsafe-eval'",
        f"style-src {source_hash(style)}",
        "worker-src blob:",
        "img-src blob: data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    plain = script.encode() + program.read_bytes()
    packed = subprocess.run([packing], input=plain, stdout=subprocess.PIPE, check=True).stdout
    parts = {
        "POLICY": "; ".join(policy),
        "STYLE": style,
        "WORKER": worker,
        "BOOT": boot,
        "SCRIPT_SIZE": str(len(script.encode())),
        "UNPACKING": base64.b64encode(unpacking.read_bytes()).decode(),
        "PACKED": sevens(packed),
    }
    text = (PAGE / "index.html").read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, "utf-8")
    print(f"{page}: {page.stat().st_size / 1e6:.2f} MB; {len(plain) / 1e6:.2f} MB packed into {len(packed) / 1e6:.2f}")


main()
