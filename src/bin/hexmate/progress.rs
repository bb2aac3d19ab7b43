//! The progress bar: on stderr, and only where that is a terminal.

use std::io::{self, IsTerminal};

use hexmate::batch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a batch is; its copies are one bar, which goes with the last of them.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Shows nothing.
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// A bar for so many records, or a count of those done where their number is not known.
    pub fn on_terminal(records: Option<u64>) -> Self {
        if !io::stderr().is_terminal() {
            return Self::hidden();
        }
        let bar = ProgressBar::with_draw_target(records, ProgressDrawTarget::stderr());
        let template = match records {
            Some(_) => "{bar:40} {pos}/{len}  {elapsed} of about {duration}",
            None => "{spinner} {pos}  {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl batch::Progress for Progress {
    fn expect(&self, more: u64) {
        self.0.inc_length(more);
    }

    fn step(&self) {
        self.0.inc(1);
    }

    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        self.0.suspend(write)
    }
}
