#!/usr/bin/env python3
"""Estimates the time of large counts and problem collections from times measured on one core.

    examples/cluster/scale.py --plain 6:10.1 7:438 --table 6:4.65 7:120 --problems 2:0.064 3:2.11

Times of perft are DEPTH:SECONDS, times of problems MOVES:MILLISECONDS. Known counts come from perft/start.perft. Larger
counts are estimates: the growth over two plies is assumed to rise as it did between the last known pairs, because odd
and even plies grow differently. The time without a table is proportional to the nodes, from the largest measured depth. A
table is assumed to save in each unit, which has the plies below --split-depth, the same factor as in a measured count of
that depth, or of the largest measured depth.
"""

import argparse
import math
import pathlib

START = pathlib.Path(__file__).resolve().parents[1] / "perft" / "start.perft"
SHARD_SECONDS = 1800


def known_counts(game):
    """Returns the nodes at depth 0, 1, 2 … from the start position."""
    counts, is_game = [1], False
    for line in START.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["variant"]:
            is_game = words[1] == game
        elif words[:1] == ["perft"] and is_game:
            counts.append(int(words[2]))
    return counts


def continued(counts, depth):
    """Returns the known counts, continued with estimates up to a depth."""
    counts = list(map(float, counts))
    while len(counts) <= depth:
        last, before = counts[-2] / counts[-4], counts[-4] / counts[-6]
        counts.append(counts[-2] * last * last / before)
    return counts


def row(what, seconds):
    """Returns a table row: core hours, days on two cores, hours on a thousand, and shards of half an hour."""
    shards = max(1, 2 ** math.ceil(math.log2(seconds / SHARD_SECONDS)))
    return f"| {what} | {seconds / 3600:.3g} | {seconds / 2 / 86400:.2g} | {seconds / 1000 / 3600:.2g} | {shards} |"


def pair(text):
    """Parses `6:11.5`."""
    left, right = text.split(":")
    return int(left), float(right)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--game", default="glinski")
    arguments.add_argument("--depth", type=int, default=10)
    arguments.add_argument("--split-depth", type=int, default=3)
    arguments.add_argument("--plain", type=pair, nargs="+", required=True)
    arguments.add_argument("--table", type=pair, nargs="+", required=True)
    arguments.add_argument("--problems", type=pair, nargs="+", default=[])
    arguments.add_argument("--count", type=int, default=10**8)
    given = arguments.parse_args()
    known = known_counts(given.game)
    counts = continued(known, given.depth)
    print("| what | core hours | days, two cores | hours, 1000 cores | shards of half an hour |\n|---|--:|--:|--:|--:|")
    for depth in range(given.plain[-1][0], given.depth + 1):
        about = "" if depth < len(known) else "about "
        name = f"perft {depth}, {about}{counts[depth]:.3g} nodes"
        measured, seconds = given.plain[-1]
        seconds *= counts[depth] / counts[measured]
        print(row(name, seconds))
        plies = min(depth - given.split_depth, given.table[-1][0])
        if plies >= given.table[0][0]:
            print(row(f"{name}, with a table", seconds * dict(given.table)[plies] / dict(given.plain)[plies]))
    for moves, milliseconds in given.problems:
        print(row(f"{given.count:.0e} problems #{moves}".replace("e+0", "e"), given.count * milliseconds / 1000))


if __name__ == "__main__":
    main()
