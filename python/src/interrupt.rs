//! Long calls that Ctrl-C interrupts: the work runs in another thread while this one checks for signals.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Interval between checks for signals.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits a short time for a message of another thread, without the global interpreter lock.
pub fn received<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PAUSE))
}

/// Runs `work` without the global interpreter lock, until it ends or a signal handler of Python raises an exception.
///
/// The work must end soon after the flag is raised. If it panics, the result is a `RuntimeError`.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&StopFlag) -> T + Send) -> PyResult<T> {
    let stop = StopFlag::default();
    let mut signal = Ok(());
    let done = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<()>();
        let receiver = Mutex::new(receiver);
        let stop = &stop;
        let worker = scope.spawn(move || {
            let done = work(stop);
            // The receiver only waits for the end of the channel.
            drop(sender);
            done
        });
        while let Err(RecvTimeoutError::Timeout) = received(py, &receiver) {
            if signal.is_ok() {
                signal = py.check_signals();
            }
            if signal.is_err() {
                stop.raise();
            }
        }
        py.detach(|| worker.join())
    });
    signal?;
    done.map_err(|_| PyRuntimeError::new_err("internal error: a worker thread panicked"))
}
