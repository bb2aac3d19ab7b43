//! `select --unique --beginnings`, and names in another spelling.

use std::fs;

use crate::run::{hexmate, with_input};

const GAMES: &str = "\
[White \"Kovács János\"]\n[Black \"Nagy\"]\n\n1. e5 e6 2. Qc3 Qc6 *\n\n\
[White \"J. Kovacs\"]\n[Black \"Nagy\"]\n\n1. e5 e6 2. Qc3 Qc6 *\n\n\
[White \"Kovács János\"]\n[Black \"?\"]\n\n1. e5 e6 *\n\n\
[White \"Other\"]\n[Black \"Player\"]\n\n1. e5 e6 2. Qc3 1/2-1/2\n\n\
[White \"Kovacs\"]\n[Black \"Nagy\"]\n\n1. e5 e6 2. Qc3 Qc6 3. Nhf4 *\n\n\
[White \"Kovacs\"]\n[Black \"Nagy\"]\n\n1. e5 e6 2. Qz9 *\n";

#[test]
fn beginnings_are_left_out() {
    let ended =
        with_input(&["select", "-", "--unique", "--beginnings", "--report", "-", "-o", "/dev/null"], GAMES);
    let fates: Vec<&str> =
        ended.stdout.lines().skip(1).filter_map(|row| row.split(',').rev().nth(2)).collect();
    assert_eq!(ended.stdout.matches(",beginning,").count(), 2, "{fates:?} {ended}");
    assert!(
        ended.stderr.contains("6 games read, 3 selected, 1 duplicate left out, 2 beginnings left out\n"),
        "{ended}"
    );
    assert!(ended.stderr.contains("-:16: game 4, Other - Player: kept: the beginning of"), "{ended}");
    assert_eq!(ended.stderr.matches("[other-spelling]").count(), 2, "{ended}");
}

#[test]
fn longer_game_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.pgn");
    let out = path.to_str().expect("UTF-8");
    with_input(&["select", "-", "--unique", "--beginnings", "-o", out], GAMES);
    let kept = fs::read_to_string(&path).expect("a file");
    assert!(kept.contains("3. Nhf4") && kept.contains("1/2-1/2") && kept.contains("Qz9"), "{kept}");
    assert_eq!(kept.matches("[White ").count(), 3, "{kept}");
}

#[test]
fn beginnings_are_kept_by_default() {
    let ended = with_input(&["select", "-", "--unique"], GAMES);
    assert!(ended.stderr.contains("6 games read, 5 selected, 1 duplicate left out\n"), "{ended}");
    let refused = hexmate(&["select", "tests/examples/twins.csv", "--unique", "--beginnings"]);
    assert!(
        refused.status == Some(2) && refused.stderr.contains("--beginnings is an option for games"),
        "{refused}"
    );
    let alone = hexmate(&["select", "tests/examples/three-games.pgn", "--beginnings"]);
    assert_eq!(alone.status, Some(2));
}

#[test]
fn guesses_and_mixtures_are_named() {
    let games = "1. e5 e6 2. Dc3 Dc6 *\n\n1. e5 e6 2. Qc3 *\n\n1. e5 e6 2. Qc3 Vc6 *\n\n[Letters \"German\"]\n\n1. e5 e6 2. Dc3 *\n";
    let table = with_input(&["validate", "-", "--format", "csv"], games);
    let letters: Vec<&str> =
        table.stdout.lines().map(|row| row.rsplit(',').next().unwrap_or_default()).collect();
    assert_eq!(
        letters,
        ["letters", "German (guessed)", "English (guessed)", "English and Hungarian (mixed)", "German"]
    );
    for note in [
        "letters guessed: 1 game German [guessed-letters]\n",
        "1 game with letters of two languages [mixed-letters]\n",
        "-: games with English, German letters [mixed-letters]\n",
    ] {
        assert!(table.stderr.contains(note), "{table}");
    }
    let text = with_input(&["validate", "-"], "1. e5 e6 2. Dc3 Dz9 *\n");
    assert!(
        text.stdout.contains("read with German letters, guessed: Dc3 is not a move with English"),
        "{text}"
    );
    let converted = with_input(&["convert", "-", "--to", "pgn"], "1. e5 e6 2. Sdf4 *\n");
    assert!(converted.stderr.contains("letters guessed: 1 game"), "{converted}");
}

/// Games of twelve half-moves: an original, one with another end, one with a slip, one with exchanged players, one of
/// others.
fn records_of_one_game() -> String {
    let game = |white: &str, black: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    };
    let opening = "1. e5 e6 2. Qc3 Qc6 3. Nhf4 Nhf8 4. b3 b6 5. i3 i6";
    [
        game("Kovács János", "Nagy", &format!("{opening} 6. d4 d6 7. k3 k6 *")),
        game("J. Kovacs", "Nagy", &format!("{opening} 6. d4 d6 7. k2 1-0")),
        game("Kovács János", "Nagy", &format!("{opening} 6. Qz9 d6 7. k3 k6 *")),
        game("Nagy", "Kovács János", &format!("{opening} 6. d4 k6 7. k3 d6 *")),
        game("Other", "Player", &format!("{opening} 6. k3 k6 *")),
        game("Kovács János", "Nagy", "1. e5 e6 2. Qc3 *"),
    ]
    .concat()
}

#[test]
fn near_duplicates_are_listed() {
    let games = records_of_one_game();
    let legal = with_input(&["validate", "-", "-q"], &games);
    assert!(legal.stdout.matches('[').count() == 1 && legal.stdout.contains("Qz9"), "{legal}");
    let ended = with_input(&["select", "-", "--unique", "-o", "/dev/null"], &games);
    assert_eq!(ended.stderr.matches("[near-duplicate]").count(), 3, "{ended}");
    assert!(
        ended.stderr.contains("6 games read, 6 selected, 0 duplicates left out, 3 near duplicates kept"),
        "{ended}"
    );
    assert!(
        ended.stderr.contains("the first 12 half-moves agree [near-duplicate]; players are written"),
        "{ended}"
    );
    let plain = with_input(&["select", "-", "-o", "/dev/null"], &games);
    assert!(!plain.stderr.contains("near-duplicate"), "{plain}");
}

#[test]
fn exchanged_players_are_named() {
    let moves = "1. e5 e6 2. Qc3 Qc6 *";
    let games = format!(
        "[White \"Engine1\"]\n[Black \"Engine2\"]\n\n{moves}\n\n[White \"Engine2\"]\n[Black \"Engine1\"]\n\n{moves}\n"
    );
    let ended = with_input(&["select", "-", "--unique"], &games);
    assert!(
        ended.stderr.contains(
            "players have exchanged their seats: Engine2 - Engine1, there Engine1 - Engine2 [other-seats]"
        ),
        "{ended}"
    );
    assert!(!ended.stderr.contains("other-spelling"), "{ended}");
}

#[test]
fn every_reader_names_guessed_letters() {
    let games = "1. e5 e6 2. Dc3 Dc6 *\n";
    for command in [
        &["validate", "-"][..],
        &["convert", "-", "--to", "pgn"],
        &["select", "-"],
        &["stats", "-"],
        &["analyse", "-", "--depth", "1"],
    ] {
        let ended = with_input(command, games);
        assert!(ended.stderr.contains("letters guessed: 1 game German [guessed-letters]"), "{ended}");
        let quiet = with_input(&[command, &["-q"]].concat(), games);
        assert!(!quiet.stderr.contains("guessed-letters"), "{quiet}");
    }
}
