//! The log of a run: JSON Lines with a header, an entry for each record, and a trailer. Not what the entries hold.
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
//! Records are numbered through the whole work, from 0. While a run is under way its
//! log is a checkpoint: entries stand in the order in which they were finished, each
//! written as soon as it is, and there is no trailer; a run that is killed leaves at most
//! a torn last line, which the next one cuts off. When all is done the entries are put in
//! order and the trailer follows: then the log is a part, and all parts of a work can be
//! merged. An entry with `"again":true` hit a limit: a run that goes on tries it again.
//!
//! Logs are untrusted. A header names kinds of output, and no file, program or argument; lines have a maximum length;
//! whoever reads an entry checks what it holds.

mod checkpoint;
mod entries;
mod error;
mod format;
mod lines;
mod merge;
mod sync;
#[cfg(test)]
mod tests;

pub use checkpoint::{Beginning, Checkpoint};
pub use error::{LogError, Misfit};
pub(crate) use format::RecordDigest;
pub use format::{Header, LogOptions, Recorded};
pub use merge::Parts;

use std::path::Path;

use crate::files::{FileError, InputDigest, Output};
use entries::Entries;

/// Where a run keeps its log.
#[derive(Debug, Default)]
pub struct LogFiles<'a> {
    /// Where finished work is noted at once, and whether earlier work is gone on with.
    pub checkpoint: Option<(&'a Path, Beginning)>,
    /// Where the log goes when it is complete.
    pub part: Option<Output>,
}

/// The log of a run under way.
#[derive(Debug)]
pub struct Log {
    /// The header as it is written.
    header: Vec<u8>,
    checkpoint: Option<Checkpoint>,
    entries: Entries,
    part: Option<Output>,
    input: InputDigest,
}

impl Log {
    /// Begins a log, or goes on with one; there is none where no file is asked for.
    ///
    /// `input` is to have the digest of everything that was read when the work is done.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written, is there and ought not to be, is in use by another run, or is
    /// of other work.
    pub fn open<C: Recorded>(
        header: &Header<C>,
        files: LogFiles<'_>,
        input: &InputDigest,
    ) -> Result<Option<Self>, LogError> {
        let LogFiles { checkpoint, part } = files;
        let entries = match (&part, checkpoint) {
            (Some(part), _) => Entries::beside(part)?,
            (None, Some((path, _))) => Entries::beside_file(path)?,
            (None, None) => return Ok(None),
        };
        let checkpoint =
            checkpoint.map(|(path, beginning)| Checkpoint::open(path, beginning, header)).transpose()?;
        let header = entries::line(header).map_err(FileError::of_output)?;
        Ok(Some(Self { header, checkpoint, entries, part, input: input.clone() }))
    }

    /// What workers note their results in, and where results go in order.
    pub(crate) fn parts(&mut self) -> (Option<&Checkpoint>, &mut Entries) {
        (self.checkpoint.as_ref(), &mut self.entries)
    }

    /// Completes the log: all entries in their order, and the trailer with the number of all records.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the checkpoint notes a record that is gone from the input.
    pub(crate) fn finish(self, of: u64) -> Result<(), LogError> {
        let Self { header, checkpoint, entries, part, input } = self;
        let mut outputs: Vec<Output> = part.into_iter().collect();
        if let Some(checkpoint) = &checkpoint {
            checkpoint.check_all_met()?;
            outputs.push(Output::open(Some(checkpoint.path()))?);
        }
        entries.write(&header, Some((of, &input.digest())), &mut outputs)?;
        for output in outputs {
            output.finish()?;
        }
        // Until here no other run could begin to use the checkpoint.
        drop(checkpoint);
        Ok(())
    }

    /// Writes what is finished to the part, without a trailer: a checkpoint that `--resume` reads.
    ///
    /// The part is not finished, so that its registry keeps it beside its place.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn keep(self) -> Result<(), LogError> {
        let mut outputs: Vec<Output> = self.part.into_iter().collect();
        Ok(self.entries.write(&self.header, None, &mut outputs)?)
    }
}
