//! Forged parts and checkpoints: rejected with status 4, within a memory limit, without starting or writing anything.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use hexmate_batch::digest::Digest;

use crate::run::hexmate;

/// Limit of the address space of a run in KiB: 100 MB plus the mapping of the program itself.
const ADDRESS_SPACE: u64 = 100_000 + 60_000;

/// Completes JSON objects, one a line, with seals. Lines that are no objects stay as they are.
pub fn sealed(lines: &str) -> String {
    let mut seal = String::new();
    let line = |line: &str| {
        let text = line.split(",\"seal\":\"").next().unwrap_or(line);
        let text = text.strip_suffix('}').filter(|_| !line.contains("\"seal\":\"")).unwrap_or(text);
        seal = Digest::of(&format!("{seal}{text}")).to_short_hex();
        match line.ends_with('}') {
            true => format!("{text},\"seal\":\"{seal}\"}}\n"),
            false => format!("{line}\n"),
        }
    };
    lines.lines().map(line).collect::<Vec<_>>().concat()
}

/// Seals `lines` and appends a trailer with the right digest; `of` is the total number of records it claims.
fn signed(lines: &str, of: u64) -> String {
    let sealed_lines = sealed(lines);
    let digest = Digest::of(&sealed_lines).to_hex();
    let records = lines.lines().count() - 1;
    sealed(&format!(
        "{sealed_lines}{{\"records\":{records},\"of\":{of},\"input\":\"\",\"digest\":\"{digest}\"}}\n"
    ))
}

/// Replaces `from` with `to` once in a part and recomputes the digest.
fn changed(part: &str, from: &str, to: &str) -> String {
    assert!(part.contains(from), "{from}");
    let lines = part.trim_end().rsplit_once('\n').expect("a trailer").0;
    signed(&format!("{lines}\n").replacen(from, to, 1), lines.lines().count() as u64 - 1)
}

fn header(command: &str, shard: &str) -> String {
    let edition = hexmate_core::rules::EDITION;
    let program = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    format!(
        "{{\"log\":6,\"program\":\"{program}\",\"rules\":{edition},\"command\":{command},\"options\":{{}},\"shard\":\"{shard}\",\"input\":{{\"files\":0,\"digests\":[]}}}}\n"
    )
}

/// Runs the program in `folder` with limited memory; returns its status and stderr.
fn confined(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        &format!("ulimit -v {ADDRESS_SPACE}; exec \"$@\""),
        "sh",
        env!("CARGO_BIN_EXE_hexmate"),
    ]);
    let ended = shell.args(args).current_dir(folder).output().expect("the shell starts");
    assert!(ended.stdout.is_empty(), "{}", String::from_utf8_lossy(&ended.stdout));
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const COUNTS: &str = r#"{"perft":{"format":"csv","depth":1,"detail":"nodes","of":"position"}}"#;
const FINDS: &str = r#"{"compose-search":{"format":"csv","prefix":"x"}}"#;

