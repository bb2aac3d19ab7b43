//! Shards and `merge`: the merged output equals one run, and parts that do not belong together are rejected.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::forged_logs::sealed;
use crate::run::{Ended, hexmate};

/// A run: its arguments and the names of its output files.
struct Run {
    args: &'static [&'static str],
    /// Output options, each with the name of a file or folder.
    files: &'static [(&'static str, &'static str)],
}

const RUNS: [Run; 8] = [
    Run {
        args: &[
            "solve",
            "puzzles/mini.csv",
            "puzzles/known.csv",
            "tests/examples/two-mover.epd",
            "--no-time",
        ],
        files: &[
            ("--report", "report.csv"),
            ("--jsonl", "report.jsonl"),
            ("--text", "solutions.txt"),
            ("--pgn", "games.pgn"),
            ("--html", "page.html"),
            ("--diagrams", "pictures"),
            ("--certificate", "proofs"),
        ],
    },
    Run {
        args: &[
            "validate",
            "tests/examples/slips.pgn",
            "tests/examples/three-games.pgn",
            "puzzles/known.csv",
        ],
        files: &[("--report", "report.csv"), ("--html", "page.html"), ("--repair", "repaired.pgn")],
    },
    Run { args: &["validate", "tests/examples/slips.pgn", "--format", "json", "--strict"], files: &[] },
    Run {
        args: &["mine", "tests/examples/three-games.pgn", "--mate", "2"],
        files: &[("--output", "found.csv")],
    },
    Run {
        args: &["analyse", "tests/examples/slips.pgn", "tests/examples/three-games.pgn", "--nodes", "300"],
        files: &[("--output", "moves.csv"), ("--pgn", "games.pgn"), ("--html", "page.html")],
    },
    Run { args: &["perft", "start", "--variant", "mini", "--depth", "6", "--split-depth", "3"], files: &[] },
    Run { args: &["perft", "start", "--depth", "4", "--divide", "--format", "csv"], files: &[] },
    Run { args: &["perft", "start", "--variant", "mini", "--depth", "5", "--breakdown"], files: &[] },
];

impl Run {
    /// Output options with paths in `folder`.
    fn outputs(&self, folder: &Path) -> Vec<String> {
        self.files.iter().map(|(option, name)| format!("{option}={}", folder.join(name).display())).collect()
    }

    fn ended(&self, folder: &Path, more: &[&str]) -> Ended {
        let outputs = self.outputs(folder);
        let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
        hexmate(&[self.args, &outputs, more].concat())
    }

