//! Input files and stdin: decompressed, decoded to UTF-8, with their content detected.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use super::compression;
use super::content::{self, Packing, is_piece_list};
use super::decoded::{self, Decoded};
use super::end_mark::{WithoutEndMark, without_end_mark};
use super::stdin::Pipe;
use super::{Content, FileError, InputDigest, InputOptions};

/// Number of bytes read to detect the content of a file.
const HEAD: usize = 64 * 1024;

/// Maximum length of a text that is read as a whole, in bytes.
const LONGEST_TEXT: u64 = 256 << 20;

/// Size of the read buffer, in bytes.
const BLOCK: usize = 64 * 1024;

/// A file or stdin, decompressed and decoded to UTF-8, with its detected content. An end-of-file mark of DOS is left out.
pub struct Input {
    name: String,
    content: Content,
    reader: WithoutEndMark<Decoded>,
}

impl Input {
    /// Opens a file; `-` is stdin, and a name that [`is_position`] is its own content. Adds the name and all bytes
    /// read to the digest.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or its beginning cannot be read.
    pub fn open(name: &str, options: &InputOptions, digest: &InputDigest) -> Result<Self, FileError> {
        let file = raw(name, options).map(|file| digest.reading(name, options.counting(file)));
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
        let mut reader = compression::decompressed(BufReader::with_capacity(BLOCK, reader))?;
        let head = without_end_mark(reader.fill_buf()?);
        let packing = Packing::of(head);
        let is_binary = content::is_binary(head) && !decoded::has_wide_characters(head, options);
        let mut reader = WithoutEndMark::new(Decoded::new(name, reader, options)?);
        let mut head = Vec::new();
        let content = loop {
            match packing {
                Some(packing) => break Content::Packed(packing),
                None if is_binary => break Content::Binary,
                None => {}
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

    /// Returns the content detected from the first lines.
    pub fn content(&self) -> Content {
        self.content
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

/// Returns `true` for a pipe or a device, whose reads may block forever.
fn may_block(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Opens a file or stdin without decompressing it.
fn raw(name: &str, options: &InputOptions) -> io::Result<Box<dyn Read + Send>> {
    match (name, options.stop()) {
        ("-", Some(stop)) => Ok(Box::new(Pipe::open(|| Ok(io::stdin()), stop))),
        ("-", None) => Ok(Box::new(io::stdin())),
        (text, _) if is_position(text) => {
            // A piece list may have a line for each player.
            let line = text.trim().replace(['\r', '\n'], " ");
            let line = if is_address(&line) { without_page(&line)? } else { line };
            Ok(Box::new(Cursor::new(format!("{line}\n").into_bytes())))
        }
        (path, Some(stop)) if may_block(path) => {
            let path = path.to_owned();
            Ok(Box::new(Pipe::open(move || File::open(path), stop)))
        }
        (path, _) => File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>),
    }
}

/// Returns `true` if a file argument is a position instead of a file name: a FEN with a side to move, a piece list, or a
/// UCI command such as `position startpos moves …`. The name of an existing file is never a position.
pub fn is_position(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let is_board = first.split('/').count() > SLASHES;
    let is_fen = match second {
        // A long word may be the name of the player to move.
        Some(turn) => is_board && (turn.len() == 1 || first.split('/').all(is_row)),
        // A path to a file that does not exist may have as many slashes.
        None => is_board && first.split('/').all(is_row),
    };
    let is_list = matches!((first, second), ("startpos", _) | ("position", Some("startpos" | "fen")));
    let is_address = second.is_none() && is_address(first);
    (is_fen || is_list || is_address || is_piece_list(text.trim().as_bytes())) && !Path::new(text).exists()
}

/// Returns `true` if a word can be a FEN from an address: ranks, and `_`, `+` or `%20` before the side to move.
fn is_address(word: &str) -> bool {
    let plain = word.replace("%2F", "/").replace("%2f", "/").replace("%20", "_").replace('+', "_");
    let mut ranks = plain.split('/').rev();
    let last = ranks.next().and_then(|last| last.split_once('_'));
    last.is_some_and(|(rank, _)| is_row(rank)) && ranks.take_while(|rank| is_row(rank)).count() >= SLASHES - 1
}

/// Returns the text of an address after the last `#` before the board, with the game and the FEN in one word.
///
/// # Errors
///
/// If moves are after the FEN.
fn without_page(address: &str) -> io::Result<String> {
    let board = address.find('/').unwrap_or(address.len());
    let hash = address.rfind('#').filter(|hash| address[*hash..].contains('/') || *hash < board);
    let rest = hash.map_or(address, |hash| &address[hash + 1..]);
    let (name, fen) = rest.split_once(';').filter(|(name, _)| !name.contains('/')).unwrap_or(("", rest));
    if fen.contains(';') {
        let message = "the address has moves after the position; write \"position fen FEN moves …\"";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(if name.is_empty() { fen.to_owned() } else { format!("{name}_{fen}") })
}

/// Returns `true` if a text can be a row of a FEN: pieces, runs and walls.
fn is_row(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"*,kqrbnpKQRBNPwogy".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

/// Smallest number of slashes in a FEN.
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
        Input::new("x", reader, &InputOptions::default()).expect("readable")
    }

    #[test]
    fn content_detection_keeps_all_text() {
        let text = format!("[Event \"x\"]\n{}", "1. b1b2 ".repeat(20_000));
        let input = input(Cursor::new(text.clone()));
        assert_eq!(input.content, Content::Games);
        assert_eq!(input.into_text().ok(), Some(text));
    }

    #[test]
    fn endless_line_is_unknown_content() {
        let endless = io::repeat(b'x');
        assert_eq!(input(endless).content, Content::Unknown);
    }

    #[test]
    fn binary_files_are_detected() {
        let noise: Vec<u8> = (0..40_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for bytes in [noise, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0".to_vec(), vec![0; 300]] {
            assert_eq!(input(Cursor::new(bytes)).content, Content::Binary);
        }
        let damaged = [b"[White \"A\"]\n".repeat(50).as_slice(), b"\0\0\x07"].concat();
        assert_eq!(input(Cursor::new(damaged)).content, Content::Games, "a few control bytes are allowed");
        let wide: Vec<u8> = "\u{feff}[White \"A\"]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(input(Cursor::new(wide)).content, Content::Games);
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
