//! Books written by `solve --book`, compiled and read where Typst, LaTeX and poppler are installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{hexmate, with_input};

/// Two problems whose texts are commands of Typst and LaTeX, a cooked one and an unreadable one.
const COLUMN: &str = "\
id,variant,fen,stipulation,author,source
one,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2*,\"Ő\\\"\"#] & Ĉ_$%\",\"1st prize ~^{x} <b> \\input{y} #panic()\"
two,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2,Жуковский,Fabó & Łoś 2026
cooked,mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,#3,,
none,mini,nothing,#2,,
";

/// Problems of two games with everything that a book prints.
const DETAILED: &str = "\
Nr,variant,fen,stipulation,key,solutions,twin,author,forrás,Dátum,Díj,Ajánlás
17,glinski,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2,g5e7,,,A. Szerző,Folyóirat,1982.03.21,2. díj,N. N. emlékére
18a,glinski,1/3/5/5P1/K8/11/7R3/11/11/6p2k1/11 b - 0 1,h#2,,2,,,,,,
23,mini,1/3/1K3/7/4rR1/k1N4/1N4B w - 0 1,ser-h#2,,,b) wNc2 -> e5; +c) Nb1 -> a3; d) exchanged colours,,,,,
29,mini,1/3/1QR2/6K/7/5p1/6k w - 0 1,#2,,2,,,,,,
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
        assert!(run.stderr.contains("write a file that ends in .pdf, .epub, .typ or .tex"), "{run}");
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
    let Some(pdf) = compile_typst(&path) else { return };
    let texts = ["Cím", "Megfejtések", "Жуковский", "Ő\\\"#] & Ĉ_$%", "1.Fxc2! (2.Fa1#/Fb3#)"];
    assert_contains(&pdf, 2, &texts);
}

/// Returns the source of a Typst book of these problems, for the option that writes it.
fn typst_source(problems: &str, option: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.typ").display().to_string();
    let run = with_input(&[&["solve", "-", "--no-time", "-q", option, &path], args].concat(), problems);
    assert_eq!(run.status, Some(1), "{run}");
    let source = fs::read_to_string(&path).expect("a book");
    source[source.find("#heading").expect("a heading")..].to_owned()
}

#[test]
fn typst_solutions_take_several_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.typ").display().to_string();
    let row = |number: usize| format!("{number},mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,#2,Author {number}\n");
    let table = format!("number,variant,fen,stipulation,author\n{}", (1..=150).map(row).collect::<String>());
    let args = ["solve", "-", "--no-time", "-q", "--solutions", &path];
    let run = with_input(&args, &table);
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {run}"));
    assert_eq!(source.matches("#solution(").count(), 150);
    let Some(pdf) = compile_typst(&path) else { return };
    let Some((text, pages)) = read(&pdf) else { return };
    assert!((2..=6).contains(&pages), "{pages}");
    for number in 1..=150 {
        assert!(text.contains(&format!("Author {number}")), "{number}: {text}");
    }
}

#[test]
fn book_prints_details_of_table() {
    let source = typst_source(DETAILED, "--book", &["--language", "hungarian", "--mate-sign", "‡"]);
    insta::assert_snapshot!("book_details", source);
    let russian = typst_source(DETAILED, "--book", &["--language", "russian", "--tries", "1"]);
    for text in ["2 решения", "б) бКc2 → e5", "+в) Кb1 → a3", "г) перемена цветов"]
    {
        assert!(russian.contains(text), "{text} is not in {russian}");
    }
    for word in ["hexmate 0", "claimed", "cooked", "[rank-count]"] {
        assert!(!source.contains(word), "{word} is in {source}");
    }
}

