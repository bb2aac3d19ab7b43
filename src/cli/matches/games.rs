//! The task of `match`: one game is one record, and a finished game one entry of the checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use hexmate_batch::digest::Digest;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{Panicked, Task, WorkItem};
use hexmate_core::rules::Move;
use hexmate_position::Position;
use serde::{Deserialize, Serialize};

use super::contestant::{Contestant, Faults};
use super::referee::Referee;
use crate::cli::exit::Failure;

/// Largest length of the reason for which a game ended, in bytes.
const REASON: usize = 1000;

/// The number of a game of a match, from 0. Games 2n and 2n + 1 have the same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameNumber(pub u64);

impl WorkItem for GameNumber {
    fn name(&self) -> String {
        format!("game {}", self.0 + 1)
    }

    /// Digest of the number alone: engines, seed and limits are in the header of the log.
    fn identity(&self) -> Digest {
        Digest::of(&self.name())
    }

    fn hash(&self) -> u64 {
        self.0
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Number of the game, from 0.
    pub number: u64,
    /// Moves as in UCI, with spaces between them.
    pub moves: String,
    /// Quarters of a point for White.
    pub white: u8,
    /// Reason of the end, in words.
    pub reason: String,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The game is finished.
    Game(Game),
    /// The game was stopped by a signal, or was not needed.
    NotPlayed,
    /// An engine cannot be started, for this reason.
    Impossible(String),
    /// An engine has ended at each of its last starts; which one, and the last reason.
    Broken(String),
}

/// Returns the moves of a game from the start, or `None` if one of them is illegal.
pub fn moves_of(game: hexmate_position::Game, text: &str) -> Option<Vec<Move>> {
    let mut position = Position::start(game);
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let m = position.parse_uci(word)?;
        position.make_move_unchecked(m);
        moves.push(m);
    }
    Some(moves)
}

/// Task that plays the games of a match.
pub struct Games<'a> {
    referee: &'a Referee<'a>,
    is_over: &'a AtomicBool,
    faults: &'a [Faults; 2],
    /// Engines that are not playing, in pairs.
    idle: Mutex<Vec<[Contestant<'a>; 2]>>,
}

impl<'a> Games<'a> {
    /// Creates the task; no game is begun once `is_over` is set.
    pub fn new(referee: &'a Referee<'a>, is_over: &'a AtomicBool, faults: &'a [Faults; 2]) -> Self {
        Self { referee, is_over, faults, idle: Mutex::default() }
    }

    /// Returns an error if a command is empty or has an unclosed quotation mark.
    pub fn check_engines(&self) -> Result<(), Failure> {
        for (command, faults) in self.referee.args.engines.iter().zip(self.faults) {
            if self.contestant(command, faults).is_none() {
                let message = format!("empty command or unclosed quotation mark: {command:?}");
                return Err(Failure::Usage(message));
            }
        }
        Ok(())
    }

    fn contestant(&self, command: &str, faults: &'a Faults) -> Option<Contestant<'a>> {
        let Referee { game, args, stop, .. } = *self.referee;
        Contestant::new(command, args, game.name, stop, faults)
    }

    /// Returns two engines that are not playing.
    fn engines(&self) -> Option<[Contestant<'a>; 2]> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.or_else(|| {
            let [one, other] = [0, 1]
                .map(|index| self.contestant(self.referee.args.engines.get(index)?, &self.faults[index]));
            Some([one?, other?])
        })
    }
}

impl Task for Games<'_> {
    type Item = GameNumber;
    type Output = Ended;

    fn work(&self, GameNumber(number): GameNumber) -> Ended {
        if self.is_over.load(Ordering::Relaxed) {
            return Ended::NotPlayed;
        }
        let Some([mut first, mut second]) = self.engines() else {
            return Ended::Impossible("a command is empty".to_owned());
        };
        let opening = self.referee.opening(number / 2);
        let mut players = [&mut first, &mut second];
        if number % 2 == 1 {
            players.reverse();
        }
        let Some(finished) = self.referee.play(&opening, &mut players) else { return Ended::NotPlayed };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push([first, second]);
        if finished.is_hopeless {
            return Ended::Impossible(finished.reason);
        }
        if finished.is_broken {
            let mut engines = self.referee.args.engines.iter().zip(self.faults);
            let command =
                engines.find_map(|(command, faults)| faults.is_broken().then_some(command.as_str()));
            let (command, reason) = (command.unwrap_or("an engine"), finished.reason);
            return Ended::Broken(format!("{command} ends at each start, before its first move: {reason}"));
        }
        let mut position = Position::start(self.referee.game);
        let mut words = Vec::new();
        for m in finished.moves {
            words.push(position.uci(m).to_string());
            position.make_move_unchecked(m);
        }
        let reason = finished.reason.chars().take(REASON / 4).collect();
        Ended::Game(Game { number, moves: words.join(" "), white: finished.white, reason })
    }

    fn panicked(&self, panic: &Panicked) -> Ended {
        Ended::Impossible(panic.to_string())
    }

    fn check(&self, ended: &Ended) -> Result<(), InvalidEntry> {
        let Ended::Game(Game { number, moves, white, reason }) = ended else {
            return Err(InvalidEntry("a game that was not played"));
        };
        let moves = moves_of(self.referee.game, moves).ok_or(InvalidEntry("an illegal move"))?;
        if !moves.starts_with(&self.referee.opening(number / 2)) {
            return Err(InvalidEntry("another opening"));
        }
        match *white > 4 || reason.len() > REASON {
            true => Err(InvalidEntry("no result of a game")),
            false => Ok(()),
        }
    }

    fn is_final(&self, ended: &Ended) -> bool {
        matches!(ended, Ended::Game(_))
    }
}
