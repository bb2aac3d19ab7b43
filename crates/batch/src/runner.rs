//! The one way to run a batch: workers that take from a queue, and results written in order.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::value::RawValue;

use super::queue::{Chunk, Queue, ROOM};
use super::{Progress, StopFlag, Summary, Supply, Task, WorkItem, caught};
use crate::files::FileError;
use crate::log::{Checkpoint, Log, LogError, RecordDigest};
use crate::shard::Shard;

/// How long results gather: a writer that must be woken for each holds up the work on short items.
const PAUSE: Duration = Duration::from_millis(1);

/// How batches are run.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a, P> {
    /// How many items are worked on at once.
    pub threads: NonZeroUsize,
    /// When to begin no more.
    pub stop: &'a StopFlag,
    /// Who is told how far it is.
    pub progress: &'a P,
}

/// What came of an item, with what the log says of it.
struct Done<F> {
    number: u64,
    identity: Option<RecordDigest>,
    is_final: bool,
    found: F,
    /// The same as the log has it, if there is one.
    logged: Option<Box<RawValue>>,
}

type Outcome<F> = Result<Result<Done<F>, LogError>, FileError>;

/// What came of a chunk, and where its first item stands in the order of this run.
///
/// Without the type of what was found, so that threads and channels are compiled once and not
/// for every task: it is a `Vec` of [`Outcome`].
struct Finished {
    first: u64,
    outcomes: Box<dyn Any + Send>,
}

impl<P: Progress> Runner<'_, P> {
    /// Works on the items of a shard, renders each result in the worker threads, and passes what was rendered to
    /// `write` in the order of the items, or that a file cannot be read.
    ///
    /// Each is written as soon as it and all before it are ready. After a stop nothing
    /// is begun; what is in hand is finished and written. A panic ends only the item that it
    /// happens in. What the log holds of an earlier run is not worked on again; the log is
    /// completed if everything was done and every file could be read.
    ///
    /// # Errors
    ///
    /// The first error of `write` or of the log; nothing is begun after it.
    #[expect(clippy::missing_panics_doc, reason = "the workers send what is expected")]
    pub fn run<T: Task, R: Send + 'static, E: From<LogError>>(
        &self,
        items: impl Supply<T::Item>,
        shard: Shard,
        task: &T,
        mut log: Option<Log>,
        render: impl Fn(T::Output) -> R + Sync,
        mut write: impl FnMut(Result<R, FileError>) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let failed = AtomicBool::new(false);
        let (written, room) = mpsc::channel();
        let queue = Mutex::new(Queue::new(items, shard, task.together(), room));
        let is_logged = log.is_some();
        let (checkpoint, mut entries) = log.as_mut().map(Log::parts).unzip();
        let checkpoint = checkpoint.flatten();
        let render = &render;
        let worker =
            Worker { queue: &queue, task, render, checkpoint, is_logged, stop: self.stop, failed: &failed };
        let (mut is_all_readable, mut is_all_final) = (true, true);
        let mut write_one = |outcome: Outcome<R>| match outcome {
            Ok(done) => {
                let Done { number, identity, is_final, found, logged } = done?;
                is_all_final &= is_final;
                if let (Some(entries), Some(identity), Some(logged)) = (&mut entries, identity, logged) {
                    entries.add(number, identity, is_final, &logged).map_err(LogError::from)?;
                }
                write(Ok(found))
            }
            Err(error) => {
                is_all_readable = false;
                write(Err(error))
            }
        };
        let mut count = 0_u64;
        // Gone when writing fails, so that no worker waits for room.
        let mut written = Some(written);
        let mut error = None;
        let mut write_chunk = |outcomes: Box<dyn Any + Send>| {
            let outcomes: Box<Vec<Outcome<R>>> = outcomes.downcast().expect("what the worker sends");
            let first = count;
            for outcome in *outcomes {
                count += 1;
                if let Err(failure) = self.progress.suspend(|| write_one(outcome)) {
                    error = Some(failure);
                    failed.store(true, Ordering::Relaxed);
                    written = None;
                    return None;
                }
                self.progress.step();
                if let Some(written) = written.as_ref().filter(|_| count.is_multiple_of(ROOM)) {
                    // Nobody waits when all is read.
                    let _ = written.send(());
                }
            }
            Some(count - first)
        };
        run_threads(self.threads, &|results| worker.work_off(results), &mut write_chunk);
        if let Some(error) = error {
            return Err(error);
        }
        let Queue { read, total, is_exhausted, .. } =
            queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let summary = Summary { read, is_stopped: self.stop.is_raised() && !is_exhausted };
        // What a signal has cut short is for a run that goes on, and no part of anything.
        let is_cut_short = self.stop.is_raised() && !is_all_final;
        let is_complete = !summary.is_stopped && !is_cut_short && is_all_readable;
        match log {
            Some(log) if is_complete => log.finish(total)?,
            Some(log) => log.keep()?,
            None => {}
        }
        Ok(summary)
    }
}

