//! How bytes become text: encodings by name, and what was assumed of a file. Reads nothing.

use std::fmt;

use encoding_rs::{ISO_8859_2, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252};

/// A way to write text as bytes: one of the Encoding Standard (encoding.spec.whatwg.org).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(pub(super) &'static encoding_rs::Encoding);

impl Encoding {
    /// What this program writes.
    pub const UTF_8: Self = Self(UTF_8);
    /// UTF-16 with the lower byte first.
    pub const UTF_16_LE: Self = Self(UTF_16LE);
    /// UTF-16 with the higher byte first.
    pub const UTF_16_BE: Self = Self(UTF_16BE);
    /// Western Europe: Latin-1, and more characters where that has controls.
    pub const CP1252: Self = Self(WINDOWS_1252);
    /// Central Europe, as ISO has it.
    pub const LATIN_2: Self = Self(ISO_8859_2);
    /// Central Europe, as Windows has it.
    pub const CP1250: Self = Self(WINDOWS_1250);

    /// The encoding with this name, in whatever case: `latin2`, `ISO-8859-2`, `cp1250`.
    pub fn from_name(name: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label_no_replacement(name.trim().as_bytes()).map(Self)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The character of a byte, in an encoding in which every character has one byte.
    ///
    /// `None` for a byte that stands for none, or for a control that no text has.
    pub(super) fn character(self, byte: u8) -> Option<char> {
        let bytes = [byte];
        let text = self.0.decode_without_bom_handling_and_without_replacement(&bytes)?;
        text.chars().next().filter(|character| !('\u{80}'..='\u{9f}').contains(character))
    }
}

/// Its name, and the one that people know it by.
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

/// What was assumed of a file that is not UTF-8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumed {
    /// The name of the file.
    pub file: String,
    /// How it is read.
    pub encoding: Encoding,
    /// Why so.
    pub reason: Reason,
}

/// Why an encoding was assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The file begins with a byte-order mark.
    Mark,
    /// Its letters are those of this language, or of none that is known.
    Letters(Option<&'static str>),
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, encoding, reason } = self;
        write!(f, "{file}: read as {encoding}")?;
        match reason {
            Reason::Mark => f.write_str(", as its byte-order mark says"),
            Reason::Letters(Some(language)) => {
                write!(f, ": it is not UTF-8, and the letters are {language}; --encoding says otherwise")
            }
            Reason::Letters(None) => f.write_str(": it is not UTF-8; --encoding says otherwise"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_found_by_the_names_that_people_use() {
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
    fn a_byte_without_a_character_has_none() {
        assert_eq!(Encoding::LATIN_2.character(0xf5), Some('ő'));
        assert_eq!(Encoding::CP1252.character(0xf5), Some('õ'));
        assert_eq!(Encoding::CP1250.character(0x9c), Some('ś'));
        assert_eq!(Encoding::LATIN_2.character(0x9c), None);
        assert_eq!(Encoding::CP1250.character(0x81), None);
        assert_eq!(Encoding::CP1252.character(0x81), None);
    }
}
