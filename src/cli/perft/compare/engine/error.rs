//! Errors of another program that is asked for its counts.

use std::time::Duration;
use std::{fmt, io};

/// Failure of another program to answer.
#[derive(Debug)]
pub struct EngineError {
    pub(super) command: String,
    /// Time limit of the answer.
    pub(super) time: Duration,
    pub(super) fault: Fault,
}

/// Kind of failure.
#[derive(Debug)]
pub(super) enum Fault {
    /// The command line is empty, or has an unclosed quotation mark.
    NoCommand,
    NotStarted(io::Error),
    /// The program ended before it answered; how, in words.
    Ended(String),
    /// The program ended with an exit status of failure; how, in words.
    Failed(String),
    /// The program did not answer within the time limit.
    Silent,
    /// The answer has no counts; its first line.
    NoCounts(Option<String>),
    /// The run was stopped by a signal.
    Stopped,
}

impl EngineError {
    /// Returns the stable code of the error.
    pub fn code(&self) -> &'static str {
        match self.fault {
            Fault::NoCommand => "engine-command",
            Fault::NotStarted(_) => "engine-not-started",
            Fault::Ended(_) | Fault::Failed(_) => "engine-ended",
            Fault::Silent => "engine-silent",
            Fault::NoCounts(_) => "engine-no-counts",
            Fault::Stopped => "engine-stopped",
        }
    }

    /// Returns whether a signal stopped the run.
    pub fn is_stopped(&self) -> bool {
        matches!(self.fault, Fault::Stopped)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = &self.command;
        match &self.fault {
            Fault::NoCommand => {
                write!(f, "empty command or unclosed quotation mark: {command}")
            }
            Fault::NotStarted(error) => write!(f, "cannot start {command}: {error}"),
            Fault::Ended(how) => write!(f, "{command} {how} before it answered"),
            Fault::Failed(how) => write!(f, "{command} {how}"),
            Fault::Silent => {
                let seconds = self.time.as_secs_f64();
                write!(f, "{command} did not answer within {seconds} s; allow more with --engine-time")
            }
            Fault::NoCounts(first) => {
                let first = first.as_ref().map_or("nothing".to_owned(), |line| format!("{line:?}"));
                write!(f, "{command} answered without a count such as e4e5: 20; it wrote {first}")
            }
            Fault::Stopped => write!(f, "{command} was stopped"),
        }
    }
}

impl std::error::Error for EngineError {}
