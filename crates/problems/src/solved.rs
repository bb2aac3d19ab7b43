//! The result of one problem of a file: the problem with its twins, and the solution of each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use hexmate_core::mate::{FullSolution, LongMate, Proof, Scope, Solution, Stop, Unproved};
use hexmate_core::rules::{Player, PlayerSet};
use hexmate_position::{Game, UnknownGame};

use super::solution_code::{self, move_code, read_move};
use super::{Problem, ProblemError, Statement, Twin};

/// A problem of a file, solved or refused.
///
/// Serialized, it holds the statement and the moves of the solutions. Reading it sets up the problem again and checks
/// every move, so that a forged solution is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Solved {
    /// Name of the file, for messages.
    pub file: String,
    /// The problem as its file states it.
    pub statement: Statement,
    /// The game asked for on the command line; else the statement names it.
    asked: Option<Game>,
    /// Number of moves for statements without a stipulation.
    moves: Option<u32>,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Not a problem.
    Refused(Refusal),
    /// A problem and its twins, solved.
    Solved {
        /// The diagram.
        problem: Box<Problem>,
        /// Its solution.
        findings: Box<Findings>,
        /// Its twins, each with its solution if it is a problem.
        twins: Vec<(Twin, Option<Findings>)>,
    },
}

/// The reason why a record is not a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The game, as far as it is known.
    pub game: Option<Game>,
    /// `true` if the position breaks rules of the game; else the text cannot be read.
    pub is_illegal: bool,
    /// Place, reason and code.
    pub message: String,
}

/// The result of the search for one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The solution.
    pub full: FullSolution,
    /// Time of the search, where it was measured.
    pub time: Option<Duration>,
    /// The players whom the solution mates, or why they are not all known.
    pub mated: Result<PlayerSet, Stop>,
    /// Proof of the mate, or why there is none; `None` if it was not tried. A proof is not stored, a failure is.
    pub proof: Option<Result<Proof, Unproved>>,
}

impl Solved {
    /// Solves a statement with `search`, which is called for the diagram and for each twin that is a problem.
    pub fn new(
        file: String,
        statement: Statement,
        (asked, moves): (Option<Game>, Option<u32>),
        mut search: impl FnMut(&Problem) -> Findings,
    ) -> Self {
        let game = match statement.game(asked) {
            Ok(game) => game,
            Err(error) => return Self::unknown_game(file, statement, &error),
        };
        let outcome = match Problem::from_statement(game, &statement, moves) {
            Ok(problem) => {
                let findings = Box::new(search(&problem));
                let twins = problem.twins(&statement.twin).into_iter();
                let twin = |twin: Twin| {
                    let findings = twin.problem.as_ref().ok().map(&mut search);
                    (twin, findings)
                };
                Outcome::Solved { findings, twins: twins.map(twin).collect(), problem: Box::new(problem) }
            }
            Err(error) => Outcome::Refused(Refusal {
                game: Some(game),
                is_illegal: error.is_of_position(),
                message: error.message_at(&file, &statement),
            }),
        };
        Self { file, statement, asked, moves, outcome }
    }

    /// Solves a problem that no file states.
    pub fn of_problem(problem: Problem, search: impl FnOnce(&Problem) -> Findings) -> Self {
        let Problem { position, stipulation, .. } = &problem;
        let statement = Statement {
            line: 1,
            variant: position.game().name.to_owned(),
            fen: position.to_fen(),
            stipulation: super::stipulation_text(&position.game(), *stipulation),
            ..Statement::default()
        };
        let findings = Box::new(search(&problem));
        let outcome = Outcome::Solved { problem: Box::new(problem), findings, twins: Vec::new() };
        Self { file: String::new(), statement, asked: None, moves: None, outcome }
    }

    /// A record that cannot be read, or of which this program failed.
    pub fn unread(file: String, statement: Statement, message: String) -> Self {
        let refusal = Refusal { game: None, is_illegal: false, message };
        Self { file, statement, asked: None, moves: None, outcome: Outcome::Refused(refusal) }
    }

    fn unknown_game(file: String, statement: Statement, error: &UnknownGame) -> Self {
        let message = format!("{file}:{}: {error}", statement.line);
        Self::unread(file, statement, message)
    }

    /// Returns the first reason why a search stopped before its end.
    pub fn stopped(&self) -> Option<Stop> {
        let Outcome::Solved { findings, twins, .. } = &self.outcome else { return None };
        let twins = twins.iter().filter_map(|(_, findings)| findings.as_ref());
        std::iter::once(&**findings).chain(twins).find_map(Findings::stopped)
    }
}

impl Findings {
    /// Returns why the search stopped before its end.
    pub fn stopped(&self) -> Option<Stop> {
        self.full.solution.stopped.or(self.mated.err())
    }
}

impl ProblemError {
    /// Place, reason and code, as reports show them.
    pub fn message_at(&self, file: &str, statement: &Statement) -> String {
        let place = match self {
            Self::Fen(error) if statement.column > 0 => {
                let column = super::column_at(statement.column, &statement.fen, error.offset);
                format!("{file}:{}:{column}", statement.line)
            }
            _ => format!("{file}:{}", statement.place()),
        };
        format!("{place}: {self} [{}]", self.code())
    }
}

