//! The public library as rustdoc sees it: its names and signatures, each type of which has a name in the facade.

mod exports;
mod signatures;

use std::collections::BTreeSet;
use std::env;
use std::process::Command;
use std::sync::LazyLock;

use exports::Facade;

static FACADE: LazyLock<Option<Facade>> = LazyLock::new(Facade::documented);

#[test]
fn facade_matches_snapshot() {
    let Some(facade) = FACADE.as_ref() else { return };
    let (text, _) = facade.items();
    insta::assert_snapshot!(text);
}

#[test]
fn signature_types_have_facade_names() {
    let Some(facade) = FACADE.as_ref() else { return };
    let (_, unnamed) = facade.items();
    assert!(unnamed.is_empty(), "types in signatures that the facade does not export: {unnamed:#?}");
}

/// Most crates that a user of the library compiles, this package included.
const MOST_CRATES: usize = 60;

#[test]
fn library_needs_few_crates() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let options = ["tree", "--package", "hexmate", "--no-default-features", "--edges", "normal"];
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    let run = command.args(options).args(["--prefix", "none", "--format", "{p}"]).current_dir(root);
    let text = String::from_utf8(run.output().expect("cargo").stdout).expect("UTF-8");
    let crates: BTreeSet<&str> = text.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    assert!((2..=MOST_CRATES).contains(&crates.len()), "{} crates: {crates:#?}", crates.len());
}
