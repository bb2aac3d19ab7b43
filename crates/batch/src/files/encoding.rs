//! Text encodings by name, and the note about an assumed encoding.

use std::fmt;

use encoding_rs::{
    Decoder, DecoderResult, ISO_8859_2, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252,
};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;
use oem_cp::code_table_type::TableType;

/// A text encoding: one of the Encoding Standard (encoding.spec.whatwg.org), or a DOS code page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Standard(&'static encoding_rs::Encoding),
    Dos { page: u16, name: &'static str },
}

/// DOS code pages with their names.
const DOS_PAGES: [(u16, &str); 17] = [
    (437, "cp437"),
    (720, "cp720"),
    (737, "cp737"),
    (775, "cp775"),
    (850, "cp850"),
    (852, "cp852"),
    (855, "cp855"),
    (857, "cp857"),
    (858, "cp858"),
    (860, "cp860"),
    (861, "cp861"),
    (862, "cp862"),
    (863, "cp863"),
    (864, "cp864"),
    (865, "cp865"),
    (866, "cp866"),
    (869, "cp869"),
];

impl Encoding {
    /// UTF-8, the encoding of all outputs.
    pub const UTF_8: Self = Self(Kind::Standard(UTF_8));
    /// UTF-16, little-endian.
    pub const UTF_16_LE: Self = Self(Kind::Standard(UTF_16LE));
    /// UTF-16, big-endian.
    pub const UTF_16_BE: Self = Self(Kind::Standard(UTF_16BE));
    /// Windows-1252 for Western Europe: Latin-1 with more characters in place of control codes.
    pub const CP1252: Self = Self(Kind::Standard(WINDOWS_1252));
    /// ISO-8859-2 for Central Europe.
    pub const LATIN_2: Self = Self(Kind::Standard(ISO_8859_2));
    /// Windows-1250 for Central Europe.
    pub const CP1250: Self = Self(Kind::Standard(WINDOWS_1250));
    /// Windows-1251 for Cyrillic scripts.
    pub(super) const CP1251: Self = Self(Kind::Standard(encoding_rs::WINDOWS_1251));
    /// KOI8-R for Russian.
    pub(super) const KOI8_R: Self = Self(Kind::Standard(encoding_rs::KOI8_R));
    /// KOI8-U for Ukrainian; all letters of KOI8-R are the same in it.
    pub(super) const KOI8_U: Self = Self(Kind::Standard(encoding_rs::KOI8_U));
    /// ISO-8859-5 for Cyrillic scripts.
    pub(super) const ISO_8859_5: Self = Self(Kind::Standard(encoding_rs::ISO_8859_5));
    /// Windows-1253 for Greek.
    pub(super) const CP1253: Self = Self(Kind::Standard(encoding_rs::WINDOWS_1253));
    /// ISO-8859-7 for Greek.
    pub(super) const ISO_8859_7: Self = Self(Kind::Standard(encoding_rs::ISO_8859_7));
    /// Windows-1254 for Turkish.
    pub(super) const CP1254: Self = Self(Kind::Standard(encoding_rs::WINDOWS_1254));
    /// Windows-1257 for the Baltic languages.
    pub(super) const CP1257: Self = Self(Kind::Standard(encoding_rs::WINDOWS_1257));
    /// ISO-8859-4 for the Baltic languages.
    pub(super) const ISO_8859_4: Self = Self(Kind::Standard(encoding_rs::ISO_8859_4));

