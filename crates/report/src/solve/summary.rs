//! What became of a whole batch of problems: a count of each verdict, and what took longest.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::SolveRow;
use crate::counted::Counted;
use hexmate_batch::terminal::one_line;
use hexmate_core::mate::Stop;

/// What a summary needs to know of one problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveOutcome {
    /// The name that its file gives it, and the letter of a twin; may be empty.
    pub id: String,
    /// The verdict.
    pub status: String,
    /// Whether nothing is wrong with the problem: it is sound, or just what its file claims.
    pub is_good: bool,
    /// Whether its file claims a key that is none, or another number of solutions than there is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_wrong_claim: bool,
    /// How long it took, where the clock shall show.
    pub time: Option<Duration>,
    /// Why the search was stopped before its end.
    pub stopped: Option<Stop>,
}

impl SolveRow {
    /// What a summary needs to know of it.
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

/// How many problems came to which verdict.
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
    /// How many of the problems that took longest are named.
    const NAMED: usize = 3;

    /// Counts a problem in.
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

    /// Problems that are neither sound nor what their file claims.
    pub fn unexpected(&self) -> u64 {
        self.unexpected
    }

    /// Problems whose search was stopped, for whatever reason.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Problems whose search was stopped by a signal.
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
    fn the_slowest_are_named_from_the_slowest_on_and_the_earlier_of_two_alike_first() {
        let mut summary = SolveSummary::default();
        for (id, time) in [("a", 5), ("b", 7), ("", 7), ("d", 2), ("e", 6)] {
            summary.add(outcome(id, Some(time)));
        }
        let said = summary.to_string();
        assert_eq!(said, "5 problems, 5 SOUND, all as expected\nslowest: b 0.007 s, - 0.007 s, e 0.006 s");
    }

    #[test]
    fn without_a_clock_nothing_is_slow() {
        let mut summary = SolveSummary::default();
        summary.add(outcome("a", None));
        assert_eq!(summary.to_string(), "1 problem, 1 SOUND, all as expected");
    }
}
