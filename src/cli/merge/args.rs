//! The arguments of `merge`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use std::path::Path;

use clap::ValueHint;

use hexmate_report::Format;
use hexmate_report::recorded::CheckFormat;

use crate::cli::shared::table::{check_format_of, format_of};

/// Merge the parts written by runs with --shard.
///
/// Writes what one run of the same command would have written, byte for byte, to
/// the files named here, and ends with the same exit status. Any output of that
/// command can be written, also one that the shards did not name, if they searched for
/// what it shows: solutions of solve need shards with an output that has solutions, or
/// with `--tries`, and repaired games need shards with `--repair`. Refuses parts of
/// another command line, input, version or edition of the rules, and parts that are
/// truncated, duplicated, missing or forged. Runs no other program.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate solve problems.csv --report - --shard slice:1/2 --part 1.part\n\
    hexmate merge 1.part 2.part --report all.csv -o solved.txt")]
pub struct Merge {
    /// All parts, in any order.
    #[arg(value_name = "PARTS", required = true, value_hint = ValueHint::FilePath)]
    pub parts: Vec<String>,

    /// Write the standard output of the command to this file. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Merged)]
    output: Option<Destination>,

    /// Write the rows of solve or validate to this CSV file.
    #[arg(long, value_name = "FILE.csv", value_parser = Form::Csv)]
    report: Option<Destination>,

    /// Write the JSON objects of solve to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Json)]
    jsonl: Option<Destination>,

    /// Write the solutions of solve as text to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Text)]
    text: Option<Destination>,

    /// Write the problems of solve as EPD to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Epd)]
    epd: Option<Destination>,

    /// Write the solutions of solve, or the games of analyse, as PGN to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Pgn)]
    pgn: Option<Destination>,

    /// Write the HTML page of solve, validate or analyse to this file.
    #[arg(long, value_name = "FILE", value_parser = Form::Html)]
    html: Option<Destination>,

    /// Write the book of solve to this file (.pdf, .epub, .typ or .tex).
    #[arg(long, value_name = "FILE", value_parser = Form::Book)]
    book: Option<Destination>,

    /// Write the solving sheet of solve to this file (.pdf, .epub, .typ or .tex).
    #[arg(long, value_name = "FILE", value_parser = Form::Book)]
    solving_sheet: Option<Destination>,

    /// Write the printed solutions of solve to this file (.pdf, .epub, .typ or .tex).
    #[arg(long, value_name = "FILE", value_parser = Form::Book)]
    solutions: Option<Destination>,

    /// Write the diagrams of solve into this folder.
    #[arg(long, value_name = "DIR", value_parser = Form::Folder)]
    diagrams: Option<Destination>,

    /// Write the certificates of solve into this folder.
    #[arg(long, value_name = "DIR", value_parser = Form::Folder)]
    certificate: Option<Destination>,

    /// Write the repaired games of validate to this file, and the changes to FILE.changes.csv.
    #[arg(long, value_name = "FILE.pgn", value_parser = Form::Repaired)]
    repair: Option<Destination>,
}

impl Merge {
    /// Returns the path of --output.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Returns the format of the lines of validate given by the extension of --output, if it gives one.
    pub fn check_format(&self) -> Option<CheckFormat> {
        check_format_of(None, self.output())
    }

    /// Returns the format given by the extension of --output, if it gives one.
    pub fn format(&self) -> Option<Format> {
        format_of(None, self.output.as_deref())
    }
}
