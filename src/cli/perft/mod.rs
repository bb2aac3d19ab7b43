//! The arguments of `perft`.

pub mod compare;
pub mod count;
pub mod verify;

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::Path;
use std::time::Duration;

use hexmate_position::Dialect;
use hexmate_report::Format;
use hexmate_report::recorded::Detail;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::position::{MovesFirst, Subject, dialects};
use crate::cli::shared::table::FormatName;
use crate::cli::shared::table::format_of;

/// Count the positions that a position leads to.
///
/// Counts for depths 1 to N. With --verify, checks reference tables instead:
/// those named, or all `*.perft` files in the folders named, or in `perft`.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate perft start --depth 5 --divide\n\
    hexmate perft startpos moves f5f6 e7e6 --depth 4 --engine ./my-engine")]
pub struct Perft {
    /// `start`, `startpos moves f5f6 …`, a FEN, or a file of positions; with --verify, tables and folders of tables.
    #[arg(value_name = "POSITION|FILE", required_unless_present = "verify", value_hint = ValueHint::FilePath)]
    operands: Vec<String>,

    #[command(flatten)]
    first: MovesFirst,

    #[command(flatten)]
    depth: Depth,

    #[command(flatten)]
    divided: Divided,

    /// Say also how many of the last moves take, promote, give check, mate and so on.
    #[arg(long, conflicts_with_all = ["verify", "divide", "hash"])]
    breakdown: bool,

    #[command(flatten)]
    table: CountTable,

    /// Cut the count into the different positions after K plies, instead of as many as keep all threads busy.
    #[arg(long, value_name = "K", conflicts_with = "verify")]
    split_depth: Option<u32>,

    /// Check reference tables.
    #[arg(long, help_heading = "Reference tables", conflicts_with_all = ["moves", "from_fen", "shard"])]
    pub verify: bool,

    /// Skip lines of tables with more nodes than this.
    #[arg(
        long,
        value_name = "NODES",
        help_heading = "Reference tables",
        requires = "verify",
        conflicts_with = "depth"
    )]
    limit: Option<u64>,

    #[command(flatten)]
    pub output: CountOutput,

    #[command(flatten)]
    opponent: Opponent,

    #[command(flatten)]
    long: LongWork,
}

/// How deep a count goes: one that goes on from another may go deeper.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "What is counted")]
pub struct Depth {
    /// The depth in plies.
    #[arg(
        long, value_name = "N", required_unless_present = "verify", conflicts_with = "verify",
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    depth: Option<u32>,
}

/// Whether first moves have counts of their own.
#[derive(clap::Args, Debug)]
pub struct Divided {
    /// Count for each first move by itself, at depth N only.
    #[arg(long, conflicts_with = "verify")]
    divide: bool,

    /// Tell the position after each first move as well.
    #[arg(long, requires = "divide")]
    fens: bool,
}

/// Whose counts ours are compared with.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Beside another program")]
pub struct Opponent {
    /// Compare with the divide in this file, in any usual form; `-` is stdin.
    ///
    /// Lines as `e4e5: 20`, `1. e4e5 = 20` or `e4e5,20`, moves in any notation; other lines are passed over.
    #[arg(long, value_name = "FILE", conflicts_with_all = ALONE, value_hint = ValueHint::FilePath)]
    compare: Option<String>,

    /// Run this program, and go down to the position and the moves where its counts and ours part.
    ///
    /// It is spoken to by UCI: `position fen FEN moves …`, `go perft N`, answered by lines `e4e5: 20`. A command
    /// with {fen}, {depth} or {moves} in it is run once for each question. All of it: `hexmate help engines`.
    #[arg(long, value_name = "COMMAND", conflicts_with = "compare", conflicts_with_all = ALONE)]
    engine: Option<String>,

    /// How long the program may take for one answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "engine", value_parser = crate::cli::solve::args::seconds, allow_negative_numbers = true)]
    engine_time: f64,

    /// The order of the cells in the FEN that the program is given.
    #[arg(long, value_name = "ORDER", requires = "engine", value_parser = dialects())]
    to_fen: Option<Dialect>,
}

