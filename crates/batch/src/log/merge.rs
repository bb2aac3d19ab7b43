//! Merging of parts: checks that they belong together and are complete, and reads their entries in record order.
//!
//! Parts are untrusted: numbers are checked before memory is allocated for them, lines have a maximum length, and
//! one entry at a time is in memory.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::LogError;
use super::format::{Entry, Header, LoggedCommand, Trailer, differing_options};
use super::lines::{ENTRY, Lines};
use super::seal::{Chain, Damaged};
use crate::digest::Digest;
use crate::files::FileError;
use crate::shard::Shard;

/// A complete set of parts: every shard of one run exactly once.
#[derive(Debug)]
pub struct Parts<C> {
    command: C,
    files: Vec<String>,
    /// Number of records of all shards.
    count: u64,
}

/// A part whose lines match its digest.
struct Part<'a, C> {
    file: &'a str,
    header: Header<C>,
    trailer: Trailer,
}

impl<C: LoggedCommand> Parts<C> {
    /// Reads and checks all parts, in constant memory.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is not a part of this program and these rules, is truncated or changed, belongs to
    /// another run than the others, or if a shard is missing or given twice. The message lists all faults.
    pub fn open(files: &[String]) -> Result<Self, LogError> {
        let mut faults = Vec::new();
        let mut parts: Vec<Part<'_, C>> = Vec::new();
        for file in files {
            match Part::read(file)? {
                Ok(part) => parts.push(part),
                Err(fault) => faults.push(format!("{file}: {fault}")),
            }
        }
        let mut shards: BTreeMap<u64, &str> = BTreeMap::new();
        let first = parts.first();
        for part in &parts {
            let shard = part.header.shard;
            if let Some(difference) = first.and_then(|first| part.difference(first)) {
                faults.push(format!("{}: {difference}", part.file));
            } else if let Some(other) = shards.insert(shard.number(), part.file) {
                faults.push(format!("{}: shard {shard} is already in {other}", part.file));
            }
        }
        if let Some(first) = first.filter(|_| faults.is_empty()) {
            faults.extend(missing(first.header.shard, shards.into_keys()));
        }
        match parts.into_iter().next() {
            Some(Part { header, trailer, .. }) if faults.is_empty() => {
                Ok(Self { command: header.command, files: files.to_owned(), count: trailer.of })
            }
            _ => Err(LogError::Unfit(faults.join("\n"))),
        }
    }

    /// Returns the command that wrote the parts.
    pub fn command(&self) -> &C {
        &self.command
    }

    /// Returns the number of records of all parts.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the results of all records in input order. Keeps one entry in memory.
    ///
    /// # Errors
    ///
    /// If a part cannot be opened. An item is an error if an entry is invalid, missing or out of order.
    pub fn outputs<F: DeserializeOwned>(
        &self,
    ) -> Result<impl Iterator<Item = Result<F, LogError>>, LogError> {
        let mut merged = Merged::open::<C>(&self.files, self.count)?;
        Ok(std::iter::from_fn(move || {
            let place = match merged.next()? {
                Ok(place) => place,
                Err(error) => return Some(Err(error)),
            };
            Some(merged.read(place).and_then(|(file, line)| {
                let entry = serde_json::from_slice(&line).map(|entry: Entry<F>| entry.output);
                entry.map_err(|error| LogError::Unfit(format!("{file}: not an entry: {error}")))
            }))
        }))
    }
}

/// Returns a message for each run of missing shards; `present` has the sorted numbers of the others.
fn missing(shard: Shard, present: impl Iterator<Item = u64>) -> Vec<String> {
    let mut texts = Vec::new();
    let mut next = 1;
    for number in present.chain([shard.count() + 1]) {
        match number.saturating_sub(next) {
            0 => {}
            1 => texts.push(format!("{} is missing", shard.with_number(next))),
            _ => texts.push(format!(
                "{} to {} are missing",
                shard.with_number(next),
                shard.with_number(number - 1)
            )),
        }
        next = number + 1;
    }
    texts
}

/// The entries of all parts, merged in the order of their records.
struct Merged {
    sources: Vec<PartEntries>,
    /// Heap of the next record of each source, with the index of the source.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
    expected: Range<u64>,
}

/// Place of an entry: index of its source, and byte range in the file.
type Place = (usize, Range<u64>);

impl Merged {
    fn open<C: LoggedCommand>(files: &[String], count: u64) -> Result<Self, LogError> {
        let mut merged = Self { sources: Vec::new(), heads: BinaryHeap::new(), expected: 0..count };
        for (index, file) in files.iter().enumerate() {
            merged.sources.push(PartEntries::open::<C>(file)?);
            merged.advance(index)?;
        }
        Ok(merged)
    }

