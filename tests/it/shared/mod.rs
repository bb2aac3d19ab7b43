//! What was counted and collected elsewhere, read from `../shared` or `$HEXMATE_SHARED`: run by `make verify-shared`.

mod counts;
mod games;
mod table;
mod text;

use std::fs;
use std::path::PathBuf;

/// The bytes of a file, which must be there.
fn read(name: &str) -> Vec<u8> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("HEXMATE_SHARED").map_or_else(beside, PathBuf::from).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
