//! Source text that has been read but belongs to no record yet.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use super::item::Passage;
use hexmate_batch::files::Input;
use hexmate_games::validate::MAX_GAME_TEXT;

/// Number of bytes that are kept after a loss: more than any parser reads ahead.
const KEPT: usize = 4 << 20;

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
    /// File offset of the first unclaimed byte that is kept.
    start: u64,
    /// `true` if unclaimed bytes before `start` were not kept, because they are too many.
    is_cut: bool,
    /// Number of lines that are claimed.
    lines: u64,
}

impl Unclaimed {
    /// Returns an empty store for text that begins at this offset.
    pub(super) fn starting_at(offset: u64) -> Self {
        Self(Arc::new(Mutex::new(Window { start: offset, ..Window::default() })))
    }

    /// Adds text, and removes claimed text.
    fn add(&self, bytes: &[u8]) {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = std::mem::take(&mut window.claimed);
        window.bytes.drain(..claimed);
        window.bytes.extend_from_slice(bytes);
        window.limit();
    }

    /// Takes the text before an offset.
    pub(super) fn claim(&self, end: u64) -> Passage {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let length = usize::try_from(end.saturating_sub(window.start));
        let length = length.map_or(window.rest().len(), |length| length.min(window.rest().len()));
        let is_before_end_of_cut = end < window.start;
        window.take(length, is_before_end_of_cut)
    }

    /// Takes the text before a line, counted from 1. Lines end with LF, CR LF or CR, and all of them are claimed by line.
    pub(super) fn claim_before_line(&self, line: u64) -> Passage {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut length = 0;
        let is_before_end_of_cut = line <= window.lines;
        while window.lines + 1 < line {
            let rest = &window.rest()[length..];
            let Some(end) = memchr::memchr2(b'\n', b'\r', rest) else {
                length = window.rest().len();
                break;
            };
            length += if rest[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
            window.lines += 1;
        }
        window.take(length, is_before_end_of_cut)
    }
}

impl Window {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.claimed..]
    }

    /// Takes bytes; of the text that was not kept, the next passage has a part too if `is_before_end_of_cut`.
    fn take(&mut self, length: usize, is_before_end_of_cut: bool) -> Passage {
        let (start, is_cut) = (self.start, self.is_cut);
        self.is_cut &= is_before_end_of_cut;
        let bytes = if is_cut { Vec::new() } else { self.rest()[..length].to_vec() };
        self.claimed += length;
        self.start += length as u64;
        if bytes.len() > KEPT {
            self.bytes.drain(..self.claimed);
            self.bytes.shrink_to(KEPT);
            self.claimed = 0;
        }
        Passage { start, bytes, is_cut, ..Passage::default() }
    }

    /// Drops the first bytes if there are too many: those of a record that is too long to be copied.
    fn limit(&mut self) {
        let most = if self.is_cut { 2 * KEPT } else { MAX_GAME_TEXT + KEPT };
        let Some(excess) = self.bytes.len().checked_sub(KEPT).filter(|_| self.bytes.len() > most) else {
            return;
        };
        // A line end of two bytes is counted once.
        let is_inside = self.bytes[..=excess].ends_with(b"\r\n");
        let dropped = excess - usize::from(is_inside);
        let rest = &self.bytes[..dropped];
        let pairs = memchr::memmem::find_iter(rest, b"\r\n").count();
        let ends = memchr::memchr2_iter(b'\n', b'\r', rest).count();
        self.lines += (ends - pairs) as u64;
        self.start += dropped as u64;
        self.is_cut = true;
        self.bytes.drain(..dropped);
        self.bytes.shrink_to(2 * KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_passage_is_cut_alone() {
        let unclaimed = Unclaimed::default();
        unclaimed.add(b"first\r\n");
        assert_eq!(unclaimed.claim_before_line(2).bytes, b"first\r\n");
        let block = b"0123456789abcd\r\n".repeat(1 << 16);
        for _ in 0..=MAX_GAME_TEXT / block.len() + 8 {
            unclaimed.add(&block);
            let window = unclaimed.0.lock().expect("not poisoned");
            assert!(window.bytes.len() <= MAX_GAME_TEXT + KEPT + block.len());
        }
        let lines = 1 + (MAX_GAME_TEXT / block.len() + 9) * (block.len() / 16);
        unclaimed.add(b"second\nthird\n");
        let long = unclaimed.claim_before_line(lines as u64 + 1);
        assert!(long.is_cut && long.bytes.is_empty());
        let second = unclaimed.claim_before_line(lines as u64 + 2);
        assert_eq!((second.is_cut, second.bytes.as_slice()), (false, &b"second\n"[..]));
        assert_eq!(unclaimed.claim_before_line(u64::MAX).bytes, b"third\n");
    }

    #[test]
    fn passages_in_cut_text_are_cut() {
        let read = || {
            let unclaimed = Unclaimed::default();
            unclaimed.add(b"first\n");
            (0..40).for_each(|_| unclaimed.add(&b"0123456\n".repeat(1 << 18)));
            unclaimed.add(b"last\n");
            unclaimed
        };
        let lines = 1 + 40 * (1 << 18);
        for (first, second, third) in [
            (read().claim(6), read().claim(7), read().claim(u64::MAX)),
            (read().claim_before_line(2), read().claim_before_line(3), read().claim_before_line(lines + 1)),
        ] {
            assert!([first, second, third].iter().all(|passage| passage.is_cut && passage.bytes.is_empty()));
        }
        let (by_offset, by_line) = (read(), read());
        assert!(by_offset.claim(6).is_cut && by_offset.claim(6 + 8 * (lines - 1)).is_cut);
        assert!(by_line.claim_before_line(2).is_cut && by_line.claim_before_line(lines + 1).is_cut);
        for unclaimed in [by_offset, by_line] {
            let last = unclaimed.claim(u64::MAX);
            assert_eq!((last.is_cut, last.bytes.as_slice()), (false, &b"last\n"[..]));
        }
    }
}
