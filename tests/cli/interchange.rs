//! Input files of Popeye and entries of YACPDB, read by every command and written by `convert`.

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

/// Three problems: with twins, of another game, for more than two players.
const TABLE: &str = "\
id,variant,fen,stipulation,key,twin,author,source,date,prize
One,glinski,w: Kf9 Rk7 Nf7k6 Bf4 c4 d5 g8 h5; b: Kf6 f5,#2*,k7f11,b) Kf9 -> f8; +c) +bPe7,A. Nagy; B. Kis,\"Magyar Sakk: 7\",1987-03-05,1. díj
Two,mini,w: Ka3 Rb2b1; b: Kg3 Be3 Pc2,h#2 2.1.1.1,,,,,,
Three,echex3,w: Kg1 Pe4; r: Ka5; b: Kl6; r to move; clock 4; move 9,#1,,,,,,
";

#[test]
fn problems_become_files_of_other_programs() {
    let mut all = String::new();
    for form in ["popeye", "yacpdb", "yacpdb-json"] {
        let ended = with_input(&["convert", "-", "--to", form], TABLE);
        let fens = |text: &str| with_input(&["convert", "-", "--to", "fen", "--quiet"], text).stdout;
        assert_eq!(fens(&ended.stdout), fens(TABLE), "{ended}");
        all += &ended.to_string();
    }
    assert_snapshot!(all);
}

#[test]
fn every_command_reads_other_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let table = path("one.csv");
    std::fs::write(&table, TABLE).expect("a file");
    let lines = |args: &[&str], file: &str| hexmate(&[args, &[file]].concat()).stdout.replace(file, "FILE");
    for (form, name) in [("popeye", "one.inp"), ("yacpdb", "one.olv"), ("yacpdb-json", "one.jsonl")] {
        let file = path(name);
        assert_eq!(hexmate(&["convert", &table, "--to", form, "-q", "-o", &file]).status, Some(0));
        for args in [&["solve", "--no-time", "-q"][..], &["stats"]] {
            assert_eq!(lines(args, &file), lines(args, &table), "{name} {args:?}");
        }
        let selected = hexmate(&["select", &file, "--stipulation", "h#", "-q"]).stdout;
        assert!(selected.contains("Two") && !selected.contains("One"), "{selected}");
        let again = with_input(&["solve", "-", "--no-time", "-q"], &selected).stdout;
        assert!(again.starts_with("Two "), "{selected}{again}");
    }
}

#[test]
fn faults_have_code_and_place() {
    let popeye = "\
BeginProblem
Stipulation #2
Pieces white Kf9 Nk7 black Kf6
NextProblem
Condition Circe Madrasi
Pieces white Kf9 black Kf6
NextProblem
Option Try Quodlibet
Pieces white Kf9 black Kf6
NextProblem
Option Clock x
Pieces white Kf9 black Kf6
NextProblem
Pieces
  white Kf9 Qg4g44
  black Kf6
NextProblem
Forsyth 8/8/8/8
NextProblem
Pieces white Kf9 Royal Ga1 black Kf6
NextProblem
Forsyth 1/3/5/7/4K4/5Q5/11/11/11/11/5k5
Pieces white Kf9 black Kf6
NextProblem
InitialGameArray
NextProblem
banana
NextProblem
Pieces Kf9 black Kf6
NextProblem
Pieces white Kf9 black Kf6
";
    let entries = "\
---
algebraic:
  white: [Kf6, Ga1]
  black: [Kf11]
options: [AntiCirce]
---
algebraic: {white: [Kf6, Qz3], black: [Kf11]}
---
stipulation: [x
---
algebraic: {white: [Kf6], black: [Kf11]}
authors: {a: b}
---
algebraic: {white: [Kf6], neutral: [Pa1], black: [Kf11]}
---
algebraic: &a {white: *a}
---
just text
";
    let ended = [popeye, entries].map(|text| with_input(&["validate", "-"], text).to_string());
    assert_snapshot!(ended.concat());
    for text in [popeye, entries] {
        let ended = with_input(&["convert", "-", "--to", "fen"], text);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(1), ""));
    }
}

