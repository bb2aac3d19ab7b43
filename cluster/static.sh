#!/bin/sh
# Builds the program without any shared library, and checks that it runs where there is nothing but it: an empty folder
# as root, no libc, no /proc, no environment. The check needs to be root; else it says that it was not made.
#
#     cluster/static.sh            for x86-64; TARGET=aarch64-unknown-linux-musl with its linker for others
#
# Where rustup cannot fetch the target, and for glibc instead:
#     TARGET=x86_64-unknown-linux-gnu RUSTFLAGS=-Ctarget-feature=+crt-static cluster/static.sh
set -eu
cd "$(dirname "$0")/.."
target=${TARGET:-x86_64-unknown-linux-musl}
folder=${CARGO_TARGET_DIR:-target}
case $target in *musl) rustup target add "$target" 2>/dev/null || : ;; esac
cargo build --release --locked --target "$target"
hexmate=$folder/$target/release/hexmate
case $target in
x86_64*)
    RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-cpu=x86-64-v3" \
        cargo build --release --locked --target "$target" --bin hexmate --target-dir "$folder/v3"
    cp "$folder/v3/$target/release/hexmate" "$hexmate-v3"
    ;;
esac
ls -l "$hexmate"*
if readelf --program-headers "$hexmate" | grep -q INTERP; then
    echo "static: $hexmate wants a loader" >&2
    exit 1
fi

[ "$(id -u)" = 0 ] || { echo "static: not tried on a bare system, that needs root" >&2; exit 0; }
bare=$(mktemp -d)
trap 'rm -r "$bare"' EXIT
cp "$hexmate"* puzzles/known.csv "$bare"
for program in /hexmate /hexmate-v3; do
    [ -f "$bare$program" ] || continue
    in_bare() { env -i "$(command -v chroot)" "$bare" "$program" "$@"; }
    in_bare perft start --depth 4 --format csv | grep -x 'glinski,4,7282418'
    in_bare solve /known.csv --keys-only --no-time --report /known.report.csv | tail -n 1
    in_bare diagram start -o /start.svg
    tail -c 7 "$bare/start.svg" | grep -q '</svg>'
    rm "$bare/known.report.csv" "$bare/start.svg"
done
echo "static: perft, solve and diagram run in an empty folder as root"
