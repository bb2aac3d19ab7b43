//! Fields that games are sorted and grouped by.

use crate::pgn::GameResult;
use crate::validate::{CheckedGame, GameText};
use hexmate_position::search::{Date, folded, sort_key};

/// A field that games are sorted or grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortField {
    /// The date.
    Date,
    /// The year.
    Year,
    /// The tag `Event`.
    Event,
    /// The tag `Site`.
    Site,
    /// The tag `Round`.
    Round,
    /// The tag `White`.
    White,
    /// The tag `Black`.
    Black,
    /// All players, in tag order; a game is in a group for each of them.
    Player,
    /// The result.
    Result,
    /// The number of half-moves.
    Length,
    /// The variant.
    Variant,
}

impl SortField {
    /// All fields.
    pub const ALL: [Self; 11] = [
        Self::Date,
        Self::Year,
        Self::Event,
        Self::Site,
        Self::Round,
        Self::White,
        Self::Black,
        Self::Player,
        Self::Result,
        Self::Length,
        Self::Variant,
    ];

    /// Returns the word for options and file names.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Year => "year",
            Self::Event => "event",
            Self::Site => "site",
            Self::Round => "round",
            Self::White => "white",
            Self::Black => "black",
            Self::Player => "player",
            Self::Result => "result",
            Self::Length => "length",
            Self::Variant => "variant",
        }
    }

    /// Returns the field with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.word() == word)
    }

    /// Returns the values of a game: one, several for [`SortField::Player`], or none if unknown.
    pub fn of(self, text: &GameText, checked: &CheckedGame) -> Vec<String> {
        let tag = |name: &str| {
            let text = text.tag(name).map(|tag| tag.text.trim().to_owned());
            text.filter(|text| !["", "?", "-"].contains(&text.as_str())).into_iter().collect()
        };
        match self {
            Self::Date => text.date().map(Date::sort_key).into_iter().collect(),
            Self::Year => text.date().map(|date| date.year().to_string()).into_iter().collect(),
            Self::Event => tag("Event"),
            Self::Site => tag("Site"),
            Self::Round => tag("Round"),
            Self::White => tag("White"),
            Self::Black => tag("Black"),
            Self::Player => {
                let mut names: Vec<String> = Vec::new();
                for name in text.players().into_iter().filter(|name| !["", "?"].contains(name)) {
                    if names.iter().all(|known| folded(known) != folded(name)) {
                        names.push(name.to_owned());
                    }
                }
                names
            }
            Self::Result => {
                vec![text.stated_result().map_or(GameResult::Unfinished, |(score, _)| score).to_string()]
            }
            Self::Length => vec![checked.moves.len().to_string()],
            Self::Variant => vec![checked.game.name.to_owned()],
        }
    }

    /// Returns a text by which games sort; `None` for an unknown value, which is last.
    pub fn sort_key(self, text: &GameText, checked: &CheckedGame) -> Option<String> {
        let values: Vec<String> = self.of(text, checked).iter().map(|value| sort_key(value)).collect();
        (!values.is_empty()).then(|| values.join("\n"))
    }
}
