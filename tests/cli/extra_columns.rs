//! Columns that only pass through (author, source and unknown headings) in every output.

use std::fs;

use insta::assert_snapshot;

use crate::run::{Ended, with_input};

/// A table with quotation marks, commas, line breaks, several scripts and headings that the report also uses.
const TABLE: &str = "\
fen,id,Author,stipulation,source,award,Status,Év,year,notes; long,White,
k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,a,\"Ő. Szerző, Jr.\",#2,\"Lapszemle \"\"X\"\"\",1st prize,printed,1999,,\"one
two, \"\"three\"\"\",Ann,
k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,b,,#2,,,,,2001,漢字 & <b>,,stray
k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,c,C. Third,#x,S,,,,2002,,,
";

fn run(args: &[&str], input: &str) -> Ended {
    with_input(
        &[&["solve", "-", "--variant", "mini", "--keys-only", "--no-time", "-q"], args].concat(),
        input,
    )
}

#[test]
fn extra_columns_reach_all_outputs() {
    assert_snapshot!("extra_columns_csv", run(&["--report", "-"], TABLE));
    assert_snapshot!("extra_columns_json", run(&["--jsonl", "-"], TABLE));
    assert_snapshot!("extra_columns_epd", run(&["--epd", "-"], TABLE));
    assert_snapshot!("extra_columns_pgn", run(&["--pgn", "-"], TABLE));
    let page = run(&["--html", "-"], TABLE).stdout;
    let (_, body) = page.split_once("<main>").expect("a page");
    for shown in [
        "<dt>author</dt> <dd>Ő. Szerző, Jr.</dd>",
        "<dt>source</dt> <dd>Lapszemle &quot;X&quot;</dd>",
        "<dt>award</dt> <dd>1st prize</dd>",
        "<dt>input_Status</dt> <dd>printed</dd>",
        "<dt>notes; long</dt> <dd>漢字 &amp; &lt;b&gt;</dd>",
        "<dt>column 12</dt> <dd>stray</dd>",
        "<dd>C. Third</dd>",
    ] {
        assert!(body.contains(shown), "{shown} is not in {body}");
    }
}

#[test]
fn extra_columns_survive_epd() {
    let first = run(&["--epd", "-"], TABLE).stdout;
    assert_eq!(run(&["--epd", "-"], &first).stdout, first);
    let table = run(&["--report", "-"], TABLE).stdout;
    let again = run(&["--report", "-"], &table).stdout;
    assert_eq!(again, table, "a report that is solved again is the same");
}

#[test]
fn later_columns_go_to_further() {
    let lines = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; dm 2; id \"a\"; year \"1999\";\n\
                 k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; dm 2; id \"b\"; hmvc 5; year \"2000\"; c0 \"x; y\";\n";
    let table = run(&["--report", "-"], lines).stdout;
    let ends: Vec<&str> =
        table.lines().map(|line| line.rsplit_once("C+ hexmate 0.1.0").map_or(line, |(_, end)| end)).collect();
    assert!(
        ends[0]
            .ends_with(
                ",author,source,claim,try_play,of_twin,themes,quality,difficulty,pieces,key,solutions,twin,further,year"
            ),
        "{table}"
    );
    assert!(ends[1].ends_with("; b: Kd7 Rc2 Pd3 f4,,,,,1999"), "{table}");
    assert!(ends[2].ends_with("; b: Kd7 Rc2 Pd3 f4,,,,hmvc: 5; c0: x; y,2000"), "{table}");
    let empty = run(&["--report", "-"], "");
    assert!(
        empty
            .stdout
            .lines()
            .next()
            .is_some_and(|header| header.ends_with(",difficulty,pieces,key,solutions,twin,further")),
        "{empty}"
    );
}

