//! What is read: files and stdin, whatever they are packed in. No meaning.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use super::compression;
use super::{Content, FileError, InputDigest};

/// As much as is read to tell what a file holds, in bytes.
const HEAD: usize = 64 * 1024;

/// A file or stdin, unpacked, and what it seems to hold.
pub struct Input {
    name: String,
    content: Content,
    reader: Box<dyn BufRead + Send>,
}

impl Input {
    /// Opens a file; `-` is stdin, and what [`is_position`] is its own text.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or its beginning cannot be read.
    pub fn open(name: &str) -> Result<Self, FileError> {
        raw(name).and_then(|file| Self::from_reader(name, file)).map_err(FileError::reading(name))
    }

    /// The same, and adds what is read of it, and its name, to the digest.
    ///
    /// # Errors
    ///
    /// As [`Input::open`].
    pub fn open_digested(name: &str, digest: &InputDigest) -> Result<Self, FileError> {
        let file = raw(name).map(|file| digest.reading(name, file));
        file.and_then(|file| Self::from_reader(name, file)).map_err(FileError::reading(name))
    }

    fn from_reader(name: &str, reader: impl Read + Send + 'static) -> io::Result<Self> {
        let mut reader = compression::unpacked(BufReader::new(reader))?;
        let mut head = Vec::new();
        let content = loop {
            let (content, sure) = Content::of(&head);
            let more = if sure || head.len() >= HEAD { &[] } else { reader.fill_buf()? };
            let length = more.len();
            if length == 0 {
                break content;
            }
            head.extend_from_slice(more);
            reader.consume(length);
        };
        let reader = Box::new(Cursor::new(head).chain(reader));
        Ok(Self { name: name.to_owned(), content, reader })
    }

    /// What its first lines look like.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Everything in it, as text; bytes that are no UTF-8 are replaced.
    ///
    /// For small files. Others are read line by line, by way of [`BufRead`].
    ///
    /// # Errors
    ///
    /// If it cannot be read to its end.
    pub fn into_text(mut self) -> Result<String, FileError> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).map_err(FileError::reading(self.name))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// What a file or stdin holds, as it is packed.
fn raw(name: &str) -> io::Result<Box<dyn Read + Send>> {
    match name {
        "-" => Ok(Box::new(io::stdin())),
        text if is_position(text) => Ok(Box::new(Cursor::new(format!("{text}\n").into_bytes()))),
        path => File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>),
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
    use super::*;

    #[test]
    fn looking_at_the_beginning_loses_nothing() {
        let text = format!("[Event \"x\"]\n{}", "1. b1b2 ".repeat(20_000));
        let input = Input::from_reader("x", Cursor::new(text.clone())).expect("readable");
        assert_eq!(input.content, Content::Games);
        assert_eq!(input.into_text().ok(), Some(text));
    }

    #[test]
    fn a_line_without_an_end_is_not_read_whole_to_tell_what_it_is() {
        let endless = io::repeat(b'x');
        let input = Input::from_reader("x", endless).expect("readable");
        assert_eq!(input.content, Content::Unknown);
    }
}
