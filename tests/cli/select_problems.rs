//! `select` and `stats` on problems: conditions, sorting, splitting, duplicates, likeness; records stay as they are.

use std::fs;

use insta::assert_snapshot;

use crate::run::{hexmate, with_input};

/// A report with authors, themes and scores.
const REPORT: &str = "\
id,variant,fen,stipulation,key,author,source,year,status,themes,quality,difficulty,variations
a,glinski,1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,#2,f2f3,Zoltán Szűcs,\"Magyar Sakk, 1987\",,SOUND,quiet-key zugzwang,31,20,f3/Ke5(f3f4) f3/~(a1a2)
b,glinski,1/3/5/7/4k4/11/11/11/11/6Q4/6K4 w - 0 1,h#2.5,,Jan Łukasz; Z. Szucs,Turniej 1990.05.01,1991,COOKED,,,,
c,glinski,1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 b - 0 1,#3,,A. Nagy,,2001.12,SOUND,checking-key dual,-5,40,x y z
d,mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,#1,b4b5r,,,,SHORT_SOLUTION,,,,
e,mini,k/3 w - 0 16,#1,,A. Nagy,,,BAD_INPUT,,,,
";

/// Returns the ids of the selected problems.
fn selected(args: &[&str]) -> String {
    let ended = with_input(&[&["select", "-"], args].concat(), REPORT);
    assert_eq!(ended.status, Some(0), "{ended}");
    ended.stdout.lines().skip(1).filter_map(|line| line.split(',').next()).collect()
}

#[test]
fn each_condition_selects_problems() {
    for (args, ids) in [
        (&[][..], "abcde"),
        (&["--author", "szucs"], "ab"),
        (&["--author", "szucs", "--author", "lukasz"], "b"),
        (&["--source", "MAGYAR"], "a"),
        (&["--column", "year=199"], "b"),
        (&["--tag", "Author=nagy"], "ce"),
        (&["--text", "turniej"], "b"),
        (&["--date", "1987"], "a"),
        (&["--date", "1991..2001"], "bc"),
        (&["--stipulation", "#2"], "a"),
        (&["--stipulation", "2#,h#"], "ab"),
        (&["--stipulation", "#"], "acde"),
        (&["--length", "2..2.5"], "ab"),
        (&["--length", "..1"], "de"),
        (&["--count", "3"], "b"),
        (&["--count", "..4,P=1"], "ac"),
        (&["--count", "white=4..,b=1..1"], "d"),
        (&["--count", "r=0,wR=1.."], "d"),
        (&["--pieces", "Qf2 kf6 -a1"], ""),
        (&["--pieces", "Qf2 ke6 -a1"], "ac"),
        (&["--pieces", "Qf2 ke6 b"], "c"),
        (&["--pieces", "Qf2 kg6 w", "--mirror"], "a"),
        (&["--position", "1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 7 9"], "a"),
        (&["--verdict", "sound,cooked"], "abc"),
        (&["--theme", "quiet-key"], "a"),
        (&["--theme", "-quiet-key"], "c"),
        (&["--theme", "dual,checking-key"], "c"),
        (&["--quality", "-9..0"], "c"),
        (&["--difficulty", "20.."], "ac"),
        (&["--variations", "2"], "a"),
        (&["--where", "author=szucs and not author=lukasz"], "a"),
        (&["--where", "theme=dual or (stipulation=h# and verdict=cooked)"], "bc"),
        (&["--where", "not (length=2.. or author=\"A. Nagy\")"], "d"),
        (&["--where", "year=1991 or pieces=Qf2 or count=r=0,wR=1.."], "abcd"),
        (&["--where", "not faults=some not quality=0.."], "bcd"),
        (&["--where", "length=2.. or length=1", "--author", "nagy"], "ce"),
        (&["--faults", "none"], "abcd"),
        (&["--faults", "some"], "e"),
        (&["--sort", "-difficulty"], "cabde"),
        (&["--sort", "quality"], "cabde"),
        (&["--sort", "author,length"], "ecbad"),
        (&["--sort", "-date"], "cbade"),
        (&["--sort", "-length,id"], "cbade"),
    ] {
        assert_eq!(selected(args), ids, "{args:?}");
    }
}

#[test]
fn wrong_conditions_are_refused() {
    let table = "id,fen,stipulation\nx,1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,#2\n";
    let game = "[White \"A\"]\n\n1. e5 *\n";
    let mut errors = String::new();
    for (args, input) in [
        (&["--where", "author=A and (length=2"][..], table),
        (&["--where", "length=two"], table),
        (&["--where", "author"], table),
        (&["--where", "author=A or"], table),
        (&["--where", "author=A"], game),
        (&["--white", "A"], table),
        (&["--sort", "event"], table),
        (&["--author", "A"], game),
        (&["--sort", "white,difficulty"], game),
        (&["--stipulation", "mate"], table),
        (&["--count", "X=1"], table),
        (&["--theme", "grimshow"], table),
        (&["--length", "3..2"], table),
        (&["--quality", "good"], table),
        (&["-o", "x.pgn"], table),
    ] {
        let ended = with_input(&[&["select", "-"], args].concat(), input);
        assert_eq!(ended.status, Some(2), "{ended}");
        errors += ended.stderr.lines().next().unwrap_or_default();
        errors.push('\n');
    }
    assert_snapshot!(errors);
    for args in [["--split", "pieces", "-o", "x"], ["--split", "author", "-o", "{author}.svg"]] {
        assert_eq!(with_input(&[&["select", "-"], &args[..]].concat(), table).status, Some(2), "{args:?}");
    }
}

