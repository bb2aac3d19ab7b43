//! The arguments of `perft`.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;
use std::path::Path;
use std::time::Duration;

use hexmate_position::{CellNames, Dialect, FenForm};
use hexmate_report::Format;
use hexmate_report::recorded::{CheckFormat, CountDetail};

use crate::cli::shared::long::LongWork;
use crate::cli::shared::position::{MovesFirst, Subject, dialects, files};
use crate::cli::shared::table::{check_format_of, check_formats};

/// Count the move sequences of a position (perft).
///
/// Counts at depths 1 to N. With --verify, checks reference tables instead: files,
/// or all `*.perft` files of folders; by default those of the folder `perft`, or else the built-in ones.
/// With --verify and --engine, compares the positions of the tables with another program;
/// --variant selects those of one game.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate perft start --depth 5 --divide\n\
    hexmate perft --verify perft/glinski.perft --engine ./my-engine")]
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

    /// Also count captures, promotions, checks, mates and other kinds of last moves.
    #[arg(long, conflicts_with_all = ["verify", "divide", "hash"])]
    breakdown: bool,

    #[command(flatten)]
    table: CountTable,

    /// Divide the work into the distinct positions after K plies; by default K is chosen to keep all threads busy.
    #[arg(long, value_name = "K", conflicts_with = "verify", value_parser = number(0..=u32::MAX))]
    split_depth: Option<u32>,

    /// Check reference tables.
    #[arg(long, help_heading = "Reference tables", conflicts_with_all = ["moves", "from_fen", "shard"])]
    pub verify: bool,

    #[command(flatten)]
    limit: CountLimit,

    #[command(flatten)]
    pub output: CountOutput,

    #[command(flatten)]
    other: OtherProgram,

    #[command(flatten)]
    long: LongWork,
}

/// Depth of a count, which a resumed run may change.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Count")]
pub struct Depth {
    /// Depth in plies. With --verify and --engine, the largest depth of a line that is compared, by default 3.
    #[arg(
        long, value_name = "N", required_unless_present = "verify", value_parser = number::<u32>(1..=1000)
    )]
    depth: Option<u32>,
}

/// Largest count of a table that is checked, which a resumed run may change.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Reference tables")]
pub struct CountLimit {
    /// Skip lines of tables with more than this number of nodes, by default 100 million (1e8); --limit 1e19 checks all
    /// lines. With --engine there is no limit by default.
    #[arg(long, value_name = "NODES", requires = "verify", value_parser = number(0..=u64::MAX))]
    limit: Option<u64>,
}

/// Largest count that is checked by default, in nodes: less than a minute for all tables of this program.
const VERIFIED_NODES: u64 = 100_000_000;

/// Options for separate counts of first moves.
#[derive(clap::Args, Debug)]
pub struct Divided {
    /// Count each first move separately, at depth N only.
    #[arg(long, conflicts_with = "verify")]
    divide: bool,

    /// Show the position after each first move.
    #[arg(long, requires = "divide")]
    fens: bool,
}

/// Options for a comparison with another program.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Comparison with another program")]
pub struct OtherProgram {
    /// Compare with the divide in this file, in any usual format; `-` is stdin.
    ///
    /// It has lines such as `e4e5: 20`, `1. e4e5 = 20` or `e4e5,20`, with moves in any notation; other lines are
    /// ignored.
    #[arg(long, value_name = "FILE", conflicts_with = "verify", conflicts_with_all = NOT_COMPARED, value_hint = ValueHint::FilePath)]
    compare: Option<String>,

    /// Run this program, and find the position and the moves where its counts differ.
    ///
    /// Of a file of positions, and with --verify of reference tables, every position is compared; each has one line.
    ///
    /// The program is sent UCI commands (`position fen FEN moves …`, `go perft N`) and answers with lines such as
    /// `e4e5: 20`. A command that contains {fen}, {depth} or {moves} is run once for each position instead. See
    /// `hexmate help engines`.
    #[arg(long, value_name = "COMMAND", conflicts_with = "compare", conflicts_with_all = NOT_COMPARED)]
    engine: Option<String>,

    /// Time limit of the program for each answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "engine", value_parser = crate::cli::solve::args::seconds, allow_negative_numbers = true)]
    engine_time: f64,

