//! Issues of magazines: `solve DESCRIPTION.toml`, in every form and language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::{CompressionMethod, ZipArchive};

use crate::run::{Ended, hexmate};

/// The example in English and Hungarian.
const EXAMPLES: [&str; 2] = ["examples/magazine/issue.toml", "examples/magazine/szam.toml"];

/// Problems of a magazine with the texts of an editor.
const PROBLEMS: &str = "\
id,number,variant,fen,stipulation,key,author,source,prize,remark,comment
first,101,glinski,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2,g5e7,\"Anna Nagy, Béla Kiss\",Sakk,1st prize,No castling,A fine key
second,102,glinski,1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1,#2,k7f11,Béla Kiss & C. <Dora>,Szachista,,,Waiting
third,103,glinski,1/3/5/5P1/K8/11/7R3/11/11/6p2k1/11 b - 0 1,h#2,,,,,,
fourth,104,mini,1/3/5/7/K3b1k/1Rp4/1R5 w - 0 1,h#2,b2a2,Anna Nagy,,,,
";

/// A folder with problems and a description.
struct Magazine(tempfile::TempDir);

impl Magazine {
    fn new(description: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("problems.csv"), PROBLEMS).expect("a file");
        fs::write(folder.path().join("issue.toml"), description).expect("a file");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn solve(&self, args: &[&str]) -> Ended {
        hexmate(&[&["solve", &self.path("issue.toml"), "--no-time"], args].concat())
    }

    fn written(&self, name: &str, option: &str, args: &[&str]) -> String {
        let path = self.path(name);
        let run = self.solve(&[&["-q", option, &path], args].concat());
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {run}"))
    }
}

const ISSUE: &str = r#"
title = "Title & <more>"
subtitle = "No. 1"
introduction = """
First paragraph
of two lines.

Second paragraph.
"""

[[section]]
heading = "For solvers"
show = "diagrams"
problems = [{ file = "problems.csv", names = ["second", 103] }]

[[section]]
heading = "With solutions"
introduction = "Read on."
problems = [{ file = "problems.csv", where = "stipulation=#2 and not author=Dora" }]

[[award]]
problem = "first"
prize = "2nd prize"
comment = "The judge's words."
"#;

fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: no {what} here, books of magazines were not read with it");
}

/// Returns what a program prints; `None` if it is not installed.
fn printed(program: &str, args: &[&str]) -> Option<String> {
    let Ok(output) = Command::new(program).args(args).output() else {
        skipped(program);
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Returns whether a name of a file has an ending.
fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own == ending)
}

/// Returns a text without white space and without characters of no width.
fn dense(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"\u{2060}\u{ad}".contains(*c)).collect()
}

/// Returns the strings of a Typst source, which has all texts of a book, from its first heading on.
fn strings(source: &str) -> Vec<String> {
    let source = &source[source.find("#heading").expect("a heading")..];
    let mut strings = Vec::new();
    let mut characters = source.chars();
    while characters.by_ref().any(|c| c == '"') {
        let mut text = String::new();
        while let Some(character) = characters.next().filter(|&c| c != '"') {
            text.push(if character == '\\' { characters.next().unwrap_or_default() } else { character });
        }
        strings.push(text);
    }
    strings.retain(|text| !has_ending(text, "svg"));
    strings
}

/// Asserts that a PDF has all texts of the book, and that no word reaches the edge of a page.
#[track_caller]
fn assert_prints(pdf: &str, texts: &[String]) {
    let Some(content) = printed("pdftotext", &["-raw", pdf, "-"]) else { return };
    let content = dense(&content);
    for text in texts {
        // A line of text may be divided between columns, with the number of the page between its parts.
        let is_whole = content.contains(&dense(text));
        let is_there = is_whole || text.split_whitespace().all(|word| content.contains(&dense(word)));
        assert!(is_there, "{text:?} is not in {pdf}");
    }
    let parts = texts.iter().filter(|text| !content.contains(&dense(text))).count();
    assert!(parts * 20 <= texts.len(), "{parts} of {} texts are divided", texts.len());
    let Some(boxes) = printed("pdftotext", &["-bbox", pdf, "-"]) else { return };
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!("{name}=\"")).expect(name);
        rest.split('"').next().expect(name).parse().expect(name)
    };
    let mut size = (0., 0.);
    let mut words = 0;
    for line in boxes.lines() {
        if line.contains("<page") {
            size = (number(line, "width"), number(line, "height"));
        } else if line.contains("<word") {
            words += 1;
            let [left, right] = [number(line, "xMin"), number(line, "xMax")];
            let [top, bottom] = [number(line, "yMin"), number(line, "yMax")];
            let is_inside = left >= 20. && right <= size.0 - 20. && top >= 12. && bottom <= size.1 - 12.;
            assert!(is_inside, "{line} on a page of {size:?}");
        }
    }
    assert!(words > 50, "{words}");
}

