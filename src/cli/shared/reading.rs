//! Options for reading games.

use clap::builder::TypedValueParser;
use hexmate_core::rules::StalemateScore;
use hexmate_games::validate::ReadOptions;
use hexmate_position::{Leniencies, Leniency, Letters};

use super::choice::choice;
use super::language::languages;
use super::position::FenOrder;

/// Options for reading the moves of games.
#[derive(clap::Args, Debug)]
pub struct GameReading {
    /// Treat nonstandard notation as an error: all of it, or only these codes, separated by commas.
    #[arg(long, value_name = "CODES", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = strictness)]
    strict: Option<Leniencies>,

    /// Language of the piece letters; by default from a tag of the game, otherwise detected from its moves.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    letters: Option<Letters>,

    /// Score of a stalemate; by default as in the rules of the game.
    #[arg(long, value_name = "SCORE", value_parser = stalemates())]
    stalemate: Option<StalemateScore>,

    #[command(flatten)]
    pub order: FenOrder,
}

/// Returns a parser for the score of a stalemate.
pub fn stalemates() -> impl TypedValueParser<Value = StalemateScore> {
    choice([
        ("draw", "Half a point for each side", StalemateScore::Draw),
        (
            "three-quarters",
            "Three quarters of a point for the side that stalemates",
            StalemateScore::ThreeQuarters,
        ),
    ])
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
            letters: self.letters,
            allowed: Leniencies::ALL.minus(rejected),
            stalemate: self.stalemate,
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