/// A [`Solved`] in a log.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    file: String,
    statement: Statement,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<StoredRefusal>,
    /// One for the diagram and one for each twin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    found: Vec<Option<StoredFindings>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredRefusal {
    game: Option<String>,
    is_illegal: bool,
    message: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFindings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate_in: Option<u32>,
    refuted: u32,
    are_keys_complete: bool,
    nodes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stopped: Option<Stop>,
    /// The key and the number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    long_mate: Option<(u32, u32)>,
    #[serde(default = "keys", skip_serializing_if = "is_keys")]
    scope: Scope,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    /// Numbers of the players from 0.
    mated: Result<Vec<u8>, Stop>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unproved: Option<Unproved>,
    moves: Vec<u32>,
}

/// The scope of entries that name none.
const fn keys() -> Scope {
    Scope::KEYS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_keys(scope: &Scope) -> bool {
    *scope == Scope::KEYS
}

impl From<Solved> for Stored {
    fn from(solved: Solved) -> Self {
        let Solved { file, statement, asked, moves, outcome } = solved;
        let name = |game: Game| game.name.to_owned();
        let (refused, found) = match outcome {
            Outcome::Refused(Refusal { game, is_illegal, message }) => {
                (Some(StoredRefusal { game: game.map(name), is_illegal, message }), Vec::new())
            }
            Outcome::Solved { problem: _, findings, twins } => {
                let twins = twins.iter().map(|(_, findings)| findings.as_ref());
                let all = std::iter::once(Some(&*findings)).chain(twins);
                (None, all.map(|findings| findings.map(StoredFindings::new)).collect())
            }
        };
        Self { file, statement, game: asked.map(name), moves, refused, found }
    }
}

/// Error of an entry whose moves are not those of its problem.
const NOT_ITS_SOLUTION: &str = "a solution that is not one of its problem";

impl TryFrom<Stored> for Solved {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { file, statement, game, moves, refused, found } = stored;
        let named = |name: Option<String>| {
            name.map(|name| Game::from_name(&name).ok_or("an unknown game")).transpose()
        };
        let asked = named(game)?;
        let outcome = match refused {
            Some(StoredRefusal { game, is_illegal, message }) if found.is_empty() => {
                Outcome::Refused(Refusal { game: named(game)?, is_illegal, message })
            }
            Some(_) => return Err("a refused problem with solutions"),
            None => {
                let game = statement.game(asked).map_err(|_| "an unknown game")?;
                let problem =
                    Problem::from_statement(game, &statement, moves).map_err(|_| "not a problem")?;
                let twins = problem.twins(&statement.twin);
                if found.len() != 1 + twins.len() {
                    return Err("another number of twins");
                }
                let mut found = found.into_iter();
                let first = found.next().flatten().ok_or("a problem without its solution")?;
                let findings = Box::new(first.findings(&problem).ok_or(NOT_ITS_SOLUTION)?);
                let twin = |(twin, found): (Twin, Option<StoredFindings>)| {
                    let findings = match (&twin.problem, found) {
                        (Ok(problem), Some(found)) => Some(found.findings(problem).ok_or(NOT_ITS_SOLUTION)?),
                        (Err(_), None) => None,
                        _ => return Err("a twin without its solution"),
                    };
                    Ok((twin, findings))
                };
                let twins = twins.into_iter().zip(found).map(twin).collect::<Result<_, _>>()?;
                Outcome::Solved { problem: Box::new(problem), findings, twins }
            }
        };
        Ok(Self { file, statement, asked, moves, outcome })
    }
}

impl StoredFindings {
    fn new(findings: &Findings) -> Self {
        let Findings { full, time, mated, proof } = findings;
        let Solution { mate_in, refuted, are_keys_complete, nodes, stopped, long_mate, .. } = full.solution;
        Self {
            mate_in,
            refuted,
            are_keys_complete,
            nodes,
            stopped,
            long_mate: long_mate.map(|LongMate { key, moves }| (move_code(key), moves)),
            scope: full.scope,
            time: *time,
            mated: mated.map(|mated| mated.iter().map(|player| player.index() as u8).collect()),
            unproved: proof.as_ref().and_then(|proof| proof.as_ref().err().copied()),
            moves: solution_code::write(full),
        }
    }

    fn findings(self, problem: &Problem) -> Option<Findings> {
        let Problem { position, stipulation, .. } = problem;
        let long_mate = match self.long_mate {
            Some((key, moves)) => Some(LongMate { key: read_move(key, position)?, moves }),
            None => None,
        };
        let mut full = FullSolution {
            solution: Solution {
                stipulation: *stipulation,
                mate_in: self.mate_in,
                keys: Vec::new(),
                lines: Vec::new(),
                long_mate,
                refuted: self.refuted,
                are_keys_complete: self.are_keys_complete,
                nodes: self.nodes,
                stopped: self.stopped,
            },
            scope: self.scope,
            keys: Vec::new(),
            tries: Vec::new(),
            set_play: Vec::new(),
            set_lines: Vec::new(),
        };
        solution_code::read(&self.moves, position, &mut full)?;
        let is_mate_known = full.solution.mate_in.is_some() != full.solution.keys.is_empty();
        let players = position.game().players;
        let mated = self.mated.map(|mated| mated.iter().map(|&number| Player::new(number)).collect());
        let are_players = mated
            .is_ok_and(|mated: PlayerSet| mated.iter().all(|player| player.index() < usize::from(players)));
        (is_mate_known && (are_players || mated.is_err())).then_some(Findings {
            full,
            time: self.time,
            mated,
            proof: self.unproved.map(Err),
        })
    }
}
