//! Where an option says that something is written, and what.

use std::ffi::OsStr;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, PathBufValueParser, TypedValueParser, ValueParser};
use clap::parser::ArgMatches;
use clap::{Arg, Command, Error};
use hexmate_report::output::{BookError, BookForm};

/// What is written to a file; as the parser of an option it makes that option an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// What `--format` says, else what the ending says.
    Table,
    /// What `--to` says.
    Converted,
    /// What `--format` of `diagram` says, else what the ending says.
    Picture,
    Csv,
    Json,
    Pgn,
    /// PGN, with a table of the changes beside it; may be empty.
    Repaired,
    Epd,
    Html,
    Svg,
    /// SVG that is written again and again, so never to stdout.
    Board,
    Text,
    /// A book, as its ending says.
    Book,
    /// A folder of files.
    Folder,
    /// Whatever the parts of a merge record.
    Merged,
    /// The part of a shard, for this program alone.
    Part,
    /// A checkpoint, for this program alone.
    Checkpoint,
}

/// The place of an output, `-` for stdout.
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
    /// The destination that an option of a command line names, if it names one.
    pub fn of<'a>(arg: &Arg, matches: &'a ArgMatches) -> Option<&'a Self> {
        let named = is_output(arg).then(|| matches.get_one::<Self>(arg.get_id().as_str())).flatten();
        named.filter(|named| !named.as_os_str().is_empty())
    }

    /// Returns whether it is stdout.
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Returns whether only a named file or folder will do.
    pub fn is_never_stdout(&self) -> bool {
        matches!(self.form, Form::Folder | Form::Checkpoint | Form::Board)
    }

    /// Returns whether it is a log, which a shard writes as well.
    pub fn is_log(&self) -> bool {
        matches!(self.form, Form::Part | Form::Checkpoint)
    }
}

/// Returns whether an option names an output.
pub fn is_output(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == ValueParser::new(Form::Csv).type_id()
}

impl Form {
    fn at(self, path: PathBuf) -> Result<Destination, BookError> {
        // A shard takes no place.
        if self == Self::Book && path != Path::new("-") {
            BookForm::of(&path)?;
        }
        Ok(Destination { path, form: self })
    }

    /// What is written in words, and the endings that say so; `None` where any will do.
    pub fn endings(self, format: Option<&str>) -> Option<(&'static str, &'static [&'static str])> {
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
            (Self::Pgn | Self::Repaired, _) | (Self::Converted, Some("pgn")) => PGN,
            (Self::Converted, Some("fen")) => FEN,
            (Self::Epd, _) | (Self::Converted, Some("epd")) => EPD,
            (Self::Html, _) => ("a page of HTML", &["html", "htm", "xhtml"]),
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
