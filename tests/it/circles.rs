//! Which files of the source use each other in a circle, told from their `use` lines alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::architecture::{in_library, sources};

/// A module: `lib` or `bin`, then the names on the way to it.
type Module = Vec<String>;

/// Circles that are known, to be broken. None may be added.
const KNOWN: &[&[&str]] = &[];

/// What is imported: the path as written, and whether it is handed on to others.
struct Import {
    path: Vec<String>,
    is_handed_on: bool,
}

struct Source {
    files: BTreeMap<Module, String>,
    imports: BTreeMap<Module, Vec<Import>>,
}

impl Source {
    fn new<'t>(files: impl IntoIterator<Item = (String, &'t str)>) -> Self {
        let mut source = Self { files: BTreeMap::new(), imports: BTreeMap::new() };
        for (file, text) in files {
            let module = module(&file);
            source.imports.insert(module.clone(), imports(text));
            source.files.insert(module, file);
        }
        source
    }

    /// The path from the root of a crate, if it is one of ours.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some([&module[..1], rest].concat()),
            "hexmate" | "hexmate_core" => Some([&["lib".to_owned()], rest].concat()),
            "self" => Some([module, rest].concat()),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
            }
            _ => {
                let below = [module, &path[..1]].concat();
                self.files.contains_key(&below).then(|| [module, path].concat())
            }
        }
    }

    /// The module that a name is from, wherever it has been handed on.
    fn home(&self, path: &[String], steps: usize) -> Option<Module> {
        let length = (1..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let module = path[..length].to_vec();
        let Some(name) = path.get(length).filter(|_| steps > 0) else { return Some(module) };
        let import = self.imports[&module].iter().find(|import| import.path.last() == Some(name));
        let from = import.and_then(|import| self.absolute(&module, &import.path));
        let Some(from) = from.filter(|from| from != path) else { return Some(module) };
        self.home(&[&from, &path[length + 1..]].concat(), steps - 1)
    }

    fn used(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let used = |(module, imports): (&Module, &Vec<Import>)| {
            let own = imports.iter().filter(|import| !import.is_handed_on);
            let homes = own.filter_map(|import| self.home(&self.absolute(module, &import.path)?, 9));
            homes.filter(|home| home != module).collect()
        };
        self.imports.iter().map(|entry| (entry.0, used(entry))).collect()
    }

    /// Files each of which comes back to itself through the others, in the order of their names.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let used = self.used();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            used.keys().map(|&module| (module, reached(&used, module))).collect();
        let circle = |module: &&Module| {
            let others = reached[module].iter().filter(|other| reached[**other].contains(*module));
            others.map(|other| self.files[*other].clone()).collect::<Vec<_>>()
        };
        used.keys().map(circle).filter(|circle| !circle.is_empty()).collect()
    }
}

fn reached<'m>(used: &'m BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Module> = used[from].iter().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(&used[module]);
        }
    }
    reached
}

/// The module that a file is.
fn module(file: &str) -> Module {
    let (root, below) = match file.strip_prefix("src/bin/hexmate/") {
        Some(below) => ("bin", below),
        None => ("lib", in_library(file)),
    };
    let names = below.trim_end_matches(".rs").split('/');
    let names = names.filter(|name| !["mod", "main", "lib"].contains(name));
    std::iter::once(root).chain(names).map(str::to_owned).collect()
}

/// The imports that stand at the margin: those of a module of tests are its own affair.
fn imports(text: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    for (at, found) in text.match_indices("use ") {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &text[line..at];
        if ["", "pub ", "pub(crate) ", "pub(super) "].contains(&before) {
            let tree = text[at + found.len()..].split(';').next().unwrap_or_default();
            let is_handed_on = !before.is_empty();
            imports.extend(paths(tree).into_iter().map(|path| Import { path, is_handed_on }));
        }
    }
    imports
}

/// Every path of a tree of imports.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let Some((before, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        let mut path: Vec<String> = path.split("::").map(|name| name.trim().to_owned()).collect();
        path.pop_if(|name| name == "self");
        return vec![path];
    };
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let mut depth = 0;
    let parts = group.split(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        character == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(&format!("{before}{}", part.trim()))).collect()
}

fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let files = files.iter().map(|&(file, text)| (file.to_owned(), text));
    Source::new(files).circles().into_iter().collect()
}

#[test]
fn files_use_each_other_in_no_circle_but_the_known_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts: Vec<(String, String)> = sources(root)
        .into_iter()
        .map(|path| {
            let file = path.strip_prefix(root).expect("below the root").display().to_string();
            (file, fs::read_to_string(&path).expect("a source file"))
        })
        .collect();
    let source = Source::new(texts.iter().map(|(file, text)| (file.clone(), text.as_str())));
    let found = source.circles();
    let known: BTreeSet<Vec<String>> =
        KNOWN.iter().map(|circle| circle.iter().map(|file| format!("src/{file}")).collect()).collect();
    let added: Vec<_> = found.difference(&known).collect();
    assert!(added.is_empty(), "{added:#?}");
    let broken: Vec<_> = known.difference(&found).collect();
    assert!(broken.is_empty(), "no longer circles, take them out of KNOWN: {broken:#?}");
}

#[test]
fn a_circle_is_found_also_through_names_that_are_handed_on() {
    let hands_on = ("src/a/mod.rs", "mod b;\npub use b::{B, self};\n");
    let b = ("src/a/b.rs", "use crate::{c::{C, self as d}, e};\n");
    assert_eq!(circles(&[hands_on, b, ("src/c.rs", "use crate::a::B;\n")]), [["src/a/b.rs", "src/c.rs"]]);
    let up = ("src/bin/hexmate/b/x.rs", "use super::{Y};\n");
    let down = ("src/bin/hexmate/b/mod.rs", "use self::x::X;\n");
    assert_eq!(circles(&[up, down]), [["src/bin/hexmate/b/mod.rs", "src/bin/hexmate/b/x.rs"]]);
}

#[test]
fn what_only_tests_use_or_what_is_only_handed_on_is_no_circle() {
    let hands_on = ("src/a/mod.rs", "mod b;\npub use b::B;\nstruct A;\n");
    let b = ("src/a/b.rs", "use super::A;\n");
    assert_eq!(circles(&[hands_on, b]), [[""; 0]; 0]);
    let tests = "mod tests {\n    use crate::d::D;\n}\n";
    assert_eq!(circles(&[("src/c.rs", tests), ("src/d.rs", "use crate::c::C;\n")]), [[""; 0]; 0]);
}
