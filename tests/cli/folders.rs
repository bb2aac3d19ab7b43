//! `validate` of folders, and its reports for continuous integration.

use std::fs;
use std::process::Command;

use insta::assert_snapshot;

use crate::ci_reports::check_junit;
use crate::run::{Ended, hexmate};

/// Files with a legal game, an illegal one, a bad position, and names and texts that look like commands.
const FILES: &[(&str, &str)] = &[
    ("b/good.PGN", "[White \"A\"]\n[Black \"B\"]\n\n1. e5 e6 *\n"),
    ("b/c/bad.pgn", "[White \"50 %\"]\n[Black \"<&\u{1b}[31m::error::x\"]\n\n1. e5 Qe3 *\n\n1. e5+ *\n"),
    ("a,b.fen", "1/1k1/5/7/9/11/11/11/11/5R5/10 w - 0 1\n"),
    ("z.csv", "id,fen\nx,1/1k1/5/7/9/11/11/11/11/5R5/K10 w - 0 1\n"),
    ("notes.txt", "1. e5 *\n"),
    (".git/x.pgn", "1. e9 *\n"),
];

fn in_folder(run: impl Fn(&str) -> Ended) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), folder.path().join("b/loop")).expect("a link");
    let path = folder.path().to_str().expect("a path in UTF-8").to_owned();
    run(&path).to_string().replace(&path, "DIR")
}

#[test]
#[cfg(unix)]
fn folder_is_read_in_order() {
    let table = in_folder(|folder| hexmate(&["validate", folder, "--format", "csv"]));
    assert_snapshot!("folders_csv", table);
}

#[test]
fn github_annotations_are_escaped() {
    let annotations = in_folder(|folder| hexmate(&["validate", folder, "--format", "github", "-q"]));
    assert!(
        annotations.lines().filter(|line| !line.starts_with(['$', '='])).all(|line| line.starts_with("::"))
    );
    assert!(!annotations.contains('\u{1b}'), "{annotations}");
    assert_snapshot!("folders_github", annotations);
}

#[test]
fn junit_report_fits_the_schema() {
    let report = in_folder(|folder| hexmate(&["validate", folder, "--format", "junit", "-q"]));
    let begin = report.find("<?xml").expect("a declaration");
    let xml = report[begin..].trim_end().trim_end_matches("= 1");
    check_junit(xml);
    assert_snapshot!("folders_junit", report);
}

#[test]
fn outputs_never_overwrite_folder_files() {
    in_folder(|folder| {
        for (option, name) in [("--report", "z.csv"), ("-o", "z.csv"), ("--repair", "b/good.PGN")] {
            let path = format!("{folder}/{name}");
            let before = fs::read(&path).expect("a file");
            let ended = hexmate(&["validate", folder, &format!("{option}={path}")]);
            assert_eq!(ended.status, Some(2), "{ended}");
            assert!(ended.stderr.contains("which is an input"), "{ended}");
            assert_eq!(fs::read(&path).expect("a file"), before, "{option} {name}");
        }
        // A new report is written, and is an input of the next run.
        let report = format!("{folder}/report.csv");
        let run = || hexmate(&["validate", folder, "--report", &report, "--format", "csv"]);
        assert_eq!(run().status, Some(1));
        let text = fs::read(&report).expect("a report");
        assert_eq!(run().status, Some(2));
        assert_eq!(fs::read(&report).expect("a report"), text);
        run()
    });
}

#[test]
fn redirected_stdout_is_not_read() {
    in_folder(|folder| {
        let path = format!("{folder}/report.csv");
        let run = || {
            let stdout = fs::File::create(&path).expect("a file");
            let mut command = Command::new(env!("CARGO_BIN_EXE_hexmate"));
            let output = command.args(["validate", folder, "--format", "csv"]).stdout(stdout).output();
            let stderr = String::from_utf8(output.expect("the program starts").stderr).expect("UTF-8");
            assert!(stderr.contains("report.csv (an output of this run)"), "{stderr}");
            fs::read(&path).expect("a report")
        };
        assert_eq!(run(), run());
        hexmate(&["validate", folder])
    });
}

#[test]
fn folder_without_records_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), "x").expect("a file");
    let path = folder.path().to_str().expect("a path in UTF-8");
    let ended = hexmate(&["validate", path]).to_string().replace(path, "DIR");
    assert_snapshot!("folders_empty", ended);
}

#[test]
fn merged_shards_write_junit_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let games = "tests/examples/three-games.pgn";
    for (shard, part) in [("slice:1/2", at("1.part")), ("slice:2/2", at("2.part"))] {
        hexmate(&["validate", games, "--shard", shard, "--part", &part]);
    }
    let (whole, merged) = (at("whole.xml"), at("merged.xml"));
    hexmate(&["validate", games, "-o", &whole]);
    hexmate(&["merge", &at("1.part"), &at("2.part"), "-o", &merged]);
    let read = |path: &str| fs::read_to_string(path).expect(path);
    assert!(read(&whole).contains("<testsuite "));
    assert_eq!(read(&whole), read(&merged));
}