/// Logs with headers of other commands, with paths and programs, and with contradictory headers.
fn forged_commands() -> Vec<String> {
    let whole = |command: &str| signed(&header(command, "slice:1/1"), 0);
    let old = |arguments: &str| {
        let header = format!(
            "{{\"log\":3,\"program\":\"hexmate 0.1.0\",\"rules\":2,\"arguments\":[{arguments}],\"work\":\"\",\"shard\":\"slice:1/1\"}}\n"
        );
        signed(&header, 0)
    };
    vec![
        old(r#""perft","start","--depth","1","--engine","touch PWNED""#),
        old(r#""merge","forged.part""#),
        old(r#""endgame","build","KQvK","-o","PWNED""#),
        old(r#""play","--load","forged.part""#),
        whole(r#""merge""#),
        whole(r#"{"merge":{"parts":["forged.part"]}}"#),
        whole(r#"{"play":{}}"#),
        whole(r#"{"convert":{"files":["/etc/passwd"],"output":"PWNED"}}"#),
        whole(r#"{"diagram":{"output":"PWNED"}}"#),
        whole(r#"{"endgame build":{"folder":"PWNED"}}"#),
        whole(r#"["perft","start","--engine","touch PWNED"]"#),
        whole(r#""perft-verify""#),
        whole(&COUNTS.replace("\"depth\":1", "\"depth\":1,\"engine\":\"touch PWNED\"")),
        whole(&COUNTS.replace("\"depth\":1", "\"depth\":1,\"output\":\"PWNED\"")),
        whole(&FINDS.replace("\"prefix\"", "\"from\":\"/etc/passwd\",\"prefix\"")),
        whole(&FINDS.replace("\"csv\"", "\"/tmp/PWNED\"")),
        whole(r#"{"solve":{"report":"PWNED"}}"#),
        whole(r#"{"solve":{"scope":{},"look":"../PWNED"}}"#),
        whole(r#"{"validate":{"format":"/tmp/PWNED","has_boards":false,"repair":null,"slips":false}}"#),
        whole(r#"{"validate":{"format":"text","has_boards":false,"repair":"PWNED","slips":false}}"#),
        whole(
            r#"{"validate":{"format":"text","has_boards":false,"repair":null,"slips":false,"output":"PWNED"}}"#,
        ),
    ]
}

/// Logs that would need much memory or a deep stack.
fn forged_sizes() -> Vec<String> {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let whole = |command: &str| signed(&header(command, "slice:1/1"), 0);
    vec![
        signed(
            &format!(
                "{}{{\"record\":0,\"digest\":\"{}\",\"found\":{{\"rows\":[],\"game\":[{}1]}}}}\n",
                header(
                    r#"{"validate":{"format":"csv","has_boards":false,"repair":null,"slips":false}}"#,
                    "slice:1/1"
                ),
                "0".repeat(32),
                "1,".repeat(4_000_000)
            ),
            1,
        ),
        signed(&header(COUNTS, "slice:1/18446744073709551615"), 0),
        signed(&header(COUNTS, "slice:1/1000000"), 0),
        signed(&header(COUNTS, "slice:0/1"), 0),
        signed(&header(COUNTS, "slice:1/1"), u64::MAX),
        whole(&deep),
        signed(&format!("{deep}\n"), 0),
        signed(&header(COUNTS, "slice:1/1").replace("\"options\":{}", &format!("\"options\":{deep}")), 0),
        signed(
            &header(COUNTS, "slice:1/1")
                .replace("\"options\":{}", &format!("\"options\":{{\"{}\":\"\"}}", "x".repeat(1 << 20))),
            0,
        ),
        format!("{{\"log\":6,\"program\":\"{}", "x".repeat(110_000_000)),
        signed(&format!("{}{deep}\n", header(COUNTS, "slice:1/1")), 1),
        signed(
            &format!(
                "{}{{\"record\":0,\"digest\":\"{}\",\"found\":{deep}}}\n",
                header(COUNTS, "slice:1/1"),
                "0".repeat(32)
            ),
            1,
        ),
        signed(
            &format!(
                "{}{{\"record\":0,\"digest\":\"{}\",\"found\":[{}0]}}\n",
                header(FINDS, "slice:1/1"),
                "0".repeat(32),
                "0,".repeat(4_000_000)
            ),
            1,
        ),
        signed(
            &format!(
                "{}{{\"record\":0,\"digest\":\"{}\",\"found\":{{\"Done\":[{}0]}}}}\n",
                header(FINDS, "slice:1/1"),
                "0".repeat(32),
                "[[\"\",0],{}],".repeat(600_000)
            ),
            1,
        ),
        signed(
            &format!(
                "{}{{\"record\":0,\"digest\":\"{}\",\"found\":\"{}\"}}\n",
                header(FINDS, "slice:1/1"),
                "0".repeat(32),
                "x".repeat(12_000_000)
            ),
            1,
        ),
        signed(
            &format!("{}{{\"record\":0,\"digest\":\"../PWNED\",\"found\":0}}\n", header(COUNTS, "slice:1/1")),
            1,
        ),
        signed(
            &format!(
                "{}{{\"record\":7,\"digest\":\"{}\",\"found\":0}}\n",
                header(COUNTS, "slice:1/1"),
                "0".repeat(32)
            ),
            1,
        ),
    ]
}

#[test]
fn forged_headers_start_and_write_nothing() {
    let forged = [forged_commands(), forged_sizes()].concat();
    let outside = tempfile::tempdir().expect("a folder");
    let folder = outside.path().join("inside");
    fs::create_dir(&folder).expect("a folder");
    for (number, text) in forged.iter().enumerate() {
        fs::write(folder.join("forged.part"), text).expect("a file");
        let (status, stderr) = confined(&folder, &["merge", "forged.part", "-q"]);
        let start: String = text.chars().take(200).collect();
        assert_eq!(status, Some(4), "{number}: {start}\n{}", stderr.chars().take(300).collect::<String>());
        assert!(stderr.len() < 2_000, "{number}: {start}");
        let is_old = text.starts_with(r#"{"log":3"#);
        assert_eq!(stderr.contains("log format"), is_old, "rejected by its version: {start}\n{stderr}");
        assert_eq!(names(&folder), ["forged.part"], "{number}: {start}");
        assert_eq!(names(outside.path()), ["inside"], "{number}: {start}");
    }
    fs::write(folder.join("forged.part"), &forged[0]).expect("a file");
    let (_, stderr) = confined(&folder, &["merge", "forged.part"]);
    assert!(
        stderr.contains("written by hexmate 0.1.0 with log format 3")
            && stderr.contains("run the shards again"),
        "{stderr}"
    );
}

/// A command, the outputs that it records, and changes of its part that must be rejected.
type Forgeries = (&'static [&'static str], &'static [&'static str], &'static [(&'static str, &'static str)]);

const FORGERIES: &[Forgeries] = &[
    (
        &["solve", "puzzles/known.csv", "--no-time"],
        &[
            "--html",
            "--diagrams",
            "--epd",
            "--pgn",
            "--report",
            "--jsonl",
            "--certificate",
            "--book",
            "--text",
        ],
        &[
            (r#""refuted":"#, r#""path":"/etc/passwd","refuted":"#),
            (r#""mate_in":2"#, r#""mate_in":null"#),
            (r#""moves":["#, r#""moves":[1,"#),
            (r#""moves":["#, r#""moves":[4000000000,"#),
            (r#""moves":["#, r#""moves":[-1,"#),
            (r#""found":[{"#, r#""found":[null,{"#),
            (r#""found":[{"#, r#""found":[],"x":[{"#),
            (r#""mated":{"Ok":["#, r#""mated":{"Ok":[5,"#),
            (r#""fen":""#, r#""fen":"k"#),
            (r##""stipulation":"#2"##, r#""stipulation":"mate"#),
            (r#""statement":{"#, r#""refused":{"game":"x","is_illegal":true,"message":""},"statement":{"#),
            (r#""statement":{"#, r#""game":"../x","statement":{"#),
            (r#""language":"en""#, r#""language":"../en""#),
            (r#""lines":"text""#, r#""lines":"../x""#),
            (r#""columns":3"#, r#""columns":0"#),
        ],
    ),
    (
        &["validate", "tests/examples/slips.pgn", "tests/examples/three-games.pgn"],
        &["--html", "--report", "--repair="],
        &[
            (r#""moves":""#, r#""moves":"a1a9 "#),
            (r#""moves":""#, r#""moves":"../x "#),
            (r#""game":{"game":"glinski""#, r#""game":{"game":"chess""#),
            (r#""result":""#, r#""result":"<script>"#),
            (r#""moves":""#, r#""variations":[[1,[{"move":"a1a2"}]]],"moves":""#),
            (r#""row":{"#, r#""row":{"html":"<script>","#),
            (r#""changes":[{"#, r#""changes":[{"path":"x","#),
            (r#""slips":"#, r#""x":"#),
        ],
    ),
    (
        &["perft", "start", "--variant", "mini", "--depth", "2"],
        &[],
        &[
            (r#""counted":{"#, r#""counted":{"first":"x","#),
            (r#""game":"mini","#, ""),
            (r#""nodes":["#, r#""nodes":[1,2,3,"#),
            (r#""nodes":["#, r#""nodes":[99999999999999999999,"#),
            (r#""nodes":["#, r#""nodes":[-1,"#),
        ],
    ),
    (
        &["compose", "search", "--variant", "mini", "--chains", "2", "--steps", "20", "--quality", "99"],
        &[],
        &[(r#"{"Done":["#, r#"{"Stop":["#), (r#"{"Done":[]}"#, r#""Stopped""#)],
    ),
    (
        &["mine", "tests/examples/three-games.pgn", "--mate", "2"],
        &[],
        &[
            (r#""counts":{"#, r#""counts":{"x":1,"#),
            (r#""games":1"#, r#""games":"x""#),
            (r#""games":1"#, r#""games":-1"#),
        ],
    ),
];

#[test]
fn forged_entries_never_reach_an_output() {
    for (command, outputs, forgeries) in FORGERIES {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        let (part, log) = (at("whole.part"), at("whole.log"));
        let places: Vec<String> = outputs
            .iter()
            .map(|option| match *option {
                "--repair=" => format!("--repair={}", at("out.pgn")),
                "--book" => format!("--book={}", at("out.typ")),
                option => format!("{option}={}", at(&format!("out{option}"))),
            })
            .collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let shard = ["--shard", "slice:1/1", "--part", &part, "--checkpoint", &log, "-q"];
        let made = hexmate(&[*command, &places[..], &shard[..]].concat());
        assert_eq!(made.status, Some(0), "{made}");
        let text = fs::read_to_string(&part).expect("a part");
        for (from, to) in *forgeries {
            assert!(text.contains(from), "nothing to forge in {command:?}: {from}");
            let forged = changed(&text, from, to);
            fs::write(at("forged.part"), &forged).expect("a file");
            let (status, stderr) = confined(
                folder.path(),
                &[&["merge", "forged.part", "-q", "-o", "lines"], &places[..]].concat(),
            );
            assert_eq!(status, Some(4), "{from} -> {to}: {stderr}");
            fs::write(&log, &forged).expect("a file");
            let resumed = hexmate(&[*command, &places[..], &shard[..], &["--resume"]].concat());
            assert_eq!(resumed.status, Some(4), "{from} -> {to}: {resumed}");
            let left: Vec<String> = names(folder.path())
                .into_iter()
                .filter(|name| {
                    name.ends_with("html")
                        || name.contains("report")
                        || name.contains("lines")
                        || name.contains("out.")
                })
                .collect();
            assert_eq!(left, Vec::<String>::new(), "{from} -> {to}");
        }
    }
}

/// Text from a log is data: it is escaped when it is written.
#[test]
fn forged_texts_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let part = at("whole.part");
    let kinds =
        ["--html", "-", "--book", "-", "--report", "-", "--shard", "slice:1/1", "--part", &part, "-q"];
    let made = hexmate(&[&["solve", "puzzles/known.csv", "--no-time"], &kinds[..]].concat());
    assert_eq!(made.status, Some(0), "{made}");
    let text = fs::read_to_string(&part).expect("a part");
    let evil = r#"<script>x</script> #read(\"/etc/passwd\") \\input{/etc/passwd} \\write18{id} \n#panic()"#;
    let lines = text.trim_end().rsplit_once('\n').expect("a trailer").0;
    let count = lines.lines().count() as u64 - 1;
    let forged = lines
        .replace(r#""source":""#, &format!(r#""author":"{evil}","source":"{evil}"#))
        .replace(r#""id":""#, &format!(r#""id":"{evil}"#))
        .replacen(r#""title":""#, r#""title":"\" #read(\"/etc/passwd\") \\input{x}"#, 1);
    fs::write(&part, signed(&format!("{forged}\n"), count)).expect("a file");
    let (page, typ, tex) = (at("page.html"), at("book.typ"), at("book.tex"));
    for book in [&typ, &tex] {
        let merged = hexmate(&["merge", &part, "-q", "-o", "/dev/null", "--html", &page, "--book", book]);
        assert_ne!(merged.status, Some(4), "{merged}");
    }
    let read = |path: &str| fs::read_to_string(path).expect("written");
    assert!(read(&page).contains("&lt;script&gt;x") && !read(&page).contains("<script>x"));
    let (typ, tex) = (read(&typ), read(&tex));
    assert!(typ.contains(r#"#read(\"/etc/passwd\")"#) && !typ.contains("\n#panic"), "{typ}");
    assert!(
        tex.contains("textbackslash{}input") && !tex.contains("\\input{") && !tex.contains("\\write18"),
        "{tex}"
    );
}
