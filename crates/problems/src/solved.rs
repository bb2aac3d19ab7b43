//! Result of solving one problem of a file, with its twins.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use hexmate_core::mate::{BasicSolution, FullSolution, LongMate, Proof, Scope, Stop, Unproved};
use hexmate_core::rules::{Player, PlayerSet};
use hexmate_position::{Game, UnknownGame};

use super::solution_code::{self, decode_move, move_code};
use super::{Problem, ProblemError, Statement, Twin};

/// Result of solving a problem of a file, or its refusal.
///
/// Serializes as the statement and the moves of the solutions. Deserializing parses the statement again and rejects
/// illegal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Solved {
    /// Name of the file, for messages.
    pub file: String,
    /// The problem as the file states it.
    pub statement: Statement,
    /// The game of the command line, which overrides that of the statement.
    requested_game: Option<Game>,
    /// Number of moves for statements without a stipulation.
    moves: Option<u32>,
    /// The outcome.
    pub outcome: ProblemOutcome,
}

/// Outcome of one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemOutcome {
    /// Not a problem.
    Refused(Refusal),
    /// A problem and its twins, solved.
    Solved {
        /// The problem.
        problem: Box<Problem>,
        /// The solution.
        findings: Box<Findings>,
        /// The twins, with a solution if the twin is valid.
        twins: Vec<(Twin, Option<Findings>)>,
    },
}

/// Reason why a record was not solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The game, if known.
    pub game: Option<Game>,
    /// `true` if the position is illegal; `false` if the text cannot be parsed.
    pub is_illegal: bool,
    /// Message with place and code.
    pub message: String,
}

/// Result of the search for one problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The solution.
    pub full: FullSolution,
    /// Duration of the search, if it was measured.
    pub time: Option<Duration>,
    /// The players mated in the solution, or the limit that stopped their search.
    pub mated: Result<PlayerSet, Stop>,
    /// The proof of the mate or the reason for its failure; `None` if not attempted. Only a failure is serialized.
    pub proof: Option<Result<Proof, Unproved>>,
}

impl Solved {
    /// Parses a statement and calls `search` for the problem and each valid twin.
    pub fn new(
        file: String,
        statement: Statement,
        (requested_game, moves): (Option<Game>, Option<u32>),
        mut search: impl FnMut(&Problem) -> Findings,
    ) -> Self {
        let game = match statement.game(requested_game) {
            Ok(game) => game,
            Err(error) => return Self::unknown_game(file, statement, &error),
        };
        let outcome = match Problem::with_twins(game, &statement, moves) {
            Ok((problem, twins)) => {
                let findings = Box::new(search(&problem));
                let twin = |twin: Twin| {
                    let findings = twin.problem.as_ref().ok().map(&mut search);
                    (twin, findings)
                };
                let twins = twins.into_iter().map(twin).collect();
                ProblemOutcome::Solved { findings, twins, problem: Box::new(problem) }
            }
            Err(error) => ProblemOutcome::Refused(Refusal {
                game: Some(game),
                is_illegal: error.is_illegal_position(),
                message: error.message_at(&file, &statement),
            }),
        };
        Self { file, statement, requested_game, moves, outcome }
    }

    /// Solves a problem without a file.
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
        let outcome = ProblemOutcome::Solved { problem: Box::new(problem), findings, twins: Vec::new() };
        Self { file: String::new(), statement, requested_game: None, moves: None, outcome }
    }

    /// Creates the result of a record that cannot be read or whose solving failed.
    pub fn refused(file: String, statement: Statement, message: String) -> Self {
        let refusal = Refusal { game: None, is_illegal: false, message };
        Self { file, statement, requested_game: None, moves: None, outcome: ProblemOutcome::Refused(refusal) }
    }

    fn unknown_game(file: String, statement: Statement, error: &UnknownGame) -> Self {
        let message = format!("{file}:{}: {error}", statement.line);
        Self::refused(file, statement, message)
    }

    /// Returns why the first unfinished search stopped, if there is one.
    pub fn stopped(&self) -> Option<Stop> {
        let ProblemOutcome::Solved { findings, twins, .. } = &self.outcome else { return None };
        let twins = twins.iter().filter_map(|(_, findings)| findings.as_ref());
        std::iter::once(&**findings).chain(twins).find_map(Findings::stopped)
    }
}

