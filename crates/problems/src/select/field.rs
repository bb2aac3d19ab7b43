//! Fields that problems are sorted and grouped by.

use super::{CandidateProblem, Rating};
use crate::stipulation_text;
use hexmate_position::search::{Date, sort_key};

/// A field that problems are sorted or grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemField {
    /// The name.
    Id,
    /// The authors; a problem is in a group for each of them.
    Author,
    /// The source.
    Source,
    /// The date.
    Date,
    /// The year.
    Year,
    /// The stipulation.
    Stipulation,
    /// The length in moves.
    Length,
    /// The number of pieces.
    Pieces,
    /// The game.
    Variant,
    /// The verdict.
    Verdict,
    /// The themes; a problem is in a group for each of them.
    Theme,
    /// The quality.
    Quality,
    /// The difficulty.
    Difficulty,
    /// The number of variations.
    Variations,
}

/// Added to numbers that may be negative, so that their texts sort by value.
const OFFSET: i64 = 1_000_000;

impl ProblemField {
    /// All fields.
    pub const ALL: [Self; 14] = [
        Self::Id,
        Self::Author,
        Self::Source,
        Self::Date,
        Self::Year,
        Self::Stipulation,
        Self::Length,
        Self::Pieces,
        Self::Variant,
        Self::Verdict,
        Self::Theme,
        Self::Quality,
        Self::Difficulty,
        Self::Variations,
    ];

    /// Returns the word for options and file names.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Author => "author",
            Self::Source => "source",
            Self::Date => "date",
            Self::Year => "year",
            Self::Stipulation => "stipulation",
            Self::Length => "length",
            Self::Pieces => "pieces",
            Self::Variant => "variant",
            Self::Verdict => "verdict",
            Self::Theme => "theme",
            Self::Quality => "quality",
            Self::Difficulty => "difficulty",
            Self::Variations => "variations",
        }
    }

    /// Returns the field with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.word() == word)
    }

    /// Returns the rating that the field needs.
    pub const fn rating(self) -> Option<Rating> {
        match self {
            Self::Verdict => Some(Rating::Verdict),
            Self::Theme => Some(Rating::Themes),
            Self::Quality => Some(Rating::Quality),
            Self::Difficulty => Some(Rating::Difficulty),
            Self::Variations => Some(Rating::Variations),
            _ => None,
        }
    }

    /// Returns the values of a problem: one, several for authors and themes, or none if unknown.
    pub fn of(self, problem: &CandidateProblem<'_>) -> Vec<String> {
        let statement = problem.statement();
        let ratings = problem.ratings();
        let text = |text: &str| match text.trim() {
            "" | "?" => Vec::new(),
            text => vec![text.to_owned()],
        };
        let number = |number: Option<i64>| number.iter().map(i64::to_string).collect();
        match self {
            Self::Id => text(&statement.id),
            Self::Author => problem.authors(),
            Self::Source => text(&statement.source),
            Self::Date => problem.date().map(Date::sort_key).into_iter().collect(),
            Self::Year => problem.date().map(|date| date.year().to_string()).into_iter().collect(),
            Self::Stipulation => match problem.game().zip(problem.stipulation()) {
                Some((game, stipulation)) => vec![stipulation_text(&game, stipulation)],
                None => text(&statement.stipulation),
            },
            Self::Length => text(&problem.length()),
            Self::Pieces => number(problem.setup().map(|setup| setup.board.pieces().count() as i64)),
            Self::Variant => problem.game().map(|game| game.name.to_owned()).into_iter().collect(),
            Self::Verdict => ratings.verdict.clone().into_iter().collect(),
            Self::Theme => {
                let themes =
                    ratings.themes.map(|themes| themes.iter().map(|theme| theme.code().to_owned()).collect());
                themes.unwrap_or_default()
            }
            Self::Quality => number(ratings.quality),
            Self::Difficulty => number(ratings.difficulty),
            Self::Variations => number(ratings.variations.map(|count| count as i64)),
        }
    }

    /// Returns a text by which problems sort; `None` for an unknown value, which is last.
    pub fn sort_key(self, problem: &CandidateProblem<'_>) -> Option<String> {
        let number = |number: i64| format!("{:020}", number.saturating_add(OFFSET).max(0));
        match self {
            Self::Quality => problem.ratings().quality.map(number),
            Self::Difficulty => problem.ratings().difficulty.map(number),
            Self::Length => problem.half_moves().map(|half_moves| number(i64::from(half_moves))),
            _ => {
                let values: Vec<String> = self.of(problem).iter().map(|value| sort_key(value)).collect();
                (!values.is_empty()).then(|| values.join("\n"))
            }
        }
    }
}
