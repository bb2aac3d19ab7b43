//! The arguments of `endgame`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hexmate_endgame::{Ending, MAX_PIECES};
use hexmate_position::Game;

use crate::cli::shared::position::MovesFirst;
use crate::cli::shared::table::OutputFile;

/// Tables of endings: build them, look positions up, count them, prove them.
///
/// A table has every position of an ending such as `KQvKR`, either side to move: who wins, and in how
/// many plies, by best play of both. Where stalemate is worth three quarters of a point, it comes
/// between a win and a draw. Draws by repetition, by counters and by material are left out of account.
/// For games of two players.
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

/// Build tables, and before them the smaller ones that captures and promotions lead to.
///
/// A table that is in the folder already is not built again, so that the command given once more goes
/// on where it was stopped. The bytes are the same for any number of threads.
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

/// Which endings.
#[derive(Args, Debug)]
pub struct Endings {
    /// Endings by their pieces, both sides with a `v` between them: `KQvKR`.
    #[arg(value_name = "MATERIAL", required_unless_present = "all")]
    pub named: Vec<Ending>,

    /// All endings of the game with up to so many pieces, kings among them.
    #[arg(long, value_name = "PIECES", value_parser = clap::value_parser!(u8).range(2..=MAX_PIECES as i64))]
    pub all: Option<u8>,

    /// With --all, those with pawns too.
    #[arg(long, requires = "all")]
    pub pawns: bool,
}

/// Tell what a position and each of its moves is worth, and the line of best play.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1'\n\
    hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1' --tables tables")]
pub struct EndgameProbe {
    /// A FEN in quotes.
    #[arg(value_name = "POSITION")]
    pub position: String,

    #[command(flatten)]
    pub first: MovesFirst,

    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    pub output: OutputFile,
}

/// Count the positions of endings by what they are worth, with the longest wins and mutual zugzwangs.
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

/// Check that the files of tables are whole, by their digests.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame check KQvK --tables tables\n\
    hexmate endgame check --all 3 --tables tables")]
pub struct EndgameCheck {
    #[command(flatten)]
    pub endings: Endings,

    /// The folder of the tables.
    #[arg(long, value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub tables: PathBuf,
}

/// Hold tables against the moves of the slow generator: each score must follow from those after it.
#[derive(Args, Debug)]
#[command(before_help = "hexmate endgame verify KQvK\n\
    hexmate endgame verify --all 3 --tables tables --sample 10000")]
pub struct EndgameVerify {
    #[command(flatten)]
    pub endings: Endings,

    #[command(flatten)]
    pub tables: Tables,

    /// Only so many positions of a table for each side to move, chosen by chance; else all.
    #[arg(long, value_name = "N")]
    pub sample: Option<u64>,

    /// What the choice begins from.
    #[arg(long, value_name = "N", default_value = "1", requires = "sample")]
    pub seed: u64,
}

/// Where tables are.
#[derive(Args, Debug)]
pub struct Tables {
    /// The folder of the tables; else they are built in memory.
    #[arg(long = "tables", value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
}

impl Tables {
    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

impl Endings {
    /// The endings, each once, in canonical form.
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
