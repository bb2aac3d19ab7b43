//! Seals: each line of a log ends with a digest of its own text and of the seal before it.
//!
//! A seal detects damage, not forgery: anyone can compute it.

use std::io;

use serde::de::{Deserialize, Deserializer, IgnoredAny};

use super::entries::too_long;
use super::lines::ENTRY;
use crate::digest::Digest;

/// Text before the digest of a seal.
const FIELD: &[u8] = br#","seal":""#;

/// Text after the digest, before the line end.
const END: &[u8] = br#""}"#;

/// Number of hexadecimal digits of a seal.
const DIGITS: usize = 32;

/// The seal of the last line of a log so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain(String);

/// A line whose seal does not match its text and the line before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Damaged;

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("damaged: its seal does not match its text")
    }
}

impl Chain {
    /// Completes a JSON object to a line with a seal and a line end.
    ///
    /// # Errors
    ///
    /// If the line is longer than [`ENTRY`].
    pub(super) fn seal(&mut self, object: &[u8]) -> io::Result<Vec<u8>> {
        let text = object.strip_suffix(b"}").unwrap_or(object);
        let length = text.len() + FIELD.len() + DIGITS + END.len() + 1;
        if length > ENTRY {
            return Err(too_long(length));
        }
        self.0 = self.next(text);
        Ok([text, FIELD, self.0.as_bytes(), END, b"\n"].concat())
    }

    /// Checks the seal of a line, which is given without its line end.
    pub(super) fn check(&mut self, line: &[u8]) -> Result<(), Damaged> {
        let (text, seal) = Self::split(line).ok_or(Damaged)?;
        let expected = self.next(text);
        if expected.as_bytes() != seal {
            return Err(Damaged);
        }
        self.0 = expected;
        Ok(())
    }

    /// Returns whether a line, which is given without its line end, ends with a seal, right or wrong.
    pub(super) fn is_sealed(line: &[u8]) -> bool {
        Self::split(line).is_some()
    }

    /// Returns the text and the seal of a line.
    fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
        let line = line.strip_suffix(END)?;
        let (text, seal) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
        Some((text.strip_suffix(FIELD)?, seal))
    }

    fn next(&self, text: &[u8]) -> String {
        let mut digest = Digest::of(&self.0);
        digest.add(text);
        digest.to_short_hex()
    }
}

/// The field of a seal, which is checked before the line is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Seal;

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_damage() {
        let mut chain = Chain::default();
        let lines =
            [r#"{"a":1}"#, r#"{"b":[2,3]}"#].map(|object| chain.seal(object.as_bytes()).expect("short"));
        let mut before = Chain::default();
        before.check(lines[0].trim_ascii_end()).expect("intact");
        let line = lines[1].trim_ascii_end();
        before.clone().check(line).expect("intact");
        assert_eq!(Chain::default().check(line), Err(Damaged), "the line before is missing");
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[place] ^= 1 << bit;
                assert_eq!(before.clone().check(&changed), Err(Damaged), "bit {bit} of byte {place}");
            }
            assert_eq!(before.clone().check(&line[..place]), Err(Damaged), "{place} bytes");
        }
    }
}
