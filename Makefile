# Two commands for newcomers: `make solve` shows what the program does,
# `make verify` checks that it does it right.

CARGO   ?= cargo
# Built for the machine it is built on; elsewhere it may not start. Empty for any machine.
NATIVE  ?= -Ctarget-cpu=native
HEXMATE ?= RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --release --
# Tables whose counts are larger are checked by `make perft` only.
LIMIT   ?= 30000000

.PHONY: verify solve diagrams perft bench bless

verify:
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) test
	$(CARGO) run --quiet -- perft --verify --limit $(LIMIT)
	$(CARGO) run --quiet -- solve puzzles/*.csv --no-time --format csv --quiet > target/puzzles.csv
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet

solve:
	mkdir -p out
	$(HEXMATE) solve puzzles/*.csv --report out/report.csv --diagrams out/diagrams

diagrams:
	for file in puzzles/*.csv; do $(HEXMATE) diagram $$file -o out/diagrams/$$(basename $$file .csv) || exit; done

perft:
	$(HEXMATE) perft --verify

bench:
	RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) bench

bless:
	INSTA_UPDATE=always TRYCMD=overwrite $(CARGO) test
