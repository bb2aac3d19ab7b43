//! The arguments of `play`. The doc comments are the help.

use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;
use std::path::PathBuf;

use clap::ValueEnum;
use hexmate_games::play::Seat;
use hexmate_position::MaterialRule;

use crate::cli::options::TypedOptions;
use crate::cli::shared::clock::{Clock, clock};
use crate::cli::shared::language::Language;
use crate::cli::shared::position::FenOrder;
use crate::cli::shared::reading::StalemateOption;

/// Play a game at the terminal.
///
/// Type moves in any notation; an illegal move is refused with the reason. `help` lists the
/// other commands: undo, moves, claim, save, load and more. All games can be played, by
/// people and by the program.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate play --seats human,computer --level 7\n\
    hexmate play --variant mini --load game.pgn")]
pub struct Play {
    /// Position at the start: `start` or a FEN in quotes.
    #[arg(long, value_name = "POSITION", default_value = "start")]
    pub position: String,

    #[command(flatten)]
    pub order: FenOrder,

    /// Continue the game or position in this file.
    #[arg(long, value_name = "FILE", conflicts_with = "position", value_hint = ValueHint::FilePath)]
    pub load: Option<PathBuf>,

    /// Players in turn order, separated by commas; the others are human.
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', default_value = "human")]
    seats: Vec<SeatName>,

    /// Strength of the players `computer`, from 1 to 10.
    #[arg(long, value_name = "N", default_value = "5", value_parser = number(1..=10_u64))]
    level: u64,

    /// Give each player a clock with these seconds for the game and for each move, such as `300+3`; in games for two.
    #[arg(long, value_name = "S+S", value_parser = clock)]
    pub clock: Option<Clock>,

    /// Random seed of all players but people.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number(0..=u64::MAX))]
    pub seed: u64,

    /// Use the tables of endings in this folder, written by `endgame build`, for the
    /// computer, the solver, `eval` and `hint`.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub tables: Option<PathBuf>,

    /// Board shown after each move.
    #[arg(long, value_name = "FORM", default_value = "unicode")]
    pub board: BoardForm,

    /// Also draw the board to this SVG file after each move.
    #[arg(long, value_name = "FILE.svg", value_parser = Form::Board)]
    pub svg: Option<Destination>,

    /// Language of the piece letters.
    #[arg(long, value_name = "LANGUAGE", default_value = "english")]
    pub letters: Language,

    /// Result when the pieces left cannot force mate.
    #[arg(long, value_name = "RULE", default_value = "draw")]
    pub material_draw: MaterialDraw,

    /// Score of a stalemate; by default as in the rules of the game.
    #[arg(long, value_name = "SCORE")]
    pub stalemate: Option<StalemateOption>,
}

impl Play {
    /// Returns an error if `--seed` has no effect.
    pub fn fault(&self, given: TypedOptions<'_>) -> Option<String> {
        let is_human = self.seats.iter().all(|seat| *seat == SeatName::Human);
        let why = "all players are human; use --seats with computer, random or solver";
        let alone = given.without_effect(["seed"], is_human, why);
        let is_absent = self.seats.iter().all(|seat| *seat != SeatName::Computer);
        alone.or_else(|| {
            given.without_effect(["level"], is_absent, "no player is computer; use --seats human,computer")
        })
    }

    /// Returns the strength of the computer.
    pub const fn level(&self) -> u8 {
        self.level as u8
    }

    /// Returns the players named by `--seats`, in turn order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats.iter().map(|name| match name {
            SeatName::Human => Seat::Human,
            SeatName::Random => Seat::Random,
            SeatName::Solver => Seat::Solver,
            SeatName::Computer => Seat::Computer,
        })
    }
}

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SeatName {
    /// A person at the terminal.
    Human,
    /// Random legal moves.
    Random,
    /// The solver: a short mate, otherwise a search of two plies.
    Solver,
    /// The computer player, with the strength of `--level`.
    Computer,
}

/// Display of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BoardForm {
    /// Letters.
    Ascii,
    /// Chess symbols; letters in games of more than two players.
    Unicode,
    /// No board.
    None,
}

/// Effect of insufficient material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MaterialDraw {
    /// The game is drawn.
    Draw,
    /// The game continues.
    None,
}

impl MaterialDraw {
    /// Returns the rule as the library names it.
    pub const fn rule(self) -> MaterialRule {
        match self {
            Self::Draw => MaterialRule::Draw,
            Self::None => MaterialRule::PlayOn,
        }
    }
}
