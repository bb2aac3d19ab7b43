//! Decoding of text in any encoding to UTF-8.
//!
//! ASCII is passed on without a copy. At the first other word the encoding is decided: if that block is valid UTF-8,
//! the rest of the file is passed on too; otherwise the encoding is the requested one, or is guessed from at most
//! [`WINDOW`] bytes.
//!
//! A byte that is not a character of the encoding becomes a byte that is invalid in UTF-8 at the same place, so the
//! parser reports it with its line and column.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult};

use super::encoding::{AssumedEncoding, Encoding, Reason};
use super::guess::guess;
use super::options::InputOptions;

/// Largest number of bytes from which an encoding is guessed.
const WINDOW: usize = 256 * 1024;

/// Largest number of bytes decoded at once.
const BLOCK: usize = 16 * 1024;

/// Number of bytes read to detect a byte-order mark, or zero bytes in its place.
const HEAD: u64 = 4;

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF_16_MARKS: [(&[u8], Encoding); 2] =
    [(b"\xff\xfe", Encoding::UTF_16_LE), (b"\xfe\xff", Encoding::UTF_16_BE)];

/// A text is taken for damaged UTF-8 if it has at least one line of valid UTF-8 per this many invalid lines.
const MIXED: usize = 10;

/// A byte that never occurs in UTF-8.
const INVALID: u8 = 0xff;

/// A reader that decodes its source to UTF-8.
pub(super) struct Decoded {
    name: String,
    source: Box<dyn BufRead + Send>,
    options: InputOptions,
    state: State,
    /// Decoded text.
    ready: Vec<u8>,
    /// Number of bytes of `ready` that have been consumed.
    taken: usize,
}

/// Returns whether the file is in an encoding such as UTF-16, whose bytes look like binary data.
pub(super) fn has_wide_characters(head: &[u8], options: &InputOptions) -> bool {
    mark_of_utf_16(head).is_some() || wide(options).is_some() || unmarked_utf_16(head, options).is_some()
}

fn mark_of_utf_16(head: &[u8]) -> Option<(&'static [u8], Encoding)> {
    UTF_16_MARKS.into_iter().find(|(mark, _)| head.starts_with(mark))
}

/// Returns the order of UTF-16 without a byte-order mark, unless an encoding is requested.
///
/// In such a text every second byte of ASCII characters is zero. It must begin with one, and must not contain control
/// characters or halves of characters, so that binary data is not taken for it.
fn unmarked_utf_16(head: &[u8], options: &InputOptions) -> Option<Encoding> {
    let is_text = |unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = head.as_chunks::<2>();
        let (mut ascii, mut others) = (0, 0);
        for character in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
            match character {
                Ok(character) if character.is_ascii_whitespace() || matches!(character, ' '..='~') => {
                    ascii += 1;
                }
                Ok(character) if ascii > 0 && !character.is_control() => others += 1,
                // The end-of-file mark of DOS.
                Ok('\u{1a}') if ascii > 0 => {}
                // The block may end within a character.
                Err(_) if ascii + others + 1 >= pairs.len() => {}
                _ => return false,
            }
        }
        ascii > 1 && ascii * 4 >= others
    };
    match options.encoding() {
        None if is_text(u16::from_le_bytes) => Some(Encoding::UTF_16_LE),
        None if is_text(u16::from_be_bytes) => Some(Encoding::UTF_16_BE),
        _ => None,
    }
}

/// Returns whether a text that is not valid UTF-8 has too much UTF-8 in it for coincidence.
///
/// Such a file is damaged, or was joined from files of several encodings. It is read as UTF-8 with errors, because any
/// other encoding would silently corrupt the names that are UTF-8. Pairs of other letters may be UTF-8 by coincidence, but
/// seldom all letters of a line.
fn is_mostly_utf_8(text: &[u8]) -> bool {
    let (mut characters, mut others) = (0, 0);
    for chunk in text.utf8_chunks() {
        characters += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        others += chunk.invalid().len();
    }
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_ascii());
    let (whole, faulty): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(|line| str::from_utf8(line).is_ok());
    characters >= others || !whole.is_empty() && whole.len() * MIXED >= faulty.len()
}

