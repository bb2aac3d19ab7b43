//! Verdict, themes and scores of problems, as reports of `solve` state them.

use crate::themes::{Theme, Themes, merits};
use crate::{Solved, Statement};
use hexmate_core::geometry::Shape;
use hexmate_core::mate::{Answer, Defence, Threat};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Coordinate;
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
    /// Keys.
    pub keys: Option<Vec<Move>>,
    /// Threats, and continuations of the variations.
    pub answers: Option<Vec<Move>>,
}

impl Ratings {
    /// Reads the columns of a report of `solve` in a statement: `status` (or `verdict`), `themes`, `quality`,
    /// `difficulty`, `variations`, `threats` and `keys_uci`. An empty value is unknown; so are moves on an unknown board.
    pub fn of(statement: &Statement, shape: Option<Shape>) -> Self {
        let value = |name: &str| {
            let column = statement.further.iter().find(|one| folded(&one.name) == name)?;
            Some(column.value.as_str()).filter(|value| !value.trim().is_empty())
        };
        let number = |name: &str| value(name)?.trim().parse().ok();
        let theme = |themes: &str| themes.split([' ', ',', ';']).filter_map(Theme::from_code).collect();
        let answers = |text: &str| {
            let groups = text.split('(').skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
            shape.map(|shape| moves_in(shape, groups.flat_map(|group| group.split(','))))
        };
        Self {
            verdict: value("status").or_else(|| value("verdict")).map(|verdict| verdict.trim().to_owned()),
            themes: value("themes").map(theme),
            quality: number("quality"),
            difficulty: number("difficulty"),
            variations: value("variations").map(|variations| variations.split_whitespace().count()),
            keys: value("keys_uci").and_then(|keys| Some(moves_in(shape?, keys.split(' ')))),
            answers: value("variations").and_then(|variations| {
                let threats = value("threats").unwrap_or_default();
                answers(&format!("{threats} {variations}"))
            }),
        }
    }

    /// Returns the ratings of a solved problem, without its twins.
    pub fn of_solved(solved: &Solved) -> Self {
        let solution = match &solved.diagram {
            Ok(solution) => solution,
            Err(refusal) => {
                return Self { verdict: Some(refusal.status().word().to_owned()), ..Self::default() };
            }
        };
        let findings = solution.findings();
        let merits = merits(&solution.problem().position, findings, solution.intended());
        let has_variations = findings.scope.variations;
        let threats = findings.variations.iter().filter_map(|key| match &key.threat {
            Threat::Attacks(threats) => Some(threats.attacks.iter().map(|threat| threat.m)),
            Threat::None | Threat::Zugzwang => None,
        });
        let mut answers: Vec<Move> = threats.flatten().collect();
        let of_keys = findings.variations.iter().map(|key| collect_answers(&key.defences, &mut answers));
        let variations = findings.lines.len() + of_keys.sum::<usize>();
        Self {
            verdict: Some(solution.status().word().to_owned()),
            themes: merits.map(|merits| merits.themes),
            quality: merits.map(|merits| i64::from(merits.quality)),
            difficulty: merits.map(|merits| i64::from(merits.difficulty)),
            variations: has_variations.then_some(variations),
            keys: Some(findings.keys.clone()).filter(|keys| !keys.is_empty()),
            answers: (has_variations && variations > 0).then_some(answers),
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

/// Collects the answers to defences; returns the number of variations, as the column `variations` has them.
fn collect_answers(defences: &[Defence], answers: &mut Vec<Move>) -> usize {
    let count = |defence: &Defence| match &defence.answer {
        Answer::Defences(later) => collect_answers(later, answers),
        Answer::Attacks(attacks) => {
            answers.extend(attacks.attacks.iter().map(|attack| attack.m));
            1
        }
        Answer::Threats | Answer::Reached | Answer::Refutes => 1,
    };
    defences.iter().map(count).sum()
}

/// Returns the moves among words, in UCI.
fn moves_in<'w>(shape: Shape, words: impl Iterator<Item = &'w str>) -> Vec<Move> {
    let parse = |word: &str| {
        let (from, length) = Coordinate::parse_prefix(shape, word.as_bytes())?;
        let rest = &word.as_bytes()[length..];
        let (to, length) = Coordinate::parse_prefix(shape, rest)?;
        let promotion = match rest[length..] {
            [] => None,
            [letter] => Some(Role::from_letter(char::from(letter).to_ascii_uppercase())?),
            _ => return None,
        };
        Some(Move { from, to, promotion })
    };
    words.filter_map(parse).collect()
}