/// Returns authors, sources and dates of a table.
fn credits(table: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let headings = reader.headers().expect("headings").clone();
    let is_printed = |heading: &str| ["author", "source", "date"].contains(&heading);
    let rows = reader.records().map(|row| row.expect("a row"));
    let cells = rows.flat_map(|row| {
        let cells = headings.iter().zip(row.iter()).filter(|(heading, _)| is_printed(heading));
        cells.map(|(_, cell)| cell.to_owned()).collect::<Vec<_>>()
    });
    cells.filter(|cell| !cell.is_empty()).collect()
}

#[test]
#[ignore = "long: make verify-program"]
fn pdf_prints_every_text_of_magazine() {
    if !cfg!(feature = "pdf") {
        return skipped("PDF");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (language, words) in [
        ("english", ["Contents", "Awards", "model mate", "Berthomeau 21", "Cooked"]),
        ("hungarian", ["Tartalom", "Díjak", "mintamatt", "Berthomeau 21", "Mellékmegfejtéses"]),
        ("polish", ["Spis treści", "Nagrody", "mat modelowy", "Berthomeau 21", "Uboczne rozwiązanie"]),
        ("russian", ["Содержание", "Награды", "правильный мат", "Berthomeau 21", "Побочное решение"]),
    ] {
        let (pdf, typ) = (path("issue.pdf"), path("issue.typ"));
        for book in [&pdf, &typ] {
            let args = ["solve", EXAMPLES[0], "--no-time", "-q", "--language", language, "--book", book];
            assert_eq!(hexmate(&args).status, Some(0));
        }
        let source = fs::read_to_string(&typ).expect("a book");
        let mut texts = strings(&source);
        assert!(texts.len() > 200, "{}", texts.len());
        texts.extend(words.map(str::to_owned));
        assert_prints(&pdf, &texts);
        compile_typst(&typ);
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn pdf_prints_every_text_of_column() {
    if !cfg!(feature = "pdf") {
        return skipped("PDF");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let credits = credits(&fs::read_to_string("examples/column.csv").expect("a table"));
    assert!(credits.len() > 40);
    for language in ["english", "hungarian", "polish", "russian"] {
        let (pdf, typ) = (path("book.pdf"), path("book.typ"));
        for book in [&pdf, &typ] {
            let args =
                ["solve", "examples/column.csv", "--no-time", "-q", "--language", language, "--book", book];
            assert_eq!(hexmate(&args).status, Some(0));
        }
        let texts = strings(&fs::read_to_string(&typ).expect("a book"));
        assert!(texts.len() > 400, "{}", texts.len());
        assert_prints(&pdf, &[&texts[..], &credits].concat());
    }
}

/// Compiles a Typst file; `None` without Typst.
fn compile_typst(path: &str) -> Option<PathBuf> {
    let pdf = format!("{path}.pdf");
    let compile = format!("import typst; typst.compile({path:?}, output={pdf:?})");
    let output = Command::new("python3").args(["-c", &compile]).output().ok()?;
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if error.contains("No module named") {
        skipped("Typst (PyPI: typst)");
        return None;
    }
    assert!(output.status.success(), "{error}");
    Some(pdf.into())
}

#[test]
fn examples_have_24_sound_problems() {
    let [english, hungarian] = EXAMPLES.map(|example| {
        let run = hexmate(&["solve", example, "--no-time", "-q"]);
        assert_eq!(run.status, Some(0), "{run}");
        run.stdout
    });
    // The titles differ, not the problems.
    assert_eq!(english, hungarian);
    let names: BTreeSet<&str> = english.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.len(), 24, "{english}");
    // The cooks of the contest problem are claimed by its file.
    assert_eq!(english.matches(" COOKED ").count(), 1, "{english}");
}

#[test]
fn sections_decide_what_is_printed() {
    let magazine = Magazine::new(ISSUE);
    let source = magazine.written("issue.typ", "--book", &[]);
    insta::assert_snapshot!("magazine_typst", &source[source.find("#heading").expect("a heading")..]);
    // Solutions, comments and themes of the first section follow in a later issue.
    for text in ["Rf11", "Waiting", "Kl3"] {
        assert!(!source.contains(text), "{text}: {source}");
    }
    let sheet = magazine.written("sheet.typ", "--solving-sheet", &[]);
    assert_eq!(sheet.matches("diagram(\"").count(), 3, "{sheet}");
    let solutions = magazine.written("solutions.typ", "--solutions", &[]);
    assert_eq!(solutions.matches("#solution(").count(), 1, "{solutions}");
}

#[test]
fn options_overrule_description() {
    let magazine = Magazine::new(&format!("language = \"polski\"\n{ISSUE}"));
    let own = magazine.written("issue.typ", "--book", &[]);
    assert!(own.contains("Spis treści") && own.contains("Title & <more>"), "{own}");
    let other = magazine.written("issue.typ", "--book", &["--language", "de", "--title", "Other"]);
    assert!(other.contains("Inhalt") && other.contains("\"Other\"") && !other.contains("<more>"), "{other}");
}

#[test]
fn left_out_parts_are_counted() {
    let magazine = Magazine::new(ISSUE);
    let run = magazine.solve(&[]);
    for note in [
        "problems.csv: 1 of 4 problems not in the issue [issue-unused]",
        "solutions and comments of 2 problems not printed: the sections show diagrams only [issue-unprinted]",
    ] {
        assert!(run.stderr.contains(note), "{note}: {run}");
    }
    assert!(!run.stderr.contains("issue-renumbered"), "{run}");
    let numbers = PROBLEMS.replace(",104,", ",101,");
    fs::write(magazine.path("problems.csv"), numbers).expect("a file");
    let all = ISSUE.replace("stipulation=#2 and not author=Dora", "faults=none and not author=Dora");
    let all = all.replace(", 103]", "]");
    fs::write(magazine.path("issue.toml"), all).expect("a file");
    let run = magazine.solve(&[]);
    assert!(run.stderr.contains("4 numbers of the files not used"), "{run}");
}

/// Descriptions with one fault each.
const FAULTS: [(&str, &str); 29] = [
    ("syntax", "title = \"open\nsubtitle = \"x\""),
    ("key twice", "title = \"a\"\ntitle = \"b\""),
    ("unknown key", "titel = \"a\""),
    ("unknown key far from others", "colour = \"red\""),
    ("key of a section", "[[section]]\nheading = \"a\"\nintroductoin = \"b\""),
    (
        "key of a file",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", name = [\"first\"] }]",
    ),
    ("number as title", "title = 5"),
    ("section is no table", "section = \"a\""),
    ("no heading", "[[section]]\nproblems = [{ file = \"problems.csv\" }]"),
    ("empty heading", "[[section]]\nheading = \" \"\nproblems = [{ file = \"problems.csv\" }]"),
    ("no problems", "title = \"a\"\n\n[[section]]\nheading = \"only text\""),
    ("language", "language = \"klingon\""),
    ("show", "[[section]]\nheading = \"a\"\nshow = \"keys\""),
    ("no such file", "[[section]]\nheading = \"é\"\nproblems = [{ file = \"missing.csv\" }]"),
    ("absolute path", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"/etc/passwd\" }]"),
    ("stdin", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"-\" }]"),
    (
        "position",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12\" }]",
    ),
    ("other kind of file", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"issue.toml\" }]"),
    ("folder", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"folder.csv\" }]"),
    ("games", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"games.csv\" }]"),
    (
        "no such problem",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", names = [\"first\", \"fisrt\"] }]",
    ),
    ("empty names", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", names = [] }]"),
    (
        "problem twice",
        "[[section]]\nheading = \"One\"\nproblems = [{ file = \"problems.csv\", names = [\"first\"] }]\n[[section]]\nheading = \"Two\"\nproblems = [{ file = \"./problems.csv\", where = \"stipulation=#2\" }]",
    ),
    (
        "problem twice by two paths",
        "[[section]]\nheading = \"One\"\nproblems = [{ file = \"problems.csv\", names = [\"first\"] }]\n[[section]]\nheading = \"Two\"\nproblems = [{ file = \"folder.csv/../problems.csv\", names = [\"first\"] }]",
    ),
    (
        "condition",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", where = \"stipulation=mate\" }]",
    ),
    (
        "condition without ratings",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", where = \"theme=echo\" }]",
    ),
    (
        "condition that none meets",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", where = \"author=Nowak\" }]",
    ),
    ("order", "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", order = \"beauty\" }]"),
    (
        "award without problem",
        "[[section]]\nheading = \"a\"\nproblems = [{ file = \"problems.csv\", names = [\"first\"] }]\n[[award]]\nproblem = \"second\"\nprize = \"1st\"",
    ),
];

#[test]
fn faults_have_line_and_column() {
    let magazine = Magazine::new("");
    fs::create_dir(magazine.path("folder.csv")).expect("a folder");
    fs::write(magazine.path("games.csv"), "[White \"A\"]\n\n1. e5 e6 *\n").expect("a file");
    let here = magazine.0.path().display().to_string();
    let mut shown = String::new();
    for (name, description) in FAULTS {
        fs::write(magazine.path("issue.toml"), description).expect("a file");
        let run = magazine.solve(&["--book", &magazine.path("issue.typ")]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{name}: {run}");
        assert!(run.stderr.contains("issue.toml:"), "{name}: {run}");
        assert!(!Path::new(&magazine.path("issue.typ")).exists(), "{name}");
        shown.extend([name, "\n", &run.stderr.replace(&here, "."), "\n"]);
    }
    insta::assert_snapshot!("magazine_faults", shown);
}

#[test]
fn outputs_never_replace_named_files() {
    let magazine = Magazine::new(ISSUE);
    let table = magazine.path("problems.csv");
    let run = magazine.solve(&["--report", &table]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("--report would overwrite"), "{run}");
    assert_eq!(fs::read_to_string(&table).expect("a table"), PROBLEMS);
    let run = magazine.solve(&["--report", &magazine.path("issue.toml")]);
    assert_eq!(run.status, Some(2), "{run}");
    let two = hexmate(&["solve", &magazine.path("issue.toml"), &table]);
    assert_eq!(two.status, Some(2), "{two}");
    assert!(two.stderr.contains("only input"), "{two}");
}

#[test]
fn merged_magazine_equals_one_run() {
    let magazine = Magazine::new(ISSUE);
    let (whole, merged) = (magazine.path("whole.epub"), magazine.path("merged.epub"));
    let page = magazine.written("whole.html", "--html", &["--book", &whole]);
    let parts = ["a", "b"].map(|name| magazine.path(name));
    for (part, shard) in parts.iter().zip(["slice:1/2", "slice:2/2"]) {
        let run = magazine.solve(&["-q", "--shard", shard, "--part", part, "--html", "-", "--book", "-"]);
        assert_eq!(run.status, Some(0), "{run}");
    }
    let other = magazine.path("merged.html");
    let run = hexmate(&["merge", &parts[0], &parts[1], "-q", "--book", &merged, "--html", &other]);
    // The first problem has three keys, of which its file names one.
    assert_eq!(run.status, Some(1), "{run}");
    assert_eq!(page, fs::read_to_string(other).expect("a page"));
    assert!(fs::read(whole).expect("a book") == fs::read(merged).expect("a book"));
}

#[test]
fn page_shows_sections_and_indexes() {
    let magazine = Magazine::new(ISSUE);
    let page = magazine.written("issue.html", "--html", &[]);
    for text in [
        "<h1>Title &amp; &lt;more&gt;</h1>",
        "<p>First paragraph of two lines.</p>\n<p>Second paragraph.</p>",
        "<h2 id=\"section-1\" class=\"chapter\">For solvers</h2>",
        "<p><b>2nd prize <a href=\"#n3\">101</a></b> Anna Nagy, Béla Kiss, #2</p>",
        "<li>Anna Nagy <a href=\"#n3\">101</a></li>",
        "<li>Béla Kiss <a href=\"#n1\">102</a>, <a href=\"#n3\">101</a></li>",
        "<li>C. &lt;Dora&gt; <a href=\"#n1\">102</a></li>",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    // Only the problem of the second section has its solution.
    assert_eq!(page.matches("<details>").count(), 1, "{page}");
    assert!(!page.contains("Waiting") && page.contains("A fine key"), "{page}");
    let anchors = ids(&page);
    for link in page.split("href=\"#n").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(anchors.contains(&format!("n{link}")), "{link}");
    }
}

/// Returns the values of the attributes `id`.
fn ids(text: &str) -> BTreeSet<String> {
    text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// Returns the files of an archive.
fn unpacked(bytes: Vec<u8>) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    {
        let first = archive.by_index(0).expect("a file");
        assert_eq!((first.name(), first.compression()), ("mimetype", CompressionMethod::Stored));
    }
    let count = archive.len();
    let read = |place: usize| {
        let mut file = archive.by_index(place).expect("a file");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("UTF-8");
        (file.name().to_owned(), text)
    };
    (0..count).map(read).collect()
}

#[test]
fn epub_follows_the_rules() {
    let magazine = Magazine::new(ISSUE);
    let books = [("issue.toml", ""), ("problems.csv", "column ")];
    for (input, title) in books {
        let path = magazine.path("book.epub");
        let name = format!("{title}Ĉ & \u{7}<b>");
        let args = ["--no-time", "-q", "--language", "polish", "--title", &name, "--book", &path];
        let run = hexmate(&[&["solve", &magazine.path(input)], &args[..]].concat());
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{error}: {run}"));
        // The type is at a fixed place, so that programs need not unpack the file.
        assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
        assert_epub(&unpacked(bytes));
        if let Ok(output) = Command::new("epubcheck").arg(&path).output() {
            assert!(output.status.success(), "{output:?}");
        } else {
            skipped("epubcheck");
        }
    }
}

/// Asserts the rules of EPUB 3: container, manifest with every file, reading order, navigation, well-formed documents
/// in one language whose links lead to something, pictures with title and description, no scripts.
fn assert_epub(files: &BTreeMap<String, String>) {
    let container = roxmltree::Document::parse(&files["META-INF/container.xml"]).expect("XML");
    let root = container.descendants().find(|node| node.has_tag_name("rootfile"));
    let root = root.or_else(|| container.descendants().find(|node| node.tag_name().name() == "rootfile"));
    assert_eq!(root.and_then(|node| node.attribute("full-path")), Some("book/package.opf"));
    let package = roxmltree::Document::parse(&files["book/package.opf"]).expect("XML");
    let named = |name: &'static str| package.descendants().filter(move |node| node.tag_name().name() == name);
    for name in ["identifier", "title", "language"] {
        assert!(named(name).all(|node| node.text().is_some_and(|text| !text.is_empty())), "{name}");
        assert_eq!(named(name).count(), 1, "{name}");
    }
    assert!(named("meta").any(|node| node.attribute("property") == Some("dcterms:modified")));
    let items: BTreeMap<&str, String> = named("item")
        .map(|item| {
            (
                item.attribute("id").expect("an id"),
                format!("book/{}", item.attribute("href").expect("a name")),
            )
        })
        .collect();
    let outside = ["mimetype", "META-INF/container.xml", "book/package.opf"];
    let inside: BTreeSet<&str> =
        files.keys().map(String::as_str).filter(|name| !outside.contains(name)).collect();
    assert_eq!(items.values().map(String::as_str).collect::<BTreeSet<_>>(), inside);
    assert_eq!(named("item").filter(|item| item.attribute("properties") == Some("nav")).count(), 1);
    let spine: Vec<&str> = named("itemref").filter_map(|item| item.attribute("idref")).collect();
    assert!(spine.len() > 1 && spine.iter().all(|id| has_ending(&items[id], "xhtml")), "{spine:?}");
    let mut linked = BTreeSet::new();
    for (name, text) in files.iter().filter(|(name, _)| has_ending(name, "xhtml")) {
        let document = roxmltree::Document::parse_with_options(
            text,
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        );
        let document = document.unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
        assert_eq!(document.root_element().attribute("lang"), Some("pl"), "{name}");
        assert!(!text.contains("<script"), "{name}");
        for node in document.descendants() {
            for link in ["href", "src"].into_iter().filter_map(|attribute| node.attribute(attribute)) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = files.get(&format!("book/{file}")).unwrap_or_else(|| panic!("{name}: {link}"));
                assert!(anchor.is_empty() || ids(target).contains(anchor), "{name}: {link}");
                linked.insert(file.to_owned());
            }
            if node.tag_name().name() == "img" {
                let words = node.attribute("alt").expect("a description").split_whitespace().count();
                assert!(words > 5, "{name}");
            }
        }
    }
    // Navigation leads to every page, and every picture is shown.
    let pages = inside.iter().filter(|name| **name != "book/nav.xhtml");
    assert!(pages.clone().all(|name| linked.contains(&name["book/".len()..])), "{linked:?}");
    for (name, text) in files.iter().filter(|(name, _)| has_ending(name, "svg")) {
        let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for tag in ["title", "desc"] {
            assert!(document.descendants().any(|node| node.tag_name().name() == tag), "{name}: {tag}");
        }
    }
}
