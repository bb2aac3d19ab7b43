#!/usr/bin/env python3
"""Writes the page as one file: assemble.py PROGRAM.wasm PAGE.html PACKING.

PACKING is the program of `web/packing`, which compresses.
"""

import base64
import collections
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import zlib

from languages import tables_of_words

# The modules of the model, each with the name by which the scripts of the page call it.
MODULES = {"tree": "Trees", "document": "Documents", "address": "Addresses", "view": "Views"}
SCRIPTS = [
    "words", "tools", "engine", "board", "study", "analysis", "start", "position", "computer", "problem", "files", "perft",
    "main",
]
PAGE = pathlib.Path(__file__).parent / "page"


def source_hash(text: str) -> str:
    """Returns the source of a content security policy that allows this text only."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def number(data: bytes, place: int) -> tuple[int, int]:
    """Returns an unsigned number of WebAssembly and the place after it."""
    value = shift = 0
    while True:
        value |= (data[place] & 127) << shift
        place, shift = place + 1, shift + 7
        if data[place - 1] < 128:
            return value, place


def names_of(section: bytes) -> dict[int, str]:
    """Returns the names of functions from the section of names."""
    names: dict[int, str] = {}
    place = 0
    while place < len(section):
        kind, (length, content) = section[place], number(section, place + 1)
        if kind == 1:
            count, at = number(section, content)
            for _ in range(count):
                index, at = number(section, at)
                size, at = number(section, at)
                names[index] = section[at : at + size].decode()
                at += size
        place = content + length
    return names


# The games and boards by which the names of one generic function differ.
GAMES = r"(?i)glinski|mccooey|mini|brusky|devasa|shafran|echex|hexagon|rhombus|[0-9_]"


def sorted_bodies(bodies: list[bytes], names: list[str]) -> list[int]:
    """Returns an order of functions in which each is followed by the one most like it.

    The same function of ten games has ten bodies that are almost equal. The compression finds this only if they are
    near each other. Bodies are alike if they have many sequences of five bytes in common, of which one in eight is
    looked at; where none is alike, the next by its name follows.
    """
    samples = []
    for body in bodies:
        sums = (zlib.crc32(body[place : place + 5]) for place in range(len(body) - 5))
        samples.append({value for value in sums if value % 8 == 0})
    having: dict[int, list[int]] = collections.defaultdict(list)
    for index, sample in enumerate(samples):
        for value in sample:
            having[value].append(index)
    by_name = sorted(range(len(bodies)), key=lambda index: (re.sub(GAMES, "", names[index])[:80], len(bodies[index])))
    rest, used, order = iter(by_name), set(), []
    while len(order) < len(bodies):
        best = None
        if order:
            sample = samples[order[-1]]
            common: collections.Counter[int] = collections.Counter()
            for value in sample:
                if len(having[value]) < 400:
                    common.update(index for index in having[value] if index not in used)
            part = {index: count / (len(samples[index]) + len(sample) - count) for index, count in common.items()}
            best = max(part, key=lambda index: part[index], default=None)
            if best is not None and part[best] < 0.1:
                best = None
        if best is None:
            best = next(index for index in rest if index not in used)
        used.add(best)
        order.append(best)
    return order


def packed(module: bytes, packing: str) -> tuple[bytes, int]:
    """Returns a module without names, compressed, and its size.

    The result is the number of bodies, the place of the first, the original index of each, and the module; the page
    moves the bodies back.
    """
    place, parts, names, imported = 8, [module[:8]], {}, 0
    bodies: list[bytes] = []
    first = 0
    while place < len(module):
        kind, (length, content) = module[place], number(module, place + 1)
        end = content + length
        if kind == 0:
            size, at = number(module, content)
            if module[at : at + size] == b"name":
                names = names_of(module[at + size : end])
        elif kind == 10:
            count, at = number(module, content)
            parts.append(module[place:at])
            first = sum(map(len, parts))
            for _ in range(count):
                size, body = number(module, at)
                bodies.append(module[at : body + size])
                at = body + size
            parts.append(b"")
        else:
            if kind == 2:
                # The page imports functions only.
                imported, _ = number(module, content)
            parts.append(module[place:end])
        place = end
    order = sorted_bodies(bodies, [names.get(index + imported, "") for index in range(len(bodies))])
    parts[parts.index(b"")] = b"".join(bodies[index] for index in order)
    head = struct.pack(f"<II{len(order)}H", len(order), first, *order)
    plain = b"".join(parts)
    return gzip(head + plain, packing), len(plain)


def gzip(data: bytes, packing: str) -> bytes:
    """Compresses data with the program of `web/packing`."""
    return subprocess.run([packing], input=data, stdout=subprocess.PIPE, check=True).stdout


# Numbers of 7 bits that no character in a script element may have: the null character, the end of a line that HTML would
# rewrite, and "<"; and the character that says that one of these follows, moved by 64.
ESCAPE = 127
ESCAPED = {0, 13, 60, ESCAPE}


def sevens(data: bytes) -> str:
    """Returns bytes as text with a character for 7 bits."""
    value = bits = 0
    out = bytearray()

    def put(number: int) -> None:
        out.extend((ESCAPE, number ^ 64) if number in ESCAPED else (number,))

    for byte in data:
        value |= byte << bits
        bits += 8
        while bits >= 7:
            put(value & 127)
            value >>= 7
            bits -= 7
    if bits:
        put(value)
    return out.decode("ascii")


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
    program, page = map(pathlib.Path, sys.argv[1:3])
    packing = sys.argv[3]
    texts = {name: module(name) for name in MODULES} | {name: short(f"{name}.js") for name in SCRIPTS}
    expect_unique_names({name: (PAGE / f"{name}.js").read_text("utf-8") for name in SCRIPTS})
    script = words() + "".join(texts.values())
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
    code, size = packed(program.read_bytes(), packing)
    packed_script = gzip(script.encode(), packing)
    parts = {
        "POLICY": "; ".join(policy),
        "STYLE": style,
        "WORKER": worker,
        "BOOT": boot,
        "SCRIPT_SIZE": str(len(packed_script)),
        "SCRIPT": sevens(packed_script),
        "PROGRAM_SIZE": str(len(code)),
        "PROGRAM": sevens(code),
    }
    text = (PAGE / "index.html").read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, "utf-8")
    print(f"{page}: {page.stat().st_size / 1e6:.2f} MB; program {size / 1e6:.2f} MB, {len(code) / 1e6:.2f} MB compressed")


main()
