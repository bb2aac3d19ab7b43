#!/bin/bash
# Checks the program's behaviour when things go wrong: the exit status is that of `--help`, the message names the file,
# and nothing but FILE.partial is left. Prints one line per case and stops at the first failure.
#
#     examples/cluster/robustness.sh target/debug/hexmate
#
# BYTES is the size of the input for the memory test: BYTES=10000000000 for ten gigabytes.
set -euo pipefail
hexmate=$(realpath "$1")
bytes=${BYTES:-50000000}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
chmod 755 "$work"
mounted=
trap '[ -z "$mounted" ] || umount "$work/disk"; rm -r "$work"' EXIT

# expect NAME STATUS TEXT COMMAND...: runs a command and checks its exit status and that stderr contains TEXT.
expect() {
    local name=$1 status=$2 text=$3 got=0
    shift 3
    "$@" >"$work/out" 2>"$work/err" || got=$?
    if [ "$got" != "$status" ] || { [ -n "$text" ] && ! grep -qi -- "$text" "$work/err"; }; then
        printf 'NOT OK  %s: status %s, expected %s and "%s"\n' "$name" "$got" "$status" "$text"
        cat "$work/err"
        exit 1
    fi
    printf 'ok  %-34s %3s  %s\n' "$name" "$status" "$(grep -i -m 1 -- "$text" "$work/err" | sed "s|$work/||g" | cut -c 1-120 || :)"
}
same() { cmp "$2" "$3" && printf 'ok  %-34s      identical to one run\n' "$1"; }
# Checks that a folder has no files except partial outputs, and removes those.
nothing_left() {
    rm -f "$1"/*.partial
    [ -z "$(ls -A "$1")" ] || { echo "NOT OK  left behind: $(ls -A "$1")"; exit 1; }
}

game="$(sed -n 1,6p tests/examples/three-games.pgn)"$'\n'
# games N: prints whole games, at most N bytes.
games() { { yes "$game" 2>/dev/null || :; } | head -c $(($1 - $1 % (${#game} + 1))); }
games 4000000 >"$work/games.pgn"

# --- disks and pipes ---
mkdir "$work/disk" "$work/closed"
if mount -t tmpfs -o size=64k none "$work/disk" 2>/dev/null; then
    mounted=yes
    expect "full disk: report" 3 "no space" "$hexmate" validate "$work/games.pgn" --report "$work/disk/report.csv"
    nothing_left "$work/disk"
    expect "full disk: part" 3 "no space" "$hexmate" validate "$work/games.pgn" --shard slice:1/2 --part "$work/disk/part"
    nothing_left "$work/disk"
    expect "full disk: checkpoint" 3 "no space" "$hexmate" validate "$work/games.pgn" --checkpoint "$work/disk/checkpoint"
    umount "$work/disk" && mounted=
else
    echo "full disk: mounting is not permitted here; limiting the size of files instead"
    # shellcheck disable=SC2016
    expect "files too large" 3 "too large" sh -c 'trap "" XFSZ; ulimit -f 64; "$@"' sh \
        "$hexmate" validate "$work/games.pgn" --report "$work/disk/report.csv"
    nothing_left "$work/disk"
fi
if [ "$(id -u)" = 0 ]; then
    # Root may write everywhere, so the user nobody runs the program.
    cp "$hexmate" "$work/hexmate"
    expect "unwritable folder" 3 "denied" setpriv --reuid=65534 --clear-groups \
        "$work/hexmate" validate "$work/games.pgn" --report "$work/closed/report.csv"
else
    chmod a-w "$work/closed"
    expect "unwritable folder" 3 "denied" "$hexmate" validate "$work/games.pgn" --report "$work/closed/report.csv"
fi
expect "no such folder" 3 "no such file" "$hexmate" validate "$work/games.pgn" --report "$work/none/report.csv"
# shellcheck disable=SC2016
expect "closed pipe" 0 "" bash -c '"$1" validate "$2" --format csv | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}' bash \
    "$hexmate" "$work/games.pgn"

# --- stopped ---
perft=("$hexmate" -j 1 --variant mccooey perft start --depth 6 --split-depth 2)
"${perft[@]}" >"$work/perft"
expect "SIGTERM at a time limit" 143 "" timeout --preserve-status 1 "${perft[@]}" --checkpoint "$work/checkpoint"
lines=$(wc -l <"$work/checkpoint")
[ "$lines" -gt 1 ] || { echo "NOT OK  the checkpoint has no entries"; exit 1; }
"${perft[@]}" --checkpoint "$work/checkpoint" --resume >"$work/resumed"
same "resumed after $lines checkpoint lines" "$work/perft" "$work/resumed"

# --- parts ---
solve=("$hexmate" solve "$work/problems.csv" --keys-only --no-time --format csv --quiet)
cp puzzles/known.csv "$work/problems.csv"
part() { "${solve[@]}" --shard "hash:$1/$2" --part "$work/$3" "${@:4}" || [ $? = 1 ]; }
merge() {
    local args=()
    for arg in "$@"; do case $arg in -* | /*) args+=("$arg") ;; *) args+=("$work/$arg") ;; esac; done
    "$hexmate" merge "${args[@]}"
}
part 1 3 a
part 2 3 b
part 3 3 c
"${solve[@]}" >"$work/one"
merge c a b >"$work/merged"
same "merged" "$work/one" "$work/merged"
cp "$work/b" "$work/again"
part 2 3 again
same "the same shard again" "$work/b" "$work/again"
expect "missing part" 4 "2/3" merge a c
expect "the same part twice" 4 "b" merge a b b c
expect "a shard in two files" 4 "again" merge a b again c
head -c -20 "$work/b" >"$work/cut"
expect "a part cut short" 4 "cut" merge a cut c
sed '$d' "$work/b" >"$work/endless"
expect "a part without its end" 4 "endless" merge a endless c
sed '2s/White/Whine/; 2s/SOUND/SOUNd/; 2s/1/7/' "$work/b" >"$work/changed"
expect "a part with another record" 4 "changed" merge a changed c
sed '1s/"0\.1\.0/"0.0.9/; 1s/hexmate 0\.1\.0/hexmate 0.0.9/' "$work/b" >"$work/old"
expect "a part of another version" 4 "old" merge a old c
part 2 4 foreign
expect "a part of another count" 4 "foreign" merge a foreign c
part 2 3 options --nodes 1000000
expect "a part of other options" 4 "options" merge a options c
sed 's/^tournament-2024-6/tournament-2024-7/' puzzles/known.csv >"$work/problems.csv"
part 2 3 moved
expect "an input that changed" 4 "moved" merge a moved c
sed '1s/"log":[0-9]*/"log":3/' "$work/b" >"$work/layout"
expect "a part of another log" 4 "run the shards again" merge a layout c
sed '1s|"lines"|"report"|' "$work/b" >"$work/forged"
expect "a forged part" 4 "forged" merge a forged c
expect "an output of another command" 4 "no such output" merge a b c --repair "$work/games-repaired.pgn"
expect "no part" 4 "problems.csv" merge problems.csv
expect "no file" 3 "none" merge a none c

# --- sizes ---
# Runs a command and prints its peak memory in MiB.
peak() {
    python3 -c 'import resource, subprocess, sys
ended = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
sys.exit(ended)' "$@"
}
most=$(games "$bytes" | peak "$hexmate" validate -)
[ "$most" -le 64 ] || { echo "NOT OK  peak memory of $most MiB for $bytes bytes of games"; exit 1; }
printf 'ok  %-34s      %s MiB of memory at most\n' "$bytes bytes of games" "$most"
solve=("$hexmate" solve puzzles/known.csv puzzles/mini.csv --no-time --format csv --quiet)
"${solve[@]}" -j 1 >"$work/one" || [ $? = 1 ]
"${solve[@]}" -j 64 >"$work/many" || [ $? = 1 ]
same "-j 64 on $(nproc) cores" "$work/one" "$work/many"
