//! Compares the claims of a file with the solution: codes and messages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::counted::Counted;
use crate::moves::uci;
use hexmate_core::mate::{BasicSolution, FullSolution, Goal, Play, Verdict};
use hexmate_core::rules::{Move, Player};
use hexmate_position::Position;
use hexmate_position::{Letters, Long};
use hexmate_problems::{
    ClaimedKey, KeyFault, Numbers, Problem, StatedStipulation, Statement, stipulation_text,
};

/// Comparison of all claims of a file with the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct JudgedClaim {
    /// Code for all claims together; empty if nothing is claimed.
    pub(super) code: &'static str,
    /// Message about wrong or incomplete claims; empty if there are none.
    pub(super) message: String,
    /// `true` if a claimed key or the claimed number of solutions is wrong.
    pub(super) is_wrong: bool,
    /// Each claimed key and its code, for JSON.
    pub(super) keys: Vec<Value>,
}

/// Result for a claimed key.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    fn of(key: &ClaimedKey, length: u32, solution: &BasicSolution) -> Self {
        let m = match key.meaning {
            Ok(m) => m,
            Err(fault) => return Self::Faulty(fault),
        };
        match solution.mate_in {
            _ if solution.keys.contains(&m) => Self::Key,
            _ if !is_certain(solution) => Self::Unchecked,
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

fn is_certain(solution: &BasicSolution) -> bool {
    solution.stopped.is_none() || solution.are_keys_complete
}

/// Returns a first move with its number, for messages.
fn numbered(position: &Position, m: Move) -> String {
    format!("1.{}", Long { position, m, letters: &Letters::ENGLISH })
}

impl JudgedClaim {
    pub(super) fn new(problem: &Problem, full: &FullSolution) -> Self {
        let solution = &full.solution;
        let (position, length) = (&problem.position, problem.stipulation.moves);
        let is_line = problem.stipulation.has_lines();
        let judged = problem.claim.keys.iter().map(|key| (key, Truth::of(key, length, solution)));
        let judged: Vec<(&ClaimedKey, Truth)> = judged.collect();
        let objection = |&(key, truth): &(&ClaimedKey, Truth)| {
            let claimed = match key.meaning {
                Ok(m) => numbered(position, m),
                Err(_) => format!("{:?}", key.text),
            };
            let against = match truth {
                Truth::Key | Truth::Unchecked => return None,
                Truth::NotKey if is_line => "no solution begins with it".to_owned(),
                Truth::NotKey => "not a key".to_owned(),
                Truth::ShorterSolution(moves) => format!("not a key of the solution in {moves}"),
                Truth::Faulty(fault) => fault.to_string(),
            };
            Some(format!("claimed {claimed}: {against}"))
        };
        let mut messages: Vec<String> = judged.iter().filter_map(objection).collect();
        let count = wrong_count(problem, solution);
        messages.extend(count.clone());
        let tree = wrong_tree(problem, solution).filter(|_| count.is_none());
        messages.extend(tree.clone());
        let set_play = missing_set_play(problem, full);
        messages.extend(set_play.clone());
        let others = unclaimed(problem, solution);
        messages.extend(others.clone());
        let wrong = judged.iter().map(|&(_, truth)| truth).find(|truth| truth.is_wrong());
        let unchecked = judged.iter().any(|(_, truth)| truth.code() == "unchecked");
        let is_claimed = !judged.is_empty() || problem.solutions.is_some() || problem.tree.has_set_play;
        let code = match wrong {
            Some(truth) => truth.code(),
            None if count.is_some() || tree.is_some() => "wrong-count",
            None if set_play.is_some() => "no-set-play",
            None if unchecked || is_claimed && !is_certain(solution) => "unchecked",
            None if others.is_some() => "incomplete",
            None if is_claimed => "right",
            None => "",
        };
        let value = |&(key, truth): &(&ClaimedKey, Truth)| {
            let m = key.meaning.ok().map(|m| uci(position, m));
            json!({ "text": key.text, "uci": m, "is": truth.code() })
        };
        Self {
            code,
            message: messages.join("; "),
            is_wrong: wrong.is_some() || count.is_some() || tree.is_some() || set_play.is_some(),
            keys: judged.iter().map(value).collect(),
        }
    }
}

/// Returns the message about a wrong number of solutions.
fn wrong_count(problem: &Problem, solution: &BasicSolution) -> Option<String> {
    let claimed = problem.solutions?;
    let is_shorter = solution.mate_in.is_some_and(|moves| moves < problem.stipulation.moves);
    let count = solution.count();
    if count == claimed || is_shorter || !is_certain(solution) {
        return None;
    }
    let found = match count {
        0 => "there is none".to_owned(),
        1 => "there is 1".to_owned(),
        _ => format!("there are {count}"),
    };
    Some(format!("claimed {}: {found}", Counted(claimed as u64, "solution")))
}

/// Returns the message about a tree with other numbers of continuations than claimed, `2.1.1.1`.
fn wrong_tree(problem: &Problem, solution: &BasicSolution) -> Option<String> {
    let claimed = problem.tree.branching.as_slice();
    let is_shorter = solution.mate_in.is_some_and(|moves| moves < problem.stipulation.moves);
    if claimed.is_empty() || is_shorter || !is_certain(solution) || solution.lines.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for ply in 0..claimed.len() {
        let mut continuations: BTreeMap<&[Move], BTreeSet<Move>> = BTreeMap::new();
        for line in &solution.lines {
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
    let (claimed, found) = (Numbers(claimed).to_string(), found.join("."));
    (claimed != found).then(|| format!("claimed {claimed}: the tree is {found}"))
}

/// Returns the message if set play is claimed, but there is none.
fn missing_set_play(problem: &Problem, full: &FullSolution) -> Option<String> {
    let has_set_play = !full.set_play.is_empty() || !full.set_lines.is_empty();
    let is_missing = problem.tree.has_set_play && is_certain(&full.solution) && !has_set_play;
    is_missing.then(|| "claimed set play: there is none".to_owned())
}

/// Returns the message if all claimed keys are keys, but not all keys are claimed.
fn unclaimed(problem: &Problem, solution: &BasicSolution) -> Option<String> {
    let claimed = problem.claim.moves().filter(|moves| !moves.is_empty())?;
    let all = &solution.keys;
    let is_part = claimed.len() < all.len() && claimed.iter().all(|m| all.contains(m));
    if !is_part || !is_certain(solution) {
        return None;
    }
    let keys: Vec<String> = claimed.iter().map(|&m| numbered(&problem.position, m)).collect();
    let count = if claimed.len() == 1 { "one".to_owned() } else { claimed.len().to_string() };
    let noun = if problem.stipulation.has_lines() { "first moves" } else { "keys" };
    Some(format!("claimed {}: {count} of {} {noun}", keys.join(" "), all.len()))
}

/// Returns the claims of the file for the column `expected`.
pub(super) fn expectation(statement: &Statement, problem: &Problem) -> String {
    let mut words = vec![stipulation_text(&problem.position.game(), problem.stipulation)];
    match problem.claim.moves() {
        Some(keys) => words.extend(keys.iter().map(|&key| uci(&problem.position, key))),
        None => words.extend(statement.keys.split_whitespace().map(str::to_owned)),
    }
    words.extend(problem.solutions.map(|count| format!("{count} solutions")));
    words.join(" ")
}

/// Returns the claimed number of solutions for a column; empty if the stipulation states it.
pub(super) fn claimed_solutions(
    statement: &Statement,
    problem: &Problem,
    stated: &StatedStipulation,
) -> String {
    match problem.solutions {
        Some(solutions) if statement.solutions.is_empty() && stated.solutions != Some(solutions) => {
            solutions.to_string()
        }
        _ => statement.solutions.clone(),
    }
}

/// Returns whether all claims are true; without claims, if the problem is sound.
pub(super) fn is_as_expected(problem: &Problem, full: &FullSolution) -> bool {
    let solution = &full.solution;
    if wrong_tree(problem, solution).is_some() || missing_set_play(problem, full).is_some() {
        return false;
    }
    let verdict = solution.verdict_for(problem.solutions.unwrap_or(1));
    let is_solved = verdict != Verdict::NotFinished && solution.mate_in == Some(problem.stipulation.moves);
    let is_solved = is_solved || verdict == Verdict::NoSolution && problem.solutions == Some(0);
    let has_count = problem.solutions.is_none_or(|count| count == solution.count());
    match problem.claim.moves() {
        None => false,
        Some(keys) if !keys.is_empty() => is_solved && keys == solution.keys && has_count,
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
