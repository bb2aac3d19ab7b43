//! The shape of the source: layers look down only, tools stay in their places, files stay small.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer of the library, and the layers below it that it may name.
const LAYERS: &[(&str, &[&str])] = &[
    ("geometry", &[]),
    ("oracle", &[]),
    ("terminal", &[]),
    ("digest", &[]),
    ("shard", &[]),
    ("files", &["digest", "terminal"]),
    // The core: typed, and compiled once for each game.
    ("rules", &["geometry"]),
    ("perft", &["geometry", "rules"]),
    ("mate", &["geometry", "rules"]),
    ("replay", &["geometry", "rules"]),
    ("any", &["geometry", "rules", "perft", "mate", "replay"]),
    // From here on plain types, compiled once.
    ("game", &["geometry", "rules", "mate", "any"]),
    ("endgame", &["geometry", "rules", "mate", "game", "oracle"]),
    ("notation", &["geometry", "rules", "replay", "game"]),
    ("mine", &["geometry", "rules", "mate", "game", "notation"]),
    ("themes", &["geometry", "rules", "mate", "game"]),
    ("rows", &["notation"]),
    ("problem", &["geometry", "rules", "mate", "game", "notation", "rows"]),
    ("validate", &["geometry", "rules", "game", "notation", "rows"]),
    ("repair", &["geometry", "rules", "game", "notation", "validate"]),
    ("divide", &["rules", "game", "notation"]),
    ("play", &["geometry", "rules", "mate", "game", "endgame", "notation", "problem", "validate"]),
    ("compose", &["geometry", "rules", "mate", "game", "notation", "problem", "mine", "themes", "play"]),
    ("stats", &["geometry", "rules", "game", "endgame", "notation", "validate"]),
    ("archive", &["geometry", "rules", "game", "notation", "rows", "validate"]),
    ("select", &["geometry", "rules", "game", "notation", "mine", "validate"]),
    ("diagram", &["terminal", "geometry", "rules", "game", "notation"]),
    ("certificate", &["oracle"]),
    ("report", REPORTED),
    ("render", &["rules", "notation", "diagram", "report"]),
    // Many files and records.
    ("tablebase", &["rules", "game", "endgame", "files"]),
    ("log", &["rules", "report", "digest", "shard", "files"]),
    ("batch", &["digest", "shard", "files", "log"]),
    ("engine", &["terminal", "rules", "game", "notation", "divide", "batch"]),
    ("output", &["terminal", "rules", "notation", "diagram", "report", "render", "files"]),
    ("records", &["notation", "problem", "validate", "archive", "digest", "files", "batch"]),
    ("tasks", &["terminal", "report", "rows", "digest", "files", "tablebase", "log", "batch", "records"]),
];

/// What can be reported, which those may name too who do the work.
const REPORTED: &[&str] = &[
    "terminal",
    "compose",
    "geometry",
    "endgame",
    "rules",
    "perft",
    "divide",
    "mate",
    "game",
    "notation",
    "mine",
    "problem",
    "validate",
    "repair",
    "archive",
    "select",
    "stats",
    "themes",
    "diagram",
    "certificate",
];

/// Where the crates and the parts of the system that have a place of their own may be named.
const PLACES: &[(&str, &[&str])] = &[
    ("clap", &["src/bin/hexmate/args"]),
    ("clap_complete", &["src/bin/hexmate/args", "src/bin/hexmate/commands/completions.rs"]),
    ("clap_mangen", &["src/bin/hexmate/commands/man.rs"]),
    ("caseless", &["src/select"]),
    ("csv", &["src/report"]),
    ("encoding_rs", &["src/files"]),
    ("flate2", &["src/files"]),
    // The others have the core under `crate`, as users do.
    ("hexmate_core", &["src/lib.rs", "src/game"]),
    ("indicatif", &["src/bin/hexmate/progress.rs"]),
    ("dejavu", &["src/render"]),
    ("krilla", &["src/render"]),
    ("krilla_svg", &["src/render"]),
    (
        "rayon",
        &["core/src/perft", "src/endgame", "src/tablebase", "src/tasks/reference.rs", "src/tasks/threads.rs"],
    ),
    ("resvg", &["src/render"]),
    ("rustix", &["src/files/place", "src/bin/hexmate/commands/play/lines.rs"]),
    ("rustyline", &["src/bin/hexmate/commands/play/lines.rs"]),
    ("ruzstd", &["src/files"]),
    ("sha2", &["src/digest.rs"]),
    ("signal_hook", &["src/bin/hexmate/interrupt.rs"]),
    ("skrifa", &["src/render"]),
    ("std::env", &["src/bin/hexmate"]),
    ("std::fs", &["src/files", "src/log", "src/output", "src/records/tests.rs", "src/bin/hexmate"]),
    (
        "std::process",
        &["src/bin/hexmate/main.rs", "src/bin/hexmate/exit.rs", "src/bin/hexmate/processor.rs", "src/engine"],
    ),
    (
        "std::thread",
        &[
            "core/src/mate/split.rs",
            "src/batch",
            "src/engine",
            "src/files/stdin.rs",
            "src/log/sync.rs",
            "src/bin/hexmate",
        ],
    ),
    (
        "std::time",
        &[
            "core/src/mate",
            "src/report",
            "src/tasks",
            "src/batch",
            "src/engine",
            "src/files/stdin.rs",
            "src/log/sync.rs",
            "src/bin/hexmate",
        ],
    ),
    ("unicode_normalization", &["src/output", "src/select"]),
    ("unicode_width", &["src/report/aligned.rs"]),
    (
        "tempfile",
        &[
            "src/files",
            "src/log/tests.rs",
            "src/records/tests.rs",
            "src/output",
            "src/bin/hexmate/args/outputs.rs",
        ],
    ),
];

