//! The table of `solve`: one row a problem, whatever became of it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::Row;
use crate::mate::{Solution, Stipulation, Stop, Verdict, Victim};
use crate::notation::{Letters, Long, San, Uci, letter};
use crate::problem::{Claim, Problem, ProblemError, Statement};
use crate::rules::{PlayerSet, Position, Variant};

/// What became of one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveRow {
    id: String,
    variant: String,
    title: &'static str,
    fen: String,
    men: String,
    stipulation: String,
    status: &'static str,
    answer: Option<Answer>,
    expected: String,
    as_expected: Option<bool>,
    time: Option<Duration>,
    message: String,
    victims: Vec<char>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    mate_in: Option<u32>,
    keys: Vec<String>,
    keys_long: Vec<String>,
    keys_uci: Vec<String>,
    complete: bool,
    nodes: u64,
}

impl SolveRow {
    /// The row of a problem that was searched; `time` is left out where the clock shall not show.
    pub fn solved<V: Variant>(
        statement: &Statement,
        problem: &Problem<V>,
        solution: &Solution<V>,
        time: Option<Duration>,
    ) -> Self {
        let verdict = solution.verdict();
        let (position, letters) = (&problem.position, &Letters::ENGLISH);
        let claimed = match &problem.claim {
            Claim::Nothing => Vec::new(),
            Claim::Keys(keys) => keys.iter().map(|&key| Uci(key).to_string()).collect(),
            Claim::IllegalKey(_) => statement.keys.split_ascii_whitespace().map(str::to_owned).collect(),
        };
        let stipulation = stipulation_text::<V>(problem.stipulation);
        let agrees = match &problem.claim {
            Claim::Keys(keys) => {
                let moves = problem.stipulation.moves;
                verdict != Verdict::NotFinished && solution.mate_in == Some(moves) && *keys == solution.keys
            }
            Claim::Nothing => verdict == Verdict::Sound,
            Claim::IllegalKey(_) => false,
        };
        let message = match (&problem.claim, solution.stopped) {
            (_, Some(stop)) => stop_message(stop, solution),
            (Claim::IllegalKey(key), None) => format!("claimed key {key:?} is no legal move"),
            _ => String::new(),
        };
        Self {
            id: statement.id.clone(),
            variant: V::NAME.to_owned(),
            title: V::TITLE,
            fen: problem.position.to_fen(),
            men: count_of_men(&problem.position),
            expected: std::iter::once(stipulation.clone()).chain(claimed).collect::<Vec<_>>().join(" "),
            stipulation,
            status: verdict.word(),
            answer: Some(Answer {
                mate_in: solution.mate_in,
                keys: solution.keys.iter().map(|&m| San { position, m, letters }.to_string()).collect(),
                keys_long: solution.keys.iter().map(|&m| Long { position, m, letters }.to_string()).collect(),
                keys_uci: solution.keys.iter().map(|&key| Uci(key).to_string()).collect(),
                complete: solution.stopped.is_none(),
                nodes: solution.nodes,
            }),
            as_expected: Some(agrees),
            time,
            message,
            victims: Vec::new(),
        }
    }

    /// The row of a statement that is no problem; `file` names where it stands.
    pub fn refused<V: Variant>(statement: &Statement, file: &str, error: &ProblemError<V>) -> Self {
        let status = match error {
            ProblemError::Faults(_) => "ILLEGAL",
            _ => "BAD_INPUT",
        };
        let place = match error {
            ProblemError::Fen(error) if statement.column > 0 => {
                let column = crate::problem::column_at(statement.column, &statement.fen, error.offset);
                format!("{file}:{}:{column}", statement.line)
            }
            _ => format!("{file}:{}", statement.line),
        };
        let message = format!("{place}: {error} [{}]", error.code());
        Self { status, variant: V::NAME.to_owned(), title: V::TITLE, ..Self::unread(statement, message) }
    }

    /// The row of a statement of which not even the game is known.
    pub fn unread(statement: &Statement, message: String) -> Self {
        Self {
            id: statement.id.clone(),
            variant: statement.variant.clone(),
            title: "",
            fen: statement.fen.clone(),
            men: String::new(),
            stipulation: statement.stipulation.clone(),
            status: "BAD_INPUT",
            answer: None,
            expected: String::new(),
            as_expected: None,
            time: None,
            message,
            victims: Vec::new(),
        }
    }

    /// The same row with the players whom the solution mates; of two players nobody need be named.
    pub fn mating<V: Variant>(self, victims: Result<PlayerSet, Stop>) -> Self {
        match victims {
            Ok(victims) if V::PLAYERS > 2 => {
                Self { victims: victims.iter().map(letter::<V>).collect(), ..self }
            }
            Err(stop) if self.message.is_empty() => {
                Self { message: format!("{}; not every victim is known", limit_message(stop)), ..self }
            }
            _ => self,
        }
    }

