//! The progress bar: on stderr, and only where that is a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hexmate_batch as batch;
use hexmate_batch::terminal::one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a batch is; its copies are one bar, which goes with the last of them.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    /// How much has been read, if the bar shows that and not records.
    read: Option<Arc<AtomicU64>>,
    /// What is said at the next step: while something is written, the bar is held.
    later: Arc<Mutex<Option<String>>>,
}

impl Progress {
    /// Shows nothing.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), read: None, later: Arc::default() }
    }

    /// A bar for so many records, or a count of those done where their number is not known.
    pub fn on_terminal(records: Option<u64>) -> Self {
        let template = match records {
            Some(_) => "{bar:40} {pos}/{len}  {elapsed} of about {duration}",
            None => "{spinner} {pos}  {elapsed}",
        };
        Self::shown(records, template, None)
    }

    /// A bar for files with so many bytes.
    pub fn of_bytes(bytes: u64) -> Self {
        let template = "{bar:40} {percent}% of {total_bytes}  {elapsed} of about {duration}";
        Self::shown(Some(bytes), template, Some(Arc::default()))
    }

    /// A bar for so many parts of a work, of which each says how far it is.
    pub fn of_parts(parts: u64) -> Self {
        Self::shown(Some(parts), "{bar:40} {pos}/{len}  {elapsed}  {msg}", None)
    }

    /// Says how far the part in hand is.
    pub fn tell(&self, how_far: &str) {
        self.bar.set_message(one_line(how_far).into_owned());
    }

    /// The same with the next step, for those who write.
    pub fn tell_later(&self, what: String) {
        *self.later.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
    }

    fn shown(length: Option<u64>, template: &str, read: Option<Arc<AtomicU64>>) -> Self {
        if !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, read, later: Arc::default() }
    }

    /// Where it is to be told how much has been read, if it shows that.
    pub fn bytes_read(&self) -> Option<Arc<AtomicU64>> {
        self.read.clone()
    }
}

impl batch::Progress for Progress {
    fn expect(&self, more: u64) {
        self.bar.inc_length(more);
    }

    fn step(&self) {
        if let Some(what) = self.later.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.tell(&what);
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
