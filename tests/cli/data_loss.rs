//! Conversion keeps every value of its input, or reports a count and a code of what is lost.

use std::fs;

use crate::run::{hexmate, with_input};

const GAMES: &str = "tests/examples/three-games.pgn";

const GAME: &str = "[Event \"=cup\"]\n[EventDate \"1980.05.01\"]\n[White \"+Ann\"]\n\n\
                    1. Qc3 {good} Qc6 $1 (1... b6) 2. b2 b6 3. Bb1 e6 4. Qxf9# 1-0\n";

#[test]
fn convert_counts_what_is_lost() {
    let problem = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; variant mini; dm 2; id \"a\"; year \"1999\";\n";
    let row = "moves,event\nf5f6,\"two\nlines\"\n";
    for (input, to, lost) in [
        (GAME, "pgn", ""),
        (GAME, "csv", ""),
        (GAME, "json", ""),
        (GAME, "uci", "lists of moves: 3 tags, 1 comment, 1 NAG, 1 variation"),
        (GAME, "fen", "FEN: 7 moves, 3 tags, 1 comment, 1 NAG, 1 variation"),
        (GAME, "epd", "EPD: 7 moves, 2 tags, 1 comment, 1 NAG, 1 variation"),
        (problem, "csv", ""),
        (problem, "json", ""),
        (problem, "epd", ""),
        (problem, "pgn", ""),
        (problem, "fen", "FEN: 1 variant, 3 fields"),
        (problem, "uci", "lists of moves: 3 fields"),
        (row, "pgn", "PGN: 1 line break"),
        (row, "csv", ""),
    ] {
        let message = format!("not kept in {lost}");
        let lenient = with_input(&["convert", "-", "--to", to], input);
        assert_eq!(
            (lenient.status, lenient.stderr.contains("not kept")),
            (Some(0), !lost.is_empty()),
            "{lenient}"
        );
        assert!(lost.is_empty() || lenient.stderr.contains(&message), "{lenient}");
        let strict = with_input(&["convert", "-", "--to", to, "--strict", "-q"], input);
        assert_eq!(strict.status, Some(i32::from(!lost.is_empty())), "{strict}");
        let coded = format!("{message} [not-kept]");
        assert!(lost.is_empty() || strict.stderr.contains(&coded), "{strict}");
    }
}

#[test]
fn unfinished_game_keeps_result_tag() {
    for value in ["banana", "2-0"] {
        let pgn = format!("[Result \"{value}\"]\n\n1. f6 *\n");
        let table = with_input(&["convert", "-", "--to", "csv", "-q"], &pgn).stdout;
        assert!(table.contains(&format!("\"\"Result\"\":\"\"{value}\"\"")), "{table}");
        let again = with_input(&["convert", "-", "--to", "csv", "-q"], &table).stdout;
        assert_eq!(again, table);
    }
}

#[test]
fn formulas_are_escaped_in_every_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [report, repaired] = ["report.csv", "repaired.pgn"].map(path);
    let problem = "id,fen,stipulation,source,=x\n\
                   =1,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,-2,@3\n";
    let tables: [(&[&str], &str); 7] = [
        (&["convert", "-", "--to", "csv"], GAME),
        (&["convert", "-", "--to", "csv", "--variant", "mini"], problem),
        (&["validate", "-", "--format", "csv", "--variant", "mini"], problem),
        (&["solve", "-", "--format", "csv", "--no-time", "--variant", "mini"], problem),
        (&["solve", "-", "--report", &report, "--no-time", "--variant", "mini"], problem),
        (&["compose", "strip", "-", "--format", "csv", "--variant", "mini"], problem),
        (&["mine", "-", "--mate", "1"], GAME),
    ];
    let is_formula = |cell: &str| cell.starts_with(['=', '+', '-', '@']);
    for (args, input) in tables {
        let cells = |more: &[&str]| {
            let ended = with_input(&[args, more, &["-q"]].concat(), input);
            let text = if args.contains(&report.as_str()) {
                fs::read_to_string(&report).expect("a report")
            } else {
                ended.stdout
            };
            let cells = text.split(['\n', ',']).map(|cell| cell.trim_matches('"').to_owned());
            cells.collect::<Vec<_>>()
        };
        let (kept, escaped) = (cells(&[]), cells(&["--escape-formulas"]));
        assert!(kept.iter().any(|cell| is_formula(cell)), "{args:?} {kept:?}");
        assert!(escaped.iter().all(|cell| !is_formula(cell)), "{args:?} {escaped:?}");
        let unescaped = escaped.iter().map(|cell| cell.strip_prefix('\'').unwrap_or(cell));
        assert_eq!(unescaped.collect::<Vec<_>>(), kept);
    }
    // Commands without such cells accept the option too.
    let list = format!("--repair={repaired}");
    for args in [&["stats", GAMES][..], &["select", GAMES, "--report", &report], &["validate", GAMES, &list]]
    {
        let ended = hexmate(&[args, &["--escape-formulas"]].concat());
        assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    }
}

#[test]
fn mini_problems_survive_epd() {
    let convert = |to: &str, input: &str| with_input(&["convert", "-", "--to", to, "-q"], input);
    let table = fs::read_to_string("puzzles/mini.csv").expect("problems");
    let [epd, csv] = ["epd", "csv"].map(|to| convert(to, &table));
    assert_eq!((epd.status, epd.stdout.lines().count()), (Some(0), table.lines().count() - 1), "{epd}");
    assert_eq!(convert("csv", &epd.stdout).stdout, csv.stdout);
    let solved = with_input(&["solve", "-", "--keys-only", "--no-time", "--epd", "-", "-q"], &epd.stdout);
    assert!(!solved.stdout.contains("BAD_INPUT") && solved.stdout.contains("; variant mini; "), "{solved}");
}

