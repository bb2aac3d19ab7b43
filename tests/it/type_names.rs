//! Names of types: each is used once in the workspace.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Types of the core with the game as a type parameter, and their plain forms for any game.
const GENERIC_AND_PLAIN: [&str; 2] = ["Position", "Setup"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn names_of_types_are_unique() {
    let mut files = Vec::new();
    // The oracle repeats the terms of the core, with which it shares no code.
    let crates =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).expect("a folder").flatten();
    crates
        .filter(|part| part.file_name() != "oracle")
        .for_each(|part| sources(&part.path().join("src"), &mut files));
    let mut places = BTreeMap::<String, Vec<String>>::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let names = text.lines().filter_map(|line| {
            let line = line.trim_start();
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
            rest.split(|letter: char| !letter.is_alphanumeric()).next().filter(|name| !name.is_empty())
        });
        for name in names.filter(|name| !GENERIC_AND_PLAIN.contains(name)) {
            places.entry(name.to_owned()).or_default().push(file.display().to_string());
        }
    }
    assert!(places.len() > 300, "{}", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}
