//! Options for reading games.

use clap::ValueEnum;
use hexmate_core::rules::StalemateScore;
use hexmate_games::validate::ReadOptions;
use hexmate_position::{Leniencies, Leniency};

use super::language::Language;
use super::position::FenOrder;

/// Options for reading the moves of games.
#[derive(clap::Args, Debug)]
pub struct GameReading {
    /// Treat nonstandard notation as an error: all of it, or only these codes, separated by commas.
    #[arg(long, value_name = "CODES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = strictness)]
    strict: Option<Leniencies>,

    /// Language of the piece letters; by default from a tag of the game, otherwise detected from its moves.
    #[arg(long, value_name = "LANGUAGE")]
    letters: Option<Language>,

    /// Score of a stalemate; by default as in the rules of the game.
    #[arg(long, value_name = "SCORE")]
    stalemate: Option<StalemateOption>,

    #[command(flatten)]
    pub order: FenOrder,
}

/// Score of a stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StalemateOption {
    /// Half a point for each side.
    Draw,
    /// Three quarters of a point for the side that stalemates.
    ThreeQuarters,
}

impl From<StalemateOption> for StalemateScore {
    fn from(option: StalemateOption) -> Self {
        match option {
            StalemateOption::Draw => Self::Draw,
            StalemateOption::ThreeQuarters => Self::ThreeQuarters,
        }
    }
}

impl GameReading {
    /// Returns whether all nonstandard notation is rejected.
    pub fn is_strict(&self) -> bool {
        self.strict == Some(Leniencies::ALL)
    }

    /// Returns the options as the library names them.
    pub fn reading(&self) -> ReadOptions {
        let rejected = self.strict.unwrap_or(Leniencies::NONE);
        ReadOptions {
            letters: self.letters.map(Language::letters),
            allowed: Leniencies::ALL.minus(rejected),
            stalemate: self.stalemate.map(StalemateScore::from),
        }
    }
}

fn strictness(codes: &str) -> Result<Leniencies, String> {
    if codes.is_empty() {
        return Ok(Leniencies::ALL);
    }
    let known = || Leniency::ALL.map(Leniency::code).join(", ");
    let unknown = || format!("expected codes out of {}", known());
    codes.split(',').map(|code| Leniency::from_code(code.trim()).ok_or_else(unknown)).collect()
}