/// Returns the requested encoding if it is not compatible with ASCII.
fn wide(options: &InputOptions) -> Option<Encoding> {
    options.encoding().filter(|encoding| !encoding.is_ascii_compatible())
}

/// Returns the start of the first word that is not ASCII; the guess of the encoding needs the whole word.
fn start_of_word_beyond_ascii(text: &[u8]) -> usize {
    let first = text.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    text[..first].iter().rposition(|byte| !byte.is_ascii_alphabetic()).map_or(0, |before| before + 1)
}

/// State of the decoding.
enum State {
    /// Only ASCII so far; the next `plain` bytes of the source are ASCII too.
    Open { plain: usize },
    /// UTF-8: bytes are passed on.
    Direct,
    /// A single-byte encoding: the UTF-8 text of each byte, or the byte itself if it is not a character.
    Bytes(Box<[Vec<u8>; 256]>),
    /// A multi-byte encoding.
    Characters(Box<Decoder>),
}

impl State {
    fn of(encoding: Encoding) -> Self {
        if encoding == Encoding::UTF_8 {
            return Self::Direct;
        }
        let decoder = if encoding.is_single_byte() { None } else { encoding.decoder() };
        let Some(decoder) = decoder else {
            let text = |byte: u8| match encoding.character(byte) {
                Some(character) => character.to_string().into_bytes(),
                None => vec![byte],
            };
            let mut bytes = 0..=u8::MAX;
            return Self::Bytes(Box::new(std::array::from_fn(|_| text(bytes.next().unwrap_or_default()))));
        };
        Self::Characters(Box::new(decoder))
    }
}

impl Decoded {
    /// Wraps a source and reads its byte-order mark, if it has one.
    pub(super) fn new(
        name: &str,
        mut source: Box<dyn BufRead + Send>,
        options: &InputOptions,
    ) -> io::Result<Self> {
        // A pipe may give its first bytes one by one.
        let mut head = Vec::new();
        source.by_ref().take(HEAD).read_to_end(&mut head)?;
        let marked = mark_of_utf_16(&head);
        let unmarked = match head.contains(&0) {
            true => unmarked_utf_16(&[&head, source.fill_buf()?].concat(), options),
            false => None,
        };
        let mut decoded = Self {
            name: name.to_owned(),
            source,
            options: options.clone(),
            state: State::Open { plain: 0 },
            ready: Vec::new(),
            taken: 0,
        };
        if let Some((mark, encoding)) = marked {
            decoded.notify(encoding, Reason::Mark);
            decoded.state = State::of(encoding);
            head.drain(..mark.len());
        } else if let Some(encoding) = unmarked {
            decoded.notify(encoding, Reason::ZeroBytes);
            decoded.state = State::of(encoding);
        } else if head.starts_with(UTF_8_MARK) {
            decoded.state = State::Direct;
        } else if let Some(encoding) = wide(options) {
            // The first bytes look like ASCII but are not.
            decoded.state = State::of(encoding);
        }
        let rest = std::mem::replace(&mut decoded.source, Box::new(io::empty()));
        decoded.source = Box::new(io::Cursor::new(head).chain(rest));
        Ok(decoded)
    }

    fn notify(&self, encoding: Encoding, reason: Reason) {
        self.options.notify(&AssumedEncoding { file: self.name.clone(), encoding, reason });
    }