    /// Order of the cells in FEN sent to the program. With `fairy` its moves have the cells of Fairy-Stockfish, and
    /// its games the names glinski-chess, mccooey-chess and minihexchess.
    #[arg(long, value_name = "ORDER", requires = "engine", value_parser = dialects())]
    to_fen: Option<Dialect>,

    /// Files of cells in the moves of the program: `a-l` without j, `a-k` with j, or `fairy`. By default its first
    /// answer decides.
    #[arg(long, value_name = "NAMES", requires = "engine", value_parser = files())]
    to_files: Option<CellNames>,
}

/// Options that cannot be used with a comparison.
const NOT_COMPARED: [&str; 8] =
    ["divide", "breakdown", "hash", "split_depth", "shard", "part", "checkpoint", "resume"];

/// Options for speed, which do not change the counts.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Speed")]
pub struct CountTable {
    /// Store counts in a hash table of this size, so that transpositions are counted once.
    #[arg(long, value_name = "MIB", conflicts_with = "verify", value_parser = number::<u32>(1..=1 << 20))]
    hash: Option<u32>,
}

/// Path and format of the table, which a resumed run may change.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct CountOutput {
    /// `text` for reading; `csv` or `json` for programs; with --verify also `junit` for a JUnit report, and `github` for
    /// annotations in a GitHub workflow. By default from the extension of FILE, otherwise text.
    #[arg(long = "format", value_name = "FORMAT", hide_possible_values = true, value_parser = check_formats())]
    count_format: Option<CheckFormat>,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short = 'o', long = "output", value_name = "FILE", value_parser = Form::Checks)]
    count_output: Option<Destination>,
}

impl CountOutput {
    /// Returns the format of the table or report.
    pub fn format(&self) -> CheckFormat {
        check_format_of(self.count_format, self.path()).unwrap_or(CheckFormat::Text)
    }

    /// Returns the format of the table; text for a report, which only [`PerftVerify`] writes.
    pub fn table_format(&self) -> Format {
        self.format().table().unwrap_or(Format::Text)
    }

    /// Returns the path of the table; `None` is stdout.
    pub fn path(&self) -> Option<&Path> {
        self.count_output.as_deref()
    }
}

/// A task of `perft`.
#[derive(Debug)]
pub enum PerftTask<'a> {
    /// Count the nodes of positions.
    Count(PerftCount<'a>),
    /// Compare the counts of a position with those of another program.
    Compare(PerftCompare<'a>),
    /// Compare every position of a file or of reference tables with another program.
    Survey(PerftSurvey<'a>),
    /// Check reference tables.
    Verify(PerftVerify<'a>),
}

/// Source of the counts to compare with.
#[derive(Clone, Copy, Debug)]
pub enum OtherCounts<'a> {
    /// Counts in a file.
    File(&'a str),
    /// Counts of a program.
    Engine(PerftEngine<'a>),
}

/// Another program that counts.
#[derive(Clone, Copy, Debug)]
pub struct PerftEngine<'a> {
    /// Command line of the program.
    pub command: &'a str,
    /// Time limit for each answer.
    pub time: Duration,
    /// Order of the cells in FEN sent to the program, and names of cells.
    pub form: FenForm,
}

/// Arguments of a comparison of many positions.
#[derive(Debug)]
pub struct PerftSurvey<'a> {
    /// Positions.
    pub positions: SurveyedPositions<'a>,
    /// Depth in plies, at least 1; of tables, the largest depth of a line.
    pub depth: u32,
    /// The other program.
    pub engine: PerftEngine<'a>,
    /// Output of the results.
    pub output: &'a CountOutput,
}

/// Source of the positions of a comparison.
#[derive(Debug)]
pub enum SurveyedPositions<'a> {
    /// A file of positions.
    File {
        /// The file.
        subject: Subject,
        /// Moves to play first.
        first: &'a MovesFirst,
    },
    /// Reference tables.
    Tables {
        /// Files and folders; if empty, the folder `perft`.
        paths: &'a [String],
        /// Largest number of nodes of a line that is compared.
        limit: u64,
    },
}

/// Depth to which reference tables are compared by default, in plies: seconds for most programs.
const SURVEY_DEPTH: u32 = 3;

/// Arguments of a comparison.
#[derive(Debug)]
pub struct PerftCompare<'a> {
    /// Position.
    pub subject: Subject,
    /// Moves to play first.
    pub first: &'a MovesFirst,
    /// Depth in plies, at least 1.
    pub depth: u32,
    /// Source of the counts to compare with.
    pub other: OtherCounts<'a>,
    /// Output of the differences.
    pub output: &'a CountOutput,
}

