//! Result of solving one problem of a file, with its twins.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use hexmate_core::mate::{Findings, LongMate, Scope, Stop, Unproved, Verdict};
use hexmate_core::rules::{Player, PlayerSet};
use hexmate_position::{Game, UnknownGame};

use super::solution_code::{self, decode_move, move_code};
use super::{Problem, ProblemError, Solution, Statement, Twin};

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
    /// The solution of the diagram, or the reason why there is none.
    pub diagram: Result<Box<Solution>, Refusal>,
    /// The twins, with a solution if the twin is valid; none without a solution of the diagram.
    pub twins: Vec<(Twin, Option<Solution>)>,
}

/// Reason why a record was not solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The game, if known.
    #[serde(with = "game_name")]
    pub game: Option<Game>,
    /// `true` if the position is illegal; `false` if the text cannot be parsed.
    pub is_illegal: bool,
    /// Message with place and code.
    pub message: String,
}

impl Solved {
    /// Parses a statement and calls `search` for the problem and each valid twin.
    pub fn new(
        file: String,
        statement: Statement,
        (requested_game, moves): (Option<Game>, Option<u32>),
        mut search: impl FnMut(&Problem) -> Solution,
    ) -> Self {
        let game = match statement.game(requested_game) {
            Ok(game) => game,
            Err(error) => return Self::unknown_game(file, statement, &error),
        };
        let (diagram, twins) = match Problem::with_twins(game, &statement, moves) {
            Ok((problem, twins)) => {
                let solution = Box::new(search(&problem));
                let twin = |twin: Twin| {
                    let solution = twin.problem.as_ref().ok().map(&mut search);
                    (twin, solution)
                };
                (Ok(solution), twins.into_iter().map(twin).collect())
            }
            Err(error) => (Err(Refusal::of_error(game, &error, &file, &statement)), Vec::new()),
        };
        Self { file, statement, requested_game, moves, diagram, twins }
    }

    /// Creates the result of a record that cannot be read or whose solving failed.
    pub fn refused(file: String, statement: Statement, message: String) -> Self {
        let diagram = Err(Refusal { game: None, is_illegal: false, message });
        Self { file, statement, requested_game: None, moves: None, diagram, twins: Vec::new() }
    }

    fn unknown_game(file: String, statement: Statement, error: &UnknownGame) -> Self {
        let message = format!("{file}:{}: {error}", statement.line);
        Self::refused(file, statement, message)
    }

    /// Returns the solutions of the diagram and of its valid twins.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        let twins = self.twins.iter().filter_map(|(_, solution)| solution.as_ref());
        self.diagram.as_deref().into_iter().chain(twins)
    }

    /// Returns why the first unfinished search stopped, if there is one.
    pub fn stopped(&self) -> Option<Stop> {
        self.solutions().find_map(Solution::unfinished)
    }
}

/// Value of the column `status` of a report: the verdict, or the reason why a record has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SolveStatus {
    /// The problem was solved.
    Solved(Verdict),
    /// The position breaks a rule of the game.
    Illegal,
    /// The input cannot be read as a problem.
    BadInput,
}

impl SolveStatus {
    /// All values, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::Solved(Verdict::Sound),
        Self::Solved(Verdict::Cooked),
        Self::Solved(Verdict::FewerSolutions),
        Self::Solved(Verdict::ShortSolution),
        Self::Solved(Verdict::NoSolution),
        Self::Solved(Verdict::NotFinished),
        Self::Illegal,
        Self::BadInput,
    ];

    /// Returns the word of reports, such as `SOUND`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved(verdict) => verdict.word(),
            Self::Illegal => "ILLEGAL",
            Self::BadInput => "BAD_INPUT",
        }
    }

    /// Returns the value with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

impl Refusal {
    /// Returns the value of the column `status`.
    pub fn status(&self) -> SolveStatus {
        if self.is_illegal { SolveStatus::Illegal } else { SolveStatus::BadInput }
    }

