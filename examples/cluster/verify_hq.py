#!/usr/bin/env python3
"""Kills one of two HyperQueue workers during a shard and checks that the merged result equals that of one run.

    examples/cluster/verify_hq.py hexmate COMMAND...

The workers are forked processes, connected to the server over the loopback interface.
"""

import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from hyperqueue import LocalCluster
from hyperqueue.cluster import WorkerConfig

import hq

SHARDS = 12


def work(cluster):
    cluster.start_worker(WorkerConfig(cores=1))
    signal.pause()


def busy(worker):
    """Returns True if the worker is running a shard."""
    threads = pathlib.Path(f"/proc/{worker.pid}/task").iterdir()
    return any((thread / "children").read_text() for thread in threads)


def kill_in_the_middle(workers, folder):
    """Kills a worker during a shard, when some shards are finished and some are not started."""
    while not 2 <= len(list(folder.glob("*.jsonl"))) <= SHARDS - 4 or not busy(workers[0]):
        time.sleep(0.01)
    os.kill(workers[0].pid, signal.SIGKILL)
    print(f"killed a worker with {len(list(folder.glob('*.jsonl')))} of {SHARDS} shards finished", flush=True)


def main():
    command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, LocalCluster() as cluster:
        folder = pathlib.Path(folder)
        fork = multiprocessing.get_context("fork")
        workers = [fork.Process(target=work, args=[cluster], daemon=True) for _ in range(2)]
        for worker in workers:
            worker.start()
        job = hq.shards_and_merge(
            command, kind="hash", shards=SHARDS, folder=folder / "parts", output=str(folder / "merged"), cpus=1
        )
        killer = fork.Process(target=kill_in_the_middle, args=[workers, folder / "parts"], daemon=True)
        killer.start()
        failed = hq.run(cluster.client(), job)
        killer.join(timeout=1)
        if failed or killer.exitcode != 0 or workers[0].is_alive():
            sys.exit("HyperQueue: a shard failed, or no worker was killed during a shard")
        one = subprocess.run([*command, "-j", "1"], stdout=subprocess.PIPE, check=False).stdout
        if (folder / "merged").read_bytes() != one:
            sys.exit("HyperQueue: the merged result differs from that of one run")
        print(f"HyperQueue: {len(one)} bytes, identical to one run")


if __name__ == "__main__":
    main()
