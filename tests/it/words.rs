//! The writing rules of CONTRIBUTING.md: standard terms, doc comments that name their item first, short test names,
//! and numbers that agree with their nouns.

use std::fs;
use std::path::{Path, PathBuf};

/// The rules, one a line: `word` is avoided everywhere, `page` on pages and in help as well, `opener` begins no doc
/// comment, and `bare` is a noun that needs an article after the first verb of one; then the words to use.
const RULES: &str = include_str!("words.tsv");

/// Lines that are right although they have an avoided word.
const ALLOWED: [&str; 1] = ["\"stands\""];

/// Returns the texts of the rules of a kind, with the words to use.
fn rules(kind: &str) -> Vec<(&'static str, &'static str)> {
    let rules =
        RULES.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix('\t')?.split_once('\t'));
    rules.collect()
}

fn files(folder: &str, ending: &str, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    all.filter(|path| path.extension().is_some_and(|found| found == ending))
        .filter(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&is_meant))
        .collect()
}

/// Returns the text without code, which has words of the command line.
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

/// Returns whether a text has a word, in any case, as a whole.
fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let text = text.to_lowercase();
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().last(), text[at + word.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Returns the places of avoided words, one line each.
fn faults(name: &str, text: &str, words: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if !ALLOWED.iter().any(|allowed| line.contains(allowed)) {
            let words = words.iter().filter(|(word, _)| has_word(line, word));
            found.extend(words.map(|(word, better)| format!("{name}:{}: {word}: say {better}", number + 1)));
        }
    }
    found
}

/// Returns the places of avoided words in the prose of a page.
fn page_faults(name: &str, text: &str) -> Vec<String> {
    let text = prose(text);
    [faults(name, &text, &rules("word")), faults(name, &text, &rules("page"))].concat()
}

/// Returns all Rust files of the repository but this one, without build products.
pub fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = ["crates", "src", "tests", "benches", "examples", "python/src"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("it/words.rs")
            {
                found.push(path);
            }
        }
    }
    found
}

/// Returns the comments and string literals of a file, line by line.
fn spoken(source: &str) -> String {
    let mut kept = String::new();
    for line in source.lines() {
        let mut rest = line;
        while let Some(at) = rest.find(['/', '"']) {
            rest = &rest[at..];
            if rest.starts_with("//") {
                kept.push_str(rest);
                break;
            }
            let is_end = |(end, c): (usize, char)| c == '"' && !rest[..end].ends_with('\\');
            let end = match rest.starts_with('"') {
                true => {
                    rest.char_indices().skip(1).find(|&at| is_end(at)).map_or(rest.len(), |(end, _)| end + 1)
                }
                false => 1,
            };
            kept.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        kept.push('\n');
    }
    kept
}

/// Returns the lines of doc comments with their numbers; `true` for the first line of each.
fn doc_lines(source: &str) -> Vec<(usize, bool, &str)> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines().map(str::trim_start)) {
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim_start);
        found.extend(doc.map(|doc| (number, !is_inside, doc)));
        is_inside = doc.is_some();
    }
    found
}

