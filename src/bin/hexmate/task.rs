//! Commands over records: what is found of each is written at once, or kept in a part until all parts are there.
//!
//! ```text
//! records ─▶ share ─▶ journal, else Task::find ─▶ Sink        one run
//!                                              └▶ part file   with --shard
//!            parts, in order                   ─▶ Sink        merge
//! ```
//!
//! So a merge writes what one run would have written: both take the same way
//! from what was found to the outputs.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::Pieces;
use crate::batch::{self, Panicked, Supply};
use crate::context::{Context, Ran};
use crate::exit::{Failure, Status};
use crate::input::InputDigest;
use crate::journal::{Journal, Mark};
use crate::part::{PartWriter, Parts};
use crate::records::{Record, Records};
use crate::shard::Shard;

/// What a command does with each record.
pub trait Task: Sync {
    /// All that is needed to write what was found of a record.
    type Found: Serialize + DeserializeOwned + Send;

    /// Works on a record, in any thread.
    fn find(&self, record: Record) -> Self::Found;

    /// What stands for a record over which the program panicked.
    fn panicked(&self, panic: &Panicked) -> Self::Found;

    /// How many records may be taken together; more than one only where each is light.
    fn together(&self) -> usize {
        1
    }

    /// Whether a later run would find the same, so that it need not look again.
    fn is_final(&self, _found: &Self::Found) -> bool {
        true
    }
}

/// Where what was found goes, in the order of the records.
pub trait Sink {
    /// What [`Task::find`] gives.
    type Found;

    /// Writes what was found of a record.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn take(&mut self, found: Self::Found) -> io::Result<()>;

    /// Puts all files in their places; tells how the whole is to end.
    ///
    /// # Errors
    ///
    /// If something cannot be written.
    fn finish(self, context: &Context<'_>) -> Result<Status, Failure>;
}

/// Runs a command: over all records, over a share of them, or over parts that hold them already.
///
/// A share whose part is whole is good, whatever was found: that is for the merge to tell.
///
/// # Errors
///
/// What the outputs, the checkpoint or the parts say.
pub fn run<T: Task, S: Sink<Found = T::Found>>(
    context: &Context<'_>,
    records: Records,
    pieces: &Pieces,
    task: &T,
    open: impl FnOnce() -> Result<S, Failure>,
) -> Result<Status, Failure> {
    if let Some(parts) = context.parts {
        return merge(context, parts, open()?);
    }
    let share = pieces.shard();
    let journal = Journal::open(pieces, &context.work(pieces))?;
    let total = Arc::default();
    let records = Share { records, shard: share.map(|(shard, _)| shard), total: Arc::clone(&total) };
    let desk = Desk { context, task, journal };
    match share {
        None => {
            let mut sink = open()?;
            let ran = desk.run(records, |_, found| sink.take(found))?;
            let status = sink.finish(context)?;
            Ok(context.ended(ran.done, ran.unreadable.unwrap_or(status)))
        }
        Some((ours, path)) => {
            let input = InputDigest::default();
            let records = Share { records: records.records.digested(&input), ..records };
            let mut part = PartWriter::create(path)?;
            let ran = desk.run(records, |number, found| part.add(number, &found))?;
            let cut_short = context.interrupt.status().or(ran.unreadable);
            if cut_short.is_none() {
                part.finish(context.arguments.all(), &input.digest(), ours, total.load(Ordering::Relaxed))?;
            }
            Ok(context.ended(ran.done, cut_short.unwrap_or(Status::Clean)))
        }
    }
}

fn merge<S: Sink<Found: DeserializeOwned>>(
    context: &Context<'_>,
    parts: &Parts,
    mut sink: S,
) -> Result<Status, Failure> {
    let progress = context.progress(Some(parts.count()));
    for found in parts.found()? {
        if let Some(status) = context.interrupt.status() {
            return Ok(status);
        }
        let found = found?;
        progress.suspend(|| sink.take(found))?;
        progress.step();
    }
    drop(progress);
    sink.finish(context)
}

/// Where records are worked on.
struct Desk<'a, T: Task> {
    context: &'a Context<'a>,
    task: &'a T,
    journal: Option<Journal<T::Found>>,
}

impl<T: Task> Desk<'_, T> {
    fn run(
        &self,
        records: Share,
        mut take: impl FnMut(u64, T::Found) -> io::Result<()>,
    ) -> Result<Ran, Failure> {
        let ran = self.context.batch_of_files(
            records,
            self.task.together(),
            |(number, record)| self.find(number, record),
            |found| {
                let (number, found) = found.map_err(|panic| Failure::Unfit(panic.to_string()))??;
                Ok(take(number, found)?)
            },
        )?;
        if let (Some(journal), None) = (&self.journal, ran.done.stopped) {
            journal.check_all_met()?;
        }
        Ok(ran)
    }

    /// What is found of a record, with its number.
    fn find(&self, number: u64, record: Record) -> Result<(u64, T::Found), Failure> {
        let found = batch::caught(|| self.find_or_recall(record));
        Ok((number, found.unwrap_or_else(|panic| Ok(self.task.panicked(&panic)))?))
    }

    fn find_or_recall(&self, record: Record) -> Result<T::Found, Failure> {
        let Some(journal) = &self.journal else { return Ok(self.task.find(record)) };
        let mark = Mark::of(&record);
        journal.recall_or(mark, || self.task.find(record), |found| self.task.is_final(found))
    }
}

/// The records of a share, or all, each with its number among all, from 0.
struct Share {
    records: Records,
    shard: Option<Shard>,
    /// How many have been read.
    total: Arc<AtomicU64>,
}

impl Supply for Share {
    fn is_at_hand(&self) -> bool {
        self.records.is_at_hand()
    }
}

impl Iterator for Share {
    type Item = Result<(u64, Record), Failure>;

    fn next(&mut self) -> Option<Result<(u64, Record), Failure>> {
        loop {
            let record = match self.records.next()? {
                Ok(record) => record,
                // A file that cannot be read is everybody's failure.
                Err(failure) => return Some(Err(failure)),
            };
            let number = self.total.fetch_add(1, Ordering::Relaxed);
            if self.shard.is_none_or(|shard| shard.has(number, || record.hash())) {
                return Some(Ok((number, record)));
            }
        }
    }
}
