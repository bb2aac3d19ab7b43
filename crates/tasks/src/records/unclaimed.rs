//! Source text that has been read but belongs to no record yet.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::item::Passage;
use hexmate_batch::files::Input;

/// A reader that records the text read, if it is kept.
pub(super) struct RecordingReader {
    input: Input,
    unclaimed: Option<Unclaimed>,
}

impl RecordingReader {
    /// Reads the input; its text goes to `unclaimed`.
    pub(super) fn new(input: Input, unclaimed: Option<Unclaimed>) -> Self {
        Self { input, unclaimed }
    }
}

impl Read for RecordingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        if let Some(unclaimed) = &self.unclaimed {
            unclaimed.add(&buffer[..count]);
        }
        Ok(count)
    }
}

/// Text that has been read but belongs to no record yet. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Unclaimed(Arc<Mutex<Window>>);

#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    /// Number of claimed bytes at the beginning of `bytes`.
    claimed: usize,
    /// File offset of the first unclaimed byte.
    start: u64,
    /// Number of lines that are claimed.
    lines: u64,
}

impl Unclaimed {
    /// Adds text, and removes claimed text.
    fn add(&self, bytes: &[u8]) {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = std::mem::take(&mut window.claimed);
        window.bytes.drain(..claimed);
        window.bytes.extend_from_slice(bytes);
    }

    /// Takes the text before an offset.
    pub(super) fn claim(&self, end: u64) -> Passage {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let length = usize::try_from(end.saturating_sub(window.start));
        let length = length.map_or(window.rest().len(), |length| length.min(window.rest().len()));
        window.take(length)
    }

    /// Takes the text before a line, counted from 1. Lines end with LF, CR LF or CR, and all of them are claimed by line.
    pub(super) fn claim_before_line(&self, line: u64) -> Passage {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut length = 0;
        while window.lines + 1 < line {
            let rest = &window.rest()[length..];
            let Some(end) = memchr::memchr2(b'\n', b'\r', rest) else {
                length = window.rest().len();
                break;
            };
            length += if rest[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
            window.lines += 1;
        }
        window.take(length)
    }
}

impl Window {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.claimed..]
    }

    fn take(&mut self, length: usize) -> Passage {
        let (start, bytes) = (self.start, self.rest()[..length].to_vec());
        self.claimed += length;
        self.start += length as u64;
        Passage { start, bytes, ..Passage::default() }
    }
}
