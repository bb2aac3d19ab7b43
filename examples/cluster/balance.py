#!/usr/bin/env python3
"""Deals measured shards out to more workers than were there, and says how much of their time is lost.

    examples/cluster/balance.py parts/joblog [--workers 4 16 64 256]

Reads the times of shards from a joblog of GNU parallel. An engine gives the next shard to whoever is free first; so
does this. Fewer shards than were measured are those, joined as `hash` and `slice` would have dealt them out.
"""

import argparse
import csv
import heapq


def times_of(joblog):
    """Seconds of each shard, in the order of their numbers; the last try counts."""
    with open(joblog, encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return list({int(row["Seq"]): float(row["JobRuntime"]) for row in rows if row["Exitval"] == "0"}.values())


def makespan(times, workers):
    """When the last of the workers ends, if the first that is free takes the next shard."""
    ends = [0.0] * workers
    for time in times:
        heapq.heapreplace(ends, ends[0] + time)
    return max(ends)


def joined(times, shards):
    """The same work in fewer shards."""
    return [sum(times[first::shards]) for first in range(shards)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("joblog")
    arguments.add_argument("--workers", type=int, nargs="+", default=[4, 16, 64, 256])
    given = arguments.parse_args()
    times = times_of(given.joblog)
    total = sum(times)
    print(f"{len(times)} shards, {total:.1f} s of work; makespan in s and how many times the ideal\n")
    print("| shards | " + " | ".join(f"{workers} workers" for workers in given.workers) + " | slowest / mean |")
    print("|--:" * (len(given.workers) + 2) + "|")
    shards = len(times)
    rows = []
    while shards >= 1:
        cut = joined(times, shards)
        cells = []
        for workers in given.workers:
            span = makespan(cut, workers)
            cells.append(f"{span:.1f} ({span * workers / total:.2f})" if shards >= workers else "")
        rows.append(f"| {shards} | " + " | ".join(cells) + f" | {max(cut) * shards / total:.2f} |")
        shards //= 4
    print("\n".join(reversed(rows)))


if __name__ == "__main__":
    main()
