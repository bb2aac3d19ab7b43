//! What every command is given: the common options and the signals.

use std::fmt;

use hexmate::rules::Game;
use serde_json::{Value, json};

use crate::args::{Args, Arguments, ColorChoice, Common, Pieces};
use crate::batch::{self, Panicked, Supply};
use crate::checkpoint;
use crate::diagnostic;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::part::Parts;
use crate::progress::Progress;

/// How the work on files has gone.
pub struct Ran {
    /// How far it has come.
    pub done: batch::Summary,
    /// The status that a file asks for which could not be read.
    pub unreadable: Option<Status>,
}

/// The common options, made ready for use, and whether a signal has come.
pub struct Context<'a> {
    common: &'a Common,
    variant: Option<Game>,
    /// The command line, as far as it tells what is to be done.
    pub arguments: &'a Arguments,
    /// The parts that are to be joined, where this is a merge.
    pub parts: Option<&'a Parts>,
    /// Whether somebody wants the run to stop.
    pub interrupt: Interrupt,
}

impl<'a> Context<'a> {
    /// Starts the threads that the options ask for, and one that answers signals.
    pub fn new(args: &'a Args, interrupt: Interrupt) -> Result<Self, Failure> {
        let Args { common, arguments, .. } = args;
        let threads = common.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
        let said = (!common.quiet).then_some("finishing what is in hand; a second signal stops at once");
        interrupt.answer(said)?;
        Ok(Self { common, variant: common.variant, arguments, parts: None, interrupt })
    }

    /// The same for the command of these parts, whose work is done already.
    pub fn merging<'b>(&self, joined: &'b Args, parts: &'b Parts) -> Context<'b>
    where
        'a: 'b,
    {
        let Args { common: Common { variant, .. }, arguments, .. } = joined;
        let (common, interrupt) = (self.common, self.interrupt.clone());
        Context { common, variant: *variant, arguments, parts: Some(parts), interrupt }
    }

    /// What a checkpoint is of, in its first line: all that the arguments tell.
    pub fn work(&self, pieces: &Pieces) -> Value {
        checkpoint::header(&json!(self.arguments.lasting()), pieces)
    }

    /// Maps records in parallel with a progress bar; see [`batch::run`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn batch<T: Send, R: Send, E>(
        &self,
        records: impl IntoIterator<Item = T, IntoIter: Send>,
        count: Option<u64>,
        work: impl Fn(T) -> R + Sync,
        write: impl FnMut(u64, Result<R, Panicked>) -> Result<(), E>,
    ) -> Result<batch::Summary, E> {
        let lots = records.into_iter().map(|record| vec![record]);
        batch::run(lots, &self.interrupt, &self.progress(count), work, write)
    }

    /// The same for what is read from files, in lots of at most so many: one that cannot be read is said
    /// so, and the others go on.
    ///
    /// # Errors
    ///
    /// The first failure of `write`.
    pub fn batch_of_files<T: Send, R: Send>(
        &self,
        records: impl Supply<Item = Result<T, Failure>>,
        most: usize,
        work: impl Fn(T) -> R + Sync,
        mut write: impl FnMut(Result<R, Panicked>) -> Result<(), Failure>,
    ) -> Result<Ran, Failure> {
        let mut unreadable = None;
        let work = |record: Result<T, Failure>| record.map(&work);
        let write = |_, result| match result {
            Ok(Err(failure)) => {
                unreadable = Some(Failure::report(failure, self.color()));
                Ok(())
            }
            Ok(Ok(found)) => write(Ok(found)),
            Err(panic) => write(Err(panic)),
        };
        let done = batch::run(records.in_lots(most), &self.interrupt, &self.progress(None), work, write)?;
        Ok(Ran { done, unreadable })
    }

    /// The game asked for, or Glinski's: for input that cannot say itself what it is.
    pub fn game(&self) -> Game {
        self.variant.unwrap_or_default()
    }

    /// The game asked for, if one is.
    pub fn asked_game(&self) -> Option<Game> {
        self.variant
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
