//! The parallel run of a batch: workers take items from a queue, and results are written in input order.

use std::any::Any;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::value::RawValue;

use super::queue::{Chunk, Queue, Taken, Written};
use super::{ItemSource, Progress, StopFlag, Summary, Task, WorkItem, caught};
use crate::files::FileError;
use crate::log::{Checkpoint, Log, LogError, RecordDigest};
use crate::shard::Shard;

/// Time for which results gather before they are written: waking the writer for each result slows down short items.
const PAUSE: Duration = Duration::from_millis(1);

/// Settings of a parallel run.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a, P> {
    /// Number of worker threads.
    pub threads: NonZeroUsize,
    /// Flag after which no further item is begun.
    pub stop: &'a StopFlag,
    /// Receiver of progress notifications.
    pub progress: &'a P,
}

/// Result of one item, with its log entry.
struct Done<R> {
    number: u64,
    /// Size of the item, in bytes.
    size: usize,
    identity: Option<RecordDigest>,
    is_final: bool,
    rendered: R,
    /// The result as JSON, if the run has a log.
    logged: Option<Box<RawValue>>,
}

type Outcome<R> = Result<Result<Done<R>, LogError>, FileError>;

/// Results of one chunk.
struct Finished {
    /// Index of the first item in the order of this run.
    first: u64,
    /// A `Vec<Outcome<R>>`, with the type erased so that threads and channels are compiled once for all tasks.
    outcomes: Box<dyn Any + Send>,
}

impl<P: Progress> Runner<'_, P> {
    /// Works on the items of a shard, renders each result in a worker thread, and passes the rendered results and
    /// the errors of unreadable files to `write` in input order.
    ///
    /// Each result is written as soon as it and all earlier ones are ready. After a stop no item is begun, and items
    /// in progress are finished and written. A panic affects only its own item. Final results of an earlier run
    /// are taken from the log. The log is completed if all items are done and all files could be read.
    ///
    /// # Errors
    ///
    /// The first error of `write` or of the log; no item is begun after it.
    #[expect(clippy::missing_panics_doc, reason = "the downcast matches the type that the workers send")]
    pub fn run<T: Task, R: Send + 'static, E: From<LogError>>(
        &self,
        items: impl ItemSource<T::Item>,
        shard: Shard,
        task: &T,
        mut log: Option<Log>,
        render: impl Fn(T::Output) -> R + Sync,
        mut write: impl FnMut(Result<R, FileError>) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let failed = AtomicBool::new(false);
        let (written, room) = mpsc::channel();
        let queue = Mutex::new(Queue::new(items, shard, task.chunk_size(), room));
        let is_logged = log.is_some();
        let (checkpoint, mut entries) = log.as_mut().map(Log::parts).unzip();
        let checkpoint = checkpoint.flatten();
        let render = &render;
        let worker =
            Worker { queue: &queue, task, render, checkpoint, is_logged, stop: self.stop, failed: &failed };
        let (mut is_all_readable, mut is_all_final) = (true, true);
        let mut write_one = |outcome: Outcome<R>, newly: &mut Written| match outcome {
            Ok(done) => {
                let Done { number, size, identity, is_final, rendered, logged } = done?;
                newly.bytes += size;
                is_all_final &= is_final;
                if let (Some(entries), Some(identity), Some(logged)) = (&mut entries, identity, logged) {
                    entries.add(number, identity, is_final, &logged).map_err(LogError::from)?;
                }
                write(Ok(rendered))
            }
            Err(error) => {
                is_all_readable = false;
                write(Err(error))
            }
        };
        let (mut count, mut newly) = (0_u64, Written::default());
        // Dropped when writing fails, so that no worker waits for room.
        let mut written = Some(written);
        let mut error = None;
        let mut write_chunk = |outcomes: Box<dyn Any + Send>| {
            let outcomes: Box<Vec<Outcome<R>>> = outcomes.downcast().expect("outcomes of this task");
            let first = count;
            for outcome in *outcomes {
                count += 1;
                if let Err(failure) = self.progress.suspend(|| write_one(outcome, &mut newly)) {
                    error = Some(failure);
                    failed.store(true, Ordering::Relaxed);
                    written = None;
                    return None;
                }
                self.progress.step();
                newly.count += 1;
                if let Some(written) = written.as_ref().filter(|_| newly.makes_room()) {
                    // The receiver is gone when all items are read.
                    let _ = written.send(std::mem::take(&mut newly));
                }
            }
            Some(count - first)
        };
        let workers = task.most_workers().map_or(self.threads, |most| most.min(self.threads));
        run_threads(workers, &|results| worker.run(results), &mut write_chunk);
        if let Some(error) = error {
            return Err(error);
        }
        let Queue { read, total, is_exhausted, .. } =
            queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let summary = Summary { read, is_stopped: self.stop.is_raised() && !is_exhausted };
        // Items that a stop interrupted are for a resumed run: this log is not a complete part.
        let is_interrupted = self.stop.is_raised() && !is_all_final;
        let is_complete = !summary.is_stopped && !is_interrupted && is_all_readable;
        match log {
            Some(log) if is_complete => log.finish(total)?,
            // The part has no trailer.
            _ => {}
        }
        Ok(summary)
    }
}

