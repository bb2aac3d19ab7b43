//! Dates in tags and columns: conditions, sorting, splitting and statistics read them, and nothing rewrites them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::run::{Ended, hexmate, with_input};

/// Dates as people write them, each with what is read: the digits that are known, and the code of the note.
const DATES: [(&str, &str, &str); 25] = [
    ("1982.03.21", "19820321", ""),
    ("21.03.1982", "19820321", ""),
    ("1982. március 21.", "19820321", ""),
    ("1982. MARC. 21-en", "19820321", ""),
    ("21 marca 1982", "19820321", ""),
    ("21 III 1982", "19820321", ""),
    ("1982.III.21.", "19820321", ""),
    ("21. März 1982", "19820321", ""),
    ("le 21 mars 1982", "19820321", ""),
    ("21 de marzo de 1982", "19820321", ""),
    ("21 марта 1982 г.", "19820321", ""),
    ("la 21-an de marto 1982", "19820321", ""),
    ("March 21st, 1982", "19820321", ""),
    ("05/2024", "202405", ""),
    ("31 May 2024", "20240531", ""),
    ("2025-02-24", "20250224", ""),
    ("24/02/2025", "20250224", ""),
    ("1982", "1982", ""),
    ("????.??.??", "", ""),
    ("03/04/2024", "2024", "date-two-meanings"),
    ("2024-05-01/03", "202405", "date-range"),
    ("21.03.82", "", "date-without-year"),
    ("ca. 1982", "1982", "date-partly-read"),
    ("31.02.2024", "202402", "date-partly-read"),
    ("soon", "", "date-not-read"),
];

const FEN: &str = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1";

fn games() -> String {
    let mut text = String::new();
    for (number, (date, _, _)) in DATES.iter().enumerate() {
        let _ = writeln!(text, "[Event \"{number}\"]\n[Date \"{date}\"]\n\n1. e5 e6 *\n");
    }
    text
}

/// Returns the problems as a table, as EPD and as JSON; their name is their number.
fn problems() -> [(&'static str, String); 3] {
    let quoted = |text: &str| serde_json::json!(text).to_string();
    let rows = |row: &dyn Fn(usize, &str) -> String| -> String {
        DATES.iter().enumerate().map(|(number, (date, _, _))| row(number, date)).collect()
    };
    let move_number = |number: usize| number + 2;
    let table = rows(&|number, date| format!("{number},mini,{FEN} {},#2,\"{date}\"\n", move_number(number)));
    let lines = rows(&|number, date| {
        format!(
            "{FEN} {}; variant mini; dm 2; id \"{number}\"; date {};\n",
            move_number(number),
            quoted(date)
        )
    });
    let objects = rows(&|number, date| {
        let fen = format!("{FEN} {}", move_number(number));
        let id = number.to_string();
        let object =
            serde_json::json!({ "id": id, "variant": "mini", "fen": fen, "stipulation": "#2", "date": date });
        format!("{object}\n")
    });
    [("csv", format!("id,variant,fen,stipulation,Dátum\n{table}")), ("epd", lines), ("json", objects)]
}

/// Asserts that the notes on dates are those of the table: ten in words, and the number of others.
fn assert_notes(ended: &Ended) {
    let codes: Vec<&str> = DATES.iter().map(|(_, _, code)| *code).filter(|code| !code.is_empty()).collect();
    for code in &codes {
        let count = codes.iter().filter(|other| *other == code).count();
        assert_eq!(ended.stderr.matches(&format!(" [{code}]\n")).count(), count, "{code}: {ended}");
    }
    assert_eq!(ended.stderr.matches(" [date-").count(), codes.len(), "{ended}");
}

#[test]
fn dates_are_read_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let year = |number: usize| DATES[number].1.get(..4).unwrap_or("unknown");
    let mut inputs: Vec<(&str, String)> = problems().into_iter().collect();
    inputs.push(("pgn", games()));
    for (form, text) in inputs {
        let input = folder.path().join(format!("in.{form}")).display().to_string();
        fs::write(&input, &text).expect("a file");
        // The numbers of the selected records, in their order.
        let numbers = |output: &str| -> Vec<usize> {
            let marks: [&str; 4] = ["[Event \"", "id \"", "\"id\":\"", ""];
            let number = |line: &str| {
                let rest = marks.iter().find_map(|mark| {
                    let at = line.find(mark).filter(|_| !mark.is_empty())?;
                    Some(&line[at + mark.len()..])
                });
                let rest = rest.or_else(|| line.contains(FEN).then_some(line))?;
                rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
            };
            output.lines().filter_map(number).collect()
        };
        for (range, is_in) in [
            ("1982.03.21", &(|date: &str| ["19820321", "1982"].contains(&date)) as &dyn Fn(&str) -> bool),
            ("2024", &|date: &str| date.starts_with("2024")),
            ("24.02.2025..", &|date: &str| date == "20250224"),
        ] {
            let ended = hexmate(&["select", &input, "--date", range]);
            let expected: Vec<usize> = (0..DATES.len()).filter(|&number| is_in(DATES[number].1)).collect();
            assert_eq!(numbers(&ended.stdout), expected, "{form} {range}: {ended}");
            assert_notes(&ended);
        }
        let sorted = hexmate(&["select", &input, "--sort", "date"]);
        let mut expected: Vec<usize> = (0..DATES.len()).collect();
        expected.sort_by_key(|&number| match DATES[number].1 {
            "" => "9".to_owned(),
            known => format!("{known:0<8}"),
        });
        assert_eq!(numbers(&sorted.stdout), expected, "{form}: {sorted}");
        assert_notes(&sorted);
        // The text of a date is never rewritten.
        for (date, _, _) in DATES {
            let escaped = serde_json::json!(date).to_string();
            assert!(
                sorted.stdout.contains(date) || sorted.stdout.contains(&escaped),
                "{form} {date}: {sorted}"
            );
        }
        let out = folder.path().join(form);
        let split = hexmate(&["select", &input, "--split", "year", "-o", &out.display().to_string()]);
        assert_notes(&split);
        let mut expected: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        (0..DATES.len()).for_each(|number| expected.entry(year(number).to_owned()).or_default().push(number));
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(&out).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            found.insert(name, numbers(&fs::read_to_string(&path).expect("text")));
        }
        assert_eq!(found, expected, "{form}");
        let stats = hexmate(&["stats", &input, "--format", "csv"]);
        assert_notes(&stats);
        if form != "pgn" {
            for year in ["1982", "2024", "2025"] {
                let count = DATES.iter().filter(|(_, read, _)| read.starts_with(year)).count();
                assert!(stats.stdout.contains(&format!("\nyear,{year},{count}\n")), "{form}: {stats}");
            }
        }
        let quiet = hexmate(&["select", &input, "--sort", "date", "-q"]);
        assert_eq!((quiet.stdout, quiet.stderr.as_str()), (sorted.stdout, ""), "{form}");
        // Without a use of dates there is no note.
        assert!(!hexmate(&["select", &input]).stderr.contains("[date-"), "{form}");
    }
}

