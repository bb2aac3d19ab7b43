//! What goes wrong with a file. Knows its name and the system's answer; not what the file was for.

use std::{fmt, io};

use crate::terminal::one_line;

/// A file, or a stream that stands for one, could not be read or written.
#[derive(Debug)]
pub struct FileError {
    /// What was tried.
    pub access: Access,
    /// What the file is called.
    pub name: String,
    /// Why not.
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

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { "\"\"".into() } else { one_line(&self.name) };
        let error = &self.error;
        match self.access {
            Access::Read => write!(f, "cannot read {name}: {error}"),
            Access::Write => write!(f, "cannot write {name}: {error}"),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
