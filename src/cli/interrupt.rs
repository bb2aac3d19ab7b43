//! Ctrl-C, SIGTERM and SIGHUP: the first asks the run to end well, the second ends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use hexmate_batch::files::FileError;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};

/// How long work in hand may go on after the first signal, where it can end with a part of its answer.
const GRACE: Duration = Duration::from_secs(1);

/// The signals that end a run, and how it ends then.
const ENDING: [(i32, Status); 3] =
    [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated), (SIGHUP, Status::HungUp)];

/// Whether a signal has come, and which.
#[derive(Clone, Default)]
pub struct Interrupt {
    signal: Arc<AtomicUsize>,
    stop: StopFlag,
    grace_over: StopFlag,
    /// Those that are not ignored.
    heard: Vec<(i32, Status)>,
}

impl Interrupt {
    /// Listens from now on. A second signal ends the program at once. SIGHUP stays ignored where it was ignored at the
    /// start, as by `nohup`; SIGINT does not, since scripts send it to jobs that they start in the background.
    pub fn listen() -> Result<Self, Failure> {
        let is_heard = |&(signal, _): &(i32, Status)| signal != SIGHUP || !is_sighup_ignored();
        let heard = ENDING.into_iter().filter(is_heard).collect();
        let interrupt = Self { heard, ..Self::default() };
        interrupt.register().map_err(unheard)?;
        Ok(interrupt)
    }

    fn register(&self) -> io::Result<()> {
        let again = Arc::new(AtomicBool::new(false));
        for &(signal, status) in &self.heard {
            // In this order: the first signal must not find the flag that it sets itself.
            flag::register_conditional_shutdown(signal, status as i32, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
            flag::register_usize(signal, Arc::clone(&self.signal), status as usize)?;
            flag::register(signal, Arc::clone(self.stop.flag()))?;
        }
        // So that a file that grows beyond its limit is an error of writing, and not the end.
        flag::register(SIGXFSZ, Arc::default())?;
        Ok(())
    }

    /// Has a thread answer the first signal: it says what is said then, and ends the grace a second later.
    pub fn answer(&self, said: Option<&'static str>) -> Result<(), Failure> {
        let signals = self.heard.iter().map(|(signal, _)| signal);
        let mut signals = Signals::new(signals).map_err(unheard)?;
        let grace_over = self.grace_over.clone();
        thread::spawn(move || {
            if signals.forever().next().is_some() {
                said.into_iter().for_each(diagnostic::say);
                thread::sleep(GRACE);
                grace_over.raise();
            }
        });
        Ok(())
    }

    /// Set a second after the first signal: time for work in hand to end with what it has.
    pub fn grace_over(&self) -> &StopFlag {
        &self.grace_over
    }

    /// The status to end with, if a signal has come.
    pub fn status(&self) -> Option<Status> {
        let status = self.signal.load(Ordering::SeqCst);
        ENDING.into_iter().map(|(_, known)| known).find(|&known| known as usize == status)
    }

    /// Raised by the first signal.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

/// Returns whether SIGHUP is ignored. Known on Linux only.
fn is_sighup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}

fn unheard(error: io::Error) -> Failure {
    FileError::reading("signals")(error).into()
}
