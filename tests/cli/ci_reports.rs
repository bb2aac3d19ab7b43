//! JUnit reports and GitHub annotations of `validate`, `solve` and `perft --verify`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use roxmltree::{Document, Node};

use crate::run::{Ended, hexmate};

/// Names and texts that look like commands or markup.
const GAMES: &str =
    "[White \"50 %\"]\n[Black \"<&\u{1b}[31m::error::x, y\"]\n\n1. e5 Qe3 *\n\n1. e5+ *\n\n1. e5 *\n";

const PROBLEMS: &str = "id,fen,stipulation,keys\n\
    right,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2,\n\
    \"a::b, 9 %\",1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#3,\n\
    ]]><,xx,#2,\n";

const TABLE: &str = "id a,b: <c> %\nsource by hand\nvariant glinski\n\
    fen b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1\n\
    perft 1 51\nperft 2 999\nperft 3 132000000000\n\nid none\n";

/// Command lines with an input in which records pass and fail, and a missing one.
const COMMANDS: [(&[&str], &str, &str); 3] = [
    (&["validate"], "a,b %.pgn", GAMES),
    (&["solve", "--no-time"], "problems.csv", PROBLEMS),
    (&["perft", "--verify", "--limit", "1k"], "table.perft", TABLE),
];

/// Runs a command on its input and on a missing file, with the format, in a folder that it calls `DIR`.
fn report(command: usize, format: &str, run: impl Fn(&[&str], &Path) -> Ended) -> Ended {
    let (words, name, text) = COMMANDS[command];
    let folder = tempfile::tempdir().expect("a folder");
    let (input, missing) = (folder.path().join(name), folder.path().join("missing.pgn"));
    fs::write(&input, text).expect("a file");
    let paths = [input.to_str().expect("UTF-8"), missing.to_str().expect("UTF-8")];
    let mut ended = run(&[words, &paths, &["--format", format]].concat(), folder.path());
    let folder = folder.path().to_str().expect("UTF-8");
    ended.stdout = ended.stdout.replace(folder, "DIR");
    ended
}

/// An element of a JUnit report, as a schema allows it.
struct Element {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
}

/// Elements that `junit-10.xsd` of the xUnit plugin of Jenkins allows.
const SCHEMA: [Element; 7] = [
    Element {
        name: "testsuites",
        required: &[],
        optional: &["name", "time", "tests", "failures", "errors"],
        children: &["testsuite"],
    },
    Element {
        name: "testsuite",
        required: &["name", "tests", "failures", "errors"],
        optional: &[
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        ],
        children: &["testsuite", "properties", "testcase", "system-out", "system-err"],
    },
    Element {
        name: "testcase",
        required: &["name"],
        optional: &["time", "classname", "group"],
        children: &["skipped", "error", "failure", "system-out", "system-err"],
    },
    Element { name: "failure", required: &[], optional: &["type", "message"], children: &[] },
    Element { name: "error", required: &[], optional: &["type", "message"], children: &[] },
    Element { name: "skipped", required: &[], optional: &["type", "message"], children: &[] },
    Element { name: "system-out", required: &[], optional: &[], children: &[] },
];

