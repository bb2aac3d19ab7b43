//! The files of languages are complete, and errors in them are found.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[path = "../src/format.rs"]
mod format;

use format::{File, PLURALS, Section, WordEntry, WordValue};

fn languages() -> Vec<String> {
    let codes = fs::read_to_string(folder().join("languages.txt")).expect("a list");
    codes.lines().map(str::to_owned).collect()
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/languages"))
}

fn text(code: &str) -> String {
    fs::read_to_string(folder().join(format!("{code}.toml"))).expect("a file of a language")
}

/// Returns the messages on a file, compared with the English one.
fn messages(changed: &str) -> Vec<String> {
    let english = File::parse(&text("en")).expect("the English file");
    match File::parse(changed) {
        Ok(file) => file.faults(&english).iter().map(ToString::to_string).collect(),
        Err(fault) => vec![fault.to_string()],
    }
}

#[test]
fn words_of_every_language_are_complete() {
    let listed: BTreeSet<String> = languages().iter().map(|code| format!("{code}.toml")).collect();
    let names = fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<String> = names.filter_map(|name| name.into_string().ok()).collect();
    assert_eq!(names, listed.into_iter().chain(["languages.txt".to_owned()]).collect());
    let english = File::parse(&text("en")).expect("the English file");
    let order = |file: &File| -> Vec<(String, Vec<String>)> {
        let keys = |section: &Section| section.entries.iter().map(|entry| entry.key.clone()).collect();
        file.sections.iter().map(|section| (section.name.clone(), keys(section))).collect()
    };
    for code in languages() {
        let file = File::parse(&text(&code)).expect(&code);
        assert_eq!(messages(&text(&code)), [""; 0], "{code}");
        assert_eq!(order(&file), order(&english), "{code}: the order of entries is not that of en.toml");
        let plural = file.text("language", "plural").expect("a rule");
        assert!(PLURALS.iter().any(|(name, _)| *name == plural), "{code}: {plural}");
    }
}

#[test]
fn differences_from_english_are_reported() {
    let german = text("de");
    let line = |start: &str| german.lines().position(|line| line.starts_with(start)).expect("a line") + 1;
    for (from, to, message) in [
        ("knight = \"Springer\"\n", "", "knight in [pieces] is missing".to_owned()),
        ("draws = [", "# draws = [", "draws in [ends] is missing".to_owned()),
        (
            "[ends]\n",
            "[books]\n",
            format!("line {}: en.toml has no entry reasons in [books]", line("reasons")),
        ),
        (
            "[games]\n",
            "[spiele]\n",
            format!("line {}: en.toml has no entry for_three in [spiele]", line("for_three")),
        ),
        (
            "but = \"aber\"",
            "butt = \"aber\"",
            format!("line {}: en.toml has no entry butt in [book]", line("but ")),
        ),
        ("but = \"aber\"", "but = \" \"", format!("line {}: but is empty", line("but "))),
        (
            "but = \"aber\"",
            "but = [\"aber\"]",
            format!("line {}: but has another kind of value than in en.toml", line("but ")),
        ),
        (
            "shown = \"{shown} von {all}\"",
            "shown = \"{shown} von allen\"",
            format!("line {}: shown needs {{all}} and {{shown}} in braces, as in en.toml", line("shown ")),
        ),
        (
            "but = \"aber\"",
            "but = \"aber {move}\"",
            format!("line {}: but needs nothing in braces, as in en.toml", line("but ")),
        ),
        (
            "{ one = \"{count} Lösung\", many = \"{count} Lösungen\" }",
            "{ many = \"{count} Lösungen\" }",
            format!(
                "line {}: counted_solutions needs the forms one, many, for the plural \"english\"",
                line("counted_solutions")
            ),
        ),
        (
            "\"{count} Lösung\"",
            "\"{n} Lösung\"",
            format!(
                "line {}: counted_solutions needs {{count}} in braces, as in en.toml",
                line("counted_solutions")
            ),
        ),
        (
            "january = [\"Januar\", ",
            "january = [\"\", ",
            format!("line {}: january has a word that is empty or longer than 127 bytes", line("january")),
        ),
        ("toMove = ", "tomove = ", "toMove in [browser] is missing".to_owned()),
    ] {
        assert!(german.contains(from), "{from}");
        let found = messages(&german.replacen(from, to, 1));
        assert!(found.contains(&message), "{from}: {found:?}");
    }
}

#[test]
fn errors_of_format_have_lines() {
    for (text, message) in [
        ("a = \"b\"", "line 1: an entry before the first section"),
        ("[s]\na = b", "line 2: a text in quotation marks is missing"),
        ("[s]\na = \"b", "line 2: a quotation mark is missing"),
        ("[s]\na = \"b\" c", "line 2: \"c\" after the value"),
        ("[s]\na = \"\\n\"", "line 2: only \\\" and \\\\ may follow a backslash"),
        ("[s]\n\na\n", "line 3: not an entry; write key = \"text\""),
        ("[s]\na = [\"b\" \"c\"]", "line 2: a comma is missing"),
        ("[s]\na = [\n\"b\",\n", "line 2: \"]\" is missing"),
        ("[s]\na = { one = \"b\" many = \"c\" }", "line 2: a comma is missing"),
        ("[s]\na = \"b\"\na = \"c\"", "line 3: a is there twice in [s]"),
        ("[s]\n[t]\n[s]", "line 3: section [s] is there twice"),
    ] {
        assert_eq!(File::parse(text).expect_err(text).to_string(), message);
    }
    let file =
        File::parse("# c\n# d\n[s]\n# e\n\"k x\" = \"a \\\"b\\\"\"\nl = [\n    \"x\", # no comment\n]").err();
    assert!(file.is_some(), "no comment may follow a value");
    let file =
        File::parse("# c\n# d\n[s]\n# e\n\"k x\" = \"a \\\"b\\\"\"\nl = [\n    \"x\",\n]").expect("a file");
    let [Section { comment, is_table: true, entries, .. }] = file.sections.as_slice() else {
        panic!("{file:?}")
    };
    assert_eq!(comment.as_deref(), Some("c d"));
    let [
        WordEntry { comment, value: WordValue::Text(text), line: 5, .. },
        WordEntry { value: WordValue::List(words), line: 6, .. },
    ] = entries.as_slice()
    else {
        panic!("{entries:?}")
    };
    assert_eq!(
        (comment.as_deref(), text.as_str(), words.as_slice()),
        (Some("e"), "a \"b\"", &["x".to_owned()][..])
    );
}
