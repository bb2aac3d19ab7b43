//! Why another program gives no answer. Asks nothing.

use std::time::Duration;
use std::{fmt, io};

/// Why a program gives no answer.
#[derive(Debug)]
pub struct EngineError {
    pub(super) command: String,
    /// How long it could have answered.
    pub(super) time: Duration,
    pub(super) fault: Fault,
}

/// What went wrong.
#[derive(Debug)]
pub(super) enum Fault {
    /// The command line has no word, or an open quotation mark.
    NoCommand,
    NotStarted(io::Error),
    /// It is gone, though more was to be asked.
    Ended(String),
    /// It is gone with a status that says that it failed.
    Failed(String),
    /// It says nothing for too long.
    Silent,
    /// Something else came; its first line.
    NoCounts(Option<String>),
    /// Somebody has asked for the end.
    Stopped,
}

impl EngineError {
    /// A stable name.
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

    /// Whether it was given up because somebody asked for the end.
    pub fn is_stopped(&self) -> bool {
        matches!(self.fault, Fault::Stopped)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = &self.command;
        match &self.fault {
            Fault::NoCommand => {
                write!(f, "no command line, or a quotation mark that is not closed: {command}")
            }
            Fault::NotStarted(error) => write!(f, "cannot start {command}: {error}"),
            Fault::Ended(how) => write!(f, "{command} ended {how} before it had answered"),
            Fault::Failed(how) => write!(f, "{command} ended {how}"),
            Fault::Silent => {
                let seconds = self.time.as_secs_f64();
                write!(f, "{command} has not answered in {seconds} s: --engine-time allows more")
            }
            Fault::NoCounts(said) => {
                let said = said.as_ref().map_or("nothing".to_owned(), |line| format!("{line:?}"));
                write!(f, "{command} answered without a count such as e4e5: 20; it said {said}")
            }
            Fault::Stopped => write!(f, "{command} was asked no more"),
        }
    }
}

impl std::error::Error for EngineError {}
