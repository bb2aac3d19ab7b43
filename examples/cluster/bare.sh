#!/bin/sh
# Runs a static build in an empty folder as root directory, without libc, /proc or environment.
#
#     examples/cluster/bare.sh target/static/x86_64-unknown-linux-gnu/dist/hexmate
set -eu
hexmate=$(realpath "$1")
cd "$(dirname "$0")/../.."
if readelf --program-headers "$hexmate" | grep -q INTERP; then
    echo "bare: $hexmate is not a static program: it needs a loader" >&2
    exit 1
fi
[ "$(id -u)" = 0 ] || { echo "bare: skipped: needs root" >&2; exit 0; }
bare=$(mktemp -d)
trap 'rm -r "$bare"' EXIT
cp "$hexmate" "$bare/hexmate"
cp puzzles/known.csv "$bare"
in_bare() { env -i "$(command -v chroot)" "$bare" /hexmate "$@"; }
in_bare perft start --depth 4 --format csv | grep -qx 'glinski,4,7282418'
[ "$(in_bare solve /known.csv --keys-only --no-time | wc -l)" = 6 ]
in_bare diagram start -o /start.svg
tail -c 7 "$bare/start.svg" | grep -q '</svg>'
echo "bare: $1 runs perft, solve and diagram in an empty folder"