    /// Returns the encoding with this name, in any case: `latin2`, `ISO-8859-2`, `cp1250`, `KOI8-R`, `cp852`.
    ///
    /// Hyphens, spaces and underscores do not matter, and `cp`, `windows`, `dos`, `ibm` may come before a number.
    pub fn from_name(name: &str) -> Option<Self> {
        let compact: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let compact = compact.to_ascii_lowercase();
        let label = |label: &str| encoding_rs::Encoding::for_label_no_replacement(label.as_bytes());
        let prefixes = ["csibm", "ibm", "dos", "oem", "windows", "win", "cp"];
        let number = prefixes.into_iter().find_map(|prefix| compact.strip_prefix(prefix)).unwrap_or(&compact);
        if let Some(encoding) = number.parse().ok().and_then(Self::dos) {
            return Some(encoding);
        }
        let spelled = match compact.as_str() {
            "utf8sig" => "utf-8".to_owned(),
            "koi8r" | "koi8u" => compact.replace("koi8", "koi8-"),
            _ => match (compact.strip_prefix("utf16"), compact.strip_prefix("mac")) {
                (Some(order), _) => format!("utf-16{order}"),
                (_, Some(script)) if !script.is_empty() => format!("x-mac-{script}"),
                _ => format!("cp{number}"),
            },
        };
        let standard = label(name.trim()).or_else(|| label(&compact)).or_else(|| label(&spelled));
        standard.map(|encoding| Self(Kind::Standard(encoding)))
    }

    /// Returns a DOS code page.
    pub(super) fn dos(page: u16) -> Option<Self> {
        let named = |&(page, name): &(u16, &'static str)| Self(Kind::Dos { page, name });
        DOS_PAGES.iter().find(|(known, _)| *known == page).map(named)
    }

    /// Returns the name in the Encoding Standard, or that of the code page, such as `cp852`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Standard(encoding) => encoding.name(),
            Kind::Dos { name, .. } => name,
        }
    }

    /// Returns whether each byte is one character.
    pub(super) fn is_single_byte(self) -> bool {
        match self.0 {
            Kind::Standard(encoding) => encoding.is_single_byte(),
            Kind::Dos { .. } => true,
        }
    }

    /// Returns whether ASCII text is encoded as itself.
    pub(super) fn is_ascii_compatible(self) -> bool {
        match self.0 {
            Kind::Standard(encoding) => encoding.is_ascii_compatible(),
            Kind::Dos { .. } => true,
        }
    }

    /// Returns a decoder of a multi-byte encoding; `None` for a DOS code page.
    pub(super) fn decoder(self) -> Option<Decoder> {
        match self.0 {
            Kind::Standard(encoding) => Some(encoding.new_decoder_without_bom_handling()),
            Kind::Dos { .. } => None,
        }
    }

    /// Returns the bytes of a text in a single-byte encoding; `None` if it has a character that is not in the encoding.
    #[cfg(test)]
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        let byte = |character| (0..=u8::MAX).find(|&byte| self.character(byte) == Some(character));
        text.chars().map(byte).collect()
    }

    /// Returns whether all bytes of a text are characters; an incomplete last character does not matter.
    pub(super) fn decodes(self, text: &[u8]) -> bool {
        let Some(mut decoder) = self.decoder() else { return false };
        let room = decoder.max_utf8_buffer_length_without_replacement(text.len()).unwrap_or_default();
        let (result, ..) = decoder.decode_to_utf8_without_replacement(text, &mut vec![0; room], false);
        result == DecoderResult::InputEmpty
    }

    /// Returns the character of a byte in a single-byte encoding, or `None` for an unassigned byte or a control code.
    pub(super) fn character(self, byte: u8) -> Option<char> {
        let character = match self.0 {
            Kind::Standard(encoding) => {
                let bytes = [byte];
                let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
                text.chars().next()
            }
            Kind::Dos { .. } if byte.is_ascii() => Some(char::from(byte)),
            Kind::Dos { page, .. } => {
                let at = usize::from(byte - 0x80);
                match DECODING_TABLE_CP_MAP.get(&page)? {
                    TableType::Complete(table) => Some(table[at]),
                    TableType::Incomplete(table) => table[at],
                }
            }
        };
        character.filter(|character| !('\u{80}'..='\u{9f}').contains(character))
    }
}

/// Displays the name and a common second name.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Standard(encoding) if encoding == WINDOWS_1252 => "windows-1252 (Latin-1)",
            Kind::Standard(encoding) if encoding == ISO_8859_2 => "ISO-8859-2 (Latin-2)",
            Kind::Standard(encoding) => encoding.name(),
            Kind::Dos { name, .. } => return write!(f, "{name} (DOS)"),
        })
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
    /// The file has no byte-order mark, but its zero bytes are those of UTF-16.
    ZeroBytes,
    /// The letters in the file are those of this language, if one was recognised.
    Letters(Option<&'static str>),
}

