//! The arguments of `perft`.

use std::path::{Path, PathBuf};

use hexmate::report::Format;

use super::{FormatName, LongWork};
use crate::exit;

/// Count the positions that a position leads to.
///
/// Counts for depths 1 to N. With --verify, checks reference tables instead:
/// those named, or all `*.perft` files in the folders named, or in `perft`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Perft {
    /// `start` or a FEN in quotes; with --verify, tables and folders of tables.
    #[arg(value_name = "POSITION|PATHS", required_unless_present = "verify")]
    operands: Vec<String>,

    #[command(flatten)]
    depth: Depth,

    /// Count for each first move by itself, at depth N only.
    #[arg(long, conflicts_with = "verify")]
    divide: bool,

    /// Say also how many of the last moves take, promote, give check, mate and so on.
    #[arg(long, conflicts_with_all = ["verify", "divide", "hash"])]
    breakdown: bool,

    #[command(flatten)]
    table: CountTable,

    /// Cut the count into the different positions after K plies, instead of as many as keep all threads busy.
    #[arg(long, value_name = "K", conflicts_with = "verify")]
    split_depth: Option<u32>,

    /// Check reference tables.
    #[arg(long)]
    verify: bool,

    /// Skip lines of tables with more nodes than this.
    #[arg(long, value_name = "NODES", requires = "verify", conflicts_with = "depth")]
    limit: Option<u64>,

    #[command(flatten)]
    pub(super) output: CountOutput,

    #[command(flatten)]
    long: LongWork,
}

/// How deep a count goes: one that goes on from another may go deeper.
#[derive(clap::Args, Debug)]
pub struct Depth {
    /// The depth in plies.
    #[arg(
        long, value_name = "N", required_unless_present = "verify", conflicts_with = "verify",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    depth: Option<u32>,
}

/// How a count is made faster, which changes no number.
#[derive(clap::Args, Debug)]
pub struct CountTable {
    /// Keep counts in a table of so many MiB: a position met twice is counted once.
    #[arg(long, value_name = "MIB", conflicts_with = "verify")]
    hash: Option<usize>,
}

/// Where a table of numbers goes, and how it is written: what was counted does not depend on it.
#[derive(clap::Args, Debug)]
pub struct CountOutput {
    /// Text for people, or CSV or JSON Lines for programs.
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    count_format: FormatName,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(super) count_output: Option<PathBuf>,
}

impl CountOutput {
    /// How the table is written.
    pub fn format(&self) -> Format {
        self.count_format.into()
    }

    /// The file, if it is not stdout.
    pub fn path(&self) -> Option<&Path> {
        self.count_output.as_deref()
    }
}

/// What `perft` is to do.
#[derive(Debug)]
pub enum PerftTask<'a> {
    /// Count from one position.
    Count(PerftCount<'a>),
    /// Check tables.
    Verify(PerftVerify<'a>),
}

/// Count from one position.
#[derive(Clone, Copy, Debug)]
pub struct PerftCount<'a> {
    /// `start` or a FEN.
    pub position: &'a str,
    /// Plies, at least 1.
    pub depth: u32,
    /// What is counted.
    pub detail: Detail,
    /// The size of the table of counts, if there is to be one.
    pub hash: Option<usize>,
    /// Plies after which the count is cut, if not as it seems best.
    pub split: Option<u32>,
    /// Which units are counted, and where finished work is noted.
    pub long: &'a LongWork,
    /// Where the numbers go.
    pub output: &'a CountOutput,
}

/// What is counted from one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nodes.
    Nodes,
    /// Nodes, and those of each kind.
    Breakdown,
    /// Nodes after each first move.
    Divide,
}

/// Check tables.
#[derive(Debug)]
pub struct PerftVerify<'a> {
    /// Files and folders; none means the folder `perft`.
    pub paths: &'a [String],
    /// The most nodes of a line that is checked.
    pub limit: u64,
    /// Where finished lines are noted.
    pub long: &'a LongWork,
    /// Where the verdicts go.
    pub output: &'a CountOutput,
}

impl Perft {
    /// What is to be done.
    pub fn task(&self) -> PerftTask<'_> {
        let Self { operands, output, .. } = self;
        match (operands.as_slice(), self.depth.depth) {
            ([position], Some(depth)) if !self.verify => {
                let detail = match (self.divide, self.breakdown) {
                    (true, _) => Detail::Divide,
                    (_, true) => Detail::Breakdown,
                    _ => Detail::Nodes,
                };
                PerftTask::Count(PerftCount {
                    position,
                    depth,
                    detail,
                    hash: self.table.hash,
                    split: self.split_depth,
                    long: &self.long,
                    output,
                })
            }
            _ => PerftTask::Verify(PerftVerify {
                paths: operands,
                limit: self.limit.unwrap_or(u64::MAX),
                long: &self.long,
                output,
            }),
        }
    }

    /// What the parser cannot know: that a count is from one position, and only counts fall into shares.
    pub(super) fn fault(&self) -> Option<&'static str> {
        match (self.verify, self.operands.len()) {
            (false, 2..) => Some("expected one POSITION: put a FEN in quotes"),
            (true, _) if self.long.shard().is_some() => Some("tables are checked as a whole: no --shard"),
            _ => None,
        }
    }
}
