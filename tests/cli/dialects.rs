//! Texts of other programs: names of cells, incomplete FENs, orders of cells.

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

/// A game with files a to k: j is the file k of the standard.
const WITH_J: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. j2 j5 2. F5-F6 *\n";

fn named(command: &str, ended: Ended) -> String {
    Ended { command: format!("hexmate {command}"), ..ended }.to_string()
}

#[test]
fn files_with_j_are_recognised() {
    let validate = |options: &[&str]| {
        let args = [&["validate", "-"], options].concat();
        named(&args.join(" "), with_input(&args, WITH_J))
    };
    assert_snapshot!(
        "files_with_j",
        [
            validate(&[]),
            validate(&["--files", "a-k"]),
            validate(&["--files", "a-l"]),
            validate(&["--strict=other-files"]),
            validate(&["--strict=capital-cells"]),
        ]
        .join("\n")
    );
}

#[test]
fn converted_games_read_back() {
    for files in ["a-l", "a-k", "fairy"] {
        let convert = |input: &str, options: &[&str]| {
            let ended = with_input(&[&["convert", "-", "-q", "--to"], options].concat(), input);
            assert_eq!(ended.status, Some(0), "{ended}");
            ended.stdout
        };
        let standard = convert(WITH_J, &["uci"]);
        assert!(standard.ends_with("position startpos moves k1k2 k7k5 f5f6\n"), "{standard}");
        let named = convert(WITH_J, &["pgn", "--to-files", files]);
        assert_eq!(convert(&named, &["uci"]), standard, "{named}");
        let list = convert(WITH_J, &["uci", "--to-files", files]);
        assert_eq!(convert(&list, &["uci", "--files", files]), standard, "{list}");
    }
}

#[test]
fn converted_list_has_fairy_names() {
    let list = with_input(&["convert", "-", "--to", "uci", "--to-fen", "fairy", "-q"], WITH_J).stdout;
    let expected = "setoption name UCI_Variant value glinski-chess\n\
        position startpos moves j6j7 k11k10 e5f6\n";
    assert_eq!(list.lines().next(), expected.lines().next());
    let back = with_input(&["convert", "-", "--to", "uci", "--from-fen", "fairy", "-q"], &list).stdout;
    assert!(back.ends_with("moves k1k2 k7k5 f5f6\n"), "{list}{back}");
}

#[test]
fn incomplete_fens_are_read_with_notes() {
    let board = "1/1k1/5/7/9/11/11/11/11/11/5K5";
    let of = |command: &str, rest: &str| {
        let fen = format!("{board}{rest}");
        let mut args: Vec<&str> = command.split(' ').collect();
        args.insert(1, &fen);
        hexmate(&args)
    };
    let runs = [
        of("perft --depth 1", ""),
        of("perft --depth 1", " b"),
        of("perft --depth 1 -q", " w"),
        of("convert --to fen", " w - 20"),
        of("validate", ""),
        of("validate --strict", " w - 20"),
        of("validate --format csv", " w"),
        of("diagram --format ascii", " w 20"),
    ];
    assert_snapshot!("incomplete_fens", runs.map(|ended| ended.to_string()).join("\n"));
}

#[test]
fn advice_names_order_of_walls() {
    let fen = "***1prb/**2pkn/*3ppp/7/PPP3*/NKP2**/BRP1*** w - - 0 1";
    let runs = [
        hexmate(&["perft", fen, "--variant", "mini", "--depth", "1"]),
        hexmate(&["perft", fen, "--variant", "mini", "--depth", "1", "--from-fen", "fairy"]),
        hexmate(&["moves", "start", "--variant", "mini", "--moves", "a2d3", "--from-fen", "fairy"]),
    ];
    assert_eq!(runs[2].stdout.lines().count(), 2, "{}", runs[2]);
    assert_snapshot!("walls", [&runs[0], &runs[1]].map(Ended::to_string).join("\n"));
}

#[test]
fn addresses_are_positions_for_commands() {
    const FEN: &str = "k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16";
    let encoded = FEN.replace('/', "%2F").replace(' ', "%20");
    let page = format!("file:///x/hexmate.html#mini;{}", FEN.replace(' ', "_"));
    for text in [format!("mini_{}", FEN.replace(' ', "_")), format!("mini%20{encoded}"), page] {
        for command in [
            &["moves"][..],
            &["perft", "--depth", "2"],
            &["solve", "--mate", "1", "--no-time"],
            &["validate"],
            &["convert", "--to", "fen"],
            &["diagram", "--format", "ascii"],
            &["play", "--board", "none", "--position"],
        ] {
            let with = |position: &str, more: &[&str]| {
                crate::run::with_input(&[command, &[position], more].concat(), "")
            };
            let (address, plain) = (with(&text, &[]), with(FEN, &["--variant", "mini"]));
            // `validate` reports notes in its table.
            let is_note = |line: &&str| line.contains("[fen-address]");
            let others: Vec<&str> = address.stdout.lines().filter(|line| !is_note(line)).collect();
            let expected: Vec<&str> = plain.stdout.lines().collect();
            assert_eq!((address.status, others), (plain.status, expected), "{address}");
            let notes = address.stdout.lines().chain(address.stderr.lines()).filter(is_note).count();
            assert_eq!(notes, 1, "{address}");
        }
    }
    let moves = format!("#mini;{};c5d6;1", FEN.replace(' ', "_"));
    for command in ["moves", "validate"] {
        let ended = hexmate(&[command, &moves]);
        assert!(ended.status.is_some_and(|status| status > 1) && ended.stdout.is_empty(), "{ended}");
    }
    let table = format!("fen,stipulation\nmini_{},#1\n", FEN.replace(' ', "_"));
    let solved = with_input(&["solve", "-", "--no-time"], &table);
    assert!(solved.stdout.contains("SOUND") && solved.stderr.contains("[fen-address]"), "{solved}");
    let game = format!("[Variant \"mini\"]\n[FEN \"{}\"]\n\n16. b5=R# *\n", FEN.replace(' ', "_"));
    let strict = with_input(&["validate", "-", "--strict=fen-address"], &game);
    assert!(strict.stdout.contains("[fen-address]") && strict.status == Some(1), "{strict}");
    let session =
        with_input(&["uci"], &format!("position fen {}\nd\n", "1/3/5/2k4/9/11/11/11/11/2P8/5K5_w_-_0_1"));
    assert!(session.stdout.contains("info string FEN is read from an address\n"), "{session}");
}
