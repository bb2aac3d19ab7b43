//! One game between two engines, by the rules.

use hexmate_batch::StopFlag;
use hexmate_core::rules::{Move, Player};
use hexmate_endgame::{Endgames, Worth};
use hexmate_engine::EngineFault;
use hexmate_player::EngineComment;
use hexmate_player::uci::chosen_move;
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position};
use serde::{Deserialize, Serialize};

use super::args::GameEnds;
use super::contestant::{Contestant, Entrant, Turn, other};
use super::control::RunningClock;
use super::openings::Opening;

/// Kind of the end of a game, as the tag `Termination` of PGN names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Mate, stalemate, or a draw by the rules.
    Normal,
    /// Tables, length, or the scores of the engines.
    Adjudication,
    /// A move after the time limit.
    TimeForfeit,
    /// An illegal move.
    RulesInfraction,
    /// An engine that ended, or has not answered.
    Abandoned,
}

impl Termination {
    /// Returns the value of the tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Adjudication => "adjudication",
            Self::TimeForfeit => "time forfeit",
            Self::RulesInfraction => "rules infraction",
            Self::Abandoned => "abandoned",
        }
    }
}

/// Result of a game.
pub struct Ending {
    /// Quarters of a point for White.
    pub white: u8,
    pub termination: Termination,
    /// Reason of the end, in words.
    pub reason: String,
}

/// A finished game.
pub struct Finished {
    pub moves: Vec<Move>,
    /// Reports of the engines on the moves; empty for the moves of the opening.
    pub comments: Vec<EngineComment>,
    /// Moves of White and Black after the limit of time, but within the margin.
    pub late: [u32; 2],
    pub ending: Ending,
    /// An engine that cannot be started: the match ends.
    pub is_hopeless: bool,
    /// An engine that has ended at each of its last starts: the match ends.
    pub is_broken: bool,
}

/// The rules of a match.
pub struct Referee<'a> {
    pub game: Game,
    pub ends: &'a GameEnds,
    pub tables: Option<&'a Endgames>,
    pub stop: &'a StopFlag,
}

/// Names of the sides in reasons.
const NAMES: [&str; 2] = ["White", "Black"];

/// Returns the loss of a side.
fn lost(side: usize, termination: Termination, reason: &str) -> Ending {
    let white = if side == 0 { 0 } else { 4 };
    Ending { white, termination, reason: format!("{} {reason}", NAMES[side]) }
}

/// Returns the loss of a side whose engine has ended, or not answered.
fn abandoned(side: usize, fault: &EngineFault, entrant: &Entrant) -> Ending {
    let reason = match fault {
        EngineFault::Silent => format!("has not answered for {} s (--patience)", entrant.patience()),
        fault => fault.to_string(),
    };
    lost(side, Termination::Abandoned, &reason)
}

/// Returns a draw.
fn drawn(termination: Termination, reason: &str) -> Ending {
    Ending { white: 2, termination, reason: reason.to_owned() }
}

impl Referee<'_> {
    /// Plays a game; `None` if a signal has stopped it.
    pub fn play(
        &self,
        opening: &Opening,
        entrants: [&Entrant; 2],
        players: &mut [&mut Contestant<'_>; 2],
    ) -> Option<Finished> {
        let mut history = opening.history()?;
        let mut moves = opening.moves.clone();
        let mut comments = vec![EngineComment::default(); moves.len()];
        let mut clocks = entrants.map(|entrant| entrant.limits.clock.map(RunningClock::new));
        let mut late = [0; 2];
        for (side, player) in players.iter_mut().enumerate() {
            match player.begin() {
                Ok(()) => {}
                Err(EngineFault::Stopped) => return None,
                Err(fault) => {
                    let is_hopeless = matches!(fault, EngineFault::NotStarted(_) | EngineFault::NoCommand);
                    let ending = abandoned(side, &fault, entrants[side]);
                    let is_broken = player.is_broken();
                    return Some(Finished { moves, comments, late, ending, is_hopeless, is_broken });
                }
            }
        }
        let ending = loop {
            let position = history.position().clone();
            if let Some(end) = self.end(&history, &comments) {
                break end;
            }
            let side = position.turn().index() % 2;
            let turn = Turn { start: &opening.start, moves: &moves, position: &position, clocks };
            let has_limit = players[side].time(&turn).is_some();
            let answer = match players[side].choose(&turn) {
                Ok(answer) => answer,
                Err(EngineFault::Stopped) => return None,
                Err(fault @ EngineFault::Silent) if has_limit && players[side].is_thinking() => {
                    break lost(side, Termination::TimeForfeit, &fault.to_string());
                }
                Err(fault) => break abandoned(side, &fault, entrants[side]),
            };
            if let Some(clock) = &mut clocks[side] {
                clock.press(answer.used);
            }
            late[side] += u32::from(answer.is_late);
            let Some(m) = chosen_move(&position, &answer.word) else {
                let text: String = answer.word.chars().take(20).collect();
                break lost(side, Termination::RulesInfraction, &format!("plays the illegal move {text:?}"));
            };
            history.play(m).ok()?;
            moves.push(m);
            comments.push(answer.comment());
        };
        let is_broken = players.iter().any(|player| player.is_broken());
        Some(Finished { moves, comments, late, ending, is_hopeless: false, is_broken })
    }

    /// Returns the result, if the game has ended.
    fn end(&self, history: &History, comments: &[EngineComment]) -> Option<Ending> {
        let position = history.position();
        let reason = match history.end(MaterialRule::Draw) {
            Some(End::Outcome(outcome)) => {
                let word = if position.is_check() { "mate" } else { "stalemate" };
                let white = outcome.score(self.game.stalemate_score()).white;
                return Some(Ending { white, termination: Termination::Normal, reason: word.to_owned() });
            }
            Some(End::Material) => "insufficient material",
            Some(End::FivefoldRepetition) => "repetition",
            Some(End::SeventyFiveMoves) => "75 moves",
            None => match history.claims().next() {
                Some(DrawClaim::ThreefoldRepetition) => "repetition",
                Some(DrawClaim::FiftyMoves) => "50 moves",
                None => return self.adjudicated(position, comments),
            },
        };
        Some(drawn(Termination::Normal, reason))
    }

    /// Returns the result of the tables, of the scores or of the length.
    fn adjudicated(&self, position: &Position, comments: &[EngineComment]) -> Option<Ending> {
        if let Some(white) = self.worth(position) {
            return Some(Ending {
                white,
                termination: Termination::Adjudication,
                reason: "tables".to_owned(),
            });
        }
        // The side that has just moved.
        let mover = 1 - position.turn().index() % 2;
        let finished = position.fullmoves() - u32::from(mover == 0);
        match self.ends {
            GameEnds { resign: Some(rule), .. } if rule.applies(comments) => {
                let reason = format!("reports {} centipawns or less", -rule.score);
                Some(lost(mover, Termination::Adjudication, &reason))
            }
            GameEnds { draw: Some(rule), .. } if rule.applies(comments, finished) => {
                Some(drawn(Termination::Adjudication, "even scores"))
            }
            ends if comments.len() >= ends.longest => Some(drawn(Termination::Adjudication, "length")),
            _ => None,
        }
    }

    /// Returns the result of the tables, in quarters of a point for White.
    fn worth(&self, position: &Position) -> Option<u8> {
        let mover = match self.tables?.score(position)?.worth {
            Worth::Win => 4,
            Worth::Stalemating => 3,
            Worth::Draw => 2,
            Worth::Stalemated => 1,
            Worth::Loss => 0,
        };
        Some(if other(position.turn()) == Player::BLACK { mover } else { 4 - mover })
    }
}
