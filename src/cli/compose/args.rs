//! The arguments of `compose`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use hexmate_problems::compose::Changes;
use hexmate_problems::themes::Theme;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::table::OutputFile;

/// Repair problems, find what each piece is for, and find new problems.
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
    Search(ComposeSearch),
}

/// List the sound versions of problems that are not sound.
///
/// All single changes are tried: a piece taken off, added, moved, exchanged with another one or for another kind,
/// all pieces shifted or turned together, another length, the exact length. Each is written as twins are, and the
/// rows are problems that `solve` reads. First come the best of each kind of change, then the next: those
/// with the intended key, without duals, with the weakest pieces added. The intended keys are those that the file
/// claims, else those that the problem has. A version has the number of solutions, author, source and twins of the
/// problem, and is sound if all its twins are. Sound problems pass through.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose mend problems.csv --first 10 -o versions.csv\n\
    hexmate compose mend problems.csv --changes 2 --nodes 100000")]
pub struct ComposeMend {
    #[command(flatten)]
    pub problems: Problems,

    /// Up to so many changes at once. Of pairs those are tried of which each change stops some of the cooks or
    /// refutations, and both together all of them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=2))]
    changes: u8,

    /// List so many versions of each problem.
    #[arg(long, value_name = "N", default_value = "5")]
    pub first: usize,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Show which pieces of problems are idle, and what the others are for.
///
/// A piece is idle if without it keys, variations, set play and twins stay the same. Of each other piece it shows what becomes of the
/// problem without it: a cook, a shorter solution, none, other play. The least version is what is left when idle
/// pieces are taken off, the strongest first.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose strip problems.csv --diagrams pieces\n\
    hexmate compose strip problems.csv --format csv -o pieces.csv")]
pub struct ComposeStrip {
    #[command(flatten)]
    pub problems: Problems,

    /// Draw each problem into this folder: pieces that were taken off are crossed, those that stop a cook have a ring.
    #[arg(long, value_name = "DIR", value_parser = Form::Folder)]
    pub diagrams: Option<Destination>,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Find new problems.
///
/// A chain begins with pieces put up at random, or with a problem of a file, and changes one thing after the other: a
/// piece stands elsewhere, comes, goes, is another one. A change stays if the problem is no worse after it: with fewer
/// keys, and when it is sound of more quality. When nothing helps any more, what is idle is taken off, and what is
/// sound then, has no dual, no check in the diagram, and the quality that is asked for is written. Then the chain begins again. The same
/// seed, steps and numbers of chains give the same problems, on any machine and with any number of threads. No two are
/// the same in a mirror or turned. The rows are problems that `solve` reads; `hexmate help themes` has what `themes`,
/// `quality` and `difficulty` mean.
#[derive(Args, Debug)]
#[command(before_help = "hexmate compose search --stipulation #3 --pieces 6-10 --minutes 10 -o found.csv\n\
    hexmate compose search --from problems.csv --chains 50 --seed 7")]
pub struct ComposeSearch {
    /// What is asked: `#2`, `s#2`, `h#2.5`.
    #[arg(long, value_name = "STIPULATION", default_value = "#2")]
    pub stipulation: String,

    /// How many pieces are on the board, kings among them: a number, or the fewest and the most, `6-10`.
    #[arg(long, value_name = "N-M", default_value = "5-10", value_parser = range)]
    pub pieces: (usize, usize),

    /// Keep only problems with this theme; `hexmate help themes` has them all.
    #[arg(long, value_name = "THEME", value_parser = themes(), hide_possible_values = true)]
    pub theme: Option<Theme>,

    /// Keep only problems of at least this quality.
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true)]
    pub quality: i32,

    /// Begin from the problems of this file, one after the other: CSV, EPD or FEN lines.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<String>,

    /// Try so many changes in each chain.
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,

    /// Have all chains fall in another order.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Give a position up after so many positions of its search.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub nodes: u64,

    #[command(flatten)]
    pub limits: SearchLimits,

    /// What the names of the problems begin with.
    #[arg(long, value_name = "TEXT", default_value = "found")]
    pub prefix: String,

    #[command(flatten)]
    pub output: OutputFile,

    #[command(flatten)]
    pub long: LongWork,
}

/// How far a search for problems goes.
#[derive(Args, Debug)]
pub struct SearchLimits {
    /// Go so many chains; else 20, or as many as there is time for.
    #[arg(long, value_name = "N")]
    chains: Option<u64>,

    /// Begin no chain after so many minutes. What is written then depends on the machine: the last line on stderr says
    /// which `--chains` gives the same.
    #[arg(long, value_name = "N", conflicts_with = "shard", value_parser = minutes, allow_negative_numbers = true)]
    pub minutes: Option<f64>,
}

impl SearchLimits {
    /// The most chains.
    pub fn chains(&self) -> u64 {
        self.chains.unwrap_or(if self.minutes.is_some() { u64::MAX } else { 20 })
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let (fewest, most) = text.split_once('-').unwrap_or((text, text));
    match (fewest.trim().parse(), most.trim().parse()) {
        (Ok(fewest), Ok(most)) if fewest <= most => Ok((fewest, most)),
        _ => Err("a number, or the fewest and the most with a dash between: 6-10".to_owned()),
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

/// Which problems, and how far searches go.
#[derive(Args, Debug)]
pub struct Problems {
    /// Files of problems: CSV, EPD or FEN lines; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// The number of moves where a problem does not state it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,

    /// Give a version up after so many positions of its search.
    #[arg(long, value_name = "N", default_value = "1000000")]
    pub nodes: u64,
}

impl ComposeMend {
    /// How many changes are allowed.
    pub fn changes(&self) -> Changes {
        if self.changes > 1 { Changes::Two } else { Changes::One }
    }
}
