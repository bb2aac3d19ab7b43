//! Errors of checkpoints and parts.

use thiserror::Error;

use crate::files::FileError;

/// Error of an untrusted log entry that its task cannot have produced; completes `not an entry: …`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct InvalidEntry(pub &'static str);

/// Error of reading, writing or using a log.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The checkpoint file exists already and the run does not resume it.
    #[error("checkpoint {0} exists: continue it with --resume, or remove it")]
    Exists(String),
    /// The checkpoint is in use by a run that has not ended.
    #[error("checkpoint {0} is in use by a run that has not ended")]
    InUse(String),
    /// A log is invalid, or does not belong to this run or to the other parts.
    #[error("{0}")]
    Unfit(String),
}

impl LogError {
    /// Returns the stable code of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::File(error) => error.code(),
            Self::Exists(_) => "checkpoint-exists",
            Self::InUse(_) => "checkpoint-in-use",
            Self::Unfit(_) => "unfit",
        }
    }
}