#[test]
fn dates_survive_conversion_of_problems() {
    let [(_, table), ..] = problems();
    let table = table.replace("Dátum", "date");
    let convert = |input: &str, to: &str| with_input(&["convert", "-", "--to", to, "-q"], input);
    let cells = |table: &str| -> Vec<String> {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| row.iter().next_back().expect("a cell").to_owned()).collect()
    };
    let dates: Vec<&str> = DATES.iter().map(|(date, _, _)| *date).collect();
    for to in ["epd", "json", "yacpdb", "popeye"] {
        let there = convert(&table, to);
        let back = convert(&there.stdout, "csv");
        assert_eq!(cells(&back.stdout), dates, "{to}: {there}");
        let selected = with_input(&["select", "-", "--date", "1982.03.21", "--sort", "id"], &there.stdout);
        assert!(selected.stderr.contains("25 problems read, 15 selected"), "{to}: {selected}");
    }
}

#[test]
fn dates_of_epd_comments_are_read() {
    let [(_, table), ..] = problems();
    let lines = with_input(&["convert", "-", "--to", "epd", "-q"], &table).stdout;
    assert!(lines.contains("c0 \"column Dátum: 21 marca 1982\""), "{lines}");
    // People write comments without the word.
    for lines in [lines.replace("column Dátum", "Dátum"), lines] {
        let selected = with_input(&["select", "-", "--date", "1982.03.21"], &lines);
        assert!(selected.stderr.contains("25 problems read, 15 selected"), "{selected}");
        assert_notes(&selected);
    }
}

#[test]
fn many_unclear_dates_are_counted() {
    let games = "[Date \"7.1.82\"]\n\n1. e5 *\n\n".repeat(13);
    let ended = with_input(&["select", "-", "--sort", "date"], &games);
    assert_eq!(ended.stderr.matches("[date-without-year]").count(), 10, "{ended}");
    assert!(ended.stderr.contains("-: 3 more dates not read in full\n"), "{ended}");
    // A second tag with a date helps.
    let helped = games.replace("\n\n1.", "\n[EventDate \"1982\"]\n\n1.");
    let ended = with_input(&["select", "-", "--date", "1982"], &helped);
    assert!(ended.stderr.contains("13 games read, 13 selected"), "{ended}");
}

#[test]
fn unclear_dates_of_options_are_rejected() {
    for (date, reason) in [
        ("03/04/2024", "has two meanings, with the day first or the month first"),
        ("21.03.82", "has no year of four digits"),
        ("2024-05-01/03", "is a range"),
        ("soon", "is not a date"),
    ] {
        let ended = with_input(&["select", "-", "--date", date], &games());
        assert_eq!(ended.status, Some(2), "{ended}");
        assert!(ended.stderr.contains(&format!("{date:?} {reason}; write 1980")), "{ended}");
    }
}
