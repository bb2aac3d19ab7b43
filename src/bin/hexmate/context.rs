//! What every command is given: the common options and the signals.

use std::fmt;

use crate::args::{ColorChoice, Common};
use crate::batch;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::game::Game;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// The common options, made ready for use, and whether a signal has come.
pub struct Context<'a> {
    common: &'a Common,
    /// Whether somebody wants the run to stop.
    pub interrupt: Interrupt,
}

impl<'a> Context<'a> {
    /// Starts the threads that the options ask for, and one that answers signals.
    pub fn new(common: &'a Common, interrupt: Interrupt) -> Result<Self, Failure> {
        let threads = common.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
        let said = (!common.quiet).then_some("finishing what is in hand; a second signal stops at once");
        interrupt.answer(said)?;
        Ok(Self { common, interrupt })
    }

    /// The game asked for, or Glinski's: for input that cannot say itself what it is.
    pub fn game(&self) -> Game {
        self.common.variant.unwrap_or_default()
    }

    /// The game asked for, if one is.
    pub fn asked_game(&self) -> Option<Game> {
        self.common.variant
    }

    /// Whether, and when, stderr is coloured.
    pub fn color(&self) -> ColorChoice {
        self.common.color
    }

    /// A progress bar for so many records, if there is somebody to see it.
    pub fn progress(&self, records: Option<u64>) -> Progress {
        if self.common.quiet { Progress::hidden() } else { Progress::on_terminal(records) }
    }

    /// How a batch has ended: by a signal, of which it tells what is missing, or as it would have without.
    pub fn ended(&self, done: batch::Summary, otherwise: Status) -> Status {
        let Some(status) = done.stopped else { return otherwise };
        self.note(done);
        status
    }

    /// Says something on stderr that is good to know, unless silence is asked for.
    pub fn note(&self, note: impl fmt::Display) {
        if !self.common.quiet {
            diagnostic::say(note);
        }
    }
}
