//! Cells that spreadsheets would evaluate as formulas, in the CSV outputs of all commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A game whose tags and comments begin like formulas.
const GAMES: &str = "[Event \"=cmd|' /C calc'!A0\"]\n[Site \"@SUM(1)\"]\n[Date \"=1982\"]\n[White \"+1\"]\n\
    [Black \"-2+3\"]\n[GameID \"=7\"]\n[Opening \"=y\"]\n\n\
    1. Qc3 {=c} Qc6 $1 (1... b6) 2. b2 b6 3. Bb1 {[%eval 3]} e6 4. Qxf9# 1-0\n\n[White \"=A\"]\n\n1. e5 *\n";

/// A problem whose name, author, source and own columns begin like formulas.
const PROBLEM: &str = "mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,#1";

/// Returns whether a spreadsheet takes a cell for a formula.
fn is_formula(cell: &[u8]) -> bool {
    cell.first().is_some_and(|first| b"=+-@\t\r".contains(first))
}

/// A temporary folder with inputs.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a folder"));
        let header = "=id,variant,fen,stipulation,id,author,source,=own,+own\n";
        place.write("games", GAMES);
        let cells = "=1,+author,@source,\"\t=tab\",\"\r=return\"";
        place.write(
            "problems",
            &format!("{header}-0,{PROBLEM},{cells}\n@9,{PROBLEM},=2,\"-a\"\"b\",+,,\"=a\n=b\"\n"),
        );
        // A table as a spreadsheet writes it in many countries, with a mark inside a cell.
        let foreign =
            format!("{header}-0,{PROBLEM},=1,5\" +=,+source,@x\n").replace(',', ";").replace('\n', "\r\n");
        place.write("foreign", &format!("\u{feff}sep=;\r\n{foreign}"));
        place.write(
            "line",
            "k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16; variant mini; dm 1; id \"=line\"; author \"+x\";\n",
        );
        for (part, words) in [
            ("solve-part", "solve problems --no-time --report=solved.csv"),
            ("validate-part", "validate games --repair=repaired"),
            ("mine-part", "mine games --mate 1"),
            ("analyse-part", "analyse games --nodes 50"),
        ] {
            place.run(&format!("{words} --shard slice:1/1 --part {part}"));
        }
        place.run("solve problems --no-time --certificate proofs");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// Runs the program, and returns its exit status and what it writes to stderr.
    fn run(&self, words: &str) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexmate"));
        command.args(words.split_whitespace()).current_dir(self.0.path()).stdin(Stdio::null());
        let ended = command.output().expect("the program ends");
        (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
    }
}

/// Returns the cells of a table that are taken for formulas.
fn formulas(path: &Path) -> Vec<String> {
    let text = fs::read(path).expect("a table");
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let delimiter = if text.starts_with(b"sep=;") { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text);
    let rows = reader.byte_records().map(|row| row.expect("a row"));
    let cells = rows.flat_map(|row| row.iter().map(<[u8]>::to_vec).collect::<Vec<_>>());
    cells.filter(|cell| is_formula(cell)).map(|cell| String::from_utf8_lossy(&cell).into_owned()).collect()
}

/// Returns the command lines of all outputs in `outputs.tsv`, and of tables in other forms.
fn command_lines() -> Vec<(String, String)> {
    let rows = include_str!("outputs.tsv").lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let rows =
        rows.filter(|row| !["--checkpoint", "--part"].contains(&row[2]) && !row[1].contains("--shard"));
    let mut lines: BTreeSet<(String, String)> =
        rows.map(|row| (format!("{} {}", row[0], row[1]), row[2].to_owned())).collect();
    for (words, option) in [
        ("convert problems --to csv", "--output"),
        ("convert games --to csv", "--output"),
        ("validate problems --format csv", "--output"),
        ("mine games --mate 1 --played", "--output"),
        ("stats games --openings 2", "--output"),
        ("stats problems", "--output"),
        ("select problems", "--output"),
        ("select problems line", "--output"),
        ("select foreign", "--output"),
        ("select foreign problems", "--output"),
        ("select problems --length 9", "--others"),
        ("select foreign --length 9", "--others"),
        ("select problems --sort source --report report.csv", "--output"),
        ("moves problems --fens", "--output"),
        ("verify-certificate proofs/1.certificate --problems problems", "--output"),
    ] {
        lines.insert((words.to_owned(), option.to_owned()));
    }
    for part in ["solve", "validate", "mine", "analyse"] {
        for option in ["--output", "--report"] {
            lines.insert((format!("merge {part}-part"), option.to_owned()));
        }
    }
    lines.into_iter().collect()
}

#[test]
fn csv_outputs_escape_formulas() {
    let place = Place::new();
    let mut with_formulas = BTreeSet::new();
    for (words, option) in command_lines() {
        let written = |name: &str, more: &str| {
            let table = place.path(name);
            drop(fs::remove_file(&table));
            let ended = place.run(&format!("{words} {option}={name} {more}"));
            (table.is_file().then(|| formulas(&table)), ended)
        };
        // An output of another kind refuses the ending of tables.
        let (Some(kept), _) = written("kept.csv", "-q") else { continue };
        let (escaped, ended) = written("escaped.csv", "-q --escape-formulas");
        assert_eq!(escaped.as_deref(), Some(&[][..]), "{words} {option}: {ended:?}");
        if !kept.is_empty() {
            with_formulas.insert(format!("{words} {option}"));
        }
    }
    let expected: BTreeSet<String> = EXPECTED.iter().map(|&line| line.to_owned()).collect();
    assert_eq!(with_formulas, expected);
}

/// Outputs that have formulas without the option.
const EXPECTED: [&str; 32] = [
    "analyse games --nodes 100 --output",
    "analyse games --nodes 50 --output",
    "compose mend problems --output",
    "compose strip problems --output",
    "convert games --to csv --output",
    "convert problems --to csv --output",
    "endgame probe k/3/5/7/7/7/4KB1 --variant mini --output",
    "merge analyse-part --output",
    "merge mine-part --output",
    "merge solve-part --output",
    "merge solve-part --report",
    "merge validate-part --output",
    "merge validate-part --report",
    "mine games --mate 1 --output",
    "mine games --mate 1 --played --output",
    "moves problems --fens --output",
    "moves problems --output",
    "perft problems --depth 1 --output",
    "select foreign --length 9 --others",
    "select foreign --output",
    "select foreign problems --output",
    "select problems --length 9 --others",
    "select problems --output",
    "select problems --sort source --report report.csv --output",
    "select problems line --output",
    "solve problems --output",
    "solve problems --report",
    "stats problems --output",
    "validate games --format csv --output",
    "validate games --report",
    "validate problems --format csv --output",
    "verify-certificate proofs/1.certificate --problems problems --output",
];

#[test]
fn split_tables_escape_formulas() {
    let place = Place::new();
    for input in ["problems", "foreign"] {
        let ended = place.run(&format!("select {input} --split author -o {input}-out --escape-formulas"));
        let files = fs::read_dir(place.path(&format!("{input}-out"))).unwrap_or_else(|_| panic!("{ended:?}"));
        let files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
        assert!(!files.is_empty() && files.iter().all(|file| formulas(file).is_empty()), "{files:?}");
    }
}
