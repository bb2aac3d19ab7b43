//! Numbers of solutions on every page, in every language, equal those of the JSON rows: lengths, keys, solutions, tries,
//! claims.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::law_length::quick_or_full;
use crate::run::with_input;

/// Problems with every verdict, wrong claims, twins, set play and every kind of stipulation.
const PROBLEMS: &str = "\
id,variant,fen,stipulation,key,solutions,twin
known,glinski,b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38,#2,,,
longer,glinski,b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38,#3,,,
wrong key,glinski,b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38,#2,Kg2,,
not a move,glinski,b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38,#2,rook up,3,
twins,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,,,b) -wPb2; c) #3; d) +bQa1; e) nonsense
zero,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,,,zeroposition a) -wPb2; b) +bPc3
set play,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2*,,2,
short,mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,#3,,,
two keys,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,d1c2 d4d5,2,
none,mini,1/3/5/6k/7/7/K5Q w - 0 1,#1,,,
exact,mini,1/1N1/3K1/2B4/4R2/7/B1Nk3 w - 0 1,exact-#2,,,
stalemate,mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,=2,,,
selfmate,mini,1/3/R4/7/4p2/5bp/k1K2r1 b - 0 1,s#1,,,
reflexmate,mini,1/3/R4/p2r3/6K/b1k2R1/5B1 b - 0 1,r#2,,,
helpmate,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2,,4,
longer helpmate,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#3,,,
tree,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2* 2.1.1.1,,,b) h#1.5
series,mini,K/3/5/3R3/7/3k2R/1r4B b - 0 1,ser-#5,,,
series helpmate,mini,1/2k/n4/R6/6K/7/1N5 b - 0 1,ser-h#4,,,
series selfmate,mini,b/3/1B1b1/7/7/7/2rk2K w - 0 1,ser-s#2,,,
three players,echex3,\"1/3/5/2,rQ,4/9/11/rK,1,wQ,7,rN/11/1,bK,8,wP/wK,10/1,bQ,9 r wrb - 0 1\",#1,,,
illegal,mini,1/3/5/7/7/7/7 w - 0 1,#1,,,
unreadable,mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,mate soon,,,
";

const LANGUAGES: [&str; 9] =
    ["english", "hungarian", "polish", "german", "french", "spanish", "russian", "esperanto", "figurines"];

/// Pages and data of one run.
struct Run {
    folder: PathBuf,
    rows: Vec<Value>,
    /// Greatest number of refutations of a try.
    most: u64,
}

impl Run {
    /// Solves the problems with all outputs in a language.
    fn new(language: &str, most: u64, limits: &[&str]) -> Self {
        let name = ["numbers", language, &most.to_string(), &limits.concat()].join("-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let path = |name: &str| folder.join(name).display().to_string();
        let outputs = [
            ("--jsonl", "rows.jsonl"),
            ("--html", "page.html"),
            ("--text", "text.txt"),
            ("--book", "book.typ"),
            ("--solutions", "solutions.tex"),
        ];
        let outputs: Vec<String> =
            outputs.iter().flat_map(|(option, name)| [(*option).to_owned(), path(name)]).collect();
        let tries = most.to_string();
        let mut args = vec!["solve", "-", "-q", "--no-time", "--tries", &tries, "--language", language];
        args.extend(limits);
        args.extend(outputs.iter().map(String::as_str));
        let run = with_input(&args, PROBLEMS);
        assert_eq!(run.status, Some(1), "{run}");
        let rows = fs::read_to_string(folder.join("rows.jsonl")).expect("rows");
        let rows = rows.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        Self { folder, rows, most }
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).expect(name)
    }

    /// Returns the numbers that follow the verdict of a row: solutions, a length below the stated one, tries.
    fn numbers(&self, row: &Value) -> Vec<u64> {
        let mut numbers = match solutions(row) {
            0 => Vec::new(),
            count => vec![count],
        };
        let length = row["mate_in"].as_u64();
        numbers.extend(length.filter(|&length| length < stated_length(row)));
        let tries = row["tries"].as_array().filter(|_| word(row, "status") != "NOT_FINISHED");
        if let Some(tries) = tries {
            numbers.push(tries.len() as u64);
            numbers.extend(Some(self.most).filter(|&most| most > 1));
        }
        numbers
    }
}

fn word<'r>(row: &'r Value, name: &str) -> &'r str {
    row[name].as_str().unwrap_or_default()
}

/// Returns the number of keys, or of lines, of which those that differ only in a forced last move are one.
fn solutions(row: &Value) -> u64 {
    let lines = row["solution"]["lines"].as_array().filter(|lines| !lines.is_empty());
    let Some(lines) = lines else { return row["n_keys"].as_u64().unwrap_or(0) };
    let is_forced =
        word(row, "stipulation").starts_with("ser-s") || word(row, "stipulation").starts_with("hs");
    let lines = lines.iter().map(|line| {
        let moves = line.as_array().expect("a line");
        let moves = &moves[..moves.len() - usize::from(is_forced)];
        moves.iter().map(Value::to_string).collect::<String>()
    });
    lines.collect::<BTreeSet<_>>().len() as u64
}

/// Returns the length of the stipulation, rounded up.
fn stated_length(row: &Value) -> u64 {
    let text = word(row, "stipulation").split(' ').next().unwrap_or_default().trim_end_matches('*');
    let length: f64 = text.rsplit(['#', '=', '+']).next().and_then(|text| text.parse().ok()).expect(text);
    length.ceil() as u64
}

/// Returns the numbers of a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// Returns the text of HTML without tags.
fn untagged(html: &str) -> String {
    let text: String = html.split('<').enumerate().fold(String::new(), |text, (place, part)| {
        text + if place == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) }
    });
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text, |text, (code, sign)| text.replace(code, sign))
}

