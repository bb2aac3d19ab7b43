//! Options that every command takes.

use std::ffi::OsStr;
use std::num::NonZeroUsize;

use clap::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hexmate_batch::files::Encoding;
use hexmate_position::Game;

use crate::cli::shared::number::number;

/// Options that every command takes.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Game; by default the one that the file names, otherwise `glinski`.
    #[arg(long, global = true, value_name = "GAME", value_parser = GameNames)]
    pub variant: Option<Game>,

    /// Encoding of files that are not UTF-8, such as latin1, cp1250, koi8-r or cp852. By default it is guessed, and the
    /// guess is printed on stderr.
    #[arg(long, global = true, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<Encoding>,

    #[command(flatten)]
    pub execution: Execution,
}

/// Options that do not define the work, so that checkpoints and parts do not record them.
#[derive(clap::Args, Debug)]
pub struct Execution {
    /// Number of threads, at most 1024; by default one for each processor available. The output does not depend on it.
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Print only errors on stderr, and no boards with them.
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// In CSV, put an apostrophe before cells that begin with = + - @, a tab or a carriage return, because
    /// spreadsheets evaluate them as formulas. Such cells do not read back unchanged.
    #[arg(long, global = true)]
    pub escape_formulas: bool,

    /// When to colour errors and help, and verdicts on stdout. `auto` means at a terminal, unless `NO_COLOR` is set or `TERM` is
    /// `dumb`, and everywhere if `CLICOLOR_FORCE` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    number(1..=1024)(text).map(|threads| NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
}

fn encoding(name: &str) -> Result<Encoding, String> {
    let expected = "expected latin1, latin2, cp1250, cp1251, koi8-r, cp852, utf-8, utf-16 or another name of the Encoding \
         Standard or of a DOS code page";
    Encoding::from_name(name).ok_or_else(|| expected.to_owned())
}

/// Parser for the name of a game, also in other usual spellings; help and completions list the own names.
#[derive(Clone)]
pub struct GameNames;

impl TypedValueParser for GameNames {
    type Value = Game;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Game, clap::Error> {
        if let Some(game) = value.to_str().and_then(|name| Game::from_name(name.trim())) {
            return Ok(game);
        }
        PossibleValuesParser::new(Game::ALL.iter().map(|game| game.name))
            .map(|name| Game::from_name(&name).expect("one of the possible values"))
            .parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Game::ALL.iter().map(|game| PossibleValue::new(game.name))))
    }
}