/// Runs the workers and writes their chunks in order until all are written or writing fails.
///
/// `write` returns the number of items of the chunk, or `None` if it failed.
fn run_threads(
    threads: NonZeroUsize,
    run_worker: &(dyn Fn(&Sender<Finished>) + Sync),
    write: &mut dyn FnMut(Box<dyn Any + Send>) -> Option<u64>,
) {
    let (results, finished) = mpsc::channel();
    let writer = thread::current();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (results, writer) = (results.clone(), writer.clone());
            scope.spawn(move || {
                run_worker(&results);
                drop(results);
                // The writer need not wait for more results.
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

/// The work loop that all threads of a run share.
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
    S: ItemSource<T::Item>,
    R: Send + 'static,
    F: Fn(T::Output) -> R,
{
    /// Works on chunk after chunk until the queue is exhausted or the run is stopped.
    fn run(&self, results: &Sender<Finished>) {
        while let Some(Chunk { first, items }) = self.take() {
            let work = |item: Result<_, _>| item.map(|taken| self.work(taken));
            let outcomes: Vec<Outcome<R>> = items.into_iter().map(work).collect();
            // The receiver is gone only if writing has failed; then the results are not needed.
            let _ = results.send(Finished { first, outcomes: Box::new(outcomes) });
        }
    }

    fn take(&self) -> Option<Chunk<T::Item>> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_closed = self.stop.is_raised() || self.failed.load(Ordering::Relaxed);
        (!is_closed && !queue.is_exhausted).then(|| queue.next())?
    }

    fn work(&self, Taken { number, size, item }: Taken<T::Item>) -> Result<Done<R>, LogError> {
        let mut identity = None;
        let done = caught(|| {
            identity = self.is_logged.then(|| RecordDigest::from(&item.identity()));
            self.recall_or_work(number, identity, item)
        });
        let (is_final, rendered, logged) = match done {
            Ok(done) => done?,
            Err(panic) => {
                let output = self.task.panicked(&panic);
                let logged = self.logged(&output)?;
                (false, (self.render)(output), logged)
            }
        };
        Ok(Done { number, size, identity, is_final, rendered, logged })
    }

    /// Returns whether the result of an item is final, the rendered result, and the result as JSON if there is a log.
    ///
    /// A final result in the checkpoint is reused.
    fn recall_or_work(
        &self,
        number: u64,
        identity: Option<RecordDigest>,
        item: T::Item,
    ) -> Result<(bool, R, Option<Box<RawValue>>), LogError> {
        let checkpoint = self.checkpoint.zip(identity);
        if let Some((checkpoint, identity)) = checkpoint
            && let Some(output) = checkpoint.recall(number, identity, &|| item.name())?
        {
            self.task.check(&output).map_err(|fault| checkpoint.invalid_entry(&fault))?;
            let logged = self.logged(&output)?;
            return Ok((true, (self.render)(output), logged));
        }
        let output = self.task.work(item);
        let is_final = self.task.is_final(&output);
        debug_assert!(!is_final || self.task.check(&output).is_ok(), "the log would be rejected");
        let logged = self.logged(&output)?;
        if let (Some((checkpoint, identity)), Some(logged)) = (checkpoint.filter(|_| is_final), &logged) {
            checkpoint.append(number, identity, logged)?;
        }
        Ok((is_final, (self.render)(output), logged))
    }

    /// Returns the result as JSON if the run has a log.
    fn logged(&self, output: &T::Output) -> Result<Option<Box<RawValue>>, LogError> {
        if !self.is_logged {
            return Ok(None);
        }
        let logged =
            serde_json::value::to_raw_value(output).map_err(|error| LogError::Unfit(error.to_string()))?;
        // From bytes, as logs are read: from text, the code of all results would be compiled twice.
        let read = || serde_json::from_slice::<T::Output>(logged.get().as_bytes());
        debug_assert!(read().is_ok(), "the log would be rejected");
        Ok(Some(logged))
    }
}
