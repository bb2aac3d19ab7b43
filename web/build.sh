#!/usr/bin/env bash
# Builds target/web/hexmate.html. Uses the target wasm32-unknown-unknown of rustup if it is installed, else a toolchain
# from packages of Debian, which it unpacks into target/web/toolchain. Prints SKIPPED and the reason without either.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$PWD/${CARGO_TARGET_DIR:-target}/web
case ${CARGO_TARGET_DIR:-} in /*) place=$CARGO_TARGET_DIR/web ;; esac
tools=$place/toolchain
target=wasm32-unknown-unknown

skip() { echo "SKIPPED: web, $1" >&2; exit 0; }

# Unpacks rustc, its sources and a linker, about 850 MB.
unpack() {
  command -v apt-get && command -v dpkg-deb || return 1
  [ "$(id -u)" != 0 ] || timeout 120 apt-get update -qq || true
  local std llvm
  std=$(apt-cache depends libstd-rust-web-dev | sed -n 's/.*Depends: \(libstd-rust-web-[0-9].*\)/\1/p')
  llvm=$(apt-cache depends "$std" | sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p')
  [ -n "$std" ] && [ -n "$llvm" ] || return 1
  rm -rf "$tools.new" && mkdir -p "$tools.new/packages"
  (cd "$tools.new/packages" && timeout 300 apt-get download rustc-web rust-web-src libstd-rust-web-dev "$std" "$llvm" "lld-${llvm#libllvm}") || return 1
  local package
  for package in "$tools.new"/packages/*.deb; do dpkg-deb -x "$package" "$tools.new" || return 1; done
  rm -rf "$tools.new/packages" "$tools" && mv "$tools.new" "$tools"
}

command -v python3 >/dev/null || skip "python3 is not installed"
# For this machine, with its own compiler.
cargo build --quiet --release --locked --manifest-path web/packing/Cargo.toml --target-dir "$place/packing"
options=()
# Every browser that can unpack the page has registers of 128 bits for WebAssembly.
flags=-Ctarget-feature=+simd128
if [ -n "$(ls "$(rustc --print target-libdir --target $target 2>/dev/null)" 2>/dev/null)" ]; then
  echo "with $(rustc --version)"
else
  mkdir -p "$place"
  [ -x "$tools/usr/bin/rustc" ] || unpack >"$place/toolchain.log" 2>&1 ||
    skip "no target $target (rustup target add $target) and no packages of Debian; see $place/toolchain.log"
  linker=$(ls "$tools"/usr/bin/wasm-ld-* | head -1)
  export LD_LIBRARY_PATH=$tools/usr/lib/$(uname -m)-linux-gnu RUSTC=$tools/usr/bin/rustc RUSTC_BOOTSTRAP=1
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
  needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' web/Cargo.toml)
  has=$("$RUSTC" --version | cut -d' ' -f2)
  [ "$(printf '%s\n' "$needed" "$has" | sort -V | head -1)" = "$needed" ] || skip "rustc $has of Debian is older than $needed"
  # The standard library is built too, so panics may trap without a message, which nobody would see.
  options=(-Zbuild-std=std,panic_abort)
  # Memory and copies, which everything uses.
  for crate in alloc compiler_builtins dlmalloc; do
    options+=(--config "profile.release.package.$crate.opt-level=2")
  done
  flags="$flags -Zunstable-options -Cpanic=immediate-abort"
  echo "with rustc $has of Debian"
fi
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
cargo build --quiet --release --locked --manifest-path web/Cargo.toml --package hexmate-web --package hexmate-web-unpacking \
  --target-dir "$place/build" --target $target "${options[@]}"
built=$place/build/$target/release
python3 web/assemble.py "$built/hexmate_web.wasm" "$built/hexmate_web_unpacking.wasm" "$place/hexmate.html" \
  "$place/packing/release/hexmate-web-packing"
