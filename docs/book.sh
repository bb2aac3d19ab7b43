#!/usr/bin/env bash
# Builds one book from the pages in docs and the pages that they link to. Its table of contents is docs/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
target=$(cd "$1" && pwd)
pages=$target/docs/src
rm -rf "$target/docs" "$target/book"
mkdir -p "$pages"
for folder in docs perft endgames examples benches puzzles python crates tests; do
  find "$folder" \( -name '*.md' -o -name '*.svg' -o -name '*.png' \) -not -path '*/target/*' -print0
done | xargs -0 cp --parents -t "$pages"
cp LICENSE CONTRIBUTING.md CHANGELOG.md "$pages"
{
  printf '# Summary\n\n[Contents](docs/README.md)\n'
  sed -n -e 's/^\* \(\[[^]]*\](\)\([^)]*)\).*/- \1docs\/\2/p' -e 's/^## \(.*\)/\n# \1\n/p' docs/README.md
  printf '\n# Reference\n\n'
  printf -- '- [%s](%s)\n' \
    'Perft tables' perft/README.md 'Endings' endgames/README.md 'Clusters' examples/cluster/README.md 'Puzzles' puzzles/README.md \
    'Python' python/README.md 'The mate search' crates/core/src/mate/guide.md 'Tests' tests/README.md 'Benches' benches/README.md \
    'Contributing' CONTRIBUTING.md 'Changes' CHANGELOG.md
} > "$pages/SUMMARY.md"
printf '[book]\ntitle = "hexmate"\nlanguage = "en"\n' > "$target/docs/book.toml"
cd "$target/docs"
mdbook build --dest-dir ../book
