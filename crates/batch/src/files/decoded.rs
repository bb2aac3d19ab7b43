//! Bytes of any encoding read as UTF-8. Knows how text is written, not what it says.
//!
//! A file is UTF-8 until it shows otherwise. Bytes of ASCII pass through as they are,
//! and so does all that follows the first block with other characters, if that is
//! valid: reading UTF-8 costs a look at the blocks before, and no copy. Else the
//! encoding is the one that was asked for or is guessed, from [`WINDOW`] bytes at most.
//!
//! A byte that stands for nothing in its encoding comes out as a byte that is no
//! UTF-8 where it stands. So whoever reads the text finds it, and knows its place.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult};

use super::encoding::{Assumed, Encoding, Reason};
use super::guess::guess;
use super::options::InputOptions;

/// Bytes from which an encoding is guessed.
const WINDOW: usize = 256 * 1024;

/// Bytes that are decoded at once.
const BLOCK: usize = 16 * 1024;

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF_16_MARKS: [(&[u8], Encoding); 2] =
    [(b"\xff\xfe", Encoding::UTF_16_LE), (b"\xfe\xff", Encoding::UTF_16_BE)];

/// Where one in so many characters beyond ASCII is UTF-8, a text is meant to be that.
const MIXED: usize = 10;

/// No byte of any UTF-8.
const NO_TEXT: u8 = 0xff;

/// A file read as UTF-8.
pub(super) struct Decoded {
    name: String,
    source: Box<dyn BufRead + Send>,
    options: InputOptions,
    state: State,
    /// Text that was made and not yet taken, and how much of it was.
    ready: Vec<u8>,
    taken: usize,
}

/// Whether a file that begins so has characters of several bytes each, most of which are controls as bytes.
pub(super) fn has_wide_characters(head: &[u8], options: &InputOptions) -> bool {
    mark_of_utf_16(head).is_some() || wide(options).is_some()
}

fn mark_of_utf_16(head: &[u8]) -> Option<(&'static [u8], Encoding)> {
    UTF_16_MARKS.into_iter().find(|(mark, _)| head.starts_with(mark))
}

/// Whether so much of a text is UTF-8 that this is no chance: files of several encodings have been joined. Then
/// what is not UTF-8 is a fault, for else the names that are would be spoilt, and nobody would see it.
fn is_mostly_utf_8(text: &[u8]) -> bool {
    let (mut characters, mut others) = (0, 0);
    for chunk in text.utf8_chunks() {
        characters += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        others += chunk.invalid().len();
    }
    characters * MIXED >= others
}

/// The encoding asked for, if ASCII in it is not what it is elsewhere.
fn wide(options: &InputOptions) -> Option<Encoding> {
    options.asked().filter(|asked| !asked.0.is_ascii_compatible())
}

enum State {
    /// Nothing but ASCII has come, and so many bytes ahead are known to be that.
    Open {
        plain: usize,
    },
    /// All that comes is handed on.
    Direct,
    /// Each byte is a character: as UTF-8, or the byte itself where it is none.
    Bytes(Box<[Vec<u8>; 256]>),
    Characters(Box<Decoder>),
}

impl State {
    fn of(encoding: Encoding) -> Self {
        if encoding == Encoding::UTF_8 {
            return Self::Direct;
        }
        if encoding.0.is_single_byte() {
            let text = |byte: u8| match encoding.character(byte) {
                Some(character) => character.to_string().into_bytes(),
                None => vec![byte],
            };
            let mut bytes = 0..=u8::MAX;
            return Self::Bytes(Box::new(std::array::from_fn(|_| text(bytes.next().unwrap_or_default()))));
        }
        Self::Characters(Box::new(encoding.0.new_decoder_without_bom_handling()))
    }
}

impl Decoded {
    /// Looks for a byte-order mark.
    pub(super) fn new(
        name: &str,
        mut source: Box<dyn BufRead + Send>,
        options: &InputOptions,
    ) -> io::Result<Self> {
        // A pipe may give its first bytes one by one.
        let mut head = Vec::new();
        source.by_ref().take(UTF_8_MARK.len() as u64).read_to_end(&mut head)?;
        let marked = mark_of_utf_16(&head);
        let mut decoded = Self {
            name: name.to_owned(),
            source,
            options: options.clone(),
            state: State::Open { plain: 0 },
            ready: Vec::new(),
            taken: 0,
        };
        if let Some((mark, encoding)) = marked {
            decoded.tell(encoding, Reason::Mark);
            decoded.state = State::of(encoding);
            head.drain(..mark.len());
        } else if head.starts_with(UTF_8_MARK) {
            decoded.state = State::Direct;
        } else if let Some(asked) = wide(options) {
            // Its letters look like others; nothing can be left to how the text begins.
            decoded.state = State::of(asked);
        }
        let rest = std::mem::replace(&mut decoded.source, Box::new(io::empty()));
        decoded.source = Box::new(io::Cursor::new(head).chain(rest));
        Ok(decoded)
    }

