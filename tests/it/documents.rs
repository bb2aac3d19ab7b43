//! Claims of the pages in `docs` about the sources: files that exist, a picture that this program draws.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hexmate_diagram::{Coordinates, Marks, Options, View, svg};
use hexmate_position::{Coordinate, Game, Setup};

use crate::words;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns whether a path of `docs/architecture.md` exists; most are written without `crates/`.
fn exists(path: &str) -> bool {
    root().join(path).exists() || root().join("crates").join(path).exists()
}

/// Returns whether a word between backquotes is the path of a file or folder of this repository.
fn is_path(word: &str) -> bool {
    let is_placeholder = word.contains(|c: char| c.is_ascii_uppercase()) && !word.ends_with("README.md");
    let is_example = word.ends_with("markdown.rs");
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    word.contains('/') && is_plain && !is_placeholder && !is_example
}

#[test]
fn architecture_names_existing_files() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("a page");
    let words = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let paths: Vec<&str> = words.filter(|word| is_path(word)).collect();
    assert!(paths.len() > 80, "{} paths", paths.len());
    let missing: Vec<&&str> = paths.iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn each_crate_has_readme_and_licence() {
    let crates = fs::read_dir(root().join("crates")).expect("a folder");
    let crates: Vec<_> = crates.map(|entry| entry.expect("an entry").path()).collect();
    assert!(crates.len() >= 14, "{crates:?}");
    for path in crates.iter().map(PathBuf::as_path).chain([root()]) {
        for file in ["README.md", "LICENSE"] {
            assert!(path.join(file).is_file(), "{} has no {file}", path.display());
        }
    }
}

/// Returns the crates of this workspace that a crate depends on.
fn dependencies(name: &str) -> BTreeSet<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest = fs::read_to_string(&path).expect("a manifest");
    let section = manifest.split("[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_prefix("hexmate-")?.split(['.', ' ']).next());
    names.map(str::to_owned).collect()
}

/// Returns the words between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// Returns the crates of the table of `docs/architecture.md` with those that they depend on.
fn table_of_crates(page: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut all: Vec<(String, BTreeSet<String>)> = Vec::new();
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    for row in rows.take_while(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [first, .., last] = &*cells else { panic!("{row}") };
        let name = quoted(first).next().expect(row);
        let named: BTreeSet<String> = quoted(last).collect();
        let uses = match last.contains("all of the above but") {
            true => all.iter().map(|(name, _)| name.clone()).filter(|name| !named.contains(name)).collect(),
            false => named,
        };
        all.push((name, uses));
    }
    all
}

#[test]
fn architecture_lists_crates_and_dependencies() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("a page");
    let table = table_of_crates(&page);
    let folders = fs::read_dir(root().join("crates")).expect("a folder");
    let names = folders.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let names: BTreeSet<String> = names.collect();
    assert_eq!(table.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>(), names);
    for (name, uses) in table {
        assert_eq!(uses, dependencies(&name), "the table row of {name}");
    }
}

#[test]
fn architecture_arrows_are_dependencies() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("a page");
    let diagram =
        page.split("flowchart TD\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a diagram");
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in diagram.lines() {
        let (from, to) = line.split_once(" --> ").unwrap_or((line, ""));
        let name = from.trim().split('[').next().unwrap_or_default().to_owned();
        arrows
            .entry(name)
            .or_default()
            .extend(to.split(" & ").map(str::to_owned).filter(|to| !to.is_empty()));
    }
    for (name, _) in table_of_crates(&page) {
        let (direct, drawn) = (dependencies(&name), arrows.get(&name).expect(&name));
        assert!(drawn.is_subset(&direct), "{name} does not use {:?}", drawn - &direct);
        let mut reached: BTreeSet<String> = drawn.clone();
        while let Some(more) =
            reached.iter().flat_map(|next| &arrows[next]).find(|next| !reached.contains(*next))
        {
            reached.insert(more.clone());
        }
        // The page says that every crate but some uses the core.
        reached.insert("core".to_owned());
        assert!(direct.is_subset(&reached), "no arrow from {name} to {:?}", &direct - &reached);
    }
}

