//! `perft` and `moves`: columns, formats, and the same output for any number of threads.

use std::fs;

use insta::assert_snapshot;

use crate::length::length;
use crate::run::{hexmate, with_input};

/// From `counts` on the table is wrong.
const WRONG: &str = "\
# two mistakes
id mini start
source made up for this test
variant mini
fen start
perft 1 9
perft 2 72
breakdown 2 captures 11
id glinski start
source made up for this test
variant glinski
fen b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1
perft 3 137858
breakdown 3 captures 1823 en_passant 5
perft 4 1
";

#[test]
fn the_columns_are_those_of_the_contract() {
    let header = |args: &[&str]| hexmate(args).stdout.lines().next().unwrap_or_default().to_owned();
    let csv = ["--depth", "1", "--format", "csv"];
    assert_eq!(header(&[&["perft", "start"], &csv[..]].concat()), "variant,depth,nodes");
    assert_eq!(
        header(&[&["perft", "start", "--breakdown"], &csv[..]].concat()),
        "variant,depth,nodes,captures,en_passant,double_steps,promotions,checks,double_checks,mates,\
         stalemates,eliminations"
    );
    assert_eq!(header(&[&["perft", "start", "--divide"], &csv[..]].concat()), "move,nodes");
}

#[test]
fn counts_are_printed_as_text_csv_and_json() {
    let sessions: Vec<String> = ["text", "csv", "json"]
        .into_iter()
        .flat_map(|format| {
            [
                hexmate(&["perft", "start", "--depth", "3", "--format", format]),
                hexmate(&["perft", "start", "--depth", "2", "--breakdown", "--format", format]),
                hexmate(&[
                    "perft",
                    "start",
                    "--depth",
                    "2",
                    "--divide",
                    "--variant",
                    "mini",
                    "--format",
                    format,
                ]),
                hexmate(&["moves", "start", "--variant", "mini", "--format", format]),
                hexmate(&["perft", "--verify", "perft/start.perft", "--limit", "60", "--format", format]),
            ]
        })
        .map(|ended| {
            assert_eq!(ended.status, Some(0), "{ended}");
            ended.to_string()
        })
        .collect();
    assert_snapshot!("perft_formats", sessions.join("\n"));
}

