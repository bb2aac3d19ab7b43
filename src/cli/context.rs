//! What every command is given: the common options and the signals.

use std::fmt;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hexmate_batch::Progress as _;
use hexmate_batch::files::{Access, FileError, InputOptions, Outputs, Partial};
use hexmate_endgame::files::Folder;
use hexmate_position::Game;
use hexmate_report::Formulas;
use hexmate_tasks::KnownEndings;
use hexmate_tasks::records::Records;

use crate::cli::args::{Args, Common};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::interrupt::Interrupt;
use crate::cli::options::Arguments;
use crate::cli::progress::Progress;

/// How long a record takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// About as long as it takes to read it.
    Fast,
    /// Much longer.
    Slow,
}

/// The size of a file, if it is one that has an end.
fn size(file: &str) -> Option<u64> {
    fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|file| file.len())
}

/// The common options, made ready for use, and whether a signal has come.
pub struct Context<'a> {
    common: &'a Common,
    variant: Option<Game>,
    /// The options, as far as they say what is to be done.
    pub arguments: &'a Arguments,
    /// All files that are read and written.
    pub outputs: Outputs,
    /// Whether an output has failed, so that nothing is to be said of what was done.
    has_failed: AtomicBool,
    /// Whether somebody wants the run to stop.
    pub interrupt: Interrupt,
    /// How many threads may work at once.
    pub threads: NonZeroUsize,
}

impl<'a> Context<'a> {
    /// Counts the threads that may be used, and starts one that answers signals.
    pub fn new(args: &'a Args, interrupt: Interrupt) -> Result<Self, Failure> {
        let Args { common, arguments, outputs, .. } = args;
        let allowed = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = common.manner.threads.unwrap_or_else(allowed);
        let said =
            (!common.manner.quiet).then_some("finishing what is in hand; a second signal stops at once");
        interrupt.answer(said)?;
        let (variant, outputs) = (common.variant, outputs.clone());
        let has_failed = AtomicBool::default();
        Ok(Self { common, variant, arguments, outputs, has_failed, interrupt, threads })
    }

    /// Whether cells of CSV that are formulas are made texts.
    pub fn formulas(&self) -> Formulas {
        if self.common.manner.escape_formulas { Formulas::Escaped } else { Formulas::Kept }
    }

    /// The game asked for, or Glinski's: for input that cannot say itself what it is.
    pub fn game(&self) -> Game {
        self.variant.unwrap_or_default()
    }

    /// The game asked for, if one is.
    pub fn asked_game(&self) -> Option<Game> {
        self.variant
    }

    /// A progress bar for so many records, if there is somebody to see it.
    pub fn progress(&self, records: Option<u64>) -> Progress {
        if self.common.manner.quiet { Progress::hidden() } else { Progress::on_terminal(records) }
    }

    /// A progress bar for so many parts of a work, each of which takes long.
    pub fn progress_of_parts(&self, parts: u64) -> Progress {
        if self.common.manner.quiet { Progress::hidden() } else { Progress::of_parts(parts) }
    }

    /// How files are read: what is assumed of one is said, unless silence is asked for.
    pub fn input_options(&self, progress: &Progress) -> InputOptions {
        let options = InputOptions::new(self.common.encoding).with_stop(self.interrupt.stop().flag().clone());
        let options = match progress.bytes_read() {
            Some(count) => options.with_byte_counter(count),
            None => options,
        };
        if self.common.manner.quiet {
            return options;
        }
        let progress = progress.clone();
        options.on_assumption(move |assumed| progress.suspend(|| diagnostic::say(assumed)))
    }

    /// The records of files, read as the common options say.
    pub fn records(&self, files: &[String], progress: &Progress) -> Records {
        Records::new(files).read_with(self.input_options(progress))
    }

    /// The same, with notes on tables of problems, of which the command uses the columns named, unless silence is
    /// asked for.
    pub fn problems(&self, files: &[String], progress: &Progress, used: &'static [&'static str]) -> Records {
        let records = self.records(files, progress);
        if self.common.manner.quiet {
            return records;
        }
        let progress = progress.clone();
        records.noted(used, move |note| progress.suspend(|| diagnostic::say(note)))
    }

    /// A progress bar for the records of these files, if there is somebody to see it.
    ///
    /// Where each takes long, they are counted before; else the bar shows how far the files are read.
    /// There is no end to be seen of stdin and pipes.
    pub fn progress_over(&self, files: &[String], pace: Pace) -> Progress {
        let sizes: Option<Vec<u64>> = files.iter().map(|file| size(file)).collect();
        let is_seen = !self.common.manner.quiet && io::stderr().is_terminal();
        match (sizes.filter(|_| is_seen), pace) {
            (None, _) => self.progress(None),
            (Some(sizes), Pace::Fast) => Progress::of_bytes(sizes.into_iter().sum()),
            (Some(_), Pace::Slow) => {
                let options = InputOptions::new(self.common.encoding);
                let records = Records::new(files).read_with(options);
                let is_wanted = |_: &_| !self.interrupt.stop().is_raised();
                self.progress(Some(records.take_while(is_wanted).count() as u64))
            }
        }
    }

    /// The tables of endings in a folder, if one is asked for.
    pub fn endings(folder: Option<&Path>) -> Result<KnownEndings, Failure> {
        Ok(KnownEndings::new(folder.map(Folder::open).transpose()?))
    }

    /// Ends the run: its outputs are put in their places if all its work is done, else beside them. Says what went
    /// wrong.
    pub fn end(&self, ended: Result<Status, Failure>) -> Status {
        let committed = match ended {
            Ok(Status::Clean | Status::Findings) => self.outputs.commit().map_err(Failure::from).and(ended),
            ended => ended,
        };
        let status = match committed {
            Ok(status @ (Status::Clean | Status::Findings)) => return status,
            // Work or reading that a signal has ended.
            Err(Failure::Stopped(_) | Failure::File(FileError { access: Access::Read, .. }))
                if self.interrupt.status().is_some() =>
            {
                let stopped = self.stopped();
                self.note(&stopped);
                stopped.status()
            }
            Ok(status) => status,
            Err(failure) => failure.report(),
        };
        let (partials, kept) = self.outputs.keep_partial();
        for Partial { name, partial, has_previous } in partials {
            let before = if has_previous { "is as it was" } else { "was not written" };
            diagnostic::complain(format_args!(
                "{name} {before}: the run is incomplete; what was finished is in {partial}"
            ));
        }
        match kept {
            Ok(()) => status,
            Err(error) => Failure::from(error).report(),
        }
    }

    /// What ends work that a signal has come to.
    pub fn stopped(&self) -> Failure {
        Failure::Stopped(self.interrupt.status().unwrap_or(Status::Interrupted))
    }

    /// Has nothing more said that is not wrong.
    pub fn silence(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
    }

    /// Whether nothing is said but what is wrong, and no board shown with it.
    pub fn is_quiet(&self) -> bool {
        self.common.manner.quiet
    }

    /// Says something on stderr that is good to know, unless silence is asked for.
    pub fn note(&self, note: impl fmt::Display) {
        if !self.common.manner.quiet && !self.has_failed.load(Ordering::Relaxed) {
            diagnostic::say(note);
        }
    }

    /// The same in several lines, where none of the values that a file holds can begin one.
    pub fn note_in_lines(&self, note: impl fmt::Display) {
        if !self.common.manner.quiet && !self.has_failed.load(Ordering::Relaxed) {
            diagnostic::say_in_lines(note);
        }
    }
}
