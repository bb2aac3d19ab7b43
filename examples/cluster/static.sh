#!/bin/sh
# Builds the program without any shared library, and checks that it runs where there is nothing but it: an empty folder
# as root, no libc, no /proc, no environment. The check needs to be root; else it says that it was not made.
#
#     examples/cluster/static.sh                                       with glibc, whose libc.a must be there (Debian: libc6-dev)
#     TARGET=x86_64-unknown-linux-musl examples/cluster/static.sh      with musl, whose allocator is slower
set -eu
cd "$(dirname "$0")/../.."
target=${TARGET:-$(uname -m)-unknown-linux-gnu}
folder=${CARGO_TARGET_DIR:-target}
case $target in *musl) rustup target add "$target" ;; esac
flags="${RUSTFLAGS:-} -Ctarget-feature=+crt-static"
RUSTFLAGS=$flags cargo build --profile dist --features png,pdf --locked --bin hexmate --target "$target" --target-dir "$folder/static"
hexmate=$folder/static/$target/dist/hexmate
# A second download for processors since 2013, as `make release` has it.
case $target in
x86_64*)
    RUSTFLAGS="$flags -Ctarget-cpu=x86-64-v3" \
        cargo build --profile dist --features png,pdf --locked --bin hexmate --target "$target" --target-dir "$folder/v3"
    cp "$folder/v3/$target/dist/hexmate" "$hexmate-v3"
    ;;
esac
examples/cluster/bare.sh "$hexmate"
[ ! -f "$hexmate-v3" ] || examples/cluster/bare.sh "$hexmate-v3"
