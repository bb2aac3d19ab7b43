#!/bin/sh
# Runs shards under HyperQueue and GNU parallel on this machine, kills some, and compares the results with one run. For
# Slurm see slurm/local.sh. Installs the Python packages into a virtual environment under target/.
#
#     examples/cluster/verify.sh target/debug/hexmate
set -eu
here=$(dirname "$(realpath "$0")")
# A count that takes long enough to be killed.
set -- "$(realpath "$1")" --variant mini perft start --depth 9 --split-depth 4

venv=$here/../../target/cluster
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv"
fi
TQDM_DISABLE=1 "$venv/bin/python" "$here/verify_hq.py" "$@"

if command -v parallel >/dev/null && command -v fuser >/dev/null; then
    "$here/verify_parallel.sh" "$@"
else
    echo "GNU parallel: skipped: parallel or fuser is not installed; apt-get install parallel psmisc" >&2
fi
