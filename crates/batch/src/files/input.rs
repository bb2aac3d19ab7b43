//! What is read: files and stdin, whatever they are packed in. No meaning.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use super::compression;
use super::content;
use super::decoded::{self, Decoded};
use super::stdin::Pipe;
use super::{Content, FileError, InputDigest, InputOptions};

/// As much as is read to tell what a file holds, in bytes.
const HEAD: usize = 64 * 1024;

/// Bytes that are looked at together.
const BLOCK: usize = 64 * 1024;

/// A file or stdin, unpacked, read as UTF-8, and what it seems to hold.
pub struct Input {
    name: String,
    content: Content,
    reader: Decoded,
}

impl Input {
    /// Opens a file; `-` is stdin, and what [`is_position`] is its own text. What is read of it, and its name, is
    /// added to the digest.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or its beginning cannot be read.
    pub fn open(name: &str, options: &InputOptions, digest: &InputDigest) -> Result<Self, FileError> {
        let file = raw(name, options).map(|file| digest.reading(name, options.watching(file)));
        file.and_then(|file| Self::from_reader(name, file, options)).map_err(FileError::reading(name))
    }

    /// The same for bytes that come from elsewhere, which are called by this name.
    ///
    /// # Errors
    ///
    /// If their beginning cannot be read.
    pub fn of_reader(
        name: &str,
        reader: Box<dyn Read + Send>,
        options: &InputOptions,
    ) -> Result<Self, FileError> {
        Self::from_reader(name, reader, options).map_err(FileError::reading(name))
    }

    fn from_reader(
        name: &str,
        reader: impl Read + Send + 'static,
        options: &InputOptions,
    ) -> io::Result<Self> {
        let mut reader = compression::unpacked(BufReader::with_capacity(BLOCK, reader))?;
        let head = reader.fill_buf()?;
        let is_binary = content::is_binary(head) && !decoded::has_wide_characters(head, options);
        let mut reader = Decoded::new(name, reader, options)?;
        let mut head = Vec::new();
        let content = loop {
            if is_binary {
                break Content::Binary;
            }
            let (content, sure) = Content::of(&head);
            let more = if sure || head.len() >= HEAD { &[] } else { reader.fill_buf()? };
            let length = more.len();
            if length == 0 {
                break content;
            }
            head.extend_from_slice(more);
            reader.consume(length);
        };
        reader.put_back(head);
        Ok(Self { name: name.to_owned(), content, reader })
    }

    /// What its first lines look like.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Everything in it, as text.
    ///
    /// For small files. Others are read line by line, by way of [`BufRead`].
    ///
    /// # Errors
    ///
    /// If it cannot be read to its end, or a byte is no character.
    pub fn into_text(mut self) -> Result<String, FileError> {
        let mut bytes = Vec::new();
        let read = self.reader.read_to_end(&mut bytes);
        let text = read.and_then(|_| String::from_utf8(bytes).map_err(|error| no_text(&error)));
        text.map_err(FileError::reading(self.name))
    }
}

/// Where the first byte stands that is no text.
fn no_text(error: &FromUtf8Error) -> io::Error {
    let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let message = format!("line {line} is not text: a byte is no character");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Whether this is a pipe or a device, which may have one wait for ever.
fn is_endless(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// What a file or stdin holds, as it is packed.
fn raw(name: &str, options: &InputOptions) -> io::Result<Box<dyn Read + Send>> {
    match (name, options.end()) {
        ("-", Some(end)) => Ok(Box::new(Pipe::open(|| Ok(io::stdin()), end))),
        ("-", None) => Ok(Box::new(io::stdin())),
        (text, _) if is_position(text) => Ok(Box::new(Cursor::new(format!("{text}\n").into_bytes()))),
        (path, Some(end)) if is_endless(path) => {
            let path = path.to_owned();
            Ok(Box::new(Pipe::open(move || File::open(path), end)))
        }
        (path, _) => File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>),
    }
}

/// Whether what stands for a file is no name but a position: a FEN with a turn, or a list of moves as engines are
/// told it, and there is no such file.
pub fn is_position(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let is_fen = first.split('/').count() > SLASHES && second.is_some_and(|turn| turn.len() == 1);
    let is_list = matches!((first, second), ("startpos", _) | ("position", Some("startpos" | "fen")));
    (is_fen || is_list) && !Path::new(text).exists()
}

/// The fewest slashes of a FEN.
const SLASHES: usize = 3;

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

    use super::*;

    fn input(reader: impl Read + Send + 'static) -> Input {
        Input::from_reader("x", reader, &InputOptions::default()).expect("readable")
    }

    #[test]
    fn looking_at_the_beginning_loses_nothing() {
        let text = format!("[Event \"x\"]\n{}", "1. b1b2 ".repeat(20_000));
        let input = input(Cursor::new(text.clone()));
        assert_eq!(input.content, Content::Games);
        assert_eq!(input.into_text().ok(), Some(text));
    }

    #[test]
    fn a_line_without_an_end_is_not_read_whole_to_tell_what_it_is() {
        let endless = io::repeat(b'x');
        assert_eq!(input(endless).content, Content::Unknown);
    }

    #[test]
    fn what_is_no_text_is_told_by_its_bytes_and_not_by_its_brackets() {
        let noise: Vec<u8> = (0..40_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for bytes in [noise, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0".to_vec(), vec![0; 300]] {
            assert_eq!(input(Cursor::new(bytes)).content, Content::Binary);
        }
        let spoilt = [b"[White \"A\"]\n".repeat(50).as_slice(), b"\0\0\x07"].concat();
        assert_eq!(input(Cursor::new(spoilt)).content, Content::Games, "a few bytes spoil no text");
        let wide: Vec<u8> = "\u{feff}[White \"A\"]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(input(Cursor::new(wide)).content, Content::Games);
    }

    #[test]
    fn a_byte_that_is_no_text_is_told_with_its_line() {
        let error = input(&b"one\ntw\xc5o\xff"[..]).into_text().map(|_| ());
        // Its letters are guessed before, so that only what no page has is left.
        assert!(error.is_ok());
        let strict = InputOptions::new(Some(crate::files::Encoding::UTF_8));
        let read = Input::from_reader("x", &b"one\ntw\xc5o"[..], &strict).expect("readable").into_text();
        assert!(read.is_err_and(|error| error.to_string().contains("line 2 is not text")));
    }
}
