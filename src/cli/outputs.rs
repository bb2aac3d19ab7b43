//! What a command writes and reads: names that do not fit, and outputs that get into each other's way. Writes nothing.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use hexmate_batch::files::{Clash, Outputs};
use hexmate_endgame::files;
use hexmate_report::output::{Book, BookForm};

/// The table of what was changed in a collection that is written to this file.
pub fn changes_of(repaired: &Path) -> PathBuf {
    let mut name = repaired.as_os_str().to_owned();
    name.push(".changes.csv");
    name.into()
}

/// What is written to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// What `--format` says, else what the ending says.
    Table,
    /// What `--to` says.
    Converted,
    /// What `--format` of `diagram` says, else what the ending says.
    Picture,
    Csv,
    Json,
    Pgn,
    Epd,
    Html,
    Svg,
    Text,
    /// A folder of files.
    Folder,
    /// For this program alone.
    Own,
}

/// What each command writes: options by their ids.
const WRITTEN: &[(&str, &[(&str, Form)])] = &[
    ("perft", &[("count_output", Form::Table), ("part", Form::Own), ("checkpoint", Form::Own)]),
    ("moves", &[("output", Form::Table)]),
    (
        "validate",
        &[
            ("output", Form::Table),
            ("report", Form::Csv),
            ("html", Form::Html),
            ("repair", Form::Pgn),
            ("part", Form::Own),
            ("checkpoint", Form::Own),
        ],
    ),
    (
        "solve",
        &[
            ("output", Form::Table),
            ("text", Form::Text),
            ("report", Form::Csv),
            ("jsonl", Form::Json),
            ("epd", Form::Epd),
            ("pgn", Form::Pgn),
            ("html", Form::Html),
            ("book", Form::Own),
            ("diagrams", Form::Folder),
            ("certificate", Form::Folder),
            ("part", Form::Own),
            ("checkpoint", Form::Own),
        ],
    ),
    ("verify-certificate", &[("output", Form::Table)]),
    ("mine", &[("output", Form::Table), ("part", Form::Own), ("checkpoint", Form::Own)]),
    (
        "merge",
        &[
            ("output", Form::Own),
            ("report", Form::Csv),
            ("jsonl", Form::Json),
            ("text", Form::Text),
            ("epd", Form::Epd),
            ("pgn", Form::Pgn),
            ("html", Form::Html),
            ("book", Form::Own),
            ("diagrams", Form::Folder),
            ("certificate", Form::Folder),
            ("repair", Form::Pgn),
        ],
    ),
    ("convert", &[("output", Form::Converted)]),
    ("select", &[("output", Form::Pgn), ("others", Form::Pgn), ("report", Form::Csv)]),
    ("stats", &[("output", Form::Table), ("chart", Form::Svg), ("html", Form::Html)]),
    ("play", &[("svg", Form::Svg)]),
    ("diagram", &[("output", Form::Picture)]),
    ("endgame build", &[("output", Form::Folder)]),
    ("endgame probe", &[("output", Form::Table)]),
    ("endgame stats", &[("output", Form::Table)]),
    ("compose mend", &[("output", Form::Table)]),
    ("compose search", &[("output", Form::Table), ("part", Form::Own), ("checkpoint", Form::Own)]),
    ("compose strip", &[("output", Form::Table), ("diagrams", Form::Folder)]),
];

/// What commands read, beside stdin.
const READ: &[&str] = &[
    "files", "parts", "subject", "operands", "problems", "load", "colors", "compare", "position", "folder",
    "tables", "from",
];

/// Folders whose files of one ending are read.
const READ_FOLDERS: &[(&str, &str)] =
    &[("tables", files::EXTENSION), ("folder", files::EXTENSION), ("operands", ".perft")];

/// A file that is to be written.
struct Target {
    /// The option as it is typed.
    option: String,
    path: PathBuf,
    form: Form,
}

/// Returns whether an option of a command names an output.
pub fn is_written(command: &str, id: &str) -> bool {
    WRITTEN.iter().any(|(name, written)| *name == command && written.iter().any(|(own, _)| *own == id))
}

