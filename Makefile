# Two commands for newcomers: `make solve` shows what the program does,
# `make verify` checks that it does it right.

CARGO   ?= cargo
# Built for the machine it is built on; elsewhere it may not start. Empty for any machine.
NATIVE  ?= -Ctarget-cpu=native
HEXMATE ?= RUSTFLAGS="$(RUSTFLAGS) $(NATIVE)" $(CARGO) run --quiet --release --
# Tables whose counts are larger are checked by `make perft` only.
LIMIT   ?= 30000000

.PHONY: verify deny verify-cluster verify-robust verify-slurm static solve diagrams perft release ratios bench bless

verify:
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	$(MAKE) --no-print-directory deny
	$(CARGO) test
	$(CARGO) test --features png,pdf --test render
	$(CARGO) run --quiet -- perft --verify --limit $(LIMIT)
	benches/instructions.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate
	$(CARGO) run --quiet -- solve puzzles/*.csv --no-time --format csv --quiet > target/puzzles.csv
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --quiet

# Licences, duplicates and sources of the crates in Cargo.lock; what is known against them where the list can be fetched.
deny:
	@if ! $(CARGO) deny --version >/dev/null 2>&1; then \
	  echo "deny: not checked, there is no cargo-deny here: cargo install cargo-deny --locked" >&2; \
	elif $(CARGO) deny fetch db >/dev/null 2>&1; then $(CARGO) deny check; \
	else echo "deny: advisories not checked, the list on GitHub is out of reach" >&2; \
	  $(CARGO) deny check licenses bans sources; fi

# Shards on task engines, killed in the middle; see cluster/README.md.
verify-cluster:
	$(CARGO) build --quiet
	cluster/verify.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-robust:
	$(CARGO) build --quiet
	cluster/robustness.sh $${CARGO_TARGET_DIR:-target}/debug/hexmate

verify-slurm:
	$(CARGO) build --quiet
	cluster/slurm/local.sh $$PWD/$${CARGO_TARGET_DIR:-target}/debug/hexmate --variant mini perft start --depth 9 --split-depth 4

# One file that runs on any Linux for x86-64, checked where there is nothing but it.
static:
	cluster/static.sh

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
