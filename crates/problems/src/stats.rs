//! Statistics of a collection of problems: games, stipulations, lengths, pieces, authors, years, verdicts, themes, scores.
//!
//! [`ProblemFacts`] are the facts of one problem; [`ProblemStats::add`] counts them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::select::{CandidateProblem, ProblemField};
use hexmate_position::search::{folded, sort_key};

/// Facts of one problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProblemFacts {
    /// `true` if position and stipulation are valid.
    pub is_faultless: bool,
    /// Values of each of [`ProblemStats::FIELDS`]; none if unknown.
    pub values: Vec<Vec<String>>,
    /// Quality and difficulty, in points.
    pub scores: [Option<i64>; 2],
}

impl ProblemFacts {
    /// Returns the facts of a problem.
    pub fn of(problem: &CandidateProblem<'_>) -> Self {
        let ratings = problem.ratings();
        Self {
            is_faultless: problem.is_faultless(),
            values: ProblemStats::FIELDS.iter().map(|field| field.of(problem)).collect(),
            scores: [ratings.quality, ratings.difficulty],
        }
    }
}

/// Statistics of a collection of problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProblemStats {
    /// Number of problems.
    pub problems: u64,
    /// Number of problems with a valid position and stipulation.
    pub faultless: u64,
    /// For each of [`Self::FIELDS`] the values by folded text, in their first spelling, with their numbers of problems.
    values: [BTreeMap<String, (String, u64)>; 8],
    /// Numbers of problems by quality and by difficulty.
    scores: [BTreeMap<i64, u64>; 2],
}

impl ProblemStats {
    /// The fields whose values are counted.
    pub const FIELDS: [ProblemField; 8] = [
        ProblemField::Variant,
        ProblemField::Stipulation,
        ProblemField::Length,
        ProblemField::Pieces,
        ProblemField::Author,
        ProblemField::Year,
        ProblemField::Verdict,
        ProblemField::Theme,
    ];

    /// The words of the scores.
    pub const SCORES: [&'static str; 2] = ["quality", "difficulty"];

    /// Counts a problem.
    pub fn add(&mut self, facts: &ProblemFacts) {
        self.problems += 1;
        self.faultless += u64::from(facts.is_faultless);
        for (counts, values) in self.values.iter_mut().zip(&facts.values) {
            for value in values {
                counts.entry(folded(value)).or_insert_with(|| (value.clone(), 0)).1 += 1;
            }
        }
        for (counts, score) in self.scores.iter_mut().zip(facts.scores) {
            if let Some(score) = score {
                *counts.entry(score).or_default() += 1;
            }
        }
    }

    /// Returns the values of a field with their numbers of problems: authors, verdicts and themes by falling number, all
    /// others in natural order.
    pub fn values(&self, field: ProblemField) -> Vec<(&str, u64)> {
        let Some(place) = Self::FIELDS.iter().position(|own| *own == field) else { return Vec::new() };
        let values = self.values[place].values();
        let mut values: Vec<(&str, u64)> = values.map(|(value, count)| (value.as_str(), *count)).collect();
        values.sort_by_cached_key(|(value, _)| sort_key(value));
        if matches!(field, ProblemField::Author | ProblemField::Verdict | ProblemField::Theme) {
            values.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        }
        values
    }

    /// Returns the lowest, the median and the highest value of a score; `None` if no problem has it.
    pub fn score(&self, word: &str) -> Option<[i64; 3]> {
        let counts = &self.scores[Self::SCORES.iter().position(|own| *own == word)?];
        let total: u64 = counts.values().sum();
        let mut before = 0;
        let median = counts.iter().find(|&(_, &count)| {
            before += count;
            2 * before >= total
        });
        Some([*counts.first_key_value()?.0, *median?.0, *counts.last_key_value()?.0])
    }
}
