//! From the records of a command to its outputs: results are written at once, or stored in the part of a shard, which
//! `merge` reads.
//!
//! ```text
//! records ─▶ Runner: log, else Task::work ─▶ Sink         one run
//!                                         └▶ part file    with --shard
//!            parts, in order              ─▶ Sink         merge
//! ```
//!
//! A merge writes what one run would have written, because both send the same results to the same sinks. A sink is
//! opened from the recorded options and the paths of outputs, and needs nothing else of the command line.

use hexmate_batch::files::{FileError, InputDigest, InputState};
use hexmate_batch::log::{Header, InvalidEntry, Log, LogError, LogFiles, Parts};
use hexmate_batch::shard::Shard;
use hexmate_batch::{ItemSource, Progress as _, Runner, Summary, Task};
use hexmate_report::recorded::Recorded;
use serde::de::DeserializeOwned;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::shared::long::Logging;

/// Consumer of the results, in the order of the records.
pub trait Sink {
    /// A rendered result of one record.
    type Entry: Send + 'static;

    /// Writes the rendered result of a record.
    fn take(&mut self, entry: Self::Entry) -> Result<(), Failure>;

    /// Adds an input that cannot be read, where a report names them.
    fn add_unreadable(&mut self, _error: &FileError) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns whether a result has said that a signal stopped its work.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns a message about the missing results after a signal.
    fn missing(&self, done: &Summary) -> String {
        done.to_string()
    }

    /// Finishes all outputs after `read` records, prints the summary, and returns the exit status.
    fn finish(self, context: &Context<'_>, read: u64) -> Result<Status, Failure>;
}

/// Work of a command over many items.
pub struct Work<'a, T, I> {
    /// Items to work on.
    pub items: I,
    /// Digest of the input, complete when all of it is read.
    pub input: InputDigest,
    /// Task that processes one item.
    pub task: &'a T,
    /// Shard and checkpoint; `None` for commands without them.
    pub long: Option<Logging<'a>>,
    /// Progress bar.
    pub progress: Progress,
}

impl<T: Task, I: ItemSource<T::Item>> Work<'_, T, I> {
    /// Does all of the work, or one shard, and sends the results to the sink that `open` returns.
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

    /// Does all of the work, or one shard; worker threads render the results for the sink that `open` returns.
    ///
    /// A shard with a complete part returns [`Status::Clean`], whatever its results: the merge returns their status.
    ///
    /// # Errors
    ///
    /// If an output or the log fails.
    pub fn run_rendered<S: Sink>(
        self,
        context: &Context<'_>,
        render: impl Fn(T::Output) -> S::Entry + Sync,
        open: impl FnOnce() -> Result<S, Failure>,
    ) -> Result<Status, Failure> {
        let (mut shard, mut is_whole, mut log) = (Shard::WHOLE, true, None);
        if let Some(Logging { shard: own, checkpoint, recorded, files }) = self.long {
            let part = own.map(|(_, path)| context.outputs.open(path)).transpose()?;
            if let Some((own, _)) = own {
                (shard, is_whole) = (own, false);
            }
            if own.is_some() || checkpoint.is_some() {
                let (options, changeable) = (context.arguments.options(), context.arguments.changeable());
                let state = InputState::read(files, context.interrupt.stop());
                let state = state.ok_or_else(|| context.stopped())?;
                let header = Header::new(recorded, options.clone(), changeable.clone(), shard);
                let header = header.with_input(state, files);
                log = Log::open(&header, LogFiles { checkpoint, part }, &self.input)?;
            }
        }
        let mut sink = is_whole.then(open).transpose().inspect_err(|_| context.outputs.discard())?;
        let (mut unreadable, mut stopped) = (None, 0);
        let stop = context.interrupt.stop();
        let runner = Runner { threads: context.threads, stop, progress: &self.progress };
        // A shard writes only its part.
        let render = |found| is_whole.then(|| render(found));
        let ended = runner.run(self.items, shard, self.task, log, render, |found| match (found, &mut sink) {
            (Ok(Some(found)), Some(sink)) => sink.take(found),
            (Ok(_), _) => Ok(()),
            // Reading stopped by a signal is not an error of the input.
            (Err(_), _) if context.interrupt.status().is_some() => {
                stopped += 1;
                Ok(())
            }
            (Err(error), sink) => {
                let named = sink.as_mut().map_or(Ok(()), |sink| sink.add_unreadable(&error));
                unreadable = Some(Failure::from(error).report());
                named
            }
        });
        let is_stopped = ended.as_ref().map_or(true, |done| done.is_stopped)
            || stopped > 0
            || sink.as_ref().is_some_and(Sink::is_stopped);
        if is_stopped || unreadable.is_some() {
            context.outputs.set_incomplete();
        }
        let done = match (ended, sink) {
            (Ok(done), kept) => {
                sink = kept;
                Summary { read: done.read - stopped, ..done }
            }
            (Err(failure), sink) => {
                // Keep the finished results; errors in doing so would hide the cause.
                if let Some(sink) = sink.filter(|_| context.outputs.has_pending()) {
                    context.suppress_notes();
                    let _ = sink.finish(context, 0);
                }
                return Err(failure);
            }
        };
        self.progress.finish();
        let missing = sink.as_ref().map_or_else(|| done.to_string(), |sink| sink.missing(&done));
        let status = match sink {
            Some(sink) => sink.finish(context, done.read)?,
            None => context.interrupt.status().unwrap_or(Status::Clean),
        };
        match context.interrupt.status().filter(|_| is_stopped) {
            Some(status) => {
                context.note(missing);
                Ok(status)
            }
            None if unreadable.is_some() => {
                context.outputs.commit_reports()?;
                Ok(unreadable.unwrap_or(status))
            }
            None => Ok(status),
        }
    }
}

/// Writes the results in parts. Parts may be forged, so all of them are checked before anything is written.
pub fn merge<E: DeserializeOwned, S: Sink>(
    context: &Context<'_>,
    parts: &Parts<Recorded>,
    check: impl Fn(&E) -> Result<(), InvalidEntry>,
    render: impl Fn(E) -> S::Entry,
    open: impl FnOnce() -> Result<S, Failure>,
) -> Result<Status, Failure> {
    let checked = |found: Result<E, LogError>| {
        let found = found?;
        let forged = |fault| Failure::Mismatch(format!("a part is forged: it has {fault}"));
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
    // Check again, because the files may have changed since.
    for found in parts.outputs()? {
        if let Some(status) = context.interrupt.status() {
            return Ok(status);
        }
        let found = render(checked(found)?);
        progress.suspend(|| sink.take(found))?;
        progress.step();
    }
    progress.finish();
    sink.finish(context, parts.count())
}
