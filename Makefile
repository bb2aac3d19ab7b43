# Two commands for newcomers: `make solve` shows what the program does,
# `make verify` checks that it does it right.

CARGO   ?= cargo
HEXMATE ?= $(CARGO) run --quiet --release --
# Tables whose counts are larger are checked by `make perft` only.
LIMIT   ?= 30000000

.PHONY: verify solve diagrams perft bench bless

verify:
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	$(CARGO) test
	$(CARGO) run --quiet -- perft --verify --limit $(LIMIT)
	$(CARGO) run --quiet -- solve puzzles --no-time --format csv --report target/puzzles.csv --quiet
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet

solve:
	$(HEXMATE) solve puzzles --report out/report.csv --diagrams out/diagrams

diagrams:
	$(HEXMATE) diagram puzzles -o out/diagrams

perft:
	$(HEXMATE) perft --verify

bench:
	$(CARGO) bench

bless:
	INSTA_UPDATE=always TRYCMD=overwrite $(CARGO) test
