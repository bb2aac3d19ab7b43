//! The arguments of `endgame`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hexmate_endgame::{Ending, MAX_PIECES};
use hexmate_position::Game;

use crate::cli::shared::position::MovesFirst;
use crate::cli::shared::table::OutputFile;

/// Build, probe, count and verify tables of endings.
///
/// A table covers every position of an ending such as `KQvKR` with either side to move: the result of best
/// play by both sides, and the number of plies. Where stalemate scores three quarters of a point, it ranks
/// between a win and a draw. Draws by repetition, by move counters and by insufficient material are
/// ignored. Only games of two players have tables.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame build KQvK -o tables\n\
    hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1'")]
pub struct Endgame {
    #[command(subcommand)]
    pub task: EndgameTask,
}

#[derive(Subcommand, Debug)]
pub enum EndgameTask {
    Build(EndgameBuild),
    Probe(EndgameProbe),
    Stats(EndgameStats),
    Check(EndgameCheck),
    Verify(EndgameVerify),
}

/// Build tables, and the smaller ones that captures and promotions lead to.
///
/// Tables that are already in the folder are not built again, so the same command continues an interrupted
/// run. The files are the same for any number of threads.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame build KQvK KRvK -o tables\n\
    hexmate endgame build --all 3 --pawns --variant mini -o tables")]
pub struct EndgameBuild {
    #[command(flatten)]
    pub endings: Endings,

    /// Write the tables into this folder.
    #[arg(short, long, value_name = "DIR", required = true, value_parser = Form::Folder)]
    pub output: Destination,
}

/// Selection of endings.
#[derive(Args, Debug)]
pub struct Endings {
    /// Endings by their pieces, with a `v` between the sides: `KQvKR`.
    #[arg(value_name = "MATERIAL", required_unless_present = "all")]
    pub named: Vec<Ending>,

    /// All endings of the game with up to this number of pieces, including kings.
    #[arg(long, value_name = "PIECES", value_parser = number(2..=MAX_PIECES as u8))]
    pub all: Option<u8>,

    /// With --all, include endings with pawns.
    #[arg(long, requires = "all")]
    pub pawns: bool,
}

/// Show the result of a position and of each of its moves, and the best line.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1'\n\
    hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1' --tables tables")]
pub struct EndgameProbe {
    /// FEN in quotes.
    #[arg(value_name = "POSITION")]
    pub position: String,

    #[command(flatten)]
    pub first: MovesFirst,

    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Count the positions of endings by result, with the longest wins and mutual zugzwangs.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame stats KQvK\n\
    hexmate endgame stats --all 3 --tables tables --format csv -o endings.csv")]
pub struct EndgameStats {
    #[command(flatten)]
    pub endings: Endings,

    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Check the files of tables against their digests.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame check KQvK --tables tables\n\
    hexmate endgame check --all 3 --tables tables")]
pub struct EndgameCheck {
    #[command(flatten)]
    pub endings: Endings,

    /// Folder of the tables.
    #[arg(long, value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub tables: PathBuf,
}

/// Verify tables with the slow move generator: each score must follow from the scores after its moves.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame verify KQvK\n\
    hexmate endgame verify --all 3 --tables tables --sample 10000")]
pub struct EndgameVerify {
    #[command(flatten)]
    pub endings: Endings,

    #[command(flatten)]
    pub tables: Tables,

    /// Verify only N random positions of each table for each side to move; by default all.
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub sample: Option<u64>,

    /// Random seed of the sample.
    #[arg(long, value_name = "N", default_value = "1", requires = "sample", value_parser = number(0..=u64::MAX))]
    pub seed: u64,
}

/// Location of the tables.
#[derive(Args, Debug)]
pub struct Tables {
    /// Folder of the tables; by default they are built in memory.
    #[arg(long = "tables", value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
}

impl Tables {
    /// Returns the folder, if one is given.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

impl Endings {
    /// Returns the endings in canonical form, without duplicates.
    pub fn list(&self, game: Game) -> Vec<Ending> {
        let all = (2..=self.all.unwrap_or(1)).flat_map(|count| Ending::all_of(game, count.into()));
        let all = all.filter(|ending| self.pawns || !ending.has_pawns());
        let mut list: Vec<Ending> = Vec::new();
        for ending in self.named.iter().map(Ending::canonical).chain(all) {
            if !list.contains(&ending) {
                list.push(ending);
            }
        }
        list
    }
}
