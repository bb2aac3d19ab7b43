//! Numbers of solutions: those of one problem, and those of a run with the slowest problems.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::SolveRecord;
use crate::counted::Counted;
use hexmate_batch::terminal::one_line;
use hexmate_core::mate::{Findings, Stop};
use hexmate_problems::Solution;

/// Numbers of the solution of one problem; displays in English as `3 keys in 2, 9 tries with one refutation`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Number of keys, or of solutions without resistance.
    pub(super) solutions: usize,
    /// `true` if keys are counted.
    pub(super) are_keys: bool,
    /// Length in moves, if it is less than stated.
    pub(super) short: Option<u32>,
    /// Number of tries and greatest number of their refutations, if all tries were searched.
    pub(super) tries: Option<(usize, u32)>,
    /// `true` unless the search was stopped.
    pub(super) is_complete: bool,
}

impl Found {
    pub(super) fn of(findings: &Findings) -> Self {
        let has_lines = findings.stipulation.has_lines();
        let is_complete = findings.stopped.is_none();
        let has_tries = findings.scope.tries > 0 && !has_lines && is_complete;
        Self {
            solutions: findings.mate_in.map_or(0, |_| findings.count()),
            are_keys: !has_lines && findings.mate_in.is_some(),
            short: findings.mate_in.filter(|&moves| moves < findings.stipulation.moves),
            tries: has_tries.then_some((findings.tries.len(), findings.scope.tries)),
            is_complete,
        }
    }

    /// Returns the number of solutions, such as `3 keys`.
    pub(super) fn counted(&self) -> Counted {
        Counted(self.solutions as u64, if self.are_keys { "key" } else { "solution" })
    }

    /// Returns the number of solutions with a length that is less than stated, such as `3 keys in 2`.
    pub(super) fn solutions(&self) -> String {
        match (self.solutions, self.short) {
            (0, _) => "no solution".to_owned(),
            (_, Some(moves)) => format!("{} in {moves}", self.counted()),
            (_, None) => self.counted().to_string(),
        }
    }

    /// Returns the number of refutations of a try.
    pub(super) fn refutations(most: u32) -> String {
        if most == 1 { "one refutation".to_owned() } else { format!("at most {most} refutations") }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.solutions())?;
        match self.tries {
            Some((count, most)) => {
                write!(f, ", {} with {}", Counted(count as u64, "try"), Self::refutations(most))
            }
            None => Ok(()),
        }
    }
}

impl SolveRecord {
    /// Returns the summary of this problem alone.
    pub fn summary(&self) -> SolveSummary {
        let solution = self.solution.as_deref().ok();
        let stopped = solution.and_then(Solution::unfinished);
        let time = solution.and_then(Solution::time);
        SolveSummary {
            verdicts: [(self.status().word(), 1)].into(),
            unexpected: u64::from(self.as_expected() != Some(true)),
            wrong_claims: u64::from(self.has_wrong_claim()),
            unfinished: u64::from(stopped.is_some()),
            interrupted: u64::from(stopped == Some(Stop::Interrupted)),
            slowest: time.map(|time| (time, self.name().to_owned())).into_iter().collect(),
        }
    }
}

/// Number of problems with each verdict, and the slowest problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolveSummary {
    /// Numbers by the words of the verdicts.
    verdicts: BTreeMap<&'static str, u64>,
    unexpected: u64,
    wrong_claims: u64,
    unfinished: u64,
    interrupted: u64,
    slowest: Vec<(Duration, String)>,
}

impl SolveSummary {
    /// Number of slowest problems that are named.
    const NAMED: usize = 3;

    /// Adds the problems of another summary, which follow those of this one.
    pub fn add(&mut self, other: Self) {
        let Self { verdicts, unexpected, wrong_claims, unfinished, interrupted, slowest } = other;
        for (verdict, count) in verdicts {
            *self.verdicts.entry(verdict).or_default() += count;
        }
        self.unexpected += unexpected;
        self.wrong_claims += wrong_claims;
        self.unfinished += unfinished;
        self.interrupted += interrupted;
        for (time, id) in slowest {
            let place = self.slowest.partition_point(|&(longer, _)| longer >= time);
            self.slowest.insert(place, (time, id));
            self.slowest.truncate(Self::NAMED);
        }
    }

    /// Returns the number of problems that are not as expected: not sound, or not as their file claims.
    pub fn unexpected(&self) -> u64 {
        self.unexpected
    }

    /// Returns the number of problems whose search was stopped.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Returns the number of problems whose search was stopped by a signal.
    pub fn interrupted(&self) -> u64 {
        self.interrupted
    }
}

impl fmt::Display for SolveSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.verdicts.values().sum();
        write!(f, "{}", Counted(total, "problem"))?;
        for (verdict, count) in &self.verdicts {
            write!(f, ", {count} {verdict}")?;
        }
        match self.unexpected {
            0 if total == 0 => {}
            0 => f.write_str(", all as expected")?,
            unexpected => write!(f, ", {unexpected} not as expected")?,
        }
        if self.wrong_claims > 0 {
            write!(f, ", {}", Counted(self.wrong_claims, "wrong claim"))?;
        }
        for (number, (time, id)) in self.slowest.iter().enumerate() {
            let before = if number == 0 { "\nslowest: " } else { ", " };
            let id = if id.is_empty() { "-".into() } else { one_line(id) };
            write!(f, "{before}{id} {:.3} s", time.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(id: &str, milliseconds: Option<u64>) -> SolveSummary {
        let slowest = milliseconds.map(|time| (Duration::from_millis(time), id.to_owned()));
        let verdicts = [("SOUND", 1)].into();
        SolveSummary { verdicts, slowest: slowest.into_iter().collect(), ..SolveSummary::default() }
    }

    #[test]
    fn slowest_problems_are_listed_in_order() {
        let mut summary = SolveSummary::default();
        for (id, time) in [("a", 5), ("b", 7), ("", 7), ("d", 2), ("e", 6)] {
            summary.add(sound(id, Some(time)));
        }
        let text = summary.to_string();
        assert_eq!(text, "5 problems, 5 SOUND, all as expected\nslowest: b 0.007 s, - 0.007 s, e 0.006 s");
    }

    #[test]
    fn summary_without_times_names_none() {
        let mut summary = SolveSummary::default();
        summary.add(sound("a", None));
        assert_eq!(summary.to_string(), "1 problem, 1 SOUND, all as expected");
    }
}
