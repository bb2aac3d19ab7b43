//! Checks of the outputs of a command line: unsuitable file extensions, and conflicts between inputs and outputs.

use std::path::{Path, PathBuf};

use clap::builder::ValueHint;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use hexmate_batch::files::{Clash, Outputs};
use hexmate_endgame::files;
use hexmate_report::output::{Book, BookForm};

use crate::cli::shared::destination::{Destination, Form, is_output};

/// Returns the path of the table of changes beside a repaired collection.
pub fn changes_of(repaired: &Path) -> PathBuf {
    let mut name = repaired.as_os_str().to_owned();
    name.push(".changes.csv");
    name.into()
}

/// An output of the command line.
struct Target<'a> {
    /// Option as it is typed.
    option: String,
    at: &'a Destination,
}

/// Returns an error if the outputs of a command line are unsuitable or conflict. Registers all files in `outputs`.
///
/// Outputs are options with a [`Form`] as their parser; inputs are options with a value hint for paths.
pub fn fault(command: &Command, matches: &ArgMatches, outputs: &Outputs) -> Option<String> {
    let args = || command.get_arguments();
    let target = |arg: &Arg| Some(Target { option: option(arg), at: Destination::of(arg, matches)? });
    let mut targets: Vec<Target<'_>> = args().filter_map(target).collect();
    targets.sort_by_key(|target| target.option != "--output");
    let read: Vec<(&Arg, Vec<PathBuf>)> = args()
        .filter(|arg| is_input(arg))
        .map(|arg| {
            let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
            (arg, values.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty()).collect())
        })
        .collect();
    let is_stdin = |path: &&PathBuf| **path == Path::new("-");
    // A FEN without quotes is several words, and `-` is one of them.
    let is_fen = |(arg, read): &&(&Arg, Vec<PathBuf>)| {
        read.len() > 1 && arg.get_value_names().into_iter().flatten().any(|name| name.starts_with("POSITION"))
    };
    let stdins = read.iter().filter(|read| !is_fen(read)).flat_map(|(_, read)| read).filter(is_stdin).count();
    if stdins > 1 {
        return Some("stdin can be read only once".to_owned());
    }
    let format = args().find(|arg| matches!(arg.get_long(), Some("format" | "to")));
    let format_id = format.map_or("", |arg| arg.get_id().as_str());
    let format = format.and_then(|_| matches.get_raw(format_id)?.next()?.to_str());
    let extension = targets.iter().find_map(|target| target.extension_fault(format));
    // A shard writes its part only.
    let is_shard = matches.try_get_raw("shard").is_ok_and(|shard| shard.is_some());
    targets.retain(|target| !is_shard || target.at.is_log());
    let is_format_typed =
        format.is_some() && matches.value_source(format_id) == Some(ValueSource::CommandLine);
    let unused_format = || (is_format_typed && !is_shard).then(|| unused_format(&targets)).flatten();
    let same_file = || same_file(&targets, &read, outputs);
    extension.or_else(unused_format).or_else(|| stdout_fault(&targets)).or_else(same_file)
}

fn option(arg: &Arg) -> String {
    format!("--{}", arg.get_long().unwrap_or_default())
}

