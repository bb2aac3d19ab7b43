//! The arguments of `play`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueHint;
use std::path::PathBuf;

use clap::ValueEnum;
use hexmate_games::play::Seat;
use hexmate_position::MaterialRule;

use crate::cli::options::Given;
use crate::cli::shared::language::Language;
use crate::cli::shared::position::FenOrder;
use crate::cli::shared::reading::StalemateWorth;

/// Play a game at the terminal.
///
/// Moves are typed in any notation and refused with the reason. `help` lists what else can
/// be typed: undo, moves, claim, save, load and more. All games can be played, by people and
/// by the program.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate play --seats human,solver\n\
    hexmate play --variant mini --load game.pgn")]
pub struct Play {
    /// The position to begin from: `start` or a FEN in quotes.
    #[arg(long, value_name = "POSITION", default_value = "start")]
    pub position: String,

    #[command(flatten)]
    pub order: FenOrder,

    /// Go on with the game or the position in this file.
    #[arg(long, value_name = "FILE", conflicts_with = "position", value_hint = ValueHint::FilePath)]
    pub load: Option<PathBuf>,

    /// Who plays, in turn order with commas between; those not named are human.
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', default_value = "human")]
    seats: Vec<SeatName>,

    /// What the random player's choices follow from.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Have the solver play by the tables of endings in this folder, which `endgame build` has written; `eval` and
    /// `hint` ask them too.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// How the board is shown after each move.
    #[arg(long, value_name = "FORM", default_value = "unicode")]
    pub board: BoardForm,

    /// Also draw the board into this SVG file after each move.
    #[arg(long, value_name = "FILE.svg", value_parser = Form::Board)]
    pub svg: Option<Destination>,

    /// The letters of the pieces.
    #[arg(long, value_name = "LANGUAGE", default_value = "english")]
    pub letters: Language,

    /// Whether the game ends when the pieces left cannot force mate.
    #[arg(long, value_name = "RULE", default_value = "draw")]
    pub material_draw: MaterialDraw,

    /// What a stalemate is worth; else what the rules of the game say.
    #[arg(long, value_name = "WORTH")]
    pub stalemate: Option<StalemateWorth>,
}

impl Play {
    /// Why `--seed` does nothing, if it does.
    pub fn fault(&self, given: Given<'_>) -> Option<String> {
        let is_human = self.seats.iter().all(|seat| *seat == SeatName::Human);
        let why = "nobody throws dice; --seats names a player that does: random or solver";
        given.idle(["seed"], is_human, why)
    }

    /// Who plays, in turn order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats.iter().map(|name| match name {
            SeatName::Human => Seat::Human,
            SeatName::Random => Seat::Random,
            SeatName::Solver => Seat::Solver,
        })
    }
}

/// Who makes the moves of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SeatName {
    /// Somebody at the terminal.
    Human,
    /// Chance.
    Random,
    /// The solver, with a search of two plies where there is no short mate.
    Solver,
}

/// How the board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BoardForm {
    /// With letters.
    Ascii,
    /// With figures; letters in games for more than two.
    Unicode,
    /// Not at all.
    None,
}

/// Whether a lack of material ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MaterialDraw {
    /// It does.
    Draw,
    /// It does not.
    None,
}

impl MaterialDraw {
    /// The same for the library.
    pub const fn rule(self) -> MaterialRule {
        match self {
            Self::Draw => MaterialRule::Draw,
            Self::None => MaterialRule::PlayOn,
        }
    }
}
