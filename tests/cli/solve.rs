//! `solve`: stipulations, outputs, options and limits; the output does not depend on the number of threads.

use std::collections::BTreeSet;
use std::fs;

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

const TWO_MOVER: &str = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";
const DUALS: &str = "1/3/p1pb1/4k2/5N1/7/BP3nK b - 1 10";

/// One problem of each stipulation, all of Mini Hexchess, as a table.
const TABLE: &str = "\
id,variant,fen,stipulation,key,solutions
direct,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,d1c2,
exact,mini,1/1N1/3K1/2B4/4R2/7/B1Nk3 w - 0 1,exact-#2,,
stalemate,mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,=2,,
selfmate,mini,1/3/R4/7/4p2/5bp/k1K2r1 b - 0 1,s#1,,
reflexmate,mini,1/3/R4/p2r3/6K/b1k2R1/5B1 b - 0 1,r#2,,
helpmate,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2,,
half a move more,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,1
check,mini,1/3/5/K6/6N/2p4/3k3 b - 0 1,+2,c2c1r,
series,mini,K/3/5/3R3/7/3k2R/1r4B b - 0 1,ser-#5,d2f1,
series helpmate,mini,1/2k/n4/R6/6K/7/1N5 b - 0 1,ser-h#4,e6d5,
series selfmate,mini,b/3/1B1b1/7/7/7/2rk2K w - 0 1,ser-s#2,g1f1,
help-selfmate,mini,1/3/5/7/P2pRkb/3K3/6b b - 0 1,hs#3,f3g2,
two are claimed,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,2
no number,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,x
no stipulation,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.4,,
not for three,echex3,\"1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1\",s#2,,
for three,echex3,\"1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1\",#2,,
";

#[test]
fn every_stipulation_is_solved() {
    assert_snapshot!("solve_stipulations", with_input(&["solve", "-", "--no-time"], TABLE));
    let json = with_input(&["solve", "-", "--format", "json", "--no-time", "-q"], TABLE);
    assert_eq!(json.stdout.matches("\"schema_version\":1").count(), TABLE.lines().count() - 1);
}

#[test]
fn slowest_problems_have_their_own_line() {
    let table = format!("id,variant,fen,stipulation\n\"a\nb\",mini,{TWO_MOVER},#2\n");
    let stderr = with_input(&["solve", "-"], &table).stderr;
    let last = stderr.lines().last().expect("a line");
    assert!(last.starts_with("slowest: a\\nb "), "{stderr}");
}

#[test]
fn output_on_stdout_replaces_lines() {
    let input = format!("{TWO_MOVER}; dm 2; id \"a\"; c0 \"kept\";\n");
    let run = |args: &[&str]| {
        let args = [&["solve", "-", "--variant", "mini", "-q", "--no-time"], args].concat();
        with_input(&args, &input).stdout
    };
    let text = run(&["--text", "-"]);
    assert!(
        text.starts_with("a   Mini Hexchess   #2   5+4   SOUND   C+\n\nset play:\n      1...Rc2-b1\n"),
        "{text}"
    );
    assert!(text.ends_with("\ncomplete: 1 key, 1 try with one refutation\n\n"), "{text}");
    assert_eq!(run(&["--set-play"]), text, "asking for set play shows the solution");
    assert!(run(&["--tries", "0"]).ends_with("\ncomplete: 1 key\n\n"));
    assert!(run(&["--tries", "2"]).ends_with(" tries with at most 2 refutations\n\n"));
    assert!(run(&["--every-defence"]).lines().count() > text.lines().count());
    assert!(run(&["--pgn", "-"]).starts_with("[Event \"a\"]\n"));
    assert!(
        run(&["--epd", "-"])
            .starts_with(&format!("{TWO_MOVER}; variant mini; dm 2; bm Bxc2; id \"a\"; status SOUND; "))
    );
    assert!(run(&["--epd", "-"]).trim_end().ends_with("c0 \"kept\";"));
    assert!(run(&["--jsonl", "-"]).starts_with("{\"id\":\"a\","));
    assert!(run(&["--report", "-"]).starts_with("id,variant,"));
}

