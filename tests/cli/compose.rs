//! `compose mend`, `strip` and `search`: versions that `solve` reads, purposes of pieces, unreadable input.

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

/// Five rows: sound, cooked, without a solution, without a king, unreadable.
const TABLE: &str = "\
id,variant,fen,stipulation,key
sound,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,
cooked,mini,1/3/p3p/2kb3/6r/2p2K1/BP2nP1 b - 5 11,#3,c2c1b
unsolved,mini,1/2k/4p/N6/7/2n1P2/r5K b - 3 24,#2,
kingless,mini,1/3/5/1P1N3/3P3/3K3/b6 w - 1 27,#3,
unread,mini,9 w - 0 1,#2,
";

#[test]
fn unreadable_solution_count_is_reported() {
    let table = "fen,variant,stipulation,solutions\n1/2k/4p/7/7/2n1P2/r5K b - 3 24,mini,#2,many\n";
    let ended = with_input(&["compose", "mend", "-"], table);
    assert_eq!((ended.status, ended.stdout.as_str()), (Some(1), ""), "{ended}");
    assert!(ended.stderr.starts_with("error: -:2: invalid number of solutions \"many\"\n"), "{ended}");
}

#[test]
#[ignore = "long: make verify-program"]
fn solve_reads_listed_versions() {
    let ended = with_input(&["compose", "mend", "-"], TABLE);
    assert_snapshot!("compose_mend", ended.to_string());
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
fn strip_reports_purpose_of_each_piece() {
    let folder = tempfile::tempdir().expect("a folder");
    let pictures = folder.path().display().to_string();
    let ended = hexmate(&["compose", "strip", "puzzles/known.csv", "--diagrams", &pictures]);
    assert_snapshot!("compose_strip", ended.to_string().replace(&pictures, "DIR"));
    let drawn = std::fs::read_to_string(folder.path().join("play-1.svg")).expect("a picture");
    assert!(drawn.contains("class=\"cross"), "{drawn}");
    let table = hexmate(&["compose", "strip", "puzzles/known.csv", "--format", "csv", "-q"]);
    assert_snapshot!("compose_strip_csv", table.stdout);
}

/// Arguments of a short search on the small board.
const SEARCH: [&str; 10] =
    ["compose", "search", "--variant", "mini", "--chains", "5", "--steps", "1500", "--quality", "-10"];

fn searched(more: &[&str]) -> Ended {
    hexmate(&[&SEARCH, more].concat())
}

#[test]
#[ignore = "long: make verify-program"]
fn seed_gives_same_problems_on_threads() {
    let text = searched(&["-j", "1"]);
    assert_snapshot!("compose_search", text.to_string());
    let table = searched(&["-j", "1", "--format", "csv"]);
    assert_eq!(searched(&["-j", "3", "--format", "csv"]).stdout, table.stdout);
    assert_ne!(searched(&["--seed", "2", "--format", "csv"]).stdout, table.stdout);
    // Found problems are sound, and `solve` reports the same themes and scores.
    let solved = with_input(&["solve", "-", "--format", "csv", "--no-time", "-q"], &table.stdout);
    assert_eq!(solved.status, Some(0), "{solved}");
    let records: Vec<csv::StringRecord> = {
        let mut reader = csv::Reader::from_reader(solved.stdout.as_bytes());
        let headers = reader.headers().expect("a header").clone();
        std::iter::once(headers).chain(reader.records().map(|row| row.expect("a row"))).collect()
    };
    let place = |name: &str| records[0].iter().position(|own| own == name).expect(name);
    for column in ["themes", "quality", "difficulty"] {
        let [own, input] = [place(column), place(&format!("input_{column}"))];
        assert!(records[1..].iter().all(|row| row[own] == row[input] && !row[own].is_empty()), "{solved}");
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn search_shards_equal_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let whole = searched(&["--format", "csv", "-q"]).stdout;
    let parts = [file("1"), file("2")];
    for (number, part) in parts.iter().enumerate() {
        let shard = format!("slice:{}/2", number + 1);
        let ended = searched(&["--format", "csv", "--shard", &shard, "--part", part, "-q"]);
        assert_eq!(ended.status, Some(0), "{ended}");
    }
    let merged = hexmate(&["merge", &parts[0], &parts[1], "-q"]);
    assert_eq!((merged.status, merged.stdout.as_str()), (Some(0), whole.as_str()), "{merged}");
    let elsewhere = file("merged.csv");
    let ended = hexmate(&["merge", &parts[0], &parts[1], "-q", "-o", &elsewhere]);
    assert_eq!(ended.status, Some(0), "{ended}");
    assert_eq!(std::fs::read_to_string(elsewhere).expect("a table"), whole);
    let checkpoint = file("work.log");
    let log = ["--format", "csv", "--checkpoint", &checkpoint, "-q"];
    assert_eq!(searched(&log).stdout, whole);
    assert_eq!(searched(&[&log[..], &["--resume"]].concat()).stdout, whole);
}

#[test]
fn search_checks_its_options() {
    let from = [
        "compose",
        "search",
        "--from",
        "-",
        "--chains",
        "4",
        "--steps",
        "1500",
        "--quality",
        "-40",
        "--format",
        "csv",
    ];
    let found = with_input(&from, "fen,variant\n1/3/5/7/3K2R/5p1/5k1 w - 0 1,mini\n");
    assert_eq!(found.status, Some(0), "{found}");
    assert!(found.stdout.lines().count() > 1 && found.stdout.contains("found-1,mini,"), "{found}");
    let nothing = with_input(&from, "fen,variant\n");
    assert_eq!(nothing.status, Some(2), "{nothing}");
    for (words, reason) in [
        (vec!["--pieces", "2"], "--pieces 2-2: the largest number must be from 3 to 45 in Gliński"),
        (vec!["--pieces", "9-5"], "expected a number or a range such as 6-10"),
        (vec!["--theme", "beauty"], "invalid value 'beauty'"),
        (
            vec!["--stipulation", "win"],
            "--stipulation win: not a stipulation of Gliński; see `hexmate help stipulations`",
        ),
        (vec!["--minutes", "0"], "a number of minutes above 0"),
        (vec!["--minutes", "1", "--shard", "slice:1/2", "--part", "p"], "cannot be used with"),
    ] {
        let ended = hexmate(&[&["compose", "search"], &words[..]].concat());
        assert_eq!(ended.status, Some(2), "{ended}");
        assert!(ended.stderr.contains(reason), "{ended}");
    }
}

#[test]
fn search_finds_only_requested_theme() {
    let ended = searched(&["--theme", "zugzwang", "--format", "csv", "-q"]);
    let rows: Vec<&str> = ended.stdout.lines().skip(1).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row.contains("zugzwang")), "{ended}");
}

