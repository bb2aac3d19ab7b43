//! Parts of a result, one of each share of the work: JSON Lines with a header and a trailer. Not what they hold.
//!
//! ```text
//! {"part":1,"program":"hexmate 0.1.0","rules":1,"arguments":["solve","--no-time","a.csv"],
//!  "options":"<SHA-256 of these>","input":"<SHA-256 of all files>","shard":"slice:2/3"}
//! {"record":1,"found":{…}}
//! {"record":4,"found":{…}}
//! {"records":2,"of":6,"digest":"<SHA-256 of the lines above>"}
//! ```
//!
//! Records are numbered through the whole work, from 0. A part that lacks its
//! trailer, or whose lines have another digest than that says, has been cut short.

mod joined;
mod writer;

pub use joined::Parts;
pub use writer::PartWriter;

use hexmate::rules;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::shard::Shard;

/// The layout of parts: grows when a part means something else.
const LAYOUT: u32 = 1;

/// What a part is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    part: u32,
    program: String,
    rules: u32,
    arguments: Vec<String>,
    options: String,
    input: String,
    shard: String,
}

impl Header {
    fn new(arguments: &[String], input: &Digest, shard: Shard) -> Self {
        Self {
            part: LAYOUT,
            program: program(),
            rules: rules::EDITION,
            arguments: arguments.to_owned(),
            options: options(arguments),
            input: input.to_hex(),
            shard: shard.to_string(),
        }
    }
}

/// The name and version of this program.
pub fn program() -> String {
    format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
}

fn options(arguments: &[String]) -> String {
    Digest::of(&format!("{arguments:?}")).to_hex()
}

/// A line between header and trailer.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<F> {
    record: u64,
    found: F,
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trailer {
    /// Entries in this part.
    records: u64,
    /// Records of the whole work.
    of: u64,
    digest: String,
}