#[test]
fn compact_style_uses_requested_language() {
    let input = format!("{TWO_MOVER}; dm 2; id \"a\";\n");
    let run = |args: &[&str]| {
        let args = [&["solve", "-", "--variant", "mini", "-q", "--style", "compact", "--text", "-"], args];
        with_input(&args.concat(), &input).stdout
    };
    let head = "a   Mini Hexchess   #2   5+4   SOUND   C+\n";
    let english = "   Set play: 1…Rb1/Rd2/Re1 2.Bb3#\n   1.Rd6+? Kxd6!\n   1.Bxc2! (2.Ba1#/Bb3#)\n\n";
    assert_eq!(run(&[]), format!("{head}{english}"));
    let hungarian =
        "   Látszólagos játék: 1…Bb1/Bd2/Be1 2.Fb3#\n   1.Bd6+? Kxd6!\n   1.Fxc2! (2.Fa1#/Fb3#)\n\n";
    assert_eq!(run(&["--language", "hungarian"]), format!("{head}{hungarian}"));
    let mixed = hungarian.replace('B', "♖").replace('F', "♗").replace('K', "♔");
    assert_eq!(run(&["--language", "hungarian", "--figurines"]), format!("{head}{mixed}"));
    assert_eq!(run(&["--tries", "0", "--keys-only"]), format!("{head}   1.Bxc2!\n\n"));
    let limited = run(&["--nodes", "1"]);
    assert_eq!(
        limited,
        "a   Mini Hexchess   #2   5+4   NOT_FINISHED\n   node limit reached; certainly no mate in 1\n\n"
    );
    let refused = with_input(&["solve", "-", "-q", "--style", "compact", "--text", "-"], "nothing; dm 2;\n");
    assert!(refused.stdout.contains("not searched: "), "{refused}");
}

#[test]
fn solutions_read_back_in_every_language() {
    let games = "tests/examples/slips.pgn";
    let languages = "english hungarian polish german french spanish russian esperanto figurines";
    let mut texts = BTreeSet::new();
    for language in languages.split(' ') {
        let to = |language: &str, from: &str, input: &str| {
            with_input(&["convert", from, "--to", "pgn", "--language", language, "-q"], input).stdout
        };
        let written = to(language, "tests/examples/three-games.pgn", "");
        assert!(written.contains("1-0"), "{language}: {written}");
        let back = to("english", "-", &written);
        assert_eq!(back, to("english", "tests/examples/three-games.pgn", ""), "{language}");
        assert!(texts.insert(written), "{language} equals another language");
        let checked = hexmate(&["validate", games, "--letters", language, "-q"]);
        assert_eq!(checked.status, Some(1), "{language}");
    }
}

#[test]
fn keys_only_omits_unrequested_columns() {
    let input = format!("{TWO_MOVER}; dm 2; id \"a\";\n");
    let run = |args: &[&str]| {
        let args = [&["solve", "-", "--variant", "mini", "-q", "--no-time", "--keys-only"], args].concat();
        with_input(&args, &input).stdout
    };
    let cells = |args: &[&str]| -> Vec<String> {
        let table = run(&[&["--format", "csv"], args].concat());
        let row = table.lines().nth(1).expect("a row");
        row.split(',').skip(9).take(5).map(str::to_owned).collect()
    };
    assert_eq!(cells(&[]), [""; 5]);
    let [tries, set_play, ..] = &cells(&["--tries", "1", "--set-play"])[..] else { panic!("five cells") };
    assert_eq!((tries.as_str(), set_play.split(' ').count()), ("Rd6+(d7d6)", 3));
    assert!(
        run(&["--text", "-"]).contains("\n   1.Bd1*c2 !\n\ncomplete: 1 key\n"),
        "{}",
        run(&["--text", "-"])
    );
}

