//! Claimed keys and numbers of solutions, right and wrong, in every output.

use insta::assert_snapshot;

use crate::run::{Ended, with_input};

const ONE_KEY: &str = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
const THREE_KEYS: &str = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";

/// Ids, stipulations, claimed keys and claimed numbers of solutions; the key is Rk7-f11.
const CLAIMS: [(&str, &str, &str, &str); 21] = [
    ("wrong", "#2", "k7g10", ""),
    ("wrong, long", "#2", "1.Rk7-g10!", ""),
    ("wrong, short", "#2", "1. Rg10", ""),
    ("right", "#2", "k7f11", ""),
    ("right, long", "#2", "1.Rk7-f11 !", ""),
    ("right, short", "#2", "Rf11", ""),
    ("right, Hungarian", "#2", "1.Bf11", ""),
    ("right, figurines", "#2", "1.♖k7-f11!", ""),
    ("right, black figurines", "#2", "♜f11", ""),
    ("wrong, figurines", "#2", "♖\u{fe0e}g10", ""),
    ("right, a pawn", "#2", "♙e8, ♖f11", ""),
    ("a whole line", "#2", "1.Rf11! Ke5 2.Rf8#", ""),
    ("not legal", "#2", "Rk7-a1", ""),
    ("two rooks", "#2", "Nf8", ""),
    ("no move", "#2", "the rook goes up", ""),
    ("one of two is right", "#2", "Rf11 Rg10", ""),
    ("too many solutions", "#2", "Rf11", "2"),
    ("of a longer mate", "#3", "k7g10", ""),
    ("of no mate", "#1", "k7g10", ""),
    ("nothing", "#2", "", ""),
    ("unknown", "#2", "?", ""),
];

fn table() -> String {
    let rows = CLAIMS
        .map(|(id, stipulation, key, count)| format!("\"{id}\",{ONE_KEY},{stipulation},\"{key}\",{count}\n"));
    format!(
        "id,fen,stipulation,key,solutions\n{}one of three,{THREE_KEYS},#2,g5e7,\ntwo of three,{THREE_KEYS},#2,Ne7 1.Ni6,\n",
        rows.concat()
    )
}

fn solve(args: &[&str], input: &str) -> Ended {
    with_input(&[&["solve", "-", "--no-time"], args].concat(), input)
}

#[test]
fn claims_are_checked_per_problem() {
    let ended = solve(&[], &table());
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("claims_lines", ended);
}

#[test]
fn wrong_key_appears_in_all_outputs() {
    let input = format!("{ONE_KEY}; dm 2; bm k7g10; id \"wrong\";\n");
    let message = "claimed 1.Rk7-g10: not a key";
    for form in ["--text", "--report", "--jsonl", "--html", "--epd", "--pgn"] {
        let ended = solve(&[form, "-"], &input);
        assert!(ended.stdout.contains(message), "{form}: {ended}");
        assert_eq!(ended.status, Some(1), "{form}");
        assert!(ended.stderr.contains("1 not as expected, 1 wrong claim"), "{ended}");
    }
    let line = solve(&[], &input);
    assert!(line.stdout.contains(message), "{line}");
    let text = solve(&["--text", "-"], &input).stdout;
    assert!(text.contains(&format!("SOUND   C+\n{message}\n\n")), "{text}");
    let page = solve(&["--html", "-"], &input).stdout;
    assert!(page.contains("data-claim=\"wrong-key\"") && page.contains("<select name=\"claim\">"));
    let pgn = solve(&["--pgn", "-"], &input).stdout;
    assert!(
        pgn.contains(&format!("[Claim \"{message}\"]")) && pgn.contains(&format!("{{{message}}}")),
        "{pgn}"
    );
    let right = input.replace("k7g10", "k7f11");
    for form in ["--text", "--report", "--jsonl", "--epd", "--pgn"] {
        let ended = solve(&[form, "-"], &right);
        assert!(!ended.stdout.contains("claimed 1."), "{form}: {ended}");
        assert_eq!(ended.status, Some(0), "{form}");
    }
}

#[test]
fn claim_column_has_codes() {
    let report = solve(&["--keys-only", "--report", "-", "-q"], &table()).stdout;
    let mut rows = csv::Reader::from_reader(report.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let place = |name: &str| header.iter().position(|own| own == name).expect("a column");
    let (id, claim) = (place("id"), place("claim"));
    let words: Vec<String> = rows
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| format!("{}: {}", &row[id], &row[claim]))
        .collect();
    assert_snapshot!("claims_words", words.join("\n"));
}

#[test]
fn unfinished_search_leaves_claim_unchecked() {
    let input =
        format!("{ONE_KEY}; dm 2; bm k7g10; id \"wrong\";\n{ONE_KEY}; dm 2; bm xx; id \"no move\";\n");
    let ended = solve(&["--nodes", "5", "--format", "csv"], &input);
    assert!(ended.stdout.contains(",unchecked"), "{ended}");
    assert!(!ended.stdout.contains("not a key"), "{ended}");
    assert!(ended.stdout.contains("claimed \"\"xx\"\": not a move"), "{ended}");
}
