//! Terminal output: control characters, and characters that hide or reorder text, are escaped.
//!
//! ```
//! use hexmate_batch::terminal::{escaped, one_line};
//!
//! assert_eq!(escaped("a\x1b[2Jb\n"), "a\\u{1b}[2Jb\n");
//! assert_eq!(one_line("a.txt\nb.txt: ok"), "a.txt\\nb.txt: ok");
//! ```

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

/// Returns whether a character controls a terminal, is invisible, or reorders the text around it.
///
/// These are the control characters except line feed and tab, direction marks and overrides, zero-width characters,
/// line separators and tags.
const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{8}'
            | '\u{b}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Escapes hidden characters as `\u{1b}`; line ends (including CRLF) and tabs are unchanged.
pub fn escaped(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, |c| c.escape_unicode().to_string())
}

/// Escapes hidden characters, line ends and tabs, so that a value stays on one line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let is_special = |c| is_hidden(c) || matches!(c, '\n' | '\t');
    replaced(text, is_special, |c| match c {
        '\n' | '\r' | '\t' => c.escape_default().to_string(),
        _ => c.escape_unicode().to_string(),
    })
}

fn replaced(text: &str, is_special: impl Fn(char) -> bool, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(&is_special) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_line_end = character == '\r' && characters.peek() == Some(&'\n') && !is_special('\n');
        if is_special(character) && !is_line_end {
            shown.push_str(&escape(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Use of colours on stdout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Text without colours.
    #[default]
    Plain,
    /// Verdicts in colour.
    Coloured,
}

/// Meaning of a verdict, which has a colour on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Good; green.
    Good,
    /// Wrong; red.
    Wrong,
    /// Not decided; yellow.
    Open,
}

impl Meaning {
    /// Returns the control sequence that begins the colour.
    const fn sequence(self) -> &'static str {
        match self {
            Self::Good => "\x1b[32m",
            Self::Wrong => "\x1b[1;31m",
            Self::Open => "\x1b[33m",
        }
    }
}

/// A text with a verdict that a terminal shows in colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Painted {
    /// The whole text.
    pub text: String,
    /// Bytes of the verdict in the text.
    pub verdict: Range<usize>,
    /// Meaning of the verdict.
    pub meaning: Meaning,
}

/// Returns the width of the terminal on stdout, in columns; `None` if stdout is not a terminal.
#[cfg(unix)]
pub fn columns_of_stdout() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// Returns the width of the terminal on stdout, in columns; unknown on this system.
#[cfg(not(unix))]
pub fn columns_of_stdout() -> Option<usize> {
    None
}

/// Returns whether stdout is a pipe: another program may write its rows to the terminal.
#[cfg(unix)]
pub fn is_stdout_piped() -> bool {
    let kind =
        rustix::fs::fstat(io::stdout()).map(|found| rustix::fs::FileType::from_raw_mode(found.st_mode));
    matches!(kind, Ok(rustix::fs::FileType::Fifo | rustix::fs::FileType::Socket))
}

/// Returns whether stdout is a pipe; unknown on this system.
#[cfg(not(unix))]
pub fn is_stdout_piped() -> bool {
    false
}

/// A writer that escapes text for a terminal and passes bytes to any other output unchanged.
#[derive(Debug)]
pub struct Stream<W> {
    inner: W,
    colours: Colours,
    /// Bytes of an incomplete character; `None` if nothing is escaped.
    held: Option<Vec<u8>>,
}

impl<W: Write + IsTerminal> Stream<W> {
    /// Wraps a stream; escapes only if it is a terminal.
    pub fn new(inner: W) -> Self {
        let held = inner.is_terminal().then(Vec::new);
        Self { inner, held, colours: Colours::Plain }
    }
}

impl<W: Write> Stream<W> {
    /// Wraps a stream and always escapes.
    pub fn escaping(inner: W) -> Self {
        Self { inner, held: Some(Vec::new()), colours: Colours::Plain }
    }

    /// Returns the stream with this use of colours.
    #[must_use]
    pub fn with_colours(self, colours: Colours) -> Self {
        Self { colours, ..self }
    }

