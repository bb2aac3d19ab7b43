//! Output options: path and content of an output.

use std::ffi::OsStr;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, PathBufValueParser, TypedValueParser, ValueParser};
use clap::parser::ArgMatches;
use clap::{Arg, Command, Error};
use hexmate_report::output::{BookError, BookForm};

/// Content of an output. An option with it as parser is an output option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A table in the format of `--format`, by default of the extension.
    Table,
    /// Lines of `validate`: a table, or a report for another program.
    Checks,
    /// Records in the format of `--to`.
    Converted,
    /// A diagram in the format of `--format`, by default of the extension.
    Picture,
    Csv,
    Json,
    Pgn,
    /// Games or problems, in the format of the input.
    Records,
    /// PGN, with a table of the changes beside it. The path may be empty.
    Repaired,
    Epd,
    Html,
    Svg,
    /// SVG that is rewritten after each move, so never to stdout.
    Board,
    Text,
    /// A book in the format of the extension.
    Book,
    /// A folder of files.
    Folder,
    /// Standard output of the command whose parts are merged.
    Merged,
    /// The part of a shard, in a format of this program.
    Part,
    /// A checkpoint, in a format of this program.
    Checkpoint,
}

/// Path and content of an output; `-` is stdout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination {
    path: PathBuf,
    pub form: Form,
}

impl Deref for Destination {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Destination {
    /// Returns the destination that an option names, if it names one.
    pub fn of<'a>(arg: &Arg, matches: &'a ArgMatches) -> Option<&'a Self> {
        let named = is_output(arg).then(|| matches.get_one::<Self>(arg.get_id().as_str())).flatten();
        named.filter(|named| !named.as_os_str().is_empty())
    }

    /// Returns whether the path is stdout.
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Returns whether the content cannot go to stdout.
    pub fn is_never_stdout(&self) -> bool {
        matches!(self.form, Form::Folder | Form::Checkpoint | Form::Board)
    }

    /// Returns whether the content is a part or checkpoint, which a shard writes too.
    pub fn is_log(&self) -> bool {
        matches!(self.form, Form::Part | Form::Checkpoint)
    }
}

/// Returns whether an option is an output option.
pub fn is_output(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == ValueParser::new(Form::Csv).type_id()
}

impl Form {
    fn at(self, path: PathBuf) -> Result<Destination, BookError> {
        // `--book -` in a shard only requests that the part records a book.
        if self == Self::Book && path != Path::new("-") {
            BookForm::of(&path)?;
        }
        Ok(Destination { path, form: self })
    }

    /// Returns the content in words and its file extensions; `None` if any extension is allowed.
    pub fn extensions(self, format: Option<&str>) -> Option<(&'static str, &'static [&'static str])> {
        const CSV: (&str, &[&str]) = ("CSV", &["csv", "txt"]);
        const JSON: (&str, &[&str]) = ("JSON Lines", &["jsonl", "json", "ndjson", "txt"]);
        const TEXT: (&str, &[&str]) = ("text", &["txt", "text"]);
        const PGN: (&str, &[&str]) = ("PGN", &["pgn", "txt"]);
        const FEN: (&str, &[&str]) = ("FEN", &["fen", "epd", "txt"]);
        const EPD: (&str, &[&str]) = ("EPD", &["epd", "fen", "txt"]);
        const SVG: (&str, &[&str]) = ("SVG", &["svg"]);
        Some(match (self, format) {
            (Self::Csv, _) | (Self::Table | Self::Converted, Some("csv")) => CSV,
            (Self::Json, _) | (Self::Table | Self::Converted, Some("json")) => JSON,
            (Self::Text, _)
            | (Self::Table, Some("text"))
            | (Self::Converted, Some("uci"))
            | (Self::Checks, Some("github"))
            | (Self::Picture, Some("ascii" | "unicode")) => TEXT,
            (Self::Pgn | Self::Repaired, _) | (Self::Converted, Some("pgn")) => PGN,
            (Self::Converted, Some("fen")) => FEN,
            (Self::Records, _) => ("games or problems", &["pgn", "csv", "tsv", "epd", "fen", "txt"]),
            (Self::Epd, _) | (Self::Converted, Some("epd")) => EPD,
            (Self::Checks, Some("junit")) => ("a JUnit report", &["xml"]),
            (Self::Checks, None) => {
                ("a table or report", &["txt", "text", "csv", "jsonl", "json", "ndjson", "xml"])
            }
            (Self::Checks, format) => return Self::Table.extensions(format),
            (Self::Html, _) => ("HTML", &["html", "htm", "xhtml"]),
            (Self::Svg | Self::Board, _) | (Self::Picture, Some("svg")) => SVG,
            (Self::Table, _) => ("a table", &["txt", "text", "csv", "jsonl", "json", "ndjson"]),
            (Self::Picture, Some("png")) => ("PNG", &["png"]),
            (Self::Picture, Some("pdf")) => ("PDF", &["pdf"]),
            (Self::Picture, _) => ("a picture", &["svg", "png", "pdf", "txt"]),
            (Self::Folder, _) => ("a folder", &[]),
            (Self::Converted | Self::Book | Self::Merged | Self::Part | Self::Checkpoint, _) => return None,
        })
    }
}

impl TypedValueParser for Form {
    type Value = Destination;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Destination, Error> {
        let form = *self;
        if form == Self::Repaired {
            let path = OsStringValueParser::new().parse_ref(command, arg, value)?;
            return Ok(Destination { path: path.into(), form });
        }
        PathBufValueParser::new().try_map(move |path| form.at(path)).parse_ref(command, arg, value)
    }
}
