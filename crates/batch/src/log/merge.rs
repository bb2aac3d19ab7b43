//! All parts of one work, checked against one another, and their entries in order.
//!
//! Parts are untrusted: every number is compared before anything is allocated for it, a line has a maximum length, and
//! one entry at a time is in memory.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::LogError;
use super::format::{Entry, Header, Recorded, Trailer, differing};
use super::lines::{ENTRY, Lines};
use crate::digest::Digest;
use crate::files::FileError;
use crate::shard::Shard;

/// Parts that fit together: every shard of one work is there, once and whole.
#[derive(Debug)]
pub struct Parts<C> {
    recorded: C,
    files: Vec<String>,
    /// Records of the whole work.
    count: u64,
}

/// A part by itself.
struct Part<'a, C> {
    file: &'a str,
    header: Header<C>,
    trailer: Trailer,
}

impl<C: Recorded> Parts<C> {
    /// Reads all parts to their ends, each in constant memory.
    ///
    /// # Errors
    ///
    /// If one cannot be read, is not a part of this program and these rules, has been cut short or changed, belongs to
    /// other work than the others, is there twice, or is missing. Everything that is wrong is named at once.
    pub fn open(files: &[String]) -> Result<Self, LogError> {
        let mut faults = Vec::new();
        let mut parts: Vec<Part<'_, C>> = Vec::new();
        for file in files {
            match Part::read(file)? {
                Ok(part) => parts.push(part),
                Err(fault) => faults.push(format!("{file}: {fault}")),
            }
        }
        let mut shares: BTreeMap<u64, &str> = BTreeMap::new();
        let first = parts.first();
        for part in &parts {
            let shard = part.header.shard;
            if let Some(difference) = first.and_then(|first| part.difference(first)) {
                faults.push(format!("{}: {difference}", part.file));
            } else if let Some(other) = shares.insert(shard.number(), part.file) {
                faults.push(format!("{}: {shard} is there already, in {other}", part.file));
            }
        }
        if let Some(first) = first.filter(|_| faults.is_empty()) {
            faults.extend(missing(first.header.shard, shares.into_keys()));
        }
        match parts.into_iter().next() {
            Some(Part { header, trailer, .. }) if faults.is_empty() => {
                Ok(Self { recorded: header.command, files: files.to_owned(), count: trailer.of })
            }
            _ => Err(LogError::Unfit(faults.join("\n"))),
        }
    }

    /// The command that they are parts of.
    pub fn recorded(&self) -> &C {
        &self.recorded
    }

    /// How many records the whole work has.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was found of all records, in their order. Keeps one entry in memory.
    ///
    /// # Errors
    ///
    /// If a part cannot be read any more; each item is an error if it is not an entry, or not where it belongs.
    pub fn found<F: DeserializeOwned>(&self) -> Result<impl Iterator<Item = Result<F, LogError>>, LogError> {
        let mut merged = Merged::open::<C>(&self.files, self.count)?;
        Ok(std::iter::from_fn(move || {
            let place = match merged.next()? {
                Ok(place) => place,
                Err(error) => return Some(Err(error)),
            };
            Some(merged.read(place).and_then(|(file, line)| {
                let entry = serde_json::from_slice(&line).map(|entry: Entry<F>| entry.found);
                entry.map_err(|error| LogError::Unfit(format!("{file}: not an entry: {error}")))
            }))
        }))
    }
}

/// The shards that are missing, each run of them in one text; `there` is sorted.
fn missing(shard: Shard, there: impl Iterator<Item = u64>) -> Vec<String> {
    let mut texts = Vec::new();
    let mut next = 1;
    for number in there.chain([shard.of() + 1]) {
        match number.saturating_sub(next) {
            0 => {}
            1 => texts.push(format!("{} is missing", shard.sibling(next))),
            _ => texts.push(format!("{} to {} are missing", shard.sibling(next), shard.sibling(number - 1))),
        }
        next = number + 1;
    }
    texts
}

/// The entries of all parts in the order of their records.
struct Merged {
    sources: Vec<PartEntries>,
    /// The next record of each source that has one.
    nexts: BinaryHeap<Reverse<(u64, usize)>>,
    expected: Range<u64>,
}

/// A source and where in it an entry is.
type Place = (usize, Range<u64>);

impl Merged {
    fn open<C: Recorded>(files: &[String], count: u64) -> Result<Self, LogError> {
        let mut merged = Self { sources: Vec::new(), nexts: BinaryHeap::new(), expected: 0..count };
        for (place, file) in files.iter().enumerate() {
            merged.sources.push(PartEntries::open::<C>(file)?);
            merged.look_further(place)?;
        }
        Ok(merged)
    }

    /// Where the next record is.
    fn next(&mut self) -> Option<Result<Place, LogError>> {
        let Some(Reverse((record, place))) = self.nexts.pop() else {
            let missing = self.expected.next()?;
            self.expected = 0..0;
            return Some(Err(LogError::Unfit(format!("record {missing} is in no part"))));
        };
        let source = &self.sources[place];
        if self.expected.next() != Some(record) {
            let fault = format!("{}: record {record} is not where it belongs", source.file);
            self.nexts.clear();
            self.expected = 0..0;
            return Some(Err(LogError::Unfit(fault)));
        }
        let at = source.next.clone();
        Some(self.look_further(place).map(|()| (place, at)))
    }

