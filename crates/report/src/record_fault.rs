//! Errors of records: for a row of a table, and as a message.

use std::fmt;

use hexmate_batch::files::FileError;
use hexmate_games::validate::Status;
use serde::{Deserialize, Serialize};

/// An error of a record, or of an input without records.
///
/// It displays as a message: `games.pgn: no game in this file: it is not text [not-text]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredFault")]
pub struct RecordFault {
    /// Status of the record.
    pub status: Status,
    /// Stable code of the error.
    pub code: String,
    /// Message with the place of the error.
    pub message: String,
    /// Treatment of the rest of the record, after a semicolon; empty if there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub effect: String,
}

/// The serialized form of a [`RecordFault`]. Logs of earlier programs have only its message.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredFault {
    Message(String),
    Whole {
        status: Status,
        code: String,
        message: String,
        #[serde(default)]
        effect: String,
    },
}

impl From<StoredFault> for RecordFault {
    fn from(stored: StoredFault) -> Self {
        match stored {
            StoredFault::Message(message) => Self::new("", message),
            StoredFault::Whole { status, code, message, effect } => Self { status, code, message, effect },
        }
    }
}

impl RecordFault {
    /// Creates the error of a text that cannot be read.
    pub fn new(code: &str, message: String) -> Self {
        Self { status: Status::Syntax, code: code.to_owned(), message, effect: String::new() }
    }

    /// Creates the error of an input that cannot be read.
    pub fn of_file(error: &FileError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.code.is_empty() {
            write!(f, " [{}]", self.code)?;
        }
        f.write_str(&self.effect)
    }
}

impl From<RecordFault> for String {
    fn from(fault: RecordFault) -> Self {
        fault.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_older_logs_are_read() {
        let fault: RecordFault = serde_json::from_str("\"games.pgn:1:1: no move [x]\"").expect("a fault");
        assert_eq!(fault.to_string(), "games.pgn:1:1: no move [x]");
        let whole = RecordFault {
            status: Status::Illegal,
            effect: "; left out".to_owned(),
            ..RecordFault::new("x", "y".to_owned())
        };
        let text = serde_json::to_string(&whole).expect("serializable");
        assert_eq!(serde_json::from_str::<RecordFault>(&text).expect("a fault"), whole);
        assert_eq!(whole.to_string(), "y [x]; left out");
    }
}
