//! `play` with moves and commands on stdin.

use std::fs;

use insta::assert_snapshot;

use crate::run::with_input;

#[test]
fn game_is_played_to_mate() {
    let typed = "Qe1c3\nQe10c6\nb1b2\nb7b6\nBf3b1\ne7e6\nQc3xf9#\nb3\nundo\nfen\nquit\n";
    let played = with_input(&["play", "--board", "none"], typed);
    assert_eq!(played.status, Some(0));
    assert_snapshot!("play_mate", played);
}

#[test]
fn refused_input_gets_reason() {
    let typed = "Kg5\nZz\nNf4\nundo\nclaim\nsave\nload no-such-file\nmoves\nresign\nb2\nresign\n";
    assert_snapshot!("play_refused", with_input(&["play", "--board", "ascii", "--variant", "mini"], typed));
}

#[test]
fn numbered_moves_and_lists_work() {
    let typed = "1. b1b2\n1...b7b6\nmoves g1\nmoves a1\nquit\n";
    let ended = with_input(&["play", "--board", "none"], typed).stdout;
    assert!(ended.contains("White plays b2 (b1b2)") && ended.contains("Black plays b6 (b7b6)"), "{ended}");
    assert!(ended.contains("\nWhite> moves g1\nK") && ended.contains("no legal moves from a1"), "{ended}");
}

#[test]
fn draw_is_claimed_on_third_repetition() {
    let round = "Nhf4\nNhf8\nNh1\nNh9\n";
    let typed = format!("{round}claim\n{round}claim\nquit\n");
    assert_snapshot!("play_claim", with_input(&["play", "--board", "none"], &typed));
}

#[test]
fn saved_game_can_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [game, position, board] = ["game.pgn", "now.fen", "board.svg"].map(path);
    let typed = format!("f4-f6\ne7g6\nsave {game}\nsave {position}\nquit\n");
    let args = ["play", "--variant", "echex3", "--board", "none", "--svg", &board];
    with_input(&args, &typed);
    assert!(fs::read_to_string(&board).expect("a picture").starts_with("<svg "));
    assert!(fs::read_to_string(&game).expect("a game").ends_with("\n1. f6 g6 *\n"));
    for saved in [&game, &position] {
        let again =
            with_input(&["play", "--variant", "echex3", "--board", "none", "--load", saved], "h5g6\n");
        assert!(again.stdout.starts_with("Black> h5g6\nBlack plays hxg6 (h5g6)\n"), "{again}");
    }
    let wrong = with_input(&["play", "--board", "none", "--load", &game], "");
    assert_eq!(wrong.status, Some(2), "{wrong}");
}

#[test]
fn save_keeps_files_tags_and_comments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [loaded, saved, back] = ["coll.pgn", "new.pgn", "back.pgn"].map(path);
    let first = "[Event \"Őr\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Note \"kept\"]\n\n{begin} 1. e5 {a} e6 $1 (1... b6 {b}) *\n";
    let both = format!("{first}\n[White \"Cyd\"]\n\n1. f6 *\n");
    fs::write(&loaded, &both).expect("a file");
    let args = ["play", "--board", "none", "--load", &loaded];
    let ended = with_input(
        &args,
        &format!("f5f6\nsave {loaded}\nsave {saved}\nsave {saved}\nundo\nundo\nsave {back}\nquit\n"),
    );
    assert_eq!(ended.stdout.matches("already exists; choose another name").count(), 2, "{ended}");
    assert_eq!(fs::read_to_string(&loaded).expect("a file"), both);
    let text = fs::read_to_string(&saved).expect("a file");
    for kept in ["[Event \"Őr\"]", "[White \"Ann\"]", "[Black \"Bob\"]", "[Note \"kept\"]"] {
        assert!(text.contains(kept), "{text}");
    }
    assert!(text.ends_with("\n{begin} 1. e5 {a} 1... e6 $1 (1... b6 {b}) 2. f6 *\n"), "{text}");
    let text = fs::read_to_string(&back).expect("a file");
    assert!(text.contains("[White \"Ann\"]") && text.ends_with("\n{begin} 1. e5 {a} *\n"), "{text}");
}

#[test]
fn program_plays_whole_games_alone() {
    for variant in ["mini", "echex3-16"] {
        let seats = "random,random,random";
        let run = || with_input(&["play", "--variant", variant, "--board", "none", "--seats", seats], "");
        let played = run();
        assert_eq!(played.status, Some(0));
        assert!(played.stdout.contains("the game is over: "), "{played}");
        assert_eq!(run().stdout, played.stdout, "the same seed plays the same game");
    }
}

#[test]
fn hint_and_eval_change_nothing() {
    let mate = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";
    let ended = with_input(&["play", "--board", "none", "--position", mate], "hint\neval\nquit\n");
    assert!(ended.stdout.contains("Kf3 (g3f3), mate in 2\n"), "{ended}");
    assert!(ended.stdout.contains("\nmaterial, in pawns: White 8, Black 11\nBlack mates in 2: "), "{ended}");
    let seats = ["play", "--board", "none", "--variant", "mini", "--seats", "human,random", "--seed", "3"];
    let plain = with_input(&seats, "b1b2\nb2b3\nquit\n").stdout;
    let with_hints = with_input(&seats, "hint\nb1b2\neval\nhint\nb2b3\nquit\n").stdout;
    let played = |text: &str| {
        text.lines().filter(|line| line.contains(" plays ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(played(&plain), played(&with_hints));
    assert!(played(&plain).len() >= 2, "{plain}");
    let over = with_input(&["play", "--board", "none"], "resign\nhint\nquit\n");
    assert!(over.stdout.contains("refused: the game is over"), "{over}");
}

#[cfg(unix)]
#[test]
fn signal_ends_waiting_game() {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = crate::run::start(&["play"]);
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().expect("stdout is piped"))
            .read_line(&mut first)
            .expect("a board");
        let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        let started = Instant::now();
        assert_eq!(child.wait().expect("the program ends").code(), Some(status));
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    }
}

#[test]
fn clock_runs_and_ends_game() {
    let args = ["play", "--variant", "mini", "--board", "none", "--clock"];
    let played = with_input(&[&args[..], &["61.5+30"]].concat(), "b1b2\nb5b4\nquit\n");
    let shown = played.stdout.replace("1:00> ", "1:01> ");
    assert!(shown.starts_with("White 1:01> b1b2\n") && shown.contains("\nBlack 1:01> b5b4\n"), "{played}");
    assert!(shown.contains("\nWhite 1:31> ") || shown.contains("\nWhite 1:30> "), "{played}");
    let lost = with_input(&[&args[..], &["0.000001"]].concat(), "b1b2\nundo\nquit\n");
    assert!(lost.stdout.contains("the game is over: 0-1 (on time)"), "{lost}");
    let many = with_input(&["play", "--variant", "echex3", "--clock", "60"], "");
    assert_eq!(many.status, Some(2), "{many}");
}