/// A problem in the three languages of Popeye.
const LANGUAGES: [&str; 3] = [
    "BeginProblem
Title One
Author A. Nagy
Origin Magyar Sakk
Award 1st prize
Remark date: 1987
Stipulation h#2
Option WhiteToPlay Variations MaxSolutions 9 StartMoveNumber 3
Condition Glinski
Pieces
  white Kf9 Rk7 Qi8 Sf7k6 Bf4 Pc4d5
  black Kf6 Pf5
Twin move f9 f8
Twin Continued add black Sa1
Twin polishtype
Twin mirror a1<-->l1
Twin shift f5 f6
EndProblem
",
    "AnfangProblem
Titel One
Autor A. Nagy
Quelle Magyar Sakk
Auszeichnung 1st prize
Bemerkung date: 1987
Forderung h#2
Option WeissBeginnt Varianten MaxLoesungen 9 StartZugnummer 3
Bedingung Glinski
Steine
  weiss Kf9 Tk7 Di8 Sf7k6 Lf4 Bc4d5
  schwarz Kf6 Bf5
Zwilling versetze f9 f8
Zwilling ferner hinzufuegen schwarz Sa1
Zwilling Farbwechsel
Zwilling Spiegelung a1<-->l1
Zwilling Verschiebung f5 f6
EndeProblem
",
    "DebutProbleme
Titre One
Auteur A. Nagy
Source Magyar Sakk
Prix 1st prize
Remarque date: 1987
Enonce h#2
Option ApparentSeul Variantes MaxSolutions 9 Enroute 3
Condition Glinski
Pieces
  blanc Rf9 Tk7 Di8 Cf7k6 Ff4 Pc4d5
  noir Rf6 Pf5
Jumeau deplacement f9 f8
Jumeau enplus ajoute noir Ca1
Jumeau couleurechange
Jumeau miroir a1<-->l1
Jumeau translation f5 f6
FinProbleme
",
];

#[test]
fn popeye_files_have_three_languages() {
    let [english, german, french] = LANGUAGES.map(|text| {
        let ended = with_input(&["convert", "-", "--to", "popeye", "-q"], text);
        assert_eq!(ended.status, Some(0), "{text}{ended}");
        ended.stdout
    });
    assert!(english.contains("ariations"), "{english}");
    assert_eq!(english.to_lowercase(), german.to_lowercase());
    assert_eq!(english.to_lowercase(), french.to_lowercase());
    // Letters of another language are refused.
    for (text, piece) in [(LANGUAGES[1], "Rk7"), (LANGUAGES[2], "Kf9"), (LANGUAGES[0], "Tk7")] {
        let text = text.replace(
            ["Tk7", "Rf9", "Rk7"].into_iter().find(|known| text.contains(known)).expect("a piece"),
            piece,
        );
        let ended = with_input(&["validate", "-"], &text);
        assert!(ended.stdout.contains("[unknown-piece]"), "{ended}");
    }
}

#[test]
fn conditions_of_twins_are_refused() {
    for (twin, code) in [
        ("condition Circe", "unsupported-condition"),
        ("remove k7 condition Circe", "unsupported-condition"),
        ("substitute Q R", "unsupported-command"),
        ("sstipulation white", "unsupported-command"),
    ] {
        let text = LANGUAGES[0].replace("polishtype", twin);
        let ended = with_input(&["convert", "-", "--to", "fen"], &text);
        assert!(ended.status == Some(1) && ended.stderr.contains(code), "{twin}: {ended}");
    }
}

#[test]
fn forsyth_is_fen_of_hexagonal_game() {
    let placement = "1/3/3R1/7/9/8N2/11/3b7/10q/11/4K2k3";
    for (fields, stipulation, turn) in [("", "#2", "w"), ("", "h#2", "b"), (" b - 0 1", "#2", "b")] {
        let text =
            format!("BeginProblem\nForsyth {placement}{fields}\nStipulation {stipulation}\nEndProblem\n");
        let ended = with_input(&["convert", "-", "--to", "fen", "-q"], &text);
        assert_eq!(ended.stdout, format!("{placement} {turn} - 0 1\n"), "{ended}");
    }
}

#[test]
fn json_on_several_lines_is_read() {
    let entry =
        "{\n \"id\": 7,\n \"algebraic\": {\n  \"white\": [\"Kf6\", \"Qg4\"],\n  \"black\": [\"Kf11\"]\n }\n}";
    let problem = "{\n \"id\": \"x\",\n \"fen\": \"w: Kf6 Qg4; b: Kf11\"\n}";
    for text in [
        entry.to_owned(),
        problem.to_owned(),
        format!("[\n{entry}\n]\n"),
        format!("{{\n \"success\": true,\n \"result\": {{\n \"entries\": [\n{entry}\n]}}}}"),
        format!("{{\"success\": true, \"result\": {{\"entries\": [{}]}}}}", entry.replace('\n', " ")),
    ] {
        let ended = with_input(&["convert", "-", "--to", "pieces", "-q"], &text);
        assert_eq!(ended.stdout, "w: Kf6 Qg4; b: Kf11\n", "{text}{ended}");
    }
}

