//! How games are read.

use clap::ValueEnum;
use hexmate_core::rules::StalemateScore;
use hexmate_games::validate::ReadOptions;
use hexmate_position::{Leniencies, Leniency};

use super::language::Language;
use super::position::FenOrder;

/// How the moves of games are read.
#[derive(clap::Args, Debug)]
pub struct GameReading {
    /// Forgive nothing, or none of these: codes with commas between them.
    #[arg(long, value_name = "CODES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = strictness)]
    strict: Option<Leniencies>,

    /// The letters of the pieces; else the game's tag says, else its moves show.
    #[arg(long, value_name = "LANGUAGE")]
    letters: Option<Language>,

    /// What a stalemate is worth: a draw, or three quarters to the side that gave it; else what the rules of
    /// the game say.
    #[arg(long, value_name = "WORTH")]
    stalemate: Option<StalemateWorth>,

    #[command(flatten)]
    pub order: FenOrder,
}

/// What a stalemate is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StalemateWorth {
    /// As much to both sides.
    Draw,
    /// Three quarters of a point to the side that gave it.
    ThreeQuarters,
}

impl From<StalemateWorth> for StalemateScore {
    fn from(worth: StalemateWorth) -> Self {
        match worth {
            StalemateWorth::Draw => Self::Draw,
            StalemateWorth::ThreeQuarters => Self::ThreeQuarters,
        }
    }
}

impl GameReading {
    /// Whether nothing at all is forgiven.
    pub fn is_strict(&self) -> bool {
        self.strict == Some(Leniencies::ALL)
    }

    /// How the games are read.
    pub fn reading(&self) -> ReadOptions {
        let refused = self.strict.unwrap_or(Leniencies::NONE);
        ReadOptions {
            letters: self.letters.map(Language::letters),
            allowed: Leniencies::ALL.minus(refused),
            stalemate: self.stalemate.map(StalemateScore::from),
        }
    }
}

fn strictness(codes: &str) -> Result<Leniencies, String> {
    if codes.is_empty() {
        return Ok(Leniencies::ALL);
    }
    let known = || Leniency::ALL.map(Leniency::code).join(", ");
    let find = |code: &str| Leniency::from_code(code.trim()).ok_or_else(|| format!("known are {}", known()));
    codes.split(',').map(find).collect()
}
