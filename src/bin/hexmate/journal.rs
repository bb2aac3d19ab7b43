//! Records that are finished, with all that was found of them, for a run that goes on later. Not what it is.

use std::collections::{HashMap, HashSet};
use std::fmt::{Debug, Write};
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::args::Pieces;
use crate::checkpoint::Checkpoint;
use crate::digest::Digest;
use crate::exit::Failure;
use crate::records::Record;

/// A checkpoint of records.
pub struct Journal<F> {
    checkpoint: Checkpoint,
    noted: HashMap<Place, Note<Value>>,
    met: Mutex<HashSet<Place>>,
    found: PhantomData<fn() -> F>,
}

/// Name of the file, and number in it.
type Place = (String, u64);

/// A record as the journal knows it: where it stands, and a digest of what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    place: Place,
    digest: String,
}

impl Mark {
    /// The mark of a record.
    pub fn of(record: &Record) -> Self {
        Self::new(&record.file, record.number, &record.item)
    }

    /// The mark of something with a number in a file.
    pub fn new(file: &str, number: u64, what: &impl Debug) -> Self {
        let mut digest = Digest::default();
        // A digest takes everything.
        let _ = write!(digest, "{what:?}");
        Self { place: (file.to_owned(), number), digest: digest.to_hex() }
    }
}

/// A line of the checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Note<F> {
    file: String,
    record: u64,
    digest: String,
    found: F,
}

impl<F: Serialize + DeserializeOwned> Journal<F> {
    /// Takes over what a checkpoint holds, if there is to be one.
    ///
    /// # Errors
    ///
    /// If it is of other work, or one of its lines is no record.
    pub fn open(pieces: &Pieces, work: &Value) -> Result<Option<Self>, Failure> {
        let Some((path, beginning)) = pieces.checkpoint() else { return Ok(None) };
        let (checkpoint, entries) = Checkpoint::open(path, beginning, work)?;
        let note = |entry: Value| -> Result<_, Failure> {
            let note: Note<Value> = serde_json::from_value(entry).map_err(|error| unread(&error))?;
            Ok(((note.file.clone(), note.record), note))
        };
        let noted = entries.into_iter().map(note).collect::<Result<_, _>>()?;
        Ok(Some(Self { checkpoint, noted, met: Mutex::default(), found: PhantomData }))
    }

    /// What was found of a record, or is found now and noted, if that is final.
    ///
    /// # Errors
    ///
    /// If something else stood there then, or this cannot be written.
    pub fn recall_or(
        &self,
        mark: Mark,
        find: impl FnOnce() -> F,
        is_final: impl FnOnce(&F) -> bool,
    ) -> Result<F, Failure> {
        if let Some(note) = self.noted.get(&mark.place) {
            let (file, number) = &mark.place;
            if note.digest != mark.digest {
                let message =
                    format!("{file}: record {number} is not what it was when the checkpoint was written");
                return Err(Failure::Unfit(message));
            }
            let found = F::deserialize(&note.found).map_err(|error| unread(&error))?;
            self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(mark.place);
            return Ok(found);
        }
        let found = find();
        if is_final(&found) {
            let Mark { place: (file, record), digest } = mark;
            self.checkpoint.add(&Note { file, record, digest, found: &found })?;
        }
        Ok(found)
    }

    /// After all records: whether everything that was noted has been met again.
    ///
    /// # Errors
    ///
    /// If something has gone from the input.
    pub fn check_all_met(&self) -> Result<(), Failure> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.noted.keys().filter(|place| !met.contains(place)).min();
        gone.map_or(Ok(()), |(file, number)| {
            let message = format!("{file}: record {number} is gone since the checkpoint was written");
            Err(Failure::Unfit(message))
        })
    }
}

fn unread(error: &serde_json::Error) -> Failure {
    Failure::Unfit(format!("the checkpoint holds no record of this work: {error}"))
}