/// What is wrong with the outputs of a command line, if anything is. All files of the run are entered in `outputs`.
pub fn fault(command: &str, matches: &ArgMatches, outputs: &Outputs) -> Option<String> {
    let (_, written) = WRITTEN.iter().find(|(name, _)| *name == command)?;
    let paths = |id: &str| {
        let values = matches.try_get_raw(id).ok().flatten().into_iter().flatten();
        values.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty()).collect::<Vec<_>>()
    };
    let targets: Vec<Target> = written
        .iter()
        .flat_map(|&(id, form)| {
            let option = format!("--{}", id.trim_start_matches("count_"));
            paths(id).into_iter().map(move |path| Target { option: option.clone(), path, form })
        })
        .collect();
    let read: Vec<(&str, Vec<PathBuf>)> = READ.iter().map(|&id| (id, paths(id))).collect();
    let is_stdin = |path: &&PathBuf| **path == Path::new("-");
    // A FEN without quotes has such words too, and is several words.
    let is_fen = |(_, read): &&(&str, Vec<PathBuf>)| {
        read.len() > 1 && matches!(command, "perft" | "moves" | "diagram")
    };
    let taken = read.iter().filter(|read| !is_fen(read)).flat_map(|(_, read)| read).filter(is_stdin).count();
    if taken > 1 {
        return Some("stdin can be read only once".to_owned());
    }
    let read: Vec<(&str, PathBuf)> =
        read.into_iter().flat_map(|(id, read)| read.into_iter().map(move |path| (id, path))).collect();
    let asked = |id: &str| paths(id).into_iter().next().and_then(|value| value.to_str().map(str::to_owned));
    let format = asked("format").or_else(|| asked("count_format")).or_else(|| asked("to"));
    let ending = targets.iter().find_map(|target| target.ending_fault(format.as_deref()));
    // A shard writes its part, and only notes the kinds of the others.
    let is_shard = matches.try_get_raw("shard").is_ok_and(|shard| shard.is_some());
    let targets: Vec<Target> = targets.into_iter().filter(|target| !is_shard || target.is_log()).collect();
    ending.or_else(|| stdout_fault(&targets)).or_else(|| same_file(&targets, &read, outputs))
}

fn stdout_fault(targets: &[Target]) -> Option<String> {
    let is_stdout = |target: &&Target| target.path == Path::new("-");
    if let Some(Target { option, form, .. }) =
        targets.iter().find(|target| is_stdout(target) && target.is_never_stdout())
    {
        let needs = if *form == Form::Folder { "a folder" } else { "a file" };
        return Some(format!("{option} needs {needs}, not stdout"));
    }
    let mut taken = targets.iter().filter(is_stdout);
    let (one, other) = (taken.next()?, taken.next()?);
    Some(format!(
        "{} and {} would both write to stdout: name a file for one of them",
        one.option, other.option
    ))
}

/// Two outputs, or an output and an input, that are one file, by whatever name.
fn same_file(targets: &[Target], read: &[(&str, PathBuf)], outputs: &Outputs) -> Option<String> {
    for (id, path) in read {
        match READ_FOLDERS.iter().find(|(own, _)| own == id) {
            Some((_, ending)) if path.is_dir() => outputs.reads_folder(path, ending),
            _ => outputs.reads(path),
        }
    }
    if let Some(clash) = targets.iter().find_map(|target| target.clash(outputs)) {
        return Some(clash);
    }
    if targets.iter().any(|target| target.path == Path::new("-")) {
        return None;
    }
    // What is written without an option goes to stdout, which may be one of the files.
    Some(match outputs.claim("stdout", Path::new("-")).err()? {
        Clash::Read(name) => format!("stdout would write to {name}, which is read"),
        Clash::Written(option) => format!("{option} and stdout would both write to one file"),
    })
}

