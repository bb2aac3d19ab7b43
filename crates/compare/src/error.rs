//! Errors of a comparison, and of another program that is asked for its counts.

use std::fmt;
use std::time::Duration;

use hexmate_engine::EngineFault;
use hexmate_position::Dialect;

use crate::ForeignMoves;

/// Reason why a comparison ends without a result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompareError {
    /// The other program gives no usable answer.
    #[error("{message}")]
    Answer {
        /// Description of the failure.
        message: String,
        /// Stable code of the failure.
        code: &'static str,
    },
    /// The program counts from the start position only, and was to be asked about another.
    #[error(
        "the command has no {{fen}}, so that it can be asked about the start position only; with {{moves}} also about `startpos moves …`"
    )]
    OnlyStart,
    /// The run was stopped.
    #[error("stopped by a signal")]
    Stopped,
}

impl From<ForeignMoves> for CompareError {
    fn from(error: ForeignMoves) -> Self {
        Self::Answer { message: error.to_string(), code: ForeignMoves::CODE }
    }
}

impl From<CounterError> for CompareError {
    fn from(error: CounterError) -> Self {
        match error.failure {
            NoAnswer::Fault(EngineFault::Stopped) => Self::Stopped,
            _ => Self::Answer { message: error.to_string(), code: error.code() },
        }
    }
}

/// Failure of another program to answer.
#[derive(Debug)]
pub(crate) struct CounterError {
    pub(super) command: String,
    /// Time limit of the answer.
    pub(super) time: Duration,
    /// Order of the cells in the FEN of the question; `None` if it had none.
    pub(super) fen: Option<Dialect>,
    pub(super) failure: NoAnswer,
    /// Output of the program in place of counts: messages and lines on stderr.
    pub(super) said: Vec<String>,
}

/// Reason why there is no answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The program failed.
    Fault(EngineFault),
    /// The answer has no counts.
    NoCounts,
}

/// Suggestion for a program that does not accept a FEN.
pub(crate) const OTHER_ORDER: &str =
    "if it reads FEN in another order of cells, name the order with --to-fen";

impl CounterError {
    /// Returns the stable code of the error.
    fn code(&self) -> &'static str {
        match self.failure {
            NoAnswer::Fault(EngineFault::NoCommand) => "engine-command",
            NoAnswer::Fault(EngineFault::NotStarted(_)) => "engine-not-started",
            NoAnswer::Fault(EngineFault::Ended(_) | EngineFault::Failed(_)) => "engine-ended",
            NoAnswer::Fault(EngineFault::Silent) => "engine-silent",
            NoAnswer::Fault(EngineFault::Stopped) => "engine-stopped",
            NoAnswer::NoCounts => "engine-no-counts",
        }
    }
}

/// Returns whether a code is of a program that cannot be started, so that no question has an answer.
pub(crate) fn is_about_start(code: &str) -> bool {
    matches!(code, "engine-command" | "engine-not-started")
}

/// Returns whether a code is of a program that may have refused a FEN.
pub(crate) fn may_be_about_fen(code: &str) -> bool {
    matches!(code, "engine-ended" | "engine-no-counts" | ForeignMoves::CODE)
}

impl fmt::Display for CounterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = &self.command;
        match &self.failure {
            NoAnswer::Fault(fault) => match fault {
                EngineFault::NoCommand => write!(f, "empty command or unclosed quotation mark: {command}"),
                EngineFault::NotStarted(error) => write!(f, "cannot start {command}: {error}"),
                EngineFault::Ended(how) => write!(f, "{command} {how} before it answered"),
                EngineFault::Failed(_) | EngineFault::Stopped => write!(f, "{command} {fault}"),
                EngineFault::Silent => {
                    let seconds = self.time.as_secs_f64();
                    write!(f, "{command} did not answer within {seconds} s; allow more with --engine-time")
                }
            },
            NoAnswer::NoCounts if self.said.is_empty() => {
                write!(f, "{command} answered without a count such as e4e5: 20; it wrote nothing")
            }
            NoAnswer::NoCounts => write!(f, "{command} answered without a count such as e4e5: 20"),
        }?;
        if !self.said.is_empty() {
            let said: Vec<String> = self.said.iter().map(|line| format!("{line:?}")).collect();
            write!(f, "; it wrote {}", said.join(", "))?;
        }
        if may_be_about_fen(self.code()) && self.fen.is_some() {
            write!(f, "; {OTHER_ORDER}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CounterError {}
