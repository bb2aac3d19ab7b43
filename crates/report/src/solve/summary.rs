//! The summary of a run: number of problems with each verdict, and the slowest problems.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::SolveRow;
use crate::counted::Counted;
use hexmate_batch::terminal::one_line;
use hexmate_core::mate::Stop;

/// Data of one problem that the summary counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveOutcome {
    /// Id with the letter of a twin; may be empty.
    pub id: String,
    /// Verdict.
    pub status: String,
    /// `true` if all claims of the file are true, or the problem is sound if the file claims nothing.
    pub is_good: bool,
    /// `true` if the file claims a key that is not a key, or a wrong number of solutions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_wrong_claim: bool,
    /// Time of the search, if times are shown.
    pub time: Option<Duration>,
    /// Reason why the search was stopped, if it was.
    pub stopped: Option<Stop>,
}

impl SolveRow {
    /// Returns the data that the summary counts.
    pub fn outcome(&self) -> SolveOutcome {
        SolveOutcome {
            id: self.name.clone(),
            status: self.status.to_owned(),
            is_good: self.as_expected.unwrap_or(false),
            has_wrong_claim: self.claim.is_wrong,
            time: self.time,
            stopped: self.stopped,
        }
    }
}

/// Number of problems with each verdict, and the slowest problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolveSummary {
    verdicts: BTreeMap<String, u64>,
    unexpected: u64,
    wrong_claims: u64,
    unfinished: u64,
    interrupted: u64,
    slowest: Vec<(Duration, String)>,
}

impl SolveSummary {
    /// Number of slowest problems that are named.
    const NAMED: usize = 3;

    /// Counts a problem.
    pub fn add(&mut self, outcome: SolveOutcome) {
        let SolveOutcome { id, status, is_good, has_wrong_claim, time, stopped } = outcome;
        *self.verdicts.entry(status).or_default() += 1;
        self.unexpected += u64::from(!is_good);
        self.wrong_claims += u64::from(has_wrong_claim);
        self.unfinished += u64::from(stopped.is_some());
        self.interrupted += u64::from(stopped == Some(Stop::Interrupted));
        if let Some(time) = time {
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

    fn outcome(id: &str, milliseconds: Option<u64>) -> SolveOutcome {
        let time = milliseconds.map(Duration::from_millis);
        SolveOutcome {
            id: id.to_owned(),
            status: "SOUND".to_owned(),
            is_good: true,
            has_wrong_claim: false,
            time,
            stopped: None,
        }
    }

    #[test]
    fn slowest_problems_are_listed_in_order() {
        let mut summary = SolveSummary::default();
        for (id, time) in [("a", 5), ("b", 7), ("", 7), ("d", 2), ("e", 6)] {
            summary.add(outcome(id, Some(time)));
        }
        let text = summary.to_string();
        assert_eq!(text, "5 problems, 5 SOUND, all as expected\nslowest: b 0.007 s, - 0.007 s, e 0.006 s");
    }

    #[test]
    fn summary_without_times_names_none() {
        let mut summary = SolveSummary::default();
        summary.add(outcome("a", None));
        assert_eq!(summary.to_string(), "1 problem, 1 SOUND, all as expected");
    }
}
