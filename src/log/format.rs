//! What the lines of a log are: header, entry, trailer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::Digest;
use crate::rules;
use crate::shard::Shard;

/// The layout of logs: grows when a log means something else.
pub(super) const LAYOUT: u32 = 3;

/// What a log is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub(super) log: u32,
    pub(super) program: String,
    pub(super) rules: u32,
    /// The command line without the program's name.
    pub(super) arguments: Vec<String>,
    /// A digest of those arguments that a run which goes on must share with it.
    pub(super) work: String,
    pub(super) shard: String,
}

impl Header {
    /// The header for a command line, those of its words that a run which goes on must share, and a shard.
    pub fn new(arguments: &[String], lasting: &[String], shard: Shard) -> Self {
        // Words may hold anything but this byte.
        let work = Digest::of(&lasting.join("\0")).to_hex();
        let (program, shard) = (program(), shard.to_string());
        Self { log: LAYOUT, program, rules: rules::EDITION, arguments: arguments.to_owned(), work, shard }
    }

    /// Whether a run with this header can go on with a log that has the other.
    pub(super) fn goes_on_with(&self, other: &Self) -> bool {
        let same = |header: &Self| Self { arguments: Vec::new(), ..header.clone() };
        same(self) == same(other)
    }
}

/// The name and version of this program.
pub(super) fn program() -> String {
    format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

/// A line between header and trailer.
///
/// What was found is here without its type, so that reading and writing are compiled once and
/// not for every command.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) record: u64,
    pub(super) digest: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) again: bool,
    pub(super) found: Value,
}

/// The last line of a log that is complete.
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