    /// Decides the encoding at the first word that is not ASCII.
    fn decide(&mut self) -> io::Result<()> {
        let mut head = Vec::new();
        // A pipe may give its bytes one by one: a whole line shows more than its first letter.
        let (mut is_whole, mut has_line) = (false, false);
        let is_utf_8 = loop {
            let more = self.source.fill_buf()?;
            let length = more.len();
            is_whole |= length == 0;
            has_line |= memchr::memchr(b'\n', more).is_some();
            head.extend_from_slice(more);
            self.source.consume(length);
            let is_enough = is_whole || has_line || head.len() >= BLOCK;
            match str::from_utf8(&head) {
                Ok(_) if is_enough => break true,
                Err(error) if error.error_len().is_some() || is_whole => break false,
                // The block may end within a character.
                Err(error) if error.valid_up_to() > 0 && is_enough => break true,
                Ok(_) | Err(_) => {}
            }
        };
        let mut known = self.options.encoding();
        if is_utf_8 {
            known = Some(Encoding::UTF_8);
        }
        while known.is_none() && head.len() < WINDOW {
            let more = self.source.fill_buf()?;
            let length = more.len();
            if length == 0 {
                break;
            }
            head.extend_from_slice(more);
            self.source.consume(length);
        }
        if known.is_none() && is_mostly_utf_8(&head) {
            known = Some(Encoding::UTF_8);
        }
        let encoding = known.unwrap_or_else(|| {
            let (encoding, reason) = guess(&head);
            self.notify(encoding, reason);
            encoding
        });
        self.state = State::of(encoding);
        self.decode(&head);
        Ok(())
    }

