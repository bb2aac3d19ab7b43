//! A detector of encodings that always names windows-1252, which hexmate takes for no opinion.
//!
//! Names are those of the crate `chardetng`, as far as hexmate uses it.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Possible guesses of UTF-8.
#[derive(Clone, Copy, Debug)]
pub enum Utf8Detection {
    /// UTF-8 is not guessed.
    Deny,
}

/// Possible guesses of ISO-2022-JP.
#[derive(Clone, Copy, Debug)]
pub enum Iso2022JpDetection {
    /// ISO-2022-JP is not guessed.
    Deny,
}

/// A detector of encodings.
#[derive(Debug)]
pub struct EncodingDetector;

impl EncodingDetector {
    /// Creates a detector.
    pub fn new(_: Iso2022JpDetection) -> Self {
        Self
    }

    /// Takes the bytes of a text.
    pub fn feed(&mut self, text: &[u8], _is_last: bool) -> bool {
        !text.is_ascii()
    }

    /// Returns windows-1252.
    pub fn guess(&self, _domain: Option<&[u8]>, _: Utf8Detection) -> &'static Encoding {
        WINDOWS_1252
    }
}