/// The most lines of a file that say something; blank ones do not count.
const LONGEST: usize = 500;

/// Words that name no thing.
const EMPTY_NAMES: &[&str] = &["util", "helper", "common", "misc", "manager"];

/// Everything in a file of the source that breaks the architecture.
fn faults(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push("the first line does not say what the file knows".to_owned());
    }
    let length = text.lines().filter(|line| !line.trim().is_empty()).count();
    if length > LONGEST {
        faults.push(format!("{length} lines, {LONGEST} at most"));
    }
    if let Some(name) = EMPTY_NAMES.iter().find(|&&name| path.contains(name)) {
        faults.push(format!("{name} is no name"));
    }
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    faults.extend(layer_faults(path, &code));
    for (name, places) in PLACES {
        if names(&code, name) && !places.iter().any(|place| path.starts_with(place)) {
            faults.push(format!("{name} has its place in {}", places.join(" and ")));
        }
    }
    faults.into_iter().map(|fault| format!("{path}: {fault}")).collect()
}

fn layer_faults(path: &str, code: &str) -> Vec<String> {
    let below = in_library(path);
    if below.starts_with("bin/") || below == "lib.rs" {
        return Vec::new();
    }
    let layer = below.split_once('/').map_or(below.trim_end_matches(".rs"), |(folder, _)| folder);
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{layer} has no place among the layers")];
    };
    let is_allowed = |name: &str| {
        // Those who do the work hand on what is reported.
        allowed.contains(&name) || layer == "tasks" && REPORTED.contains(&name)
    };
    let mut faults: Vec<String> = ["crate::", "hexmate_core::"]
        .iter()
        .flat_map(|root| imports(code, root))
        .filter(|name| name != layer && !is_allowed(name))
        .map(|name| format!("{layer} must not name {name}"))
        .collect();
    let is_root = below == format!("{layer}/mod.rs") || below == format!("{layer}.rs");
    // Inside a module at the foot of the file `super` is the file itself.
    if is_root && code.lines().any(|line| !line.starts_with(' ') && line.contains("super::")) {
        faults.push("the crate is called crate, not super".to_owned());
    }
    faults
}

/// The next names in all paths that begin with `root`, also of several in braces.
fn imports(code: &str, root: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (start, found) in code.match_indices(root) {
        let rest = &code[start + found.len()..];
        match rest.strip_prefix('{') {
            None => names.push(first_name(rest)),
            Some(group) => names.extend(members(group).iter().map(|member| first_name(member))),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The members of a group in braces, whose opening brace is gone already.
fn members(group: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 0;
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => members.push(String::new()),
            _ if depth == 0 => members.last_mut().expect("never empty").push(character),
            _ => {}
        }
    }
    members
}

fn first_name(path: &str) -> String {
    let path = path.trim_start();
    let name: String = path.chars().take_while(|&character| is_name(character)).collect();
    // Macros stand at the root, whatever layer they are of.
    if path[name.len()..].starts_with('!') { String::new() } else { name }
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether the code names a crate or module, and not only something that ends so.
fn names(code: &str, name: &str) -> bool {
    if let Some(module) = name.strip_prefix("std::") {
        return imports(code, "std::").iter().any(|import| import == module);
    }
    code.match_indices(name).any(|(start, found)| {
        let before = code[..start].chars().next_back();
        let after = &code[start + found.len()..];
        !before.is_some_and(|character| is_name(character) || character == ':' || character == '.')
            && (after.starts_with("::") || after.starts_with(';') && code[..start].ends_with("use "))
    })
}

/// A file's name below the `src` of its crate: the library hands the core on under the same names.
pub fn in_library(path: &str) -> &str {
    path.trim_start_matches("core/").trim_start_matches("src/")
}

/// The files of Rust in the folders `src` of both crates, in the order of their names.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root.join("core/src"), &mut found);
    collect(&root.join("src"), &mut found);
    assert!(found.len() > 30, "the source has been found");
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the source");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_source_keeps_to_the_architecture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for path in sources(root) {
        let text = fs::read_to_string(&path).expect("a source file");
        let name = path.strip_prefix(root).expect("below the root").display().to_string();
        found.extend(faults(&name, &text));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// A page that names files which are gone sends its reader astray.
#[test]
fn every_file_that_the_page_about_the_source_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("src/README.md")).expect("a page");
    let is_path = |name: &&str| name.contains('/') && !name.contains([' ', '<']) && !name.contains("NAME");
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(names.len() > 30, "{names:?}");
    let is_gone = |name: &&&str| {
        !["", "src", "core/src", "src/bin/hexmate", "tests/it"]
            .iter()
            .any(|at| root.join(at).join(name).exists())
    };
    let gone: Vec<&&str> = names.iter().filter(is_gone).collect();
    assert!(gone.is_empty(), "{gone:?}");
}