fn is_input(arg: &Arg) -> bool {
    !is_output(arg)
        && matches!(arg.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
}

/// Returns an error if `--format` has no effect because its table is not written.
fn unused_format(targets: &[Target<'_>]) -> Option<String> {
    let is_table = |target: &&Target<'_>| target.option == "--output";
    let is_elsewhere = targets.iter().find(is_table).is_some_and(|target| !target.at.is_stdout());
    let is_taken = targets.iter().any(|target| !is_table(&target) && target.at.is_stdout());
    let message =
        "--format has no effect here: another output uses stdout; name a file for the table with -o";
    (is_taken && !is_elsewhere).then(|| message.to_owned())
}

fn stdout_fault(targets: &[Target<'_>]) -> Option<String> {
    let mut taken = targets.iter().filter(|target| target.at.is_stdout());
    if let Some(Target { option, at }) = taken.clone().find(|target| target.at.is_never_stdout()) {
        let needs = if at.form == Form::Folder { "a folder" } else { "a file" };
        return Some(format!("{option} needs {needs}, not stdout"));
    }
    let (one, other) = (taken.next()?, taken.next()?);
    Some(format!(
        "{} and {} would both write to stdout: name a file for one of them",
        one.option, other.option
    ))
}

/// Returns an error if two outputs, or an output and an input, are the same file. Links are followed.
fn same_file(targets: &[Target<'_>], read: &[(&Arg, Vec<PathBuf>)], outputs: &Outputs) -> Option<String> {
    for (arg, path) in read.iter().flat_map(|(arg, paths)| paths.iter().map(move |path| (arg, path))) {
        match arg.get_value_hint() {
            _ if !path.is_dir() => outputs.add_input(path),
            ValueHint::DirPath => outputs.add_input_folder(path, files::EXTENSION),
            _ => outputs.add_input_folder(path, ".perft"),
        }
    }
    if let Some(clash) = targets.iter().find_map(|target| target.clash(outputs)) {
        return Some(clash);
    }
    if targets.iter().any(|target| target.at.is_stdout()) {
        return None;
    }
    // The default output is stdout, which may be redirected to one of the files.
    Some(match outputs.claim("stdout", Path::new("-")).err()? {
        Clash::Read(name) => format!("stdout is redirected to {name}, which is an input"),
        Clash::Written(option) => format!("{option} and stdout are the same file"),
    })
}

/// File extensions with a known meaning; others are accepted for any output.
const KNOWN_EXTENSIONS: &[&str] = &[
    "svg", "png", "pdf", "txt", "text", "csv", "tsv", "json", "jsonl", "ndjson", "pgn", "epd", "fen", "html",
    "htm", "xhtml", "xml", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps", "emf", "tex",
    "typ", "epub", "doc", "docx", "odt", "xls", "xlsx", "ods", "md", "toml", "perft",
];

/// Extensions of compressed files.
const COMPRESSED_EXTENSIONS: &[&str] = &["gz", "zst", "bz2", "xz", "zip"];

impl Target<'_> {
    /// Reserves the output; returns an error if another output or an input is the same file.
    fn clash(&self, outputs: &Outputs) -> Option<String> {
        let Self { option, at } = self;
        let claimed = match at.form {
            Form::Folder => outputs.claim_shared_folder(option, at),
            _ => outputs.claim(option, at),
        };
        let (path, clash) = match claimed {
            Err(clash) => (at.to_path_buf(), clash),
            Ok(()) => self.companion_clash(outputs)?,
        };
        let path = if path == Path::new("-") { "stdout".into() } else { path.display().to_string() };
        Some(match clash {
            Clash::Read(name) => format!("{option} would overwrite {name}, which is an input"),
            Clash::Written(other) => format!("{other} and {option} would both write {path}"),
        })
    }

    /// Reserves the file or folder that is written beside the output; returns a conflict with its path.
    fn companion_clash(&self, outputs: &Outputs) -> Option<(PathBuf, Clash)> {
        let Self { option, at } = self;
        let (path, claimed) = match at.form {
            Form::Repaired if !at.is_stdout() => {
                let path = changes_of(at);
                let claimed = outputs.claim(option, &path);
                (path, claimed)
            }
            Form::Book if BookForm::of(at).is_ok_and(BookForm::has_folder) => {
                let path = Book::folder(at);
                let claimed = outputs.claim_own_folder(option, &path);
                (path, claimed)
            }
            _ => return None,
        };
        claimed.err().map(|clash| (path, clash))
    }

    /// Returns an error if the extension does not suit the content.
    fn extension_fault(&self, format: Option<&str>) -> Option<String> {
        let extension = self.at.extension().and_then(|extension| extension.to_str())?.to_ascii_lowercase();
        let (option, name) = (&self.option, self.at.display());
        let extensions = self.at.form.extensions(format);
        let is_compressed = COMPRESSED_EXTENSIONS.contains(&extension.as_str());
        if (extensions.is_some() || self.at.form == Form::Converted) && is_compressed {
            return Some(format!("{option} {name}: outputs cannot be compressed"));
        }
        let (content, suitable) = extensions?;
        let is_known = KNOWN_EXTENSIONS.contains(&extension.as_str());
        let is_wrong = is_known && !suitable.contains(&extension.as_str());
        is_wrong.then(|| match suitable {
            [] => format!("{option} {name}: expected {content}, without extension"),
            [only] => format!("{option} {name}: expected extension .{only} for {content}"),
            [first @ .., last] => {
                format!("{option} {name}: expected extension .{} or .{last} for {content}", first.join(", ."))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::args::{Args, command};
    use crate::cli::pages::all as pages;

    /// An option with a path is an output (by its parser) or an input (by its value hint).
    #[test]
    fn every_path_is_input_or_output() {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/outputs.tsv");
        let table = fs::read_to_string(table).expect("the table of tests/cli/outputs.rs");
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
        let mut command = command();
        command.build();
        for (name, page) in pages(&command) {
            for arg in page.get_arguments() {
                let names = arg.get_value_names().into_iter().flatten().flat_map(|name| name.split('|'));
                let is_path = names
                    .map(|name| name.split('.').next().unwrap_or_default())
                    .any(|name| ["FILE", "FILES", "DIR", "OUT", "PARTS", "PATHS"].contains(&name));
                assert_eq!(is_path, is_output(arg) || is_input(arg), "{name}: {}", arg.get_id());
                let is_tested = rows.iter().any(|row| row[0] == name && row[2] == option(arg));
                assert_eq!(is_output(arg), is_tested, "{name} {} in outputs.tsv", option(arg));
            }
        }
    }

    fn error(line: &str) -> Option<String> {
        let words = ["hexmate"].into_iter().chain(line.split(' ')).map(Into::into);
        let error = Args::parse_from_words(words).err()?.to_string();
        error.lines().next().map(|line| line.trim_start_matches("error: ").to_owned())
    }

    #[test]
    fn suitable_output_names_are_accepted() {
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
            "diagram a.pgn --sheet --plies 1 --columns 2 -o a.svg",
            "select a.pgn --position start --pieces Kg1 --mirror --exchanged",
            "validate a.pgn --repair",
            "perft 1/2k/5/7/9/11/11/11/11/2P8/5K5 w - 0 1 --depth 1 --compare -",
        ] {
            assert_eq!(error(line), None, "{line}");
        }
    }

    #[test]
    fn unsuitable_output_names_are_refused() {
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
        let errors: Vec<String> =
            lines.iter().map(|line| format!("{line}\n  {}", error(line).expect(line))).collect();
        insta::assert_snapshot!("unsuitable_outputs", errors.join("\n"));
    }

    #[test]
    fn conflicting_outputs_are_refused() {
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
        let errors: Vec<String> = lines
            .iter()
            .map(|line| format!("{line}\n  {}", error(line).expect(line)).replace(&here, "."))
            .collect();
        insta::assert_snapshot!("conflicting_outputs", errors.join("\n"));
    }
}