    /// Returns the refusal of a record or a twin that is not a valid problem.
    pub fn of_error(game: Game, error: &ProblemError, file: &str, statement: &Statement) -> Self {
        let message = error.message_at(file, statement);
        Self { game: Some(game), is_illegal: error.is_illegal_position(), message }
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
    #[serde(default, with = "game_name", skip_serializing_if = "Option::is_none")]
    game: Option<Game>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<Refusal>,
    /// Solution of the diagram, then of each twin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    found: Vec<Option<StoredSolution>>,
}

/// Serialization of a game as its name.
mod game_name {
    use hexmate_position::Game;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[expect(clippy::ref_option, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(game: &Option<Game>, serializer: S) -> Result<S::Ok, S::Error> {
        game.map(|game| game.name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Game>, D::Error> {
        let named = |name: String| Game::from_name(&name).ok_or_else(|| de::Error::custom("an unknown game"));
        Option::<String>::deserialize(deserializer)?.map(named).transpose()
    }
}

/// Serialized form of a [`Solution`] without its problem.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSolution {
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
        let Solved { file, statement, requested_game: game, moves, diagram, twins } = solved;
        let (refused, found) = match &diagram {
            Err(refusal) => (Some(refusal.clone()), Vec::new()),
            Ok(solution) => {
                let twins = twins.iter().map(|(_, solution)| solution.as_ref());
                let all = std::iter::once(Some(&**solution)).chain(twins);
                (None, all.map(|solution| solution.map(StoredSolution::new)).collect())
            }
        };
        Self { file, statement, game, moves, refused, found }
    }
}

/// Error of an entry whose moves are not legal in its problem.
const NOT_ITS_SOLUTION: &str = "a solution that does not fit its problem";

impl TryFrom<Stored> for Solved {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { file, statement, game: requested_game, moves, refused, found } = stored;
        let (diagram, twins) = match refused {
            Some(refusal) if found.is_empty() => (Err(refusal), Vec::new()),
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
                let solution = Box::new(first.of_problem(&problem).ok_or(NOT_ITS_SOLUTION)?);
                let twin = |(twin, found): (Twin, Option<StoredSolution>)| {
                    let solution = match (&twin.problem, found) {
                        (Ok(problem), Some(found)) => {
                            Some(found.of_problem(problem).ok_or(NOT_ITS_SOLUTION)?)
                        }
                        (Err(_), None) => None,
                        _ => return Err("a twin without its solution"),
                    };
                    Ok((twin, solution))
                };
                (Ok(solution), twins.into_iter().zip(found).map(twin).collect::<Result<_, _>>()?)
            }
        };
        Ok(Self { file, statement, requested_game, moves, diagram, twins })
    }
}

impl StoredSolution {
    fn new(solution: &Solution) -> Self {
        let Solution { findings, time, mated, proof, .. } = solution;
        let Findings { scope, mate_in, refuted, are_keys_complete, nodes, stopped, long_mate, .. } =
            *findings;
        Self {
            mate_in,
            refuted,
            are_keys_complete,
            nodes,
            stopped,
            long_mate: long_mate.map(|LongMate { key, moves }| (move_code(key), moves)),
            scope,
            time: *time,
            mated: mated.map(|mated| mated.iter().map(|player| player.index() as u8).collect()),
            unproved: proof.as_ref().and_then(|proof| proof.as_ref().err().copied()),
            moves: solution_code::encode(findings),
        }
    }

    fn of_problem(self, problem: &Problem) -> Option<Solution> {
        let Problem { position, stipulation, .. } = problem;
        let long_mate = match self.long_mate {
            Some((key, moves)) => Some(LongMate { key: decode_move(key, position)?, moves }),
            None => None,
        };
        let mut findings = Findings {
            mate_in: self.mate_in,
            long_mate,
            refuted: self.refuted,
            are_keys_complete: self.are_keys_complete,
            nodes: self.nodes,
            stopped: self.stopped,
            ..Findings::unsolved(*stipulation, self.scope)
        };
        solution_code::decode(&self.moves, position, &mut findings)?;
        let is_mate_known = findings.mate_in.is_some() != findings.keys.is_empty();
        let players = position.game().players;
        let mated = self.mated.map(|mated| mated.iter().map(|&number| Player::new(number)).collect());
        let are_players = mated
            .is_ok_and(|mated: PlayerSet| mated.iter().all(|player| player.index() < usize::from(players)));
        (is_mate_known && (are_players || mated.is_err())).then_some(Solution {
            problem: problem.clone(),
            findings,
            time: self.time,
            mated,
            proof: self.unproved.map(Err),
        })
    }
}
