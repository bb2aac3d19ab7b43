//! All parts of one work, checked against one another, and their entries in order.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::LogError;
use super::format::{Entry, Header, LAYOUT, Trailer, program};
use crate::digest::Digest;
use crate::files::FileError;
use crate::rules;
use crate::shard::Shard;

/// Parts that fit together: every share of one work is there, once and whole.
#[derive(Debug)]
pub struct Parts {
    arguments: Vec<String>,
    files: Vec<String>,
    /// Records of the whole work.
    count: u64,
}

/// A part by itself.
struct Part<'a> {
    file: &'a str,
    header: Header,
    trailer: Trailer,
    shard: Shard,
}

impl Parts {
    /// Reads all parts to their ends, each in constant memory.
    ///
    /// # Errors
    ///
    /// If one cannot be read, is no part of this program and these rules, has been
    /// cut short or changed, belongs to other work than the others, is there twice,
    /// or is missing. Everything that is wrong is named at once.
    pub fn open(files: &[String]) -> Result<Self, LogError> {
        let mut faults = Vec::new();
        let mut parts: Vec<Part<'_>> = Vec::new();
        for file in files {
            match Part::read(file)? {
                Ok(part) => parts.push(part),
                Err(fault) => faults.push(format!("{file}: {fault}")),
            }
        }
        let mut shares: HashMap<u64, &str> = HashMap::new();
        let first = parts.first();
        for part in &parts {
            if let Some(difference) = first.and_then(|first| part.difference(first)) {
                faults.push(format!("{}: {difference}", part.file));
            } else if let Some(other) = shares.insert(part.shard.number(), part.file) {
                faults.push(format!("{}: {} is there already, in {other}", part.file, part.shard));
            }
        }
        if faults.is_empty() {
            let all = first.into_iter().flat_map(|first| first.shard.all());
            let missing = all.filter(|shard| !shares.contains_key(&shard.number()));
            faults.extend(missing.map(|shard| format!("{shard} is missing")));
        }
        match first {
            Some(first) if faults.is_empty() => Ok(Self {
                arguments: first.header.arguments.clone(),
                files: files.to_owned(),
                count: first.trailer.of,
            }),
            _ => Err(LogError::Unfit(faults.join("\n"))),
        }
    }

    /// The command line of the run that they are parts of, without the program's name.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// How many records the whole work has.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was found of all records, in their order. Keeps one entry of each part in memory.
    ///
    /// # Errors
    ///
    /// If a part cannot be read any more; each item is an error if an entry is none, or not where it belongs.
    pub fn found<F: DeserializeOwned>(&self) -> Result<impl Iterator<Item = Result<F, LogError>>, LogError> {
        let mut merged = Merged::open(self)?;
        Ok(std::iter::from_fn(move || {
            Some(merged.next()?.and_then(|(file, found)| {
                F::deserialize(found).map_err(|error| LogError::Unfit(format!("{file}: no entry: {error}")))
            }))
        }))
    }
}

/// The entries of all parts in the order of their records.
struct Merged {
    sources: Vec<PartEntries>,
    /// The next record of each source that has one.
    nexts: BinaryHeap<Reverse<(u64, usize)>>,
    expected: Range<u64>,
}

impl Merged {
    fn open(parts: &Parts) -> Result<Self, LogError> {
        let sources =
            parts.files.iter().map(|file| PartEntries::open(file)).collect::<Result<Vec<_>, _>>()?;
        let record = |source: &PartEntries| Some(source.next.as_ref()?.record);
        let nexts =
            sources.iter().enumerate().filter_map(|(place, source)| Some(Reverse((record(source)?, place))));
        Ok(Self { nexts: nexts.collect(), sources, expected: 0..parts.count })
    }

    /// What was found of the next record, and the file that says so.
    fn next(&mut self) -> Option<Result<(String, Value), LogError>> {
        let Some(Reverse((record, place))) = self.nexts.pop() else {
            let missing = self.expected.next()?;
            self.expected = 0..0;
            return Some(Err(LogError::Unfit(format!("record {missing} is in no part"))));
        };
        let source = &mut self.sources[place];
        if self.expected.next() != Some(record) {
            let fault = format!("{}: record {record} is not where it belongs", source.file);
            return Some(Err(LogError::Unfit(fault)));
        }
        let found = source.take();
        if let Some(entry) = &source.next {
            self.nexts.push(Reverse((entry.record, place)));
        }
        let file = source.file.clone();
        found.map(|found| Some((file, found?))).transpose()
    }
}

