//! The arguments of `play`. The doc comments are the help.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::ValueHint;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::TypedValueParser;
use hexmate_games::play::Seat;
use hexmate_position::{Letters, MaterialRule, StalemateScore};

use crate::cli::shared::clock::{Clock, clock};
use crate::cli::shared::language::languages;
use crate::cli::shared::position::FenOrder;
use crate::cli::shared::reading::stalemates;
use crate::cli::shared::typed_options::TypedOptions;

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
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', default_value = "human", value_parser = seats())]
    pub seats: Vec<Seat>,

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
    #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = languages())]
    pub letters: Letters,

    /// Result when the pieces left cannot force mate.
    #[arg(long, value_name = "RULE", default_value = "draw", value_parser = material_rules())]
    pub material_draw: MaterialRule,

    /// Score of a stalemate; by default as in the rules of the game.
    #[arg(long, value_name = "SCORE", value_parser = stalemates())]
    pub stalemate: Option<StalemateScore>,
}

impl Play {
    /// Returns an error if `--seed` has no effect.
    pub fn fault(&self, given: TypedOptions<'_>) -> Option<String> {
        let is_human = self.seats.iter().all(|seat| *seat == Seat::Human);
        let why = "all players are human; use --seats with computer, random or solver";
        let alone = given.without_effect(["seed"], is_human, why);
        let is_absent = self.seats.iter().all(|seat| *seat != Seat::Computer);
        alone.or_else(|| {
            given.without_effect(["level"], is_absent, "no player is computer; use --seats human,computer")
        })
    }

    /// Returns the strength of the computer.
    pub const fn level(&self) -> u8 {
        self.level as u8
    }
}

fn seats() -> impl TypedValueParser<Value = Seat> {
    choice([
        ("human", "A person at the terminal", Seat::Human),
        ("random", "Random legal moves", Seat::Random),
        ("solver", "The solver: a short mate, otherwise a search of two plies", Seat::Solver),
        ("computer", "The computer player, with the strength of `--level`", Seat::Computer),
    ])
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

fn material_rules() -> impl TypedValueParser<Value = MaterialRule> {
    choice([
        ("draw", "The game is drawn", MaterialRule::Draw),
        ("none", "The game continues", MaterialRule::PlayOn),
    ])
}
