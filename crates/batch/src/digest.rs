//! SHA-256 digests, in hexadecimal as `sha256sum` prints them.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest of all bytes written to it so far.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Returns the digest of a text.
    pub fn of(text: &str) -> Self {
        let mut digest = Self::default();
        digest.0.update(text);
        digest
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        self.0.clone().finalize().iter().fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Returns the first half as a number, enough to distinguish the records of one input.
    pub fn to_u128(&self) -> u128 {
        self.0.clone().finalize().iter().take(16).fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    /// Returns the first half as 32 hexadecimal digits.
    pub fn to_short_hex(&self) -> String {
        format!("{:032x}", self.to_u128())
    }

    /// Returns the first eight bytes as a big-endian number.
    pub fn to_u64(&self) -> u64 {
        self.0.clone().finalize().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl io::Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_matches_published_example() {
        // FIPS 180-2, appendix B.1.
        let digest = Digest::of("abc");
        assert_eq!(digest.to_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.to_u64(), 0xba78_16bf_8f01_cfea);
    }
}
