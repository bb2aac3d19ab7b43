#!/usr/bin/env python3
"""Computes the makespan of measured shards for more workers than were available, and the time lost by idle workers.

    examples/cluster/balance.py parts/joblog [--workers 4 16 64 256]

Reads the times of the shards from a joblog of GNU parallel. The next shard goes to the first idle worker, as in a task
engine. Rows with fewer shards join the measured ones as `hash` and `slice` would.
"""

import argparse
import csv
import heapq


def times_of(joblog):
    """Returns the seconds of each shard, by number; of a shard with several attempts, the last."""
    with open(joblog, encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return list({int(row["Seq"]): float(row["JobRuntime"]) for row in rows if row["Exitval"] == "0"}.values())


def makespan(times, workers):
    """Returns the time at which the last worker ends, if the first idle worker takes the next shard."""
    ends = [0.0] * workers
    for time in times:
        heapq.heapreplace(ends, ends[0] + time)
    return max(ends)


def joined(times, shards):
    """Returns the times of the same work in fewer shards."""
    return [sum(times[first::shards]) for first in range(shards)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("joblog")
    arguments.add_argument("--workers", type=int, nargs="+", default=[4, 16, 64, 256])
    given = arguments.parse_args()
    times = times_of(given.joblog)
    total = sum(times)
    print(f"{len(times)} shards, {total:.1f} s of work; makespan in s, and as a multiple of the ideal\n")
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
