//! Errors of another program that is asked for its counts.

use std::time::Duration;
use std::{fmt, io};

use hexmate_position::Dialect;
use hexmate_position::divide::ForeignMoves;

/// Failure of another program to answer.
#[derive(Debug)]
pub struct EngineError {
    pub(super) command: String,
    /// Time limit of the answer.
    pub(super) time: Duration,
    /// Order of the cells in the FEN of the question; `None` if it had none.
    pub(super) fen: Option<Dialect>,
    pub(super) fault: Fault,
    /// Output of the program in place of counts: messages and lines on stderr.
    pub(super) said: Vec<String>,
}

/// Kind of failure.
#[derive(Debug)]
pub(in crate::cli) enum Fault {
    /// The command line is empty, or has an unclosed quotation mark.
    NoCommand,
    NotStarted(io::Error),
    /// The program ended before it answered; how, in words.
    Ended(String),
    /// The program ended with an exit status of failure; how, in words.
    Failed(String),
    /// The program did not answer within the time limit.
    Silent,
    /// The answer has no counts.
    NoCounts,
    /// The run was stopped by a signal.
    Stopped,
}

/// Suggestion for a program that does not accept a FEN.
pub const OTHER_ORDER: &str = "if it reads FEN in another order of cells, name the order with --to-fen";

impl EngineError {
    /// Returns the stable code of the error.
    pub fn code(&self) -> &'static str {
        match self.fault {
            Fault::NoCommand => "engine-command",
            Fault::NotStarted(_) => "engine-not-started",
            Fault::Ended(_) | Fault::Failed(_) => "engine-ended",
            Fault::Silent => "engine-silent",
            Fault::NoCounts => "engine-no-counts",
            Fault::Stopped => "engine-stopped",
        }
    }

    /// Returns whether a code is of a program that cannot be started, so that no question has an answer.
    pub fn is_about_start(code: &str) -> bool {
        matches!(code, "engine-command" | "engine-not-started")
    }

    /// Returns whether a code is of a program that may have refused a FEN.
    pub fn may_be_about_fen(code: &str) -> bool {
        matches!(code, "engine-ended" | "engine-no-counts" | ForeignMoves::CODE)
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
            Fault::NoCounts if self.said.is_empty() => {
                write!(f, "{command} answered without a count such as e4e5: 20; it wrote nothing")
            }
            Fault::NoCounts => write!(f, "{command} answered without a count such as e4e5: 20"),
            Fault::Stopped => write!(f, "{command} was stopped"),
        }?;
        if !self.said.is_empty() {
            let said: Vec<String> = self.said.iter().map(|line| format!("{line:?}")).collect();
            write!(f, "; it wrote {}", said.join(", "))?;
        }
        match self.fault {
            Fault::Ended(_) | Fault::Failed(_) | Fault::NoCounts if self.fen == Some(Dialect::Rank) => {
                write!(f, "; {OTHER_ORDER}")
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for EngineError {}
