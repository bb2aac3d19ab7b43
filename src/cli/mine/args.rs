//! The arguments of `mine`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;
use std::path::PathBuf;

use hexmate_problems::mine::MineOptions;
use hexmate_report::Format;
use hexmate_tasks::Wanted;

use crate::cli::shared::long::LongWork;
use crate::cli::shared::reading::GameReading;
use crate::cli::shared::table::format_of;
use crate::cli::shared::table::formats;

/// Find sound problems in games.
///
/// Every position with a forced mate in at most N moves, of which the shortest
/// has exactly one key, becomes a row of a problem table with its source: the
/// game, the move, and whether the mate was played. Equal positions, also
/// mirrored or with the players exchanged, give one row. If a game has an error,
/// only the moves before it are used. --only-move finds winning moves instead.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate mine games.pgn --mate 3 -o problems.csv\n\
    hexmate mine games.pgn --only-move -o positions.csv")]
pub struct Mine {
    /// Files of games, or folders (their files in pgn, csv and jsonl); `-` is stdin.
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,

    /// Length of the longest mate, in moves.
    #[arg(long, value_name = "N", required_unless_present = "only_move", value_parser = number(1..=u32::MAX))]
    mate: Option<u32>,

    /// Find positions of games for two with exactly one winning move instead: a search of the computer player that visits
    /// N positions expects at least 85 % of a point from the best move, and at most 60 % from the second best. N is
    /// 100000 if it is left out. The rows have no stipulation.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100000",
        conflicts_with_all = ["mate", "min_mate", "nodes"], value_parser = number(1..=u64::MAX))]
    only_move: Option<u64>,

    /// Length of the shortest mate, in moves.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(1..=u32::MAX))]
    pub min_mate: u32,

    /// Use the tables of endings in this folder, written by `endgame build`: they give mates of any length at
    /// once.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    #[command(flatten)]
    pub limits: MineLimits,

    /// Skip games with an error completely.
    #[arg(long)]
    pub whole_games: bool,

    /// Add a column `played` that says whether each mate was played.
    ///
    /// `played` if the mate was given in time, `begun` if the key was played and the mate
    /// did not follow, `missed` if another move was played, `left` if the game ended there.
    /// If several positions give one row, the first one counts.
    #[arg(long)]
    pub played: bool,

    #[command(flatten)]
    pub reading: GameReading,

    /// Prefix of the ids of the problems.
    #[arg(long, value_name = "TEXT", default_value = "mine")]
    pub prefix: String,

    /// `csv`, `json`, or `text` for reading; by default from the extension of FILE, otherwise csv.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = formats())]
    format: Option<Format>,

    /// Write to this file instead of stdout. The file appears when it is complete.
    #[arg(short, long, value_name = "FILE", value_parser = Form::Table)]
    pub output: Option<Destination>,

    #[command(flatten)]
    pub long: LongWork,
}

/// Limits of the searches.
#[derive(clap::Args, Debug)]
pub struct MineLimits {
    /// Stop searching a position after N nodes, and leave it out.
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub nodes: Option<u64>,
}

impl Mine {
    /// Returns the format of the output.
    pub fn format(&self) -> Format {
        format_of(self.format, self.output.as_deref()).unwrap_or(Format::Csv)
    }

    /// Returns the positions to find.
    pub fn wanted(&self) -> Wanted {
        match (self.only_move, self.mate) {
            (Some(nodes), _) => Wanted::OnlyMoves(nodes),
            // Clap requires one of the two.
            (None, mate) => Wanted::Mates(MineOptions {
                min_moves: self.min_mate,
                max_moves: mate.unwrap_or_default(),
                nodes: self.limits.nodes,
            }),
        }
    }

    /// Returns an error if the range of lengths is empty.
    pub fn fault(&self) -> Option<String> {
        self.mate
            .is_some_and(|mate| self.min_mate > mate)
            .then(|| "--min-mate must not be greater than --mate".to_owned())
    }
}
