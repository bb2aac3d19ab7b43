//! The arguments of `compose`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use hexmate_problems::compose::Changes;
use hexmate_problems::themes::Theme;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::table::OutputFile;

/// Repair problems, find unnecessary pieces, and search for new problems.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose mend problems.csv --first 10 -o versions.csv\n\
    hexmate compose strip problems.csv --diagrams pieces")]
pub struct Compose {
    #[command(subcommand)]
    pub task: ComposeTask,
}

#[derive(Subcommand, Debug)]
pub enum ComposeTask {
    Mend(ComposeMend),
    Strip(ComposeStrip),
    Search(Box<ComposeSearch>),
}

/// List sound versions of problems that are not sound.
///
/// Tries every single change: a piece removed, added, moved, replaced by another kind or swapped with another piece;
/// all pieces shifted or rotated; another length, or the exact length. Changes are written as twins are, and the
/// rows are problems that `solve` reads. The best version of each kind of change comes first, then the second best:
/// versions with the intended key, without duals, with weak pieces added. The intended keys are those that the file
/// claims, otherwise those that the problem has. A version keeps the number of solutions, author, source and twins of
/// the problem, and is sound if all its twins are. Sound problems are listed unchanged.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose mend problems.csv --first 10 -o versions.csv\n\
    hexmate compose mend problems.csv --changes 2 --nodes 100000")]
pub struct ComposeMend {
    #[command(flatten)]
    pub problems: Problems,

    /// Largest number of changes at once. A pair is tried only if each change stops some of the cooks or refutations,
    /// and both together stop all.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u8>(1..=2))]
    changes: u8,

    /// List at most N versions of each problem.
    #[arg(long, value_name = "N", default_value = "5", value_parser = number(0..=usize::MAX))]
    pub first: usize,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Show which pieces of a problem are unnecessary, and what the others are for.
///
/// A piece is unnecessary if keys, variations, set play and twins are the same without it. For each other piece, shows
/// the result of its removal: a cook, a shorter solution, no solution, or a changed solution. The smallest
/// version, in the column `least`, is what remains when the unnecessary pieces are removed, the strongest first.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose strip problems.csv --diagrams pieces\n\
    hexmate compose strip problems.csv --format csv -o pieces.csv")]
pub struct ComposeStrip {
    #[command(flatten)]
    pub problems: Problems,

    /// Draw each problem into this folder: a cross marks a removed piece, a ring a piece that stops a cook.
    #[arg(long, value_name = "DIR", value_parser = Form::Folder)]
    pub diagrams: Option<Destination>,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Search for new problems.
///
/// A chain starts with random pieces, or with a problem of --from, and makes one change after the other: it moves,
/// adds, removes or replaces a piece. A change is kept if the problem is not worse after it: fewer keys or, if it is
/// sound, higher quality. With --theme, the theme and its parts add to the quality. When no change helps any more,
/// unnecessary pieces are removed. The result is written if it is sound, has the quality asked for, no duals, no check
/// in the diagram and, in help and series play of more than two moves, no solution that is a mere walk and no two that
/// share the first half of their moves. Then the chain starts again, until all
/// its steps are used. The same seed, steps and number of chains give the same problems, on any machine and with any
/// number of threads. No two problems are rotations or mirror images of each other. The rows are problems that `solve`
/// reads; `hexmate help themes` explains the columns `themes`, `quality` and `difficulty`, and what a walk is.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose search --stipulation #3 --pieces 6-10 --minutes 10 -o found.csv\n\
    hexmate compose search --from problems.csv --chains 50 --seed 7")]
pub struct ComposeSearch {
    /// Stipulation, such as `#2`, `s#2` or `h#2.5`.
    #[arg(long, value_name = "STIPULATION", default_value = "#2")]
    pub stipulation: String,

    /// Number of pieces on the board, including kings: a number, or a range such as `6-10`.
    #[arg(long, value_name = "N-M", default_value = "5-10", value_parser = range)]
    pub pieces: (usize, usize),

