//! Why a log cannot be used.

use std::fmt;

use crate::files::FileError;

/// What is wrong with an entry of a log, which may be forged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit(pub &'static str);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Misfit {}

/// Why a log cannot be read, written or used.
#[derive(Debug)]
pub enum LogError {
    /// A file could not be read or written.
    File(FileError),
    /// The checkpoint with this name is there already, and was not to be gone on with.
    Exists(String),
    /// The checkpoint with this name belongs to a run that has not ended.
    InUse(String),
    /// Logs do not belong together, or not to this work; says why, and names them.
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

impl From<FileError> for LogError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Exists(name) => {
                write!(f, "{name} holds the work of an earlier run: go on with it by --resume, or remove it")
            }
            Self::InUse(name) => write!(f, "{name} is the checkpoint of a run that has not ended"),
            Self::Unfit(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            Self::Exists(_) | Self::InUse(_) | Self::Unfit(_) => None,
        }
    }
}
