# Start with `make solve`, which shows the program at work, and `make verify`, which runs all checks.
#
#   make solve           solves the problems in puzzles/; report and diagrams in out/
#   make verify          moves, tables, puzzles and tests: shows that the program is right on this machine
#   make lint            format, clippy, licences, documentation
#   make check           lint and quick tests, after every change
#   make api             names and signatures of the public library, by rustdoc; part of verify-deep
#   make verify-deep     all of verify-program, verify-shared, api, verify-laws, verify-units and verify-counts
#   make verify-program  tests of the program that take seconds each: signals, terminals, memory, printed pages
#   make verify-laws     property tests at full length
#   make verify-units    unit tests, those of minutes too, and examples in documentation
#   make verify-counts   longer perft tables, instruction counts of the profile `release`
#   make verify-shared   tests that read ../shared (or $HEXMATE_SHARED); part of verify-deep
#   make verify-longest  tests in modules `deep`: complete tables and all puzzles by the oracle; may take hours
#   make verify-python   the Python module and its wheel, in a new environment
#   make wheel           a wheel for pip; needs maturin
#   make web             the page target/web/hexmate.html; make verify-web uses it in headless Chromium
#   make diagrams        diagrams of all problems, in out/
#   make perft           all tables in perft/ except counts that take hours
#   make release static  downloads, with the page; make deb builds a Debian package and needs cargo-deb
#   make ratios bench    speed: beside other programs, and of each part
#   make docs            the pages in docs/ as one book in target/book; needs mdBook
#   make bless           rewrites snapshots, pictures and the examples in documents

CARGO   ?= cargo
# Builds for the processor of this machine; may not start on others. Set it to nothing for any machine.
NATIVE  ?= -Ctarget-cpu=native
HEXMATE ?= RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --profile quick --
# Largest count checked by `make verify`; `make verify-deep` and `make perft` check larger ones.
LIMIT   ?= 200000
TARGET  = $${CARGO_TARGET_DIR:-target}
# All features, so that each crate is compiled once.
ALL     = --features png,pdf
# Targets with tests.
TESTED  = --lib --bins --tests
# The tests of the library and of the program. Unit tests compile every crate a second time: `make check` and `make verify-deep` run them.
WHOLE   = --test it --test cli
# One more than processors, because tests of the program often wait for it.
THREADS = RUST_TEST_THREADS=$$(($$(getconf _NPROCESSORS_ONLN) + 1))
# The program that the tests built.
BUILT   = $(TARGET)/debug/hexmate
# Includes tests marked `#[ignore = "long: …"]`; modules `deep` and `shared` have their own targets.
LONG    = --include-ignored --skip deep:: --skip shared::
# Modules whose tests are longer with HEXMATE_LAWS=full; `tests/it/documents.rs` compares the list with the sources.
LAWS    = analysed_games:: certificate:: compose:: composed_help:: composed_problems:: conformance:: dialects:: drawn_lines:: duplex:: endgame:: \
          endgame_unfinished:: fuzz:: games:: hard_problems:: help_sets:: hexchess_crate:: interchange:: known_mates:: likeness:: matches:: memory:: movetext:: oracle_rules:: \
          perft:: perft_tables:: pgn:: player:: properties:: puzzles:: render:: round_trips:: series:: set_up:: solution_numbers:: solved_again:: standard:: themes::

.PHONY: help lint check verify verify-program api verify-shared verify-deep verify-laws verify-units verify-counts verify-longest deny verify-cluster verify-robust verify-slurm verify-python wheel web verify-web static solve \
  diagrams perft release deb ratios bench docs bless

help:
	@sed -n 's/^#   //p' Makefile