/// Arguments of a count.
#[derive(Clone, Debug)]
pub struct PerftCount<'a> {
    /// Position, or file of positions.
    pub subject: Subject,
    /// Moves to play first.
    pub first: &'a MovesFirst,
    /// Depth in plies, at least 1.
    pub depth: u32,
    /// Rows and columns of the table.
    pub detail: CountDetail,
    /// Size of the hash table in MiB, if there is one.
    pub hash: Option<usize>,
    /// Ply at which the count is divided into units; chosen automatically if `None`.
    pub split: Option<u32>,
    /// Shard and checkpoint.
    pub long: &'a LongWork,
    /// Output of the counts.
    pub output: &'a CountOutput,
}

/// Arguments of a check of reference tables.
#[derive(Debug)]
pub struct PerftVerify<'a> {
    /// Files and folders; if empty, the folder `perft`.
    pub paths: &'a [String],
    /// Largest number of nodes of a line that is checked.
    pub limit: u64,
    /// Checkpoint.
    pub long: &'a LongWork,
    /// Output of the results.
    pub output: &'a CountOutput,
}

impl Perft {
    /// Returns an error that the parser cannot detect: `--depth` with tables, which name their depths, and a report
    /// of anything but tables.
    pub fn fault(&self) -> Option<String> {
        if let Some(format) = Some(self.output.format()).filter(|format| format.report().is_some())
            && !self.verifies_alone()
        {
            return Some(format!(
                "{} is a format of --verify without --engine; write text, csv or json",
                format.name()
            ));
        }
        let is_unused = self.depth.depth.is_some() && self.verifies_alone();
        is_unused.then(|| "--depth has no effect with --verify unless --engine is given".to_owned())
    }

    /// Returns whether reference tables are checked without another program.
    pub fn verifies_alone(&self) -> bool {
        self.verify && self.other.engine.is_none()
    }

    /// Returns the task that the arguments describe.
    pub fn task(&self) -> PerftTask<'_> {
        let Self { operands, output, first, .. } = self;
        let (Some(depth), false) = (self.depth.depth, self.verify) else {
            let (paths, limit) = (operands, self.limit.limit);
            return match self.other.engine() {
                None => {
                    let limit = limit.unwrap_or(VERIFIED_NODES);
                    PerftTask::Verify(PerftVerify { paths, limit, long: &self.long, output })
                }
                Some(engine) => {
                    let limit = limit.unwrap_or(u64::MAX);
                    let positions = SurveyedPositions::Tables { paths, limit };
                    let depth = self.depth.depth.unwrap_or(SURVEY_DEPTH);
                    PerftTask::Survey(PerftSurvey { positions, depth, engine, output })
                }
            };
        };
        let subject = Subject::of(operands);
        match (self.other.counts(), &subject) {
            (Some(OtherCounts::Engine(engine)), Subject::File(_)) => {
                let positions = SurveyedPositions::File { subject, first };
                return PerftTask::Survey(PerftSurvey { positions, depth, engine, output });
            }
            (Some(other), _) => {
                return PerftTask::Compare(PerftCompare { subject, first, depth, other, output });
            }
            (None, _) => {}
        }
        let detail = match (self.divided.divide, self.divided.fens, self.breakdown) {
            (true, false, _) => CountDetail::Divide,
            (true, true, _) => CountDetail::DivideWithFens,
            (_, _, true) => CountDetail::Breakdown,
            _ => CountDetail::Nodes,
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

impl OtherProgram {
    fn engine(&self) -> Option<PerftEngine<'_>> {
        let time = Duration::from_secs_f64(self.engine_time);
        let form = FenForm { order: self.to_fen.unwrap_or_default(), cells: self.to_files };
        self.engine.as_deref().map(|command| PerftEngine { command, time, form })
    }

    fn counts(&self) -> Option<OtherCounts<'_>> {
        let file = || self.compare.as_deref().map(OtherCounts::File);
        self.engine().map(OtherCounts::Engine).or_else(file)
    }
}
