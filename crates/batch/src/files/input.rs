//! Input files and stdin: decompressed, decoded to UTF-8, with their kind detected.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::string::FromUtf8Error;

use super::compression;
use super::decoded::{self, Decoded};
use super::end_mark::{WithoutEndMark, without_end_mark};
use super::kind::{Packing, is_binary};
use super::stdin::Pipe;
use super::{FileError, FileKind, InputDigest, InputOptions};

/// Number of bytes read to recognise the content of a file.
const HEAD: usize = 64 * 1024;

/// Maximum length of a text that is read as a whole, in bytes.
const LONGEST_TEXT: u64 = 256 << 20;

/// Size of the read buffer, in bytes.
const BLOCK: usize = 64 * 1024;

/// A file or stdin, decompressed and decoded to UTF-8, with its kind. An end-of-file mark of DOS is left out.
pub struct Input {
    name: String,
    kind: FileKind,
    reader: WithoutEndMark<Decoded>,
}

impl Input {
    /// Opens a file; `-` is stdin, and a name may be its own content by [`InputOptions::with_inline`]. Adds the name
    /// and all bytes read to the digest.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or its beginning cannot be read.
    pub fn open(name: &str, options: &InputOptions, digest: &InputDigest) -> Result<Self, FileError> {
        let file = raw(name, options).map(|file| digest.reading(name, file));
        file.and_then(|file| Self::new(name, file, options)).map_err(FileError::reading(name))
    }

    /// Wraps any reader; `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// If the beginning cannot be read.
    pub fn from_reader(
        name: &str,
        reader: Box<dyn Read + Send>,
        options: &InputOptions,
    ) -> Result<Self, FileError> {
        Self::new(name, reader, options).map_err(FileError::reading(name))
    }

    fn new(name: &str, reader: impl Read + Send + 'static, options: &InputOptions) -> io::Result<Self> {
        let reader = BufReader::with_capacity(BLOCK, options.counting(reader));
        let mut reader = compression::decompressed(reader)?;
        let head = without_end_mark(reader.fill_buf()?);
        let is_text = decoded::has_wide_characters(head, options) || !is_binary(head);
        let kind = match Packing::of(head) {
            Some(packing) => FileKind::Packed(packing),
            None if is_text => FileKind::Text,
            None => FileKind::Binary,
        };
        let reader = WithoutEndMark::new(Decoded::new(name, reader, options)?);
        Ok(Self { name: name.to_owned(), kind, reader })
    }

    /// Returns the kind detected from the first bytes.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Recognises the content from the beginning, which remains to be read.
    ///
    /// `recognise` is given more and more of the text until it breaks. Its last answer counts if it never does before
    /// the end of the text, or before it has seen 64 KiB.
    ///
    /// # Errors
    ///
    /// If the beginning cannot be read.
    pub fn recognise<C>(&mut self, recognise: impl Fn(&[u8]) -> ControlFlow<C, C>) -> Result<C, FileError> {
        let mut head = Vec::new();
        let content = loop {
            let so_far = match recognise(&head) {
                ControlFlow::Break(content) => break content,
                ControlFlow::Continue(content) if head.len() >= HEAD => break content,
                ControlFlow::Continue(content) => content,
            };
            let more = self.reader.fill_buf().map_err(FileError::reading(&*self.name))?;
            let length = more.len();
            if length == 0 {
                break so_far;
            }
            head.extend_from_slice(more);
            self.reader.consume(length);
        };
        self.reader.put_back(head);
        Ok(content)
    }

    /// Reads the whole text.
    ///
    /// For small files of at most 256 MiB; read others line by line with [`BufRead`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read to its end, is longer, or a byte is not a character of its encoding.
    pub fn into_text(mut self) -> Result<String, FileError> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(LONGEST_TEXT + 1).read_to_end(&mut bytes);
        let read = read.and_then(|length| match length as u64 > LONGEST_TEXT {
            true => Err(io::Error::new(io::ErrorKind::FileTooLarge, "text is longer than 256 MiB")),
            false => Ok(()),
        });
        let text = read.and_then(|()| String::from_utf8(bytes).map_err(|error| not_text(&error)));
        text.map_err(FileError::reading(self.name))
    }
}

