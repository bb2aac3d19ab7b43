//! The command line. The doc comments are the help.

mod mine;

pub use mine::Mine;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use hexmate::diagram::{Coordinates, Theme};

use crate::exit::{self, Status};
use crate::game::Game;

/// Hexagonal chess: legal moves, node counts, problems, games and diagrams.
///
/// Data goes to stdout, or to the file named by -o; everything else goes to
/// stderr. `-` is stdin. Files may be packed with gzip or zstd. POSITION is
/// `start` or a FEN in quotes.
#[derive(Parser, Debug)]
#[command(name = "hexmate", version, after_long_help = exit::HELP, disable_help_subcommand = true)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// The game; else what the file says, else Glinski's.
    #[arg(long, global = true, value_name = "GAME", value_parser = games())]
    pub variant: Option<Game>,

    /// Number of threads; else what the machine allows. The output is the same for any number.
    #[arg(short = 'j', long, global = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// Say nothing on stderr but what is wrong.
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// When to colour what is said on stderr.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Columns for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Json,
}

/// When stderr is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do. A variant for each command that works, and none for others.
#[derive(Subcommand, Debug)]
pub enum Command {
    Perft(Perft),
    Moves(Moves),
    Validate(Validate),
    Solve(Solve),
    Mine(Mine),
    Diagram(Diagram),
    Completions(Completions),
    Man(Man),
}

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

    /// The depth in plies.
    #[arg(
        long, value_name = "N", required_unless_present = "verify", conflicts_with = "verify",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    depth: Option<u32>,

    /// Count for each first move by itself, at depth N only.
    #[arg(long, conflicts_with = "verify")]
    divide: bool,

    /// Say also how many of the last moves take, promote, give check, mate and so on.
    #[arg(long, conflicts_with_all = ["verify", "divide", "hash"])]
    breakdown: bool,

    /// Keep counts in a table of so many MiB. Faster; with 1 GiB, wrong once in some hundred counts of 10^9.
    #[arg(long, value_name = "MIB", conflicts_with = "verify")]
    hash: Option<usize>,

    /// Check reference tables.
    #[arg(long)]
    verify: bool,

    /// Skip lines of tables with more nodes than this.
    #[arg(long, value_name = "NODES", requires = "verify")]
    limit: Option<u64>,

    #[command(flatten)]
    output: OutputFile,
}

/// Where a table goes, and how it is written.
#[derive(clap::Args, Debug)]
pub struct OutputFile {
    #[command(flatten)]
    format: TableFormat,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a table on stdout is written.
#[derive(clap::Args, Debug)]
pub struct TableFormat {
    /// Text for people, or CSV or JSON Lines for programs.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

impl OutputFile {
    /// How the table is written.
    pub fn format(&self) -> Format {
        self.format.format
    }

    /// The file, if it is not stdout.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
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
#[derive(Debug)]
pub struct PerftCount<'a> {
    /// `start` or a FEN.
    pub position: &'a str,
    /// Plies, at least 1.
    pub depth: u32,
    /// What is counted.
    pub detail: Detail,
    /// The size of the table of counts, if there is to be one.
    pub hash: Option<usize>,
    /// Where the numbers go.
    pub output: &'a OutputFile,
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
    /// Where the verdicts go.
    pub output: &'a OutputFile,
}

impl Perft {
    /// What is to be done.
    pub fn task(&self) -> PerftTask<'_> {
        let Self { operands, output, .. } = self;
        match (operands.as_slice(), self.depth) {
            ([position], Some(depth)) if !self.verify => {
                let detail = match (self.divide, self.breakdown) {
                    (true, _) => Detail::Divide,
                    (_, true) => Detail::Breakdown,
                    _ => Detail::Nodes,
                };
                PerftTask::Count(PerftCount { position, depth, detail, hash: self.hash, output })
            }
            _ => PerftTask::Verify(PerftVerify {
                paths: operands,
                limit: self.limit.unwrap_or(u64::MAX),
                output,
            }),
        }
    }

    /// What the parser cannot know: that a count is from one position.
    fn fault(&self) -> Option<&'static str> {
        let several = !self.verify && self.operands.len() > 1;
        several.then_some("expected one POSITION: put a FEN in quotes")
    }
}

/// List the legal moves of a position.
///
/// In the ascending order of their text. If there is none, says on stderr how
/// the game has ended.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Moves {
    /// `start` or a FEN in quotes.
    #[arg(value_name = "POSITION")]
    pub position: String,

    /// Only this notation; else all three.
    #[arg(long, value_name = "NOTATION")]
    pub notation: Option<Notation>,

    #[command(flatten)]
    pub output: OutputFile,
}

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    /// Two cells: `e1c3`, `f10f11q`.
    Uci,
    /// As short as can be: `Qc3`, `f11=Q`.
    San,
    /// With both cells: `Qe1-c3`, `f10-f11=Q`.
    Long,
}

/// Check games, positions and problems.
///
/// Every move of every game is checked, and the first fault of each record is
/// told with its place. Files are PGN, lines of FEN or EPD, or CSV with a
/// column `fen`; their content tells, not their name.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Validate {
    /// Files; `-` is stdin.
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<String>,

    /// Write a row for every record to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    pub report: Option<PathBuf>,

    #[command(flatten)]
    pub format: TableFormat,
}