/// Each is a crate that compiles its own copies of what is generic.
#[test]
fn there_are_at_most_three_crates_of_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = fs::read_dir(folder).expect("a folder of tests");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_crate = |path: &PathBuf| {
        path.join("main.rs").is_file() || path.extension().is_some_and(|extension| extension == "rs")
    };
    let crates: Vec<PathBuf> = paths.filter(is_crate).collect();
    assert!((1..=3).contains(&crates.len()), "{crates:?}");
}

#[track_caller]
fn assert_fault(path: &str, line: &str, expected: &str) {
    let found = faults(path, &format!("//! Made up.\n\n{line}\n"));
    assert_eq!(found, [format!("{path}: {expected}")], "{line}");
}

#[track_caller]
fn assert_clean(path: &str, line: &str) {
    assert_eq!(faults(path, &format!("//! Made up.\n\n{line}\n")), [""; 0], "{line}");
}

#[test]
fn a_layer_that_looks_up_is_found() {
    let hex = "core/src/geometry/hex.rs";
    assert_fault(hex, "use crate::rules::Piece;", "geometry must not name rules");
    let board = "core/src/rules/board.rs";
    assert_fault(board, "let fen = crate::notation::letter(player);", "rules must not name notation");
    let count = "core/src/perft/count.rs";
    assert_fault(count, "use crate::{geometry::Cell, notation::Uci};", "perft must not name notation");
    assert_fault("core/src/mate/long.rs", "use crate::game::Position;", "mate must not name game");
    let mate = "core/src/mate.rs";
    let several = "use crate::{\n    rules::{Board, Position},\n    diagram,\n};";
    assert_fault(mate, several, "mate must not name diagram");
    assert_fault("core/src/rules/mod.rs", "use super::report::Row;", "the crate is called crate, not super");
    let handed_on = "hexmate_core has its place in src/lib.rs and src/game";
    assert_fault("src/themes/mod.rs", "use hexmate_core::rules::Move;", handed_on);
    assert_fault("src/game/position.rs", "use hexmate_core::replay::Reach;", "game must not name replay");
    assert_fault("src/tricks/mod.rs", "", "tricks has no place among the layers");
}

#[test]
fn a_layer_that_looks_down_is_not() {
    assert_clean("core/src/geometry/hex.rs", "use super::Cell;\nuse crate::geometry::Direction;");
    assert_clean("src/notation/pgn/reader.rs", "use crate::{geometry::Cell, rules::{Move, Position}};");
    assert_clean("core/src/rules/mod.rs", "mod tests {\n    use super::*;\n}");
    assert_clean(
        "core/src/mate/mod.rs",
        "/// Unlike [`notation`](crate::notation).\nuse crate::rules::Move;",
    );
    assert_clean("src/bin/hexmate/main.rs", "use crate::args::Args;");
    assert_clean("core/src/rules/variant/game.rs", "$crate::variant!(@ $V, $body, Mini)");
}

#[test]
fn a_tool_out_of_its_place_is_found() {
    let batch = "src/batch/runner.rs";
    assert_fault(batch, "use clap::Parser;", "clap has its place in src/bin/hexmate/args");
    let expected = "tempfile has its place in src/files and src/log/tests.rs and src/records/tests.rs and src/output and src/bin/hexmate/args/outputs.rs";
    assert_fault(batch, "use tempfile;", expected);
    let expected = "std::fs has its place in src/files and src/log and src/output and src/records/tests.rs and src/bin/hexmate";
    assert_fault("core/src/rules/play.rs", "std::fs::read(path)", expected);
    assert_fault("core/src/mate/mod.rs", "use std::{env, fmt};", "std::env has its place in src/bin/hexmate");
    let parallel = "use rayon::iter::ParallelIterator;";
    let expected = "rayon has its place in core/src/perft and src/endgame and src/tablebase and src/tasks/reference.rs and \
                    src/tasks/threads.rs";
    assert_fault("src/notation/fen.rs", parallel, expected);
    assert_clean("core/src/perft/split.rs", parallel);
    assert_clean("src/bin/hexmate/args.rs", "use clap::Parser;");
    assert_clean("core/src/rules/play.rs", "let csv = report::csv::name;");
}

#[test]
fn a_file_without_a_name_a_purpose_or_a_measure_is_found() {
    assert_fault("core/src/rules/util.rs", "", "util is no name");
    assert_fault("core/src/rules/play.rs", &"x\n".repeat(LONGEST), "501 lines, 500 at most");
    assert_clean("core/src/rules/play.rs", &"x\n\n".repeat(LONGEST - 1));
    let found = faults("core/src/rules/play.rs", "use std::fmt;\n");
    assert_eq!(found, ["core/src/rules/play.rs: the first line does not say what the file knows"]);
}
