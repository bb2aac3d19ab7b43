//! The progress bar: on stderr, and only where that is a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hexmate::batch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a batch is; its copies are one bar, which goes with the last of them.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    /// How much has been read, if the bar shows that and not records.
    read: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Shows nothing.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), read: None }
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
    pub fn tell(&self, how_far: String) {
        self.bar.set_message(how_far);
    }

    fn shown(length: Option<u64>, template: &str, read: Option<Arc<AtomicU64>>) -> Self {
        if !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, read }
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
        match &self.read {
            Some(read) => self.bar.set_position(read.load(Ordering::Relaxed)),
            None => self.bar.inc(1),
        }
    }

    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }
}
