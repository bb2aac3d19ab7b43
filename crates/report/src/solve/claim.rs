//! Comparison of the claims of a file with the solution: codes and messages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::counted::Counted;
use crate::moves::uci;
use hexmate_core::mate::{Findings, Goal, Play, Verdict};
use hexmate_core::rules::{Move, Player};
use hexmate_position::{Letters, Long, Position};
use hexmate_problems::{ClaimedKey, KeyFault, Numbers, Problem, Solution, stipulation_text};

/// Comparison of all claims of a file with the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CheckedClaim {
    /// Result for all claims together; `None` if nothing is claimed.
    result: Option<ClaimResult>,
    /// Result for each claimed key.
    keys: Vec<Truth>,
    /// Claimed and found number of solutions, if they differ.
    count: Option<[usize; 2]>,
    /// Numbers of continuations of the solution tree, if others are claimed.
    tree: Option<String>,
    /// `true` if set play is claimed, but there is none.
    lacks_set_play: bool,
    /// `true` if all claimed keys are keys, but not all keys are claimed.
    is_incomplete: bool,
}

/// Result for all claims together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ClaimResult {
    Right,
    Incomplete,
    /// Unknown, because the search was stopped or there is a shorter solution.
    Unchecked,
    WrongKey(Truth),
    WrongCount,
    NoSetPlay,
}

/// Result for a claimed key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Key,
    NotKey,
    /// Not checked, because there is a shorter solution, in this number of moves.
    ShorterSolution(u32),
    /// Unknown, because the search was stopped.
    Unchecked,
    Faulty(KeyFault),
}

impl Truth {
    fn of(key: &ClaimedKey, length: u32, findings: &Findings) -> Self {
        let m = match key.meaning {
            Ok(m) => m,
            Err(fault) => return Self::Faulty(fault),
        };
        match findings.mate_in {
            _ if findings.keys.contains(&m) => Self::Key,
            _ if !is_certain(findings) => Self::Unchecked,
            Some(moves) if moves < length => Self::ShorterSolution(moves),
            _ => Self::NotKey,
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::NotKey => "wrong-key",
            Self::ShorterSolution(_) | Self::Unchecked => "unchecked",
            Self::Faulty(fault) => fault.code(),
        }
    }

    const fn is_wrong(self) -> bool {
        matches!(self, Self::NotKey | Self::Faulty(_))
    }
}

fn is_certain(findings: &Findings) -> bool {
    findings.stopped.is_none() || findings.are_keys_complete
}

/// Returns a first move with its number, for messages.
fn numbered(position: &Position, m: Move) -> String {
    format!("1.{}", Long { position, m, letters: &Letters::ENGLISH })
}

impl CheckedClaim {
    pub(super) fn new(solution: &Solution) -> Self {
        let (problem, findings) = (solution.problem(), solution.findings());
        let truth = |key| Truth::of(key, problem.stipulation.moves, findings);
        let keys: Vec<Truth> = problem.claim.keys.iter().map(truth).collect();
        let count = wrong_count(problem, findings);
        let tree = wrong_tree(problem, findings).filter(|_| count.is_none());
        let lacks_set_play = lacks_set_play(problem, findings);
        let is_incomplete = is_incomplete(problem, findings);
        let wrong = keys.iter().copied().find(|truth| truth.is_wrong());
        let is_unchecked = keys.iter().any(|truth| truth.code() == "unchecked");
        let is_claimed = !keys.is_empty() || problem.solutions.is_some() || problem.tree.has_set_play;
        let result = match wrong {
            Some(truth) => Some(ClaimResult::WrongKey(truth)),
            None if count.is_some() || tree.is_some() => Some(ClaimResult::WrongCount),
            None if lacks_set_play => Some(ClaimResult::NoSetPlay),
            None if is_unchecked || is_claimed && !is_certain(findings) => Some(ClaimResult::Unchecked),
            None if is_incomplete => Some(ClaimResult::Incomplete),
            None => is_claimed.then_some(ClaimResult::Right),
        };
        Self { result, keys, count, tree, lacks_set_play, is_incomplete }
    }