impl AssumedEncoding {
    /// Stable code of the note, for filters.
    pub const CODE: &str = "assumed-encoding";
}

impl fmt::Display for AssumedEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, encoding, reason } = self;
        write!(f, "{file}: read as {encoding}")?;
        match reason {
            Reason::Mark => f.write_str(" because of its byte-order mark"),
            Reason::ZeroBytes => f.write_str(
                " because of its zero bytes, without a byte-order mark; set another with --encoding",
            ),
            Reason::Letters(Some(language)) => {
                write!(f, ": not UTF-8, and the letters look {language}; set another with --encoding")
            }
            Reason::Letters(None) => f.write_str(": not UTF-8; set another with --encoding"),
        }?;
        write!(f, " [{}]", Self::CODE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_select_encodings() {
        let dos = |page| Encoding::dos(page).expect("a code page");
        for (names, encoding) in [
            (&["latin1", "Latin-1", "latin_1", "cp1252", "windows-1252", "1252"][..], Encoding::CP1252),
            (&["Latin2", "ISO-8859-2", "iso8859_2", "latin 2", "l2"], Encoding::LATIN_2),
            (&["cp1250", "windows1250", "Win-1250", "CP 1250"], Encoding::CP1250),
            (&["utf8", "UTF-8", "utf_8", "utf-8-sig"], Encoding::UTF_8),
            (&["UTF-16", "utf16", "utf-16le", "utf_16_le"], Encoding::UTF_16_LE),
            (&["utf-16be", "UTF_16_BE"], Encoding::UTF_16_BE),
            (&["KOI8-R", "koi8_r", "koi8r", "koi8"], Encoding::KOI8_R),
            (&["KOI8-U", "koi8u"], Encoding::KOI8_U),
            (&["cp852", "852", "IBM852", "DOS-852", "dos852", "csIBM852"], dos(852)),
            (&["cp866", "IBM866", "866"], dos(866)),
            (&["cp437", "437", "ibm 437"], dos(437)),
            (&["cp1251", "windows-1251", "win1251"], Encoding::CP1251),
            (&["ISO-8859-5", "iso8859_5"], Encoding::ISO_8859_5),
            (&["macintosh", "mac", "mac_roman"], Encoding(Kind::Standard(encoding_rs::MACINTOSH))),
            (&["mac_cyrillic"], Encoding(Kind::Standard(encoding_rs::X_MAC_CYRILLIC))),
        ] {
            for name in names {
                assert_eq!(Encoding::from_name(name), Some(encoding), "{name}");
            }
        }
        for unknown in ["klingon", "", "cp", "cp1", "utf-7"] {
            assert_eq!(Encoding::from_name(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn names_select_their_own_encoding() {
        for (page, name) in DOS_PAGES {
            let encoding = Encoding::from_name(name).expect(name);
            assert_eq!((encoding.name(), Encoding::dos(page)), (name, Some(encoding)));
            assert!(DECODING_TABLE_CP_MAP.contains_key(&page), "{name} has a table");
        }
    }

    #[test]
    fn unassigned_byte_has_no_character() {
        assert_eq!(Encoding::LATIN_2.character(0xf5), Some('ő'));
        assert_eq!(Encoding::CP1252.character(0xf5), Some('õ'));
        assert_eq!(Encoding::CP1250.character(0x9c), Some('ś'));
        assert_eq!(Encoding::LATIN_2.character(0x9c), None);
        assert_eq!(Encoding::CP1250.character(0x81), None);
        assert_eq!(Encoding::CP1252.character(0x81), None);
        assert_eq!(Encoding::dos(852).and_then(|page| page.character(0x8b)), Some('ő'));
        assert_eq!(Encoding::dos(857).and_then(|page| page.character(0xd5)), None);
        assert_eq!(Encoding::dos(852).and_then(|page| page.character(b'a')), Some('a'));
    }
}