    /// Text that was taken and is to come again.
    pub(super) fn put_back(&mut self, mut text: Vec<u8>) {
        text.extend_from_slice(&self.ready[self.taken..]);
        (self.ready, self.taken) = (text, 0);
    }

    fn tell(&self, encoding: Encoding, reason: Reason) {
        self.options.tell(&Assumed { file: self.name.clone(), encoding, reason });
    }

    /// Decides what the text is in that begins with a byte beyond ASCII.
    fn decide(&mut self) -> io::Result<()> {
        let mut head = Vec::new();
        let mut is_whole = false;
        let is_utf_8 = loop {
            let more = self.source.fill_buf()?;
            let length = more.len();
            is_whole |= length == 0;
            head.extend_from_slice(more);
            self.source.consume(length);
            match str::from_utf8(&head) {
                Ok(_) => break true,
                // The block may end within a character.
                Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 && !is_whole => {
                    break true;
                }
                Err(error) if error.error_len().is_none() && !is_whole => {}
                Err(_) => break false,
            }
        };
        let mut asked = self.options.asked();
        if is_utf_8 {
            asked = Some(Encoding::UTF_8);
        }
        while asked.is_none() && head.len() < WINDOW {
            let more = self.source.fill_buf()?;
            let length = more.len();
            if length == 0 {
                break;
            }
            head.extend_from_slice(more);
            self.source.consume(length);
        }
        if asked.is_none() && is_mostly_utf_8(&head) {
            asked = Some(Encoding::UTF_8);
        }
        let encoding = asked.unwrap_or_else(|| {
            let (encoding, reason) = guess(&head);
            self.tell(encoding, reason);
            encoding
        });
        self.state = State::of(encoding);
        self.make(&head);
        Ok(())
    }

