//! The entries of a log in their order, until it is complete. A complete log appears whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::format::{Entry, RecordDigest, Trailer};
use super::lines::ENTRY;
use crate::digest::Digest;
use crate::files::{FileError, Output, scratch};

/// Entries that wait for their trailer in a scratch file.
///
/// The trailer has the digest of an input that has not been read yet, and whoever
/// reads a log must not take half of one for a whole.
#[derive(Debug)]
pub(crate) struct Entries {
    /// Beside what they wait.
    name: String,
    lines: BufWriter<File>,
    count: u64,
    too_long: TooLong,
}

/// What becomes of an entry that is too long to be read again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TooLong {
    /// It is left out: a run that resumes finds it again.
    LeftOut,
    /// A part without it would be useless.
    Refused,
}

impl Entries {
    /// Begins beside an output.
    pub(super) fn beside(output: &Output) -> Result<Self, FileError> {
        Self::new(output.name(), output.scratch(), TooLong::Refused)
    }

    /// Begins beside a file.
    pub(super) fn beside_file(path: &Path) -> Result<Self, FileError> {
        Self::new(&path.display().to_string(), scratch(Some(path)), TooLong::LeftOut)
    }

    fn new(name: &str, file: io::Result<File>, too_long: TooLong) -> Result<Self, FileError> {
        let lines = BufWriter::new(file.map_err(FileError::writing(name))?);
        Ok(Self { name: name.to_owned(), lines, count: 0, too_long })
    }

    /// Adds what was found of a record; they come in ascending order.
    pub(crate) fn add(
        &mut self,
        record: u64,
        digest: RecordDigest,
        is_final: bool,
        found: &RawValue,
    ) -> Result<(), FileError> {
        let line = line(&Entry { record, digest, again: !is_final, found });
        if line.as_ref().is_err_and(is_too_long) && self.too_long == TooLong::LeftOut {
            return Ok(());
        }
        self.count += 1;
        line.and_then(|line| self.lines.write_all(&line)).map_err(FileError::writing(&self.name))
    }

    /// Writes the log, with a trailer if the number of all records and the digest of all input are known.
    pub(super) fn write(
        self,
        header: &[u8],
        whole: Option<(u64, &Digest)>,
        outputs: &mut [Output],
    ) -> Result<(), FileError> {
        let Self { name, lines, count, .. } = self;
        let mut digest = Digest::default();
        let mut write = |bytes: &[u8]| {
            digest.add(bytes);
            outputs.iter_mut().try_for_each(|output| output.write_all(bytes)).map(|()| digest.to_hex())
        };
        let write_all = || {
            let mut lines = lines.into_inner().map_err(io::IntoInnerError::into_error)?;
            lines.rewind()?;
            let mut before = write(header)?;
            let mut buffer = vec![0; 1 << 16];
            loop {
                let length = lines.read(&mut buffer)?;
                if length == 0 {
                    break;
                }
                before = write(&buffer[..length])?;
            }
            let Some((of, input)) = whole else { return Ok(()) };
            let trailer = Trailer { records: count, of, input: input.to_hex(), digest: before };
            write(&line(&trailer)?).map(|_| ())
        };
        write_all().map_err(FileError::writing(name))
    }
}

/// A line of a log, with its end.
pub(super) fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    if line.len() > ENTRY {
        let message = format!("record takes {} bytes of a log, more than {ENTRY}", line.len());
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(line)
}

/// Returns whether a line was refused for its length.
pub(super) fn is_too_long(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge
}