    fn merged(&self, folder: &Path, parts: &[String]) -> Ended {
        let outputs = self.outputs(folder);
        merge(parts, &outputs.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Writes the part of each shard; returns the paths.
    fn parts(&self, folder: &Path, cut: &str, of: u32) -> Vec<String> {
        let part = |number: u32| {
            let name = folder.join(format!("{cut}-{number}.part")).display().to_string();
            let shard = format!("{cut}:{number}/{of}");
            let ended = self.ended(folder, &["--shard", &shard, "--part", &name]);
            assert_eq!((ended.status, ended.stdout.as_str()), (Some(0), ""), "{ended}");
            let part = fs::read_to_string(&name).expect("a part");
            let header = part.lines().next().expect("a header");
            let paths = [&*folder.display().to_string(), "puzzles/", "examples/", ".csv", ".pgn"];
            assert!(!paths.iter().any(|path| header.contains(path)), "a path in {header}");
            name
        };
        (1..=of).map(part).collect()
    }
}

#[test]
fn merge_writes_any_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let solve = ["solve", "puzzles/known.csv", "puzzles/mini.csv", "--no-time", "-q", "--tries", "1"];
    // The shards have no output but the lines.
    let parts = ["slice:1/2", "slice:2/2"].map(|shard| {
        let part = at(&shard.replace([':', '/'], "-"));
        assert_eq!(hexmate(&[&solve[..], &["--shard", shard, "--part", &part]].concat()).status, Some(0));
        part
    });
    let whole = |more: &[&str]| hexmate(&[&solve[..], more].concat());
    let joined = at("joined.txt");
    assert_eq!(merge(&parts, &["-o", &joined, "-q"]).status, whole(&[]).status);
    assert_eq!(fs::read_to_string(&joined).expect("a file"), whole(&[]).stdout);
    for kind in ["--report", "--jsonl", "--text", "--epd", "--pgn", "--html"] {
        let (merged, single) = (merge(&parts, &[kind, "-", "-q"]), whole(&[kind, "-"]));
        assert_eq!((merged.status, merged.stdout), (single.status, single.stdout), "{kind}");
    }
    for (kind, name) in [
        ("--book", "book.typ"),
        ("--solving-sheet", "sheet.typ"),
        ("--solutions", "solutions.typ"),
        ("--diagrams", "diagrams"),
        ("--certificate", "proofs"),
    ] {
        let [single, merged] = ["single", "merged"].map(|folder| {
            fs::create_dir_all(at(folder)).expect("a folder");
            at(&format!("{folder}/{name}"))
        });
        let both = (whole(&[kind, &single]).status, merge(&parts, &[kind, &merged, "-q"]).status);
        assert_eq!(both.0, both.1, "{kind}");
    }
    let single = contents(Path::new(&at("single")));
    assert!(single.len() > 30 && single == contents(Path::new(&at("merged"))), "{}", single.len());
    let (page, table) = (at("page.html"), at("joined.csv"));
    for path in [&page, &table] {
        merge(&parts, &["-o", path, "-q"]);
    }
    assert_eq!(fs::read_to_string(&page).expect("a file"), whole(&["--html", "-"]).stdout);
    assert_eq!(fs::read_to_string(&table).expect("a file"), whole(&["--report", "-"]).stdout);
    for (more, status, message) in [
        (["--repair", &at("games.pgn")], 4, "--repair: solve has no such output"),
        (["-o", &parts[0]], 2, "which is an input"),
        (["--report", &parts[1]], 2, "which is an input"),
    ] {
        let refused = merge(&parts, &more);
        assert!(refused.status == Some(status) && refused.stderr.contains(message), "{refused}");
    }
    assert!(!Path::new(&at("games.pgn")).exists());
}

/// Commands, the options of their outputs, and the outputs that the shards have no results for.
const MERGES: [(&[&str], &[&str], &[&str]); 11] = [
    (
        &["solve", "tests/examples/column.csv", "--no-time"],
        SOLUTIONS,
        &["--report", "--jsonl", "--text", "--epd", "--pgn", "--html", "--book", "--solutions", "-o"],
    ),
    (&["solve", "tests/examples/column.csv", "--no-time", "--keys-only"], SOLUTIONS, &[]),
    (&["solve", "tests/examples/column.csv", "--no-time", "--tries", "1"], SOLUTIONS, &[]),
    (&["solve", "tests/examples/column.csv", "--no-time", "--report", "-"], SOLUTIONS, &[]),
    (&["validate", "tests/examples/slips.pgn", "puzzles/known.csv"], CHECKS, &["--repair"]),
    (&["validate", "tests/examples/slips.pgn", "--strict", "--no-variations"], CHECKS, &["--repair"]),
    (&["analyse", "tests/examples/three-games.pgn", "--nodes", "200"], ANALYSES, &[]),
    (&["mine", "tests/examples/three-games.pgn", "--mate", "2", "--played"], TABLES, &[]),
    (&["perft", "start", "--variant", "mini", "--depth", "3"], TABLES, &[]),
    (&["perft", "start", "--variant", "mini", "--depth", "3", "--divide", "--fens"], TABLES, &[]),
    (&["perft", "start", "--variant", "mini", "--depth", "3", "--breakdown"], TABLES, &[]),
];

const TABLES: &[&str] = &["-o out.txt", "-o out.csv", "-o out.json"];
const CHECKS: &[&str] =
    &["-o out.txt", "-o out.csv", "-o out.json", "-o out.xml", "--report", "--html", "--repair"];
const ANALYSES: &[&str] = &["-o out.txt", "-o out.csv", "-o out.json", "--pgn", "--html"];
const SOLUTIONS: &[&str] = &[
    "-o out.txt",
    "-o out.csv",
    "-o out.json",
    "-o out.epd",
    "-o out.pgn",
    "-o out.html",
    "--report",
    "--jsonl",
    "--text",
    "--epd",
    "--pgn",
    "--html",
    "--diagrams",
    "--certificate",
    "--book out.typ",
    "--solving-sheet out.typ",
    "--solutions out.typ",
];

#[test]
#[ignore = "long: make verify-program"]
fn merge_equals_run_or_refuses() {
    for (command, outputs, refused) in MERGES {
        let folder = tempfile::tempdir().expect("a folder");
        let parts = ["1", "2"].map(|number| {
            let part = folder.path().join(format!("{number}.part")).display().to_string();
            let shard = format!("slice:{number}/2");
            let ended = hexmate(&[command, &["--shard", &shard, "--part", &part, "-q"]].concat());
            assert_eq!(ended.status, Some(0), "{ended}");
            part
        });
        let named = command.iter().position(|word| *word == "--report");
        let plain: Vec<&str> = command[..named.unwrap_or(command.len())].to_vec();
        for output in outputs {
            let (option, name) = output.split_once(' ').unwrap_or((output, "out"));
            let written = |kind: &str, option: &str, run: &dyn Fn(&[&str]) -> Ended| {
                let folder = folder.path().join(format!("{kind}{option}{name}"));
                fs::create_dir_all(&folder).expect("a folder");
                let path = folder.join(name).display().to_string();
                // `--repair` takes its value after the sign of equality.
                let option = if option == "-o" { "--output" } else { option };
                let ended = run(&[&format!("{option}={path}"), "-q"]);
                (ended, contents(&folder))
            };
            let (merged, files) = written("merged", option, &|more| merge(&parts, more));
            let is_lines = matches!(name, "out.txt") && option == "-o";
            if refused.contains(&option) && !is_lines {
                assert!(merged.status == Some(4) && merged.stderr.contains(option), "{output} {merged}");
                assert_eq!(files, [], "{output} {merged}");
                continue;
            }
            // Only `merge` takes all formats with `-o`.
            let alone = match (option, name) {
                ("-o", "out.epd") => "--epd",
                ("-o", "out.pgn") => "--pgn",
                ("-o", "out.html") => "--html",
                _ => option,
            };
            let (single, expected) = written("single", alone, &|more| hexmate(&[&plain[..], more].concat()));
            assert_eq!(merged.status, single.status, "{output} {merged}{single}");
            assert!(files == expected && !files.is_empty(), "{output} of {command:?}: {merged}{single}");
        }
    }
}

/// A finished checkpoint holds games with variations even if the run wrote no page; so does a resumed one.
#[test]
fn checkpoint_merges_into_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (games, log) = (at("games.pgn"), at("log"));
    let text =
        "[Event \"x\"]\n\n1. e5 (1. d4 d6 (1... e6 {or} 2. e5) 2. d5) e6 {plan} 2. f6 (2. e6 $1) exf6 *\n";
    fs::write(&games, text).expect("a file");
    let validate = ["validate", &games, "-q"];
    let page = hexmate(&[&validate[..], &["--html", "-"]].concat());
    assert!(page.stdout.contains("plan") && page.stdout.contains("or"), "{page}");
    let kept = ["--checkpoint", &log];
    // The last variation is illegal.
    assert_eq!(hexmate(&[&validate[..], &kept].concat()).status, Some(1));
    assert_eq!(merge(std::slice::from_ref(&log), &["--html", "-", "-q"]).stdout, page.stdout);
    let resumed = hexmate(&[&validate[..], &kept, &["--resume", "--html", "-"]].concat());
    assert_eq!(resumed.stdout, page.stdout);
}