verify:
	$(CARGO) test $(ALL) $(WHOLE) --no-run
	$(THREADS) $(CARGO) test $(ALL) --test it -- $(LONG)
	$(THREADS) $(CARGO) test $(ALL) --test cli
	$(BUILT) perft --verify --limit $(LIMIT)
	$(BUILT) solve puzzles/*.csv --no-time --format csv --quiet > $(TARGET)/puzzles.csv

# Includes examples and benches. The Python module needs Python: python/verify.sh.
lint: deny
	$(CARGO) fmt --all --check
	$(CARGO) clippy --quiet --workspace --exclude hexmate-python --exclude hexmate-program --all-targets $(ALL) -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet $(ALL)

check: lint
	$(THREADS) $(CARGO) test --quiet $(ALL) $(TESTED)
	$(CARGO) test --quiet $(ALL) --doc

verify-program:
	HEXMATE_LAWS=full $(THREADS) $(CARGO) test $(ALL) --test cli -- --ignored --skip deep:: --skip shared::

verify-shared:
	@if [ -d "$${HEXMATE_SHARED:-../shared}" ]; then \
	  $(CARGO) test $(ALL) --test it --test cli shared:: -- --ignored --skip deep::; \
	else echo "SKIPPED: verify-shared, there is no $${HEXMATE_SHARED:-../shared}" >&2; fi

# Names and signatures of the public library. Prints SKIPPED if rustdoc writes no JSON, or of another format.
api:
	$(CARGO) test --quiet -p hexmate-api -- --nocapture

verify-deep: verify-program verify-shared api verify-laws verify-units verify-counts

verify-laws:
	HEXMATE_LAWS=full $(CARGO) test $(ALL) --test it -- $(LONG) $(LAWS)
	HEXMATE_LAWS=full $(CARGO) test $(ALL) --test cli -- $(LAWS)

verify-units:
	$(CARGO) test $(ALL) --lib --bins -- --include-ignored
	$(CARGO) test $(ALL) --doc

verify-counts:
	$(CARGO) build --quiet --release $(ALL) --bin hexmate
	$(TARGET)/release/hexmate perft --verify --limit 30000000
	benches/instructions.sh $(TARGET)/release/hexmate

# Not part of verify-deep.
verify-longest:
	$(CARGO) test $(ALL) --test it -- --ignored deep:: --skip shared::

# Licences, duplicates, sources and, with a network, known vulnerabilities of the crates in Cargo.lock.
deny:
	@if ! $(CARGO) deny --version >/dev/null 2>&1; then \
	  echo "SKIPPED: deny, cargo-deny is not installed: cargo install cargo-deny --locked" >&2; \
	elif $(CARGO) deny fetch db >/dev/null 2>&1; then $(CARGO) deny check; \
	else echo "SKIPPED: advisories of deny, the list on GitHub cannot be reached" >&2; \
	  $(CARGO) deny check licenses bans sources; fi

# Shards on workflow engines, killed while they run; see examples/cluster/README.md.
verify-cluster:
	$(CARGO) build --quiet
	examples/cluster/verify.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-robust:
	$(CARGO) build --quiet
	examples/cluster/robustness.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-slurm:
	$(CARGO) build --quiet
	examples/cluster/slurm/local.sh $$PWD/$${CARGO_TARGET_DIR:-target}/debug/hexmate --variant mini perft start --depth 9 --split-depth 4

# See python/README.md. Prints SKIPPED without Python 3.10.
verify-python:
	python/verify.sh

# The module and the program with PNG and PDF, for any Python from 3.10 on.
wheel:
	@command -v maturin >/dev/null || { echo "make wheel needs maturin: pip install maturin" >&2; exit 1; }
	cd python && maturin build --profile dist --locked --features pictures --out dist

# The workbench in a browser, in one file. See docs/web.md. Both print SKIPPED without a toolchain for WebAssembly.
web:
	web/build.sh

verify-web:
	web/verify.sh

# One file for any Linux on x86-64, tested in an empty root directory.
static:
	examples/cluster/static.sh

solve:
	mkdir -p out
	$(HEXMATE) solve puzzles/*.csv --report out/report.csv --diagrams out/diagrams

diagrams:
	for file in puzzles/*.csv; do $(HEXMATE) diagram $$file -o out/diagrams/$$(basename $$file .csv) || exit; done

perft:
	RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --release -- perft --verify --limit 10000000000000

# Downloads in target/dist. On x86-64 two programs: hexmate for any processor; hexmate-v3 is faster and needs x86-64-v3 (since 2013).
# With a toolchain for WebAssembly also the page, hexmate.html.
release:
	$(CARGO) build --profile dist $(ALL) --bin hexmate
	if [ "$$(uname -m)" = x86_64 ]; then \
	  RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) build --profile dist $(ALL) --bin hexmate --target-dir target/v3 && \
	  cp target/v3/dist/hexmate target/dist/hexmate-v3; fi
	rm -f target/web/hexmate.html && web/build.sh
	if [ -f target/web/hexmate.html ]; then cp target/web/hexmate.html target/dist/; fi

# A Debian package in target/debian.
deb:
	@$(CARGO) deb --version >/dev/null 2>&1 || { echo "SKIPPED: deb, cargo-deb is not installed: cargo install cargo-deb" >&2; exit 1; }
	$(CARGO) build --profile dist $(ALL) --bin hexmate
	mkdir -p target/deb/man
	target/dist/hexmate man > target/deb/man/hexmate.1
	for command in $$(target/dist/hexmate --help | sed -n '/^Commands:/,/^$$/s/^  \([a-z-]*\) .*/\1/p'); do \
	  target/dist/hexmate man $$command > target/deb/man/hexmate-$$command.1 || exit; done
	target/dist/hexmate completions bash > target/deb/hexmate.bash
	target/dist/hexmate completions zsh > target/deb/_hexmate
	target/dist/hexmate completions fish > target/deb/hexmate.fish
	$(CARGO) deb --no-build --profile dist

# A table of this program beside others in one run, built like `make release`.
ratios:
	RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) bench -p hexmate-benches --bench peers --target-dir target/v3

bench:
	RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) bench -p hexmate-benches

docs:
	@if command -v mdbook >/dev/null; then docs/book.sh $(TARGET); \
	else echo "SKIPPED: docs, mdBook is not installed: cargo install mdbook" >&2; fi

bless:
	INSTA_UPDATE=always TRYCMD=overwrite $(CARGO) test $(ALL) $(TESTED) -- $(LONG)
	INSTA_UPDATE=always $(CARGO) test --quiet -p hexmate-api
