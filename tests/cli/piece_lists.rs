//! Piece lists wherever a FEN is accepted, and in every output.

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

const FEN: &str = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
const LIST: &str = "w: Kf9 Rk7 Bf4 Nf7 Nk6 Pc4 d5 g8 h5; b: Kf6 Pf5";

#[test]
fn every_input_accepts_piece_lists() {
    let to_fen = |args: &[&str], input: &str| {
        let ended = with_input(&[&["convert"], args, &["--to", "fen", "--quiet"]].concat(), input);
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{input}");
        ended.stdout
    };
    let expected = format!("{FEN}\n");
    assert_eq!(to_fen(&[LIST], ""), expected);
    let short = "Kf9 Rk7 Nf7k6 Bf4 c4 d5 g8 h5 / kf6 f5";
    for input in [
        format!("{LIST}\n"),
        format!("# problems\n{LIST}; stip \"#2\"; id \"w: x; y\"\n"),
        format!("{short} dm 2; id \"x\"\n"),
        format!("id,fen,stipulation\n1,{LIST},#2\n"),
        format!("id;pieces;stipulation\n1;{short};#2\n"),
        format!("id,pieces,stipulation,fen\n1,w: Kf1,#2,{FEN}\n"),
        format!("[Variant \"glinski\"]\n[SetUp \"1\"]\n[FEN \"{LIST}\"]\n\n*\n"),
        "[Letters \"Hungarian\"]\n[FEN \"v: Kf9 Bk7 Hf7 Hk6 Ff4 Pc4 d5 g8 h5; s: Kf6 Pf5\"]\n\n*\n"
            .to_owned(),
    ] {
        assert_eq!(to_fen(&["-"], &input), expected, "{input}");
    }
    for command in [&["moves"][..], &["perft", "--depth", "1"]] {
        let outputs = [FEN, LIST].map(|position| hexmate(&[command, &[position]].concat()).stdout);
        assert_eq!(outputs[0], outputs[1]);
    }
    let solved = hexmate(&["solve", LIST, "--mate", "2", "--no-time", "--format", "csv"]);
    assert!(solved.stdout.contains(FEN) && solved.stdout.contains(LIST), "{solved}");
    let moved = hexmate(&["moves", "w: Kf1; b: Kf11; black moves moves Kg9"]);
    assert_eq!(moved.status, Some(0), "{moved}");
}

#[test]
fn arguments_and_lines_become_lists() {
    for list in [
        "White (3): K f6, Q g4, P e5; Black (2): K f11, P e7",
        "White (3) Kf6 Qg4 e5 Black (2) Kf11 e7",
        "White K f6, Q g4, P e5; Black K f11, P e7",
        "♔f6 ♕g4 ♙e5 ♚f11 ♟e7",
        "Kf6 Qg4 Pe5 kf11 pe7",
        "Rf6 Dg4 Pe5 rf11 pe7",
        "w:Kf6,Qg4,e5;b:Kf11,e7",
    ] {
        let fen = "k/3/5/7/3p5/5K5/4P6/6Q4/11/11/11 w - 0 1\n";
        let argument = hexmate(&["convert", list, "--to", "fen", "--quiet"]);
        assert_eq!(argument.stdout, fen, "{list}: {argument}");
        let line = with_input(&["convert", "-", "--to", "fen", "--quiet"], &format!("{list}\n"));
        assert_eq!(line.stdout, fen, "{list}: {line}");
    }
    // Moves and prose are not lists.
    for text in ["Kf6 Ke7 bc5", "White Knight f6", "Nf3 kf11"] {
        let ended = hexmate(&["convert", text, "--to", "fen"]);
        assert!(ended.stderr.contains("cannot read"), "{text}: {ended}");
    }
}

#[test]
fn lists_are_written_in_every_language() {
    let mut all = String::new();
    for language in
        ["english", "hungarian", "polish", "german", "french", "spanish", "russian", "esperanto", "figurines"]
    {
        let args = ["convert", "-", "--to", "pieces", "--language", language, "--quiet"];
        let written = with_input(&args, "1/1k1/5/7/p1P6/6Q4/11/11/11/11/5K5 b c6 4 20\n").stdout;
        let back = with_input(&["convert", "-", "--to", "fen", "--quiet"], &written).stdout;
        assert_eq!(back, "1/1k1/5/7/p1P6/6Q4/11/11/11/11/5K5 b c6 4 20\n", "{written}");
        all += &written;
    }
    assert_snapshot!(all);
}

#[test]
fn errors_show_the_place() {
    let mut all = String::new();
    for list in [
        "w: Kf6 Xg4; b: Kf11",
        "w: Kf6 Qg44; b: Kf11",
        "Kf6 Hb2 / kf11",
        "w: Kf6 (2); b: Kf11",
        "w: Kf6 Rc1 g5; b: Kf11 Pe7",
    ] {
        all += &hexmate(&["moves", list]).stderr;
    }
    let ended = with_input(&["solve", "-", "--mate", "2"], "w: Kf6 Qf6; b: Kf11\n");
    assert_snapshot!(all + &ended.stdout);
}

#[test]
fn diagram_lists_pieces_below_board() {
    let board =
        hexmate(&["diagram", LIST, "--piece-list", "--letters", "german", "--format", "ascii"]).stdout;
    assert!(board.ends_with("\nw: Kf9 Tk7 Lf4 Sf7 Sk6 Bc4 d5 g8 h5\ns: Kf6 Bf5\n"), "{board}");
}