impl<'a> Part<'a> {
    /// The part, or why it is none.
    fn read(file: &'a str) -> Result<Result<Self, String>, LogError> {
        let mut lines = LineReader::open(file)?;
        let mut digest = Digest::default();
        let Some(first) = lines.next()? else { return Ok(Err("an empty file is no part".to_owned())) };
        let header: Header = match serde_json::from_str(&first) {
            Ok(header) => header,
            Err(error) => return Ok(Err(format!("no part: its first line is no header: {error}"))),
        };
        let (mut last, mut records) = (first, 0_u64);
        while let Some(line) = lines.next()? {
            digest.add(last.as_bytes());
            digest.add(b"\n");
            last = line;
            records += 1;
        }
        Ok(Self::checked(file, header, &last, records.saturating_sub(1), &digest))
    }

    fn checked(
        file: &'a str,
        header: Header,
        last: &str,
        records: u64,
        digest: &Digest,
    ) -> Result<Self, String> {
        let (ours, edition) = (program(), rules::EDITION);
        if (header.log, header.program.as_str(), header.rules) != (LAYOUT, &ours, edition) {
            let Header { program, rules, .. } = &header;
            return Err(format!(
                "written by {program} with edition {rules} of the rules; this is {ours} with {edition}"
            ));
        }
        let shard = header.shard.parse().map_err(|error| format!("shard {:?}: {error}", header.shard))?;
        let Ok(trailer) = serde_json::from_str::<Trailer>(last) else {
            return Err("cut short: its last line is no trailer".to_owned());
        };
        if (trailer.records, &trailer.digest) != (records, &digest.to_hex()) {
            return Err("changed since it was written: its lines have another digest than it says".to_owned());
        }
        Ok(Self { file, header, trailer, shard })
    }

    /// Why it is not of the same work as another.
    fn difference(&self, other: &Self) -> Option<String> {
        let (here, there) = (&self.header, &other.header);
        if here.arguments != there.arguments {
            let line = |header: &Header| header.arguments.join(" ");
            let (here, there) = (line(here), line(there));
            return Some(format!("another command line than in {}:\n  {here}\n  {there}", other.file));
        }
        if !self.shard.belongs_with(other.shard) {
            return Some(format!("{} does not go with {} in {}", self.shard, other.shard, other.file));
        }
        if (&self.trailer.input, self.trailer.of) != (&other.trailer.input, other.trailer.of) {
            return Some(format!("another input than in {}", other.file));
        }
        None
    }
}

/// The lines of a file, without their ends.
struct LineReader {
    file: String,
    reader: BufReader<File>,
}

impl LineReader {
    fn open(file: &str) -> Result<Self, LogError> {
        let opened = File::open(file).map_err(FileError::reading(file))?;
        Ok(Self { file: file.to_owned(), reader: BufReader::new(opened) })
    }

    fn next(&mut self) -> Result<Option<String>, LogError> {
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line).map_err(FileError::reading(&*self.file))?;
        if line.is_empty() {
            return Ok(None);
        }
        line.pop_if(|&mut byte| byte == b'\n');
        // Bytes that are no text are no JSON either, and said so then.
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// The entries of a part, one ahead.
struct PartEntries {
    file: String,
    lines: LineReader,
    next: Option<Entry>,
}

impl PartEntries {
    fn open(file: &str) -> Result<Self, LogError> {
        let mut lines = LineReader::open(file)?;
        lines.next()?;
        let mut entries = Self { file: file.to_owned(), lines, next: None };
        entries.take()?;
        Ok(entries)
    }

    /// What is next, and looks one further.
    fn take(&mut self) -> Result<Option<Value>, LogError> {
        let next = match self.lines.next()? {
            None => None,
            Some(line) => match serde_json::from_str(&line) {
                Ok(entry) => Some(entry),
                Err(_) if serde_json::from_str::<Trailer>(&line).is_ok() => None,
                Err(error) => return Err(LogError::Unfit(format!("{}: no entry: {error}", self.file))),
            },
        };
        Ok(std::mem::replace(&mut self.next, next).map(|entry: Entry| entry.found))
    }
}
