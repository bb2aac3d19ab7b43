//! Regular syncing of a growing file to disk, on a thread of its own.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Longest time between a write and its sync.
const INTERVAL: Duration = Duration::from_secs(1);

/// A thread that syncs a file at most once per [`INTERVAL`], and once more when dropped.
#[derive(Debug)]
pub(super) struct Syncing {
    shared: Arc<Shared>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Shared {
    file: File,
    is_due: AtomicBool,
    failure: Mutex<Option<io::Error>>,
}

impl Syncing {
    /// Starts the thread for a file.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let (file, is_due, failure) = (file.try_clone()?, AtomicBool::new(false), Mutex::default());
        let shared = Arc::new(Shared { file, is_due, failure });
        let (end, ended) = mpsc::channel();
        let work = Arc::clone(&shared);
        let thread = thread::Builder::new().spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                work.sync();
            }
            work.sync();
        })?;
        Ok(Self { shared, thread: Some((end, thread)) })
    }

    /// Requests that all writes so far are synced within the interval.
    pub(super) fn request(&self) {
        self.shared.is_due.store(true, Ordering::Release);
    }

    /// Returns the error of a sync that failed since the last call.
    pub(super) fn check(&self) -> io::Result<()> {
        self.shared.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Shared {
    fn sync(&self) {
        if !self.is_due.swap(false, Ordering::AcqRel) {
            return;
        }
        match self.file.sync_data() {
            // Some file systems do not support syncing.
            Err(error)
                if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
            {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            _ => {}
        }
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            // The thread does not panic. If the last sync fails, a resumed run repeats the work of the last lines.
            let _ = thread.join();
        }
    }
}
