//! `perft` and `moves`: columns, formats, inputs and mismatches; the same output for any number of threads.

use std::fs;

use insta::assert_snapshot;

use crate::law_length::quick_or_full;
use crate::run::{hexmate, with_input, with_speed};

/// Two tables of counts, each with a wrong number.
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
fn perft_columns_match_contract() {
    let header = |args: &[&str]| hexmate(args).stdout.lines().next().unwrap_or_default().to_owned();
    let csv = ["--depth", "1", "--format", "csv"];
    assert_eq!(header(&[&["perft", "start"], &csv[..]].concat()), "variant,depth,nodes");
    assert_eq!(
        header(&[&["perft", "start", "--breakdown"], &csv[..]].concat()),
        "variant,depth,nodes,captures,en_passant,double_steps,promotions,checks,double_checks,mates,\
         stalemates,eliminations,castles"
    );
    assert_eq!(header(&[&["perft", "start", "--divide"], &csv[..]].concat()), "move,nodes");
}

#[test]
fn counts_have_three_formats() {
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

/// A move after which no line reaches the depth has the count 0.
#[test]
fn zero_count_is_printed() {
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
    assert!(ended.stdout.ends_with("mini,4,0,0,0,0,0,0,0,0,0,0,0\n"), "{ended}");
}

#[test]
fn speed_goes_to_stderr_unless_quiet() {
    let args = ["perft", "start", "--variant", "mini", "--depth", "3"];
    let stderr = with_speed(&args);
    let words: Vec<&str> = stderr.split_whitespace().collect();
    let [nodes, "nodes", "in", seconds, "s,", rate, "nodes", "a", "second"] = words[..] else {
        panic!("{stderr}")
    };
    assert_eq!(nodes, "761", "the nodes of all depths");
    assert!(seconds.parse::<f64>().is_ok() && rate.parse::<u64>().is_ok_and(|rate| rate > 0), "{stderr}");
    assert_eq!(with_speed(&[&args[..], &["--quiet"]].concat()), "");
    assert!(!hexmate(&args).stdout.contains("second"));
    assert!(
        with_speed(&[&args[..], &["--divide"]].concat()).starts_with("681 nodes at depth 3\n681 nodes in ")
    );
}

#[test]
fn moves_option_accepts_any_notation() {
    let counted = |args: &[&str]| {
        let ended = hexmate(&[&["perft"], args, &["--depth", "2", "--format", "csv"]].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        ended.stdout
    };
    let played = hexmate(&["moves", "start", "--fens", "--format", "json", "--moves", "g4f5"]);
    assert!(played.status == Some(2), "a pawn takes nothing there: {played}");
    let fen = hexmate(&["moves", "startpos", "moves", "g4g5", "--fens", "--format", "csv"]).stdout;
    let line = fen.lines().find(|line| line.starts_with("d7d6,")).expect("a move").to_owned();
    let fen = line.rsplit(',').next().expect("a FEN").to_owned();
    let expected = counted(&[&fen]);
    for words in [
        &["start", "--moves", "g4g5", "d7d6"][..],
        &["start", "--moves", "g4g5 d7d6"],
        &["start", "--moves", "1.", "g5", "d6"],
        &["start", "--moves", "1. g5 d6"],
        &["start", "--moves", "1.g4-g5 d7d6"],
        &["startpos", "moves", "g4g5", "d7d6"],
        &["startpos moves g4g5 d7d6"],
        &["startpos moves g4g5", "--moves", "d6"],
        &["start moves 1.g5 d6"],
        &["startpos moves 1.g4g5 1...d6"],
        &["position", "startpos", "moves", "g4g5", "d7d6"],
        &[
            "position fen b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1 moves g4g5 d7d6",
        ],
    ] {
        assert_eq!(counted(words), expected, "{words:?}");
    }
    let unquoted: Vec<&str> = fen.split(' ').collect();
    assert_eq!(counted(&unquoted), expected);
    let drawn = |words: &[&str]| hexmate(&[&["diagram"], words].concat()).stdout;
    assert_eq!(drawn(&["startpos", "moves", "g4g5", "d7d6"]), drawn(&[&fen]));
    assert_eq!(drawn(&["start", "--moves", "g5", "d6"]), drawn(&[&fen]));
}

#[test]
fn bad_move_is_shown_with_caret() {
    let lines: [&[&str]; 6] = [
        &["moves", "start", "--moves", "g5", "d7d5", "xx"],
        &["moves", "start", "--moves", "1. g5 Zz4"],
        &["moves", "startpos moves g4g5 Nf4"],
        &["perft", "start", "--depth", "1", "--moves", "g4h5"],
        &["diagram", "start", "--moves", "0-0"],
        &["diagram", "start", "--moves", "d1"],
    ];
    let ended: Vec<String> = lines.into_iter().map(|line| hexmate(line).to_string()).collect();
    assert_snapshot!("perft_no_move", ended.join("\n"));
}

#[test]
fn position_file_gives_named_rows() {
    let positions = "# two and one that is none\n1/2k/5/7/9/11/11/11/11/11/5K5 b - 0 1; id \"a\";\n\
                     1/3/5/7/9/11/11/11/11/11/11 w - 0 1\n1/2k/5/7/9/11/11/11/11/2P8/5K5 w - 0 1\n";
    let lines: [&[&str]; 5] = [
        &["perft", "-", "--depth", "2"],
        &["perft", "-", "--depth", "2", "--format", "csv", "--moves", "Kg10f10"],
        &["perft", "-", "--depth", "1", "--divide", "--fens", "--format", "json"],
        &["moves", "-", "--notation", "san", "--format", "csv"],
        &["moves", "-", "--fens"],
    ];
    let ended: Vec<String> = lines
        .into_iter()
        .map(|line| {
            let ended = with_input(line, positions);
            assert_eq!(ended.status, Some(1), "{ended}");
            ended.to_string()
        })
        .collect();
    assert_snapshot!("perft_files", ended.join("\n"));
    let game = "1. g5 d6 2. Nhf4 *\n";
    let end = with_input(&["moves", "-", "--notation", "uci", "--format", "csv", "-q"], game).stdout;
    let same =
        hexmate(&["moves", "start", "--notation", "uci", "--format", "csv", "--moves", "g5", "d6", "Nhf4"]);
    let listed: Vec<&str> = end.lines().skip(1).filter_map(|row| row.rsplit(',').next()).collect();
    assert_eq!(listed, same.stdout.lines().skip(1).collect::<Vec<_>>());
    let list =
        with_input(&["moves", "-", "--notation", "uci", "-q"], "position startpos moves g4g5 d7d6 h1f4\n");
    assert_eq!(list.stdout.lines().count(), end.lines().count(), "{list}");
    let missing = hexmate(&["moves", "no-such-file.epd"]);
    assert_eq!(missing.status, Some(3), "{missing}");
}

#[test]
fn other_fen_dialects_are_recognized() {
    let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
    let counted = hexmate(&["perft", fen, "--depth", "2", "--format", "csv"]).stdout;
    for order in ["file-down", "file-up", "oblique"] {
        let foreign =
            with_input(&["convert", "-", "--to", "fen", "--to-fen", order, "-q"], &format!("{fen}\n"));
        let foreign = foreign.stdout.trim_end();
        let read = hexmate(&["perft", foreign, "--depth", "2", "--format", "csv", "--from-fen", order]);
        assert_eq!(read.stdout, counted, "{order}");
        let refused = hexmate(&["perft", foreign, "--depth", "2"]);
        assert_eq!(refused.status, Some(2));
        assert!(refused.stderr.contains("this is a FEN in dialect "), "{refused}");
        assert!(refused.stderr.lines().next().is_some_and(|line| line.contains(order)), "{refused}");
        for command in
            [&["solve", "--mate", "2"][..], &["validate"], &["diagram"], &["convert", "--to", "epd"]]
        {
            let plain = hexmate(&[&command[..1], &[foreign], &command[1..]].concat());
            assert!(
                plain.to_string().contains(&format!("--from-fen {order}"))
                    || plain.to_string().contains("choose one"),
                "{plain}"
            );
            let read = hexmate(&[&command[..1], &[foreign, "--from-fen", order], &command[1..]].concat());
            assert_eq!(read.status, Some(0), "{read}");
        }
    }
    // With pawns, usually only one order gives a legal position.
    let start = hexmate(&[
        "convert",
        "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
        "--to",
        "fen",
        "--to-fen",
        "file-up",
        "-q",
    ]);
    let ended = hexmate(&["moves", start.stdout.trim_end()]);
    assert!(ended.stderr.contains("; this is a FEN in dialect file-up; use --from-fen file-up\n"), "{ended}");
}

#[test]
fn quoted_position_replaces_file() {
    let fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";
    let lines: [&[&str]; 8] = [
        &["solve", fen, "--mate", "2", "--no-time"],
        &[
            "solve",
            "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38; dm 2; id \"x\";",
            "--no-time",
        ],
        &["validate", fen, "1/3/5/7 w - 0 1"],
        &["validate", "startpos moves g4g5 d7d6"],
        &["convert", fen, "--to", "epd"],
        &["solve", "start", "startpos moves f5f6 e7e6", "--mate", "1", "--no-time", "--variant", "glinski"],
        &["validate", "start", "startpos", "startpos moves f5f6 xx"],
        &["validate", "no/such/file/at all.pgn"],
    ];
    let ended: Vec<String> = lines.into_iter().map(|line| hexmate(line).to_string()).collect();
    assert_snapshot!("perft_in_quotes", ended.join("\n"));
}

#[test]
fn hash_table_keeps_counts() {
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
fn divide_is_sorted_by_move() {
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
fn mismatch_shows_board_and_divide() {
    let ended = with_input(&["perft", "--verify", "-"], WRONG);
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("perft_mismatch", ended);
}

#[test]
#[ignore = "long: make verify-program"]
fn output_is_independent_of_threads() {
    let lines: [&[&str]; 6] = [
        &["perft", "start", "--depth", "4", "--format", "csv"],
        &["perft", "start", "--depth", "3", "--breakdown"],
        &["perft", "start", "--depth", "3", "--divide", "--format", "json"],
        &["moves", "start", "--variant", "echex6"],
        &["perft", "--verify", "--limit", quick_or_full("2000", "300000")],
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
fn lines_above_limit_are_skipped() {
    let ended = with_input(&["perft", "--verify", "-", "--limit", "71"], WRONG);
    assert_eq!(ended.status, Some(1), "the last line claims a small number: {ended}");
    assert!(ended.stderr.ends_with("1 of 2 lines correct\nskipped above the limit of 71 nodes: 2 lines, 137930 nodes in all; --limit raises it\n"), "{ended}");
}

#[test]
fn position_without_moves_names_end() {
    for (fen, end) in [
        ("1/3/5/7/9/11/11/11/5k5/5q5/5K5 w - 0 1", "no legal moves: mate\n"),
        ("1/3/5/7/9/11/11/11/6k4/3q7/5K5 w - 0 1", "no legal moves: stalemate\n"),
    ] {
        let ended = hexmate(&["moves", fen, "--format", "json"]);
        assert_eq!((ended.status, ended.stdout.as_str(), ended.stderr.as_str()), (Some(0), "", end));
        assert_eq!(hexmate(&["perft", fen, "--depth", "2", "--format", "csv"]).stdout.lines().count(), 3);
    }
}

#[test]
fn output_file_equals_stdout() {
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
fn table_folder_is_read_by_name() {
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
        .filter(|row| !row.contains(",skipped,"))
        .filter_map(|row| Some(row.split_once(',')?.0.rsplit_once('/')?.1.to_owned()))
        .collect();
    assert_eq!(files, ["a.perft", "a.perft", "b.perft", "b.perft"], "{ended}");
}

#[test]
fn built_in_tables_are_found_elsewhere() {
    let elsewhere = std::env::temp_dir().join(format!("hexmate-no-tables-{}", std::process::id()));
    fs::create_dir(&elsewhere).expect("a folder");
    let rows = |folder: &std::path::Path| {
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_hexmate"))
            .args(["perft", "--verify", "--limit", "12", "--format", "csv", "--quiet"])
            .current_dir(folder)
            .output();
        let ended = program.expect("hexmate runs");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).expect("text")
    };
    let found = rows(&elsewhere);
    fs::remove_dir(&elsewhere).expect("the folder");
    assert!(found.lines().count() > 300, "{found}");
    assert_eq!(found, rows(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))));
}