#[test]
fn hidden_variations_are_omitted_everywhere() {
    let input = format!("{DUALS}; dm 2; id \"a\";\n");
    let run = |args: &[&str]| {
        let args = [&["solve", "-", "--variant", "mini", "-q"], args].concat();
        with_input(&args, &input).stdout
    };
    for form in ["--text", "--pgn"] {
        assert!(run(&[form, "-"]).contains("dual"), "{}", run(&[form, "-"]));
        assert!(!run(&[form, "-", "--hide-duals"]).contains("dual"));
        assert!(!run(&[form, "-", "--hide-short"]).contains("short"));
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn output_ignores_threads_and_order() {
    let file = |name: &str| fs::read_to_string(format!("puzzles/{name}.csv")).expect(name);
    let table = file("mini");
    let (header, rows) = table.split_once('\n').expect("a header");
    let mut shuffled: Vec<&str> = rows.lines().collect();
    shuffled.reverse();
    shuffled.rotate_left(17);
    let shuffled = format!("{header}\n{}\n", shuffled.join("\n"));
    for form in ["--text", "--jsonl", "--pgn", "--epd", "--report"] {
        let run = |threads: &str, input: &str| {
            let args = ["solve", "-", "-j", threads, "--no-time", "-q", form, "-"];
            with_input(&args, input).stdout
        };
        let single = run("1", &table);
        assert!(single == run("2", &table) && single == run("8", &table), "{form} depends on the threads");
        let other = run("2", &shuffled);
        let words = |text: &str| -> BTreeSet<String> {
            text.split(if form == "--text" { "\n\n" } else { "\n" }).map(str::to_owned).collect()
        };
        assert_eq!(words(&single), words(&other), "{form} depends on the order of the problems");
    }
}

#[test]
fn key_arrows_option_draws_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |arrows: &[&str]| {
        let diagrams = folder.path().join(arrows.len().to_string()).display().to_string();
        let args = ["solve", "puzzles/known.csv", "-q", "--no-captions", "--diagrams", &diagrams];
        assert_eq!(hexmate(&[&args[..], arrows].concat()).status, Some(0));
        fs::read_to_string(format!("{diagrams}/play-1.svg")).expect("a picture")
    };
    assert_ne!(drawn(&[]), drawn(&["--key-arrows"]));
    let picture = hexmate(&[
        "diagram",
        "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38",
        "--arrow",
        "b4e10",
        "--title",
        "play-1 #2",
    ]);
    assert_eq!(drawn(&["--key-arrows"]), picture.stdout);
    assert_eq!(hexmate(&["solve", "puzzles/known.csv", "--key-arrows"]).status, Some(2));
}

#[test]
fn solve_diagrams_have_full_captions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [solved, drawn, table] = ["solved", "drawn", "table.csv"].map(path);
    let board = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";
    let problems = format!(
        "id,variant,fen,stipulation,key,author,source\n\
         right,mini,{board},#2,d1c2,\"Ő. Szerző\",Lapszemle\nwrong,mini,{board},#2,b2b3,,\n"
    );
    fs::write(&table, problems).expect("written");
    hexmate(&["solve", &table, "-q", "--diagrams", &solved]);
    hexmate(&["diagram", &table, "--caption", "--title", "right #2", "-o", &drawn]);
    let read = |folder: &str, name: &str| fs::read_to_string(format!("{folder}/{name}.svg")).expect(name);
    assert_eq!(read(&solved, "right"), read(&drawn, "right"));
    assert!(read(&solved, "right").contains("class=\"to-move\""));
    hexmate(&["diagram", &table, "--caption", "--title", "wrong #2", "-o", &drawn]);
    assert_eq!(read(&solved, "wrong"), read(&drawn, "wrong"), "a wrong claim would give the key away");
}

#[test]
fn limit_in_variations_keeps_keys() {
    let input = format!("{TWO_MOVER}; dm 2; id \"a\";\n");
    let args = ["solve", "-", "--variant", "mini", "--nodes", "200", "--no-time", "--text", "-"];
    let ended = with_input(&args, &input);
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("solve_limit", ended);
}

#[test]
#[ignore = "long: make verify-program"]
fn long_mate_claim_lists_excluded_lengths() {
    let input = "k/3/5/7/6p/1RK4/7 w - 0 1; dm 8; id \"rook\";\n";
    let args = ["solve", "-", "--variant", "mini", "--keys-only", "--no-time", "--format", "csv"];
    let short = with_input(&[&args[..], &["--nodes", "1000000"]].concat(), input);
    assert_eq!(short.status, Some(1));
    assert_snapshot!("solve_long", short);
}

/// Set play starts with the number of the move that follows the key.
#[test]
fn set_play_keeps_its_move_number() {
    let half = "1/3/5/7/7/k1P3N/2K4 w - 0 1; stip \"h#1.5\";\n";
    for (args, text) in [
        (["--text", "-"], "\nset play:\n   2.Ka2-a1 Ng2-d3 #\n"),
        (["--pgn", "-"], "{set play: 2.Ka1 Nd3#}"),
        (["--html", "-"], ">2.<i class=\"K\">K</i>a1</a>"),
        (["--compact", "-"], "Set play: 2.Ka1 Nd3#"),
    ] {
        let args: &[&str] =
            if args[0] == "--compact" { &["--text", "-", "--style", "compact"] } else { &args };
        let ended =
            with_input(&[&["solve", "-", "--variant", "mini", "--no-time", "-q"], args].concat(), half);
        assert!(ended.stdout.contains(text), "{text}\n{ended}");
    }
}
