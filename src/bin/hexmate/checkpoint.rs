//! Files of finished work that a later run goes on from. Knows lines; not what they count.
//!
//! The first line says what is being done, each further one what is finished:
//! JSON, a line each, written as soon as it is known. A run that is killed
//! leaves at most a torn last line, which the next one cuts off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hexmate::rules;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Pieces;
use crate::exit::Failure;
use crate::part;

/// Whether an earlier run's work is gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// The file must not exist yet.
    New,
    /// What it holds is taken over; if it does not exist, the work begins.
    Resumed,
}

/// The first line of a checkpoint of this work, done by this program under these rules.
pub fn header(work: &Value, pieces: &Pieces) -> Value {
    json!({
        "program": part::program(),
        "rules": rules::EDITION,
        "work": work,
        "shard": pieces.shard().map(|(shard, _)| shard.to_string()),
    })
}

/// A file that grows by a line for each piece of finished work.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: Mutex<File>,
}

impl Checkpoint {
    /// Opens the file, and gives what it says is finished.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, is there and ought not to be, is in use by
    /// another run, or belongs to other work than `header` says.
    pub fn open(path: &Path, beginning: Beginning, header: &Value) -> Result<(Self, Vec<Value>), Failure> {
        let name = path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        match beginning {
            Beginning::New => options.create_new(true),
            Beginning::Resumed => options.create(true).truncate(false),
        };
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Failure::Usage(format!(
                "{name} holds the work of an earlier run: go on with it by --resume, or remove it"
            )),
            _ => Failure::output(&name)(error),
        })?;
        // Where a file system has no locks, there is nothing to be known.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::Usage(format!("{name} is the checkpoint of a run that has not ended")));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(Failure::input(&name))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let lines = || text[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut entries = Vec::new();
        for (number, line) in (1..).zip(lines()) {
            let entry: Value = serde_json::from_slice(line).map_err(|error| {
                Failure::Unfit(format!("{name}:{number}: no line of a checkpoint: {error}"))
            })?;
            entries.push(entry);
        }
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(Failure::output(&name))?;
        let checkpoint = Self { path: path.to_owned(), file: Mutex::new(file) };
        match entries.is_empty() {
            true => checkpoint.add(header)?,
            false if entries[0] == *header => drop(entries.remove(0)),
            false => {
                let message = format!(
                    "{name} belongs to other work:\n  it says   {}\n  this is   {header}",
                    entries[0]
                );
                return Err(Failure::Unfit(message));
            }
        }
        Ok((checkpoint, entries))
    }

    /// Adds a piece of finished work.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&self, entry: &impl Serialize) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::output(self.path.display().to_string())(error);
        let line = serde_json::to_string(entry).map_err(|error| failed(error.into()))? + "\n";
        // Whoever panicked while he held the file may have torn a line, which is cut off later.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;

    fn in_folder(test: impl FnOnce(&Path)) {
        let folder = tempfile::tempdir().expect("a folder");
        test(&folder.path().join("work.jsonl"));
    }

    #[test]
    fn what_is_finished_is_found_again() {
        in_folder(|path| {
            let header = json!({"command": "test"});
            let (checkpoint, done) = Checkpoint::open(path, Beginning::New, &header).expect("a new file");
            assert_eq!(done, [] as [Value; 0]);
            for unit in 0..3 {
                checkpoint.add(&json!({"unit": unit})).expect("a line");
            }
            drop(checkpoint);
            let (_, done) = Checkpoint::open(path, Beginning::Resumed, &header).expect("the same work");
            assert_eq!(done, [json!({"unit": 0}), json!({"unit": 1}), json!({"unit": 2})]);
        });
    }

    #[test]
    fn a_torn_line_is_cut_off_wherever_it_is_torn() {
        in_folder(|path| {
            let header = json!({"command": "test"});
            let whole = format!("{header}\n{}\n{}\n", json!({"unit": 1}), json!({"unit": 2}));
            for length in 0..=whole.len() {
                fs::write(path, &whole[..length]).expect("a file");
                let (checkpoint, done) = Checkpoint::open(path, Beginning::Resumed, &header).expect("a file");
                let lines = whole[..length].matches('\n').count();
                assert_eq!(done.len(), lines.saturating_sub(1), "{length}");
                checkpoint.add(&json!({"unit": 3})).expect("a line");
                drop(checkpoint);
                let (_, again) = Checkpoint::open(path, Beginning::Resumed, &header).expect("a file");
                assert_eq!(again.len(), done.len() + 1, "{length}");
            }
        });
    }

    #[test]
    fn two_runs_at_once_do_not_share_a_file() {
        in_folder(|path| {
            let header = json!({"command": "test"});
            let first = Checkpoint::open(path, Beginning::New, &header).expect("a new file");
            let second = Checkpoint::open(path, Beginning::Resumed, &header);
            assert!(matches!(second, Err(Failure::Usage(_))), "{second:?}");
            drop(first);
            Checkpoint::open(path, Beginning::Resumed, &header).expect("a file that nobody uses");
        });
    }

    #[test]
    fn other_work_is_refused_and_so_is_a_file_that_is_there_already() {
        in_folder(|path| {
            drop(Checkpoint::open(path, Beginning::New, &json!({"depth": 1})).expect("a new file"));
            let other = Checkpoint::open(path, Beginning::Resumed, &json!({"depth": 2}));
            assert!(matches!(other, Err(Failure::Unfit(_))), "{other:?}");
            let again = Checkpoint::open(path, Beginning::New, &json!({"depth": 1}));
            assert!(matches!(again, Err(Failure::Usage(_))), "{again:?}");
        });
    }
}
