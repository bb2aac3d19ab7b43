//! The lock file of `web` states what the crates depend on: the page is built with `--locked`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Returns the packages of a lock file that come from this repository, with the crates they depend on.
fn locked(text: &str) -> Dependencies {
    let local = text.split("[[package]]").skip(1).filter(|package| !package.contains("\nsource = "));
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    local
        .map(|package| {
            let name = package.lines().find_map(|line| quoted(line.strip_prefix("name = ")?));
            let listed = package.lines().filter(|line| line.starts_with(" \""));
            // After the name there may be a version.
            let names = listed.filter_map(|line| Some(quoted(line)?.split(' ').next()?.to_owned()));
            (name.expect("a package has a name"), names.collect())
        })
        .collect()
}

/// Returns the dependencies of a manifest that each build has.
fn required(manifest: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut lists_dependencies = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            lists_dependencies = line == "[dependencies]" || line == "[build-dependencies]";
        } else if lists_dependencies && !line.contains("optional = true") {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            all.extend((!name.is_empty() && !name.starts_with('#')).then(|| name.to_owned()));
        }
    }
    all
}

/// Returns where the lock file `other` disagrees with the manifests below `root`.
fn disagreements(root: &Path, other: &Dependencies) -> Vec<String> {
    let mut all = Vec::new();
    for (name, listed) in other {
        let folder = match name.strip_prefix("hexmate-") {
            Some(crate_name) => root.join("crates").join(crate_name),
            None if name == "hexmate" => root.to_owned(),
            // The page replaces two libraries by its own.
            None => continue,
        };
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        all.extend(required(&manifest).difference(listed).map(|lacks| format!("{name} lacks {lacks}")));
    }
    all
}

#[test]
fn lock_file_lists_all_dependencies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let other = locked(&fs::read_to_string(root.join("web/Cargo.lock")).expect("a lock file"));
    assert!(other.contains_key("hexmate-core"));
    assert_eq!(disagreements(root, &other), [""; 0], "run `cargo metadata` in web");
}

#[test]
fn missing_locked_dependencies_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let other = locked("[[package]]\nname = \"hexmate-player\"\ndependencies = [\n \"foldhash 0.2.0\",\n]\n");
    let found = disagreements(root, &other);
    assert!(found.contains(&"hexmate-player lacks serde".to_owned()), "{found:?}");
    assert!(!found.contains(&"hexmate-player lacks foldhash".to_owned()), "{found:?}");
}

/// Returns the crates of this repository among the dependencies of a manifest, optional ones too.
fn own_crates(manifest: &str) -> BTreeSet<&str> {
    let dependencies = manifest.split("\n[dependencies]\n").nth(1).expect("a table of dependencies");
    let lines = dependencies.lines().take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split(['.', ' ']).next())
        .filter(|name| name.starts_with("hexmate-"))
        .collect()
}

#[test]
fn wheel_has_all_crates_of_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [program, wheel] = ["Cargo.toml", "python/program/Cargo.toml"]
        .map(|path| fs::read_to_string(root.join(path)).expect("a manifest"));
    let (program, wheel) = (own_crates(&program), own_crates(&wheel));
    assert!(program.len() > 10);
    assert_eq!(program, wheel, "the wheel contains the program");
}
