//! What a file claims of a problem beside what was found: codes and words. Reads no claims, searches nothing.

use serde_json::{Value, json};

use crate::counted::Counted;
use crate::moves::uci;
use hexmate_core::mate::{Goal, Play, Solution, Verdict};
use hexmate_core::rules::{Move, Player};
use hexmate_position::Position;
use hexmate_position::{Letters, Long};
use hexmate_problems::{ClaimedKey, KeyFault, Problem, Statement, stipulation_text};

/// What is true of what a file claims.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct JudgedClaim {
    /// A word for all of it; empty if nothing is claimed.
    pub(super) code: &'static str,
    /// What there is to say against it; empty if it is right.
    pub(super) message: String,
    /// Whether a key or a number is claimed that is none.
    pub(super) is_wrong: bool,
    /// Each key and what is true of it, for JSON.
    pub(super) keys: Vec<Value>,
}

/// What is true of a claimed key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Key,
    NotKey,
    /// Not asked: there is a shorter solution, in so many moves.
    ShorterSolution(u32),
    /// Not known: the search ended before.
    Unchecked,
    Faulty(KeyFault),
}

impl Truth {
    fn of(key: &ClaimedKey, asked: u32, solution: &Solution) -> Self {
        let m = match key.meaning {
            Ok(m) => m,
            Err(fault) => return Self::Faulty(fault),
        };
        match solution.mate_in {
            _ if solution.keys.contains(&m) => Self::Key,
            _ if !is_certain(solution) => Self::Unchecked,
            Some(moves) if moves < asked => Self::ShorterSolution(moves),
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

fn is_certain(solution: &Solution) -> bool {
    solution.stopped.is_none() || solution.are_keys_complete
}

/// A move as it is told beside a claim.
fn numbered(position: &Position, m: Move) -> String {
    format!("1.{}", Long { position, m, letters: &Letters::ENGLISH })
}

impl JudgedClaim {
    pub(super) fn new(problem: &Problem, solution: &Solution) -> Self {
        let (position, asked) = (&problem.position, problem.stipulation.moves);
        let is_line = problem.stipulation.has_lines();
        let judged = problem.claim.keys.iter().map(|key| (key, Truth::of(key, asked, solution)));
        let judged: Vec<(&ClaimedKey, Truth)> = judged.collect();
        let told = |&(key, truth): &(&ClaimedKey, Truth)| {
            let claimed = match key.meaning {
                Ok(m) => numbered(position, m),
                Err(_) => format!("{:?}", key.text),
            };
            let against = match truth {
                Truth::Key | Truth::Unchecked => return None,
                Truth::NotKey if is_line => "begins no solution".to_owned(),
                Truth::NotKey => "not a key".to_owned(),
                Truth::ShorterSolution(moves) => format!("not a key of the solution in {moves}"),
                Truth::Faulty(fault) => fault.to_string(),
            };
            Some(format!("claimed {claimed}: {against}"))
        };
        let mut messages: Vec<String> = judged.iter().filter_map(told).collect();
        let count = wrong_count(problem, solution);
        messages.extend(count.clone());
        let others = unclaimed(problem, solution);
        messages.extend(others.clone());
        let wrong = judged.iter().map(|&(_, truth)| truth).find(|truth| truth.is_wrong());
        let unchecked = judged.iter().any(|(_, truth)| truth.code() == "unchecked");
        let is_claimed = !judged.is_empty() || problem.solutions.is_some();
        let code = match wrong {
            Some(truth) => truth.code(),
            None if count.is_some() => "wrong-count",
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
            is_wrong: wrong.is_some() || count.is_some(),
            keys: judged.iter().map(value).collect(),
        }
    }
}

/// What is said where another number of solutions is claimed than there is.
fn wrong_count(problem: &Problem, solution: &Solution) -> Option<String> {
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

/// What is said where all claimed keys are keys, but not all keys are claimed.
fn unclaimed(problem: &Problem, solution: &Solution) -> Option<String> {
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

/// What the file claims, in words.
pub(super) fn expectation(statement: &Statement, problem: &Problem) -> String {
    let mut words = vec![stipulation_text(&problem.position.game(), problem.stipulation)];
    match problem.claim.moves() {
        Some(keys) => words.extend(keys.iter().map(|&key| uci(&problem.position, key))),
        None => words.extend(statement.keys.split_whitespace().map(str::to_owned)),
    }
    words.extend(problem.solutions.map(|count| format!("{count} solutions")));
    words.join(" ")
}

/// Whether all that is claimed is true, and the problem sound where nothing is.
pub(super) fn is_as_expected(problem: &Problem, solution: &Solution) -> bool {
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

/// What is said where the side to move in a helpmate is not the usual one.
pub(super) fn turn_hint(problem: &Problem) -> Option<String> {
    let Problem { position, stipulation, .. } = problem;
    let begins = match stipulation.play {
        Play::Help | Play::SeriesHelp => Player::BLACK,
        Play::HelpAndHalf => Player::WHITE,
        _ => return None,
    };
    let [mover, other] =
        if position.turn() == Player::WHITE { ["White", "Black"] } else { ["Black", "White"] };
    let asked = stipulation_text(&position.game(), *stipulation);
    let end = if begins == Player::BLACK { "is mated" } else { "mates" };
    let end =
        if stipulation.goal == Goal::Stalemate { end.replace("mate", "stalemate") } else { end.to_owned() };
    (position.turn() != begins)
        .then(|| format!("in {asked} the side to move {end}, here {mover}; did you mean {other} to move?"))
}
