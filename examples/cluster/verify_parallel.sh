#!/bin/sh
# Kills a shard under GNU parallel, then GNU parallel, calls it again, and compares the merged result with one run.
#
#     examples/cluster/verify_parallel.sh hexmate COMMAND...
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
run() { "$here/parallel.sh" hash 12 "$work/parts" "$work/merged" "$@" 2>>"$work/said"; }
finished() { find "$work/parts" -name '*.jsonl' 2>/dev/null | wc -l; }
# Kills the program of a shard: the process that holds a lock and has no children.
kill_shard() {
    for pid in $(fuser "$work"/parts/*.lock 2>/dev/null); do
        pgrep -P "$pid" >/dev/null || { kill -s KILL "$pid" && return; }
    done 2>/dev/null
    return 1
}
kill_parallel() { pgrep -P "$(pgrep -d, -P "$first")" -f perl | xargs kill -s KILL; }
# after COUNT COMMAND: runs COMMAND once COUNT shards are finished.
after() {
    count=$1
    shift
    until [ "$(finished)" -ge "$count" ] && "$@"; do
        kill -s 0 "$first" || { cat "$work/said"; exit 1; }
        sleep 0.05
    done
    echo "$* with $(finished) of 12 shards finished"
}

run "$@" &
first=$!
after 2 kill_shard
after 4 kill_parallel
wait "$first" && exit 1
run "$@"
"$@" -j 1 >"$work/one" || [ $? = 1 ]
cmp "$work/one" "$work/merged"
echo "GNU parallel: $(stat -c %s "$work/one") bytes, identical to one run"
