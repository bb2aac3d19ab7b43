//! The arguments of `mine`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::PathBuf;

use hexmate_report::Format;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::FormatName;
use crate::cli::shared::table::format_of;

/// Take sound problems out of games.
///
/// Every position with a forced mate in at most N, of which the shortest has
/// exactly one key, becomes a row of a puzzle table with its source: the game,
/// the move, and whether the mate was played. Positions that are the same, or
/// the same in a mirror or with the players exchanged, make one row. Of a game
/// with a fault only the moves before it are used.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate mine games.pgn --mate 3 -o problems.csv\n\
    hexmate mine games.pgn --mate 2 --played --nodes 1000000")]
pub struct Mine {
    /// Files of games in PGN; `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,

    /// The most moves of a mate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: u32,

    /// The fewest moves of a mate.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub min_mate: u32,

    /// Ask the tables of endings in this folder, which `endgame build` has written: mates of any length are found at
    /// once there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    #[command(flatten)]
    pub limits: MineLimits,

    /// Use no part of a game that has a fault.
    #[arg(long)]
    pub whole_games: bool,

    /// Tell in one more column, `played`, what the game made of each mate.
    ///
    /// `played` if the mate was given in time, `begun` if the key was played and the mate
    /// did not follow, `missed` if another move was played, `left` if the game ended there.
    /// Of positions that make one row it is that of the first.
    #[arg(long)]
    pub played: bool,

    #[command(flatten)]
    pub reading: GameReading,

    /// What the names of the problems begin with.
    #[arg(long, value_name = "TEXT", default_value = "mine")]
    pub prefix: String,

    /// `csv`, `text` for people, or `json`; else what the ending of FILE says, else csv.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<FormatName>,

    /// Write to this file instead of stdout. It appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Table)]
    pub output: Option<Destination>,

    #[command(flatten)]
    pub long: LongWork,
}

/// How far searches go before they give up.
#[derive(clap::Args, Debug)]
pub struct MineLimits {
    /// Stop the search of a position after so many positions of its tree; it is left out then.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

impl Mine {
    /// How the problems are written.
    pub fn format(&self) -> Format {
        format_of(self.format, self.output.as_deref()).unwrap_or(Format::Csv)
    }

    /// What the parser cannot know: that there are lengths between the two.
    pub fn fault(&self) -> Option<String> {
        (self.min_mate > self.mate).then(|| "--min-mate is more than --mate".to_owned())
    }
}
