//! Exit statuses, and the failures that end a run early.

use std::io;

use hexmate_batch::files::{Access, FileError};
use hexmate_batch::log::LogError;
use hexmate_endgame::BuildError;
use hexmate_endgame::files::{FolderError, OpenError, WriteError};
use hexmate_report::Diagnostic;
use hexmate_report::output::BookError;

use crate::cli::diagnostic;

/// Exit status of the program. Scripts and CI jobs rely on the values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Status {
    /// The work is complete, and nothing wrong was found.
    Clean = 0,
    /// The work is complete, and something wrong was found.
    Findings = 1,
    /// The arguments are invalid.
    Usage = 2,
    /// An input or output failed.
    InputOutput = 3,
    /// Parts do not fit together, or stored data is damaged.
    Mismatch = 4,
    /// A limit was reached, and a checkpoint allows to resume.
    Limit = 75,
    /// Stopped by SIGHUP.
    HungUp = 129,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
    /// Stopped by SIGTERM.
    Terminated = 143,
}

impl Status {
    /// Returns this status, or a failure if a stored table turned out to be damaged.
    pub fn unless(self, fault: Option<String>) -> Result<Self, Failure> {
        fault.map_or(Ok(self), |fault| Err(Failure::Mismatch(fault)))
    }
}

/// Help page about exit statuses.
pub const HELP: &str = "\
Exit status:
    0  finished, nothing wrong was found
    1  finished, something wrong was found
    2  invalid arguments
    3  an input or output failed
    4  parts do not fit together, or a table of endings is damaged
   75  stopped at a limit, with a valid checkpoint for --resume
  129  stopped by SIGHUP, for example because the terminal was closed
  130  stopped by Ctrl-C
  143  stopped by SIGTERM
With 0 and 1 all outputs are complete. With any other status an existing FILE
is unchanged, and FILE.partial contains the finished results; but a JUnit report
and annotations are complete if only inputs are missing, which they name.
A pipe closed by its reader is not a failure.";

/// Reason why a run ends before its work is complete.
#[derive(thiserror::Error, Debug)]
pub enum Failure {
    /// The arguments are invalid.
    #[error("{0}")]
    Usage(String),
    /// Text in an argument cannot be read; points to the place.
    #[error("{0}")]
    Argument(Box<Diagnostic>),
    /// Parts do not fit together, or stored data is damaged.
    #[error("{0}")]
    Mismatch(String),
    /// An input or output failed.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another program, or a file that it wrote, gives no usable answer.
    #[error("{message} [{code}]")]
    Answer {
        /// Description of the failure.
        message: String,
        /// Stable code of the failure.
        code: &'static str,
    },
    /// A signal stopped the run.
    #[error("stopped by a signal")]
    Stopped(Status),
}

impl Failure {
    /// Prints the failure on stderr, and returns the exit status.
    pub fn report(self) -> Status {
        match (&self, self.status()) {
            (_, Status::Clean) => {}
            (Self::Argument(_) | Self::Mismatch(_), _) => diagnostic::print_error_lines(&self),
            _ => diagnostic::print_error(&self),
        }
        self.status()
    }

    /// Returns the exit status of this failure. A broken pipe is not a failure: its reader has stopped reading.
    pub fn status(&self) -> Status {
        match self {
            Self::Usage(_) | Self::Argument(_) => Status::Usage,
            Self::Mismatch(_) => Status::Mismatch,
            Self::Stopped(status) => *status,
            Self::File(FileError { access: Access::Write, error, .. })
                if error.kind() == io::ErrorKind::BrokenPipe =>
            {
                Status::Clean
            }
            Self::File(_) | Self::Answer { .. } => Status::InputOutput,
        }
    }
}

/// Converts a write error of an unknown output, usually stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        FileError::of_output(error).into()
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Self {
        match error {
            BookError::File(error) => Self::File(error),
            BookError::Name | BookError::NoPdf | BookError::Picture => Self::Usage(error.to_string()),
        }
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        match error {
            LogError::File(error) => Self::File(error),
            LogError::Exists(_) | LogError::InUse(_) => Self::Usage(error.to_string()),
            _ => Self::Mismatch(error.to_string()),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::Mismatch(error.to_string())
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::Mismatch(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::File(error) => error.into(),
            _ => Self::Mismatch(error.to_string()),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::File(error) => error.into(),
            _ => Self::Usage(error.to_string()),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Argument(Box::new(diagnostic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lists_every_status() {
        let listed: Vec<&str> = HELP.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(
            listed,
            ["Exit", "0", "1", "2", "3", "4", "75", "129", "130", "143", "With", "is", "and", "A"]
        );
    }

    #[test]
    fn only_closed_output_pipe_is_clean() {
        let status = |kind: io::ErrorKind| Failure::from(io::Error::from(kind)).status();
        assert_eq!(status(io::ErrorKind::BrokenPipe), Status::Clean);
        assert_eq!(status(io::ErrorKind::StorageFull), Status::InputOutput);
        let reading = Failure::from(FileError::reading("x")(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(reading.status(), Status::InputOutput);
    }
}