/// Tables as spreadsheets write them, and lines with comments.
const WRITTEN: [&str; 5] = [
    "\u{feff}sep=;\r\n# a list\r\nNr;FEN;Stip;Szerző\r\n1;\"1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1\";#2;\"Mező\r\nÖdön \"\"x\"\"\"\r\n 2 ;1/3/5/7/9/11/5k5/11/11/6Q4/6K4 w - 0 1;h#2;  \r\n",
    "id\tfen\tnote\na\t1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1\t\"unclosed\nb\tnot a fen\tx\textra\t\n",
    "# first\n1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - dm 2; id \"x\"; c0 \"a;b\";\n# second\n#third\n1/3/5/7/9/11/5k5/11/11/6Q4/6K4 w - - 0 1 ; foo bar;\n# last\n",
    "fen,stipulation\n1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,\"#2\nx\"\n\"1/3\n\",#2\n1/3/5/7/9/11/5k5/11/11/6Q4/6K4 w - 0 1,#2\n",
    "fen,id\n1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,\"a, b\"\"\n",
];

#[test]
fn selecting_all_problems_changes_nothing() {
    for written in WRITTEN {
        let ended = with_input(&["select", "-"], written);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(0), written), "{ended}");
    }
    let folders = ["puzzles", "puzzles/composed", "puzzles/unsound", "puzzles/hard", "tests/examples"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|file| file.expect("a file").path());
    let is_read =
        |path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "csv" || ending == "epd");
    let mut count = 0;
    for path in paths.filter(is_read) {
        let name = path.display().to_string();
        let ended = hexmate(&["select", &name, "-q"]);
        assert_eq!(ended.stdout, fs::read_to_string(&path).expect("text"), "{name}");
        count += 1;
    }
    assert!(count > 15);
}

#[test]
fn every_problem_is_written_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let input = "puzzles/composed/glinski.csv";
    let whole = fs::read_to_string(input).expect("text");
    for condition in [&["--theme", "try"][..], &["--count", "..5", "--sort", "-quality"], &["--unique"]] {
        let (out, others) = (path("out.csv"), path("others.csv"));
        let ended = hexmate(&[&["select", input, "-o", &out, "--others", &others], condition].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        let [out, others] = [out, others].map(|path| fs::read_to_string(path).expect("text"));
        let header = whole.lines().next();
        assert_eq!((out.lines().next(), others.lines().next()), (header, header));
        let both = format!("{out}{}", others.split_once('\n').map_or("", |(_, rows)| rows));
        assert_eq!(sorted(&both), sorted(&whole), "{condition:?}");
    }
    for split in ["stipulation", "length", "100"] {
        let out = path(split);
        let ended = hexmate(&["select", input, "--split", split, "-o", &out]);
        assert_eq!(ended.status, Some(0), "{ended}");
        let files = fs::read_dir(&out).expect("a folder").map(|file| file.expect("a file").path());
        let texts = files.map(|path| fs::read_to_string(path).expect("text"));
        let rows: String = texts
            .map(|text| text.split_once('\n').map_or(text.clone(), |(_, rows)| rows.to_owned()))
            .collect();
        assert_eq!(sorted(&format!("header\n{rows}")), sorted(&whole), "{split}");
    }
}

#[test]
fn tables_with_other_columns_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let fen = "1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1";
    let first = put("a.csv", &format!("id,fen,stipulation,note\na,{fen},#2,\"x, y\"\n"));
    let second = put("b.csv", &format!("Nr;FEN;Forderung;Verfasser;note\n7;{fen};#3;Müller;z\n"));
    let lines = put("c.epd", &format!("{fen}; dm 2; id \"c\"; c0 \"text\";\n"));
    let ended = hexmate(&["select", &first, &second, &lines]);
    assert_snapshot!(ended.stdout + &ended.stderr);
    let same = put("d.csv", &format!("# another list\nid,fen,stipulation,note\nd,{fen},#2,\n"));
    let joined = hexmate(&["select", &first, &same, "-q"]).stdout;
    assert_eq!(joined, format!("id,fen,stipulation,note\na,{fen},#2,\"x, y\"\nd,{fen},#2,\n"));
    let games = put("e.pgn", "[White \"A\"]\n\n1. e5 *\n\n[White \"B\"]\n\n1. f6 *\n");
    let mixed = hexmate(&["select", &first, &games]);
    assert_eq!(mixed.status, Some(1));
    assert_snapshot!(mixed.stderr.replace(&folder.path().display().to_string(), "."));
}

