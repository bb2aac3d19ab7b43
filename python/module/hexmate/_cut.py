"""Cuts an open file into the texts of its games, and leaves it at the offset where the next game begins."""

from __future__ import annotations

import codecs
from typing import Any

from hexmate._hexmate import game_end, is_pgn

# Bytes or characters with which the form of a file is recognised, and the maximum length of a line that is read at once.
SAMPLE = 1 << 16

# The beginnings of gzip and zstd.
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")

# Byte-order marks of encodings with two bytes a character, and that of UTF-32, which begins with one of them.
_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_WIDER = b"\xff\xfe\x00\x00"


def tell(handle: Any) -> int | None:
    """Returns the place of an open file; None if it has none or cannot go back to it."""
    try:
        # The readers of `codecs` do not know their place.
        is_exact = not isinstance(handle, (codecs.StreamReader, codecs.StreamReaderWriter))
        if not is_exact or not hasattr(handle, "readline") or not handle.seekable():
            return None
        return int(handle.tell())
    except (AttributeError, OSError):
        return None


def form(handle: Any, place: int) -> str:
    """Returns the form of a file: `text`, `bytes`, `utf-16-le` or `utf-16-be` if it can be cut into games, else `ahead`."""
    handle.seek(0)
    head = handle.read(4)
    handle.seek(place)
    sample = handle.read(SAMPLE)
    handle.seek(place)
    if isinstance(head, str):
        found = "text"
    else:
        found = "bytes" if head.startswith(_WIDER) else _WIDE.get(head[:2], "bytes")
        if found == "bytes" and (head.startswith(_PACKED) or b"\0" in sample):
            return "ahead"
    # A mark of DOS at the end of the file is no text.
    return found if is_pgn(_data(sample, found).rstrip(b"\x1a \t\r\n")) else "ahead"


def _data(text: Any, form: str) -> bytes:
    """Returns a text of a file as UTF-8, or its bytes as they are."""
    if form == "text":
        return bytes(text.encode("utf-8", "surrogateescape"))
    return bytes(text) if form == "bytes" else text.decode(form, "ignore").encode("utf-8", "surrogatepass")


def _seek(handle: Any, place: int, form: str, before: bytes) -> None:
    """Sets a file to the end of a text that begins at a place."""
    if form == "bytes":
        handle.seek(place + len(before))
    elif form == "text":
        handle.seek(place)
        handle.read(len(before.decode("utf-8", "surrogateescape")))
    else:
        handle.seek(place + len(before.decode("utf-8", "surrogatepass").encode(form, "surrogatepass")))


def cut(handle: Any, place: int, form: str) -> bytes:
    """Reads the next game with the text before it, in UTF-8 or in the bytes of the file; empty at the end of the file.

    A game ends at a blank line, before tags or before move number 1, as the grammar of the reader says. No line after
    the end is read if the game has a result: files that go back slowly, as gzip, stay where they are.
    """
    lines: list[Any] = []
    end: int | None = None
    was_tag = True
    while end is None and (line := handle.readline(SAMPLE)):
        lines.append(line)
        words = _data(line, "text" if form == "text" else "bytes").strip(b"\0\xfe\xff \t\r\n")
        is_tag = words.startswith(b"[")
        if not words or is_tag and not was_tag or words.startswith(b"1"):
            end = game_end(_data(lines[0][:0].join(lines), form))
        was_tag = is_tag
    if not lines:
        return b""
    data = _data(lines[0][:0].join(lines), form)
    end = game_end(data) if end is None else end
    if end is None:
        return data
    if end < len(data) or form not in ("text", "bytes"):
        _seek(handle, place, form, data[:end])
    return data[:end]