/// Solve mate problems.
///
/// Finds the shortest mate within the stipulation and all its keys, and says
/// one word for every problem: `SOUND`, `COOKED`, `SHORT_SOLUTION`,
/// `NO_SOLUTION`, `NOT_FINISHED`, `ILLEGAL` or `BAD_INPUT`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Solve {
    /// Files of problems: CSV with a column `fen`, lines of EPD or FEN; `-` is stdin.
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<String>,

    /// The number of moves, where the file does not state it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,

    /// Write a row for every problem to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    pub report: Option<PathBuf>,

    /// Write a JSON object for every problem to this file.
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,

    /// Draw every problem into this folder.
    #[arg(long, value_name = "DIR")]
    pub diagrams: Option<PathBuf>,

    /// Stop the search of a problem after so many positions.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Stop the search of a problem after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,

    /// Memory for the tables of all threads together.
    #[arg(long, value_name = "MIB")]
    pub memory: Option<usize>,

    /// Leave the clock out of the reports.
    #[arg(long)]
    no_time: bool,

    #[command(flatten)]
    pub format: TableFormat,
}

impl Solve {
    /// Whether the clock shows in the reports.
    pub fn clock(&self) -> Option<()> {
        (!self.no_time).then_some(())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let fits = (0.0..1e9).contains(&seconds);
    if fits { Ok(seconds) } else { Err("expected a number from 0 to 10^9".to_owned()) }
}

/// Draw positions.
///
/// One position goes to stdout or to the file named by -o. A file of
/// positions, problems or games makes a folder of diagrams, one for each; of a
/// game, its last position.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Diagram {
    /// `start`, a FEN in quotes, or a file; `-` is stdin.
    #[arg(value_name = "POSITION|FILE")]
    pub subject: String,

    /// Write here instead of stdout; of a file's positions, the folder.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// The form of the diagram; else told by the ending of OUT, else SVG.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Picture>,

    /// The colours: warm, greys, print or dark.
    #[arg(long, value_name = "THEME", default_value = "warm", value_parser = theme)]
    pub theme: Theme,

    /// The player, by letter, whose seat is at the bottom.
    #[arg(long, value_name = "LETTER", default_value = "w")]
    pub bottom: char,

    /// Leave out the names of files and ranks.
    #[arg(long)]
    no_coordinates: bool,

    /// A title for readers and screen readers.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// The width in pixels; else the picture fits where it is put.
    #[arg(long, value_name = "PIXELS")]
    pub width: Option<u32>,

    /// Mark a move as the last one played, as in f5f6.
    #[arg(long, value_name = "MOVE")]
    pub last_move: Option<String>,

    /// Draw an arrow, as in e4e6; may be repeated.
    #[arg(long, value_name = "MOVE")]
    pub arrow: Vec<String>,

    /// Draw a circle round a cell; may be repeated.
    #[arg(long, value_name = "CELL")]
    pub circle: Vec<String>,
}

/// The form of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// A scalable picture.
    Svg,
    /// Letters for a terminal.
    Ascii,
    /// Chessmen for a terminal.
    Unicode,
}

impl Diagram {
    /// What stands along the edges.
    pub fn coordinates(&self) -> Coordinates {
        if self.no_coordinates { Coordinates::Hidden } else { Coordinates::Edge }
    }
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
        format!("no such theme; there are {}", names.join(", "))
    })
}

/// Write a script with which a shell completes the arguments.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Write the manual page, in roff.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The page of this command, rather than the general one.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

impl Args {
    /// Reads the arguments of the program; if they ask for help or make no sense, says so and gives the status.
    pub fn read() -> Result<Self, Status> {
        Self::try_parse().and_then(Self::checked).map_err(|error| {
            // Nobody to read it is no reason to fail otherwise than without.
            let _ = error.print();
            if error.exit_code() == 0 { Status::Clean } else { Status::Usage }
        })
    }

    /// Finds what the parser cannot know.
    fn checked(self) -> Result<Self, clap::Error> {
        let (name, fault) = match &self.command {
            Command::Perft(perft) => ("perft", perft.fault()),
            Command::Mine(mine) => ("mine", mine.fault()),
            _ => return Ok(self),
        };
        let Some(fault) = fault else { return Ok(self) };
        let mut command = command();
        command.build();
        let at = command.find_subcommand_mut(name).expect("the command that was parsed");
        Err(at.error(ErrorKind::TooManyValues, fault))
    }
}

/// The whole command line, for what describes it: completions and manual pages.
pub fn command() -> clap::Command {
    Args::command()
}

fn games() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(Game::ALL.map(Game::name))
        .map(|name| Game::from_name(&name).expect("one of the possible values"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        command().debug_assert();
    }

    fn task_of(line: &str) -> String {
        let args = Args::try_parse_from(line.split(' ')).expect(line);
        match &args.command {
            Command::Perft(perft) => format!("{:?}", perft.task()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn perft_counts_or_verifies() {
        let counted = task_of("hexmate perft start --depth 3 --divide");
        assert!(
            counted.starts_with("Count(PerftCount { position: \"start\", depth: 3, detail: Divide"),
            "{counted}"
        );
        let verified = task_of("hexmate perft --verify a.perft b.perft --limit 9");
        assert!(
            verified.starts_with("Verify(PerftVerify { paths: [\"a.perft\", \"b.perft\"], limit: 9"),
            "{verified}"
        );
    }
}
