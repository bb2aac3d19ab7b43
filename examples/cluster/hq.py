#!/usr/bin/env python3
"""Runs the shards of a hexmate command line and the merge under HyperQueue.

    examples/cluster/hq.py --shards 64 -o seven.txt hexmate perft start --depth 7 --split-depth 2

Starts a server and a worker in this process, unless --server names the folder of a running server.
"""

import argparse
import pathlib
import shlex
import sys

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

SHARD = pathlib.Path(__file__).resolve().with_name("shard.sh")


def shards_and_merge(command, *, kind, shards, folder, output, cpus, places=()):
    """Returns a job with a task for each shard and one for the merge, run in the current folder."""
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    job = Job(pathlib.Path.cwd(), max_fails=None, name="hexmate")

    def task(name, args, **more):
        return job.program(args, name=name, stdout=folder / f"{name}.out", stderr=folder / f"{name}.err", **more)

    each = ResourceRequest(cpus=cpus)
    numbers = [str(m) for m in range(1, shards + 1)]
    tasks = [
        task(m, [str(SHARD), kind, m, str(shards), str(folder), *command, "-j", str(cpus)], resources=each)
        for m in numbers
    ]
    task("merge", [command[0], "merge", *(str(folder / f"{m}.jsonl") for m in numbers), "-o", output, *places],
         deps=tasks)
    return job


def run(client, job):
    """Runs the job, prints failed tasks with their log files, and returns the exit status."""
    submitted = client.submit(job)
    if client.wait_for_jobs([submitted], raise_on_error=False):
        return 0
    for number, failure in client.get_failed_tasks(submitted).items():
        print(f"{job.task_by_id(number).label}: {failure.error}; see {failure.stderr}", file=sys.stderr)
    return 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shards", type=int, required=True, metavar="N", help="number of shards")
    arguments.add_argument("--kind", choices=["hash", "slice"], default="hash", help="rule that assigns records to shards")
    arguments.add_argument("--cpus", type=int, default=1, metavar="C", help="threads of each shard")
    arguments.add_argument("--folder", default="parts", help="folder for parts, checkpoints and logs of the shards")
    arguments.add_argument("--server", metavar="DIR", help="folder of a server, as in `hq server start --server-dir`")
    arguments.add_argument("-o", "--output", required=True, metavar="FILE", help="file for the merged output")
    arguments.add_argument("--merge", default="", metavar="OPTIONS",
                           help="files for other outputs that the shards record: '--report all.csv --html all.html'")
    arguments.add_argument("command", nargs=argparse.REMAINDER, help="hexmate and its arguments")
    given = arguments.parse_args()
    job = shards_and_merge(given.command, kind=given.kind, shards=given.shards, folder=given.folder,
                           output=given.output, cpus=given.cpus, places=shlex.split(given.merge))
    if given.server:
        return run(Client(given.server), job)
    with LocalCluster(worker_config=WorkerConfig()) as cluster:
        return run(cluster.client(), job)


if __name__ == "__main__":
    sys.exit(main())