#[test]
fn unique_finds_turned_problems() {
    // The same, mirrored, with colours exchanged, with another stipulation, and another position.
    let table = "\
id,fen,stipulation
a,1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,#2
b,1/3/5/7/9/6k4/5P5/11/11/5Q5/5K5 w - 3 9,2#
c,k/1q1/5/7/4p4/11/4K6/11/11/11/11 b - 0 1,#2
d,1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,h#2
e,1/3/5/7/9/4k6/4P6/11/11/5Q5/5K5 w - 0 1,#2
";
    let ended = with_input(&["select", "-", "--unique"], table);
    let ids: String = ended.stdout.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!((ids.as_str(), ended.status), ("ade", Some(0)), "{ended}");
    assert!(
        ended.stderr.contains("-:3: problem 2 (b): left out: same problem as -:2: problem 1 (a)"),
        "{ended}"
    );
}

#[test]
fn missing_ratings_are_solved_on_request() {
    let file = "puzzles/mini.csv";
    let ended = hexmate(&["select", file, "--theme", "promotion"]);
    assert!(ended.stderr.contains("58 problems without the columns of a report"), "{ended}");
    assert_eq!(ended.stdout.lines().count(), 1, "{ended}");
    let solved = hexmate(&["select", file, "--theme", "promotion", "--solve", "--length", "1"]);
    assert_eq!(solved.status, Some(0), "{solved}");
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.csv").display().to_string();
    hexmate(&["solve", file, "--report", &report, "-q", "--no-time"]);
    let of_report = hexmate(&["select", &report, "--theme", "promotion", "--length", "1"]);
    let ids = |text: &str| -> Vec<String> {
        text.lines().skip(1).filter_map(|line| line.split(',').next()).map(str::to_owned).collect()
    };
    assert!(!ids(&solved.stdout).is_empty(), "{solved}");
    assert_eq!(ids(&solved.stdout), ids(&of_report.stdout));
}

#[test]
fn most_similar_problem_is_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("matches.csv").display().to_string();
    let new = folder.path().join("new.csv").display().to_string();
    // The first problem one file to the right, with a black pawn.
    let rows = "id,fen,stipulation,key\nnew,1/3/5/7/4k4/11/6P4/6p4/11/6Q4/6K4 w - 0 1,#2,\n";
    fs::write(&new, rows).expect("a file");
    let ended = with_input(&["select", "-", "--like", &new, "--matches", &table, "--least", "50"], REPORT);
    assert_eq!(ended.status, Some(0), "{ended}");
    let matches = fs::read_to_string(table).expect("a table");
    let text = format!("{}{matches}", ended.stderr);
    assert_snapshot!(text.replace(&folder.path().display().to_string(), "."));
    let ids: Vec<&str> = ended.stdout.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(ids, ["a", "c", "b"], "{ended}");
    let fen = with_input(
        &["select", "-", "--like", "1/3/5/7/4k4/11/11/11/11/6Q4/6K4 w - 0 1", "--least", "100"],
        REPORT,
    );
    assert_eq!(fen.stdout.lines().count(), 2, "{fen}");
}

#[test]
fn stats_count_authors_and_themes() {
    let ended = with_input(&["stats", "-"], REPORT);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert_snapshot!(ended.stdout);
    let folder = tempfile::tempdir().expect("a folder");
    let [chart, page] = ["chart.svg", "page.html"].map(|name| folder.path().join(name));
    let [chart_path, page_path] = [&chart, &page].map(|path| path.display().to_string());
    with_input(&["stats", "-", "--chart", &chart_path, "--html", &page_path, "-q"], REPORT);
    assert!(fs::read_to_string(chart).expect("a chart").contains("5 problems of hexagonal chess"));
    assert!(fs::read_to_string(page).expect("a page").contains("5 problems, 4 of them valid"));
    assert_eq!(with_input(&["stats", "-", "--openings", "2"], REPORT).status, Some(2));
}

#[test]
fn pages_are_in_language_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |command: &str, input: &str| {
        let path = folder.path().join("page.html").display().to_string();
        with_input(&[command, "-", "--html", &path, "--language", "hungarian", "-q"], input);
        fs::read_to_string(path).expect("a page")
    };
    let checked = page("validate", "[White \"A\"]\n\n1. e5 Kf3 *\n");
    for text in [
        "lang=\"hu\"",
        "<h1>Tételek</h1>",
        "állapot",
        "Egy lépés szabálytalan.",
        "<div lang=\"en\" class=\"lines\">",
    ] {
        assert!(checked.contains(text), "{text}");
    }
    let counted = page("stats", REPORT);
    for text in
        ["lang=\"hu\"", "<h1>Feladványok</h1>", "Követelmények", "szerző", "feladványok: 5; érvényes: 4"]
    {
        assert!(counted.contains(text), "{text}");
    }
    let games = page("stats", "[White \"A\"]\n\n1. e5 e6 *\n");
    assert!(games.contains("<h1>Játszmák</h1>") && games.contains("leghosszabb"));
}
