#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment and runs all tests; see README.md. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
if ! "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "SKIPPED: verify-python needs Python 3.10 or newer" >&2
  exit 0
fi
# With what `make verify-counts` built, only the module and the program's commands are compiled.
target=${CARGO_TARGET_DIR:-$(dirname "$PWD")/target}
place=$target/python
rm -rf "$place"
mkdir -p "$place"

"$python" -m venv "$place/tools"
# Clippy runs meanwhile; it needs only Python.
"$place/tools/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt &
tools=$!
PYO3_PYTHON="$place/tools/bin/python" cargo clippy --quiet --locked --package hexmate-python --features pictures -- -D warnings
if ! wait "$tools"; then
  echo "SKIPPED: verify-python cannot install python/requirements.txt" >&2
  exit 0
fi
"$place/tools/bin/maturin" build --quiet --release --locked --features pictures --out "$place/wheels" --interpreter "$place/tools/bin/python"

echo "In an environment with only the wheel:"
"$python" -m venv "$place/bare"
"$place/bare/bin/pip" install --quiet --disable-pip-version-check --no-index "$place"/wheels/*.whl
(cd .. && "$place/bare/bin/python" -m doctest python/README.md && "$place/bare/bin/hexmate" solve puzzles/known.csv --no-time)

"$place/tools/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$place"/wheels/*.whl
"$place/tools/bin/python" -m pytest --quiet -p no:cacheprovider "$@"
"$place/tools/bin/python" bench.py