    /// Returns the place of the next record.
    fn next(&mut self) -> Option<Result<Place, LogError>> {
        let Some(Reverse((record, index))) = self.heads.pop() else {
            let missing = self.expected.next()?;
            self.expected = 0..0;
            return Some(Err(LogError::Unfit(format!("no part has record {missing}"))));
        };
        let source = &self.sources[index];
        if self.expected.next() != Some(record) {
            let fault = format!("{}: record {record} is out of order", source.file);
            self.heads.clear();
            self.expected = 0..0;
            return Some(Err(LogError::Unfit(fault)));
        }
        let range = source.next.clone();
        Some(self.advance(index).map(|()| (index, range)))
    }

    /// Puts the next record of a source on the heap.
    fn advance(&mut self, index: usize) -> Result<(), LogError> {
        if let Some(record) = self.sources[index].advance()? {
            self.heads.push(Reverse((record, index)));
        }
        Ok(())
    }

    /// Reads an entry and returns its file name and line.
    fn read(&self, (index, range): Place) -> Result<(String, Vec<u8>), LogError> {
        let PartEntries { file, entries, .. } = &self.sources[index];
        let failed = FileError::reading(&**file);
        let mut line = vec![0; usize::try_from(range.end - range.start).unwrap_or(ENTRY).min(ENTRY)];
        let mut entries = entries;
        let read = entries.seek(SeekFrom::Start(range.start)).and_then(|_| entries.read_exact(&mut line));
        read.map_err(failed)?;
        Ok((file.clone(), line))
    }
}

impl<'a, C: LoggedCommand> Part<'a, C> {
    /// Reads and checks a file; the inner error says why it is not a part.
    fn read(file: &'a str) -> Result<Result<Self, String>, LogError> {
        let failed = || FileError::reading(file);
        let mut lines = Lines::new(BufReader::new(File::open(file).map_err(failed())?));
        let header = match Header::read(&mut lines).map_err(failed())? {
            Ok(header) => header,
            Err(fault) => return Ok(Err(fault)),
        };
        let (mut digest, mut chain) = (Digest::default(), Chain::default());
        let (mut before, mut last, mut records) = (digest.clone(), None, 0_u64);
        digest.add(lines.line());
        // The seal of the header was checked.
        let _ = chain.check(lines.line().strip_suffix(b"\n").unwrap_or_default());
        let mut damaged = None;
        loop {
            let line = match lines.next(ENTRY).map_err(failed())? {
                Ok(None) => break,
                Ok(Some(line)) => line,
                Err(fault) => return Ok(Err(format!("not a part: line {} is {fault}", records + 2))),
            };
            if damaged.is_none() && chain.check(line).is_err() {
                damaged = Some(records + 2);
            }
            last = serde_json::from_slice::<Trailer>(line).ok();
            before = digest.clone();
            digest.add(lines.line());
            records += 1;
        }
        let is_torn = !lines.has_line_end();
        if let Some(number) = damaged.filter(|&number| !is_torn || number <= records) {
            return Ok(Err(format!("changed since it was written: line {number} is {Damaged}")));
        }
        let Some(trailer) = last.filter(|_| !is_torn) else {
            return Ok(Err("truncated: its last line is not a trailer".to_owned()));
        };
        if (trailer.records, &trailer.digest) != (records - 1, &before.to_hex()) {
            let fault = "changed since it was written: its digest does not match its lines";
            return Ok(Err(fault.to_owned()));
        }
        Ok(Ok(Self { file, header, trailer }))
    }

    /// Returns why the part is not of the same run as another, or `None` if it is.
    fn difference(&self, other: &Self) -> Option<String> {
        let (here, there) = (&self.header, &other.header);
        if let Some(names) = differing_options(&here.options, &there.options) {
            return Some(format!("another command line than in {}: different {names}", other.file));
        }
        if here.command != there.command {
            return Some(format!("another command line than in {}: it records other outputs", other.file));
        }
        if !here.shard.is_same_split(there.shard) {
            return Some(format!(
                "shard {} does not match shard {} in {}",
                here.shard, there.shard, other.file
            ));
        }
        if (&self.trailer.input, self.trailer.of) != (&other.trailer.input, other.trailer.of) {
            return Some(format!("another input than in {}", other.file));
        }
        None
    }
}

/// Reader of the entries of a part, one entry ahead of the merge.
struct PartEntries {
    file: String,
    lines: Lines<BufReader<File>>,
    /// A second handle of the file, for reading entries when they are due.
    entries: File,
    /// Byte range of the next entry.
    next: Range<u64>,
}

impl PartEntries {
    fn open<C: LoggedCommand>(file: &str) -> Result<Self, LogError> {
        let open = || File::open(file).map_err(FileError::reading(file));
        let mut lines = Lines::new(BufReader::new(open()?));
        let unfit = |fault: &dyn std::fmt::Display| LogError::Unfit(format!("{file}: {fault}"));
        Header::<C>::read(&mut lines).map_err(FileError::reading(file))?.map_err(|fault| unfit(&fault))?;
        Ok(Self { file: file.to_owned(), lines, entries: open()?, next: 0..0 })
    }

    /// Moves to the next entry and returns the number of its record; `None` at the trailer.
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
        let missing = |shard: &str, present: &[u64]| {
            super::missing(shard.parse().expect("a shard"), present.iter().copied()).join("; ")
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
