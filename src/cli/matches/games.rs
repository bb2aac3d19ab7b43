//! The task of `match`: one game is one record, and a finished game one entry of the checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use hexmate_batch::digest::Digest;
use hexmate_batch::log::InvalidEntry;
use hexmate_batch::{Panicked, Task, WorkItem};
use serde::{Deserialize, Serialize};

use super::contestant::{Contestant, Entrant};
use super::openings::Openings;
use super::record::{Game, today, words_of};
use super::referee::Referee;
use super::schedule::Schedule;

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

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The game is finished.
    Game(Box<Game>),
    /// The game was stopped by a signal, or was not needed.
    NotPlayed,
    /// An engine cannot be started, for this reason.
    Impossible(String),
    /// An engine has ended at each of its last starts; which one, and the last reason.
    Broken(String),
}

/// Task that plays the games of a match.
pub struct Games<'a> {
    referee: &'a Referee<'a>,
    entrants: &'a [Entrant],
    schedule: &'a Schedule,
    openings: &'a Openings,
    is_over: &'a AtomicBool,
    /// Processes that are not playing, of each engine.
    idle: Vec<Mutex<Vec<Contestant<'a>>>>,
}

impl<'a> Games<'a> {
    /// Creates the task; no game is begun once `is_over` is set.
    pub fn new(
        referee: &'a Referee<'a>,
        entrants: &'a [Entrant],
        (schedule, openings): (&'a Schedule, &'a Openings),
        is_over: &'a AtomicBool,
    ) -> Self {
        let idle = entrants.iter().map(|_| Mutex::default()).collect();
        Self { referee, entrants, schedule, openings, is_over, idle }
    }

    /// Adds a process that is not playing.
    pub fn add(&self, engine: usize, process: Contestant<'a>) {
        self.idle[engine].lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }

    /// Returns a process of an engine that is not playing.
    fn process(&self, engine: usize) -> Contestant<'a> {
        let idle = self.idle[engine].lock().unwrap_or_else(PoisonError::into_inner).pop();
        let Referee { game, stop, .. } = *self.referee;
        idle.unwrap_or_else(|| Contestant::new(&self.entrants[engine], game.name, stop))
    }
}

impl Task for Games<'_> {
    type Item = GameNumber;
    type Output = Ended;

    fn work(&self, GameNumber(number): GameNumber) -> Ended {
        if self.is_over.load(Ordering::Relaxed) {
            return Ended::NotPlayed;
        }
        let pairing = self.schedule.pairing(number);
        let [mut white, mut black] = pairing.players.map(|engine| self.process(engine));
        let opening = self.openings.get(pairing.opening);
        let entrants = pairing.players.map(|engine| &self.entrants[engine]);
        let played = self.referee.play(&opening, entrants, &mut [&mut white, &mut black]);
        let Some(finished) = played else { return Ended::NotPlayed };
        let [first, second] = pairing.players;
        self.add(first, white);
        self.add(second, black);
        let reason = Game::short_reason(&finished.ending.reason);
        if finished.is_hopeless {
            return Ended::Impossible(reason);
        }
        if finished.is_broken {
            let broken = self.entrants.iter().find(|entrant| entrant.faults.is_broken());
            let command = broken.map_or("an engine", |entrant| entrant.settings.command.as_str());
            return Ended::Broken(format!("{command} ends at each start, before its first move: {reason}"));
        }
        Ended::Game(Box::new(Game {
            number,
            moves: words_of(&opening, &finished.moves),
            white: finished.ending.white,
            termination: finished.ending.termination,
            reason,
            date: today(),
            comments: finished.comments,
            late: finished.late,
        }))
    }

    fn panicked(&self, panic: &Panicked) -> Ended {
        Ended::Impossible(panic.to_string())
    }

    fn check(&self, ended: &Ended) -> Result<(), InvalidEntry> {
        let Ended::Game(game) = ended else {
            return Err(InvalidEntry("a game that was not played"));
        };
        let opening = self.openings.get(self.schedule.pairing(game.number).opening);
        match game.fault(&opening) {
            Some(fault) => Err(InvalidEntry(fault)),
            None => Ok(()),
        }
    }

    fn is_final(&self, ended: &Ended) -> bool {
        matches!(ended, Ended::Game(_))
    }
}
