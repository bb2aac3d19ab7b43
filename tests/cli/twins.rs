//! Twins in every output of `solve`, and play after tries.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{hexmate, with_input};

/// Problems with good and bad twins.
const TABLE: &str = "\
id,variant,fen,stipulation,key,twin
moved,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,d1c2,\"b) wPf2 -> g2; +c) -bPf4; d) Kd4 <-> Bd1; e) -wPb2; f) Re5->f5\"
other,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,b) exchanged colours; c) #2; d) +bNa1
wrong,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,b) Qe4 -> a1; +c) -wPd5; d) -wKc6; e) Re4->a1
none,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5,,
";

/// Names and contents of all outputs of one run over the table.
fn outputs(options: &[&str]) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.csv"), TABLE).expect("a file");
    let mut args = vec!["solve".to_owned(), path("in.csv"), "--no-time".to_owned(), "-q".to_owned()];
    for (option, name) in [
        ("--text", "text"),
        ("--report", "report.csv"),
        ("--jsonl", "report.jsonl"),
        ("--epd", "epd"),
        ("--pgn", "pgn"),
        ("--html", "html"),
        ("--diagrams", "pictures"),
        ("--certificate", "proofs"),
    ] {
        args.extend([option.to_owned(), path(name)]);
    }
    let options = options.iter().map(|option| option.replace("DIR", &folder.path().display().to_string()));
    let args: Vec<String> = args.into_iter().chain(options).collect();
    let ended = hexmate(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(matches!(ended.status, Some(1 | 75)), "{ended}");
    let mut found = Vec::new();
    let read = |path: &std::path::Path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.replace(&folder.path().display().to_string(), "DIR")
    };
    for name in ["text", "report.csv", "report.jsonl", "epd", "pgn", "html"] {
        found.push((name.to_owned(), read(path(name).as_ref())));
    }
    for folder in ["pictures", "proofs"] {
        let mut files: Vec<_> = fs::read_dir(path(folder))
            .map(|files| files.map(|file| file.expect("a file").path()).collect())
            .unwrap_or_default();
        files.sort();
        found.extend(files.into_iter().map(|file| {
            let name = format!("{folder}/{}", file.file_name().expect("a name").display());
            (name, read(&file))
        }));
    }
    found
}

fn output<'o>(outputs: &'o [(String, String)], name: &str) -> &'o str {
    &outputs.iter().find(|(other, _)| other == name).expect(name).1
}

#[test]
fn twins_are_separate_in_all_outputs() {
    assert_snapshot!("twins_lines", with_input(&["solve", "-", "--no-time"], TABLE));
    let found = outputs(&[]);
    for name in ["text", "epd", "pgn"] {
        assert_snapshot!(format!("twins_{name}"), output(&found, name));
    }
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_snapshot!("twins_files", names.join("\n"));
    let rows = output(&found, "report.csv").lines().count() - 1;
    assert_eq!(rows, 16, "three with their twins and one without");
    let objects: Vec<Value> = output(&found, "report.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects.len(), rows);
    let rows_shown: Vec<String> = objects
        .iter()
        .map(|object| {
            format!("{} | {} | {} | {}", object["id"], object["of_twin"], object["status"], object["keys"])
        })
        .collect();
    assert_snapshot!("twins_json", rows_shown.join("\n"));
    let page = output(&found, "html");
    assert_eq!(page.matches("<article").count(), rows);
    let ids: Vec<&str> =
        page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().expect("an id")).collect();
    let distinct: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "ids are distinct");
}

#[test]
fn twins_survive_epd_output() {
    let found = outputs(&[]);
    let lines = output(&found, "epd").split_inclusive('\n').filter(|line| !line.starts_with('-'));
    let epd: String = lines.collect();
    let args = ["solve", "-", "--variant", "mini", "--no-time", "--epd", "-", "-q"];
    let again = with_input(&args, &epd);
    let as_problems = |text: &str| -> Vec<String> {
        let parts = text.lines().map(|line| line.split("; ").filter(|part| !part.starts_with("of_twin ")));
        parts.map(|parts| parts.collect::<Vec<_>>().join("; ")).collect()
    };
    assert_eq!(as_problems(&again.stdout), as_problems(&epd));
}

#[test]
fn convert_keeps_twins_from_epd() {
    let epd = "r/1K1/2P2/4R2/7/5k1/7 w - 0 1; stip \"h#1.5\"; id \"a\"; twin \"b) #2; c) +bNa1\";\n";
    let solved = with_input(&["solve", "-", "--variant", "mini", "--no-time", "-q"], epd);
    assert_eq!(solved.stdout.lines().count(), 3, "{solved}");
    let kept = with_input(&["convert", "-", "--variant", "mini", "--to", "epd"], epd);
    assert!(kept.stdout.contains("twin \"b) #2; c) +bNa1\";"), "{kept}");
    let table = with_input(&["convert", "-", "--variant", "mini", "--to", "csv"], epd);
    assert!(table.stdout.contains("b) #2; c) +bNa1"), "{table}");
}

