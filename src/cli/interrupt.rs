//! Ctrl-C, SIGTERM and SIGHUP: the first signal asks the run to finish, the second one ends the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use hexmate_batch::files::{FileError, Outputs};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::{flag, low_level};

use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};

/// Time between the first signal and the end of searches that can return an incomplete result.
const GRACE: Duration = Duration::from_secs(1);

/// Signals that stop a run, with its exit status.
const STOPPING: [(i32, Status); 3] =
    [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated), (SIGHUP, Status::HungUp)];

/// Signals received by the run.
#[derive(Clone, Default)]
pub struct Interrupt {
    signal: Arc<AtomicUsize>,
    stop: StopFlag,
    grace_over: StopFlag,
    /// Signals that are not ignored.
    handled: Vec<(i32, Status)>,
}

impl Interrupt {
    /// Installs the signal handlers. The second signal ends the program once [`Self::start_handler`] was called.
    ///
    /// SIGHUP stays ignored if it was ignored at the start, as by `nohup`. SIGINT does not, because scripts send it to
    /// background jobs, for which shells ignore it.
    pub fn listen() -> Result<Self, Failure> {
        let is_handled = |&(signal, _): &(i32, Status)| signal != SIGHUP || !is_sighup_ignored();
        let handled = STOPPING.into_iter().filter(is_handled).collect();
        let interrupt = Self { handled, ..Self::default() };
        interrupt.register().map_err(signal_failure)?;
        Ok(interrupt)
    }

    fn register(&self) -> io::Result<()> {
        for &(signal, status) in &self.handled {
            flag::register_usize(signal, Arc::clone(&self.signal), status as usize)?;
            flag::register(signal, Arc::clone(self.stop.flag()))?;
        }
        // A file beyond its size limit must be a write error, and not kill the program.
        flag::register(SIGXFSZ, Arc::default())?;
        Ok(())
    }

    /// Starts a thread that reacts to signals.
    ///
    /// At the first one `message` is printed, and [`Self::grace_over`] raised later. The second one ends the program at
    /// once, but never while the files of the run are moved to their places: it waits until all of them are there.
    /// Signals have no effect once a complete run has moved its files, because it is about to end.
    pub fn start_handler(&self, message: Option<&'static str>, outputs: &Outputs) -> Result<(), Failure> {
        let is_early = self.stop.is_raised();
        let mut signals =
            Signals::new(self.handled.iter().map(|(signal, _)| signal)).map_err(signal_failure)?;
        let (grace_over, outputs) = (self.grace_over.clone(), outputs.clone());
        thread::spawn(move || {
            if !is_early && signals.forever().next().is_none() {
                return;
            }
            // On a thread of its own, because stderr may block.
            thread::spawn(move || {
                message.into_iter().for_each(diagnostic::print_note);
                thread::sleep(GRACE);
                grace_over.raise();
            });
            for signal in signals.forever() {
                let held = outputs.hold();
                if let Some(status) = status_of(signal).filter(|_| !held.is_committed()) {
                    low_level::exit(status as i32);
                }
            }
        });
        Ok(())
    }

    /// Returns the flag raised one second after the first signal, when searches must return what they have.
    pub fn grace_over(&self) -> &StopFlag {
        &self.grace_over
    }

    /// Returns the exit status of the last signal, if one was received.
    pub fn status(&self) -> Option<Status> {
        let status = self.signal.load(Ordering::SeqCst);
        STOPPING.into_iter().map(|(_, known)| known).find(|&known| known as usize == status)
    }

    /// Returns a flag that signals raise too, and that the caller may raise and lower.
    ///
    /// A signal raises [`Self::stop`] first: after lowering this flag, look at that one.
    pub fn own_flag(&self) -> Result<Arc<AtomicBool>, Failure> {
        let own = Arc::new(AtomicBool::new(false));
        for &(signal, _) in &self.handled {
            flag::register(signal, Arc::clone(&own)).map_err(signal_failure)?;
        }
        own.fetch_or(self.stop.is_raised(), Ordering::SeqCst);
        Ok(own)
    }

    /// Returns the flag raised by the first signal.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }
}

fn status_of(signal: i32) -> Option<Status> {
    STOPPING.into_iter().find(|&(known, _)| known == signal).map(|(_, status)| status)
}

/// Returns whether SIGHUP is ignored. Known on Linux only.
fn is_sighup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}

fn signal_failure(error: io::Error) -> Failure {
    FileError::reading("signals")(error).into()
}
