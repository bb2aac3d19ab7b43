//! Progress bar on stderr, shown only at a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hexmate_batch as batch;
use hexmate_batch::terminal::{is_stdout_piped, one_line};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar. Clones share it; it disappears with the last of them.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    /// Number of bytes read, if the bar shows that instead of records.
    read: Option<Arc<AtomicU64>>,
    /// Message for the next step: the bar is locked while an output is written.
    later: Arc<Mutex<Option<String>>>,
}

impl Progress {
    /// Creates a bar that is never shown.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), read: None, later: Arc::default() }
    }

    /// Creates a bar for a number of records, or a plain count if the number is unknown.
    pub fn on_terminal(records: Option<u64>) -> Self {
        let template = match records {
            Some(_) => "{bar:40} {pos}/{len}  {elapsed} of about {duration}",
            None => "{spinner} {pos}  {elapsed}",
        };
        Self::shown(records, template, None)
    }

    /// Creates a bar for a number of bytes.
    pub fn of_bytes(bytes: u64) -> Self {
        let template = "{bar:40} {percent}% of {total_bytes}  {elapsed} of about {duration}";
        Self::shown(Some(bytes), template, Some(Arc::default()))
    }

    /// Creates a bar for a number of long steps, with a message about the current one.
    pub fn of_parts(parts: u64) -> Self {
        Self::shown(Some(parts), "{bar:40} {pos}/{len}  {elapsed}  {wide_msg}", None)
    }

    /// Sets the message about the current step.
    pub fn set_message(&self, message: &str) {
        self.bar.set_message(one_line(message).into_owned());
    }

    /// Sets the message with the next step; for callers that write an output and so hold the bar.
    pub fn set_message_later(&self, message: String) {
        *self.later.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
    }

    /// Returns whether bars are shown: not if stdout is a pipe, because another program may write the rows to the terminal,
    /// between the pictures of the bar.
    pub fn is_visible() -> bool {
        io::stderr().is_terminal() && !is_stdout_piped()
    }

    /// Erases the bar, also for all clones; later output stays on the terminal.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn shown(length: Option<u64>, template: &str, read: Option<Arc<AtomicU64>>) -> Self {
        if !Self::is_visible() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, read, later: Arc::default() }
    }

    /// Returns the counter of bytes read, if the bar shows it.
    pub fn bytes_read(&self) -> Option<Arc<AtomicU64>> {
        self.read.clone()
    }
}

impl batch::Progress for Progress {
    fn expect(&self, more: u64) {
        self.bar.inc_length(more);
    }

    fn step(&self) {
        if let Some(message) = self.later.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.set_message(&message);
        }
        match &self.read {
            Some(read) => self.bar.set_position(read.load(Ordering::Relaxed)),
            None => self.bar.inc(1),
        }
    }

    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}
