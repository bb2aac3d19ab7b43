//! Languages as values of options.

use clap::ValueEnum;
use hexmate_position::Letters;

/// A language of piece letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// K Q R B N.
    English,
    /// K V B F H.
    Hungarian,
    /// K H W G S.
    Polish,
    /// K D T L S.
    German,
    /// R D T F C.
    French,
    /// R D T A C.
    Spanish,
    /// Кр Ф Л С К.
    Russian,
    /// R D T K Ĉ.
    Esperanto,
    /// ♔ ♕ ♖ ♗ ♘.
    Figurines,
}

impl Language {
    /// Returns the piece letters.
    pub const fn letters(self) -> Letters {
        match self {
            Self::English => Letters::ENGLISH,
            Self::Hungarian => Letters::HUNGARIAN,
            Self::Polish => Letters::POLISH,
            Self::German => Letters::GERMAN,
            Self::French => Letters::FRENCH,
            Self::Spanish => Letters::SPANISH,
            Self::Russian => Letters::RUSSIAN,
            Self::Esperanto => Letters::ESPERANTO,
            Self::Figurines => Letters::FIGURINES,
        }
    }
}