#[test]
fn set_play_is_printed_where_asked() {
    let table = "id,variant,fen,stipulation\n\
        plain,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2\n\
        asked,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2*\n\
        block,glinski,1/3/5/7/9/11/4KB5/p10/3R7/1k9/1P9 w - 0 1,#2\n\
        changed,mini,K/1N1/k4/1P5/7/R6/7 w - 0 1,#2\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.typ").display().to_string();
    for (args, printed) in [(&[][..], [false, true, true, true]), (&["--set-play"], [true; 4])] {
        let ended = with_input(&[&["solve", "-", "--no-time", "-q", "--book", &path], args].concat(), table);
        assert_eq!(ended.status, Some(0), "{ended}");
        let source = fs::read_to_string(&path).expect("a book");
        let solutions: Vec<bool> =
            source.split("#solution(").skip(1).map(|solution| solution.contains("Set play:")).collect();
        assert_eq!(solutions, printed, "{source}");
        let page = folder.path().join("page.html").display().to_string();
        let readers = ["solve", "-", "--no-time", "-q", "--for", "readers", "--html", &page];
        assert_eq!(with_input(&[&readers, args].concat(), table).status, Some(0));
        let page = fs::read_to_string(&page).expect("a page");
        let articles: Vec<bool> =
            page.split("<article ").skip(1).map(|article| article.contains("Set play:")).collect();
        assert_eq!(articles, printed, "{page}");
    }
}

#[test]
fn columns_of_books_are_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.typ").display().to_string();
    let table = DETAILED.replace("Ajánlás", "Ajánlás,Remark,Keywords,Év,Bemerkung");
    let noted = |args: &[&str]| {
        let run = with_input(&[&["solve", "-", "--no-time"], args].concat(), &table);
        run.stderr.lines().find(|line| line.contains("not used")).unwrap_or_default().to_owned()
    };
    // A second date is not printed, but a second remark is.
    assert_eq!(noted(&["--book", &path]), "-: columns not used: Keywords, Év");
    assert_eq!(noted(&["--solving-sheet", &path]), "-: columns not used: Keywords, Év");
    assert_eq!(noted(&[]), "-: columns not used: Dátum, Díj, Ajánlás, Remark, Keywords, Év, Bemerkung");
    let commented = table.replace("Bemerkung", "Comment");
    let run = with_input(&["solve", "-", "--no-time", "--solving-sheet", &path], &commented);
    assert!(run.stderr.contains("-: columns not used: Keywords, Év, Comment\n"), "{run}");
}

/// Problems with all texts of an editor.
const EDITED: &str = "\
number,variant,fen,stipulation,key,author,city,after,version,remark,comment,Bemerkung,Kommentar
7,glinski,1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1,#2,k7f11,Jan Kowalski,Kraków,S. Loyd,1984,No castling,\"A sacrifice [%csl Gf6]\",Second remark,Second comment
9,mini,1/3/5/7/4p2/5bp/k1KR2r b - 0 1,s#2,,Jan Kowalski & Béla Nagy,,after N. N.,new version,1.Be4+ is clear,,,
";

#[test]
fn editor_texts_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.typ").display().to_string();
    let source = |option: &str, args: &[&str]| {
        let run = with_input(&[&["solve", "-", "--no-time", "-q", option, &path], args].concat(), EDITED);
        assert_eq!(run.status, Some(0), "{run}");
        fs::read_to_string(&path).expect("a book")
    };
    for (language, texts) in [
        ("en", ["after S. Loyd", "version: 1984", "Authors"]),
        ("hu", ["S. Loyd nyomán", "verzió: 1984", "Szerzők"]),
        ("de", ["nach S. Loyd", "Fassung: 1984", "Verfasser"]),
        ("русский", ["по мотивам: S. Loyd", "версия: 1984", "Авторы"]),
    ] {
        let book = source("--book", &["--language", language]);
        let own = ["Jan Kowalski, Kraków", "after N. N.", "new version", "No castling", "Second remark"];
        let back = ["emph(\"A sacrifice\")", "emph(\"Second comment\")", "emph(\"1.Be4+ is clear\")"];
        let index = ["\"Jan Kowalski\u{2002}7, 9\"", "\"Béla Nagy\u{2002}9\""];
        for text in texts.into_iter().chain(own).chain(back).chain(index) {
            assert!(book.contains(text), "{language}: {text} is not in {book}");
        }
        assert!(!book.contains("csl"), "{book}");
    }
    let sheet = source("--solving-sheet", &[]);
    assert!(
        sheet.contains("No castling") && !sheet.contains("Be4") && !sheet.contains("sacrifice"),
        "{sheet}"
    );
}

