//! The public API of the facade: names, fields and signatures, read from formatted source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Types of the core with the game as a type parameter, and their plain forms for any game.
const GENERIC_AND_PLAIN: [&str; 2] = ["Position", "Setup"];

/// Returns crate and name of every item that the facade exports.
fn exports() -> Vec<(String, String)> {
    let facade = fs::read_to_string(root().join("src/lib.rs")).expect("the facade");
    let statements = facade.split("pub use ").skip(1).filter_map(|text| text.split_once(';'));
    let mut exports = Vec::new();
    for (statement, _) in statements {
        let (path, names) = match statement.split_once('{') {
            Some((path, names)) => (path, names.trim_end_matches('}')),
            None => statement.split_once("::").unwrap_or((statement, "")),
        };
        let part = path.trim_start_matches("hexmate_").split([':', ' ']).next().expect("a crate");
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        exports.extend(names.map(|name| (part.to_owned(), name.to_owned())));
    }
    exports
}

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

/// Returns the type that an unindented line declares or implements.
fn subject(line: &str) -> Option<&str> {
    if line.starts_with("forward! {") {
        return Some("Position");
    }
    if line.starts_with("accessors! {") {
        return Some("Solution");
    }
    let rest = ["pub struct ", "pub enum ", "impl "].iter().find_map(|start| line.strip_prefix(start));
    let rest = rest.or_else(|| line.strip_prefix("impl<").and_then(|rest| Some(rest.split_once("> ")?.1)))?;
    // Impls of standard traits count, but their content is not listed.
    let rest = rest.split_once(" for ").map_or(rest, |(_, name)| name);
    rest.split(['<', ' ', '(', ';', '{']).next()
}

/// Returns public fields, variants and signatures of the exported types, by type.
fn items(names: &BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    for part in ["core", "position", "problems", "games", "diagram", "endgame"] {
        sources(&root().join("crates").join(part).join("src"), &mut files);
    }
    let mut items = BTreeMap::<String, BTreeSet<String>>::new();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        // The generic types of the same names, which the facade does not export.
        let is_generic =
            ["/core/src/rules/setup", "/core/src/rules/position"].iter().any(|part| name.contains(part));
        let text = fs::read_to_string(&file).expect("a source");
        let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let (mut current, mut is_enum, mut is_hidden) = (None, false, false);
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(name) = subject(line) {
                let generic = is_generic && GENERIC_AND_PLAIN.contains(&name);
                current = Some(name).filter(|name| names.contains(*name) && !generic);
                is_enum = line.starts_with("pub enum ");
                if let Some(name) = current {
                    let head = line.trim_end_matches(['{', ' ']).to_owned();
                    items.entry(name.to_owned()).or_default().insert(head);
                }
            }
            if line == "}" {
                current = None;
            }
            let Some(name) = current else { continue };
            let inner = line.strip_prefix("    ").unwrap_or_default();
            if inner == "#[doc(hidden)]" {
                is_hidden = true;
            }
            let mut inner = inner.strip_prefix("#[inline] ").unwrap_or(inner).to_owned();
            let is_macro = inner.starts_with("fn ") && inner.ends_with(';') || inner.contains("| this");
            let is_variant = is_enum && inner.starts_with(|first: char| first.is_ascii_uppercase());
            if !(inner.starts_with("pub ")
                || is_macro && file.ends_with("position.rs")
                || is_macro && file.ends_with("solve.rs")
                || is_variant)
            {
                continue;
            }
            while inner.starts_with("pub")
                && inner.contains(" fn ")
                && !inner.ends_with(['{', ';'])
                && !inner.contains("{ ")
            {
                inner.push_str(lines.next().expect("the rest of a signature").trim());
            }
            let signature = inner.split(" {").next().unwrap_or_default().split(" = |").next();
            if !std::mem::take(&mut is_hidden) {
                let signature = signature.unwrap_or_default().trim_end_matches(';').to_owned();
                items.entry(name.to_owned()).or_default().insert(format!("    {signature}"));
            }
        }
    }
    items
}

#[test]
fn facade_matches_snapshot() {
    let exports = exports();
    let names: BTreeSet<String> = exports.iter().map(|(_, name)| name.clone()).collect();
    let mut text = Vec::new();
    let items = items(&names);
    for name in &names {
        text.push(name.clone());
        text.extend(items.get(name).into_iter().flatten().map(|item| format!("    {item}")));
    }
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn facade_names_are_unique_and_few() {
    let exports = exports();
    let names: BTreeSet<&String> = exports.iter().map(|(_, name)| name).collect();
    assert_eq!(names.len(), exports.len(), "a name is exported twice");
    let types = names.iter().filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    assert!((50..=80).contains(&types.count()), "{names:?}");
}

#[test]
fn names_of_types_are_unique() {
    let mut files = Vec::new();
    // The oracle repeats the terms of the core, with which it shares no code.
    let crates = fs::read_dir(root().join("crates")).expect("a folder").flatten();
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