/// Returns the places of doc comments whose first words are riddles.
fn riddles(name: &str, source: &str) -> Vec<String> {
    let openers = rules("opener");
    let better = |doc: &str| {
        let is_opener = |opener: &str| {
            doc.strip_prefix(opener).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        openers.iter().find(|(opener, _)| is_opener(opener)).map(|(_, better)| *better)
    };
    let lines = doc_lines(source).into_iter().filter(|(_, is_first, _)| *is_first);
    lines
        .filter_map(|(number, _, doc)| Some(format!("{name}:{number}: {doc}: say {}", better(doc)?)))
        .collect()
}

/// Returns the places of telegraph grammar in doc comments: a verb and a noun without article, as in `Returns number of
/// cells`, and a negation of a negation, as in `no moves are not visited`.
fn telegrams(name: &str, source: &str) -> Vec<String> {
    let nouns = rules("bare");
    let is_bare = |doc: &str| {
        let (verb, rest) = doc.split_once(' ').unwrap_or_default();
        let noun = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let after = &rest[noun.len()..];
        let is_word = verb.starts_with(char::is_uppercase) && verb.chars().all(char::is_alphabetic);
        let is_verb = is_word && verb.ends_with('s') && verb != "This";
        let is_object = after.is_empty()
            || [" of ", " in ", " and ", ",", "."].iter().any(|next| after.starts_with(next));
        is_verb && is_object && nouns.iter().any(|(bare, _)| *bare == noun)
    };
    let is_double = |doc: &str| {
        let doc = doc.to_lowercase();
        let words: Vec<&str> =
            doc.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        words.windows(4).any(|four| matches!(four, ["no", _, "is" | "are" | "was" | "were", "not"]))
    };
    let is_telegram = |&(_, is_first, doc): &(usize, bool, &str)| is_first && is_bare(doc) || is_double(doc);
    let found = doc_lines(source).into_iter().filter(is_telegram);
    found.map(|(number, _, doc)| format!("{name}:{number}: {doc}: write whole sentences")).collect()
}

/// Returns the names of tests that have more than six words.
fn long_tests(source: &str) -> Vec<&str> {
    let mut is_test = false;
    let mut found = Vec::new();
    for line in source.lines().map(str::trim_start) {
        is_test |= line.starts_with("#[test]");
        let name = line
            .strip_prefix("pub ")
            .unwrap_or(line)
            .strip_prefix("fn ")
            .and_then(|rest| rest.split('(').next());
        if let Some(name) = name.filter(|_| is_test) {
            is_test = false;
            found.extend(Some(name).filter(|name| name.split('_').count() > 6));
        }
    }
    found
}

#[test]
fn sources_follow_writing_rules() {
    let (files, words) = (sources(), rules("word"));
    assert!(files.len() > 300, "{} files", files.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let (name, text) = (path.display().to_string(), fs::read_to_string(path).expect("a source"));
            let mut found = faults(&name, &spoken(&text), &words);
            found.extend(riddles(&name, &text));
            found.extend(telegrams(&name, &text));
            found.extend(long_tests(&text).iter().map(|test| format!("{name}: {test}: more than six words")));
            found
        })
        .collect();
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn pages_and_help_avoid_words() {
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
            page_faults(&path.display().to_string(), &text)
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the first number that disagrees with its noun, as in `1 problems` or `2 problem`.
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
fn faults_of_writing_are_found() {
    assert_eq!(page_faults("x", "The men move.\n`men`\n```\nmen\n```\n"), ["x:1: men: say pieces"]);
    assert!(page_faults("x", "omen, statesman").is_empty());
    assert_eq!(spoken("let x = \"a \\\" b\" + 1 / 2; // thereof\n"), "\"a \\\" b\"/// thereof\n");
    assert_eq!(faults("x", "// therefore\n// Thereof\n", &rules("word")), ["x:2: thereof: say of it"]);
    let riddle = "x:1: Whether: say a noun or a verb";
    assert_eq!(riddles("x", "/// Whether\n/// What\nfn f() {}\n/// Itself\n/// It\n"), [riddle]);
    assert_eq!(riddles("x", "/// Returns `true` if x.\n").len(), 1);
    let telegraph =
        ["Returns number of cells.", "Returns width and height.", "Visits all; no moves are not visited."];
    let whole = [
        "Returns the number of cells.",
        "Returns whether a name is known.",
        "Reads line by line.",
        "Moves file a.",
    ];
    assert!(telegraph.iter().all(|line| telegrams("x", &format!("/// {line}\n")).len() == 1));
    assert!(whole.iter().all(|line| telegrams("x", &format!("/// {line}\n")).is_empty()));
    assert_eq!(long_tests("#[test]\nfn a_b_c_d_e_f_g() {}\nfn a_b_c_d_e_f_g() {}\n"), ["a_b_c_d_e_f_g"]);
    assert_eq!(disagreement("1 problems, 2 games").as_deref(), Some("1 problems"));
    assert_eq!(disagreement("2 game").as_deref(), Some("2 game"));
    assert_eq!(disagreement("1 problem, 12 games at depth 3"), None);
}
