//! Books written by `solve --book`, compiled and read where Typst, LaTeX and poppler are installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use crate::run::{hexmate, with_input};

/// Two problems whose texts are commands of Typst and LaTeX, a cooked one and an unreadable one.
const COLUMN: &str = "\
id,variant,fen,stipulation,author,source
one,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,\"Ő\\\"\"#] & Ĉ_$%\",\"1st prize ~^{x} <b> \\input{y} #panic()\"
two,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2,Жуковский,Fabó & Łoś 2026
cooked,mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,#3,,
none,mini,nothing,#2,,
";

fn skipped(what: &str) {
    // Written directly: the test harness hides the output of passing tests.
    let _ = writeln!(std::io::stderr(), "SKIPPED: no {what} here, no book was compiled with it");
}

fn written(folder: &Path, name: &str, args: &[&str]) -> String {
    let path = folder.join(name).display().to_string();
    let run = with_input(&[&["solve", "-", "--no-time", "-q", "--book", &path], args].concat(), COLUMN);
    assert_eq!(run.status, Some(1), "{run}");
    path
}

/// Returns the text of a PDF and its number of pages, or `None` without poppler.
fn read(pdf: &Path) -> Option<(String, usize)> {
    let Ok(output) = Command::new("pdftotext").arg("-layout").arg(pdf).arg("-").output() else {
        skipped("pdftotext");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let pages = text.matches('\u{c}').count();
    Some((text, pages))
}

#[track_caller]
fn assert_contains(pdf: &Path, pages: usize, texts: &[&str]) {
    let Some((content, found)) = read(pdf) else { return };
    let words: String = content.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in texts {
        assert!(words.contains(text), "{text} is not in {words}");
    }
    assert_eq!(found, pages, "{words}");
}

#[test]
fn book_format_follows_extension() {
    for name in ["book", "book.doc", "-", "book.PDF.txt"] {
        let run = hexmate(&["solve", "puzzles/known.csv", "--book", name]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run}");
        assert!(run.stderr.contains("write a file that ends in .pdf, .typ or .tex"), "{run}");
    }
    for args in [["--columns", "4"], ["--paper", "a3"], ["--title", "x"]] {
        let run = hexmate(&[&["solve", "puzzles/known.csv"], &args[..]].concat());
        assert_eq!(run.status, Some(2), "{run}");
    }
    let run = hexmate(&["solve", "puzzles/known.csv", "--book", "/nowhere/book.typ"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(3), ""), "{run}");
}

#[cfg(not(feature = "pdf"))]
#[test]
fn missing_pdf_feature_is_reported_first() {
    let run = hexmate(&["solve", "puzzles/known.csv", "--book", "book.pdf"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run}");
    assert!(run.stderr.contains("build with --features pdf"), "{run}");
}

#[test]
fn typst_book_compiles_with_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(folder.path(), "a book.typ", &["--language", "hungarian", "--title", "Cím"]);
    let source = fs::read_to_string(&path).expect("a book");
    insta::assert_snapshot!("book_typst", source);
    let names = fs::read_dir(folder.path().join("a book")).expect("a folder");
    let names: BTreeSet<String> =
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names.join(" "), "1.svg 2.svg 3.svg B.svg K.svg N.svg P.svg Q.svg R.svg");
    let compile = format!("import typst; typst.compile({path:?}, output={:?})", format!("{path}.pdf"));
    match Command::new("python3").args(["-c", &compile]).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) if String::from_utf8_lossy(&output.stderr).contains("No module named") => {
            return skipped("Typst (PyPI: typst)");
        }
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => return skipped("Python with Typst"),
    }
    let texts = ["Cím", "Megfejtések", "Жуковский", "Ő\\\"#] & Ĉ_$%", "1.Fxc2! (2.Fa1#/Fb3#)"];
    assert_contains(Path::new(&format!("{path}.pdf")), 2, &texts);
}

