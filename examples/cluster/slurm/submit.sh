#!/bin/sh
# Submits the shards of a hexmate command line as an array job, and a merge job that depends on all of them:
#
#     SBATCH_PARTITION=batch examples/cluster/slurm/submit.sh hash 64 parts seven.txt hexmate perft start --depth 7 --split-depth 2
#
# Prints the ids of the two jobs. SBATCH_* variables set partition, account, time limit and so on; THREADS is the number
# of cores and threads of a shard (1 by default).
# Submit the shards that a failed merge lists again with `sbatch --array=3,7 examples/cluster/slurm/shard.sbatch …`.
set -eu
kind=$1 n=$2 folder=$3 output=$4
shift 4
here=$(dirname "$(realpath "$0")")
mkdir -p "$folder"
shards=$(sbatch --parsable --array="1-$n" --cpus-per-task="${THREADS:-1}" --output="$folder/%a.out" "$here/shard.sbatch" \
    "$here/../shard.sh" "$kind" "$n" "$folder" "$@")
merge=$(sbatch --parsable --dependency="afterok:$shards" --kill-on-invalid-dep=yes --job-name=merge \
    --output="$folder/merge.out" "$here/merge.sbatch" "$folder" "$output" "$1")
echo "$shards $merge"