    /// Returns the code for all claims together; empty if nothing is claimed.
    pub(super) fn code(&self) -> &'static str {
        match self.result {
            None => "",
            Some(ClaimResult::Right) => "right",
            Some(ClaimResult::Incomplete) => "incomplete",
            Some(ClaimResult::Unchecked) => "unchecked",
            Some(ClaimResult::WrongKey(truth)) => truth.code(),
            Some(ClaimResult::WrongCount) => "wrong-count",
            Some(ClaimResult::NoSetPlay) => "no-set-play",
        }
    }

    /// Returns whether a claimed key, the claimed number of solutions or claimed set play is wrong.
    pub(super) fn is_wrong(&self) -> bool {
        let is_wrong_key = self.keys.iter().any(|truth| truth.is_wrong());
        is_wrong_key || self.count.is_some() || self.tree.is_some() || self.lacks_set_play
    }

    /// Returns the texts of the claimed keys that are wrong.
    pub(super) fn wrong_keys<'s>(&self, solution: &'s Solution) -> Vec<&'s str> {
        let keys = solution.problem().claim.keys.iter().zip(&self.keys);
        keys.filter(|(_, truth)| truth.is_wrong()).map(|(key, _)| key.text.as_str()).collect()
    }

    /// Returns each claimed key and its code, for JSON.
    pub(super) fn to_values(&self, solution: &Solution) -> Vec<Value> {
        let Problem { position, claim, .. } = solution.problem();
        let value = |(key, truth): (&ClaimedKey, &Truth)| {
            let m = key.meaning.ok().map(|m| uci(position, m));
            json!({ "text": key.text, "uci": m, "is": truth.code() })
        };
        claim.keys.iter().zip(&self.keys).map(value).collect()
    }

    /// Returns the message about wrong or incomplete claims; empty if there are none.
    pub(super) fn message(&self, solution: &Solution) -> String {
        let (problem, findings) = (solution.problem(), solution.findings());
        let position = &problem.position;
        let objection = |(key, truth): (&ClaimedKey, &Truth)| {
            let claimed = match key.meaning {
                Ok(m) => numbered(position, m),
                Err(_) => format!("{:?}", key.text),
            };
            let against = match truth {
                Truth::Key | Truth::Unchecked => return None,
                Truth::NotKey if problem.stipulation.has_lines() => "no solution begins with it".to_owned(),
                Truth::NotKey => "not a key".to_owned(),
                Truth::ShorterSolution(moves) => format!("not a key of the solution in {moves}"),
                Truth::Faulty(fault) => fault.to_string(),
            };
            Some(format!("claimed {claimed}: {against}"))
        };
        let mut messages: Vec<String> =
            problem.claim.keys.iter().zip(&self.keys).filter_map(objection).collect();
        if let Some([claimed, found]) = self.count {
            let found = match found {
                0 => "there is none".to_owned(),
                1 => "there is 1".to_owned(),
                _ => format!("there are {found}"),
            };
            messages.push(format!("claimed {}: {found}", Counted(claimed as u64, "solution")));
        }
        if let Some(found) = &self.tree {
            messages.push(format!("claimed {}: the tree is {found}", Numbers(&problem.tree.branching)));
        }
        if self.lacks_set_play {
            messages.push("claimed set play: there is none".to_owned());
        }
        if let Some(claimed) = problem.claim.moves().filter(|_| self.is_incomplete) {
            let keys: Vec<String> = claimed.iter().map(|&m| numbered(position, m)).collect();
            let count = if claimed.len() == 1 { "one".to_owned() } else { claimed.len().to_string() };
            let noun = if problem.stipulation.has_lines() { "first moves" } else { "keys" };
            let all = findings.keys.len();
            messages.push(format!("claimed {}: {count} of {all} {noun}", keys.join(" ")));
        }
        messages.join("; ")
    }
}

/// Returns the claimed and the found number of solutions, if they differ.
fn wrong_count(problem: &Problem, findings: &Findings) -> Option<[usize; 2]> {
    let claimed = problem.solutions?;
    let is_shorter = findings.mate_in.is_some_and(|moves| moves < problem.stipulation.moves);
    let found = findings.count();
    (found != claimed && !is_shorter && is_certain(findings)).then_some([claimed, found])
}

