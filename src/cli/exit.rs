//! How a run ends: its exit status, and what is said when it ends too early.

use std::io;

use hexmate_batch::files::{Access, FileError};
use hexmate_batch::log::LogError;
use hexmate_endgame::BuildError;
use hexmate_endgame::files::{FolderError, OpenError, WriteError};
use hexmate_report::Diagnostic;
use hexmate_report::output::BookError;

use crate::cli::diagnostic;

/// The exit statuses, which scripts and CI jobs rely on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Status {
    /// Everything was done, and everything is good.
    Clean = 0,
    /// Everything was done, and something was found wrong.
    Findings = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// Something could not be read or written.
    InputOutput = 3,
    /// Parts of a result do not belong together.
    Unfit = 4,
    /// A limit was hit; a checkpoint tells where to go on.
    Limit = 75,
    /// Stopped by SIGHUP.
    HungUp = 129,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
    /// Stopped by SIGTERM.
    Terminated = 143,
}

impl Status {
    /// How a run ends that has asked stored tables, one of which may have turned out damaged.
    pub fn unless(self, fault: Option<String>) -> Result<Self, Failure> {
        fault.map_or(Ok(self), |fault| Err(Failure::Unfit(fault)))
    }
}

/// The statuses as the help prints them.
pub const HELP: &str = "\
Exit status:
    0  all good
    1  finished, and something was found wrong
    2  the arguments make no sense
    3  input or output failed
    4  parts do not fit together
   75  stopped at a limit, with a valid checkpoint for --resume
  129  stopped by SIGHUP, as when a terminal is closed
  130  stopped by Ctrl-C
  143  stopped by SIGTERM
With 0 and 1 all outputs are complete. With any other status a FILE that was to
be written is as it was, and FILE.partial has what was finished.
A pipe closed by its reader is no failure.";

/// Why a run ends before its work is done.
#[derive(thiserror::Error, Debug)]
pub enum Failure {
    /// The arguments make no sense.
    #[error("{0}")]
    Usage(String),
    /// A text among the arguments makes no sense, and here is the place.
    #[error("{0}")]
    Argument(Box<Diagnostic>),
    /// Parts of a result do not belong together.
    #[error("{0}")]
    Unfit(String),
    /// Something could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another program, or what it has written, gives no answer; with a stable name for why.
    #[error("{message} [{code}]")]
    Answer {
        /// What is wrong.
        message: String,
        /// The name.
        code: &'static str,
    },
    /// A signal came while another program was asked.
    #[error("stopped by a signal")]
    Stopped(Status),
}

impl Failure {
    /// Says on stderr what has happened, and gives the status to end with.
    pub fn report(self) -> Status {
        match (&self, self.status()) {
            (_, Status::Clean) => {}
            (Self::Argument(_) | Self::Unfit(_), _) => diagnostic::complain_in_lines(&self),
            _ => diagnostic::complain(&self),
        }
        self.status()
    }

    /// The status that a run ends with for this reason. A closed pipe is a reader who has seen enough.
    pub fn status(&self) -> Status {
        match self {
            Self::Usage(_) | Self::Argument(_) => Status::Usage,
            Self::Unfit(_) => Status::Unfit,
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

/// An error of writing where it is not known to what: mostly stdout.
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
            _ => Self::Unfit(error.to_string()),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::File(error) => error.into(),
            _ => Self::Unfit(error.to_string()),
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
    fn the_help_lists_every_status() {
        let listed: Vec<&str> = HELP.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(listed, ["Exit", "0", "1", "2", "3", "4", "75", "129", "130", "143", "With", "be", "A"]);
    }

    #[test]
    fn a_closed_pipe_is_no_failure_but_a_full_disk_is() {
        let ended_by = |kind: io::ErrorKind| Failure::from(io::Error::from(kind)).status();
        assert_eq!(ended_by(io::ErrorKind::BrokenPipe), Status::Clean);
        assert_eq!(ended_by(io::ErrorKind::StorageFull), Status::InputOutput);
        let reading = Failure::from(FileError::reading("x")(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(reading.status(), Status::InputOutput);
    }
}
