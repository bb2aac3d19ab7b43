//! The sorted entries of a log, written to the part and to the file that replaces the checkpoint.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::format::{Entry, Header, LoggedCommand, RecordDigest, Trailer};
use super::lines::ENTRY;
use super::seal::{Chain, Seal};
use crate::digest::Digest;
use crate::files::{FileError, Output};

/// A log in the order of records, written while the work goes on: if the disk fills, what is written can be resumed.
///
/// The trailer needs the digest of the whole input, and so ends the work.
#[derive(Debug)]
pub(crate) struct Entries {
    outputs: Vec<Output>,
    /// The header line, until it is written.
    header: Option<Vec<u8>>,
    chain: Chain,
    /// Digest of all lines so far.
    digest: Digest,
    count: u64,
    too_long: TooLong,
}

/// Treatment of an entry that is too long to be read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TooLong {
    /// Leave it out, in a checkpoint: a resumed run works on its record again.
    Skip,
    /// Fail, in a part: merging needs every entry.
    Fail,
}

impl Entries {
    /// Creates the log of a part and of a checkpoint; the file of the checkpoint is replaced when the log is complete.
    pub(super) fn new<C: LoggedCommand>(
        header: &Header<C>,
        part: Option<Output>,
        checkpoint: Option<&Path>,
    ) -> Result<Self, FileError> {
        let mut chain = Chain::default();
        let header = header.line(&mut chain).map_err(FileError::of_output)?;
        let too_long = if part.is_some() { TooLong::Fail } else { TooLong::Skip };
        let sorted = checkpoint.map(|path| Output::open(Some(path))).transpose()?;
        let outputs = part.into_iter().chain(sorted).collect();
        Ok(Self { outputs, header: Some(header), chain, digest: Digest::default(), count: 0, too_long })
    }

    /// Adds the result of a record. Records must be added in ascending order.
    pub(crate) fn add(
        &mut self,
        record: u64,
        digest: RecordDigest,
        is_final: bool,
        output: &RawValue,
    ) -> Result<(), FileError> {
        let entry = Entry { record, digest, again: !is_final, output, seal: Seal };
        let line = object(&entry).and_then(|entry| self.chain.seal(&entry));
        if line.as_ref().is_err_and(is_too_long) && self.too_long == TooLong::Skip {
            return Ok(());
        }
        self.count += 1;
        let line = line.map_err(FileError::writing(self.outputs.first().map_or("the log", Output::name)))?;
        self.write(&line)
    }

    /// Completes the log with `of`, the number of records of all shards, and the digest of the input.
    pub(super) fn finish(mut self, of: u64, input: &Digest) -> Result<(), FileError> {
        self.write(&[])?;
        let (records, input, digest) = (self.count, input.to_hex(), self.digest.to_hex());
        let trailer = Trailer { records, of, input, digest, seal: Seal };
        let trailer = object(&trailer).and_then(|trailer| self.chain.seal(&trailer));
        self.write(&trailer.map_err(FileError::of_output)?)?;
        self.outputs.into_iter().try_for_each(Output::finish)
    }

    /// Writes a line, after the header if it is the first one.
    fn write(&mut self, line: &[u8]) -> Result<(), FileError> {
        for line in self.header.take().as_deref().into_iter().chain([line]) {
            self.digest.add(line);
            for output in &mut self.outputs {
                if !line.is_empty() {
                    output.write_all(line).map_err(FileError::of_output)?;
                }
            }
        }
        Ok(())
    }
}

/// Serialises a line of a log, without its seal.
///
/// # Errors
///
/// If it is longer than [`ENTRY`]; see [`is_too_long`].
pub(super) fn object(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let line = serde_json::to_vec(value)?;
    if line.len() > ENTRY { Err(too_long(line.len())) } else { Ok(line) }
}

/// Returns the error of a line of this length.
pub(super) fn too_long(length: usize) -> io::Error {
    let message = format!("the log entry of a record has {length} bytes; at most {ENTRY} are allowed");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// Returns whether an error is that of a line that is too long.
pub(super) fn is_too_long(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge
}
