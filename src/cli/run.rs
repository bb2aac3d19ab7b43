//! The one way from a command to its outputs: what is found of each record is written at once, or kept in a log
//! until all parts are there.
//!
//! ```text
//! records ─▶ Runner: log, else Task::work ─▶ Sink         one run
//!                                         └▶ part file    with --shard
//!            parts, in order              ─▶ Sink         merge
//! ```
//!
//! So a merge writes what one run would have written: both take the same way from what was found to the outputs. A sink
//! is opened from what is recorded and from places of outputs, and needs nothing else of a command line.

use hexmate_batch::files::InputDigest;
use hexmate_batch::log::{Header, InvalidEntry, Log, LogError, LogFiles, Parts};
use hexmate_batch::shard::Shard;
use hexmate_batch::{ItemSource, Progress as _, Runner, Summary, Task};
use hexmate_report::recorded::Recorded;
use serde::de::DeserializeOwned;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::shared::long::LongWork;

/// Where what was found goes, in the order of the records.
pub trait Sink {
    /// A rendered result.
    type Entry: Send + 'static;

    /// Writes the rendered result of a record.
    fn take(&mut self, found: Self::Entry) -> Result<(), Failure>;

    /// What is missing after a signal.
    fn missing(&self, done: &Summary) -> String {
        done.to_string()
    }

    /// Puts all files in their places; tells how the whole is to end. So many records were read.
    fn finish(self, context: &Context<'_>, read: u64) -> Result<Status, Failure>;
}

/// What a command works on, and how.
pub struct Work<'a, T, I> {
    /// What it works on.
    pub items: I,
    /// Has the digest of what was read when all is read.
    pub input: InputDigest,
    /// What is done with each item.
    pub task: &'a T,
    /// Whether it is one shard, and where finished work is noted; with what a log records.
    pub long: Option<(&'a LongWork, Recorded)>,
    /// Who is told how far it is.
    pub progress: Progress,
}

impl<T: Task, I: ItemSource<T::Item>> Work<'_, T, I> {
    /// Does it: all of it, or a shard. Results are written as they are.
    ///
    /// # Errors
    ///
    /// See [`Self::run_rendered`].
    pub fn run<S: Sink<Entry = T::Output>>(
        self,
        context: &Context<'_>,
        open: impl FnOnce() -> Result<S, Failure>,
    ) -> Result<Status, Failure>
    where
        T::Output: 'static,
    {
        self.run_rendered(context, |found| found, open)
    }

    /// Does it: all of it, or a shard. Worker threads render the results.
    ///
    /// A shard whose part is whole is good, whatever was found: that is for the merge to tell.
    pub fn run_rendered<S: Sink>(
        self,
        context: &Context<'_>,
        render: impl Fn(T::Output) -> S::Entry + Sync,
        open: impl FnOnce() -> Result<S, Failure>,
    ) -> Result<Status, Failure> {
        let (mut shard, mut is_whole, mut log) = (Shard::WHOLE, true, None);
        if let Some((long, recorded)) = self.long {
            let part = long.shard().map(|(_, path)| context.outputs.open(path)).transpose()?;
            if let Some((own, _)) = long.shard() {
                (shard, is_whole) = (own, false);
            }
            let (options, changeable) = (context.arguments.options(), context.arguments.changeable());
            let header = Header::new(recorded, options.clone(), changeable.clone(), shard);
            log = Log::open(&header, LogFiles { checkpoint: long.checkpoint(), part }, &self.input)?;
        }
        let mut sink = is_whole.then(open).transpose().inspect_err(|_| context.outputs.discard())?;
        let (mut unreadable, mut given_up) = (None, 0);
        let stop = context.interrupt.stop();
        let runner = Runner { threads: context.threads, stop, progress: &self.progress };
        // A shard writes no output.
        let render = |found| is_whole.then(|| render(found));
        let ended = runner.run(self.items, shard, self.task, log, render, |found| match (found, &mut sink) {
            (Ok(Some(found)), Some(sink)) => sink.take(found),
            (Ok(_), _) => Ok(()),
            // What was given up for a signal is told as that.
            (Err(_), _) if context.interrupt.status().is_some() => {
                given_up += 1;
                Ok(())
            }
            (Err(error), _) => {
                unreadable = Some(Failure::from(error).report());
                Ok(())
            }
        });
        let is_stopped = ended.as_ref().map_or(true, |done| done.is_stopped) || given_up > 0;
        if is_stopped || unreadable.is_some() {
            context.outputs.set_incomplete();
        }
        let done = match (ended, sink) {
            (Ok(done), kept) => {
                sink = kept;
                Summary { read: done.read - given_up, ..done }
            }
            (Err(failure), sink) => {
                // What was finished is kept in files; whatever else fails there is not the reason.
                if let Some(sink) = sink.filter(|_| context.outputs.has_pending()) {
                    context.silence();
                    let _ = sink.finish(context, 0);
                }
                return Err(failure);
            }
        };
        drop(self.progress);
        let missing = sink.as_ref().map_or_else(|| done.to_string(), |sink| sink.missing(&done));
        let status = match sink {
            Some(sink) => sink.finish(context, done.read)?,
            None => context.interrupt.status().unwrap_or(Status::Clean),
        };
        match context.interrupt.status().filter(|_| is_stopped) {
            Some(stopped) => {
                context.note(missing);
                Ok(stopped)
            }
            None => Ok(unreadable.unwrap_or(status)),
        }
    }
}

/// Writes the results in parts, which may be forged: nothing is written before all of them have been checked.
pub fn merge<E: DeserializeOwned, S: Sink>(
    context: &Context<'_>,
    parts: &Parts<Recorded>,
    check: impl Fn(&E) -> Result<(), InvalidEntry>,
    render: impl Fn(E) -> S::Entry,
    open: impl FnOnce() -> Result<S, Failure>,
) -> Result<Status, Failure> {
    let checked = |found: Result<E, LogError>| {
        let found = found?;
        let forged = |fault| Failure::Unfit(format!("a part is forged: it has {fault}"));
        check(&found).map_err(forged)?;
        Ok::<_, Failure>(found)
    };
    for found in parts.outputs()? {
        if let Some(status) = context.interrupt.status() {
            return Ok(status);
        }
        checked(found)?;
    }
    let mut sink = open()?;
    let progress = context.progress(Some(parts.count()));
    // The files may have changed by now.
    for found in parts.outputs()? {
        if let Some(status) = context.interrupt.status() {
            return Ok(status);
        }
        let found = render(checked(found)?);
        progress.suspend(|| sink.take(found))?;
        progress.step();
    }
    drop(progress);
    sink.finish(context, parts.count())
}