    /// Whether nothing is wrong with the problem: it is sound, or just what its file claims.
    pub fn is_good(&self) -> bool {
        self.as_expected.unwrap_or(false)
    }

    /// Whether the search was stopped before its end.
    pub fn is_unfinished(&self) -> bool {
        self.status == Verdict::NotFinished.word()
    }

    /// What to write over its diagram.
    pub fn title(&self) -> String {
        format!("{} {}", self.id, self.stipulation).trim().to_owned()
    }

    /// The name that its file gives it; may be empty.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl Row for SolveRow {
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "variant",
        "fen",
        "stipulation",
        "status",
        "mate_in",
        "keys",
        "keys_uci",
        "n_keys",
        "tries",
        "set_play",
        "threats",
        "duals",
        "variations",
        "computer_tested",
        "expected",
        "as_expected",
        "nodes",
        "time_ms",
        "message",
        "victim",
    ];

    fn cells(&self) -> Vec<Value> {
        let answer = self.answer.as_ref();
        let tested = concat!("C+ hexmate ", env!("CARGO_PKG_VERSION"));
        vec![
            json!(self.id),
            json!(self.variant),
            json!(self.fen),
            json!(self.stipulation),
            json!(self.status),
            json!(answer.and_then(|answer| answer.mate_in)),
            json!(answer.map(|answer| &answer.keys)),
            json!(answer.map(|answer| &answer.keys_uci)),
            json!(answer.map(|answer| answer.keys.len())),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
            json!(answer.filter(|answer| answer.complete).map(|_| tested)),
            json!(self.expected),
            json!(self.as_expected),
            json!(answer.map(|answer| answer.nodes)),
            json!(self.time.map(|time| time.as_millis())),
            json!(self.message),
            json!(self.victims),
        ]
    }

    /// One line: name, game, stipulation, count of men, verdict, keys.
    fn to_text(&self) -> String {
        let id = if self.id.is_empty() { "-" } else { &self.id };
        let keys = self.answer.iter().flat_map(|answer| &answer.keys_long);
        let keys: Vec<String> = keys.map(|key| format!("1.{key}")).collect();
        let Self { title, stipulation, men, status, message, .. } = self;
        let told = [keys.join(" "), message.clone()].join(if keys.is_empty() { "" } else { "  " });
        let line = format!("{id:<24} {title:<9} {stipulation:<3} {men:>6}  {status:<14} {told}");
        format!("{}\n", line.trim_end())
    }
}

/// How many problems came to which verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolveSummary {
    verdicts: BTreeMap<&'static str, u64>,
    surprises: u64,
    unfinished: u64,
}

impl SolveSummary {
    /// Counts a row in.
    pub fn add(&mut self, row: &SolveRow) {
        *self.verdicts.entry(row.status).or_default() += 1;
        self.surprises += u64::from(!row.is_good());
        self.unfinished += u64::from(row.is_unfinished());
    }

    /// Problems that are neither sound nor what their file claims.
    pub fn surprises(&self) -> u64 {
        self.surprises
    }

    /// Problems whose search was stopped.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }
}

impl std::fmt::Display for SolveSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let total: u64 = self.verdicts.values().sum();
        write!(f, "{total} problems")?;
        for (verdict, count) in &self.verdicts {
            write!(f, ", {count} {verdict}")?;
        }
        match self.surprises {
            0 => f.write_str(", all as expected"),
            surprises => write!(f, ", {surprises} not as expected"),
        }
    }
}

/// The stipulation as problemists write it.
pub(super) fn stipulation_text<V: Variant>(stipulation: Stipulation) -> String {
    match stipulation.victim {
        Victim::Any => format!("#{}", stipulation.moves),
        Victim::Named(victim) => format!("#{}{}", stipulation.moves, letter::<V>(victim)),
    }
}

/// Men of each player, `8+5`.
fn count_of_men<V: Variant>(position: &Position<V>) -> String {
    let counts = position.living().iter().map(|player| position.board().by_owner(player).len().to_string());
    counts.collect::<Vec<_>>().join("+")
}

fn stop_message<V: Variant>(stop: Stop, solution: &Solution<V>) -> String {
    let limit = limit_message(stop);
    let certain = match (solution.mate_in, solution.refuted) {
        (Some(moves), _) => format!("; mate in {moves} is certain, more keys are possible"),
        (None, 0) => String::new(),
        (None, moves) => format!("; no mate in {moves} is certain"),
    };
    limit.to_owned() + &certain
}

fn limit_message(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "node limit reached",
        Stop::Time => "time limit reached",
        Stop::Interrupted => "interrupted",
    }
}