/// What is no part of a comparison.
const ALONE: [&str; 10] = [
    "verify",
    "divide",
    "breakdown",
    "hash",
    "split_depth",
    "shard",
    "part",
    "checkpoint",
    "resume",
    "limit",
];

/// How a count is made faster, which changes no number.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "How")]
pub struct CountTable {
    /// Keep counts in a table of so many MiB: a position met twice is counted once.
    #[arg(long, value_name = "MIB", conflicts_with = "verify", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
}

/// Where a table of numbers goes, and how it is written: what was counted does not depend on it.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct CountOutput {
    /// `text` for people, `csv` or `json` for programs; else what the ending of FILE says, else text.
    #[arg(long = "format", value_name = "FORMAT", hide_possible_values = true)]
    count_format: Option<FormatName>,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short = 'o', long = "output", value_name = "FILE", value_parser = Form::Table)]
    count_output: Option<Destination>,
}

impl CountOutput {
    /// How the table is written.
    pub fn format(&self) -> Format {
        format_of(self.count_format, self.path()).unwrap_or(Format::Text)
    }

    /// The file, if it is not stdout.
    pub fn path(&self) -> Option<&Path> {
        self.count_output.as_deref()
    }
}

/// What `perft` is to do.
#[derive(Debug)]
pub enum PerftTask<'a> {
    /// Count from positions.
    Count(PerftCount<'a>),
    /// Compare the counts of a position with those of another program.
    Compare(PerftCompare<'a>),
    /// Check tables.
    Verify(PerftVerify<'a>),
}

/// Whose counts are compared with ours.
#[derive(Clone, Copy, Debug)]
pub enum Theirs<'a> {
    /// Those in a file.
    File(&'a str),
    /// Those that a program answers.
    Engine {
        /// Its command line.
        command: &'a str,
        /// How long it may take for an answer.
        time: Duration,
        /// The order of the cells in the FEN that it is given.
        order: Dialect,
    },
}

/// Compare the counts of a position.
#[derive(Debug)]
pub struct PerftCompare<'a> {
    /// The position.
    pub subject: Subject,
    /// What is played there first.
    pub first: &'a MovesFirst,
    /// Plies, at least 1.
    pub depth: u32,
    /// Whose counts they are compared with.
    pub theirs: Theirs<'a>,
    /// Where the differences go.
    pub output: &'a CountOutput,
}

/// Count from positions.
#[derive(Clone, Debug)]
pub struct PerftCount<'a> {
    /// The position, or a file of positions.
    pub subject: Subject,
    /// What is played there first.
    pub first: &'a MovesFirst,
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
        let Self { operands, output, first, .. } = self;
        let (Some(depth), false) = (self.depth.depth, self.verify) else {
            return PerftTask::Verify(PerftVerify {
                paths: operands,
                limit: self.limit.unwrap_or(u64::MAX),
                long: &self.long,
                output,
            });
        };
        let subject = Subject::of(operands);
        if let Some(theirs) = self.opponent.theirs() {
            return PerftTask::Compare(PerftCompare { subject, first, depth, theirs, output });
        }
        let detail = match (self.divided.divide, self.divided.fens, self.breakdown) {
            (true, false, _) => Detail::Divide,
            (true, true, _) => Detail::DivideWithFens,
            (_, _, true) => Detail::Breakdown,
            _ => Detail::Nodes,
        };
        PerftTask::Count(PerftCount {
            subject,
            first,
            depth,
            detail,
            hash: self.table.hash.map(|mebibytes| mebibytes as usize),
            split: self.split_depth,
            long: &self.long,
            output,
        })
    }
}

impl Opponent {
    fn theirs(&self) -> Option<Theirs<'_>> {
        let time = Duration::from_secs_f64(self.engine_time);
        let order = self.to_fen.unwrap_or_default();
        let engine = self.engine.as_deref().map(|command| Theirs::Engine { command, time, order });
        engine.or_else(|| self.compare.as_deref().map(Theirs::File))
    }
}
