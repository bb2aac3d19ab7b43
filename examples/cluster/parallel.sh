#!/bin/sh
# Runs the shards of a hexmate command line with GNU parallel, then the merge:
#
#     examples/cluster/parallel.sh hash 64 parts seven.txt hexmate perft start --depth 7 --split-depth 2
#
# Runs one shard per core, each with one thread; THREADS=4 PARALLEL="--jobs 25%" gives each shard four threads.
# Called again after a stop, it runs the unfinished shards. PARALLEL has further options of GNU parallel, for example
# for other machines that share the folder: PARALLEL="--sshloginfile machines --workdir ." (see `man parallel`).
set -eu
kind=$1 n=$2 folder=$3 output=$4
shift 4
mkdir -p "$folder"
seq "$n" | parallel --quote --joblog "$folder/joblog" --resume-failed --retries 3 \
    "$(dirname "$0")/shard.sh" "$kind" {} "$n" "$folder" "$@" -j "${THREADS:-1}"
# MERGE has the files for other outputs that the shards record: MERGE="--report all.csv --html all.html".
# shellcheck disable=SC2086
exec "$1" merge "$folder"/*.jsonl -o "$output" ${MERGE:-}
