#!/bin/sh
# Runs one shard of a hexmate command line, under any engine:
#
#     examples/cluster/shard.sh KIND M N FOLDER hexmate COMMAND...
#
# KIND is slice or hash. Writes the part FOLDER/M.jsonl and the checkpoint FOLDER/M.checkpoint, from which it resumes
# when started again after any failure.
set -eu
kind=$1 m=$2 n=$3 folder=$4
shift 4
mkdir -p "$folder"

# An engine that loses contact with a shard starts it a second time; the second waits until the first has ended.
exec 9>"$folder/$m.lock"
flock 9

"$@" --shard "$kind:$m/$n" --part "$folder/$m.jsonl" --checkpoint "$folder/$m.checkpoint" --resume &
shard=$!
trap 'kill -s TERM "$shard" 2>/dev/null || :' TERM INT HUP
# A signal ends `wait` before the shard has ended.
until status=0; wait "$shard" || status=$?; ! kill -s 0 "$shard" 2>/dev/null; do :; done
exit "$status"
