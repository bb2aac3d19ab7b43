//! The log of a run: JSON Lines with a header, an entry for each record, and a trailer.
//!
//! ```text
//! {"log":5,"program":"hexmate 0.1.0","rules":2,
//!  "command":{"solve":{"tables":[["lines","text"],["report","csv"]],"sheets":[],"folders":[],"book":null}},
//!  "options":{"--no-time":"<digest of its value>","FILES":"<of the names>"},"shard":"slice:2/3"}
//! {"record":1,"digest":"<of the record>","found":{…}}
//! {"record":4,"digest":"<of the record>","found":{…}}
//! {"records":2,"of":6,"input":"<SHA-256 of all files>","digest":"<SHA-256 of the lines above>"}
//! ```
//!
//! Records are numbered from 0 through the input of all shards. During a run the log is a *checkpoint*: entries
//! are in the order in which they were finished, each written at once, and there is no trailer. A killed run leaves
//! at most an incomplete last line, which the next run removes. At the end the entries are sorted and the trailer
//! is written; the log is now a *part*, and [`Parts`] merges the parts of all shards. An entry with `"again":true`
//! hit a limit: a resumed run works on its record again.
//!
//! Logs are untrusted. A header contains kinds of output but no file name, program or argument; lines have a maximum
//! length; the reader of an entry [checks](crate::Task::check) its value.

mod checkpoint;
mod entries;
mod error;
mod format;
mod lines;
mod merge;
mod sync;
#[cfg(test)]
mod tests;

pub use checkpoint::{Checkpoint, CheckpointMode};
pub use error::{InvalidEntry, LogError};
pub(crate) use format::RecordDigest;
pub use format::{Header, LogOptions, LoggedCommand};
pub use merge::Parts;

use std::path::Path;

use crate::files::{FileError, InputDigest, Output};
use entries::Entries;

/// Files of the log of a run.
#[derive(Debug, Default)]
pub struct LogFiles<'a> {
    /// Checkpoint file, and whether an earlier run is resumed.
    pub checkpoint: Option<(&'a Path, CheckpointMode)>,
    /// Output for the complete log.
    pub part: Option<Output>,
}

/// The log of a run in progress.
#[derive(Debug)]
pub struct Log {
    /// Serialised header line.
    header: Vec<u8>,
    checkpoint: Option<Checkpoint>,
    entries: Entries,
    part: Option<Output>,
    input: InputDigest,
}

impl Log {
    /// Begins or resumes a log; returns `None` if `files` is empty.
    ///
    /// By the end of the run `input` must hold the digest of all input read.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written, a new checkpoint exists already, or a resumed checkpoint is in use
    /// by another run or belongs to other input or options.
    pub fn open<C: LoggedCommand>(
        header: &Header<C>,
        files: LogFiles<'_>,
        input: &InputDigest,
    ) -> Result<Option<Self>, LogError> {
        let LogFiles { checkpoint, part } = files;
        let entries = match (&part, checkpoint) {
            (Some(part), _) => Entries::for_part(part)?,
            (None, Some((path, _))) => Entries::for_checkpoint(path)?,
            (None, None) => return Ok(None),
        };
        let checkpoint =
            checkpoint.map(|(path, beginning)| Checkpoint::open(path, beginning, header)).transpose()?;
        let header = entries::line(header).map_err(FileError::of_output)?;
        Ok(Some(Self { header, checkpoint, entries, part, input: input.clone() }))
    }

    /// Returns the checkpoint, to which workers append results, and the entries, which receive results in order.
    pub(crate) fn parts(&mut self) -> (Option<&Checkpoint>, &mut Entries) {
        (self.checkpoint.as_ref(), &mut self.entries)
    }

    /// Completes the log: writes all entries in order and the trailer with `of`, the number of records of all shards.
    ///
    /// # Errors
    ///
    /// If the log cannot be written, or the checkpoint has a record that is no longer in the input.
    pub(crate) fn finish(self, of: u64) -> Result<(), LogError> {
        let Self { header, checkpoint, entries, part, input } = self;
        let mut outputs: Vec<Output> = part.into_iter().collect();
        if let Some(checkpoint) = &checkpoint {
            checkpoint.check_all_recalled()?;
            outputs.push(Output::open(Some(checkpoint.path()))?);
        }
        entries.write(&header, Some((of, &input.digest())), &mut outputs)?;
        for output in outputs {
            output.finish()?;
        }
        // Keeps the lock until the checkpoint is replaced.
        drop(checkpoint);
        Ok(())
    }

    /// Writes the finished entries to the part without a trailer, which makes it a checkpoint for `--resume`.
    ///
    /// The output is not finished, so that [`Outputs`](crate::files::Outputs) keeps it as `FILE.partial`.
    ///
    /// # Errors
    ///
    /// If the part cannot be written.
    pub(crate) fn keep_partial(self) -> Result<(), LogError> {
        let mut outputs: Vec<Output> = self.part.into_iter().collect();
        Ok(self.entries.write(&self.header, None, &mut outputs)?)
    }
}