    /// Makes text of bytes; of none at all where the file is at its end.
    fn make(&mut self, bytes: &[u8]) {
        self.ready.clear();
        self.taken = 0;
        match &mut self.state {
            State::Open { .. } | State::Direct => self.ready.extend_from_slice(bytes),
            State::Bytes(table) => {
                for &byte in bytes {
                    self.ready.extend_from_slice(&table[usize::from(byte)]);
                }
            }
            State::Characters(decoder) => {
                let mut rest = bytes;
                loop {
                    let room =
                        decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(BLOCK);
                    let start = self.ready.len();
                    self.ready.resize(start + room, 0);
                    let made = &mut self.ready[start..];
                    let (result, read, written) =
                        decoder.decode_to_utf8_without_replacement(rest, made, bytes.is_empty());
                    self.ready.truncate(start + written);
                    rest = &rest[read..];
                    match result {
                        DecoderResult::InputEmpty => break,
                        DecoderResult::OutputFull => {}
                        DecoderResult::Malformed(..) => self.ready.push(NO_TEXT),
                    }
                }
            }
        }
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.ready.len() && matches!(self.state, State::Direct) {
            return self.source.read(buffer);
        }
        let ahead = self.fill_buf()?;
        let length = ahead.len().min(buffer.len());
        buffer[..length].copy_from_slice(&ahead[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Decoded {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.ready.len() {
            match &mut self.state {
                State::Direct => return self.source.fill_buf(),
                State::Open { plain } => {
                    if *plain == 0 {
                        let ahead = self.source.fill_buf()?;
                        *plain = match ahead.is_ascii() {
                            true => ahead.len(),
                            false => ahead.iter().position(|byte| !byte.is_ascii()).unwrap_or_default(),
                        };
                        if *plain == 0 && !ahead.is_empty() {
                            self.decide()?;
                            continue;
                        }
                    }
                    return Ok(&self.source.fill_buf()?[..*plain]);
                }
                State::Bytes(_) | State::Characters(_) => {
                    let ahead = self.source.fill_buf()?;
                    let block = ahead[..ahead.len().min(BLOCK)].to_vec();
                    self.source.consume(block.len());
                    self.make(&block);
                    if block.is_empty() {
                        // Nothing is left that anybody could decode.
                        self.state = State::Direct;
                    }
                }
            }
        }
        Ok(&self.ready[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        if self.taken < self.ready.len() {
            self.taken += amount;
            return;
        }
        if let State::Open { plain } = &mut self.state {
            *plain -= amount;
        }
        self.source.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Gives one byte at a time, as a slow pipe does.
    struct Slow(io::Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let one = buffer.len().min(1);
            self.0.read(&mut buffer[..one])
        }
    }

    /// The text, and what was assumed, read in one piece and byte by byte.
    fn read(bytes: &[u8], asked: Option<Encoding>) -> (Vec<u8>, Vec<Encoding>) {
        let one = |source: Box<dyn BufRead + Send>| {
            let told = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&told);
            let options = InputOptions::new(asked)
                .told_to(move |assumed| heard.lock().expect("not poisoned").push(assumed.encoding));
            let mut text = Vec::new();
            let mut decoded = Decoded::new("x", source, &options).expect("memory can be read");
            decoded.read_to_end(&mut text).expect("memory can be read");
            let told = told.lock().expect("not poisoned").clone();
            (text, told)
        };
        let whole = one(Box::new(io::Cursor::new(bytes.to_vec())));
        let slow = one(Box::new(io::BufReader::with_capacity(1, Slow(io::Cursor::new(bytes.to_vec())))));
        assert_eq!(whole.0, slow.0);
        whole
    }

    fn text(bytes: &[u8], asked: Option<Encoding>) -> String {
        String::from_utf8(read(bytes, asked).0).expect("text")
    }

    const NAMES: &str = "[White \"Mező László\"]\n[Black \"Szűcs Ödön\"]\n";

    #[test]
    fn utf_8_and_ascii_come_out_as_they_are_and_nobody_is_told() {
        for text in ["", "abc", "[White \"A\"]\n", NAMES, "\u{feff}[White \"Ő\"]\n", "ő", "Glińśki ‡ ½"]
        {
            assert_eq!(read(text.as_bytes(), None), (text.as_bytes().to_vec(), vec![]), "{text}");
            assert_eq!(read(text.as_bytes(), Some(Encoding::LATIN_2)).0, text.as_bytes(), "{text}");
        }
        let long = format!("{}{NAMES}", "1. e4 e5\n".repeat(10_000));
        assert_eq!(text(long.as_bytes(), None), long);
    }

    #[test]
    fn other_encodings_are_told_and_decoded_wherever_they_begin() {
        for before in [0, 1, 5_000, 50_000] {
            let whole = format!("{}{NAMES}", "x\n".repeat(before));
            for encoding in [Encoding::LATIN_2, Encoding::CP1250] {
                let (bytes, _, _) = encoding.0.encode(&whole);
                let (read, told) = read(&bytes, None);
                assert_eq!(String::from_utf8(read).as_deref(), Ok(whole.as_str()));
                assert_eq!(told.len(), 1, "{told:?}");
            }
        }
    }

    #[test]
    fn what_was_joined_of_several_encodings_is_utf_8_with_faults() {
        let (latin, _, _) = Encoding::LATIN_2.0.encode(NAMES);
        for joined in [[NAMES.as_bytes(), &latin].concat(), [&latin, NAMES.as_bytes()].concat()] {
            assert_eq!(read(&joined, None), (joined.clone(), vec![]));
        }
    }

    #[test]
    fn marks_of_utf_16_are_kept_to() {
        for (mark, encoding) in UTF_16_MARKS {
            let units = NAMES.encode_utf16();
            let bytes: Vec<u8> = match encoding == Encoding::UTF_16_LE {
                true => units.flat_map(u16::to_le_bytes).collect(),
                false => units.flat_map(u16::to_be_bytes).collect(),
            };
            let (read, told) = read(&[mark, &bytes].concat(), None);
            assert_eq!((String::from_utf8(read).as_deref(), told), (Ok(NAMES), vec![encoding]));
            assert_eq!(text(&bytes, Some(encoding)), NAMES);
        }
    }

    #[test]
    fn a_byte_that_stands_for_nothing_stays_where_it_is_and_is_no_text() {
        let (bytes, told) = read(b"[White \"L\xe1szl\xf3 \x81\xf5\"]", Some(Encoding::CP1250));
        let expected = ["[White \"László ".as_bytes(), b"\x81", "ő\"]".as_bytes()].concat();
        assert_eq!((bytes, told), (expected, vec![]));
        let odd = [b"\xff\xfe".as_slice(), b"a\0\x00\xd8b\0"].concat();
        assert_eq!(read(&odd, None).0, b"a\xffb");
        let cut = [b"\xff\xfe".as_slice(), b"a\0b"].concat();
        assert_eq!(read(&cut, None).0, b"a\xff");
    }
}
