#!/bin/sh
# Builds a static program and runs it in an empty folder as root directory, without libc, /proc or environment (bare.sh).
# The check needs root and is skipped otherwise.
#
#     examples/cluster/static.sh                                       with glibc; needs libc.a (Debian: libc6-dev)
#     TARGET=x86_64-unknown-linux-musl examples/cluster/static.sh      with musl, whose allocator is slower
set -eu
cd "$(dirname "$0")/../.."
target=${TARGET:-$(uname -m)-unknown-linux-gnu}
folder=${CARGO_TARGET_DIR:-target}
case $target in *musl) rustup target add "$target" ;; esac
flags="${RUSTFLAGS:-} -Ctarget-feature=+crt-static"
RUSTFLAGS=$flags cargo build --profile dist --features png,pdf --locked --bin hexmate --target "$target" --target-dir "$folder/static"
hexmate=$folder/static/$target/dist/hexmate
# A second build for processors since 2013, as in `make release`.
case $target in
x86_64*)
    RUSTFLAGS="$flags -Ctarget-cpu=x86-64-v3" \
        cargo build --profile dist --features png,pdf --locked --bin hexmate --target "$target" --target-dir "$folder/v3"
    cp "$folder/v3/$target/dist/hexmate" "$hexmate-v3"
    ;;
esac
examples/cluster/bare.sh "$hexmate"
[ ! -f "$hexmate-v3" ] || examples/cluster/bare.sh "$hexmate-v3"
