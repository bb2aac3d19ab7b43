//! Languages as values of options.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use hexmate_position::Letters;

use super::choice::choice;

/// The option for the language of a page.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct PageLanguage {
    /// Language of the labels and piece letters on the page; messages are in English.
    #[arg(
        long,
        value_name = "LANGUAGE",
        default_value = "english",
        help_heading = "Output",
        requires = "html",
        value_parser = languages()
    )]
    pub language: Letters,
}

/// Returns a parser for the language of piece letters.
pub fn languages() -> impl TypedValueParser<Value = Letters> {
    let names = choice([
        ("english", "K Q R B N", Letters::ENGLISH),
        ("hungarian", "K V B F H", Letters::HUNGARIAN),
        ("polish", "K H W G S", Letters::POLISH),
        ("german", "K D T L S", Letters::GERMAN),
        ("french", "R D T F C", Letters::FRENCH),
        ("spanish", "R D T A C", Letters::SPANISH),
        ("russian", "Кр Ф Л С К", Letters::RUSSIAN),
        ("esperanto", "R D T K Ĉ", Letters::ESPERANTO),
        ("figurines", "♔ ♕ ♖ ♗ ♘", Letters::FIGURINES),
    ]);
    OtherNames(names)
}

/// A parser of the names of languages that also accepts codes and own names: `hu`, `magyar`.
#[derive(Clone)]
struct OtherNames<P>(P);

impl<P: TypedValueParser<Value = Letters>> TypedValueParser for OtherNames<P> {
    type Value = Letters;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Letters, Error> {
        let named = value.to_str().and_then(Letters::from_name);
        named.map_or_else(|| self.0.parse_ref(command, arg, value), Ok)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
