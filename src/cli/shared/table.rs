//! Options for the format and path of a table. The doc comments are the help.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use clap::builder::TypedValueParser;
use hexmate_report::Format;
use hexmate_report::recorded::CheckFormat;

/// Returns a parser for a format of tables.
pub fn formats() -> impl TypedValueParser<Value = Format> {
    choice([
        ("text", "Aligned columns", Format::Text),
        ("csv", "Comma-separated values with a header", Format::Csv),
        ("json", "One JSON object per line", Format::Json),
    ])
}

/// Path and format of a table.
#[derive(clap::Args, Debug)]
pub struct OutputFile {
    #[command(flatten)]
    format: TableFormat,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Table)]
    pub output: Option<Destination>,
}

/// Format of a table.
#[derive(clap::Args, Debug)]
pub struct TableFormat {
    /// `text` for reading, `csv` or `json` for programs; by default from the extension of FILE, otherwise text.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = formats())]
    format: Option<Format>,
}

impl OutputFile {
    /// Returns the format of the table.
    pub fn format(&self) -> Format {
        format_of(self.format.format, self.path()).unwrap_or(Format::Text)
    }

    /// Returns the format given by `--format`.
    pub fn named_format(&self) -> Option<Format> {
        self.format.format
    }

    /// Returns the path of the table; `None` is stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns whether the path of the table is stdout.
    pub fn is_on_stdout(&self) -> bool {
        self.path().is_none_or(|path| path == Path::new("-"))
    }
}

/// Returns the format of a table: the one requested, otherwise that of the file extension, if it is known.
pub fn format_of(requested: Option<Format>, path: Option<&Path>) -> Option<Format> {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    match (requested, extension.unwrap_or_default().to_ascii_lowercase().as_str()) {
        (Some(format), _) => Some(format),
        (None, "csv") => Some(Format::Csv),
        (None, "json" | "jsonl" | "ndjson") => Some(Format::Json),
        _ => None,
    }
}

/// Returns the format of the lines of `validate`: the one requested, otherwise that of the file extension, if it is known.
pub fn check_format_of(requested: Option<CheckFormat>, path: Option<&Path>) -> Option<CheckFormat> {
    let is_report = |path: &&Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"));
    let report = path.filter(is_report).map(|_| CheckFormat::Junit);
    requested.or(report).or_else(|| format_of(None, path).map(CheckFormat::from))
}
