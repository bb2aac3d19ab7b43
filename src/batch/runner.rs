//! The one way to run a batch: workers that take from a queue, and results written in order.

use std::collections::VecDeque;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::queue::{Chunk, Queue, ROOM};
use super::{Progress, StopFlag, Summary, Supply, Task, WorkItem, caught};
use crate::files::FileError;
use crate::log::{Checkpoint, Log, LogError};
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
    identity: String,
    is_final: bool,
    found: F,
}

type Outcome<F> = Result<Result<Done<F>, LogError>, FileError>;

impl<P: Progress> Runner<'_, P> {
    /// Works on the items of a shard and hands what was found to `write` in the order of the items, or that a
    /// file cannot be read.
    ///
    /// Each is written as soon as it and all before it are ready. After a stop nothing
    /// is begun; what is in hand is finished and written. A panic ends only the item that it
    /// happens in. What the log holds of an earlier run is not worked on again; the log is
    /// completed if everything was done and every file could be read.
    ///
    /// # Errors
    ///
    /// The first error of `write` or of the log; nothing is begun after it.
    pub fn run<T: Task, E: From<LogError>>(
        &self,
        items: impl Supply<T::Item>,
        shard: Shard,
        task: &T,
        mut log: Option<Log>,
        mut write: impl FnMut(Result<T::Output, FileError>) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let failed = AtomicBool::new(false);
        let (written, room) = mpsc::channel();
        let queue = Mutex::new(Queue::new(items, shard, task.together(), room));
        let (results, finished) = mpsc::channel();
        let is_logged = log.is_some();
        let (checkpoint, mut entries) = log.as_mut().map(Log::parts).unzip();
        let checkpoint = checkpoint.flatten();
        let worker = Worker { queue: &queue, task, checkpoint, is_logged, stop: self.stop, failed: &failed };
        let mut is_all_readable = true;
        thread::scope(|threads| {
            for _ in 0..self.threads.get() {
                let results = results.clone();
                threads.spawn(|| worker.work_off(results));
            }
            drop(results);
            let outcome =
                self.write_in_order(finished, written, |outcome: Outcome<T::Output>| match outcome {
                    Ok(done) => {
                        let Done { number, identity, is_final, found } = done?;
                        if let Some(entries) = &mut entries {
                            entries.add(number, &identity, is_final, &found).map_err(LogError::from)?;
                        }
                        write(Ok(found))
                    }
                    Err(error) => {
                        is_all_readable = false;
                        write(Err(error))
                    }
                });
            failed.store(outcome.is_err(), Ordering::Relaxed);
            outcome
        })?;
        let Queue { read, total, is_exhausted, .. } =
            queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let summary = Summary { read, is_stopped: self.stop.is_raised() && !is_exhausted };
        if let Some(log) = log.filter(|_| !summary.is_stopped && is_all_readable) {
            log.finish(total)?;
        }
        Ok(summary)
    }

    /// Writes results by place until no more can come, and tells whenever there is room for more.
    #[expect(clippy::needless_pass_by_value, reason = "the channels close when writing ends")]
    fn write_in_order<R, E>(
        &self,
        finished: Receiver<(u64, Vec<R>)>,
        room: Sender<()>,
        mut write: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut written = 0;
        // The result of item `written + i` at index `i`, once it is there.
        let mut window: VecDeque<Option<R>> = VecDeque::new();
        let chunks = iter::from_fn(|| {
            thread::sleep(PAUSE);
            let first = finished.try_recv().or_else(|_| finished.recv()).ok()?;
            Some(iter::once(first).chain(finished.try_iter()).collect::<Vec<_>>())
        });
        for (place, result) in chunks.flatten().flat_map(|(first, chunk)| (first..).zip(chunk)) {
            let index = (place - written) as usize;
            if window.len() <= index {
                window.resize_with(index + 1, || None);
            }
            window[index] = Some(result);
            while let Some(result) = window.front_mut().and_then(Option::take) {
                window.pop_front();
                written += 1;
                self.progress.suspend(|| write(result))?;
                self.progress.step();
                if written.is_multiple_of(ROOM) {
                    // Nobody waits when all is read.
                    let _ = room.send(());
                }
            }
        }
        Ok(())
    }
}

/// Where items are worked on, by several threads at once.
struct Worker<'a, S, T> {
    queue: &'a Mutex<Queue<S>>,
    task: &'a T,
    checkpoint: Option<&'a Checkpoint>,
    is_logged: bool,
    stop: &'a StopFlag,
    failed: &'a AtomicBool,
}

impl<T: Task, S: Supply<T::Item>> Worker<'_, S, T> {
    /// Takes one chunk after the other until there will be no more.
    #[expect(clippy::needless_pass_by_value, reason = "the channel closes when all threads are done with it")]
    fn work_off(&self, results: Sender<(u64, Vec<Outcome<T::Output>>)>) {
        while let Some(Chunk { first, items }) = self.take() {
            let done = items.into_iter().map(|item| item.map(|(number, item)| self.work(number, item)));
            // Nobody listens only if writing has failed, and then nobody wants the results.
            let _ = results.send((first, done.collect()));
        }
    }

    fn take(&self) -> Option<Chunk<T::Item>> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let is_closed = self.stop.is_raised() || self.failed.load(Ordering::Relaxed);
        (!is_closed && !queue.is_exhausted).then(|| queue.next())?
    }

    fn work(&self, number: u64, item: T::Item) -> Result<Done<T::Output>, LogError> {
        let mut identity = String::new();
        let done = caught(|| {
            if self.is_logged {
                identity = item.identity().to_short_hex();
            }
            self.recall_or_work(number, &identity, item)
        });
        let (is_final, found) = match done {
            Ok(done) => done?,
            Err(panic) => (false, self.task.panicked(&panic)),
        };
        Ok(Done { number, identity, is_final, found })
    }

    /// What was found of an item, and whether that is final.
    fn recall_or_work(
        &self,
        number: u64,
        identity: &str,
        item: T::Item,
    ) -> Result<(bool, T::Output), LogError> {
        if let Some(checkpoint) = self.checkpoint
            && let Some(found) = checkpoint.recall(number, identity, || item.name())?
        {
            return Ok((true, found));
        }
        let found = self.task.work(item);
        let is_final = self.task.is_final(&found);
        if let Some(checkpoint) = self.checkpoint.filter(|_| is_final) {
            checkpoint.note(number, identity, &found)?;
        }
        Ok((is_final, found))
    }
}
