# Two commands for newcomers: `make solve` shows what the program does,
# `make verify` checks that it does it right.

CARGO   ?= cargo
# Built for the machine it is built on; elsewhere it may not start. Empty for any machine.
NATIVE  ?= -Ctarget-cpu=native
HEXMATE ?= RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --release --
# Tables whose counts are larger are checked by `make perft` only.
LIMIT   ?= 30000000

.PHONY: verify solve diagrams perft release ratios bench bless

verify:
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) test
	$(CARGO) test --features png,pdf --test render
	$(CARGO) run --quiet -- perft --verify --limit $(LIMIT)
	benches/instructions.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate
	$(CARGO) run --quiet -- solve puzzles/*.csv --no-time --format csv --quiet > target/puzzles.csv
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet

solve:
	mkdir -p out
	$(HEXMATE) solve puzzles/*.csv --report out/report.csv --diagrams out/diagrams

diagrams:
	for file in puzzles/*.csv; do $(HEXMATE) diagram $$file -o out/diagrams/$$(basename $$file .csv) || exit; done

perft:
	$(HEXMATE) perft --verify

# Two builds: for any machine, and beside it one for x86-64 since 2013, which the first hands over to.
release:
	$(CARGO) build --release
	if [ "$$(uname -m)" = x86_64 ]; then \
	  RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) build --release --bin hexmate --target-dir target/v3 && \
	  cp target/v3/release/hexmate target/release/hexmate-v3; fi

# This program beside others in one run, as a table, built as `make release` does.
ratios:
	RUSTFLAGS="$(RUSTFLAGS) -Ctarget-cpu=x86-64-v3" $(CARGO) bench --bench peers --target-dir target/v3

bench:
	RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) bench

bless:
	INSTA_UPDATE=always TRYCMD=overwrite $(CARGO) test