/// Words of chess, which sources of `crates/batch` do not contain.
const WORDS_OF_CHESS: &str = "fen epd pgn uci san perft popeye yacpdb stipulation stipulations puzzle puzzles problem \
    problems game games board boards king kings pawn pawns castling mate mates endgame endgames";

#[test]
fn batch_contains_no_chess() {
    let folder = root().join("crates/batch/src");
    let sources: Vec<PathBuf> =
        words::sources().into_iter().filter(|path| path.starts_with(&folder)).collect();
    assert!(sources.len() > 30, "{} sources", sources.len());
    let banned: Vec<&str> = WORDS_OF_CHESS.split_whitespace().collect();
    let mut found = Vec::new();
    for path in sources {
        for (line, text) in (1..).zip(fs::read_to_string(&path).expect("a source").lines()) {
            let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
            let words = words.filter(|word| banned.contains(&&**word));
            found.extend(words.map(|word| format!("{}:{line}: {word}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn makefile_lists_modules_of_laws() {
    let makefile = fs::read_to_string(root().join("Makefile")).expect("a Makefile").replace("\\\n", " ");
    let laws = makefile.lines().find_map(|line| line.strip_prefix("LAWS ")).expect("a list of modules");
    let listed: BTreeSet<&str> = laws.split_whitespace().filter_map(|word| word.strip_suffix("::")).collect();
    let mut used = BTreeSet::new();
    for file in words::sources() {
        let text = fs::read_to_string(&file).expect("a text");
        let path = file.strip_prefix(root()).expect("a path in the repository").with_extension("");
        let names: Vec<&str> = path.iter().filter_map(|name| name.to_str()).collect();
        let is_longer = ["law_length::quick_or_full;", "sampling::"].iter().any(|name| text.contains(name));
        if let (["tests", "it" | "cli", module, ..], true) = (&*names, is_longer) {
            used.insert((*module).to_owned());
        }
    }
    // The module of samples, and this one.
    used.retain(|module| !["sampling", "documents"].contains(&module.as_str()));
    assert_eq!(listed, used.iter().map(String::as_str).collect());
}

#[test]
fn test_files_are_modules() {
    for program in ["it", "cli"] {
        let folder = root().join("tests").join(program);
        let main = fs::read_to_string(folder.join("main.rs")).expect("the main file");
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            let is_module =
                path.join("mod.rs").exists() || path.extension().is_some_and(|ending| ending == "rs");
            let is_named = main.lines().any(|line| line == format!("mod {name};"));
            assert!(!is_module || name == "main" || is_named, "tests/{program}/{name} never runs");
        }
    }
}

#[test]
fn picture_of_directions_is_current() {
    let game = Game::GLINSKI;
    let cell = |name: &str| Coordinate::parse(game.shape, name.as_bytes()).expect("a cell");
    let arrows = |tone: &str, cells: &str| -> String {
        let arrows: Vec<String> = cells.split(' ').map(|to| format!("{tone}f6{to}")).collect();
        format!("[%cal {}]", arrows.join(","))
    };
    let mut marks = Marks::default();
    marks.add_comment(game.shape, &arrows("G", "f7 g6 g5 f5 e5 e6"));
    marks.add_comment(game.shape, &arrows("B", "g7 h5 g4 e4 d5 e7"));
    marks.rings = Marks::plain("g8 h7 i5 i4 h3 g3 e3 d3 c4 c5 d7 e8".split(' ').map(cell));
    let empty = Setup::from_fen(game, "1/3/5/7/9/11/11/11/11/11/11 w - 0 1").expect("a FEN");
    let view = View { coordinates: Coordinates::Inside, ..View::default() };
    let title = Some("Twelve directions and the knight's cells from f6".to_owned());
    let drawn = svg(empty, &Options { marks, view, title, ..Options::default() });
    let path = root().join("docs/pictures/directions.svg");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &drawn).expect("the picture is written");
    }
    let stored = fs::read_to_string(path).expect("a picture");
    assert!(stored == drawn, "docs/pictures/directions.svg is outdated: make bless");
}
