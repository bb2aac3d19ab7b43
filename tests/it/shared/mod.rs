//! Tests with external data from `../shared` or `$HEXMATE_SHARED`, run by `make verify-shared`.

mod counts;
mod games;
mod table;
mod text;

use std::fs;
use std::path::PathBuf;

/// Reads a file of the shared folder; panics if it is missing.
fn read(name: &str) -> Vec<u8> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("HEXMATE_SHARED").map_or_else(beside, PathBuf::from).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
