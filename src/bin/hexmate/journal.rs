//! Problems that are finished, with all that is written of them, for a run that goes on later. Does not solve.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hexmate::report::SolveOutcome;
use serde_json::{Value, json};

use crate::checkpoint::Checkpoint;
use crate::exit::Failure;
use crate::records::{Item, Record};

/// All that is written of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its row in each table.
    pub rows: Vec<String>,
    /// It in each of the other forms.
    pub sheets: Vec<String>,
    /// Its diagram.
    pub picture: Option<String>,
    /// Its certificate.
    pub certificate: Option<String>,
    /// What the summary needs.
    pub outcome: SolveOutcome,
}

/// A checkpoint of problems.
///
/// Only what is finished is noted: a problem that hit a limit is solved again.
pub struct Journal {
    checkpoint: Checkpoint,
    noted: HashMap<Place, (String, Written)>,
    met: Mutex<HashSet<Place>>,
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
        let text = match &record.item {
            Item::Statement(statement) => format!("{statement:?}"),
            _ => String::new(),
        };
        Self { place: (record.file.to_string(), record.number), digest: digest(&text) }
    }
}

/// FNV-1a: known to everybody, and the same for ever.
fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

impl Journal {
    /// Takes over what a checkpoint holds.
    ///
    /// # Errors
    ///
    /// If one of its lines is no problem.
    pub fn new(checkpoint: Checkpoint, entries: &[Value]) -> Result<Self, Failure> {
        let mut noted = HashMap::new();
        for entry in entries {
            let (Mark { place, digest }, written) = read(entry)
                .ok_or_else(|| Failure::Unfit(format!("the checkpoint has no problem: {entry}")))?;
            noted.insert(place, (digest, written));
        }
        Ok(Self { checkpoint, noted, met: Mutex::default() })
    }

    /// What was written of a record, if it is finished.
    ///
    /// # Errors
    ///
    /// If something else stood there then.
    pub fn find(&self, mark: &Mark) -> Result<Option<Written>, Failure> {
        let Some((digest, written)) = self.noted.get(&mark.place) else { return Ok(None) };
        let (file, number) = &mark.place;
        if *digest != mark.digest {
            let message =
                format!("{file}: record {number} is not what it was when the checkpoint was written");
            return Err(Failure::Unfit(message));
        }
        self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(mark.place.clone());
        Ok(Some(written.clone()))
    }

    /// Notes a problem, if it is finished.
    ///
    /// # Errors
    ///
    /// If that cannot be written.
    pub fn note(&self, mark: &Mark, written: &Written) -> Result<(), Failure> {
        if written.outcome.stopped.is_some() {
            return Ok(());
        }
        self.checkpoint.add(&entry(mark, written))
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

fn entry(mark: &Mark, written: &Written) -> Value {
    let Written { rows, sheets, picture, certificate, outcome } = written;
    json!({
        "file": mark.place.0,
        "record": mark.place.1,
        "digest": mark.digest,
        "rows": rows,
        "sheets": sheets,
        "picture": picture,
        "certificate": certificate,
        "id": outcome.id,
        "status": outcome.status,
        "good": outcome.is_good,
        "microseconds": outcome.time.map(|time| time.as_micros() as u64),
    })
}

fn read(entry: &Value) -> Option<(Mark, Written)> {
    let text = |name: &str| Some(entry.get(name)?.as_str()?.to_owned());
    let list = |name: &str| -> Option<Vec<String>> {
        entry.get(name)?.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let mark = Mark { place: (text("file")?, entry.get("record")?.as_u64()?), digest: text("digest")? };
    let outcome = SolveOutcome {
        id: text("id")?,
        status: text("status")?,
        is_good: entry.get("good")?.as_bool()?,
        time: entry.get("microseconds")?.as_u64().map(Duration::from_micros),
        stopped: None,
    };
    let (picture, certificate) = (text("picture"), text("certificate"));
    let written = Written { rows: list("rows")?, sheets: list("sheets")?, picture, certificate, outcome };
    Some((mark, written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_read_back() {
        for (picture, time) in [(None, None), (Some("<svg/>\n"), Some(Duration::from_micros(1234)))] {
            let outcome = SolveOutcome {
                id: "a \"b\"".to_owned(),
                status: "SOUND".to_owned(),
                is_good: true,
                time,
                stopped: None,
            };
            let rows = vec!["x,\u{e9}\n".to_owned(), String::new()];
            let (picture, certificate) = (picture.map(str::to_owned), time.map(|_| "proof\n".to_owned()));
            let sheets = vec!["y\n\n".to_owned()];
            let written = Written { rows, sheets, picture, certificate, outcome };
            let mark = Mark { place: ("a file".to_owned(), 7), digest: digest("what it says") };
            let line = entry(&mark, &written).to_string();
            let value: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(read(&value), Some((mark, written)));
        }
    }

    #[test]
    fn the_digest_is_the_published_one() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("foobar"), "85944171f73967e8");
    }
}