/// Lets threads work, and writes what they finish chunk by chunk in its order, until none is left or writing
/// fails. Writing tells how many items a chunk had.
fn run_threads(
    threads: NonZeroUsize,
    work_off: &(dyn Fn(&Sender<Finished>) + Sync),
    write: &mut dyn FnMut(Box<dyn Any + Send>) -> Option<u64>,
) {
    let (results, finished) = mpsc::channel();
    let writer = thread::current();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (results, writer) = (results.clone(), writer.clone());
            scope.spawn(move || {
                work_off(&results);
                drop(results);
                // What is finished need not wait for more.
                writer.unpark();
            });
        }
        drop(results);
        let mut written = 0;
        let mut waiting = BTreeMap::new();
        loop {
            thread::park_timeout(PAUSE);
            let Ok(Finished { first, outcomes }) = finished.try_recv().or_else(|_| finished.recv()) else {
                return;
            };
            waiting.insert(first, outcomes);
            let is_over = loop {
                match finished.try_recv() {
                    Ok(Finished { first, outcomes }) => waiting.insert(first, outcomes),
                    Err(error) => break error == TryRecvError::Disconnected,
                };
            };
            while let Some(outcomes) = waiting.remove(&written) {
                let Some(count) = write(outcomes) else { return };
                written += count;
            }
            if is_over {
                return;
            }
        }
    });
}

/// Where items are worked on, by several threads at once.
struct Worker<'a, S, T, F> {
    queue: &'a Mutex<Queue<S>>,
    task: &'a T,
    render: &'a F,
    checkpoint: Option<&'a Checkpoint>,
    is_logged: bool,
    stop: &'a StopFlag,
    failed: &'a AtomicBool,
}

impl<T, S, R, F> Worker<'_, S, T, F>
where
    T: Task,
    S: Supply<T::Item>,
    R: Send + 'static,
    F: Fn(T::Output) -> R,
{
    /// Takes one chunk after the other until there will be no more.
    fn work_off(&self, results: &Sender<Finished>) {
        while let Some(Chunk { first, items }) = self.take() {
            let work = |item: Result<_, _>| item.map(|(number, item)| self.work(number, item));
            let outcomes: Vec<Outcome<R>> = items.into_iter().map(work).collect();
            // Nobody listens only if writing has failed, and then nobody wants the results.
            let _ = results.send(Finished { first, outcomes: Box::new(outcomes) });
        }
    }

    fn take(&self) -> Option<Chunk<T::Item>> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_closed = self.stop.is_raised() || self.failed.load(Ordering::Relaxed);
        (!is_closed && !queue.is_exhausted).then(|| queue.next())?
    }

    fn work(&self, number: u64, item: T::Item) -> Result<Done<R>, LogError> {
        let mut identity = None;
        let done = caught(|| {
            identity = self.is_logged.then(|| RecordDigest::from(&item.identity()));
            self.recall_or_work(number, identity, item)
        });
        let (is_final, found, logged) = match done {
            Ok(done) => done?,
            Err(panic) => {
                let found = self.task.panicked(&panic);
                let logged = self.logged(&found)?;
                (false, (self.render)(found), logged)
            }
        };
        Ok(Done { number, identity, is_final, found, logged })
    }

    /// What was found of an item, and whether that is final; and as the log has it.
    fn recall_or_work(
        &self,
        number: u64,
        identity: Option<RecordDigest>,
        item: T::Item,
    ) -> Result<(bool, R, Option<Box<RawValue>>), LogError> {
        let checkpoint = self.checkpoint.zip(identity);
        if let Some((checkpoint, identity)) = checkpoint
            && let Some(found) = checkpoint.recall(number, identity, &|| item.name())?
        {
            self.task.check(&found).map_err(|fault| checkpoint.other_record(&fault))?;
            let logged = self.logged(&found)?;
            return Ok((true, (self.render)(found), logged));
        }
        let found = self.task.work(item);
        let is_final = self.task.is_final(&found);
        debug_assert!(!is_final || self.task.check(&found).is_ok(), "a log with this is refused");
        let logged = self.logged(&found)?;
        if let (Some((checkpoint, identity)), Some(logged)) = (checkpoint.filter(|_| is_final), &logged) {
            checkpoint.note(number, identity, logged)?;
        }
        Ok((is_final, (self.render)(found), logged))
    }

    fn logged(&self, found: &T::Output) -> Result<Option<Box<RawValue>>, LogError> {
        if !self.is_logged {
            return Ok(None);
        }
        let logged =
            serde_json::value::to_raw_value(found).map_err(|error| LogError::Unfit(error.to_string()))?;
        debug_assert!(serde_json::from_str::<T::Output>(logged.get()).is_ok(), "a log with this is refused");
        Ok(Some(logged))
    }
}