#[test]
fn guessed_options_work_or_advise() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let run = |args: &[&str]| with_input(&[&["solve", "-", "--no-time", "-q"], args].concat(), EDITED);
    let page = path("page.html");
    assert_eq!(run(&["--html", &page, "--title", "My <page>"]).status, Some(0));
    assert!(fs::read_to_string(&page).expect("a page").contains("<h1>My &lt;page&gt;</h1>"));
    let book = path("book.typ");
    let look = [
        "--theme",
        "Hatched",
        "--pieces",
        "plain",
        "--coordinates",
        "None",
        "--to-move=never",
        "--paper",
        "A4",
    ];
    assert_eq!(run(&[&["--book", &book, "--board", "60mm"], &look[..]].concat()).status, Some(0));
    assert!(fs::read_to_string(&book).expect("a book").contains("1.svg\", 60.0mm)"));
    let picture = fs::read_to_string(path("book/1.svg")).expect("a picture");
    assert!(picture.contains("#h-dark") && !picture.contains("class=\"labels\""), "{picture}");
    assert!(!picture.contains("to-move"), "{picture}");
    let [own, code] = ["magyar", "hu"].map(|language| {
        assert_eq!(run(&["--book", &book, "--language", language]).status, Some(0));
        fs::read_to_string(&book).expect("a book")
    });
    assert!(own == code && own.contains("Megfejtések"), "{own}");
    let sorted = run(&["--book", &book, "--sort", "author"]);
    assert_eq!(sorted.status, Some(2), "{sorted}");
    assert!(sorted.stderr.contains("hexmate select FILES --sort author -o sorted.csv"), "{sorted}");
    for (width, message) in [("wide", "write a width such as 60mm"), ("5mm", "20mm to 180mm")] {
        let rejected = run(&["--book", &book, "--board", width]);
        assert!(rejected.stderr.contains(message), "{rejected}");
    }
    let themed = run(&["--theme", "print"]);
    assert!(themed.stderr.contains("--book"), "{themed}");
    let help = hexmate(&["help", "books"]);
    assert!(help.stdout.contains("--solving-sheet") && help.stdout.contains("select FILE --sort"), "{help}");
}

#[test]
fn boards_of_book_have_one_size() {
    for (args, least) in [(&[][..], 50.), (&["--columns", "2"], 78.)] {
        for option in ["--book", "--solving-sheet"] {
            let source = typst_source(&long_captions(), option, args);
            let widths = source.split("diagram(").skip(1).filter_map(|part| part.split_once("mm)"));
            let widths: BTreeSet<&str> = widths.filter_map(|(part, _)| part.rsplit(' ').next()).collect();
            let widest = widths.iter().filter_map(|width| width.parse::<f64>().ok()).fold(0., f64::max);
            assert!(widest >= least, "{option}: {widths:?}");
        }
    }
}

#[test]
fn solving_sheet_has_no_solutions() {
    let sheet = typst_source(DETAILED, "--solving-sheet", &[]);
    let solutions = typst_source(DETAILED, "--solutions", &[]);
    assert_eq!((sheet.matches("diagram(\"").count(), sheet.matches("blank)").count()), (4, 4), "{sheet}");
    assert_eq!((sheet.matches("#solution(").count(), solutions.matches("#solution(").count()), (0, 4));
    assert!(!sheet.contains("Ne7") && !sheet.contains("Cooked") && !solutions.contains("diagram("));
}

