//! Options for the format and path of a table. The doc comments are the help.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
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

/// Returns a parser for a format of tables or of reports for continuous integration.
pub fn check_formats() -> impl TypedValueParser<Value = CheckFormat> {
    let named = |name: String| CheckFormat::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(CheckFormat::ALL.map(CheckFormat::name))
        .try_map(move |name| named(name).ok_or("unknown format"))
}

/// Path and format of a table that can also be a report for continuous integration.
#[derive(clap::Args, Debug)]
pub struct CheckOutput {
    /// `text` for reading; `csv` or `json` for programs; `junit` for a JUnit report, and `github` for annotations in a
    /// GitHub workflow. By default from the extension of FILE, otherwise text.
    #[arg(long, value_name = "FORMAT", value_parser = check_formats(), hide_possible_values = true)]
    format: Option<CheckFormat>,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Checks)]
    output: Option<Destination>,
}

impl CheckOutput {
    /// Returns the format: the one requested, else that of the file extension, else text.
    pub fn format(&self) -> CheckFormat {
        check_format_of(self.format, self.path()).unwrap_or(CheckFormat::Text)
    }

    /// Returns the format given by `--format`.
    pub fn named_format(&self) -> Option<CheckFormat> {
        self.format
    }

    /// Returns the path; `None` is stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
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

/// Returns the format of a table or report: the one requested, otherwise that of the file extension, if it is known.
pub fn check_format_of(requested: Option<CheckFormat>, path: Option<&Path>) -> Option<CheckFormat> {
    let is_report = |path: &&Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"));
    let report = path.filter(is_report).map(|_| CheckFormat::Junit);
    requested.or(report).or_else(|| format_of(None, path).map(CheckFormat::from))
}
