//! Context of a command: common options, outputs and signals.

use std::fmt;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use hexmate_batch::Progress as _;
use hexmate_batch::files::{Access, FileError, InputOptions, Outputs, Partial};
use hexmate_endgame::files::Folder;
use hexmate_position::Game;
use hexmate_report::Formulas;
use hexmate_tasks::EndingTables;
use hexmate_tasks::records::{self, Records};

use crate::cli::args::Args;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::interrupt::Interrupt;
use crate::cli::options::Arguments;
use crate::cli::progress::Progress;
use crate::cli::shared::common::Common;
use crate::cli::shared::output_paths::OutputPaths;

/// Expected time for one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// About the time to read it.
    Fast,
    /// Much longer than reading it.
    Slow,
}

/// Returns the size of a regular file, in bytes.
fn size(file: &str) -> Option<u64> {
    fs::metadata(file).ok().filter(fs::Metadata::is_file).map(|file| file.len())
}

/// Common options prepared for use, outputs of the run, and signals received.
pub struct Context<'a> {
    common: &'a Common,
    variant: Option<Game>,
    /// Options that define the work.
    pub arguments: &'a Arguments,
    /// Paths of the outputs that the command line names.
    pub paths: &'a OutputPaths,
    /// All files that the run reads and writes.
    pub outputs: Outputs,
    /// `true` after an output has failed: notes about finished work are suppressed.
    has_failed: AtomicBool,
    /// Signals that ask the run to stop.
    pub interrupt: Interrupt,
    /// Folders without a file to read, each with the reason why it is an error.
    empty_folders: Mutex<Vec<(String, String)>>,
    /// Number of worker threads.
    pub threads: NonZeroUsize,
}

impl<'a> Context<'a> {
    /// Creates the context, and starts the thread that reacts to signals.
    pub fn new(args: &'a Args, interrupt: Interrupt) -> Result<Self, Failure> {
        let Args { common, arguments, paths, outputs, .. } = args;
        let allowed = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = common.execution.threads.unwrap_or_else(allowed);
        let message = "finishing current work; a second signal stops at once";
        interrupt.start_handler((!common.execution.quiet).then_some(message), outputs)?;
        let (variant, outputs) = (common.variant, outputs.clone().with_colours(diagnostic::colours()));
        let (has_failed, empty_folders) = (AtomicBool::default(), Mutex::default());
        Ok(Self { common, variant, arguments, paths, outputs, has_failed, interrupt, empty_folders, threads })
    }

    /// Keeps a folder among the inputs, though it has no file to read: opening it is an error.
    pub fn refuse_folder(&self, folder: &str, reason: String) {
        let mut folders = self.empty_folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.push((folder.to_owned(), reason));
    }

    /// Returns whether CSV cells that look like formulas are escaped.
    pub fn formulas(&self) -> Formulas {
        if self.common.execution.escape_formulas { Formulas::Escaped } else { Formulas::Kept }
    }

    /// Returns the game requested, by default Gliński's, for input that cannot name its game.
    pub fn game(&self) -> Game {
        self.variant.unwrap_or_default()
    }

    /// Returns the game requested by `--variant`.
    pub fn requested_game(&self) -> Option<Game> {
        self.variant
    }

    /// Returns a progress bar over `records` records; hidden with `--quiet` and without a terminal.
    pub fn progress(&self, records: Option<u64>) -> Progress {
        if self.common.execution.quiet { Progress::hidden() } else { Progress::on_terminal(records) }
    }

    /// Returns a progress bar over `parts` long steps, with a message about the current one.
    pub fn progress_of_parts(&self, parts: u64) -> Progress {
        if self.common.execution.quiet { Progress::hidden() } else { Progress::of_parts(parts) }
    }

    /// Returns how files are read. Assumptions about their encoding are printed unless `--quiet` is given.
    pub fn input_options(&self, progress: &Progress) -> InputOptions {
        let options = InputOptions::new(self.common.encoding).with_stop(self.interrupt.stop().flag().clone());
        let refused = self.empty_folders.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let options = options.with_inline(records::inline).with_refused(refused);
        let options = match progress.bytes_read() {
            Some(count) => options.with_byte_counter(count),
            None => options,
        };
        if self.common.execution.quiet {
            return options;
        }
        let progress = progress.clone();
        options.on_assumption(move |assumed| progress.suspend(|| diagnostic::print_note(assumed)))
    }

