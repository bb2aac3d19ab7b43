//! `compose` through the program: versions that `solve` reads, pieces and their purposes, and what cannot be read.

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

/// Sound, with a cook, without a solution, without a king, and no problem at all.
const TABLE: &str = "\
id,variant,fen,stipulation,key
sound,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,
cooked,mini,1/3/p3p/2kb3/6r/2p2K1/BP2nP1 b - 5 11,#3,c2c1b
unsolved,mini,1/2k/4p/N6/7/2n1P2/r5K b - 3 24,#2,
kingless,mini,1/3/5/1P1N3/3P3/3K3/b6 w - 1 27,#3,
unread,mini,9 w - 0 1,#2,
";

#[test]
fn a_number_of_solutions_that_is_none_is_told() {
    let table = "fen,variant,stipulation,solutions\n1/2k/4p/7/7/2n1P2/r5K b - 3 24,mini,#2,many\n";
    let told = with_input(&["compose", "mend", "-"], table);
    assert_eq!((told.status, told.stdout.as_str()), (Some(1), ""), "{told}");
    assert!(told.stderr.starts_with("error: -:2: \"many\" is no number of solutions\n"), "{told}");
}

#[test]
fn versions_are_listed_and_read_by_solve() {
    let told = with_input(&["compose", "mend", "-"], TABLE);
    assert_snapshot!("compose_mend", told.to_string());
    let table = with_input(&["compose", "mend", "-", "--format", "csv", "--first", "3", "-q"], TABLE);
    assert_snapshot!("compose_mend_csv", table.stdout);
    let solved = with_input(&["solve", "-", "--format", "csv", "--no-time", "-q"], &table.stdout);
    let verdicts: Vec<String> = csv::Reader::from_reader(solved.stdout.as_bytes())
        .records()
        .map(|row| row.expect("a row"))
        .filter(|row| row.get(0).is_some_and(|id| id.contains('.')))
        .map(|row| row.iter().find(|cell| *cell == "SOUND").unwrap_or("?").to_owned())
        .collect();
    assert_eq!(verdicts, ["SOUND"; 7], "{solved}");
}

#[test]
fn the_purpose_of_each_piece_is_told_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = folder.path().display().to_string();
    let told = hexmate(&["compose", "strip", "puzzles/known.csv", "--diagrams", &pictures]);
    assert_snapshot!("compose_strip", told.to_string().replace(&pictures, "DIR"));
    let drawn = std::fs::read_to_string(folder.path().join("tournament-2024-2.svg")).expect("a picture");
    assert!(drawn.contains("class=\"cross"), "{drawn}");
    let table = hexmate(&["compose", "strip", "puzzles/known.csv", "--format", "csv", "-q"]);
    assert_snapshot!("compose_strip_csv", table.stdout);
}
