//! Text encodings by name, and the note about an assumed encoding.

use std::fmt;

use encoding_rs::{ISO_8859_2, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252};

/// A text encoding of the Encoding Standard (encoding.spec.whatwg.org).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(pub(super) &'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8, the encoding of all outputs.
    pub const UTF_8: Self = Self(UTF_8);
    /// UTF-16, little-endian.
    pub const UTF_16_LE: Self = Self(UTF_16LE);
    /// UTF-16, big-endian.
    pub const UTF_16_BE: Self = Self(UTF_16BE);
    /// Windows-1252 for Western Europe: Latin-1 with more characters in place of control codes.
    pub const CP1252: Self = Self(WINDOWS_1252);
    /// ISO-8859-2 for Central Europe.
    pub const LATIN_2: Self = Self(ISO_8859_2);
    /// Windows-1250 for Central Europe.
    pub const CP1250: Self = Self(WINDOWS_1250);

    /// Returns the encoding with this name, in any case: `latin2`, `ISO-8859-2`, `cp1250`.
    pub fn from_name(name: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label_no_replacement(name.trim().as_bytes()).map(Self)
    }

    /// Returns the name in the Encoding Standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the character of a byte in a single-byte encoding, or `None` for an unassigned byte or a control code.
    pub(super) fn character(self, byte: u8) -> Option<char> {
        let bytes = [byte];
        let text = self.0.decode_without_bom_handling_and_without_replacement(&bytes)?;
        text.chars().next().filter(|character| !('\u{80}'..='\u{9f}').contains(character))
    }
}

/// Displays the name and a common second name.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let known = [(Self::CP1252, " (Latin-1)"), (Self::LATIN_2, " (Latin-2)")];
        let known = known.iter().find(|(encoding, _)| encoding == self);
        known.map_or(Ok(()), |(_, name)| f.write_str(name))
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The encoding assumed for a file that is not UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumedEncoding {
    /// Name of the file.
    pub file: String,
    /// Assumed encoding.
    pub encoding: Encoding,
    /// Reason of the assumption.
    pub reason: Reason,
}

/// The reason why an encoding is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The file begins with a byte-order mark.
    Mark,
    /// The letters in the file are those of this language, if one was recognised.
    Letters(Option<&'static str>),
}

impl fmt::Display for AssumedEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, encoding, reason } = self;
        write!(f, "{file}: read as {encoding}")?;
        match reason {
            Reason::Mark => f.write_str(" because of its byte-order mark"),
            Reason::Letters(Some(language)) => {
                write!(f, ": not UTF-8, and the letters look {language}; set another with --encoding")
            }
            Reason::Letters(None) => f.write_str(": not UTF-8; set another with --encoding"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_select_encodings() {
        for (name, encoding) in [
            ("latin1", Encoding::CP1252),
            ("Latin2", Encoding::LATIN_2),
            ("ISO-8859-2", Encoding::LATIN_2),
            ("cp1250", Encoding::CP1250),
            ("windows-1252", Encoding::CP1252),
            ("utf8", Encoding::UTF_8),
            ("UTF-16", Encoding::UTF_16_LE),
        ] {
            assert_eq!(Encoding::from_name(name), Some(encoding), "{name}");
        }
        assert_eq!(Encoding::from_name("klingon"), None);
    }

    #[test]
    fn unassigned_byte_has_no_character() {
        assert_eq!(Encoding::LATIN_2.character(0xf5), Some('ő'));
        assert_eq!(Encoding::CP1252.character(0xf5), Some('õ'));
        assert_eq!(Encoding::CP1250.character(0x9c), Some('ś'));
        assert_eq!(Encoding::LATIN_2.character(0x9c), None);
        assert_eq!(Encoding::CP1250.character(0x81), None);
        assert_eq!(Encoding::CP1252.character(0x81), None);
    }
}