    /// Returns the records of files, read with the common options. Notes on FENs are printed unless `--quiet` is given.
    pub fn records(&self, files: &[String], progress: &Progress) -> Records {
        self.noted(files, progress, None)
    }

    /// Returns the records of files, and prints a note about columns of tables other than `used` unless `--quiet` is
    /// given.
    pub fn problems(&self, files: &[String], progress: &Progress, used: &'static [&'static str]) -> Records {
        self.noted(files, progress, Some(used))
    }

    /// Returns the records of files, and prints notes on FENs and, if the used columns are given, on tables.
    fn noted(&self, files: &[String], progress: &Progress, used: Option<&'static [&'static str]>) -> Records {
        let records = Records::new(files).with_options(self.input_options(progress));
        if self.common.execution.quiet {
            return records;
        }
        let progress = progress.clone();
        let records = records.with_notes(used, move |note| progress.suspend(|| diagnostic::print_note(note)));
        records.with_game(self.variant)
    }

    /// Returns a progress bar over the records of files; hidden with `--quiet` and without a terminal.
    ///
    /// For slow records it counts them first; for fast ones it shows the bytes read. With stdin or pipes among the
    /// files it shows a plain count.
    pub fn progress_over(&self, files: &[String], pace: Pace) -> Progress {
        let sizes: Option<Vec<u64>> = files.iter().map(|file| size(file)).collect();
        let is_seen = !self.common.execution.quiet && Progress::is_visible();
        match (sizes.filter(|_| is_seen), pace) {
            (None, _) => self.progress(None),
            (Some(sizes), Pace::Fast) => Progress::of_bytes(sizes.into_iter().sum()),
            (Some(_), Pace::Slow) => {
                let options = InputOptions::new(self.common.encoding);
                let records = Records::new(files).with_options(options);
                let is_wanted = |_: &_| !self.interrupt.stop().is_raised();
                self.progress(Some(records.take_while(is_wanted).count() as u64))
            }
        }
    }

    /// Returns tables of endings: those in the folder, if one is given, and small ones built on demand.
    pub fn endings(folder: Option<&Path>) -> Result<EndingTables, Failure> {
        Ok(EndingTables::new(folder.map(Folder::open).transpose()?))
    }

    /// Ends the run: moves complete outputs to their final names, keeps incomplete ones as `FILE.partial`, and prints
    /// the error, if any. Returns the exit status.
    pub fn end(&self, ended: Result<Status, Failure>) -> Status {
        let committed = match ended {
            Ok(Status::Clean | Status::Findings) => self.outputs.commit().map_err(Failure::from).and(ended),
            ended => ended,
        };
        let status = match committed {
            Ok(status @ (Status::Clean | Status::Findings)) => return status,
            // Work or reading stopped by a signal.
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
        for Partial { name, partial, has_previous, is_complete } in partials {
            let before = if has_previous { "is unchanged" } else { "was not written" };
            let reason = match is_complete {
                true => "not all files could be put in their places; its complete results are in",
                false => "the run is incomplete; finished results are in",
            };
            diagnostic::print_error(format_args!("{name} {before}: {reason} {partial}"));
        }
        match kept {
            Ok(()) => status,
            Err(error) => Failure::from(error).report(),
        }
    }

    /// Returns the failure of work stopped by a signal.
    pub fn stopped(&self) -> Failure {
        Failure::Stopped(self.interrupt.status().unwrap_or(Status::Interrupted))
    }

    /// Suppresses all further notes; errors are still printed.
    pub fn suppress_notes(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
    }

    /// Returns whether `--quiet` is given: only errors are printed, without boards.
    pub fn is_quiet(&self) -> bool {
        self.common.execution.quiet
    }

    /// Prints a note on stderr in one line, unless notes are suppressed.
    pub fn note(&self, note: impl fmt::Display) {
        if !self.common.execution.quiet && !self.has_failed.load(Ordering::Relaxed) {
            diagnostic::print_note(note);
        }
    }

    /// Prints a note of several lines, unless notes are suppressed. Text from files must not contain line breaks.
    pub fn note_lines(&self, note: impl fmt::Display) {
        if !self.common.execution.quiet && !self.has_failed.load(Ordering::Relaxed) {
            diagnostic::print_note_lines(note);
        }
    }
}
