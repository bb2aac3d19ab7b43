#!/bin/sh
# One shard of a hexmate command line, under any engine:
#
#     examples/cluster/shard.sh KIND M N FOLDER hexmate COMMAND...
#
# KIND is slice or hash. Writes FOLDER/M.jsonl, and notes in FOLDER/M.checkpoint what is finished:
# started again after any kind of death it goes on there.
set -eu
kind=$1 m=$2 n=$3 folder=$4
shift 4
mkdir -p "$folder"

# An engine that lost sight of a shard starts it a second time: the second waits until the first is gone.
exec 9>"$folder/$m.lock"
flock 9

"$@" --shard "$kind:$m/$n" --part "$folder/$m.jsonl" --checkpoint "$folder/$m.checkpoint" --resume &
shard=$!
trap 'kill -s TERM "$shard" 2>/dev/null || :' TERM INT HUP
# A signal ends a `wait`, not yet the shard.
until status=0; wait "$shard" || status=$?; ! kill -s 0 "$shard" 2>/dev/null; do :; done
exit "$status"
