//! The page of `solve --html --for readers`: what is visible while the solutions are folded.

use std::collections::BTreeSet;
use std::fs;

use crate::browser::seen_in_browser;
use crate::run::{hexmate, with_input};

/// Problems of every kind, with all columns of an editor; one is cooked, one has two solutions, one is a zeroposition.
const COLUMN: &str = "\
number,variant,fen,stipulation,key,solutions,twin,author,source,date,dedication,prize,city,version,after,remark,comment,full-solution,keywords
12,glinski,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2,g5e7,,,Anna & Béla,Contest,2001,for N. N.,1st prize,Paris,,,No castling,Fine choice of Ne7,1.Ne7! Bxe7,Meredith
13,glinski,1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1,#2,k7f11,,,Anna,Szachista,2024,,,,1984,,1.Rf11! is the key,,1.Rf11! Kxf7,zugzwang
14,glinski,1/3/5/5P1/K8/11/7R3/11/11/6p2k1/11 b - 0 1,h#2,,2,,Cecil,Sakk,1987,,,,,S. Loyd,,,,
15,mini,1/3/1K3/7/4rR1/k1N4/1N4B w - 0 1,ser-h#2,,,zeroposition a) wNc2 -> e5; b) wNc2 -> e4,Dora,,,,,,,,,,,
16,mini,\"w: Kf1 Rg2 Bb4; b: Kd4 Rc4 Pe4\",r#2,,,,Dora,,,,,,,,,,,
";

/// Writes the page and returns it.
fn page(args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let command = ["solve", "-", "--no-time", "-q", "--for", "readers", "--html", &path];
    let run = with_input(&[&command[..], args].concat(), COLUMN);
    assert_eq!(run.status, Some(1), "{run}");
    fs::read_to_string(&path).expect("a page")
}

/// Returns the text of the articles without the folded parts, or of the folded parts alone.
fn texts(page: &str) -> [String; 2] {
    let (_, main) = page.split_once("<main>").expect("articles");
    let (main, _) = main.split_once("</main>").expect("articles");
    let (mut open, mut folded) = (String::new(), String::new());
    let mut rest = main;
    while let Some((before, after)) = rest.split_once("<details>") {
        let (inside, after) = after.split_once("</details>").expect("an end");
        open += before;
        folded += inside;
        rest = after;
    }
    open += rest;
    [open, folded].map(|html| without_tags(&html))
}

fn without_tags(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join("")
}

/// Returns the words of a text without signs around them.
fn words(text: &str) -> BTreeSet<String> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let parts = text.split(|c: char| c.is_whitespace() || "/().…:;".contains(c));
    parts.map(bare).filter(|word| word.len() > 1).collect()
}

#[test]
fn no_word_of_solutions_is_visible() {
    for language in ["english", "hungarian", "polish", "russian"] {
        let [open, folded] = texts(&page(&["--language", language]));
        let (open, folded) = (words(&open), words(&folded));
        let is_move = |word: &&String| word.chars().any(|c| c.is_ascii_digit()) && word.len() > 2;
        let moves: Vec<&String> = folded.iter().filter(is_move).collect();
        assert!(moves.len() > 20, "{moves:?}");
        for word in moves.into_iter().filter(|word| !["2001", "2024"].contains(&word.as_str())) {
            assert!(!open.contains(word), "{language}: {word}");
        }
        for word in ["zugzwang", "Meredith", "Fine"] {
            assert!(folded.contains(word) && !open.contains(word), "{language}: {word}");
        }
    }
}

#[test]
fn solvers_see_all_they_may_know() {
    let [open, folded] = texts(&page(&[]));
    for text in [
        "Anna & Béla".replace('&', "&amp;").as_str(),
        "Paris",
        "for N. N.",
        "1st prize",
        "S. Loyd",
        "Gliński",
        "Mini Hexchess",
        "2 solutions",
        "Zeroposition",
        "Nc2 → e5",
        "No castling",
    ] {
        assert!(open.contains(text), "{text} is not in {open}");
    }
    // A remark that names a move of the solution is folded with it.
    assert!(folded.contains("1.Rf11! is the key"), "{folded}");
    let page = page(&[]);
    let headings: Vec<&str> = page
        .split("<h2>")
        .skip(1)
        .filter_map(|part| part.split_once("</h2>"))
        .map(|(text, _)| text)
        .collect();
    let headings: Vec<String> = headings.into_iter().map(without_tags).collect();
    assert_eq!(headings, ["12", "13", "14", "15 a)", "15 b)", "16"]);
}

#[test]
fn key_of_author_precedes_cooks() {
    for (language, cook) in
        [("english", "Cook:"), ("hungarian", "Mellékmegfejtés:"), ("german", "Nebenlösung:")]
    {
        let [_, folded] = texts(&page(&["--language", language]));
        let keys: Vec<usize> =
            ["e7!", "d4!", "i6!"].map(|key| folded.find(key).expect("a key")).into_iter().collect();
        assert!(keys[0] < keys[1] && keys[1] < keys[2], "{folded}");
        assert_eq!(folded.matches(cook).count(), 2, "{folded}");
        assert!(folded.find(cook).is_some_and(|at| keys[0] < at && at < keys[1]), "{folded}");
    }
}

#[test]
fn numbers_are_counted_without_own_ones() {
    let table = COLUMN.replacen("number,", "id,", 1).replace("\n12,", "\nx,");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let run = with_input(&["solve", "-", "--no-time", "-q", "--for", "readers", "--html", &path], &table);
    assert_eq!(run.status, Some(1), "{run}");
    let page = fs::read_to_string(&path).expect("a page");
    let headings: Vec<String> = page
        .split("<h2>")
        .skip(1)
        .filter_map(|part| part.split_once("</h2>"))
        .map(|(text, _)| without_tags(text))
        .collect();
    assert_eq!(headings, ["1", "2", "3", "4 a)", "4 b)", "5"]);
}

#[test]
fn legend_of_echex_appears_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let args = ["solve", "examples/column.csv", "--html", &path, "--for", "readers", "--keys-only", "-q"];
    assert_eq!(hexmate(&args).status, Some(0));
    let page = fs::read_to_string(&path).expect("a page");
    assert_eq!(page.matches("<p class=\"legend\">").count(), 1);
    assert!(page.contains("Echex for three – w: White, r: Red, b: Black"), "{page}");
}

#[test]
fn boards_have_no_steps_while_folded() {
    let actions = r#"
  const steps = () => [...document.querySelectorAll(".steps")].filter(bar => bar.offsetHeight > 0).length;
  seen.push(`folded: ${steps()}, words: ${document.querySelector("main").innerText.includes("f11!")}`);
  document.querySelector("details > summary").click();
  await new Promise(done => setTimeout(done, 50));
  document.querySelector("main details").open = true;
  // A frame that shows the board sets it up as well, but none may come before the timers of a headless browser have passed.
  document.querySelector("main details a[data-m]").click();
  seen.push(`unfolded: ${steps() > 0}`);
"#;
    let args = ["solve", "tests/examples/column.csv", "--no-time", "-q", "--for", "readers"];
    let Some(seen) = seen_in_browser(&args, 1, actions) else { return };
    let lines: Vec<&str> = seen.lines().take(2).collect();
    assert_eq!(lines, ["folded: 0, words: false", "unfolded: true"]);
}
