//! The arguments of `validate` and `solve`.

use std::path::PathBuf;

use super::TableFormat;
use crate::exit;

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
