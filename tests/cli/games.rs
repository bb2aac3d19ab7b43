//! Game collections with `validate --repair`, `mine`, `convert` and `stats`.

use std::fs;

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

const GAMES: &str = "tests/examples/three-games.pgn";

/// A game for each kind of error, and some without errors.
const SLIPS: &str = "\
[GameID \"repaired\"]

1.Nf4 g6 2.Nhi3 e6 3.Nk5 *

[GameID \"several\"]

1.g5 g6 2.Nf4 e6 *

[GameID \"another piece\"]

1.g5 g6 2.Ndi3 e6 *

[GameID \"wrong mark\"]

1.g5+ g6 *

[GameID \"wrong result\"]

1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xB# 0-1

[GameID \"no stalemate\"]

1.g5 g6 3/4-1/4

[GameID \"two results\"]
[Result \"1-0\"]

1.g5 g6 0-1

[GameID \"wrong victim\"]

1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xR# 1-0

[GameID \"after the end\"]

1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xB# Kh9 1-0

[GameID \"marks apart\"]
[White Ann]

1.e4e6 d7d5 2.e6d6 e.p. e7d6 remi

[GameID \"run together\"]

1.g5 g6 2.e5 1.g5 g6 *
";

/// Three moves to a position with a unique mate in one.
const FOOLS_MATE: &str = "1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6";

#[test]
fn repair_suggests_legal_readings() {
    assert_snapshot!("games_repair", with_input(&["validate", "-", "--repair"], SLIPS));
    let json = with_input(&["validate", "-", "--repair", "--format", "json", "-q"], SLIPS);
    assert_snapshot!("games_repair_json", json);
}

#[test]
fn games_have_other_names() {
    let pgn = "[JoclyGame \"mccooey-chess\"]\n\n1. f5 *\n\n[JoclyGame \"chess\"]\n\n1. f6 *\n";
    assert_snapshot!("games_names", with_input(&["validate", "-", "--format", "csv"], pgn));
    let lines = ["Gliński", "hexagonal chess", "mccooey-chess", "Echex for three, 16 pieces"]
        .map(|name| with_input(&["perft", "start", "--depth", "1", "--variant", name], "").stdout);
    assert_snapshot!("games_names_of_option", lines.concat());
    assert_snapshot!("games_unknown_name", with_input(&["moves", "start", "--variant", "Glińsk"], ""));
    let csv = "id,variant,fen,stipulation\na,McCooey Chess,1/1k1/5/7/9/11/5q5/11/11/5R5/K10 w - 0 1,#1\n";
    assert_snapshot!("games_names_of_problems", with_input(&["solve", "-", "--no-time"], csv));
}

#[test]
fn strict_rejects_leniencies() {
    let all = with_input(&["validate", "-", "--strict", "--format", "csv", "-q"], SLIPS);
    assert_snapshot!("games_strict", all);
    let one = with_input(&["validate", "-", "--strict=bare-tag,wrong-check-mark", "-q"], SLIPS);
    assert!(
        one.stdout.contains("[bare-tag]") && one.stdout.contains("invalid: game 4 (GameID wrong mark)"),
        "{one}"
    );
    assert_eq!(with_input(&["validate", "-", "--strict=kindness"], SLIPS).status, Some(2));
}

#[test]
fn repaired_game_is_legal_and_commented() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("repaired.pgn").display().to_string();
    let repair = format!("--repair={path}");
    with_input(&["validate", "-", &repair, "-q"], SLIPS);
    let repaired = fs::read_to_string(&path).expect("a file");
    let beginning = "[GameID \"repaired\"]\n\n1.Ndf4 {written Nf4} g6 2.Nhi3 e6 3.Nk5 *\n\n[GameID \"several\"]\n\n1.g5 g6";
    assert!(repaired.starts_with(beginning), "{repaired}");
    assert_eq!(repaired.matches("in the same record}").count(), 2, "{repaired}");
    let only_repaired = format!("--repair={path}.only");
    with_input(&["validate", "-", &only_repaired, "--only-repaired", "-q"], SLIPS);
    let repaired = fs::read_to_string(format!("{path}.only")).expect("a file");
    assert!(repaired.contains("1. Ndf4 {written Nf4} 1... g6"), "{repaired}");
    let again = with_input(&["validate", "-"], &repaired);
    assert_eq!(again.status, Some(0), "{again}");
}

#[test]
fn mine_finds_only_winning_moves() {
    let table = |moves: &str, more: &[&str]| {
        let args = ["mine", "-", "--only-move=2000", "--played", "-q"];
        with_input(&[&args[..], more].concat(), &format!("{FOOLS_MATE} {moves}"))
    };
    // Black's blunder allows a mate; no other move wins.
    let missed = table("b3 *", &[]);
    let mut rows = missed.stdout.lines();
    assert!(rows.any(|row| row.contains(",,c3f9,") && row.ends_with(",missed")), "{missed}");
    assert!(table("Qxf9#", &[]).stdout.ends_with(",played\n"));
    assert_eq!(table("*", &["-j", "2"]).stdout, table("*", &["-j", "1"]).stdout);
    let both = table("*", &["--mate", "2"]);
    assert_eq!(both.status, Some(2), "{both}");
}

#[test]
fn stats_show_accuracy_of_players() {
    let game = "[White \"Ann\"]\n[Black \"=Bob\"]\n\n1. e5 {[%eval 0.0]} e6 {[%eval 1.91]} *\n";
    let table = with_input(&["stats", "-", "--format", "csv", "--escape-formulas"], game).stdout;
    assert!(table.contains("\naccuracy,'=Bob,75\n") && table.contains("\nevaluated,'=Bob,1\n"), "{table}");
    assert!(!table.contains("Ann"), "{table}");
}

#[test]
fn mine_reports_what_was_played() {
    let played = |moves: &str| {
        let game = format!("{FOOLS_MATE} {moves}");
        let table = with_input(&["mine", "-", "--mate", "1", "--played", "-q"], &game).stdout;
        let (header, rows) = table.split_once('\n').expect("a header");
        assert!(header.ends_with(",source,played"), "{header}");
        let solved = with_input(&["solve", "-", "-q"], &table);
        assert_eq!(solved.status, Some(0), "{solved}");
        rows.trim().rsplit(',').next().expect("a column").to_owned()
    };
    assert_eq!(["Qxf9#", "b3 *", "*"].map(played), ["played", "missed", "left"]);
    let plain = with_input(&["mine", "-", "--mate", "1", "-q"], &format!("{FOOLS_MATE} *")).stdout;
    assert!(plain.starts_with("id,variant,fen,stipulation,key,source\n"), "{plain}");
}

/// Nested variations with comments, and an illegal one.
const BRANCHES: &str = "1. g5 (1. e5 $1 {or} 1... g6 (1... e7e6 2. Nhf4) 2. f6) (1. Kg9 e6) g6 *\n";

#[test]
fn variations_survive_conversion() {
    let convert =
        |input: &str, args: &[&str]| with_input(&[&["convert", "-", "-q"], args].concat(), input).stdout;
    let pgn = convert(BRANCHES, &["--to", "pgn"]);
    assert_snapshot!(
        "games_variations",
        convert(&pgn, &["--to", "pgn", "--notation", "long", "--language", "polish"])
    );
    for form in ["csv", "json"] {
        assert_eq!(convert(&convert(&pgn, &["--to", form]), &["--to", "pgn"]), pgn, "{form}");
    }
    let list = with_input(&["convert", "-", "--to", "uci"], BRANCHES);
    assert!(list.stderr.contains("not kept in lists of moves: 2 variations"), "{list}");
}

#[test]
fn games_survive_conversion() {
    let convert =
        |input: &str, args: &[&str]| with_input(&[&["convert", "-", "-q"], args].concat(), input).stdout;
    let pgn = hexmate(&["convert", GAMES, "--to", "pgn", "-q"]).stdout;
    assert_snapshot!("games_convert", hexmate(&["convert", GAMES, "--to", "pgn", "--language", "polish"]));
    for form in ["csv", "json"] {
        assert_eq!(convert(&convert(&pgn, &["--to", form]), &["--to", "pgn"]), pgn, "{form}");
    }
    for notation in ["san", "long", "long-named", "uci"] {
        // UCI moves have no piece letters.
        let language = if notation == "uci" { &[][..] } else { &["--language", "hungarian"] };
        let written = convert(&pgn, &[&["--to", "pgn", "--notation", notation], language].concat());
        assert_eq!(convert(&written, &["--to", "pgn"]), pgn, "{notation}");
    }
    let lists = convert(&pgn, &["--to", "uci"]);
    assert_snapshot!("games_lists", lists);
    assert_eq!(convert(&convert(&lists, &["--to", "pgn"]), &["--to", "uci"]), lists);
}

#[test]
fn positions_are_converted_between_dialects() {
    let down = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1";
    let converted = with_input(&["convert", "-", "--to", "fen"], down);
    assert_eq!(converted.status, Some(1));
    assert!(
        converted
            .stderr
            .contains("this is a FEN in dialect file-down; use --from-fen file-down [rank-length]\n"),
        "{converted}"
    );
    let read = ["convert", "-", "--to", "fen", "--from-fen", "file-down", "-q"];
    let rank = with_input(&read, down).stdout;
    assert_eq!(rank, "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1\n");
    let back = with_input(&["convert", "-", "--to", "fen", "--to-fen", "file-down", "-q"], &rank).stdout;
    assert_eq!(back.trim(), down);
    let epd = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63; dm 2; bm g3f3; id \"x\";\n";
    let table = with_input(&["convert", "-", "--to", "csv", "-q"], epd).stdout;
    assert_eq!(with_input(&["convert", "-", "--to", "epd", "-q"], &table).stdout, epd);
}

#[test]
fn stats_counts_and_draws_chart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chart.svg").display().to_string();
    assert_snapshot!("games_stats", hexmate(&["stats", GAMES, "--format", "csv", "--min-games", "1"]));
    hexmate(&["stats", GAMES, "--chart", &path]);
    let chart = fs::read_to_string(&path).expect("a file");
    let read = roxmltree::Document::parse(&chart).expect("well-formed");
    assert_eq!(
        read.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "rect"))).count(),
        7,
        "{chart}"
    );
    assert!(!chart.contains("<text") && !chart.contains("font"), "{chart}");
}

#[test]
fn quiet_omits_boards() {
    let bad = "1. Kh9 *\n";
    let table = "id a\nsource hand\nvariant mini\nfen start\nperft 1 8\n";
    for (args, input) in [
        (&["validate", "-"][..], bad),
        (&["validate", "-", "--repair"], bad),
        (&["perft", "--verify", "-"], table),
        (&["perft", "start", "--variant", "mini", "--depth", "1", "--compare", "-"], "b1b2: 1\n"),
    ] {
        let loud = with_input(args, input).to_string();
        let quiet = with_input(&[args, &["-q"]].concat(), input).to_string();
        let has_board = |text: &str| {
            text.lines().any(|line| {
                line.trim_end().ends_with("  a b c d e f g h i k l") || line.matches(" . ").count() > 1
            })
        };
        assert!(has_board(&loud), "{loud}");
        assert!(!has_board(&quiet) && quiet.contains("= 1"), "{quiet}");
    }
}

#[test]
fn start_is_a_position_everywhere() {
    let mini = "b/rkn/p1p1p/1ppp1/7/1PPP1/P1P1P/NKR/B";
    for variant in ["glinski", "mini", "shafran"] {
        let fen = hexmate(&["convert", "start", "--to", "fen", "--variant", variant, "-q"]).stdout;
        assert!(fen.trim_end().ends_with(" 0 1"), "{fen} {mini}");
        let after = hexmate(&["perft", fen.trim(), "--variant", variant, "--depth", "1", "-q"]);
        for args in [
            &["perft", "start", "--depth", "1"][..],
            &["moves", "start"],
            &["diagram", "start"],
            &["convert", "start", "--to", "epd"],
            &["convert", "startpos", "--to", "csv"],
            &["convert", "start", "--to", "pgn"],
            &["validate", "start"],
            &["compose", "mend", "start", "--mate", "1", "--nodes", "1"],
            &["solve", "start", "--mate", "1", "--nodes", "9"],
            &["play", "--position", "start", "--board", "none"],
            &["select", "tests/examples/three-games.pgn", "--position", "start"],
        ] {
            let ended = hexmate(&[args, &["--variant", variant, "-q"]].concat());
            assert!(matches!(ended.status, Some(0 | 1)), "{ended}");
            assert_eq!(ended.stderr, "", "{ended}");
            assert!(args[0] != "perft" || ended.stdout == after.stdout, "{ended} {after}");
        }
    }
}
