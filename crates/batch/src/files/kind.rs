//! Kinds of files by their first bytes: text, packed data, other binary data.

use std::fmt;

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Text.
    Text,
    /// Data packed by a program whose files are not unpacked automatically.
    Packed(Packing),
    /// Other binary data.
    Binary,
}

/// A packed format that is named instead of read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packing {
    /// Name of the format.
    pub name: &'static str,
    /// Command that unpacks a file.
    pub command: &'static str,
    /// First bytes of each file.
    magic: &'static [u8],
}

const fn packing(name: &'static str, command: &'static str, magic: &'static [u8]) -> Packing {
    Packing { name, command, magic }
}

const PACKINGS: [Packing; 10] = [
    packing("bzip2", "bunzip2", b"BZh"),
    packing("xz", "unxz", b"\xfd7zXZ\0"),
    packing("zip", "unzip", b"PK\x03\x04"),
    packing("zip", "unzip", b"PK\x05\x06"),
    packing("7-Zip", "7z x", b"7z\xbc\xaf\x27\x1c"),
    packing("RAR", "unrar x", b"Rar!\x1a\x07"),
    packing("lz4", "unlz4", b"\x04\x22\x4d\x18"),
    packing("lzip", "lzip -d", b"LZIP\x01"),
    packing("LZMA", "unlzma", b"\x5d\0\0"),
    packing("compress", "uncompress", b"\x1f\x9d"),
];

/// A tar archive has its name in its first header, after the name of the first file.
const TAR: Packing = packing("tar", "tar -xf", b"ustar");
const TAR_OFFSET: usize = 257;

impl Packing {
    /// Returns the packed format of a file that begins with `head`.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let is_tar = head.get(TAR_OFFSET..).is_some_and(|name| name.starts_with(TAR.magic));
        let found = PACKINGS.into_iter().find(|packing| head.starts_with(packing.magic));
        found.or(is_tar.then_some(TAR))
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, command, .. } = self;
        write!(f, "it is packed with {name}; unpack it with `{command}` first")?;
        if *name == "zip" { f.write_str(", or save a spreadsheet as CSV") } else { Ok(()) }
    }
}

/// Returns whether the beginning of a file is binary: more than one byte in twenty is a control character.
pub(super) fn is_binary(head: &[u8]) -> bool {
    const ESCAPE: u8 = 0x1b;
    let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && **byte != ESCAPE;
    head.iter().filter(is_control).count() * 20 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_name_the_packing() {
        let tar = [b"names.txt".as_slice(), &[0; 248], b"ustar\0"].concat();
        for (head, name) in [
            (&b"BZh91AY&SY"[..], Some("bzip2")),
            (b"\xfd7zXZ\0\0", Some("xz")),
            (b"PK\x03\x04\x14\0", Some("zip")),
            (b"7z\xbc\xaf\x27\x1c\0", Some("7-Zip")),
            (b"Rar!\x1a\x07\0", Some("RAR")),
            (&tar, Some("tar")),
            (b"[White \"BZh\"]", None),
            (b"PK", None),
            (b"", None),
        ] {
            assert_eq!(Packing::of(head).map(|packing| packing.name), name, "{head:?}");
        }
    }
}
