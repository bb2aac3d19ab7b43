#!/usr/bin/env python3
"""Has HyperQueue run the shards of a hexmate command line, and the merge that depends on them.

    examples/cluster/hq.py --shards 64 -o seven.txt hexmate perft start --depth 7 --split-depth 2

Server and worker live in this process, unless --server names the folder of a server that runs.
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
    """A job of one task a shard and one that joins their parts, run where this script was called."""
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
    """Runs the job; says what failed, and where it says why."""
    submitted = client.submit(job)
    if client.wait_for_jobs([submitted], raise_on_error=False):
        return 0
    for number, failure in client.get_failed_tasks(submitted).items():
        print(f"{job.task_by_id(number).label}: {failure.error}; see {failure.stderr}", file=sys.stderr)
    return 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shards", type=int, required=True, metavar="N", help="how many")
    arguments.add_argument("--kind", choices=["hash", "slice"], default="hash", help="how units are dealt out")
    arguments.add_argument("--cpus", type=int, default=1, metavar="C", help="threads of each shard")
    arguments.add_argument("--folder", default="parts", help="for parts, checkpoints and what the shards say")
    arguments.add_argument("--server", metavar="DIR", help="folder of a server, as in `hq server start --server-dir`")
    arguments.add_argument("-o", "--output", required=True, metavar="FILE", help="what one run would have written")
    arguments.add_argument("--merge", default="", metavar="OPTIONS",
                           help="places of other outputs that the shards record: '--report all.csv --html all.html'")
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