/// Endings that say what a file is; others say nothing.
const KNOWN: &[&str] = &[
    "svg", "png", "pdf", "txt", "text", "csv", "tsv", "json", "jsonl", "ndjson", "pgn", "epd", "fen", "html",
    "htm", "xhtml", "xml", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps", "emf", "tex",
    "typ", "doc", "docx", "odt", "xls", "xlsx", "ods", "md", "toml", "perft",
];

/// Endings of packed files.
const PACKED: &[&str] = &["gz", "zst", "bz2", "xz", "zip"];

impl Target {
    fn is_log(&self) -> bool {
        matches!(self.option.as_str(), "--part" | "--checkpoint")
    }

    /// Why no output can go there, if none can; else it is reserved.
    fn clash(&self, outputs: &Outputs) -> Option<String> {
        let Self { option, path, form } = self;
        let claimed = match form {
            Form::Folder => outputs.claim_folder(option, path),
            _ => outputs.claim(option, path),
        };
        let (path, clash) = match claimed {
            Err(clash) => (path.clone(), clash),
            Ok(()) => self.beside(outputs)?,
        };
        let path = if path == Path::new("-") { "stdout".into() } else { path.display().to_string() };
        Some(match clash {
            Clash::Read(name) => format!("{option} would write over {name}, which is read"),
            Clash::Written(other) => format!("{other} and {option} would both write {path}"),
        })
    }

    /// Why what goes with it cannot be written beside it.
    fn beside(&self, outputs: &Outputs) -> Option<(PathBuf, Clash)> {
        let Self { option, path, .. } = self;
        let (path, claimed) = match option.as_str() {
            "--repair" if path != Path::new("-") => {
                let path = changes_of(path);
                let claimed = outputs.claim(option, &path);
                (path, claimed)
            }
            "--book" if BookForm::of(path).is_ok_and(|form| form != BookForm::Pdf) => {
                let path = Book::folder(path);
                let claimed = outputs.claim_own_folder(option, &path);
                (path, claimed)
            }
            _ => return None,
        };
        claimed.err().map(|clash| (path, clash))
    }

    fn is_never_stdout(&self) -> bool {
        self.form == Form::Folder || matches!(self.option.as_str(), "--checkpoint" | "--svg")
    }

    /// Why the name does not fit what is written, if it does not.
    fn ending_fault(&self, format: Option<&str>) -> Option<String> {
        let ending = self.path.extension().and_then(|ending| ending.to_str())?.to_ascii_lowercase();
        let (option, name) = (&self.option, self.path.display());
        if self.form != Form::Own && PACKED.contains(&ending.as_str()) {
            return Some(format!("{option} {name}: nothing is packed when it is written"));
        }
        let (what, fitting) = self.form.endings(format)?;
        let is_wrong = KNOWN.contains(&ending.as_str()) && !fitting.contains(&ending.as_str());
        is_wrong.then(|| match fitting {
            [] => format!("{option} {name}: {what} has no ending"),
            [only] => format!("{option} {name}: {what} has the ending .{only}"),
            [first @ .., last] => {
                format!("{option} {name}: {what} has the ending .{} or .{last}", first.join(", ."))
            }
        })
    }
}

