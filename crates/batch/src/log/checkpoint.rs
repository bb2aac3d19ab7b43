//! Checkpoints: each finished result is written at once and reused by a resumed run.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use super::LogError;
use super::entries::{is_too_long, object};
use super::format::{Entry, Header, LoggedCommand, RecordDigest, Trailer};
use super::lines::{ENTRY, HEADER, Lines};
use super::seal::{Chain, Damaged, Seal};
use super::sync::Syncing;
use crate::digest::Digest;
use crate::files::FileError;

/// Mode of opening a checkpoint file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointMode {
    /// Create the file; it must not exist.
    New,
    /// Reuse the results in the file; create it if it does not exist.
    Resume,
}

/// A file to which a line is appended for each finished record.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: Mutex<EntryFile>,
    syncing: Syncing,
    /// Final results of earlier runs, by record.
    earlier: HashMap<u64, EarlierEntry>,
    /// Records whose earlier result this run has reused.
    recalled: Mutex<HashSet<u64>>,
    /// Trailer of an earlier run that was complete.
    trailer: Option<Trailer>,
    /// Number of records of the input, if the earlier run has read all of it and this one has read none.
    most: Option<u64>,
}

/// The file, with the offset at which its last entry ends, and the seal of that entry.
#[derive(Debug)]
struct EntryFile {
    file: File,
    end: u64,
    chain: Chain,
}

/// Place of an entry of an earlier run, and the digest of its record.
#[derive(Debug)]
struct EarlierEntry {
    digest: RecordDigest,
    start: u64,
    length: usize,
}

