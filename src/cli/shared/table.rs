//! The arguments that say how a table is written, and where. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use clap::ValueEnum;
use hexmate_report::Format;

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatName {
    /// Columns for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Json,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Csv => Self::Csv,
            FormatName::Json => Self::Json,
        }
    }
}

/// Where a table goes, and how it is written.
#[derive(clap::Args, Debug)]
pub struct OutputFile {
    #[command(flatten)]
    format: TableFormat,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Table)]
    pub output: Option<Destination>,
}

/// How a table is written.
#[derive(clap::Args, Debug)]
pub struct TableFormat {
    /// `text` for people, `csv` or `json` for programs; else what the ending of FILE says, else text.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<FormatName>,
}

impl OutputFile {
    /// How the table is written.
    pub fn format(&self) -> Format {
        format_of(self.format.format, self.path()).unwrap_or(Format::Text)
    }

    /// The format that is named, whatever the ending of the file.
    pub fn named_format(&self) -> Option<Format> {
        self.format.format.map(Format::from)
    }

    /// The file, if it is not stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether the table goes to stdout, unless something else does.
    pub fn is_on_stdout(&self) -> bool {
        self.path().is_none_or(|path| path == Path::new("-"))
    }
}

/// How a table is written: as is asked, else as the ending of its file says, if that says anything.
pub fn format_of(asked: Option<FormatName>, path: Option<&Path>) -> Option<Format> {
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str()).unwrap_or_default();
    match (asked, ending.to_ascii_lowercase().as_str()) {
        (Some(format), _) => Some(format.into()),
        (None, "csv") => Some(Format::Csv),
        (None, "json" | "jsonl" | "ndjson") => Some(Format::Json),
        _ => None,
    }
}