impl Findings {
    /// Returns why the search stopped early, if it did.
    pub fn stopped(&self) -> Option<Stop> {
        self.full.solution.stopped.or(self.mated.err())
    }
}

impl ProblemError {
    /// Returns the message with place and code, as reports show it.
    pub fn message_at(&self, file: &str, statement: &Statement) -> String {
        let place = match self {
            Self::Fen(error) if statement.column > 0 => {
                let (line, column) = statement.place_in_fen(error.offset);
                format!("{file}:{line}:{column}")
            }
            _ => format!("{file}:{}", statement.place()),
        };
        format!("{place}: {self} [{}]", self.code())
    }
}

/// Serialized form of [`Solved`].
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
    /// Findings of the problem, then of each twin.
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
    /// Code of the key, and number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    long_mate: Option<(u32, u32)>,
    #[serde(default = "keys", skip_serializing_if = "is_keys")]
    scope: Scope,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    /// Seats of the players, from 0.
    mated: Result<Vec<u8>, Stop>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unproved: Option<Unproved>,
    moves: Vec<u32>,
}

/// Returns the default scope of an entry.
const fn keys() -> Scope {
    Scope::KEYS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_keys(scope: &Scope) -> bool {
    *scope == Scope::KEYS
}

impl From<Solved> for Stored {
    fn from(solved: Solved) -> Self {
        let Solved { file, statement, requested_game, moves, outcome } = solved;
        let name = |game: Game| game.name.to_owned();
        let (refused, found) = match outcome {
            ProblemOutcome::Refused(Refusal { game, is_illegal, message }) => {
                (Some(StoredRefusal { game: game.map(name), is_illegal, message }), Vec::new())
            }
            ProblemOutcome::Solved { problem: _, findings, twins } => {
                let twins = twins.iter().map(|(_, findings)| findings.as_ref());
                let all = std::iter::once(Some(&*findings)).chain(twins);
                (None, all.map(|findings| findings.map(StoredFindings::new)).collect())
            }
        };
        Self { file, statement, game: requested_game.map(name), moves, refused, found }
    }
}

/// Error of an entry whose moves are not legal in its problem.
const NOT_ITS_SOLUTION: &str = "a solution that does not fit its problem";

impl TryFrom<Stored> for Solved {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { file, statement, game, moves, refused, found } = stored;
        let named = |name: Option<String>| {
            name.map(|name| Game::from_name(&name).ok_or("an unknown game")).transpose()
        };
        let requested_game = named(game)?;
        let outcome = match refused {
            Some(StoredRefusal { game, is_illegal, message }) if found.is_empty() => {
                ProblemOutcome::Refused(Refusal { game: named(game)?, is_illegal, message })
            }
            Some(_) => return Err("a refused problem with solutions"),
            None => {
                let game = statement.game(requested_game).map_err(|_| "an unknown game")?;
                let (problem, twins) =
                    Problem::with_twins(game, &statement, moves).map_err(|_| "not a problem")?;
                if found.len() != 1 + twins.len() {
                    return Err("a wrong number of twins");
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
                ProblemOutcome::Solved { problem: Box::new(problem), findings, twins }
            }
        };
        Ok(Self { file, statement, requested_game, moves, outcome })
    }
}

impl StoredFindings {
    fn new(findings: &Findings) -> Self {
        let Findings { full, time, mated, proof } = findings;
        let BasicSolution { mate_in, refuted, are_keys_complete, nodes, stopped, long_mate, .. } =
            full.solution;
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
            moves: solution_code::encode(full),
        }
    }

    fn findings(self, problem: &Problem) -> Option<Findings> {
        let Problem { position, stipulation, .. } = problem;
        let long_mate = match self.long_mate {
            Some((key, moves)) => Some(LongMate { key: decode_move(key, position)?, moves }),
            None => None,
        };
        let mut full = FullSolution {
            solution: BasicSolution {
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
        solution_code::decode(&self.moves, position, &mut full)?;
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
