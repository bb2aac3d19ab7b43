# For newcomers: `make solve` shows what the program does, `make check` and `make verify` that it does it right.
#
#   make check           format, clippy, the tests that take no time: for every day
#   make verify          what must hold before a commit is handed on: 8 minutes from nothing on two cores
#   make verify-shared   the tests that read ../shared (or $HEXMATE_SHARED); part of verify-deep
#   make verify-deep     laws at their full length, longer tables, instructions of `dist`
#   make verify-longest  tests in modules `deep`: whole tables and every puzzle by the oracle, which may take hours
#   make verify-python   the Python module and its wheel, in an environment of its own; make wheel hands one out
#   make solve           the problems in puzzles/, a report and diagrams in out/
#   make diagrams perft  pictures of the problems; all tables in perft/ but what takes hours
#   make release static  downloads; make deb for Debian; make ratios, make bench: how fast it is
#   make docs            the pages in docs/ as one book, in target/book, where there is mdBook
#   make bless           writes snapshots anew

CARGO   ?= cargo
# Built for the machine it is built on; elsewhere it may not start. Empty for any machine.
NATIVE  ?= -Ctarget-cpu=native
HEXMATE ?= RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --profile quick --
# Tables whose counts are larger are checked by `make verify-deep` and `make perft` only.
LIMIT   ?= 200000
TARGET  = $${CARGO_TARGET_DIR:-target}
# Everything, so that each crate is compiled once.
ALL     = --features png,pdf
# What has tests. Examples and benches are compiled by clippy, in `make verify` only.
TESTED  = --lib --bins --tests
# Tests of the program wait for it much of the time.
THREADS = RUST_TEST_THREADS=$$(($$(getconf _NPROCESSORS_ONLN) + 1))
# What the tests have built; `cargo run` would compile all once more, without the features that tests ask of crates.
BUILT   = $(TARGET)/debug/hexmate
# With tests marked `#[ignore = "long: …"]`. Modules `deep` and `shared` have targets of their own.
LONG    = --include-ignored --skip deep:: --skip shared::

.PHONY: help check verify verify-shared verify-deep verify-longest deny verify-cluster verify-robust verify-slurm verify-python wheel static solve \
  diagrams perft release deb ratios bench docs bless

help:
	@sed -n 's/^#   //p' Makefile

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --quiet $(TESTED) -- -D warnings
	HEXMATE_LAWS=brief $(THREADS) $(CARGO) test --quiet $(TESTED)

verify:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --all-targets $(ALL) -- -D warnings
	$(MAKE) --no-print-directory deny
	$(THREADS) $(CARGO) test $(ALL) $(TESTED) -- $(LONG)
	$(CARGO) test $(ALL) --doc
	$(BUILT) perft --verify --limit $(LIMIT)
	$(BUILT) solve puzzles/*.csv --no-time --format csv --quiet > $(TARGET)/puzzles.csv
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet $(ALL)

verify-shared:
	@if [ -d "$${HEXMATE_SHARED:-../shared}" ]; then \
	  $(CARGO) test $(ALL) --test it --test cli shared:: -- --ignored --skip deep::; \
	else echo "SKIPPED: verify-shared, there is no $${HEXMATE_SHARED:-../shared}" >&2; fi

verify-deep: verify-shared
	HEXMATE_LAWS=full $(CARGO) test $(ALL) --test it --test cli -- $(LONG)
	$(CARGO) test $(ALL) --lib -- --ignored deep::
	$(BUILT) perft --verify --limit 30000000
	$(CARGO) build --quiet --profile dist --bin hexmate
	benches/instructions.sh $(TARGET)/dist/hexmate

# Tests in modules `deep`: no part of verify-deep, they may take hours.
verify-longest:
	$(CARGO) test $(ALL) --test it -- --ignored deep:: --skip shared::

# Licences, duplicates and sources of the crates in Cargo.lock; what is known against them where the list can be fetched.
deny:
	@if ! $(CARGO) deny --version >/dev/null 2>&1; then \
	  echo "SKIPPED: deny, there is no cargo-deny here: cargo install cargo-deny --locked" >&2; \
	elif $(CARGO) deny fetch db >/dev/null 2>&1; then $(CARGO) deny check; \
	else echo "SKIPPED: advisories of deny, the list on GitHub is out of reach" >&2; \
	  $(CARGO) deny check licenses bans sources; fi

# Shards on task engines, killed in the middle; see examples/cluster/README.md.
verify-cluster:
	$(CARGO) build --quiet
	examples/cluster/verify.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-robust:
	$(CARGO) build --quiet
	examples/cluster/robustness.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-slurm:
	$(CARGO) build --quiet
	examples/cluster/slurm/local.sh $$PWD/$${CARGO_TARGET_DIR:-target}/debug/hexmate --variant mini perft start --depth 9 --split-depth 4

# The module by pip; see python/README.md. Says that it is skipped where there is no Python 3.10.
verify-python:
	python/verify.sh

# What is handed out: the module and the program with pictures as pixels and pages, for any Python from 3.10 on.
wheel:
	cd python && maturin build --profile dist --locked --features pictures --out dist

# One file that runs on any Linux for x86-64, checked where there is nothing but it.
static:
	examples/cluster/static.sh

solve:
	mkdir -p out
	$(HEXMATE) solve puzzles/*.csv --report out/report.csv --diagrams out/diagrams

diagrams:
	for file in puzzles/*.csv; do $(HEXMATE) diagram $$file -o out/diagrams/$$(basename $$file .csv) || exit; done

perft:
	$(HEXMATE) perft --verify --limit 10000000000000

# Downloads. On x86-64 two: target/dist/hexmate for every processor, hexmate-v3 for those since 2013 (x86-64-v3), which is faster.
release:
	$(CARGO) build --profile dist $(ALL) --bin hexmate
	if [ "$$(uname -m)" = x86_64 ]; then \
	  RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) build --profile dist $(ALL) --bin hexmate --target-dir target/v3 && \
	  cp target/v3/dist/hexmate target/dist/hexmate-v3; fi

# A package for Debian and its relatives, in target/debian, where there is cargo-deb.
deb:
	@$(CARGO) deb --version >/dev/null 2>&1 || { echo "SKIPPED: deb, there is no cargo-deb here: cargo install cargo-deb" >&2; exit 1; }
	$(CARGO) build --profile dist $(ALL) --bin hexmate
	mkdir -p target/deb/man
	target/dist/hexmate man > target/deb/man/hexmate.1
	for command in $$(target/dist/hexmate --help | sed -n '/^Commands:/,/^$$/s/^  \([a-z-]*\) .*/\1/p'); do \
	  target/dist/hexmate man $$command > target/deb/man/hexmate-$$command.1 || exit; done
	target/dist/hexmate completions bash > target/deb/hexmate.bash
	target/dist/hexmate completions zsh > target/deb/_hexmate
	target/dist/hexmate completions fish > target/deb/hexmate.fish
	$(CARGO) deb --no-build --profile dist

# This program beside others in one run, as a table, built as `make release` does.
ratios:
	RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) bench --profile dist --bench peers --target-dir target/v3

bench:
	RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) bench --profile dist

docs:
	@if command -v mdbook >/dev/null; then docs/book.sh $(TARGET); \
	else echo "SKIPPED: docs, there is no mdBook here: cargo install mdbook" >&2; fi

bless:
	INSTA_UPDATE=always TRYCMD=overwrite $(CARGO) test $(TESTED)
