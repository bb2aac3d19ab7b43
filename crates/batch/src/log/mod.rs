//! The log of a run: JSON Lines with a header, an entry for each record, and a trailer.
//!
//! ```text
//! {"log":6,"program":"hexmate 0.1.0","rules":2,
//!  "command":{"solve":{"tables":[["lines","text"],["report","csv"]],"sheets":[],"folders":[],"book":null}},
//!  "options":{"--no-time":"<digest of its value>","FILES":"<of the names>"},"shard":"slice:2/3",
//!  "input":{"files":1,"digests":["<of the file>"]},"seal":"…"}
//! {"record":1,"digest":"<of the record>","found":{…},"seal":"…"}
//! {"record":4,"digest":"<of the record>","found":{…},"seal":"…"}
//! {"records":2,"of":6,"input":"<SHA-256 of all files>","digest":"<SHA-256 of the lines above>","seal":"…"}
//! ```
//!
//! The seal of a line is the first half of the SHA-256 of the seal before it, as text, and of its own text before
//! `,"seal"`. The first damaged line has a wrong seal.
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
mod seal;
mod sync;
#[cfg(test)]
mod tests;

pub use checkpoint::{Checkpoint, CheckpointMode};
pub use error::{InvalidEntry, LogError};
pub(crate) use format::RecordDigest;
pub use format::{Header, LogOptions, LoggedCommand};
pub use merge::Parts;

use std::path::Path;

use crate::files::{InputDigest, Output};
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
///
/// If it is dropped before it is finished, its part has no trailer, and [`Outputs`](crate::files::Outputs) keeps it as
/// `FILE.partial`, which is a checkpoint for `--resume`.
#[derive(Debug)]
pub struct Log {
    checkpoint: Option<Checkpoint>,
    entries: Entries,
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
    /// by another run, is damaged, or belongs to other input or options.
    pub fn open<C: LoggedCommand>(
        header: &Header<C>,
        files: LogFiles<'_>,
        input: &InputDigest,
    ) -> Result<Option<Self>, LogError> {
        let LogFiles { checkpoint, part } = files;
        if part.is_none() && checkpoint.is_none() {
            return Ok(None);
        }
        let path = checkpoint.map(|(path, _)| path);
        let read = input.digest();
        let open = |(path, beginning)| Checkpoint::open(path, beginning, header, &read);
        let checkpoint = checkpoint.map(open).transpose()?;
        let entries = Entries::new(header, part, path)?;
        Ok(Some(Self { checkpoint, entries, input: input.clone() }))
    }

    /// Returns the checkpoint, to which workers append results, and the entries, which receive results in order.
    pub(crate) fn parts(&mut self) -> (Option<&Checkpoint>, &mut Entries) {
        (self.checkpoint.as_ref(), &mut self.entries)
    }

    /// Completes the log: writes the trailer with `of`, the number of records of all shards.
    ///
    /// # Errors
    ///
    /// If the log cannot be written, or the checkpoint was made from other input.
    pub(crate) fn finish(self, of: u64) -> Result<(), LogError> {
        let Self { checkpoint, entries, input } = self;
        let input = input.digest();
        if let Some(checkpoint) = &checkpoint {
            checkpoint.check_input(&input)?;
        }
        entries.finish(of, &input)?;
        // Keeps the lock until the checkpoint is replaced.
        drop(checkpoint);
        Ok(())
    }
}