#[test]
fn sharded_twins_equal_one_run() {
    let whole = outputs(&[]);
    let threads = outputs(&["-j", "8"]);
    assert_eq!(whole, threads);
    let with_checkpoint = outputs(&["--checkpoint", "DIR/log"]);
    assert_eq!(whole, with_checkpoint);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.csv"), TABLE).expect("a file");
    let (input, text) = (path("in.csv"), path("text"));
    let parts: Vec<String> = (1..=2).map(|number| path(&number.to_string())).collect();
    for (number, part) in (1..).zip(&parts) {
        let shard = format!("slice:{number}/2");
        let ended = hexmate(&[
            "solve",
            &input,
            "--no-time",
            "--text",
            &text,
            "--shard",
            &shard,
            "--part",
            part,
            "-q",
        ]);
        assert_eq!(ended.status, Some(0), "{ended}");
    }
    let merged = hexmate(&["merge", &parts[0], &parts[1], "-q", "--text", &text]);
    assert_eq!(
        fs::read_to_string(text).expect("a file"),
        output(&whole, "text").replace("DIR", &folder.path().display().to_string()),
        "{merged}"
    );
}

#[test]
fn twin_certificates_verify_against_problems() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.csv"), TABLE).expect("a file");
    hexmate(&["solve", &path("in.csv"), "-q", "--certificate", &path("proofs")]);
    let files = fs::read_dir(path("proofs")).expect("a folder").map(|file| file.expect("a file").path());
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    assert!(files.iter().any(|file| file.ends_with("moved-b.certificate")), "{files:?}");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let problems = path("in.csv");
    let ended = hexmate(&[&["verify-certificate", "--problems", &problems][..], &files].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
}

#[test]
fn validate_reports_bad_twins() {
    let ended = with_input(&["validate", "-"], TABLE);
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("twins_validate", ended);
}

#[test]
fn tries_option_adds_try_play() {
    let input = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12; dm 2; id \"a\";\n";
    let run = |args: &[&str]| {
        let args = [&["solve", "-", "--variant", "mini", "-q", "--no-time"], args].concat();
        with_input(&args, input).stdout
    };
    let with_tries = run(&["--tries", "2", "--text", "-"]);
    let plain = run(&["--text", "-"]);
    assert!(with_tries.lines().count() > plain.lines().count(), "{with_tries}");
    assert!(plain.contains("\ntries:\n   1.Re5-d6 + ?\n    but\n      1...Kd7*d6 !\n"), "{plain}");
    let order = ["\nset play:\n", "\ntries:\n", "\n   1.Bd1*c2 ! threat:\n", "\ncomplete: "];
    for text in [&with_tries, &plain] {
        let places: Vec<usize> = order.iter().map(|part| text.find(part).expect(part)).collect();
        assert!(places.is_sorted(), "{text}");
    }
    let hidden = run(&["--tries", "3", "--text", "-", "--hide-short"]);
    assert!(!hidden.contains(" short"), "{hidden}");
    let play = |args: &[&str]| {
        let object: Value =
            serde_json::from_str(&run(&[&["--jsonl", "-"], args].concat())).expect("an object");
        object["try_play"].clone()
    };
    assert_eq!(play(&[]), Value::Null);
    assert_eq!(play(&["--tries", "2", "--keys-only"]), Value::Null);
    let cells = play(&["--tries", "2"]);
    let cells = cells.as_array().expect("a list");
    assert!(cells.contains(&"Kd5(e5d6,e5e6,e5f5)".into()), "{cells:?}");
    assert!(cells.contains(&"Kd5/~(threat)".into()), "{cells:?}");
    assert!(!cells.iter().any(|cell| cell.as_str().is_some_and(|cell| cell.contains("(!)"))), "{cells:?}");
}

/// A helpmate with two solutions that differ from the first move on.
const HELPMATE: &str = "1/2q/k2b1/7/ppppnQ1pp/6N4/5P1P3/9R1/3P7/2P5PP1/1P2K6 w - 0 1";

