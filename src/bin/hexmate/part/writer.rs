//! Writing a part. It appears whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use serde::Serialize;

use super::{Entry, Header, Trailer};
use crate::digest::Digest;
use crate::exit::Failure;
use crate::output::{Output, named, scratch};
use crate::shard::Shard;

/// A part that is being written.
///
/// Its header has the digest of an input that has not been read yet, so the
/// entries wait in a scratch file beside it.
pub struct PartWriter {
    name: String,
    entries: BufWriter<File>,
    count: u64,
    output: Output,
}

impl PartWriter {
    /// Begins a part in the file, or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn create(path: Option<&Path>) -> Result<Self, Failure> {
        let output = Output::open(path)?;
        let name = path.map_or_else(|| "the part".to_owned(), |path| path.display().to_string());
        let scratch = scratch(path).map_err(Failure::output(&name))?;
        Ok(Self { name, entries: BufWriter::new(scratch), count: 0, output })
    }

    /// Adds what was found of a record; they come in ascending order.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, record: u64, found: &impl Serialize) -> io::Result<()> {
        self.count += 1;
        let line = line(&Entry { record, found })?;
        writeln!(self.entries, "{line}").map_err(|error| named(&self.name, &error))
    }

    /// Ends the part: says what it is of, and how many records the whole work has.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self, arguments: &[String], input: &Digest, shard: Shard, of: u64) -> Result<(), Failure> {
        let Self { name, entries, count, output } = self;
        let entries = entries.into_inner().map_err(io::IntoInnerError::into_error);
        let mut entries = entries.map_err(Failure::output(name))?;
        entries.rewind()?;
        let mut part = Digested { output, digest: Digest::default() };
        writeln!(part, "{}", line(&Header::new(arguments, input, shard))?)?;
        io::copy(&mut entries, &mut part)?;
        let Digested { mut output, digest } = part;
        writeln!(output, "{}", line(&Trailer { records: count, of, digest: digest.to_hex() })?)?;
        output.finish()
    }
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}

/// An output with the digest of what has been written.
struct Digested {
    output: Output,
    digest: Digest,
}

impl Write for Digested {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.digest.write_all(&bytes[..count])?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