    fn look_further(&mut self, place: usize) -> Result<(), LogError> {
        if let Some(record) = self.sources[place].advance()? {
            self.nexts.push(Reverse((record, place)));
        }
        Ok(())
    }

    /// The line of an entry, and the file that it is in.
    fn read(&self, (place, at): Place) -> Result<(String, Vec<u8>), LogError> {
        let PartEntries { file, again, .. } = &self.sources[place];
        let failed = FileError::reading(&**file);
        let mut line = vec![0; usize::try_from(at.end - at.start).unwrap_or(ENTRY).min(ENTRY)];
        let mut again = again;
        let read = again.seek(SeekFrom::Start(at.start)).and_then(|_| again.read_exact(&mut line));
        read.map_err(failed)?;
        Ok((file.clone(), line))
    }
}

impl<'a, C: Recorded> Part<'a, C> {
    /// The part, or why it is none.
    fn read(file: &'a str) -> Result<Result<Self, String>, LogError> {
        let failed = || FileError::reading(file);
        let mut lines = Lines::new(BufReader::new(File::open(file).map_err(failed())?));
        let header = match Header::read(&mut lines).map_err(failed())? {
            Ok(header) => header,
            Err(fault) => return Ok(Err(fault)),
        };
        let mut digest = Digest::default();
        let (mut before, mut last, mut records) = (digest.clone(), None, 0_u64);
        digest.add(lines.line());
        loop {
            let line = match lines.next(ENTRY).map_err(failed())? {
                Ok(None) => break,
                Ok(Some(line)) => line,
                Err(fault) => return Ok(Err(format!("not a part: line {} is {fault}", records + 2))),
            };
            last = serde_json::from_slice::<Trailer>(line).ok();
            before = digest.clone();
            digest.add(lines.line());
            records += 1;
        }
        let Some(trailer) = last else {
            return Ok(Err("cut short: its last line is not a trailer".to_owned()));
        };
        if (trailer.records, &trailer.digest) != (records - 1, &before.to_hex()) {
            let fault = "changed since it was written: its lines have another digest than it says";
            return Ok(Err(fault.to_owned()));
        }
        Ok(Ok(Self { file, header, trailer }))
    }

    /// Why it is not of the same work as another.
    fn difference(&self, other: &Self) -> Option<String> {
        let (here, there) = (&self.header, &other.header);
        if let Some(names) = differing(&here.options, &there.options) {
            return Some(format!("another command line than in {}: it differs in {names}", other.file));
        }
        if here.command != there.command {
            return Some(format!("another command line than in {}: it records other outputs", other.file));
        }
        if !here.shard.belongs_with(there.shard) {
            return Some(format!("{} does not go with {} in {}", here.shard, there.shard, other.file));
        }
        if (&self.trailer.input, self.trailer.of) != (&other.trailer.input, other.trailer.of) {
            return Some(format!("another input than in {}", other.file));
        }
        None
    }
}

/// The entries of a part, one ahead.
struct PartEntries {
    file: String,
    lines: Lines<BufReader<File>>,
    /// The same file, to read entries whose turn it is.
    again: File,
    next: Range<u64>,
}

impl PartEntries {
    fn open<C: Recorded>(file: &str) -> Result<Self, LogError> {
        let open = || File::open(file).map_err(FileError::reading(file));
        let mut lines = Lines::new(BufReader::new(open()?));
        let unfit = |fault: &dyn std::fmt::Display| LogError::Unfit(format!("{file}: {fault}"));
        Header::<C>::read(&mut lines).map_err(FileError::reading(file))?.map_err(|fault| unfit(&fault))?;
        Ok(Self { file: file.to_owned(), lines, again: open()?, next: 0..0 })
    }

    /// Goes to the next entry; gives the number of its record.
    fn advance(&mut self) -> Result<Option<u64>, LogError> {
        let Self { file, lines, next, .. } = self;
        let unfit = |fault: &dyn std::fmt::Display| LogError::Unfit(format!("{file}: not an entry: {fault}"));
        let line = lines.next(ENTRY).map_err(FileError::reading(&**file))?.map_err(|fault| unfit(&fault))?;
        let Some(line) = line else { return Ok(None) };
        let record = match serde_json::from_slice::<Entry<IgnoredAny>>(line) {
            Ok(entry) => entry.record,
            Err(_) if serde_json::from_slice::<Trailer>(line).is_ok() => return Ok(None),
            Err(error) => return Err(unfit(&error)),
        };
        *next = lines.place.clone();
        Ok(Some(record))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn missing_shards_are_listed_as_runs() {
        let missing = |shard: &str, there: &[u64]| {
            super::missing(shard.parse().expect("a shard"), there.iter().copied()).join("; ")
        };
        assert_eq!(missing("slice:1/1", &[1]), "");
        assert_eq!(missing("slice:1/2", &[1]), "slice:2/2 is missing");
        assert_eq!(missing("slice:1/9", &[1]), "slice:2/9 to slice:9/9 are missing");
        assert_eq!(
            missing("hash:2/9", &[2, 3, 7]),
            "hash:1/9 is missing; hash:4/9 to hash:6/9 are missing; hash:8/9 to hash:9/9 are missing"
        );
        assert_eq!(
            missing("hash:1/1000000", &[1_000_000]),
            "hash:1/1000000 to hash:999999/1000000 are missing"
        );
    }
}