#[test]
fn keywords_and_comments_stay_lists() {
    let entry = "---\nalgebraic:\n  white: [Kf9, Rk7]\n  black: [Kf6]\nstipulation: \"#2\"\n\
        keywords: [Mutate, Model mates]\ncomments: [\"a, b\"]\n";
    let yaml = with_input(&["convert", "-", "--to", "yacpdb", "-q"], entry).stdout;
    assert_eq!(yaml, entry);
    let json = with_input(&["convert", "-", "--to", "yacpdb-json", "-q"], entry).stdout;
    assert!(json.contains(r#""keywords":["Mutate","Model mates"],"comments":["a, b"]"#), "{json}");
    assert_eq!(with_input(&["convert", "-", "--to", "yacpdb", "-q"], &json).stdout, entry);
}

/// Twins that cannot be made from the diagram or have other labels, each with its code and the number of faults.
const BAD_TWINS: [(&str, &str, u32); 19] = [
    ("b) Qd2 -> f6", "twin-occupied", 1),
    ("b) Kk4 -> i2", "twin-occupied", 1),
    ("b) Ra1 -> a2", "twin-no-piece", 1),
    ("b) Bd2 -> d3", "twin-other-piece", 1),
    ("b) bQd2 -> d3", "twin-other-piece", 1),
    ("b) Qd2 -> m9", "twin-unknown-change", 1),
    ("b) -Rb2", "twin-no-piece", 1),
    ("b) +wPf6", "twin-occupied", 1),
    ("b) Qd2 <-> b2", "twin-no-piece", 1),
    ("b) Nf6=N", "twin-unknown-change", 1),
    ("b) shift a1 -> a6", "twin-no-motion", 1),
    ("b) Qd2 -> d3, d3 -> d2", "twin-no-change", 1),
    ("b)", "twin-no-change", 1),
    ("none", "twin-unknown-change", 1),
    ("a) Qd2 -> d3", "twin-is-diagram", 1),
    ("zeroposition a) Kk4 -> i2; b) Qd2 -> d3", "twin-occupied", 1),
    ("b) Kk4 -> i2; +c) Qd2 -> d3", "twin-none-before", 2),
    ("b) Qd2 -> d3; d) Qd2 -> d4", "twin-other-label", 1),
    ("b) Qd2 -> d3; b) Qd2 -> d4", "twin-other-label", 1),
];

#[test]
fn erroneous_twins_are_noted_and_kept() {
    let fen = "1/3/5/7/9/5N5/11/9K1/7b3/3Q4k2/11 w - 0 1";
    for (twin, code, faults) in BAD_TWINS {
        let table = format!("id,fen,stipulation,twin\nx,{fen},#2,\"{twin}\"\n");
        for form in ["popeye", "yacpdb", "yacpdb-json"] {
            let ended = with_input(&["convert", "-", "--to", form], &table);
            assert_eq!(ended.status, Some(0), "{ended}");
            assert!(ended.stderr.contains(&format!("[{code}]")), "{ended}");
            let count = if faults == 1 { "1 twin\n".to_owned() } else { format!("{faults} twins\n") };
            assert!(ended.stderr.ends_with(&count), "{ended}");
            assert!(!ended.stdout.contains("\nTwin ") && !ended.stdout.contains("twins:"), "{ended}");
            let strict = with_input(&["convert", "-", "--to", form, "--strict", "-q"], &table);
            assert!(strict.status == Some(1) && strict.stderr.contains("[not-kept]"), "{strict}");
            let back = with_input(&["convert", "-", "--to", "csv", "-q"], &ended.stdout).stdout;
            assert!(back.contains(twin), "{back}");
        }
    }
}

#[test]
fn written_twins_give_same_positions() {
    let fen = "1/3/5/7/9/5N5/11/9K1/7b3/3Q4k2/11 w - 0 1";
    for twin in [
        "b) Nf6=B; +c) Bf6=R; d) h#2; e) turn 60; f) mirror a1 <-> l1; g) exchanged colours",
        "b) Vd2 -> d3; c) +vBe6",
        "b) Qd2 -> d4, Nf6 -> f7; +c) -Bh3; d) Qd2 <-> Nf6; e) shift f6 -> f7",
        "zeroposition a) Nf6 -> f7; b) Qd2 -> d4",
        "b) Kk4 -> k3",
    ] {
        let table = format!("id,fen,stipulation,twin\nx,{fen},#2,\"{twin}\"\n");
        let rows = |input: &str| {
            let lines = with_input(&["solve", "-", "--no-time", "--format", "json", "-q"], input).stdout;
            let row = |line: &str| {
                let row: serde_json::Value = serde_json::from_str(line).expect("an object");
                ["fen", "stipulation", "status"].map(|name| row[name].clone())
            };
            lines.lines().map(row).collect::<Vec<_>>()
        };
        for form in ["popeye", "yacpdb", "yacpdb-json"] {
            let ended = with_input(&["convert", "-", "--to", form, "--strict"], &table);
            assert_eq!(ended.status, Some(0), "{ended}");
            assert_eq!(rows(&ended.stdout), rows(&table), "{ended}");
        }
    }
}