/// Returns the error of the first byte that is not text, with its line.
fn not_text(error: &FromUtf8Error) -> io::Error {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let message = format!("line {line} is not text: it has a byte that is not a character");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Returns whether a path is a pipe or a device, whose reads may block forever.
fn may_block(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Opens a file or stdin without decompressing it.
fn raw(name: &str, options: &InputOptions) -> io::Result<Box<dyn Read + Send>> {
    if let Some(text) = options.inline(name) {
        return Ok(Box::new(Cursor::new(text?.into_bytes())));
    }
    if let Some(refusal) = options.refusal(name) {
        return Err(refusal);
    }
    match (name, options.stop()) {
        ("-", Some(stop)) => Ok(Box::new(Pipe::open(|| Ok(io::stdin()), stop))),
        ("-", None) => Ok(Box::new(io::stdin())),
        (path, Some(stop)) if may_block(path) => {
            let path = path.to_owned();
            Ok(Box::new(Pipe::open(move || File::open(path), stop)))
        }
        (path, _) => File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>),
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn input(reader: impl Read + Send + 'static) -> Input {
        Input::new("x", reader, &InputOptions::default()).expect("readable")
    }

    /// Breaks at the first line end; continues with the number of bytes before.
    fn first_line(head: &[u8]) -> ControlFlow<usize, usize> {
        match memchr::memchr(b'\n', head) {
            Some(end) => ControlFlow::Break(end),
            None => ControlFlow::Continue(head.len()),
        }
    }

    #[test]
    fn recognition_keeps_all_text() {
        let text = format!("first line\n{}", "more text ".repeat(20_000));
        let mut input = input(Cursor::new(text.clone()));
        assert_eq!(input.recognise(first_line).ok(), Some(10));
        assert_eq!(input.into_text().ok(), Some(text));
    }

    #[test]
    fn endless_line_ends_recognition() {
        let read = input(io::repeat(b'x')).recognise(first_line);
        assert!(read.is_ok_and(|length| (HEAD..2 * HEAD + BLOCK).contains(&length)));
        assert_eq!(input(&b"xyz"[..]).recognise(first_line).ok(), Some(3));
    }

    #[test]
    fn binary_files_are_detected() {
        let noise: Vec<u8> = (0..40_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for bytes in [noise, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0".to_vec(), vec![0; 300]] {
            assert_eq!(input(Cursor::new(bytes)).kind(), FileKind::Binary);
        }
        let damaged = [b"[White \"A\"]\n".repeat(50).as_slice(), b"\0\0\x07"].concat();
        assert_eq!(input(Cursor::new(damaged)).kind(), FileKind::Text, "a few control bytes are allowed");
        let wide: Vec<u8> = "\u{feff}[White \"A\"]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(input(Cursor::new(wide)).kind(), FileKind::Text);
    }

    #[test]
    fn name_can_be_its_own_content() {
        let inline = |name: &str| name.strip_prefix("text:").map(|text| Ok(text.to_owned()));
        let options = InputOptions::default().with_inline(inline);
        let open = |name| Input::open(name, &options, &InputDigest::disabled());
        assert_eq!(open("text:one").and_then(Input::into_text).ok().as_deref(), Some("one"));
        assert!(open("/no/such/file").is_err());
    }

    #[test]
    fn bytes_of_readers_are_counted() {
        let text = "some text\n".repeat(20_000);
        let count = Arc::new(AtomicU64::new(0));
        let options = InputOptions::default().with_byte_counter(Arc::clone(&count));
        let reader = Box::new(Cursor::new(text.clone()));
        let read = Input::from_reader("x", reader, &options).and_then(Input::into_text);
        assert_eq!(read.ok().as_deref(), Some(&*text));
        assert_eq!(count.load(Ordering::Relaxed), text.len() as u64);
    }

    #[test]
    fn invalid_byte_error_names_line() {
        let error = input(&b"one\ntw\xc5o\xff"[..]).into_text().map(|_| ());
        // The guessed encoding has a character for every byte here.
        assert!(error.is_ok());
        let strict = InputOptions::new(Some(crate::files::Encoding::UTF_8));
        let read = Input::new("x", &b"one\ntw\xc5o"[..], &strict).expect("readable").into_text();
        assert!(read.is_err_and(|error| error.to_string().contains("line 2 is not text")));
    }
}