/// Returns the numbers of continuations of the tree, `2-3.1.1.1`, if others are claimed.
fn wrong_tree(problem: &Problem, findings: &Findings) -> Option<String> {
    let claimed = problem.tree.branching.as_slice();
    let is_shorter = findings.mate_in.is_some_and(|moves| moves < problem.stipulation.moves);
    if claimed.is_empty() || is_shorter || !is_certain(findings) || findings.lines.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for ply in 0..claimed.len() {
        let mut continuations: BTreeMap<&[Move], BTreeSet<Move>> = BTreeMap::new();
        for line in &findings.lines {
            let (before, after) = line.split_at_checked(ply)?;
            continuations.entry(before).or_default().extend(after.first());
        }
        // A forced last move is not a part of the line.
        let mut counts: Vec<usize> = continuations.values().map(|moves| moves.len().max(1)).collect();
        counts.sort_unstable();
        counts.dedup();
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        found.push(counts.join("-"));
    }
    Some(found.join(".")).filter(|found| *found != Numbers(claimed).to_string())
}

/// Returns whether set play is claimed, but there is none.
fn lacks_set_play(problem: &Problem, findings: &Findings) -> bool {
    let has_set_play = !findings.set_play.is_empty() || !findings.set_lines.is_empty();
    problem.tree.has_set_play && is_certain(findings) && !has_set_play
}

/// Returns whether all claimed keys are keys, but not all keys are claimed.
fn is_incomplete(problem: &Problem, findings: &Findings) -> bool {
    let claimed = problem.claim.moves().filter(|moves| !moves.is_empty());
    claimed.is_some_and(|claimed| {
        let is_part =
            claimed.len() < findings.keys.len() && claimed.iter().all(|m| findings.keys.contains(m));
        is_part && is_certain(findings)
    })
}

/// Returns the claims of a problem for the column `expected`, with the text of its keys.
pub(super) fn expectation(keys: &str, problem: &Problem) -> String {
    let mut words = vec![stipulation_text(&problem.position.game(), problem.stipulation)];
    match problem.claim.moves() {
        Some(moves) => words.extend(moves.iter().map(|&key| uci(&problem.position, key))),
        None => words.extend(keys.split_whitespace().map(str::to_owned)),
    }
    words.extend(problem.solutions.map(|count| format!("{count} solutions")));
    words.join(" ")
}

/// Returns whether all claims are true; without claims, if the problem is sound.
pub(super) fn is_as_expected(solution: &Solution) -> bool {
    let (problem, findings, verdict) = (solution.problem(), solution.findings(), solution.verdict());
    if wrong_tree(problem, findings).is_some() || lacks_set_play(problem, findings) {
        return false;
    }
    let is_solved = verdict != Verdict::NotFinished && findings.mate_in == Some(problem.stipulation.moves);
    let is_solved = is_solved || verdict == Verdict::NoSolution && problem.solutions == Some(0);
    let has_count = problem.solutions.is_none_or(|count| count == findings.count());
    match problem.claim.moves() {
        None => false,
        Some(keys) if !keys.is_empty() => is_solved && keys == findings.keys && has_count,
        Some(_) if problem.solutions.is_some() => is_solved && has_count,
        Some(_) => verdict == Verdict::Sound,
    }
}

/// Returns a hint if a helpmate does not begin with the usual side.
pub(super) fn turn_hint(problem: &Problem) -> Option<String> {
    let Problem { position, stipulation, .. } = problem;
    let begins = match stipulation.play {
        Play::Help | Play::SeriesHelp => Player::BLACK,
        Play::HelpAndHalf => Player::WHITE,
        _ => return None,
    };
    let [mover, other] =
        if position.turn() == Player::WHITE { ["White", "Black"] } else { ["Black", "White"] };
    let text = stipulation_text(&position.game(), *stipulation);
    let end = if begins == Player::BLACK { "is mated" } else { "mates" };
    let end =
        if stipulation.goal == Goal::Stalemate { end.replace("mate", "stalemate") } else { end.to_owned() };
    (position.turn() != begins)
        .then(|| format!("in {text} the side to move {end}, here {mover}; did you mean {other} to move?"))
}