/// Checks an element and those in it.
fn check_element(node: Node<'_, '_>) {
    let name = node.tag_name().name();
    let found = SCHEMA.iter().find(|element| element.name == name);
    let Element { required, optional, children, .. } =
        found.unwrap_or_else(|| panic!("unknown element {name}"));
    let attributes: BTreeSet<&str> = node.attributes().map(|attribute| attribute.name()).collect();
    required.iter().for_each(|own| assert!(attributes.contains(own), "{name} without {own}"));
    for attribute in attributes {
        assert!(required.contains(&attribute) || optional.contains(&attribute), "{name} {attribute}");
    }
    for child in node.children() {
        if child.is_element() {
            assert!(children.contains(&child.tag_name().name()), "{} in {name}", child.tag_name().name());
            check_element(child);
        } else if !children.is_empty() {
            assert!(child.text().is_none_or(|text| text.trim().is_empty()), "text in {name}");
        }
    }
    if name == "testsuite" {
        let number =
            |attribute: &str| node.attribute(attribute).map_or(0, |text| text.parse().expect("a number"));
        let count = |element: &str| node.descendants().filter(|node| node.has_tag_name(element)).count();
        for (attribute, element) in
            [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
        {
            assert_eq!(number(attribute), count(element), "{attribute}");
        }
    }
}

/// Checks a JUnit report against the rules of the schema.
pub fn check_junit(xml: &str) {
    let document = Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    check_element(document.root_element());
}

/// Checks annotations against the syntax of workflow commands: `::level name=value,name=value::message`.
pub fn check_annotations(text: &str) {
    for line in text.lines() {
        let command = line.strip_prefix("::").unwrap_or_else(|| panic!("{line}"));
        let (head, message) = command.split_once("::").unwrap_or_else(|| panic!("{line}"));
        let (level, properties) = head.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        assert!(["error", "warning", "notice"].contains(&level), "{line}");
        for property in properties.split(',') {
            let (name, value) = property.split_once('=').unwrap_or_else(|| panic!("{line}"));
            assert!(["file", "line", "endLine", "col", "endColumn", "title"].contains(&name), "{line}");
            assert!(!value.contains(':') && !value.is_empty(), "{line}");
            if name != "file" && name != "title" {
                assert!(value.parse::<u64>().expect("a number") > 0, "{line}");
            }
        }
        for text in [properties, message] {
            for escape in text.split('%').skip(1) {
                assert!(["25", "0D", "0A", "3A", "2C"].iter().any(|code| escape.starts_with(code)), "{line}");
            }
            assert!(!text.contains(char::is_control), "{line}");
        }
    }
}

#[test]
fn junit_reports_fit_the_schema() {
    for command in 0..COMMANDS.len() {
        let ended = report(command, "junit", |args, _| hexmate(args));
        check_junit(&ended.stdout);
        assert!(ended.stdout.contains("<failure "), "{ended}");
        assert!(ended.stdout.contains("name=\"file\">\n<error type=\"cannot-read\""), "{ended}");
        assert_eq!(ended.status, Some(3));
    }
}

#[test]
fn annotations_are_workflow_commands() {
    for command in 0..COMMANDS.len() {
        let ended = report(command, "github", |args, _| hexmate(args));
        check_annotations(&ended.stdout);
        assert!(ended.stdout.contains("::error file=DIR/missing.pgn,title=cannot-read::"), "{ended}");
        assert!(ended.stdout.lines().filter(|line| line.contains(",line=")).count() > 1, "{ended}");
    }
}

#[test]
fn reports_of_missing_inputs_are_kept() {
    for (format, name) in [("junit", "report.xml"), ("github", "report.txt")] {
        for command in 0..COMMANDS.len() {
            report(command, format, |args, folder| {
                let path = folder.join(name);
                let ended = hexmate(&[args, &["-o", path.to_str().expect("UTF-8")]].concat());
                let text = fs::read_to_string(&path).expect("the report is in its place");
                assert!(text.contains("cannot-read"), "{text}");
                assert!(!ended.stderr.contains("partial"), "{ended}");
                ended
            });
        }
    }
}

#[test]
fn tables_of_missing_inputs_are_partial() {
    report(0, "csv", |args, folder| {
        let path = folder.join("report.csv");
        let ended = hexmate(&[args, &["-o", path.to_str().expect("UTF-8")]].concat());
        assert!(!path.exists() && folder.join("report.csv.partial").exists(), "{ended}");
        ended
    });
}

#[test]
fn skipped_counts_are_in_reports() {
    let skipped = "132000000000 nodes";
    for (format, expected) in [
        (
            "junit",
            "<skipped type=\"skipped\" message=\"132000000000 nodes, above the limit of 1000 nodes\"/>",
        ),
        ("github", "::notice title=skipped::skipped above the limit of 1000 nodes%3A"),
        ("csv", ",3,132000000000,,skipped,above the limit of 1000 nodes"),
        ("json", "\"status\":\"skipped\""),
    ] {
        let ended = report(2, format, |args, _| hexmate(args));
        let expected = expected.replace("nodes%3A", "nodes:");
        assert!(ended.stdout.contains(&expected), "{ended}");
        assert!(ended.stderr.contains(&format!("1 line, {skipped} in all")), "{ended}");
    }
    assert!(!report(2, "text", |args, _| hexmate(args)).stdout.contains("skipped"));
}

#[test]
fn merged_solutions_are_one_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let problems = at("problems.csv");
    fs::write(&problems, PROBLEMS).expect("a file");
    for (shard, part) in [("slice:1/2", at("1.part")), ("slice:2/2", at("2.part"))] {
        hexmate(&["solve", &problems, "--no-time", "--shard", shard, "--part", &part]);
    }
    hexmate(&["solve", &problems, "--no-time", "-o", &at("whole.xml")]);
    hexmate(&["merge", &at("1.part"), &at("2.part"), "-o", &at("merged.xml")]);
    let read = |name: &str| fs::read_to_string(at(name)).expect(name);
    assert_eq!(read("whole.xml"), read("merged.xml"));
    check_junit(&read("whole.xml"));
}

#[test]
fn counts_have_several_spellings() {
    let run = |limit: &str| {
        hexmate(&["perft", "--verify", "perft/start.perft", "--limit", limit, "--format", "csv"])
    };
    let expected = run("2500");
    for limit in ["2_500", "2.5k", "2.5e3", "0.0025M"] {
        assert_eq!(run(limit).stdout, expected.stdout, "{limit}");
    }
    let refused = run("2.0001k");
    assert!(refused.stderr.contains("1000000, 1_000_000, 1e6 and 1M are the same"), "{refused}");
}
