//! Why a log cannot be used.

use thiserror::Error;

use crate::files::FileError;

/// What is wrong with an entry of a log, which may be forged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Misfit(pub &'static str);

/// Why a log cannot be read, written or used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The checkpoint with this name is there already, and was not to be gone on with.
    #[error("{0} holds the work of an earlier run: go on with it by --resume, or remove it")]
    Exists(String),
    /// The checkpoint with this name belongs to a run that has not ended.
    #[error("{0} is the checkpoint of a run that has not ended")]
    InUse(String),
    /// Logs do not belong together, or not to this work; says why, and names them.
    #[error("{0}")]
    Unfit(String),
}

impl LogError {
    /// A stable name of what is wrong.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::File(error) => error.code(),
            Self::Exists(_) => "checkpoint-exists",
            Self::InUse(_) => "checkpoint-in-use",
            Self::Unfit(_) => "unfit",
        }
    }
}
