//! Languages as values of options.

use clap::builder::TypedValueParser;
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
    choice([
        ("english", "K Q R B N", Letters::ENGLISH),
        ("hungarian", "K V B F H", Letters::HUNGARIAN),
        ("polish", "K H W G S", Letters::POLISH),
        ("german", "K D T L S", Letters::GERMAN),
        ("french", "R D T F C", Letters::FRENCH),
        ("spanish", "R D T A C", Letters::SPANISH),
        ("russian", "Кр Ф Л С К", Letters::RUSSIAN),
        ("esperanto", "R D T K Ĉ", Letters::ESPERANTO),
        ("figurines", "♔ ♕ ♖ ♗ ♘", Letters::FIGURINES),
    ])
}