impl Checkpoint {
    /// Opens and locks the file, and reads the entries of earlier runs. `input` is the digest of the input read so far.
    pub(super) fn open<C: LoggedCommand>(
        path: &Path,
        beginning: CheckpointMode,
        header: &Header<C>,
        input: &Digest,
    ) -> Result<Self, LogError> {
        let name = path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        match beginning {
            CheckpointMode::New => options.create_new(true),
            CheckpointMode::Resume => options.create(true).truncate(false),
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(name.clone()),
            _ => FileError::writing(&name)(error).into(),
        })?;
        // Other errors are ignored: some file systems have no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(LogError::InUse(name));
        }
        let syncing = Syncing::of(&file).map_err(FileError::writing(&name))?;
        let mut checkpoint = Self {
            path: path.to_owned(),
            file: Mutex::new(EntryFile { file, end: 0, chain: Chain::default() }),
            syncing,
            earlier: HashMap::new(),
            recalled: Mutex::default(),
            trailer: None,
            most: None,
        };
        checkpoint.read_existing(header)?;
        // A count to another depth, for example, has more records of an input that is read before they are known.
        let is_unread = |trailer: &&Trailer| trailer.input != input.to_hex();
        checkpoint.most = checkpoint.trailer.as_ref().filter(is_unread).map(|trailer| trailer.of);
        Ok(checkpoint)
    }

    /// Reads the existing entries up to an incomplete last line; writes the header into an empty file.
    fn read_existing<C: LoggedCommand>(&mut self, header: &Header<C>) -> Result<(), LogError> {
        let name = self.path.display().to_string();
        let written = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Lines::new(BufReader::new(&written.file));
        let mut digest = Digest::default();
        for number in 1_u64.. {
            let unfit = |fault: &dyn std::fmt::Display| {
                LogError::Unfit(format!("{name}:{number}: not a line of a checkpoint: {fault}"))
            };
            let most = if number == 1 { HEADER } else { ENTRY };
            if let Err(fault) = lines.next(most).map_err(FileError::reading(&name))? {
                return Err(unfit(&fault));
            }
            // An incomplete line, or the end of the file.
            let Some(text) = lines.line().strip_suffix(b"\n") else { break };
            if self.trailer.is_some() {
                return Err(unfit(&"it follows the trailer"));
            }
            if number == 1 {
                let found =
                    Header::parse(text).map_err(|fault| LogError::Unfit(format!("{name}: {fault}")))?;
                if let Some(difference) = header.difference(&found) {
                    return Err(LogError::Unfit(format!("{name} belongs to another run: {difference}")));
                }
                if let Some(change) = header.changed_input(&found) {
                    return Err(LogError::Unfit(changed(&change)));
                }
            }
            let mut chain = written.chain.clone();
            if chain.check(text).is_err() {
                return Err(LogError::Unfit(damaged(&name, number)));
            }
            if number > 1 {
                match serde_json::from_slice(text) {
                    Ok(Entry::<IgnoredAny> { record, digest, again, .. }) => {
                        let length = lines.line().len();
                        let entry = EarlierEntry { digest, start: lines.place.start, length };
                        if !again && self.earlier.insert(record, entry).is_some() {
                            return Err(unfit(&format!("a second entry of record {record}")));
                        }
                    }
                    Err(error) => match serde_json::from_slice::<Trailer>(text) {
                        Ok(trailer)
                            if (trailer.records, &trailer.digest) == (number - 2, &digest.to_hex()) =>
                        {
                            self.trailer = Some(trailer);
                            // The next entry replaces the trailer.
                            continue;
                        }
                        Ok(_) => return Err(unfit(&"the trailer does not match the lines above")),
                        Err(_) => return Err(unfit(&error)),
                    },
                }
            }
            digest.add(lines.line());
            (written.end, written.chain) = (lines.place.end, chain);
        }
        if written.end == 0 {
            let begun = header.line(&mut written.chain).and_then(|header| written.write(&header));
            begun.map_err(FileError::writing(&name))?;
            self.syncing.request();
        }
        Ok(())
    }

    /// Returns the final result that an earlier run has for a record, if any.
    ///
    /// # Errors
    ///
    /// If the digest of the record has changed, a complete earlier run had no such record, or the entry cannot be read.
    /// `name` is the record's name for messages.
    pub(crate) fn recall<F: DeserializeOwned>(
        &self,
        record: u64,
        digest: RecordDigest,
        name: &dyn Fn() -> String,
    ) -> Result<Option<F>, LogError> {
        if self.most.is_some_and(|most| record >= most) {
            return Err(LogError::Unfit(changed(&format!("{} was added to the input", name()))));
        }
        let Some(earlier) = self.earlier.get(&record) else { return Ok(None) };
        if earlier.digest != digest {
            return Err(LogError::Unfit(changed(&format!("{} has changed", name()))));
        }
        let mut text = vec![0; earlier.length];
        let mut lines = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = lines.file.seek(SeekFrom::Start(earlier.start));
        read.and_then(|_| lines.file.read_exact(&mut text)).map_err(FileError::reading(self.name()))?;
        drop(lines);
        let entry: Entry<F> = serde_json::from_slice(&text).map_err(|error| self.invalid_entry(&error))?;
        self.recalled.lock().unwrap_or_else(PoisonError::into_inner).insert(record);
        Ok(Some(entry.output))
    }

    /// Returns the error of an entry that the task of this run cannot have produced.
    pub(crate) fn invalid_entry(&self, fault: &dyn std::fmt::Display) -> LogError {
        LogError::Unfit(format!("{} has an entry that is not of this run: {fault}", self.name()))
    }

    /// Appends the final result of a record; leaves it out if it is too long to be read back.
    pub(crate) fn append(
        &self,
        record: u64,
        digest: RecordDigest,
        output: &RawValue,
    ) -> Result<(), LogError> {
        let entry = object(&Entry { record, digest, again: false, output, seal: Seal });
        // If a thread panicked while writing, its incomplete line is overwritten.
        let mut lines = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match entry.and_then(|entry| lines.append(&entry)) {
            Err(error) if is_too_long(&error) => return Ok(()),
            appended => appended.map_err(FileError::writing(self.name()))?,
        }
        drop(lines);
        self.syncing.request();
        self.syncing.check().map_err(FileError::writing(self.name()))?;
        Ok(())
    }

    /// Checks at the end of a run that the input still has all records of the earlier entries, and that it is the input
    /// of the earlier run if that one was complete.
    pub(super) fn check_input(&self, input: &Digest) -> Result<(), LogError> {
        let recalled = self.recalled.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = self.earlier.keys().filter(|record| !recalled.contains(record)).min();
        if let Some(record) = missing {
            let number = record.saturating_add(1);
            let message = format!("{}: record {number} is no longer in the input", self.name());
            return Err(LogError::Unfit(message));
        }
        match &self.trailer {
            Some(earlier) if earlier.input != input.to_hex() => {
                Err(LogError::Unfit(changed("the input has changed")))
            }
            _ => Ok(()),
        }
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Returns the message of an input that has changed.
fn changed(change: &str) -> String {
    format!("{change} since the checkpoint was written: restore it, or begin another checkpoint")
}

/// Returns the message of a damaged line.
fn damaged(name: &str, number: u64) -> String {
    let before = number - 1;
    format!(
        "{name}:{number}: {Damaged}; to continue before it, keep the first {before} lines of the file, as \
         `head -n {before}` does"
    )
}

impl EntryFile {
    /// Appends a line with its seal, replacing an incomplete line or a trailer.
    fn append(&mut self, entry: &[u8]) -> io::Result<()> {
        let mut chain = self.chain.clone();
        let line = chain.seal(entry)?;
        self.write(&line)?;
        self.chain = chain;
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.file.metadata()?.len() != self.end {
            self.file.set_len(self.end)?;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line)?;
        self.end += line.len() as u64;
        Ok(())
    }
}