impl Form {
    /// What is written in words, and the endings that say so; `None` where any will do.
    fn endings(self, format: Option<&str>) -> Option<(&'static str, &'static [&'static str])> {
        const CSV: (&str, &[&str]) = ("CSV", &["csv", "txt"]);
        const JSON: (&str, &[&str]) = ("JSON Lines", &["jsonl", "json", "ndjson", "txt"]);
        const TEXT: (&str, &[&str]) = ("text", &["txt", "text"]);
        const PGN: (&str, &[&str]) = ("PGN", &["pgn", "txt"]);
        const FEN: (&str, &[&str]) = ("lines of FEN", &["fen", "epd", "txt"]);
        const EPD: (&str, &[&str]) = ("lines of EPD", &["epd", "fen", "txt"]);
        const SVG: (&str, &[&str]) = ("SVG", &["svg"]);
        Some(match (self, format) {
            (Self::Csv, _) | (Self::Table | Self::Converted, Some("csv")) => CSV,
            (Self::Json, _) | (Self::Table | Self::Converted, Some("json")) => JSON,
            (Self::Text, _)
            | (Self::Table, Some("text"))
            | (Self::Converted, Some("uci"))
            | (Self::Picture, Some("ascii" | "unicode")) => TEXT,
            (Self::Pgn, _) | (Self::Converted, Some("pgn")) => PGN,
            (Self::Converted, Some("fen")) => FEN,
            (Self::Epd, _) | (Self::Converted, Some("epd")) => EPD,
            (Self::Html, _) => ("a page of HTML", &["html", "htm", "xhtml"]),
            (Self::Svg, _) | (Self::Picture, Some("svg")) => SVG,
            (Self::Table, _) => ("a table", &["txt", "text", "csv", "jsonl", "json", "ndjson"]),
            (Self::Picture, Some("png")) => ("PNG", &["png"]),
            (Self::Picture, Some("pdf")) => ("PDF", &["pdf"]),
            (Self::Picture, _) => ("a picture", &["svg", "png", "pdf", "txt"]),
            (Self::Folder, _) => ("a folder", &[]),
            (Self::Converted | Self::Own, _) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::args::{Args, command};
    use crate::cli::pages::of as pages;

    /// Whoever adds an option that takes a path decides what it writes, or that it is read.
    #[test]
    fn every_path_of_every_command_is_classified() {
        let mut command = command();
        command.build();
        for (name, page) in pages(&command) {
            let written = WRITTEN.iter().find(|(own, _)| *own == name);
            let written = written.map_or(&[][..], |(_, written)| written);
            for arg in page.get_arguments() {
                let names: Vec<&str> =
                    arg.get_value_names().into_iter().flatten().map(clap::builder::Str::as_str).collect();
                let is_path = names.iter().any(|name| {
                    name.split('|').any(|name| {
                        ["FILE", "FILES", "DIR", "OUT", "PARTS", "PATHS"].contains(&name)
                            || name.starts_with("FILE.")
                    })
                });
                let id = arg.get_id().as_str();
                let is_classified = written.iter().any(|(own, _)| *own == id) || READ.contains(&id);
                assert!(!is_path || is_classified, "{name}: {id}");
            }
            for (id, _) in written {
                assert!(page.get_arguments().any(|arg| arg.get_id() == id), "{name}: {id}");
            }
        }
    }

    /// Whoever adds an output adds a row to the test that has everything happen to it.
    #[test]
    fn every_output_is_in_the_matrix() {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/outputs.tsv");
        let table = fs::read_to_string(table).expect("the table of tests/cli/outputs.rs");
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
        for (command, written) in WRITTEN {
            for (id, _) in *written {
                let option = format!("--{}", id.trim_start_matches("count_"));
                let has_row = rows.iter().any(|row| row[0] == *command && row[2] == option);
                assert!(has_row, "{command} {option}");
            }
        }
    }

    fn told(line: &str) -> Option<String> {
        let words = ["hexmate"].into_iter().chain(line.split(' ')).map(Into::into);
        let error = Args::parsed(words).err()?.to_string();
        error.lines().next().map(|line| line.trim_start_matches("error: ").to_owned())
    }

    #[test]
    fn names_that_fit_are_good() {
        for line in [
            "diagram start -o start.svg",
            "diagram start -o start.SVG",
            "diagram start -o start",
            "diagram start -o start.v2",
            "diagram start --format svg -o -",
            "moves start -o moves.csv",
            "moves start -o moves.lst",
            "moves start --format json -o moves.json",
            "solve a.csv --report r.csv --text - --pgn s.pgn --html page.htm --diagrams out --certificate out",
            "solve a.csv --report /dev/null --text /dev/null",
            "convert a.pgn --to fen -o b.epd",
            "convert a.pgn --to csv -o b.csv",
            "stats a.pgn --chart c.svg --html - -o facts.csv",
            "solve a.csv -o r.csv --hide-short",
            "solve a.csv -o r.JSONL --hide-duals",
            "mine a.pgn --mate 1 -o x.json",
            "endgame build KQvK -o tables",
            "endgame stats KQvK -o facts.csv",
            "validate a.pgn --repair",
            "perft 1/2k/5/7/9/11/11/11/11/2P8/5K5 w - 0 1 --depth 1 --compare -",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }

    #[test]
    fn names_that_do_not_fit_are_refused() {
        let lines = [
            "diagram start -o start.tex",
            "diagram start -o start.jpg",
            "diagram start --format ascii -o start.svg",
            "diagram start --format svg -o start.png",
            "diagram a.csv -o x-{id}.gif",
            "moves start -o moves.svg",
            "moves start --format csv -o moves.json",
            "perft start --depth 1 -o x.xlsx",
            "perft start --depth 1 --format text -o x.csv",
            "solve a.csv --report r.json",
            "solve a.csv --jsonl r.csv",
            "solve a.csv --text r.pdf",
            "solve a.csv --epd r.pgn",
            "solve a.csv --pgn r.epd",
            "solve a.csv --html r.pdf",
            "solve a.csv --diagrams board.svg",
            "solve a.csv --diagrams -",
            "solve a.csv --report r.csv.gz",
            "solve a.csv --checkpoint -",
            "validate a.pgn --repair=b.csv",
            "mine a.pgn --mate 1 -o x.pgn",
            "convert a.pgn --to pgn -o b.fen",
            "convert a.pgn --to json -o b.csv",
            "stats a.pgn --chart c.png",
            "stats a.pgn --html p.svg",
            "play --svg -",
            "play --svg board.png",
            "verify-certificate a -o b.html",
            "endgame build KQvK -o -",
            "endgame build KQvK -o a.csv",
            "endgame probe start -o b.svg",
            "endgame stats KQvK --format csv -o b.json",
        ];
        let told: Vec<String> =
            lines.iter().map(|line| format!("{line}\n  {}", told(line).expect(line))).collect();
        insta::assert_snapshot!("outputs_that_do_not_fit", told.join("\n"));
    }

    #[test]
    fn two_outputs_are_never_one_file_and_no_input_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        fs::write(at("in.csv"), "fen\n").expect("a file");
        fs::create_dir(at("deep")).expect("a folder");
        let mut lines = vec![
            format!("solve {} --report {}", at("in.csv"), at("in.csv")),
            format!("solve {} --report {}", at("in.csv"), at("deep/../in.csv")),
            format!("solve {} --report {} -o {} --format csv", at("in.csv"), at("a.csv"), at("a.csv")),
            format!(
                "solve {} --report {} -o {} --format csv",
                at("in.csv"),
                at("a.csv"),
                at("deep/../a.csv")
            ),
            format!("solve {} --text {} --checkpoint {}", at("in.csv"), at("b.txt"), at("b.txt")),
            format!("convert {} --to csv -o {}", at("in.csv"), at("in.csv")),
            format!("solve {} --text - --report -", at("in.csv")),
            format!("solve {} -o - --pgn -", at("in.csv")),
            format!("validate {} --html - --repair=-", at("in.csv")),
            format!("stats {} --chart - --html -", at("in.csv")),
            "solve - -".to_owned(),
            "perft - --depth 2 --compare -".to_owned(),
        ];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("in.csv"), at("link.csv")).expect("a link");
            fs::hard_link(at("in.csv"), at("hard.csv")).expect("a link");
            lines.push(format!("solve {} --report {}", at("in.csv"), at("link.csv")));
            lines.push(format!("solve {} --report {}", at("link.csv"), at("hard.csv")));
        }
        let here = folder.path().display().to_string();
        let told: Vec<String> = lines
            .iter()
            .map(|line| format!("{line}\n  {}", told(line).expect(line)).replace(&here, "."))
            .collect();
        insta::assert_snapshot!("outputs_in_each_others_way", told.join("\n"));
    }
}
