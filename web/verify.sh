#!/usr/bin/env bash
# Builds the page and uses it in headless Chromium; see docs/web.md. Arguments go to verify.py: --long compares hard problems.
# Prints SKIPPED without a toolchain for WebAssembly or without Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
rm -f "$target/web/hexmate.html"
cargo fmt --manifest-path web/Cargo.toml --check
cargo clippy --quiet --locked --manifest-path web/Cargo.toml --target-dir "$target/web/check" -- -D warnings
timeout 1500 web/build.sh
[ -f "$target/web/hexmate.html" ] || exit 0
cargo build --quiet --features png,pdf
timeout 1800 python3 web/verify.py "$target/web/hexmate.html" "$target/debug/hexmate" --release "$target/release/hexmate" "$@"