    /// Decodes bytes into `ready`; an empty slice means the end of the file.
    fn decode(&mut self, bytes: &[u8]) {
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
                    let output = &mut self.ready[start..];
                    let (result, read, written) =
                        decoder.decode_to_utf8_without_replacement(rest, output, bytes.is_empty());
                    self.ready.truncate(start + written);
                    rest = &rest[read..];
                    match result {
                        DecoderResult::InputEmpty => break,
                        DecoderResult::OutputFull => {}
                        DecoderResult::Malformed(..) => self.ready.push(INVALID),
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
                            false => start_of_word_beyond_ascii(ahead),
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
                    self.decode(&block);
                    if block.is_empty() {
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

    /// A reader that returns one byte at a time, like a slow pipe.
    struct Slow(io::Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let one = buffer.len().min(1);
            self.0.read(&mut buffer[..one])
        }
    }

    /// Returns the text and the assumed encodings; reads at once and byte by byte.
    fn read(bytes: &[u8], encoding: Option<Encoding>) -> (Vec<u8>, Vec<Encoding>) {
        let one = |source: Box<dyn BufRead + Send>| {
            let all = Arc::new(Mutex::new(Vec::new()));
            let list = Arc::clone(&all);
            let options = InputOptions::new(encoding)
                .on_assumption(move |assumed| list.lock().expect("not poisoned").push(assumed.encoding));
            let mut text = Vec::new();
            let mut decoded = Decoded::new("x", source, &options).expect("memory can be read");
            decoded.read_to_end(&mut text).expect("memory can be read");
            let assumed = all.lock().expect("not poisoned").clone();
            (text, assumed)
        };
        let whole = one(Box::new(io::Cursor::new(bytes.to_vec())));
        let slow = one(Box::new(io::BufReader::with_capacity(1, Slow(io::Cursor::new(bytes.to_vec())))));
        assert_eq!(whole.0, slow.0);
        whole
    }

    fn text(bytes: &[u8], encoding: Option<Encoding>) -> String {
        String::from_utf8(read(bytes, encoding).0).expect("text")
    }

    const NAMES: &str = "[White \"Mező László\"]\n[Black \"Szűcs Ödön\"]\n";

    #[test]
    fn utf_8_passes_without_assumption() {
        for text in ["", "abc", "[White \"A\"]\n", NAMES, "\u{feff}[White \"Ő\"]\n", "ő", "Glińśki ‡ ½"]
        {
            assert_eq!(read(text.as_bytes(), None), (text.as_bytes().to_vec(), vec![]), "{text}");
            assert_eq!(read(text.as_bytes(), Some(Encoding::LATIN_2)).0, text.as_bytes(), "{text}");
        }
        let long = format!("{}{NAMES}", "1. e4 e5\n".repeat(10_000));
        assert_eq!(text(long.as_bytes(), None), long);
    }

    #[test]
    fn other_encodings_are_decoded() {
        for before in [0, 1, 5_000, 50_000] {
            let whole = format!("{}{NAMES}", "x\n".repeat(before));
            for encoding in [Encoding::LATIN_2, Encoding::CP1250] {
                let bytes = encoding.encode(&whole).expect("letters");
                let (read, assumed) = read(&bytes, None);
                assert_eq!(String::from_utf8(read).as_deref(), Ok(whole.as_str()));
                assert_eq!(assumed.len(), 1, "{assumed:?}");
            }
        }
    }

    #[test]
    fn mixed_encodings_are_faulty_utf_8() {
        let latin = Encoding::LATIN_2.encode(NAMES).expect("letters");
        for joined in [[NAMES.as_bytes(), &latin].concat(), [&latin, NAMES.as_bytes()].concat()] {
            assert_eq!(read(&joined, None), (joined.clone(), vec![]));
        }
    }

    #[test]
    fn utf_16_marks_set_the_encoding() {
        for (mark, encoding) in UTF_16_MARKS {
            let units = NAMES.encode_utf16();
            let bytes: Vec<u8> = match encoding == Encoding::UTF_16_LE {
                true => units.flat_map(u16::to_le_bytes).collect(),
                false => units.flat_map(u16::to_be_bytes).collect(),
            };
            let (decoded, assumed) = read(&[mark, &bytes].concat(), None);
            assert_eq!((String::from_utf8(decoded).as_deref(), assumed), (Ok(NAMES), vec![encoding]));
            assert_eq!(text(&bytes, Some(encoding)), NAMES);
            let (decoded, assumed) = read(&bytes, None);
            assert_eq!(
                (String::from_utf8(decoded).as_deref(), assumed),
                (Ok(NAMES), vec![encoding]),
                "no mark"
            );
        }
    }

    #[test]
    fn some_zero_bytes_set_no_encoding() {
        for bytes in [&b"1\0\0\0"[..], b"\0\0\0[", b"a\0\x01\0b\0", b"ab\0c", b"a\0"] {
            assert_eq!(read(bytes, None), (bytes.to_vec(), vec![]), "{bytes:?}");
        }
        let latin = b"a\0b\0\xf5";
        assert_eq!(text(latin, Some(Encoding::LATIN_2)), "a\0b\0ő", "an encoding was requested");
    }

    #[test]
    fn damaged_utf_8_stays_utf_8() {
        let long = NAMES.repeat(20);
        for at in (0..NAMES.len()).filter(|&at| NAMES.is_char_boundary(at)) {
            for whole in [NAMES, &long] {
                let damaged = [&whole.as_bytes()[..at], b"\xf5", &whole.as_bytes()[at..]].concat();
                assert_eq!(read(&damaged, None), (damaged.clone(), vec![]), "{at}");
            }
        }
    }

    #[test]
    fn valid_pairs_alone_prove_nothing() {
        for (encoding, text) in [
            ("cp1251", "[White \"Віктор\"]\n[Black \"Пётр\"]\n"),
            ("cp866", "[White \"Саврасов\"]\n\n1. e5 {так самолёт} *\n"),
        ] {
            let encoding = Encoding::from_name(encoding).expect(encoding);
            let bytes = encoding.encode(text).expect("letters");
            assert_eq!(String::from_utf8(read(&bytes, None).0).as_deref(), Ok(text), "{encoding}");
        }
    }

    #[test]
    fn invalid_byte_stays_in_place() {
        let (bytes, assumed) = read(b"[White \"L\xe1szl\xf3 \x81\xf5\"]", Some(Encoding::CP1250));
        let expected = ["[White \"László ".as_bytes(), b"\x81", "ő\"]".as_bytes()].concat();
        assert_eq!((bytes, assumed), (expected, vec![]));
        let odd = [b"\xff\xfe".as_slice(), b"a\0\x00\xd8b\0"].concat();
        assert_eq!(read(&odd, None).0, b"a\xffb");
        let cut = [b"\xff\xfe".as_slice(), b"a\0b"].concat();
        assert_eq!(read(&cut, None).0, b"a\xff");
    }
}
