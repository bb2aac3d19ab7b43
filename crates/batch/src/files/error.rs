//! Errors of reading and writing files, with the file name.

use std::borrow::Cow;
use std::io;

use thiserror::Error;

use crate::terminal::one_line;

/// Error of reading or writing a file or stream.
#[derive(Debug, Error)]
#[error("{} {}: {error}", .access.failed(), shown(.name))]
pub struct FileError {
    /// Kind of access that failed.
    pub access: Access,
    /// Name of the file.
    pub name: String,
    /// Error of the system.
    #[source]
    pub error: io::Error,
}

/// Kind of access to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reading.
    Read,
    /// Writing.
    Write,
}

impl FileError {
    /// Returns a function, for `map_err`, that adds the name of a file to an error of reading it.
    pub fn reading(name: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let name = name.into();
        move |error| Self { access: Access::Read, name, error }
    }

    /// Returns a function, for `map_err`, that adds the name of a file to an error of writing it.
    pub fn writing(name: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let name = name.into();
        move |error| Self { access: Access::Write, name, error }
    }

    /// Wraps an error of an [`Output`](super::Output), whose text already has the name.
    pub fn of_output(error: io::Error) -> Self {
        Self::writing("the output")(error)
    }

    /// Returns the stable code of the error.
    pub const fn code(&self) -> &'static str {
        match self.access {
            Access::Read => "cannot-read",
            Access::Write => "cannot-write",
        }
    }
}

impl Access {
    const fn failed(self) -> &'static str {
        match self {
            Self::Read => "cannot read",
            Self::Write => "cannot write",
        }
    }
}

/// Returns a file name for a message; an empty name becomes `""`.
fn shown(name: &str) -> Cow<'_, str> {
    if name.is_empty() { "\"\"".into() } else { one_line(name) }
}
