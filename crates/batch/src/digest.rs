//! Digests: SHA-256, written in hexadecimal, as `sha256sum` writes it. No meaning.

use std::fmt::Write as _;
use std::io;

use sha2::{Digest as _, Sha256};

/// The digest of everything that is written to it.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// The digest of a text.
    pub fn of(text: &str) -> Self {
        let mut digest = Self::default();
        digest.0.update(text);
        digest
    }

    /// Adds some bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// In hexadecimal.
    pub fn to_hex(&self) -> String {
        self.0.clone().finalize().iter().fold(String::new(), |mut text, byte| {
            // A string takes everything.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// Its first half as a number: enough to tell records of one input from one another.
    pub fn to_short(&self) -> u128 {
        self.0.clone().finalize().iter().take(16).fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    /// Its first half in hexadecimal.
    pub fn to_short_hex(&self) -> String {
        format!("{:032x}", self.to_short())
    }

    /// Its first eight bytes as a number.
    pub fn to_number(&self) -> u64 {
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
    fn the_digest_is_the_published_one() {
        // FIPS 180-2, appendix B.1.
        let digest = Digest::of("abc");
        assert_eq!(digest.to_hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.to_number(), 0xba78_16bf_8f01_cfea);
    }
}
