//! A log under way: what is finished is written at once, and found again by a run that resumes.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use super::LogError;
use super::entries::{is_too_long, line};
use super::format::{Entry, Header, RecordDigest, Recorded, Trailer};
use super::lines::{ENTRY, HEADER, Lines};
use super::sync::Syncing;
use crate::files::FileError;

/// Whether an earlier run's work is continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// The file must not exist yet.
    New,
    /// What it holds is taken over; if it does not exist, the work begins.
    Resumed,
}

/// A file that grows by a line for each record that is finished.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: Mutex<EntryFile>,
    syncing: Syncing,
    /// What an earlier run has finished, by record.
    noted: HashMap<u64, Noted>,
    met: Mutex<HashSet<u64>>,
}

/// The file, and where its last entry ends.
#[derive(Debug)]
struct EntryFile {
    file: File,
    end: u64,
}

/// An entry of an earlier run: the digest of its record, and where it is.
#[derive(Debug)]
struct Noted {
    digest: RecordDigest,
    start: u64,
    length: usize,
}

impl Checkpoint {
    /// Opens the file, and takes over what it says is finished.
    pub(super) fn open<C: Recorded>(
        path: &Path,
        beginning: Beginning,
        header: &Header<C>,
    ) -> Result<Self, LogError> {
        let name = path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        match beginning {
            Beginning::New => options.create_new(true),
            Beginning::Resumed => options.create(true).truncate(false),
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(name.clone()),
            _ => FileError::writing(&name)(error).into(),
        })?;
        // Where a file system has no locks, nothing can be known.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(LogError::InUse(name));
        }
        let syncing = Syncing::of(&file).map_err(FileError::writing(&name))?;
        let mut checkpoint = Self {
            path: path.to_owned(),
            file: Mutex::new(EntryFile { file, end: 0 }),
            syncing,
            noted: HashMap::new(),
            met: Mutex::default(),
        };
        checkpoint.take_over(header)?;
        Ok(checkpoint)
    }

    /// Reads what is there, up to a line that was torn.
    fn take_over<C: Recorded>(&mut self, header: &Header<C>) -> Result<(), LogError> {
        let name = self.path.display().to_string();
        let written = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut lines = Lines::new(BufReader::new(&written.file));
        let mut is_complete = false;
        for number in 1_u64.. {
            let unfit = |fault: &dyn std::fmt::Display| {
                LogError::Unfit(format!("{name}:{number}: not a line of a checkpoint: {fault}"))
            };
            let most = if number == 1 { HEADER } else { ENTRY };
            if let Err(fault) = lines.next(most).map_err(FileError::reading(&name))? {
                return Err(unfit(&fault));
            }
            // Torn, or none at all.
            let Some(text) = lines.line().strip_suffix(b"\n") else { break };
            if is_complete {
                return Err(unfit(&"it is behind the trailer"));
            }
            if number == 1 {
                let found =
                    Header::parse(text).map_err(|fault| LogError::Unfit(format!("{name}: {fault}")))?;
                if let Some(difference) = header.difference(&found) {
                    return Err(LogError::Unfit(format!("{name} belongs to other work: {difference}")));
                }
                written.end = lines.place.end;
                continue;
            }
            match serde_json::from_slice(text) {
                Ok(Entry::<IgnoredAny> { record, digest, again, .. }) => {
                    let length = lines.line().len();
                    let noted = Noted { digest, start: lines.place.start, length };
                    if !again && self.noted.insert(record, noted).is_some() {
                        return Err(unfit(&format!("record {record} is there already")));
                    }
                    written.end = lines.place.end;
                }
                Err(_) if serde_json::from_slice::<Trailer>(text).is_ok() => is_complete = true,
                Err(error) => return Err(unfit(&error)),
            }
        }
        if written.end == 0 {
            let begun = line(header).and_then(|header| written.append(&header));
            begun.map_err(FileError::writing(&name))?;
            self.syncing.request();
        }
        Ok(())
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What an earlier run has found of a record, if that is final.
    pub(crate) fn recall<F: DeserializeOwned>(
        &self,
        record: u64,
        digest: RecordDigest,
        name: &dyn Fn() -> String,
    ) -> Result<Option<F>, LogError> {
        let Some(noted) = self.noted.get(&record) else { return Ok(None) };
        if noted.digest != digest {
            let message = format!("{} is not what it was when the checkpoint was written", name());
            return Err(LogError::Unfit(message));
        }
        let mut text = vec![0; noted.length];
        let mut lines = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = lines.file.seek(SeekFrom::Start(noted.start));
        read.and_then(|_| lines.file.read_exact(&mut text)).map_err(FileError::reading(self.name()))?;
        drop(lines);
        let entry: Entry<F> = serde_json::from_slice(&text).map_err(|error| self.other_record(&error))?;
        self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(record);
        Ok(Some(entry.found))
    }

    /// What is wrong where an entry does not hold what this work finds.
    pub(crate) fn other_record(&self, fault: &dyn std::fmt::Display) -> LogError {
        LogError::Unfit(format!("{} holds an entry that this work cannot have: {fault}", self.name()))
    }

    /// Adds what was found of a record; what is too long to be read again is left out.
    pub(crate) fn note(&self, record: u64, digest: RecordDigest, found: &RawValue) -> Result<(), LogError> {
        let line = match line(&Entry { record, digest, again: false, found }) {
            Err(error) if is_too_long(&error) => return Ok(()),
            line => line,
        };
        // A thread that panicked while it held the file may have torn a line, which is cut off later.
        let mut lines = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        line.and_then(|line| lines.append(&line)).map_err(FileError::writing(self.name()))?;
        drop(lines);
        self.syncing.request();
        self.syncing.check().map_err(FileError::writing(self.name()))?;
        Ok(())
    }

    /// After all records: checks that everything that was noted has been met again.
    pub(super) fn check_all_met(&self) -> Result<(), LogError> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.noted.keys().filter(|record| !met.contains(record)).min();
        gone.map_or(Ok(()), |record| {
            let number = record.saturating_add(1);
            Err(LogError::Unfit(format!(
                "{}: record {number} is gone since the checkpoint was written",
                self.name()
            )))
        })
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

impl EntryFile {
    /// Adds a line, in place of a torn one or a trailer if there is one.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if self.file.metadata()?.len() != self.end {
            self.file.set_len(self.end)?;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line)?;
        self.end += line.len() as u64;
        Ok(())
    }
}
