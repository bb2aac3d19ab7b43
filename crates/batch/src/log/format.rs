//! The lines of a log: header, entry, trailer.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::entries::{object, too_long};
use super::lines::{HEADER, Lines};
use super::seal::{Chain, Seal};
use crate::digest::Digest;
use crate::files::InputState;
use crate::shard::Shard;

/// Version of the log format, increased with each incompatible change.
pub(super) const LAYOUT: u32 = 6;

/// Options that affect the results: name, and digest of the value.
pub type LogOptions = BTreeMap<String, String>;

/// The part of a command that determines its results and outputs, as stored in a log header.
pub trait LoggedCommand: Clone + PartialEq + Serialize + DeserializeOwned {
    /// Name and version of the program, which must match when a log is read.
    const PROGRAM: &str;

    /// Edition of the rules by which results are made, which must match when a log is read.
    const RULES: u32;

    /// Returns whether the program itself can have written this command. Headers are untrusted.
    fn is_sane(&self) -> bool;

    /// Returns whether a run of this command can resume a log of `other`.
    fn continues(&self, other: &Self) -> bool;
}

/// Header of a log.
///
/// Headers are untrusted: no text in one is used as a path, a program or an argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header<C> {
    log: u32,
    program: String,
    rules: u32,
    pub(super) command: C,
    /// Compared and shown in messages, never parsed as arguments.
    pub(super) options: LogOptions,
    #[serde(with = "text")]
    pub(super) shard: Shard,
    /// Input files when the run began.
    input: InputState,
    #[serde(default, skip_serializing)]
    seal: Seal,
    /// Names of the input files, for messages.
    #[serde(skip)]
    files: Vec<String>,
    /// Options that may differ in a resumed run.
    #[serde(skip)]
    changeable: BTreeSet<String>,
}

/// The fields common to all versions of the header.
#[derive(Deserialize)]
struct Edition {
    log: u32,
    program: String,
    rules: u32,
}

impl<C: LoggedCommand> Header<C> {
    /// Creates the header of a run; a resumed run may change the `changeable` options.
    pub fn new(command: C, options: LogOptions, changeable: BTreeSet<String>, shard: Shard) -> Self {
        let (program, rules) = (C::PROGRAM.to_owned(), C::RULES);
        let (input, files) = (InputState::default(), Vec::new());
        Self { log: LAYOUT, program, rules, command, options, shard, input, seal: Seal, files, changeable }
    }

    /// Sets the state of the input files, and their names for messages.
    #[must_use]
    pub fn with_input(self, input: InputState, files: &[String]) -> Self {
        Self { input, files: files.to_owned(), ..self }
    }

    /// Returns the first line of a log.
    ///
    /// # Errors
    ///
    /// If it is longer than the reader allows.
    pub(super) fn line(&self, chain: &mut Chain) -> io::Result<Vec<u8>> {
        let line = chain.seal(&object(self)?)?;
        if line.len() > HEADER { Err(too_long(line.len())) } else { Ok(line) }
    }

    /// Reads the first line of a log.
    ///
    /// # Errors
    ///
    /// If the file cannot be read. The inner error says why the line is not a header of this program and these rules.
    pub(super) fn read(lines: &mut Lines<impl io::BufRead>) -> io::Result<Result<Self, String>> {
        Ok(match lines.next(HEADER)? {
            Ok(Some(line)) => Self::parse(line),
            Ok(None) => Err("not a part: the file is empty".to_owned()),
            Err(fault) => Err(format!("not a part: its header is {fault}")),
        })
    }

    /// Parses the first line of a log.
    ///
    /// # Errors
    ///
    /// Why the line is not a header of this program and these rules.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let unread = |error: &serde_json::Error| match Chain::is_sealed(line) {
            true => format!("its first line is damaged: {error}"),
            false => format!("not a part: its first line is not a header: {error}"),
        };
        let Edition { log, program, rules } = serde_json::from_slice(line).map_err(|error| unread(&error))?;
        if log == LAYOUT {
            Chain::default().check(line).map_err(|damaged| format!("its first line is {damaged}"))?;
        }
        let is_plain = |text: &str| text.len() <= 64 && !text.chars().any(char::is_control);
        let (ours, edition) = (C::PROGRAM, C::RULES);
        if !is_plain(&program) {
            return Err("not a part: its header has an invalid program name".to_owned());
        }
        if (log, &*program, rules) != (LAYOUT, ours, edition) {
            return Err(format!(
                "written by {program} with log format {log} and rules edition {rules}; this is {ours} with log \
                 format {LAYOUT} and rules edition {edition}: run the shards again, or begin another checkpoint"
            ));
        }
        let header: Self = serde_json::from_slice(line).map_err(|error| unread(&error))?;
        let is_sane = header.command.is_sane()
            && header.input.is_sane()
            && header.options.iter().all(|(name, digest)| is_plain(name) && is_plain(digest));
        if is_sane { Ok(header) } else { Err("not a part: its header is inconsistent".to_owned()) }
    }

    /// Returns why a run with this header cannot resume a log with the header `found`, or `None` if it can.
    pub(super) fn difference(&self, found: &Self) -> Option<String> {
        let lasting = |header: &Self| {
            let options = header.options.iter().filter(|(name, _)| !self.changeable.contains(*name));
            options.map(|(name, digest)| (name.clone(), digest.clone())).collect()
        };
        if let Some(names) = differing_options(&lasting(self), &lasting(found)) {
            return Some(format!("different {names}"));
        }
        if !self.command.continues(&found.command) {
            return Some("it records other outputs".to_owned());
        }
        (self.shard != found.shard)
            .then(|| format!("it has shard {}, this run has shard {}", found.shard, self.shard))
    }

    /// Returns the input file that has changed since a log with the header `found` was begun, in words.
    pub(super) fn changed_input(&self, found: &Self) -> Option<String> {
        self.input.difference(&found.input, &self.files)
    }
}

/// Returns the names of the options in which two runs differ, or `None` if there is no difference.
pub(super) fn differing_options(one: &LogOptions, other: &LogOptions) -> Option<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let names: Vec<&str> =
        names.into_iter().filter(|name| one.get(*name) != other.get(*name)).map(String::as_str).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// A line between header and trailer: the result of one record.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry<F> {
    pub(super) record: u64,
    #[serde(with = "text")]
    pub(super) digest: RecordDigest,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) again: bool,
    #[serde(rename = "found")]
    pub(super) output: F,
    #[serde(default, skip_serializing)]
    pub(super) seal: Seal,
}

/// Digest of a record, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RecordDigest(u128);

impl From<&Digest> for RecordDigest {
    fn from(digest: &Digest) -> Self {
        Self(digest.to_u128())
    }
}

impl std::fmt::Display for RecordDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl std::str::FromStr for RecordDigest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number.map(Self).ok_or("a digest has 32 hexadecimal digits")
    }
}

/// The last line of a complete log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trailer {
    /// Number of entries in this log.
    pub(super) records: u64,
    /// Number of records of all shards.
    pub(super) of: u64,
    pub(super) input: String,
    pub(super) digest: String,
    #[serde(default, skip_serializing)]
    pub(super) seal: Seal,
}

/// Serialisation of a value by its text form.
mod text {
    use std::borrow::Cow;
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
