//! Conditions on problems.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{CandidateProblem, PieceCount, Query, Rating};
use crate::parse_informal_stipulation;
use crate::themes::{Theme, Themes};
use hexmate_core::mate::{Play, Stipulation, Victim};
use hexmate_position::Game;
use hexmate_position::search::{DateRange, Pattern, folded};

/// Conditions that a selected problem must all meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProblemConditions(pub Vec<ProblemCondition>);

/// A condition on a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemCondition {
    /// The author contains this [folded] text.
    Author(String),
    /// The source contains this [folded] text.
    Source(String),
    /// The column with this name contains this [folded] text.
    Column(String, String),
    /// Any column contains this [folded] text.
    Text(String),
    /// The date may be in this range.
    Date(DateRange),
    /// The stipulation is one of these.
    Stipulation(Vec<StipulationPattern>),
    /// The length is in this range.
    Length(LengthRange),
    /// The numbers of pieces are in these ranges.
    Count(PieceCount),
    /// The position has one of these patterns.
    Holds(Vec<Pattern>),
    /// The verdict is one of these, in upper case.
    Verdict(Vec<String>),
    /// The solution shows these themes, and not those.
    Themes(ThemeList),
    /// A number is in this range.
    Number(Rating, RangeInclusive<i64>),
    /// Position and stipulation are valid.
    Faultless,
    /// The position or the stipulation is invalid.
    Faulty,
    /// The query is met.
    Query(Query),
}

impl ProblemConditions {
    /// Returns whether a problem meets all conditions. A condition on an unknown value is not met.
    pub fn are_met(&self, problem: &CandidateProblem<'_>) -> bool {
        self.0.iter().all(|condition| condition.is_met(problem))
    }

    /// Returns the ratings that the conditions need.
    pub fn ratings(&self) -> impl Iterator<Item = Rating> {
        self.0.iter().flat_map(ProblemCondition::ratings)
    }

    /// Returns whether a condition depends on the date.
    pub fn need_date(&self) -> bool {
        self.0.iter().any(ProblemCondition::needs_date)
    }
}

impl ProblemCondition {
    /// Returns the ratings that the condition needs.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        match self {
            Self::Verdict(_) => vec![Rating::Verdict],
            Self::Themes(_) => vec![Rating::Themes],
            Self::Number(rating, _) => vec![*rating],
            Self::Query(query) => query.ratings(),
            _ => Vec::new(),
        }
    }

    /// Returns whether the condition depends on the date.
    pub(super) fn needs_date(&self) -> bool {
        match self {
            Self::Date(_) => true,
            Self::Query(query) => query.needs_date(),
            _ => false,
        }
    }

    pub(super) fn is_met(&self, problem: &CandidateProblem<'_>) -> bool {
        let statement = problem.statement();
        let ratings = problem.ratings();
        match self {
            Self::Author(part) => folded(&statement.author).contains(part),
            Self::Source(part) => folded(&statement.source).contains(part),
            Self::Column(name, part) => {
                problem.column(name).is_some_and(|value| folded(&value).contains(part))
            }
            Self::Text(part) => statement.to_cells().iter().any(|(_, value)| folded(value).contains(part)),
            Self::Date(range) => problem.date().is_some_and(|date| range.may_contain(date)),
            Self::Stipulation(patterns) => {
                let parsed = problem.game().zip(problem.stipulation());
                parsed.is_some_and(|(game, own)| patterns.iter().any(|pattern| pattern.fits(game, own)))
            }
            Self::Length(LengthRange(range)) => problem.half_moves().is_some_and(|own| range.contains(&own)),
            Self::Count(count) => problem.setup().is_some_and(|setup| count.is_met(setup)),
            Self::Holds(patterns) => problem.setup().is_some_and(|setup| {
                patterns.iter().any(|pattern| pattern.game() == setup.game && pattern.is_in_setup(setup))
            }),
            Self::Verdict(verdicts) => {
                ratings.verdict.as_ref().is_some_and(|own| verdicts.contains(&own.to_uppercase()))
            }
            Self::Themes(list) => ratings.themes.is_some_and(|themes| list.is_met(themes)),
            Self::Number(rating, range) => {
                let number = match rating {
                    Rating::Quality => ratings.quality,
                    Rating::Difficulty => ratings.difficulty,
                    Rating::Variations => ratings.variations.map(|count| count as i64),
                    Rating::Verdict | Rating::Themes | Rating::Play => None,
                };
                number.is_some_and(|number| range.contains(&number))
            }
            Self::Faultless => problem.is_faultless(),
            Self::Faulty => !problem.is_faultless(),
            Self::Query(query) => query.is_met(problem),
        }
    }
}

