//! The lines of a log: header, entry, trailer.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::lines::{HEADER, Lines};
use crate::digest::Digest;
use crate::shard::Shard;

/// Version of the layout of logs. It grows when a log changes its meaning.
pub(super) const LAYOUT: u32 = 5;

/// Options of a command line that say what is done: a name and a digest of the value.
pub type LogOptions = BTreeMap<String, String>;

/// The command of a log, as far as its output depends on it.
pub trait Recorded: Clone + PartialEq + Serialize + DeserializeOwned {
    /// Name and version of the program that writes and reads these logs.
    const PROGRAM: &str;

    /// Edition of the rules that the results depend on.
    const RULES: u32;

    /// Returns whether this is a command as the program writes it.
    fn is_sane(&self) -> bool;

    /// Returns whether a run that records this can continue a log that records the other.
    fn continues(&self, other: &Self) -> bool;
}

/// Header of a log.
///
/// A header comes from a file that may be forged. It has no text that is a path, a program or an argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header<C> {
    log: u32,
    program: String,
    rules: u32,
    pub(super) command: C,
    /// They are compared and named in messages, and never read as arguments.
    pub(super) options: LogOptions,
    #[serde(with = "text")]
    pub(super) shard: Shard,
    /// Options that a run which resumes need not share.
    #[serde(skip)]
    changeable: BTreeSet<String>,
}

/// What every version of a header begins with.
#[derive(Deserialize)]
struct Edition {
    log: u32,
    program: String,
    rules: u32,
}

impl<C: Recorded> Header<C> {
    /// The header of a run: what it records, its options, those of them that a later run may change, and a shard.
    pub fn new(command: C, options: LogOptions, changeable: BTreeSet<String>, shard: Shard) -> Self {
        let (program, rules) = (C::PROGRAM.to_owned(), C::RULES);
        Self { log: LAYOUT, program, rules, command, options, shard, changeable }
    }

    /// Reads the first line of a log.
    ///
    /// # Errors
    ///
    /// If it cannot be read. The value is an error if it is not a header of this program and these rules; it says why.
    pub(super) fn read(lines: &mut Lines<impl io::BufRead>) -> io::Result<Result<Self, String>> {
        Ok(match lines.next(HEADER)? {
            Ok(Some(line)) => Self::parse(line),
            Ok(None) => Err("an empty file is not a part".to_owned()),
            Err(fault) => Err(format!("not a part: its header is {fault}")),
        })
    }

    /// Parses the first line of a log.
    ///
    /// # Errors
    ///
    /// If it is not a header of this program and these rules; says why.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let unread =
            |error: &serde_json::Error| format!("not a part: its first line is not a header: {error}");
        let Edition { log, program, rules } = serde_json::from_slice(line).map_err(|error| unread(&error))?;
        let is_plain = |text: &str| text.len() <= 64 && !text.chars().any(char::is_control);
        let (ours, edition) = (C::PROGRAM, C::RULES);
        if !is_plain(&program) {
            return Err("not a part: its header names no program".to_owned());
        }
        if (log, &*program, rules) != (LAYOUT, ours, edition) {
            return Err(format!(
                "made by {program} with log {log} and edition {rules} of the rules; this is {ours} with log {LAYOUT} \
                 and edition {edition}: run the shards again"
            ));
        }
        let header: Self = serde_json::from_slice(line).map_err(|error| unread(&error))?;
        let is_sane = header.command.is_sane()
            && header.options.iter().all(|(name, digest)| is_plain(name) && is_plain(digest));
        if is_sane { Ok(header) } else { Err("not a part: its header contradicts itself".to_owned()) }
    }

    /// Why a run with this header cannot continue a log with the other, if it cannot.
    pub(super) fn difference(&self, found: &Self) -> Option<String> {
        let lasting = |header: &Self| {
            let options = header.options.iter().filter(|(name, _)| !self.changeable.contains(*name));
            options.map(|(name, digest)| (name.clone(), digest.clone())).collect()
        };
        if let Some(names) = differing(&lasting(self), &lasting(found)) {
            return Some(format!("it differs in {names}"));
        }
        if !self.command.continues(&found.command) {
            return Some("it records other outputs".to_owned());
        }
        (self.shard != found.shard).then(|| format!("it is of {}, this is {}", found.shard, self.shard))
    }
}

/// Names of the options in which two runs differ; `None` if they do not.
pub(super) fn differing(one: &LogOptions, other: &LogOptions) -> Option<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let names: Vec<&str> =
        names.into_iter().filter(|name| one.get(*name) != other.get(*name)).map(String::as_str).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// A line between header and trailer.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry<F> {
    pub(super) record: u64,
    #[serde(with = "text")]
    pub(super) digest: RecordDigest,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) again: bool,
    pub(super) found: F,
}

/// Digest of a record: 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RecordDigest(u128);

impl From<&Digest> for RecordDigest {
    fn from(digest: &Digest) -> Self {
        Self(digest.to_short())
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
    /// Entries in this log.
    pub(super) records: u64,
    /// Records of the whole work.
    pub(super) of: u64,
    pub(super) input: String,
    pub(super) digest: String,
}

/// Values that are written as text.
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