/// Versions keep solutions, author, source and twins, and `solve` finds each of them sound.
#[test]
fn repaired_versions_are_sound() {
    let position = "1/3/5/7/7/k1P3N/2K4 w - 0 1";
    for (solutions, twin) in
        [("2", ""), ("", "b) wNg2 -> g3"), ("2", "b) wKc1 -> d1; +c) h#2"), ("1", "b) -wPc2")]
    {
        let table = format!(
            "id,variant,fen,stipulation,author,source,solutions,twin\n\
             a,mini,{position},h#1.5,A. Author,Paper,{solutions},{twin}\n"
        );
        let versions =
            with_input(&["compose", "mend", "-", "--first", "400", "--format", "csv", "-q"], &table);
        let solved = with_input(&["solve", "-", "--keys-only", "--format", "csv", "-q"], &versions.stdout);
        let mut rows = csv::Reader::from_reader(solved.stdout.as_bytes());
        let header = rows.headers().expect("a header").clone();
        let mut count = 0;
        for row in rows.records().map(|row| row.expect("a row")).filter(|row| row[0].contains('.')) {
            let cell = |name: &str| &row[header.iter().position(|own| own == name).expect(name)];
            let values = [cell("status"), cell("author"), cell("source")];
            assert_eq!(values, ["SOUND", "A. Author", "Paper"], "{row:?}");
            count += 1;
        }
        assert!(count > 2 || !twin.is_empty(), "{solutions} {twin}: {versions}");
    }
}

#[test]
fn strip_keeps_pieces_twins_need() {
    let problem = std::fs::read_to_string("tests/examples/idle.epd").expect("a file");
    let with_twin = format!("{} twin \"b) -wNe10\";\n", problem.trim_end());
    let ended = with_input(&["compose", "strip", "-"], &with_twin);
    assert!(ended.stdout.contains("  wNe10  needed for twin b)\n"), "{ended}");
    assert_eq!(ended.status, Some(0), "{ended}");
}

