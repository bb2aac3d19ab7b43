#!/bin/sh
# rustdoc with unstable options, which JSON needs. The variable is set for rustdoc only: build scripts read it, and cargo
# would compile all crates again.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
