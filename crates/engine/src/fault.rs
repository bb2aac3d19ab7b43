//! Failures of other programs.

use std::{fmt, io};

/// Failure of another program.
#[derive(Debug)]
pub enum EngineFault {
    /// The command line is empty, or has an unclosed quotation mark.
    NoCommand,
    /// The program cannot be started.
    NotStarted(io::Error),
    /// The program ended before it answered; how, in words.
    Ended(String),
    /// The program ended with an exit status of failure; how, in words.
    Failed(String),
    /// The program did not answer within the time limit.
    Silent,
    /// The run was stopped by a signal.
    Stopped,
}

/// Displays the failure after the name of the program: `White is too slow`.
impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => f.write_str("has no command"),
            Self::NotStarted(error) => write!(f, "cannot be started: {error}"),
            Self::Ended(how) | Self::Failed(how) => f.write_str(how),
            Self::Silent => f.write_str("is too slow"),
            Self::Stopped => f.write_str("was stopped"),
        }
    }
}

impl std::error::Error for EngineFault {}
