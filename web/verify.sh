#!/usr/bin/env bash
# Builds the page and uses it in headless Chromium; see docs/web.md. Arguments go to verify.py: --long compares hard problems.
# Prints SKIPPED without a toolchain for WebAssembly or without Chromium, and for what needs Node.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
npm=$(mkdir -p "$target/web/npm" && cd "$target/web/npm" && pwd)
# Exact versions; both are tools for developers, and nothing of them is in the page.
tools=(@biomejs/biome@2.6.8 axe-core@4.14.1)

# The scripts of the page: the model without a browser, then lint and format.
if command -v node >/dev/null; then
  node --test web/tests
else
  echo "SKIPPED: web, tests of the model: node is not installed" >&2
fi
if command -v npm >/dev/null &&
  timeout 300 npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix "$npm" "${tools[@]}" >"$npm/log" 2>&1; then
  (cd web && "$npm/node_modules/.bin/biome" check)
else
  echo "SKIPPED: web, Biome and axe-core cannot be installed; see $npm/log" >&2
fi

rm -f "$target/web/hexmate.html"
cargo fmt --manifest-path web/Cargo.toml --check
cargo clippy --quiet --locked --manifest-path web/Cargo.toml --target-dir "$target/web/check" -- -D warnings
timeout 1500 web/build.sh
[ -f "$target/web/hexmate.html" ] || exit 0
cargo build --quiet --features png,pdf
timeout 1800 python3 web/verify.py "$target/web/hexmate.html" "$target/debug/hexmate" --release "$target/release/hexmate" "$@"