#[test]
fn search_from_position_keeps_author() {
    let table = "fen,variant,author,source\n1/3/5/7/3K2R/5p1/5k1 w - 0 1,mini,J. Doe,Paper 5\n";
    let args = ["compose", "search", "--from", "-", "--chains", "4", "--steps", "1500", "--quality", "-40"];
    let found = with_input(&[&args[..], &["--format", "csv", "-q"]].concat(), table);
    let rows: Vec<&str> = found.stdout.lines().skip(1).collect();
    let is_kept =
        |row: &&str| row.contains("\"Paper 5; version by the program, seed 1") && row.ends_with(",J. Doe");
    assert!(!rows.is_empty() && rows.iter().all(is_kept), "{found}");
}

#[test]
fn search_passes_over_other_games() {
    let table = "fen,variant\n1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1,glinski\n\
                 1/3/5/7/3K2R/5p1/5k1 w - 0 1,mini\n";
    let args = ["compose", "search", "--from", "-", "--chains", "4", "--steps", "1500", "--quality", "-40"];
    for more in [&["--variant", "mini"][..], &["--variant", "glinski"]] {
        let found = with_input(&[&args[..], more, &["--format", "csv", "-q"]].concat(), table);
        assert_eq!(found.status, Some(0), "{found}");
        let is_own = |row: &str| row.contains(&format!(",{},", more[1]));
        assert!(found.stdout.lines().skip(1).all(is_own), "{found}");
    }
}

#[test]
fn search_near_position_has_no_author() {
    let near = "1/3/N2Bk/3R3/7/7/K6 w - 0 1";
    let args = ["compose", "search", "--variant", "mini", "--near", near, "--chains", "6", "--steps", "1000"];
    let found = hexmate(&[&args[..], &["--quality=-20", "--format", "csv", "-q"]].concat());
    let rows: Vec<&str> = found.stdout.lines().skip(1).collect();
    let is_version =
        |row: &&str| row.contains(&format!("\"near {near}; version by the program")) && row.ends_with("\",");
    assert!(!rows.is_empty() && rows.iter().all(is_version), "{found}");
    for (words, reason) in [
        (&["--near", "x"][..], "--near x: "),
        (&["--near", near, "--from", "a.csv"], "cannot be used with"),
        (&["--changes", "2"], "--near"),
        (&["--solutions", "0"], "invalid value '0' for '--solutions <N>'"),
    ] {
        let ended = hexmate(&[&["compose", "search", "--variant", "mini"], words].concat());
        assert_eq!(ended.status, Some(2), "{ended}");
        assert!(ended.stderr.contains(reason), "{ended}");
    }
}

#[test]
fn search_counts_other_games() {
    let [mini, echex] = [
        "1/3/5/7/3K2R/5p1/5k1 w - 0 1,mini",
        "\"1/3/5/7/9/2,bK,8/11/8,bQ,2/5,wK,5/3,rP,7/2,wN,4,rK,3 w wrb - 0 1\",echex3",
    ];
    let glinski = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1,glinski";
    let table = ["fen,variant", glinski, mini, echex, glinski, mini, glinski].join("\n");
    for option in ["--from", "--avoid"] {
        for (variant, others) in [("mini", "4 problems"), ("glinski", "3 problems"), ("echex3", "5 problems")]
        {
            let args =
                ["compose", "search", option, "-", "--variant", variant, "--chains", "1", "--steps", "1"];
            let ended = with_input(&args, &table);
            assert_eq!(ended.status, Some(0), "{ended}");
            let note = format!("-: {others} of other games not used [other-games]\n");
            assert!(ended.stderr.contains(&note), "{note}: {ended}");
        }
    }
    let args = ["compose", "search", "--from", "-", "--variant", "brusky", "--chains", "1", "--steps", "1"];
    let ended = with_input(&args, &table);
    assert_eq!(ended.status, Some(2), "{ended}");
    assert!(ended.stderr.contains("-: 6 problems of other games not used [other-games]"), "{ended}");
}

/// `solve` reads the number of solutions of found problems, and finds them sound.
#[test]
fn solve_reads_found_solution_count() {
    let args = ["compose", "search", "--variant", "mini", "--stipulation", "h#2", "--solutions", "2"];
    let more =
        ["--pieces", "4-8", "--chains", "3", "--steps", "2000", "--quality", "0", "--format", "csv", "-q"];
    let found = hexmate(&[&args[..], &more].concat());
    assert!(found.stdout.lines().count() > 1, "{found}");
    let solved = with_input(&["solve", "-", "--keys-only", "--format", "csv", "-q"], &found.stdout);
    assert_eq!(solved.status, Some(0), "{solved}");
    assert_eq!(solved.stdout.matches(",SOUND,").count() + 1, found.stdout.lines().count(), "{solved}");
}
