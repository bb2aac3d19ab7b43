//! The words of documents, help and messages: those of the field, and numbers that agree with their nouns.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not said, and what is said instead.
const AVOIDED: [(&str, &str); 12] = [
    ("men", "pieces"),
    ("man", "piece"),
    ("he", "it, or the name of the side"),
    ("his", "its"),
    ("him", "it"),
    ("mended", "repaired"),
    ("stood", "is legal"),
    ("fell", "has an error"),
    ("told", "shown"),
    ("tells", "shows"),
    ("glyphs", "NAGs"),
    ("on turn", "to move"),
];

fn files(folder: &str, ending: &str, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    all.filter(|path| path.extension().is_some_and(|found| found == ending))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&is_meant))
        .collect()
}

/// The text without code, in which words of the command line stand.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut kept = String::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code {
            kept.extend(line.split('`').step_by(2));
        }
        kept.push('\n');
    }
    kept
}

/// Places of words that are avoided.
fn faults(name: &str, text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let mut all = Vec::new();
    for (number, line) in prose(text).lines().enumerate() {
        let line = format!(" {} ", line.to_lowercase());
        for (word, better) in AVOIDED {
            let found = line.match_indices(word).any(|(at, _)| {
                let (before, after) = (line[..at].chars().last(), line[at + word.len()..].chars().next());
                !before.is_some_and(is_word) && !after.is_some_and(is_word)
            });
            if found {
                all.push(format!("{name}:{}: {word}: say {better}", number + 1));
            }
        }
    }
    all
}

#[test]
fn documents_and_help_use_the_words_of_the_field() {
    let mut pages = files("docs", "md", |_| true);
    pages.extend(files("docs/standard", "md", |_| true));
    pages.extend(files("", "md", |name| {
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].contains(&name)
    }));
    pages.extend(files("tests/cli/snapshots", "snap", |name| name.starts_with("cli__help__help")));
    assert!(pages.len() > 20);
    let found: Vec<String> = pages
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("a page");
            // The command `man`, and the program of that name.
            let text =
                ["hexmate man", "man -l", "  man  "].iter().fold(text, |text, name| text.replace(name, ""));
            faults(&path.display().to_string(), &text)
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// As `1 problems`, or `2 problem`, in a line of words.
fn disagreement(line: &str) -> Option<String> {
    let words: Vec<&str> =
        line.split_whitespace().map(|word| word.trim_matches([',', ';', '.', ':'])).collect();
    let pairs = words.windows(2).map(|pair| (pair[0], pair[1]));
    let nouns = [
        "problem",
        "record",
        "game",
        "piece",
        "line",
        "error",
        "duplicate",
        "file",
        "node",
        "move",
        "position",
    ];
    pairs.into_iter().find_map(|(number, word)| {
        let many = number.parse::<u64>().ok()? != 1;
        let is_wrong =
            nouns.iter().any(|noun| word == if many { (*noun).to_owned() } else { format!("{noun}s") });
        is_wrong.then(|| format!("{number} {word}"))
    })
}

#[test]
fn numbers_agree_with_their_nouns() {
    let mut lines = 0;
    for path in files("tests/cli/snapshots", "snap", |_| true) {
        let text = fs::read_to_string(&path).expect("a snapshot");
        // What the program says on stderr begins so.
        for line in text.lines().filter_map(|line| line.strip_prefix("! ")) {
            lines += 1;
            let after_of = line.split(" of ").next().unwrap_or_default();
            assert_eq!(disagreement(after_of), None, "{}: {line}", path.display());
        }
    }
    assert!(lines > 100, "{lines} lines of messages");
}

#[test]
fn what_is_avoided_is_seen() {
    assert_eq!(faults("x", "The men stand.\n`men`\n```\nmen\n```\n"), ["x:1: men: say pieces"]);
    assert!(faults("x", "omen, statesman").is_empty());
    assert_eq!(disagreement("1 problems, 2 games").as_deref(), Some("1 problems"));
    assert_eq!(disagreement("2 game").as_deref(), Some("2 game"));
    assert_eq!(disagreement("1 problem, 12 games at depth 3"), None);
}