    /// Writes a text, with its verdict in colour if the stream has colours.
    ///
    /// # Errors
    ///
    /// If the stream cannot be written.
    pub fn write_painted(&mut self, painted: &Painted) -> io::Result<()> {
        let Painted { text, verdict, meaning } = painted;
        let parts = text.get(..verdict.start).zip(text.get(verdict.clone())).zip(text.get(verdict.end..));
        match (self.colours, parts) {
            (Colours::Coloured, Some(((before, word), after))) => {
                self.write_all(before.as_bytes())?;
                self.inner.write_all(meaning.sequence().as_bytes())?;
                self.write_all(word.as_bytes())?;
                self.inner.write_all(b"\x1b[0m")?;
                self.write_all(after.as_bytes())
            }
            _ => self.write_all(text.as_bytes()),
        }
    }

    /// Writes the bytes of an incomplete last character and flushes.
    ///
    /// # Errors
    ///
    /// If the stream cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        let held = self.held.as_mut().map(std::mem::take).unwrap_or_default();
        self.inner.write_all(shown(&held).as_bytes())?;
        self.inner.flush()
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(held) = &mut self.held else { return self.inner.write(bytes) };
        held.extend_from_slice(bytes);
        let rest = held.split_off(held.len() - unfinished(held));
        let whole = std::mem::replace(held, rest);
        self.inner.write_all(shown(&whole).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Returns the number of bytes at the end that may begin a character or CRLF.
fn unfinished(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_cut = str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_cut { last.len() } else { 0 }
}

/// Returns bytes as escaped text; bytes that are not UTF-8 become `\x9b`.
fn shown(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hidden characters of each kind.
    const HIDDEN: &str = "\0\x07\x1b\r\x7f\u{80}\u{9b}\u{9f}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}\u{202e}\u{2028}\
        \u{2029}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0001}\u{e007f}";

    fn written(chunks: &[&[u8]]) -> String {
        let mut stream = Stream::escaping(Vec::new());
        for chunk in chunks {
            stream.write_all(chunk).expect("memory");
        }
        stream.finish().expect("memory");
        String::from_utf8(stream.inner).expect("text")
    }

    #[test]
    fn hidden_characters_are_escaped() {
        for character in HIDDEN.chars() {
            let text = format!("a{character}b");
            let expected = format!("a{}b", character.escape_unicode());
            assert_eq!(escaped(&text), expected);
            assert_eq!(written(&[text.as_bytes()]), expected);
            let line = one_line(&text).into_owned();
            assert!(!line.contains(is_hidden) && line.starts_with("a\\"), "{line}");
        }
    }

    #[test]
    fn visible_text_is_unchanged() {
        for text in ["plain\n\tŐrült Pálya\r\n漢字🙂 ♔♚\n", "", "\n"] {
            assert!(matches!(escaped(text), Cow::Borrowed(_)) || text.contains('\r'));
            assert_eq!(escaped(text), text);
            assert_eq!(written(&[text.as_bytes()]), text);
        }
        assert_eq!(one_line("a\r\nb\tc"), "a\\r\\nb\\tc");
    }

    #[test]
    fn split_characters_are_joined() {
        let text = format!("Ő{HIDDEN}\r\n漢\u{202e}🙂\r\n");
        let bytes = [text.as_bytes(), b"\x9b2J\xff\xf0\x9f\x99 \xe2\x80"].concat();
        let whole = written(&[&bytes]);
        assert!(whole.ends_with("\\x9b2J\\xff\\xf0\\x9f\\x99 \\xe2\\x80"), "{whole}");
        for size in 1..7 {
            assert_eq!(written(&bytes.chunks(size).collect::<Vec<_>>()), whole, "in pieces of {size}");
        }
    }

    #[test]
    fn only_verdict_has_colour() {
        let painted =
            Painted { text: "a\x1b[2J COOKED\n".to_owned(), verdict: 6..12, meaning: Meaning::Wrong };
        let shown = |colours| {
            let mut stream = Stream::escaping(Vec::new()).with_colours(colours);
            stream.write_painted(&painted).and_then(|()| stream.finish()).expect("memory");
            String::from_utf8(stream.inner).expect("text")
        };
        assert_eq!(shown(Colours::Plain), "a\\u{1b}[2J COOKED\n");
        assert_eq!(shown(Colours::Coloured), "a\\u{1b}[2J \x1b[1;31mCOOKED\x1b[0m\n");
    }

    #[test]
    fn file_bytes_are_unchanged() {
        let mut stream = Stream { inner: Vec::new(), held: None, colours: Colours::Plain };
        let bytes = [HIDDEN.as_bytes(), b"\x9b\xff"].concat();
        stream.write_all(&bytes).and_then(|()| stream.finish()).expect("memory");
        assert_eq!(stream.inner, bytes);
    }
}