#[test]
#[ignore = "long: make verify"]
fn one_command_prints_the_example_column() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, first_key) in [("english", "1.Rf11! zugzwang"), ("hungarian", "1.Bf11! lépéskényszer")]
    {
        let path = folder.path().join(format!("{language}.typ")).display().to_string();
        let run = hexmate(&[
            "solve",
            "examples/column.csv",
            "--no-time",
            "-q",
            "--book",
            &path,
            "--language",
            language,
        ]);
        assert_eq!(run.status, Some(0), "{run}");
        let source = fs::read_to_string(&path).expect("a book");
        assert_eq!(source.matches("  problem(").count(), 40);
        assert_eq!(source.matches("#solution(").count(), 40);
        let texts = [
            first_key,
            "#2  b) wQb5 → d8",
            "ser-#2  b) bQf5 ↔ Ra4",
            "\"a) 1.",
            "\"b) exchanged colours\"",
            "w:~#",
        ];
        for text in texts {
            assert!(source.contains(text), "{text} is not in {source}");
        }
        assert_eq!(source.matches("contest-2001-4\", \"\"").count(), 0, "the cooked one is marked");
    }
}

#[cfg(feature = "pdf")]
mod pages {
    use super::*;

    #[test]
    fn pdf_book_has_eight_languages() {
        let folder = tempfile::tempdir().expect("a folder");
        for (language, texts) in [
            ("english", ["Solutions", "1.Bxc2! (2.Ba1#/Bb3#)", "cooked – Cooked"]),
            (
                "hungarian",
                ["Megfejtések", "1.Fxc2! (2.Fa1#/Fb3#)", "Látszólagos játék: 1…Bb1/Bd2/Be1 2.Fb3#"],
            ),
            ("polish", ["Rozwiązania", "1.Gxc2! (2.Ga1#/Gb3#)", "Pozory:"]),
            ("german", ["Lösungen", "1.Lxc2! (2.La1#/Lb3#)", "Satzspiel:"]),
            ("french", ["Solutions", "1.Fxc2! (2.Fa1#/Fb3#)", "Jeu apparent :"]),
            ("spanish", ["Soluciones", "1.Axc2! (2.Aa1#/Ab3#)", "Juego aparente:"]),
            ("russian", ["Решения", "1.Сxc2! (2.Сa1#/Сb3#)", "Крxd6!"]),
            ("esperanto", ["Solvoj", "1.Kxc2! (2.Ka1#/Kb3#)", "Ŝajna ludo:"]),
        ] {
            let path = written(folder.path(), "book.pdf", &["--language", language]);
            let texts =
                [&texts[..], &["Жуковский", "Fabó & Łoś 2026", "1st prize ~^{x} <b> \\input{y} #panic()"]];
            assert_contains(Path::new(&path), 2, &texts.concat());
        }
        let path = written(folder.path(), "book.pdf", &["--figurines", "--paper", "letter"]);
        assert_contains(Path::new(&path), 2, &["Solutions", "xc2! (2."]);
    }

    #[test]
    fn pdf_book_ignores_threads_and_merge() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let book = path("book.pdf");
        let run = |args: &[&str]| {
            let all = ["solve", "puzzles/known.csv", "--no-time", "-q", "--book", &book];
            assert_eq!(hexmate(&[&all, args].concat()).status, Some(0));
        };
        run(&["-j", "1"]);
        let whole = fs::read(&book).expect("written");
        run(&["-j", "2"]);
        assert!(whole == fs::read(&book).expect("written"), "another number of threads");
        let parts = ["a", "b"].map(path);
        for (part, shard) in parts.iter().zip(["slice:1/2", "slice:2/2"]) {
            run(&["--shard", shard, "--part", part]);
        }
        fs::remove_file(&book).expect("a book");
        assert_eq!(hexmate(&["merge", &parts[1], &parts[0], "-q", "--book", &book]).status, Some(0));
        assert!(whole == fs::read(&book).expect("written"), "merged");
    }

    #[test]
    fn latex_book_compiles() {
        let folder = tempfile::tempdir().expect("a folder");
        let path =
            written(folder.path(), "a_book.tex", &["--figurines", "--columns", "2", "--paper", "letter"]);
        let source = fs::read_to_string(&path).expect("a book");
        insta::assert_snapshot!("book_latex", source);
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "a_book.tex"])
            .current_dir(folder.path())
            .output();
        let Ok(output) = run else { return skipped("pdflatex") };
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{log}");
        assert!(!log.contains("Overfull \\vbox"), "{log}");
        assert_contains(&folder.path().join("a_book.pdf"), 2, &["Solutions", "2026", "xc2! (2."]);
    }
}