/// A stipulation of some length or of any length: `h#2`, `h#`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StipulationPattern {
    text: String,
    /// `true` if the text has no length.
    is_kind: bool,
}

impl FromStr for StipulationPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_owned();
        let is_known = |pattern: &Self| Game::ALL.iter().any(|&game| pattern.parsed(game).is_some());
        let pattern = |is_kind| Self { text: text.clone(), is_kind };
        let found = [pattern(false), pattern(true)].into_iter().find(is_known);
        found.ok_or_else(|| format!("unknown stipulation {text:?}; write #2, h#3, or h# for any length"))
    }
}

impl StipulationPattern {
    fn parsed(&self, game: Game) -> Option<Stipulation> {
        let Self { text, is_kind } = self;
        if *is_kind {
            parse_informal_stipulation(&game, &format!("{text}2"))
        } else {
            parse_informal_stipulation(&game, text)
        }
    }

    fn fits(&self, game: Game, stipulation: Stipulation) -> bool {
        let Some(own) = self.parsed(game) else { return false };
        if !self.is_kind {
            return own == stipulation;
        }
        let is_victim = own.victim == Victim::Any || own.victim == stipulation.victim;
        is_victim && own.goal == stipulation.goal && kind(own.play) == kind(stipulation.play)
    }
}

/// Returns the kind of play without a half move.
const fn kind(play: Play) -> Play {
    match play {
        Play::HelpAndHalf => Play::Help,
        Play::HelpSelfmateAndHalf => Play::HelpSelfmate,
        play => play,
    }
}

/// A range of lengths, in half-moves: `2`, `2..3`, `2.5..`, in moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LengthRange(pub RangeInclusive<u32>);

impl FromStr for LengthRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is not a length in moves; write 2, 2.5, 2..4, ..3 or 4..");
        let half_moves = |text: &str, default| {
            let text = text.trim();
            let (moves, half) = text.strip_suffix(".5").map_or((text, 0), |moves| (moves, 1));
            match moves {
                "" if half == 0 => Ok(default),
                moves => moves.parse::<u16>().map(|moves| 2 * u32::from(moves) + half).map_err(|_| bad()),
            }
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        if from.trim().is_empty() && to.trim().is_empty() {
            return Err(bad());
        }
        let (from, to) = (half_moves(from, 0)?, half_moves(to, u32::MAX)?);
        if from <= to { Ok(Self(from..=to)) } else { Err(bad()) }
    }
}

/// Themes that a problem must show, and themes that it must not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThemeList {
    /// Required themes.
    pub shown: Themes,
    /// Excluded themes.
    pub excluded: Themes,
}

impl ThemeList {
    fn is_met(self, themes: Themes) -> bool {
        self.shown.iter().all(|theme| themes.has(theme))
            && !self.excluded.iter().any(|theme| themes.has(theme))
    }
}

impl FromStr for ThemeList {
    type Err = String;

    /// Parses codes separated by commas; a `-` before a code excludes the theme.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut list = Self::default();
        for word in text.split(',').map(str::trim) {
            let (set, code) = match word.strip_prefix('-') {
                Some(code) => (&mut list.excluded, code),
                None => (&mut list.shown, word),
            };
            let theme = Theme::from_code(code);
            set.add(
                theme.ok_or_else(|| format!("unknown theme {code:?}; `hexmate help themes` lists them"))?,
            );
        }
        Ok(list)
    }
}

/// Parses a number or a range of numbers: `10`, `10..20`, `..20`, `10..`.
///
/// # Errors
///
/// If the text is not a range, or its end is before its start.
pub fn number_range(text: &str) -> Result<RangeInclusive<i64>, String> {
    let bad = || format!("{text:?} is not a number or range; write 10, 10..20, ..20 or 10..");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, default| match text.trim() {
        "" => Ok(default),
        text => text.parse().map_err(|_| bad()),
    };
    if from.trim().is_empty() && to.trim().is_empty() {
        return Err(bad());
    }
    let (from, to) = (number(from, i64::MIN)?, number(to, i64::MAX)?);
    if from <= to { Ok(from..=to) } else { Err(bad()) }
}
