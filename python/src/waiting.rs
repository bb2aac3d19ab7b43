//! Long work that Ctrl-C ends: done in another thread, while this one looks for signals. Not what the work is.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hexmate_batch::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long a signal may go unheard.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits a short while for what another thread sends, without the global lock.
pub fn received<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PAUSE))
}

/// Does some work without the global lock, and gives up when Python has been told to.
///
/// The work ends soon after the flag is raised. A panic in it is a `RuntimeError`.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&StopFlag) -> T + Send) -> PyResult<T> {
    let stop = StopFlag::default();
    let mut signal = Ok(());
    let done = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<()>();
        let receiver = Mutex::new(receiver);
        let stop = &stop;
        let worker = scope.spawn(move || {
            let done = work(stop);
            // Only its end is waited for.
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
    done.map_err(|_| PyRuntimeError::new_err("internal error: the work has panicked"))
}
