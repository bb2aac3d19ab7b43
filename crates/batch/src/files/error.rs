//! What goes wrong with a file. Knows its name and the system's answer; not what the file was for.

use std::borrow::Cow;
use std::io;

use thiserror::Error;

use crate::terminal::one_line;

/// A file, or a stream that stands for one, could not be read or written.
#[derive(Debug, Error)]
#[error("{} {}: {error}", .access.failed(), shown(.name))]
pub struct FileError {
    /// What was tried.
    pub access: Access,
    /// What the file is called.
    pub name: String,
    /// Why not.
    #[source]
    pub error: io::Error,
}

/// What is done to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
}

impl FileError {
    /// Turns an error of reading this file into one with its name.
    pub fn reading(name: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let name = name.into();
        move |error| Self { access: Access::Read, name, error }
    }

    /// Turns an error of writing this file into one with its name.
    pub fn writing(name: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let name = name.into();
        move |error| Self { access: Access::Write, name, error }
    }

    /// The error of an output, which says itself what it is called.
    pub fn of_output(error: io::Error) -> Self {
        Self::writing("the output")(error)
    }

    /// A stable name of what was tried.
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

/// A file name in a message.
fn shown(name: &str) -> Cow<'_, str> {
    if name.is_empty() { "\"\"".into() } else { one_line(name) }
}
