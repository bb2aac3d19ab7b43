//! Certificates written by `solve` and checked by `verify-certificate`, which rejects forged ones.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

const TWO_MOVER: &str = "tests/examples/two-mover.epd";

/// Writes the certificate of the two-mover into a new folder.
fn certified(folder: &Path) -> String {
    let path = folder.display().to_string();
    let ended = hexmate(&["solve", TWO_MOVER, "--variant", "mini", "--certificate", &path, "-q"]);
    assert_eq!(ended.status, Some(0), "{ended}");
    fs::read_to_string(folder.join("two-mover.certificate")).expect("a certificate")
}

fn verified(text: &str) -> Ended {
    with_input(&["verify-certificate", "-"], text)
}

#[test]
fn written_certificate_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = certified(folder.path());
    assert_snapshot!("certificate", text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let ended = verified(&text);
    assert_eq!(ended.status, Some(0), "{ended}");
    assert_snapshot!("certificate_holds", ended);
    for format in ["csv", "json"] {
        let ended = with_input(&["verify-certificate", "-", "--format", format, "-q"], &text);
        assert_snapshot!(format!("certificate_holds_{format}"), ended);
    }
}

/// A node limit also applies to the proof, and after a merge.
#[test]
fn certificates_keep_node_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let solve = ["solve", "puzzles/known.csv", "--keys-only", "--no-time", "-q", "--certificate"];
    let count = |name: &str| fs::read_dir(at(name)).expect("a folder").count();
    hexmate(&[&solve[..], &[&at("all")]].concat());
    hexmate(&[&solve[..], &[&at("few"), "--nodes", "400"]].concat());
    assert_eq!((count("all"), count("few")), (6, 2));
    let part = at("part");
    hexmate(&[&solve[..], &["-", "--nodes", "400", "--shard", "slice:1/1", "--part", &part]].concat());
    hexmate(&["merge", &part, "-q", "--certificate", &at("merged")]);
    assert_eq!(count("merged"), 2);
}

#[test]
fn forged_certificates_are_rejected_with_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = certified(folder.path());
    let changes = [
        ("", "x"),
        ("certificate 1", "certificate 2"),
        ("game mini\n", ""),
        ("game mini", "game chess"),
        ("position k", "position K"),
        ("proves #2", "proves #1"),
        ("proves #2", "proves #3"),
        ("proves #2", "proves mate"),
        ("proves #2", "proves #2b"),
        ("attack c2a1 #", "attack c2a1 0"),
        ("attack c2a1 #", "attack c2d1 #"),
        ("attack c2a1 #", "attack c2c7 #"),
        ("attack c2a1 #", "defend c2a1 #"),
        ("1 defend", "2 defend"),
        ("d3d2,f4f3 0", "d3d2 0"),
        ("d3d2,f4f3 0", "d3d2,f4f3,a7a6 0"),
        ("d3d2,f4f3 0", "d3d2,f4f3,d3d2 0"),
        ("d3d2,f4f3 0", "d3d2,f4f3 #"),
        ("d3d2,f4f3 0", "d3d2,f4f3"),
        ("key d1c2 1", "key d1c2 2"),
        ("key d1c2 1", "key d1c2 1\nkey d1c2 1"),
        ("key d1c2 1\n", ""),
        ("end\n", ""),
        ("end\n", "end\n\n"),
    ];
    let ended = changes.map(|(from, to)| {
        assert!(text.contains(from), "{from:?}");
        let ended = verified(&text.replacen(from, to, 1));
        assert_eq!(ended.status, Some(1), "{from:?} {to:?} {ended}");
        let command = format!("{from:?} becomes {to:?}");
        Ended { command, stdout: String::new(), ..ended }.to_string()
    });
    assert_snapshot!("certificate_forged", ended.join("\n").replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn certificate_of_another_problem_is_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = certified(folder.path());
    let verified_against = |problems: &str| {
        let path = folder.path().join("problems.csv");
        fs::write(&path, problems).expect("written");
        let path = path.display().to_string();
        with_input(&["verify-certificate", "-", "--problems", &path, "--format", "csv", "-q"], &text)
    };
    let header = "id,variant,fen,stipulation";
    let fen = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";
    for good in [format!("two-mover,mini,{fen},#2"), format!("two-mover,mini,{fen},#3")] {
        assert_eq!(verified_against(&format!("{header}\n{good}\n")).status, Some(0), "{good}");
    }
    for other in [
        format!("other,mini,{fen},#2"),
        format!("two-mover,mini,{},#2", fen.replace("1 12", "0 1")),
        format!("two-mover,mini,{fen},#1"),
        format!("two-mover,mini,{fen},s#2"),
        String::new(),
    ] {
        let ended = verified_against(&format!("{header}\n{other}\n"));
        assert_eq!(ended.status, Some(1), "{ended}");
        assert!(ended.stdout.contains(",another-problem,"), "{ended}");
    }
}

#[test]
fn only_direct_mates_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let problems = "1/2R/5/K6/2B2R1/1kB4/7 w - 0 1; stip \"=2\"; id \"stalemate\";\n\
                    k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; dm 1; id \"none\";\n";
    let ended = with_input(&["solve", "-", "--variant", "mini", "--certificate", &path], problems);
    assert!(ended.stderr.contains("2 problems without a certificate: no direct mate was proved"), "{ended}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn unreadable_certificate_exits_with_3() {
    let ended = hexmate(&["verify-certificate", "no/such.certificate", "src"]);
    assert_eq!((ended.status, ended.stdout.lines().count()), (Some(3), 1), "{ended}");
    assert_eq!(hexmate(&["verify-certificate"]).status, Some(2));
}
