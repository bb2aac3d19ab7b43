//! Verdict, themes and scores of problems, as reports of `solve` state them.

use std::borrow::Cow;

use crate::Statement;
use crate::themes::{Theme, Themes};
use hexmate_position::search::folded;

/// A value that only solving a problem finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rating {
    /// The verdict.
    Verdict,
    /// The themes.
    Themes,
    /// The quality, in points.
    Quality,
    /// The difficulty, in points.
    Difficulty,
    /// The number of variations.
    Variations,
    /// Keys and answers.
    Play,
}

/// Ratings of a problem; `None` if unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// The verdict, such as `SOUND`.
    pub verdict: Option<String>,
    /// The themes.
    pub themes: Option<Themes>,
    /// The quality, in points.
    pub quality: Option<i64>,
    /// The difficulty, in points.
    pub difficulty: Option<i64>,
    /// Number of variations: of entries in the column `variations`.
    pub variations: Option<usize>,
    /// Keys in UCI, separated by spaces.
    pub keys: Option<String>,
    /// Threats and variations, with the answers in UCI in parentheses.
    pub answers: Option<String>,
}

impl Ratings {
    /// Reads the columns of a report of `solve` in a statement: `status` (or `verdict`), `themes`, `quality`,
    /// `difficulty`, `variations`, `threats` and `keys_uci`.
    pub fn of(statement: &Statement) -> Self {
        Self::of_columns(|name| {
            let column = statement.further.iter().find(|one| folded(&one.name) == name)?;
            Some(Cow::Borrowed(column.value.as_str()))
        })
    }

    /// Reads columns by their names; an empty value is unknown.
    pub fn of_columns<'v>(value: impl Fn(&str) -> Option<Cow<'v, str>>) -> Self {
        let value = |name: &str| value(name).filter(|value| !value.trim().is_empty());
        let number = |name: &str| value(name)?.trim().parse().ok();
        let theme =
            |themes: Cow<'_, str>| themes.split([' ', ',', ';']).filter_map(Theme::from_code).collect();
        Self {
            verdict: value("status").or_else(|| value("verdict")).map(|verdict| verdict.trim().to_owned()),
            themes: value("themes").map(theme),
            quality: number("quality"),
            difficulty: number("difficulty"),
            variations: value("variations").map(|variations| variations.split_whitespace().count()),
            keys: value("keys_uci").map(Cow::into_owned),
            answers: value("variations").map(|variations| {
                let threats = value("threats").unwrap_or_default();
                format!("{threats} {variations}")
            }),
        }
    }

    /// Returns these ratings, and `other` ones where they are unknown.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            verdict: self.verdict.or(other.verdict),
            themes: self.themes.or(other.themes),
            quality: self.quality.or(other.quality),
            difficulty: self.difficulty.or(other.difficulty),
            variations: self.variations.or(other.variations),
            keys: self.keys.or(other.keys),
            answers: self.answers.or(other.answers),
        }
    }

    /// Returns whether a rating is known.
    pub const fn has(&self, rating: Rating) -> bool {
        match rating {
            Rating::Verdict => self.verdict.is_some(),
            Rating::Themes => self.themes.is_some(),
            Rating::Quality => self.quality.is_some(),
            Rating::Difficulty => self.difficulty.is_some(),
            Rating::Variations => self.variations.is_some(),
            Rating::Play => self.keys.is_some() && self.answers.is_some(),
        }
    }
}