/// A move after which no line is long enough has a count all the same.
#[test]
fn a_count_of_zero_is_a_number() {
    let mate = "k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16";
    for depth in ["2", "3", "4", "5"] {
        for format in ["csv", "json"] {
            let args = ["perft", mate, "--variant", "mini", "--divide", "--depth", depth, "--format", format];
            let ended = hexmate(&args);
            let row = ended.stdout.lines().find(|row| row.contains("b4b5r"));
            let expected = if format == "csv" { "b4b5r,0" } else { r#"{"move":"b4b5r","nodes":0}"# };
            assert_eq!(row, Some(expected), "{ended}");
        }
    }
    let mated = "k/3/R1K2/3bppB/7/3R3/4NP1 b - 0 16";
    let args = ["perft", mated, "--variant", "mini", "--breakdown", "--depth", "4", "--format", "csv"];
    let ended = hexmate(&args);
    let columns = |row: &str| row.split(',').count();
    let header = ended.stdout.lines().next().map(columns);
    assert!(ended.stdout.lines().all(|row| Some(columns(row)) == header), "{ended}");
    assert!(ended.stdout.ends_with("mini,4,0,0,0,0,0,0,0,0,0,0\n"), "{ended}");
}

#[test]
fn a_table_of_counts_changes_no_number() {
    for variant in ["glinski", "mini", "echex3"] {
        let count = |more: &[&str]| {
            let args = ["perft", "start", "--depth", "4", "--variant", variant, "--format", "csv"];
            hexmate(&[&args[..], more].concat()).stdout
        };
        assert_eq!(count(&["--hash", "4"]), count(&[]), "{variant}");
        assert_eq!(count(&["--hash", "4", "--divide"]), count(&["--divide"]), "{variant}");
    }
}

#[test]
fn moves_are_divided_in_the_ascending_order_of_their_text() {
    let ended = hexmate(&["perft", "start", "--depth", "3", "--divide", "--format", "csv", "-q"]);
    let rows: Vec<(&str, u64)> = ended
        .stdout
        .lines()
        .skip(1)
        .filter_map(|row| row.split_once(','))
        .map(|(m, nodes)| (m, nodes.parse().expect("a number")))
        .collect();
    assert!(rows.is_sorted_by_key(|&(m, _)| m), "{}", ended.stdout);
    assert_eq!(rows.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 137_858);
    assert_eq!(ended.stderr, "");
}

#[test]
fn a_mismatch_shows_the_board_and_the_divide_and_ends_with_1() {
    let ended = with_input(&["perft", "--verify", "-"], WRONG);
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("perft_mismatch", ended);
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let lines: [&[&str]; 6] = [
        &["perft", "start", "--depth", "4", "--format", "csv"],
        &["perft", "start", "--depth", "3", "--breakdown"],
        &["perft", "start", "--depth", "3", "--divide", "--format", "json"],
        &["moves", "start", "--variant", "echex6"],
        &["perft", "--verify", "--limit", length("20000", "300000")],
        &["perft", "--verify", "-", "--format", "csv"],
    ];
    for line in lines {
        let on = |threads: &str| {
            let ended = with_input(&[line, &["-j", threads]].concat(), WRONG);
            (ended.status, ended.stdout, ended.stderr)
        };
        assert_eq!(on("1"), on("2"), "{line:?}");
        assert_eq!(on("1"), on("5"), "{line:?}");
    }
}

#[test]
fn lines_above_the_limit_are_counted_as_skipped() {
    let ended = with_input(&["perft", "--verify", "-", "--limit", "71"], WRONG);
    assert_eq!(ended.status, Some(1), "the last line claims a small number: {ended}");
    assert!(ended.stderr.ends_with("1 of 2 lines are right, 2 above the limit skipped\n"), "{ended}");
}

#[test]
fn a_position_without_moves_says_how_the_game_has_ended() {
    for (fen, end) in [
        ("1/3/5/7/9/11/11/11/5k5/5q5/5K5 w - 0 1", "no legal move: mate\n"),
        ("1/3/5/7/9/11/11/11/6k4/3q7/5K5 w - 0 1", "no legal move: stalemate\n"),
    ] {
        let ended = hexmate(&["moves", fen, "--format", "json"]);
        assert_eq!((ended.status, ended.stdout.as_str(), ended.stderr.as_str()), (Some(0), "", end));
        assert_eq!(hexmate(&["perft", fen, "--depth", "2", "--format", "csv"]).stdout.lines().count(), 3);
    }
}

#[test]
fn a_file_named_by_o_holds_what_stdout_would() {
    let path = std::env::temp_dir().join(format!("hexmate-o-{}.csv", std::process::id()));
    let name = path.display().to_string();
    let args = ["perft", "start", "--depth", "2", "--format", "csv"];
    let ended = hexmate(&[&args[..], &["-o", &name]].concat());
    assert_eq!((ended.status, ended.stdout.as_str()), (Some(0), ""));
    let written = fs::read_to_string(&path).expect("the file");
    fs::remove_file(&path).expect("the file");
    assert_eq!(written, hexmate(&args).stdout);
}

#[test]
fn a_folder_is_searched_for_tables_in_the_order_of_their_names() {
    let folder = std::env::temp_dir().join(format!("hexmate-tables-{}", std::process::id()));
    fs::create_dir(&folder).expect("a folder");
    for name in ["b.perft", "a.perft", "c.txt"] {
        fs::write(folder.join(name), WRONG).expect("a file");
    }
    let ended =
        hexmate(&["perft", "--verify", &folder.display().to_string(), "--limit", "10", "--format", "csv"]);
    fs::remove_dir_all(&folder).expect("the folder");
    let files: Vec<String> = ended
        .stdout
        .lines()
        .skip(1)
        .filter_map(|row| Some(row.split_once(',')?.0.rsplit_once('/')?.1.to_owned()))
        .collect();
    assert_eq!(files, ["a.perft", "a.perft", "b.perft", "b.perft"], "{ended}");
}
