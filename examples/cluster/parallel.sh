#!/bin/sh
# Runs the shards of a hexmate command line with GNU parallel, then the merge:
#
#     examples/cluster/parallel.sh hash 64 parts seven.txt hexmate perft start --depth 7 --split-depth 2
#
# A shard for each core at a time, with one thread; THREADS=4 PARALLEL="--jobs 25%" is four for each.
# Called again after it was stopped, it runs what is not finished yet. PARALLEL passes options on, as to other machines
# that share the folder: PARALLEL="--sshloginfile machines --workdir ." (see `man parallel`).
set -eu
kind=$1 n=$2 folder=$3 output=$4
shift 4
mkdir -p "$folder"
seq "$n" | parallel --quote --joblog "$folder/joblog" --resume-failed --retries 3 \
    "$(dirname "$0")/shard.sh" "$kind" {} "$n" "$folder" "$@" -j "${THREADS:-1}"
# MERGE has the places of outputs that the shards record besides: MERGE="--report all.csv --html all.html".
# shellcheck disable=SC2086
exec "$1" merge "$folder"/*.jsonl -o "$output" ${MERGE:-}