#[test]
fn merged_parts_keep_extra_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.csv"), TABLE).expect("a file");
    let (input, report) = (path("in.csv"), path("report.csv"));
    let solve = ["solve", &input, "--variant", "mini", "--no-time", "-q", "--report", &report];
    with_input(&solve, "");
    let whole = fs::read_to_string(&report).expect("a report");
    fs::remove_file(&report).expect("a report");
    let parts = ["1", "2"].map(|number| (format!("slice:{number}/2"), path(number)));
    for (shard, part) in &parts {
        with_input(&[&solve[..], &["--shard", shard, "--part", part]].concat(), "");
    }
    with_input(&["merge", &parts[0].1, &parts[1].1, "-q", "--report", &report], "");
    assert_eq!(fs::read_to_string(&report).expect("a report"), whole);
    let checkpoint = path("checkpoint");
    with_input(&[&solve[..], &["--checkpoint", &checkpoint]].concat(), "");
    assert_eq!(fs::read_to_string(&report).expect("a report"), whole);
    fs::remove_file(&report).expect("a report");
    with_input(&[&solve[..], &["--checkpoint", &checkpoint, "--resume"]].concat(), "");
    assert_eq!(fs::read_to_string(&report).expect("a report"), whole);
}

#[test]
fn convert_keeps_extra_columns() {
    let convert =
        |to: &str, input: &str| with_input(&["convert", "-", "--variant", "mini", "--to", to, "-q"], input);
    let csv = convert("csv", TABLE);
    assert_snapshot!("extra_columns_converted", csv);
    assert_snapshot!("extra_columns_converted_epd", convert("epd", TABLE));
    let [converted, original] = [&csv.stdout, TABLE].map(|table| {
        let table = table.replace("column 12: stray", "").replace(",,stray", ",,");
        convert("epd", &table).stdout
    });
    assert_eq!(converted, original);
    let pgn = convert("pgn", TABLE).stdout;
    let back = convert("epd", &pgn).stdout;
    assert!(
        back.starts_with(
            "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; variant mini; dm 2; id \"a\"; author \"Ő. Szerző, Jr.\"; source "
        ),
        "{back}"
    );
    assert!(back.contains("; White \"Ann\"; award \"1st prize\"; Status \"printed\"; "), "{back}");
    assert!(pgn.contains("[Author \"Ő. Szerző, Jr.\"]\n") && pgn.contains("[White \"Ann\"]\n"), "{pgn}");
}

/// Returns the header and the rows of a table.
fn rows(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
    let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

#[test]
fn empty_columns_survive_every_format() {
    let fen = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";
    let names = [
        "note", "note", "ñandú", "a: b", "status", "White", "options", "remark", "dm", "bm", "Feladat",
        "my note",
    ];
    // Each bit is a cell that is not empty, for three rows.
    for pattern in [[0, 0, 0], [0, 0xfff, 0], [0, 0, 0x555], [0x111, 0xaaa, 0], [0xfff, 0xfff, 0xfff]] {
        let row = |bits: u32| {
            let cell =
                |bit: usize| if bits >> bit & 1 == 1 { format!("x{bit}: y, \"z\"") } else { String::new() };
            let cells = (0..names.len()).map(|bit| format!(",\"{}\"", cell(bit).replace('"', "\"\"")));
            format!("id{bits},mini,{fen},#2{}\n", cells.collect::<String>())
        };
        let table = format!("id,variant,fen,stipulation,{}\n{}", names.join(","), pattern.map(row).concat());
        let convert = |to: &str, input: &str| {
            let ended = with_input(&["convert", "-", "--to", to, "--strict"], input);
            assert_eq!(ended.status, Some(0), "{ended}");
            ended.stdout
        };
        let direct = rows(&convert("csv", &table));
        let unnamed = direct[0].iter().position(|name| name == "further").expect("a column");
        assert!(direct[1..].iter().all(|row| row[unnamed].is_empty()), "{direct:?}");
        // The second of two equal names has a number.
        let order: Vec<&str> =
            direct[0][unnamed + 1..].iter().map(|name| name.trim_end_matches("_2")).collect();
        assert_eq!(order, names, "{direct:?}");
        for to in ["json", "epd", "popeye", "yacpdb", "yacpdb-json", "csv"] {
            assert_eq!(rows(&convert("csv", &convert(to, &table))), direct, "{to} {pattern:?}");
        }
    }
}