#[test]
fn diagrams_never_show_the_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let run = with_input(&["solve", "-", "--no-time", "-q", "--diagrams", &path], DETAILED);
    assert_eq!(run.status, Some(1), "{run}");
    let picture = fs::read_to_string(folder.path().join("17.svg")).expect("a diagram");
    assert!(
        picture.contains("<title id=\"h-t\">17 #2. A. Szerző.") && !picture.contains("claimed"),
        "{picture}"
    );
}

#[test]
#[ignore = "long: make verify-program"]
fn one_command_prints_the_example_column() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, texts) in [
        ("english", ["1.Rf11!\"), \" (zz)", "b) wQb5 → d8", "b) colours exchanged", "Echex for six", "w:~#"]),
        ("hungarian", ["1.Bf11!\"), \" (zz)", "b) vVb5 → d8", "b) színcsere", "Echex hat játékosra", "v:~#"]),
        (
            "polish",
            ["1.Wf11!\"), \" (zz)", "b) bHb5 → d8", "b) zamiana kolorów", "Echex dla sześciu", "b:~#"],
        ),
        (
            "russian",
            ["1.Лf11!\"), \" (zz)", "б) бФb5 → d8", "б) перемена цветов", "Echex для шестерых", "б:~#"],
        ),
    ] {
        let path = folder.path().join(format!("{language}.typ")).display().to_string();
        let args =
            ["solve", "examples/column.csv", "--no-time", "-q", "--book", &path, "--language", language];
        let run = hexmate(&args);
        assert_eq!(run.status, Some(0), "{run}");
        let source = fs::read_to_string(&path).expect("a book");
        assert_eq!(source.matches("  diagram(\"").count(), 40);
        assert_eq!(source.matches("#solution(").count(), 40);
        for text in texts.into_iter().chain(["\"#2*\"", "\"h#2 1.1.1.1\""]) {
            assert!(source.contains(text), "{text} is not in {source}");
        }
        compile_typst(&path);
    }
}

/// Compiles a Typst file and returns the PDF; `None` without Typst.
fn compile_typst(path: &str) -> Option<PathBuf> {
    let pdf = format!("{path}.pdf");
    let compile = format!("import typst; typst.compile({path:?}, output={pdf:?})");
    match Command::new("python3").args(["-c", &compile]).output() {
        Ok(output) if output.status.success() => Some(pdf.into()),
        Ok(output) if String::from_utf8_lossy(&output.stderr).contains("No module named") => {
            skipped("Typst (PyPI: typst)");
            None
        }
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => {
            skipped("Python with Typst");
            None
        }
    }
}

/// Returns a table of problems with long captions.
fn long_captions() -> String {
    let long = |name: &str, words: usize| {
        let words: Vec<String> = (0..words).map(|word| format!("{name}{word}")).collect();
        words.join(" ")
    };
    let row = |number: usize| {
        let words = 1 + 9 * (number % 4);
        let texts =
            ["author", "source", "prize", "dedication"].map(|name| long(&format!("{name}{number}n"), words));
        format!("{number},mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,#2,{},date{number}\n", texts.join(","))
    };
    format!(
        "id,variant,fen,stipulation,author,source,prize,dedication,date\n{}",
        (1..14).map(row).collect::<String>()
    )
}

