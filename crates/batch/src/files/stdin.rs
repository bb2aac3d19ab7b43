//! Interruptible reading of stdin, pipes and devices.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Size of a read, in bytes.
const BLOCK: usize = 64 * 1024;

/// Largest number of blocks read ahead.
const WAITING: usize = 4;

/// Interval at which a waiting reader checks the stop flag.
const PAUSE: Duration = Duration::from_millis(100);

/// Stdin or a pipe, read by its own thread. After a stop the thread is abandoned in its blocking read.
pub(super) struct Pipe {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    taken: usize,
    stop: Arc<AtomicBool>,
}

impl Pipe {
    /// Starts a thread that opens and reads the source until `stop` is raised.
    pub(super) fn open<R: Read>(
        opened: impl FnOnce() -> io::Result<R> + Send + 'static,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut reader = match opened() {
                Ok(reader) => reader,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut block = vec![0; BLOCK];
                let read = reader.read(&mut block).map(|length| {
                    block.truncate(length);
                    block
                });
                let is_last = read
                    .as_ref()
                    .map_or_else(|error| error.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                // The receiver is gone if reading was stopped.
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self { blocks, block: Vec::new(), taken: 0, stop: Arc::clone(stop) }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.block.len() {
            match self.blocks.recv_timeout(PAUSE) {
                Ok(block) => {
                    (self.block, self.taken) = (block?, 0);
                    if self.block.is_empty() {
                        return Ok(0);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                // An error, because the input read so far must not be taken for complete.
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(io::Error::other("stopped before the end of the input"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let rest = &self.block[self.taken..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.taken += length;
        Ok(length)
    }
}
