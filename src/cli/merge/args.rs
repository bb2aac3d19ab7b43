//! The arguments of `merge`. The doc comments are the help.

use std::path::PathBuf;

use hexmate_report::Format;
use hexmate_report::recorded::Kind;

use crate::cli::shared::places::Places;
use crate::cli::shared::table::format_of;
use crate::cli::solve::printed::book;

/// Join the parts that runs with --shard have written.
///
/// Writes what one run of the same command would have written, byte for byte, to
/// the files that are named here: a part names none. Ends with its status too.
/// An output that the shards were not asked for is refused, and so are parts of
/// another command line, input, version or edition of the rules, parts
/// cut short, there twice or missing, and forged ones. Starts no program.
#[derive(clap::Args, Debug)]
pub struct Merge {
    /// All parts, in any order.
    #[arg(value_name = "PARTS", required = true)]
    pub parts: Vec<String>,

    /// Write to this file what would go to stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the rows of solve or validate to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    report: Option<PathBuf>,

    /// Write the objects of solve to this file.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,

    /// Write the solutions of solve to this file.
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,

    /// Write the problems of solve to this file.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,

    /// Write the solutions of solve as games to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Write the page of solve or validate to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the book of solve to this file, which ends in .pdf, .typ or .tex.
    #[arg(long, value_name = "FILE", value_parser = book)]
    book: Option<PathBuf>,

    /// Write the diagrams of solve into this folder.
    #[arg(long, value_name = "DIR")]
    diagrams: Option<PathBuf>,

    /// Write the proofs of solve into this folder.
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,

    /// Write the repaired games of validate to this file, and its changes to FILE.changes.csv.
    #[arg(long, value_name = "FILE.pgn")]
    repair: Option<PathBuf>,
}

impl Merge {
    /// Where the outputs go.
    pub fn places(&self) -> Places<'_> {
        Places::new(
            self.output.as_deref(),
            [
                (Kind::Report, self.report.as_deref()),
                (Kind::Jsonl, self.jsonl.as_deref()),
                (Kind::Text, self.text.as_deref()),
                (Kind::Epd, self.epd.as_deref()),
                (Kind::Pgn, self.pgn.as_deref()),
                (Kind::Html, self.html.as_deref()),
                (Kind::Book, self.book.as_deref()),
                (Kind::Diagrams, self.diagrams.as_deref()),
                (Kind::Certificate, self.certificate.as_deref()),
                (Kind::Repair, self.repair.as_deref()),
            ],
        )
    }

    /// The format that the name of --output says, if it says one.
    pub fn format(&self) -> Option<Format> {
        format_of(None, self.output.as_deref())
    }
}
