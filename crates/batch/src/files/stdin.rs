//! Stdin that nobody need wait for: it can be given up while nothing comes. No meaning.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Bytes that are read at once.
const BLOCK: usize = 64 * 1024;

/// Blocks that may wait until somebody takes them.
const WAITING: usize = 4;

/// How often somebody who waits looks whether to wait on.
const PAUSE: Duration = Duration::from_millis(100);

/// Stdin or a pipe, read by a thread of its own, which is left behind where it waits.
pub(super) struct Pipe {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    taken: usize,
    end: Arc<AtomicBool>,
}

impl Pipe {
    /// Begins to read what is opened.
    pub(super) fn open<R: Read>(
        opened: impl FnOnce() -> io::Result<R> + Send + 'static,
        end: &Arc<AtomicBool>,
    ) -> Self {
        let (sender, blocks) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut reader = match opened() {
                Ok(reader) => reader,
                // As above.
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
                // Nobody listens any more where reading has been given up.
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self { blocks, block: Vec::new(), taken: 0, end: Arc::clone(end) }
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
                // What has come is no whole, and must not look like one.
                Err(RecvTimeoutError::Timeout) if self.end.load(Ordering::Relaxed) => {
                    return Err(io::Error::other("given up while more was to come"));
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