/// Returns the text between two marks.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

/// Checks the page for editors: each row has its article, with its numbers.
fn check_html(run: &Run) {
    let page = run.text("page.html");
    for (index, row) in run.rows.iter().enumerate() {
        let start = format!("<article id=\"n{}\"", index + 1);
        let article = between(&page, &start, "</article>").expect("an article");
        let length = row["mate_in"].as_u64().map(|length| length.to_string()).unwrap_or_default();
        assert!(article.contains(&format!("data-length=\"{length}\"")), "{article}");
        let verdict = between(article, "<p class=\"verdict\">", "</p>").expect("a verdict");
        let verdict = untagged(verdict);
        let message = word(row, "message");
        let expected = match word(row, "status") {
            "ILLEGAL" | "BAD_INPUT" => numbers(message),
            "NOT_FINISHED" => [numbers(message), run.numbers(row)].concat(),
            _ => run.numbers(row),
        };
        // Other languages write a zero, English writes "no solution".
        let has_zero = solutions(row) == 0 && row["n_keys"].is_u64();
        let found = numbers(&verdict);
        let mut zero = expected.clone();
        zero.insert(expected.len() - run.tries_length(row), 0);
        assert!(found == expected || has_zero && found == zero, "{verdict}: {expected:?}, {row}");
        if let Some(fault) = between(article, "<p class=\"fault\">", "</p>") {
            assert!(message.contains(&untagged(fault)), "{fault}: {message}");
        }
    }
}

impl Run {
    /// Returns how many numbers about tries end the numbers of a row.
    fn tries_length(&self, row: &Value) -> usize {
        let has_tries = row["tries"].is_array() && word(row, "status") != "NOT_FINISHED";
        if has_tries { 1 + usize::from(self.most > 1) } else { 0 }
    }
}

/// Checks the end lines and status lines of the text.
fn check_text(run: &Run) {
    let text = run.text("text.txt");
    let ends: Vec<&str> = text
        .lines()
        .filter(|line| {
            ["complete: ", "not complete: ", "not searched: "].iter().any(|end| line.starts_with(end))
        })
        .collect();
    assert_eq!(ends.len(), run.rows.len());
    for (end, row) in ends.iter().zip(&run.rows) {
        let message = word(row, "message");
        let expected = match word(row, "status") {
            "ILLEGAL" | "BAD_INPUT" => numbers(message),
            "NOT_FINISHED" => [numbers(message), run.numbers(row)].concat(),
            _ => run.numbers(row),
        };
        assert_eq!(numbers(end), expected, "{end}: {row}");
    }
}

/// Checks the books: each problem has as many keys in bold as its rows, and the claimed numbers of solutions.
fn check_books(run: &Run) {
    let mut problems: Vec<Vec<&Value>> = Vec::new();
    for row in &run.rows {
        let is_later = !word(row, "of_twin").is_empty() && !word(row, "of_twin").starts_with("a)");
        match problems.last_mut().filter(|_| is_later) {
            Some(problem) => problem.push(row),
            None => problems.push(vec![row]),
        }
    }
    let (typst, latex) = (run.text("book.typ"), run.text("solutions.tex"));
    let typst: Vec<&str> = typst.lines().filter(|line| line.starts_with("  [#solution(")).collect();
    let latex: Vec<&str> = latex.split("\\begin{solution}\n").skip(1).collect();
    assert_eq!([typst.len(), latex.len()], [problems.len(); 2]);
    for ((rows, typst), latex) in problems.iter().zip(typst).zip(latex) {
        let has_lines =
            |row: &&&Value| row["solution"]["lines"].as_array().is_some_and(|lines| !lines.is_empty());
        let keys: u64 =
            rows.iter().filter(|row| !has_lines(row)).filter_map(|row| row["n_keys"].as_u64()).sum();
        let of_number = |text: &str, mark: &str| text.matches(mark).count() as u64;
        assert_eq!([of_number(typst, "strong(\"1."), of_number(latex, "\\textbf{1.")], [keys; 2], "{typst}");
    }
    let book = run.text("book.typ");
    let captions: Vec<&str> = book.lines().filter(|line| line.contains("below(")).collect();
    let claimed = |row: &&Value| {
        let solutions = word(row, "solutions").parse::<u64>().ok();
        solutions.filter(|&solutions| solutions != 1 && row["n_keys"].is_u64())
    };
    let claimed: Vec<u64> = run.rows.iter().filter_map(|row| claimed(&row)).collect();
    for count in claimed {
        let start = format!("\"{count} ");
        assert!(captions.iter().any(|caption| caption.contains(&start)), "{count}: {captions:?}");
    }
}

fn check(run: &Run) {
    check_html(run);
    check_text(run);
    check_books(run);
}

#[test]
fn german_page_has_short_length() {
    let run = Run::new("german", 1, &[]);
    check(&run);
    let statuses: BTreeSet<&str> = run.rows.iter().map(|row| word(row, "status")).collect();
    assert_eq!(statuses.len(), 7, "{statuses:?}");
    let page = untagged(&run.text("page.html"));
    assert!(page.contains("Kurzlösig Gliński: Schlüssel: 1, Länge: 2, Verführungen: 1"), "{page}");
}

#[test]
#[ignore = "long: make verify-program"]
fn page_numbers_equal_data() {
    for language in LANGUAGES.into_iter().step_by(quick_or_full(4, 1)) {
        for (most, limits) in [(1, &[][..]), (2, &[]), (2, &["--nodes", "40"]), (1, &["--nodes", "300"])] {
            check(&Run::new(language, most, limits));
        }
    }
}