/// Asserts that a text without white space has all words of a table and of a title.
fn assert_has_words(text: &str, table: &str, title: &str) {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let cells = table.lines().skip(1).flat_map(|line| line.split(',').skip(4));
    for word in cells.chain([title]).flat_map(str::split_whitespace) {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn long_captions_are_printed_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (table, title) = (long_captions(), "A long title of a book about problems ".repeat(9));
    let write = |name: &str, table: &str| {
        let path = folder.path().join(name).display().to_string();
        let run = with_input(
            &["solve", "-", "--no-time", "-q", "--keys-only", "--book", &path, "--title", &title],
            table,
        );
        (run, path)
    };
    let (run, path) = write("book.typ", &table);
    assert!(!run.stderr.contains("text-too-high"), "{run}");
    let source = fs::read_to_string(&path).expect("a book");
    assert_has_words(&source, &table, &title);
    if let Some((text, _)) = compile_typst(&path).and_then(|pdf| read(&pdf)) {
        assert_has_words(&text, &table, &title);
    }
    if cfg!(feature = "pdf") {
        let (run, path) = write("book.pdf", &table);
        assert!(!run.stderr.contains("text-too-high"), "{run}");
        if let Some((text, _)) = read(Path::new(&path)) {
            assert_has_words(&text, &table, &title);
        }
    }
    let endless = table.replacen("source1n0", &"endless ".repeat(2000), 1);
    let forms = if cfg!(feature = "pdf") { &["book.typ", "book.tex", "book.pdf"][..] } else { &["book.typ"] };
    for name in forms {
        let (run, _) = write(name, &endless);
        assert_eq!(run.status, Some(1), "{run}");
        assert!(run.stderr.contains("1 text of the book too long for a page"), "{run}");
    }
}

#[cfg(feature = "pdf")]
mod pages {
    use super::*;

    #[test]
    fn pdf_book_has_eight_languages() {
        let folder = tempfile::tempdir().expect("a folder");
        for (language, texts) in [
            ("english", ["Solutions", "1.Bxc2! (2.Ba1#/Bb3#) C+", "3 Cooked"]),
            (
                "hungarian",
                ["Megfejtések", "1.Fxc2! (2.Fa1#/Fb3#)", "Látszólagos játék: 1…Bb1/Bd2/Be1 2.Fb3#"],
            ),
            ("polish", ["Rozwiązania", "1.Gxc2! (2.Ga1#/Gb3#)", "Pozory:"]),
            ("german", ["Lösungen", "1.Lxc2! (2.La1#/Lb3#)", "Satzspiel:"]),
            ("french", ["Solutions", "1.Fxc2! (2.Fa1#/Fb3#)", "Jeu apparent :"]),
            ("spanish", ["Soluciones", "1.Axc2! (2.Aa1#/Ab3#)", "Juego aparente:"]),
            ("russian", ["Решения", "1.Сxc2! (2.Сa1#/Сb3#)", "4 Не читается"]),
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

    /// Compiles a LaTeX file and returns the PDF; `None` without LaTeX.
    fn compile_latex(path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error"])
            .arg(path.file_name().expect("a file"))
            .current_dir(path.parent().expect("a folder"))
            .output();
        let Ok(output) = run else {
            skipped("pdflatex");
            return None;
        };
        let log = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{log}");
        assert!(!log.contains("Overfull \\vbox"), "{log}");
        Some(path.with_extension("pdf"))
    }

    #[test]
    fn latex_book_compiles() {
        let folder = tempfile::tempdir().expect("a folder");
        let path =
            written(folder.path(), "a_book.tex", &["--figurines", "--columns", "2", "--paper", "letter"]);
        let source = fs::read_to_string(&path).expect("a book");
        insta::assert_snapshot!("book_latex", source);
        let Some(pdf) = compile_latex(&path) else { return };
        assert_contains(&pdf, 2, &["Solutions", "2026", "xc2! (2."]);
    }

    /// Texts in every script, with two characters that no font has.
    const SCRIPTS: &str = "\
fen,variant,stipulation,author,source,prize,dedication
k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,mini,#2,Șerban Țuțu Ħal ĐĄŻ Ỡ,„Ξένος Ἀρχή» № 5 § 2 @ ‡†,Ґанок Ўсё Ѣ Ђура ӨҒ,漢 \u{10ffff} “x” ‹y› – é e\u{301}
";

    #[test]
    fn missing_characters_are_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["book.pdf", "book.tex"] {
            let path = folder.path().join(name).display().to_string();
            let run = with_input(&["solve", "-", "--no-time", "--book", &path], SCRIPTS);
            assert_eq!(run.status, Some(0), "{run}");
            let note = "characters that the fonts lack are printed as question marks: 漢 (U+6F22), U+10FFFF";
            assert!(run.stderr.contains(note), "{run}");
        }
        let pdf = folder.path().join("book.pdf");
        assert_contains(
            &pdf,
            2,
            &["Șerban Țuțu Ħal ĐĄŻ Ỡ", "„Ξένος Ἀρχή» № 5 § 2 @ ‡†", "? ? “x” ‹y› – é é"],
        );
        let path = folder.path().join("book.tex").display().to_string();
        if let Some(pdf) = compile_latex(&path) {
            assert_contains(&pdf, 2, &["№ 5 § 2 @ ‡†", "Ґанок Ўсё", "? ? “x” ‹y› – é é"]);
        }
    }

    #[test]
    #[ignore = "long: make verify-program"]
    fn latex_prints_the_example_column() {
        let folder = tempfile::tempdir().expect("a folder");
        for (language, game) in [
            ("english", "Echex for six"),
            ("hungarian", "Echex hat játékosra"),
            ("polish", "Echex dla sześciu"),
            ("russian", "Echex для шестерых"),
        ] {
            let path = folder.path().join(format!("{language}.tex")).display().to_string();
            let args =
                ["solve", "examples/column.csv", "--no-time", "-q", "--book", &path, "--language", language];
            assert_eq!(hexmate(&args).status, Some(0));
            let Some(pdf) = compile_latex(&path) else { return };
            let Some((text, pages)) = read(&pdf) else { return };
            assert!(pages >= 6 && text.contains(game), "{text}");
        }
    }
}

#[test]
fn zeroposition_has_its_own_diagram() {
    let table = "id,variant,fen,stipulation,twin\n\
        one,mini,1/3/5/7/K3b1k/1Rp4/1R5 w - 0 1,h#2,b) exchanged colours\n\
        two,mini,1/3/5/7/K3b1k/1Rp4/R6 w - 0 1,h#2,\"zeroposition a) Ra1 -> b1; b) Ra1 -> b1, exchanged colours\"\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("zero.typ");
    let args =
        ["solve", "-", "--no-time", "-q", "--language", "hungarian", "--book", &path.display().to_string()];
    let run = with_input(&args, table);
    let book = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {run}"));
    assert_eq!(book.matches("diagram(\"").count(), 2, "{book}");
    for text in ["\"Nullállás\"", "\"b) színcsere\"", "\"a) Ba1 → b1\"", "\"b) Ba1 → b1, színcsere\""]
    {
        assert!(book.contains(text), "{text}: {book}");
    }
    // The diagram has the rook on a1; in twin a) it is on b1.
    let picture = fs::read_to_string(folder.path().join("zero/2.svg")).expect("a picture");
    assert!(picture.contains("Ba1"), "{picture}");
}

#[test]
fn echex_players_have_letters_of_language() {
    let fen = "1/3/4,bP/bN,6/2,wK,1,wP,2,bQ,bB/3,bB,3,bP,2,bK/6,bP,4/11/2,rK,5,bP,2/5,bR,5/11 b wrb - 11 37";
    let table = format!("variant,fen,stipulation\nechex3,\"{fen}\",#2\nechex3,\"{fen}\",#2r\n");
    for (language, letters) in [
        ("english", ["w", "r"]),
        ("hungarian", ["v", "p"]),
        ("polish", ["b", "cze"]),
        ("russian", ["б", "к"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book.typ").display().to_string();
        let ended = with_input(&["solve", "-", "-q", "--book", &path, "--language", language], &table);
        let book = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {ended}"));
        let [white, red] = letters;
        for text in [format!(" {white}:"), format!("{red}:"), format!("\"#2{red}\"")] {
            assert!(book.contains(&text), "{language}: {text} in {book}");
        }
        assert!(language == "english" || !book.contains(" r:"), "{language}: {book}");
    }
}