    /// Keep only problems with this theme, and lead the search towards it; `hexmate help themes` lists the themes.
    #[arg(long, value_name = "THEME", value_parser = themes(), hide_possible_values = true)]
    pub theme: Option<Theme>,

    /// Keep only problems of at least this quality.
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true, value_parser = number(i32::MIN..=i32::MAX))]
    pub quality: i32,

    /// Keep only problems with at least N different answers to defences, without threats, and lead the search to them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=99))]
    pub variations: usize,

    /// Start from the problems of this file, one after the other: CSV, EPD or FEN lines. A note counts problems of other
    /// games.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<String>,

    /// Search near this position: a FEN or a piece list. At most `--changes` pieces differ from it. The rows name the
    /// position in `source`, and no author.
    #[arg(long, value_name = "POSITION", conflicts_with = "from")]
    pub near: Option<String>,

    /// With --near, the largest number of pieces that are moved, added, removed or replaced.
    #[arg(long, value_name = "N", default_value = "3", requires = "near", value_parser = number(1..=usize::MAX))]
    pub changes: usize,

    /// Number of solutions. With help or series play they end with different moves.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=9))]
    pub solutions: usize,

    /// Reject problems that are at least 70 % like one of these files, in the sense of `select --like`.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub avoid: Vec<String>,

    /// Number of changes tried in each chain.
    #[arg(long, value_name = "N", default_value = "5000", value_parser = number(1..=u32::MAX))]
    pub steps: u32,

    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,

    /// Stop searching a position after N nodes.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = number(0..=u64::MAX))]
    pub nodes: u64,

    #[command(flatten)]
    pub limits: SearchLimits,

    /// Prefix of the ids of the problems.
    #[arg(long, value_name = "TEXT", default_value = "found")]
    pub prefix: String,

    #[command(flatten)]
    pub output: OutputFile,

    #[command(flatten)]
    pub long: LongWork,
}

/// Limits of a search for problems.
#[derive(Args, Debug)]
pub struct SearchLimits {
    /// Number of chains; by default 20, or as many as --minutes allows.
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    chains: Option<u64>,

    /// Start no chain after N minutes. The output then depends on the machine; the last line on stderr names the
    /// value of `--chains` that reproduces it.
    #[arg(long, value_name = "N", conflicts_with = "shard", value_parser = minutes, allow_negative_numbers = true)]
    pub minutes: Option<f64>,
}

impl SearchLimits {
    /// Returns the largest number of chains.
    pub fn chains(&self) -> u64 {
        self.chains.unwrap_or(if self.minutes.is_some() { u64::MAX } else { 20 })
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let (fewest, most) = text.split_once('-').unwrap_or((text, text));
    match (fewest.trim().parse(), most.trim().parse()) {
        (Ok(fewest), Ok(most)) if fewest <= most => Ok((fewest, most)),
        _ => Err("expected a number or a range such as 6-10".to_owned()),
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| *minutes > 0.0 && *minutes <= 1e6);
    minutes.ok_or_else(|| "expected a number of minutes above 0, at most 10^6".to_owned())
}

fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.iter().map(|theme| theme.code()))
        .map(|code| Theme::from_code(&code).expect("one of the possible values"))
}

/// Input problems, and limits of their searches.
#[derive(Args, Debug)]
pub struct Problems {
    /// Files of problems: CSV, JSON Lines, EPD or FEN lines; or folders of them. `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Number of moves of problems that do not state it.
    #[arg(long, value_name = "N", value_parser = number(1..=u32::MAX))]
    pub mate: Option<u32>,

    /// Stop searching a version after N nodes.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
}

impl ComposeMend {
    /// Returns the largest number of changes at once.
    pub fn changes(&self) -> Changes {
        if self.changes > 1 { Changes::Two } else { Changes::One }
    }
}
