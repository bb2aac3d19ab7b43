//! The sorted entries of a log, kept in a temporary file until the log is complete.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::format::{Entry, RecordDigest, Trailer};
use super::lines::ENTRY;
use crate::digest::Digest;
use crate::files::{FileError, Output, scratch};

/// Entries in an anonymous temporary file.
///
/// The trailer needs the digest of the whole input, so the log can be written only when all records are done.
#[derive(Debug)]
pub(crate) struct Entries {
    /// Name of the output or checkpoint, for error messages.
    name: String,
    lines: BufWriter<File>,
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
    /// Creates a temporary file on the disk of a part.
    pub(super) fn for_part(part: &Output) -> Result<Self, FileError> {
        Self::new(part.name(), part.scratch(), TooLong::Fail)
    }

    /// Creates a temporary file on the disk of a checkpoint.
    pub(super) fn for_checkpoint(path: &Path) -> Result<Self, FileError> {
        Self::new(&path.display().to_string(), scratch(Some(path)), TooLong::Skip)
    }

    fn new(name: &str, file: io::Result<File>, too_long: TooLong) -> Result<Self, FileError> {
        let lines = BufWriter::new(file.map_err(FileError::writing(name))?);
        Ok(Self { name: name.to_owned(), lines, count: 0, too_long })
    }

    /// Adds the result of a record. Records must be added in ascending order.
    pub(crate) fn add(
        &mut self,
        record: u64,
        digest: RecordDigest,
        is_final: bool,
        output: &RawValue,
    ) -> Result<(), FileError> {
        let line = line(&Entry { record, digest, again: !is_final, output });
        if line.as_ref().is_err_and(is_too_long) && self.too_long == TooLong::Skip {
            return Ok(());
        }
        self.count += 1;
        line.and_then(|line| self.lines.write_all(&line)).map_err(FileError::writing(&self.name))
    }

    /// Writes the log to all outputs; with a trailer if `whole` has the number of all records and the input digest.
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

/// Serialises a line of a log, with its line end.
///
/// # Errors
///
/// If it is longer than [`ENTRY`]; see [`is_too_long`].
pub(super) fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    if line.len() > ENTRY {
        let message =
            format!("the log entry of a record has {} bytes; at most {ENTRY} are allowed", line.len());
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(line)
}

/// Returns `true` for the error of a line that is too long.
pub(super) fn is_too_long(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge
}
