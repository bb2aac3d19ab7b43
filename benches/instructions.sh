#!/bin/sh
# Counts instructions, which do not depend on other work on the machine, and compares them with
# benches/instructions.txt: a count may be at most a quarter larger.
# Without valgrind or with a different compiler it prints SKIPPED and checks nothing.
# usage: benches/instructions.sh PROGRAM, as `make verify-deep` builds it (profile release, any x86-64)
set -eu

program=$1
table=$(dirname "$0")/instructions.txt
compiler=$(sed -n 's/^# compiler: //p' "$table")

if ! command -v valgrind >/dev/null; then
    echo "SKIPPED: instructions, valgrind is not installed" >&2
    exit 0
fi
if [ "$(rustc --version) $(uname -m)" != "$compiler" ]; then
    echo "SKIPPED: instructions, the counts are those of: $compiler" >&2
    exit 0
fi

status=0
counted=$(mktemp)
trap 'rm -f "$counted"' EXIT
while read -r game depth nodes most; do
    case $game in '#'* | '') continue ;; esac
    found=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$program" perft start --variant "$game" --depth "$depth" -j 1 --format csv 2>"$counted" | tail -n 1)
    [ "$found" = "$game,$depth,$nodes" ] || { echo "instructions: $found, expected $nodes nodes" >&2; exit 1; }
    now=$(sed -n 's/.*Collected : *//p' "$counted")
    verdict=ok
    if [ $((now * 4)) -gt $((most * 5)) ]; then
        verdict=more
        status=1
    fi
    echo "$game $depth $nodes $now (of $most) $verdict"
done <"$table"
exit $status