#[test]
fn claims_in_stipulation_are_checked() {
    let direct = "w: Kf9 Rk7 Bf4 Nf7 Nk6 Pc4 d5 g8 h5; b: Kf6 Pf5";
    let mut all = String::new();
    for (position, stipulation) in [
        (HELPMATE, "h#2 2.1.1.1"),
        (HELPMATE, "h#2 1.2.1.1"),
        (HELPMATE, "h#2 2 sol."),
        (HELPMATE, "h#2 3 solutions"),
        (HELPMATE, "h#2* 2.1…"),
        (direct, "#2*"),
        (direct, "White mates in 2"),
        (direct, "Weiß zieht und setzt in zwei Zügen matt"),
        (direct, "Black mates in 2"),
        (direct, "#2 2.1.1.1"),
    ] {
        let line = format!("{position}; stip \"{stipulation}\"\n");
        let table = with_input(&["solve", "-", "--keys-only", "--no-time", "-q", "--format", "json"], &line);
        let row: Value = serde_json::from_str(&table.stdout).expect("a row");
        let [status, claim, as_expected, message] =
            ["status", "claim", "as_expected", "message"].map(|name| row[name].to_string());
        all.extend([stipulation, ": ", &status, " ", &claim, " ", &as_expected, " ", &message, "\n"]);
        let kept = with_input(&["convert", "-", "--to", "epd", "-q"], &line).stdout;
        let again = with_input(&["convert", "-", "--to", "epd", "-q"], &kept).stdout;
        assert_eq!(again, kept);
    }
    assert_snapshot!(all);
}

#[test]
fn zeroposition_solves_only_twins() {
    let table = "id,variant,fen,stipulation,key,twin\n\
        z,mini,1/3/5/7/K3b1k/1Rp4/R6 w - 0 1,h#2,b2a2,zeroposition a) Ra1 -> b1; b) exchanged colours; +c) mirror a1 <-> g1\n";
    let ended = with_input(&["solve", "-", "--no-time"], table);
    assert_snapshot!(ended.stdout);
}

#[test]
fn compose_judges_twins_of_zeroposition() {
    // Neither king can move in the diagram, so that it has no solution; twin a) is sound.
    let table = "id,variant,fen,stipulation,twin\n\
        z,mini,1/3/5/7/K3b1k/1Rp4/R6 w - 0 1,h#2,zeroposition a) Ra1 -> b1\n";
    let repaired = with_input(&["compose", "mend", "-", "-q"], table);
    assert_eq!((repaired.status, repaired.stdout.as_str()), (Some(0), "z: SOUND\n"), "{repaired}");
    let stripped = with_input(&["compose", "strip", "-", "-q"], table);
    assert!(stripped.stdout.starts_with("z: no unnecessary piece found\n"), "{stripped}");
    let diagram = table.replace("zeroposition a) Ra1 -> b1", "");
    let repaired = with_input(&["compose", "mend", "-", "--first", "1", "-q"], &diagram);
    assert!(!repaired.stdout.starts_with("z: SOUND"), "{repaired}");
}

/// A problem with `duplex`, with keys for both halves.
const DUPLEX: &str = "tests/examples/duplex.csv";

#[test]
fn duplex_is_printed_in_each_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (language, word) in [
        ("english", "Duplex"),
        ("hungarian", "Duplex"),
        ("polish", "Dupleks"),
        ("german", "Duplex"),
        ("french", "Duplex"),
        ("spanish", "Dúplex"),
        ("russian", "Дуплекс"),
        ("esperanto", "Duplekso"),
    ] {
        for (option, name) in [("--html", "page.html"), ("--book", "book.typ")] {
            let file = path(&format!("{language}-{name}"));
            let ended = hexmate(&["solve", DUPLEX, "--no-time", "-q", "--language", language, option, &file]);
            assert_eq!(ended.status, Some(0), "{ended}");
            let text = fs::read_to_string(&file).expect("a file");
            assert!(text.contains(word), "{language} {name}: {text}");
        }
    }
}

#[test]
fn duplex_passes_through_each_form() {
    let solved = |text: &str| with_input(&["solve", "-", "--no-time", "-q"], text).stdout;
    let expected = solved(&fs::read_to_string(DUPLEX).expect("a file"));
    assert_eq!(expected.lines().filter(|line| line.contains("SOUND")).count(), 2, "{expected}");
    for form in ["pgn", "csv", "json", "epd", "popeye", "yacpdb", "yacpdb-json"] {
        let text = hexmate(&["convert", DUPLEX, "--to", form, "-q"]).stdout;
        assert_eq!(solved(&text), expected, "{form}: {text}");
    }
}

/// Each half of the report is solved again as a problem of its own, with its own claim.
#[test]
fn duplex_halves_keep_their_claims() {
    let rows = hexmate(&["solve", DUPLEX, "--no-time", "-q", "--report", "-"]).stdout;
    assert_eq!(rows.matches(",h#2,").count(), 2, "{rows}");
    let again = with_input(&["solve", "-", "--no-time", "-q"], &rows);
    assert_eq!(again.status, Some(0), "{again}");
    let wrong = rows.replacen("e3f4", "g3g2", 9);
    let again = with_input(&["solve", "-", "--no-time", "-q"], &wrong);
    assert!(again.stdout.contains("no solution begins with it"), "{again}");
}