fn merge(parts: &[String], more: &[&str]) -> Ended {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    hexmate(&[&["merge"], parts.as_slice(), more].concat())
}

/// Names and contents of all files below the folder except parts.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            found
                .extend(contents(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if path.extension().is_none_or(|ending| ending != "part") {
            found.push((name, fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

/// Returns the status, stdout and stderr without notes on unused columns, which a merge cannot print.
fn comparable(ended: &Ended) -> (Option<i32>, &str, String) {
    let stderr = ended.stderr.lines().filter(|line| !line.contains("columns not used"));
    (ended.status, &ended.stdout, stderr.flat_map(|line| [line, "\n"]).collect())
}

#[test]
#[ignore = "long: make verify-program"]
fn merged_parts_equal_one_run() {
    for run in &RUNS {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = run.ended(folder.path(), &[]);
        let files = contents(folder.path());
        assert!(files.len() >= run.files.len(), "{whole}");
        for (cut, of) in [("slice", 1), ("slice", 3), ("hash", 4)] {
            let shards = tempfile::tempdir().expect("a folder");
            let mut parts = run.parts(shards.path(), cut, of);
            assert_eq!(contents(shards.path()), [], "a shard writes only its part");
            parts.reverse();
            let joined = tempfile::tempdir().expect("a folder");
            assert_eq!(
                comparable(&run.merged(joined.path(), &parts)),
                comparable(&whole),
                "{} {cut} {of}",
                whole.command
            );
            assert!(contents(joined.path()) == files, "{} {cut} {of}", whole.command);
            assert_eq!(contents(shards.path()), [], "a part contains no paths");
        }
    }
}

#[test]
fn merge_output_file_equals_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = Run { args: &["solve", "puzzles/known.csv", "--no-time"], files: &[] };
    let parts = run.parts(folder.path(), "slice", 2);
    let name = folder.path().join("joined.txt");
    let merged = merge(&parts, &["-o", &name.display().to_string()]);
    assert_eq!((merged.status, merged.stdout.as_str()), (Some(0), ""), "{merged}");
    assert_eq!(fs::read_to_string(name).expect("a file"), run.ended(folder.path(), &[]).stdout);
}

#[test]
#[ignore = "long: make verify-program"]
fn repeated_shard_is_identical() {
    let folder = tempfile::tempdir().expect("a folder");
    for run in &RUNS {
        let first: Vec<_> =
            run.parts(folder.path(), "hash", 2).iter().map(fs::read).map(Result::ok).collect();
        let again: Vec<_> =
            run.parts(folder.path(), "hash", 2).iter().map(fs::read).map(Result::ok).collect();
        assert!(first == again, "{:?}", run.args);
        let first_shard = run.ended(folder.path(), &["--shard", "hash:1/2", "-j", "1"]);
        assert_eq!(Some(first_shard.stdout.into_bytes()), first[0], "on stdout, with one thread");
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn complete_checkpoint_is_a_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (number, run) in RUNS.iter().enumerate() {
        let checkpoints = [1, 2].map(|shard| {
            let (name, part) =
                (path(&format!("{number}-{shard}.jsonl")), path(&format!("{number}-{shard}.part")));
            let shard = format!("slice:{shard}/2");
            let ended =
                run.ended(folder.path(), &["--shard", &shard, "--part", &part, "--checkpoint", &name]);
            assert_eq!(ended.status, Some(0), "{ended}");
            assert_eq!(fs::read(&name).ok(), fs::read(&part).ok(), "{ended}");
            name
        });
        let name = path(&format!("{number}.jsonl"));
        let whole = run.ended(folder.path(), &["--checkpoint", &name]);
        assert_eq!(comparable(&run.merged(folder.path(), &checkpoints)), comparable(&whole), "{whole}");
        assert_eq!(comparable(&run.merged(folder.path(), &[name])), comparable(&whole), "{whole}");
    }
}

#[test]
fn unreadable_file_leaves_no_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("a.part").display().to_string();
    let ended =
        hexmate(&["solve", "puzzles/known.csv", "no-such.csv", "--shard", "slice:1/2", "--part", &name]);
    assert_eq!((ended.status, Path::new(&name).exists()), (Some(3), false), "{ended}");
}

#[test]
fn mismatched_parts_exit_with_4() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let input = path("input.csv").display().to_string();
    let table = fs::read_to_string("puzzles/known.csv").expect("problems");
    let part = |name: &str, shard: &str, more: &[&str]| {
        let name = path(name).display().to_string();
        let args = ["solve", &input, "--no-time", "--shard", shard, "--part", &name];
        let ended = hexmate(&[&args, more].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        name
    };
    fs::write(&input, table.replace("play-2", "play-3")).expect("a file");
    let changed = part("changed", "slice:2/3", &[]);
    fs::write(&input, table).expect("a file");
    let [first, second, third] = [1, 2, 3].map(|n| part(&format!("part{n}"), &format!("slice:{n}/3"), &[]));
    let other_options = part("options", "slice:2/3", &["--tries", "2"]);
    let other_cut = part("cut", "hash:2/3", &[]);
    let text = fs::read_to_string(&second).expect("a part");
    let altered = |name: &str, text: &str| {
        fs::write(path(name), text).expect("a file");
        path(name).display().to_string()
    };
    let torn = altered("torn", &text[..text.len() - 40]);
    let short: Vec<&str> = text.lines().collect();
    let lacking = [&short[..1], &short[2..]].concat().join("\n");
    let lacking = altered("lacking", &lacking);
    let rules = altered(
        "rules",
        &sealed(&text.replacen(&format!("\"rules\":{}", hexmate_core::rules::EDITION), "\"rules\":0", 1)),
    );
    let other = text.replacen("\"program\":\"hexmate ", "\"program\":\"hexmate 0.", 1);
    let program = altered("program", &sealed(&other));
    let log = altered(
        "log",
        r#"{"log":3,"program":"hexmate 0.1.0","rules":2,"arguments":["solve"],"work":"","shard":""}"#,
    );
    let wide = part("wide", "slice:2/9", &[]);
    let empty = altered("empty", "");
    let no_part = altered("no-part", "id,fen\n");
    let mismatched: [&[&String]; 12] = [
        &[&log],
        &[&wide],
        &[&first, &third],
        &[&first, &second, &second, &third],
        &[&first, &changed, &third],
        &[&first, &other_options, &third],
        &[&first, &other_cut, &third],
        &[&first, &torn, &third],
        &[&first, &lacking, &third],
        &[&rules, &program],
        &[&empty, &no_part],
        &[&second, &other_options, &other_cut, &first],
    ];
    let place = format!("{}/", folder.path().display());
    let sessions = mismatched.map(|parts| {
        let parts: Vec<String> = parts.iter().map(|&part| part.clone()).collect();
        let ended = merge(&parts, &[]);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(4), ""), "{ended}");
        ended.to_string().replace(&place, "")
    });
    assert_snapshot!("shards_unfit", sessions.join("\n"));
    assert_eq!(merge(&[first, second, third], &[]).status, Some(0));
}
