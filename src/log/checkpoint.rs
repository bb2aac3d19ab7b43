//! A log under way: what is finished is written at once, and found again by a run that goes on.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::IgnoredAny;
use serde_json::Value;

use super::LogError;
use super::entries::line;
use super::format::{Entry, Header, Trailer};
use crate::files::FileError;

/// Whether an earlier run's work is gone on with.
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

/// An entry of an earlier run: the digest of its record, and where it stands.
#[derive(Debug)]
struct Noted {
    digest: String,
    start: u64,
    length: usize,
}

/// What is known of a line without what was found.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Line {
    Entry(Heading),
    Trailer(#[expect(dead_code, reason = "it is read to tell that it is one")] Trailer),
}

/// An [`Entry`] without what was found.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    record: u64,
    digest: String,
    #[serde(default)]
    again: bool,
    #[expect(dead_code, reason = "it has to be there")]
    found: IgnoredAny,
}

impl Checkpoint {
    /// Opens the file, and takes over what it says is finished.
    pub(super) fn open(path: &Path, beginning: Beginning, header: &Header) -> Result<Self, LogError> {
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
        // Where a file system has no locks, there is nothing to be known.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(LogError::InUse(name));
        }
        let mut checkpoint = Self {
            path: path.to_owned(),
            file: Mutex::new(EntryFile { file, end: 0 }),
            noted: HashMap::new(),
            met: Mutex::default(),
        };
        checkpoint.take_over(header)?;
        Ok(checkpoint)
    }

    /// Reads what is there, up to a line that was torn.
    fn take_over(&mut self, header: &Header) -> Result<(), LogError> {
        let name = self.path.display().to_string();
        let lines = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut reader = BufReader::new(&lines.file);
        let mut text = Vec::new();
        let mut is_complete = false;
        for number in 1_u64.. {
            text.clear();
            let length = reader.read_until(b'\n', &mut text).map_err(FileError::reading(&name))?;
            let Some(text) = text.strip_suffix(b"\n") else { break };
            let unfit = |error: &dyn std::fmt::Display| {
                LogError::Unfit(format!("{name}:{number}: no line of a checkpoint: {error}"))
            };
            if is_complete {
                return Err(unfit(&"it is behind the trailer"));
            }
            if number == 1 {
                let found: Header = serde_json::from_slice(text).map_err(|error| unfit(&error))?;
                if !header.goes_on_with(&found) {
                    return Err(other_work(&name, &found, header));
                }
                lines.end = length as u64;
                continue;
            }
            match serde_json::from_slice(text).map_err(|error| unfit(&error))? {
                Line::Trailer(_) => is_complete = true,
                Line::Entry(Heading { record, digest, again, .. }) => {
                    let noted = Noted { digest, start: lines.end, length };
                    if !again && self.noted.insert(record, noted).is_some() {
                        return Err(unfit(&format!("record {record} is there already")));
                    }
                    lines.end += length as u64;
                }
            }
        }
        if lines.end == 0 {
            let written = line(header).and_then(|header| lines.append(&header));
            return written.map_err(FileError::writing(&name)).map_err(LogError::from);
        }
        Ok(())
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What an earlier run has found of a record, if that is final.
    pub(crate) fn recall(
        &self,
        record: u64,
        digest: &str,
        name: &dyn Fn() -> String,
    ) -> Result<Option<Value>, LogError> {
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
        let entry: Entry = serde_json::from_slice(&text).map_err(|error| self.other_record(&error))?;
        self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(record);
        Ok(Some(entry.found))
    }

    /// What is wrong where an entry does not hold what this work finds.
    pub(crate) fn other_record(&self, error: &serde_json::Error) -> LogError {
        LogError::Unfit(format!("{} holds no record of this work: {error}", self.name()))
    }

    /// Adds what was found of a record.
    pub(crate) fn note(&self, record: u64, digest: &str, found: Value) -> Result<(), LogError> {
        let line = line(&Entry { record, digest: digest.to_owned(), again: false, found });
        // Whoever panicked while it held the file may have torn a line, which is cut off later.
        let mut lines = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        line.and_then(|line| lines.append(&line)).map_err(FileError::writing(self.name()))?;
        Ok(())
    }

    /// After all records: whether everything that was noted has been met again.
    pub(super) fn check_all_met(&self) -> Result<(), LogError> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.noted.keys().filter(|record| !met.contains(record)).min();
        gone.map_or(Ok(()), |record| {
            let number = record + 1;
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

fn other_work(name: &str, found: &Header, header: &Header) -> LogError {
    let text = |header: &Header| serde_json::to_string(header).unwrap_or_default();
    LogError::Unfit(format!(
        "{name} belongs to other work:\n  it says   {}\n  this is   {}",
        text(found),
        text(header)
    ))
}