#[test]
fn epd_operations_are_read_or_rejected() {
    const FEN: &str = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";
    for (operations, expected) in [
        (r#"variant mini; dm 2; id "a \"b\" \\ c; d";"#, r#"dm 2; id "a \"b\" \\ c; d";"#),
        (r#"variant "mini"; id "C:\dir\Ő"; c0 "x;y";"#, r#"id "C:\\dir\\Ő"; c0 "x;y";"#),
        (r#"variant mini; id "\u{1b}[31m\n";"#, r#"id "\u{1b}[31m\n";"#),
        (
            r#"variant mini; bm "1.Nd4; \"Ne7\""; stip "h#2"; stip "h#2";"#,
            r#"stip "h#2"; bm "1.Nd4; \"Ne7\"";"#,
        ),
        (r#"variant mini; id "a; dm 2;"#, "-:1:57: quotation mark is never closed [unclosed-quote]"),
        (r#"variant mini; id "a" b;"#, "-:1:60: text after a closing quotation mark"),
        ("variant mini; dm 2; dm 3;", "-:1:60: operation `dm` is repeated with a different operand"),
        ("variant mini; variant glinski;", "[repeated-operation]"),
        ("variant chess;", "chess"),
    ] {
        let ended = with_input(&["convert", "-", "--to", "epd", "-q"], &format!("{FEN}; {operations}\n"));
        match ended.status {
            Some(0) => assert_eq!(ended.stdout, format!("{FEN}; variant mini; {expected}\n")),
            _ => assert!(ended.stderr.contains(expected), "{ended}"),
        }
    }
}

#[test]
fn name_spellings_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let collection = folder.path().join("all.pgn").display().to_string();
    let whites = [
        ["O'Brien", "O’Brien", "O‘BRIEN", "OʼBrien"],
        ["Mező Ödön", "Mezo\u{30b} O\u{308}do\u{308}n", "MEZŐ  ÖDÖN", "mezo odon"],
        ["Gliński", "Glin\u{301}ski", "GLINSKI", "glinski"],
        ["Łoś-Maj", "ŁOŚ–MAJ", "Los-Maj", "Łos\u{301}‑Maj"],
        ["Strauß", "STRAUSS", "Strauss", "STRAUẞ"],
    ];
    let game = |white: &str| format!("[white \"{white}\"]\n[SITE \"Kraków\"]\n\n1. f6 1-0\n\n");
    let games: String = whites.iter().flatten().map(|white| game(white)).collect();
    fs::write(&collection, games).expect("a file");
    for name in whites.iter().flatten() {
        for option in ["--white", "--player"] {
            let ended = hexmate(&["select", &collection, option, name]);
            assert!(ended.stderr.contains("20 games read, 4 selected\n"), "{ended}");
        }
    }
    for tag in ["site=krakow", "Site=KRAKÓW", "sItE=Krako\u{301}w"] {
        let ended = hexmate(&["select", &collection, "--tag", tag]);
        assert!(ended.stderr.contains("20 games read, 20 selected\n"), "{ended}");
    }
    for field in ["white", "player", "site"] {
        let output = folder.path().join(field);
        let ended = hexmate(&["select", &collection, "--split", field, "-o", &output.display().to_string()]);
        let files = if field == "site" { 1 } else { whites.len() };
        assert_eq!(fs::read_dir(&output).expect("a folder").count(), files, "{ended}");
    }
    let sorted = hexmate(&["select", &collection, "--sort", "white"]).stdout;
    let first = sorted.lines().filter(|line| line.starts_with("[white")).take(4).collect::<Vec<_>>();
    assert_eq!(first, whites[2].map(|white| format!("[white \"{white}\"]")));
    let row = hexmate(&["convert", &collection, "--to", "csv"]).stdout;
    assert!(row.contains("\nglinski,O'Brien,,,1-0,"), "{row}");
    let twice = with_input(&["validate", "-"], "[White \"A\"]\n[white \"B\"]\n\n1. f6 *\n");
    assert!(twice.stdout.contains("[repeated-tag]"), "{twice}");
}

#[test]
fn date_column_matches_select() {
    for (tags, date) in [
        ("[Date \"1979.01.??\"]\n[EventDate \"1980.05.01\"]", "1979.01.??"),
        ("[Date \"????.??.??\"]\n[EventDate \"1980.05.01\"]", "1980.05.01"),
        ("[UTCDate \"1981.05.01\"]\n[EventDate \"1980.05.01\"]", "1981.05.01"),
        ("[published \"1982\"]", "1982"),
        ("[Date \"????.??.??\"]", "????.??.??"),
        ("[White \"A\"]", ""),
    ] {
        let pgn = format!("{tags}\n\n1. f6 *\n");
        let table = with_input(&["convert", "-", "--to", "csv", "-q"], &pgn).stdout;
        assert_eq!(table.lines().nth(1).and_then(|row| row.split(',').nth(3)), Some(date), "{table}");
        let [direct, through_csv] =
            [pgn, table].map(|text| with_input(&["convert", "-", "--to", "pgn", "-q"], &text).stdout);
        assert_eq!(through_csv, direct);
    }
}
