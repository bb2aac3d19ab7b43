//! The digest of all input files of a run, computed while they are read.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use crate::digest::Digest;

/// A digest of the names and contents of several files, one after the other. Clones share it.
#[derive(Clone, Debug)]
pub struct InputDigest(Option<Arc<Mutex<Digest>>>);

impl Default for InputDigest {
    fn default() -> Self {
        Self(Some(Arc::default()))
    }
}

impl InputDigest {
    /// Creates a digest that ignores all data, for runs without a log.
    pub const fn disabled() -> Self {
        Self(None)
    }

    /// Adds a file name, and wraps the file's reader so that all bytes read are added.
    pub fn reading<R: Read>(&self, name: &str, reader: R) -> impl Read + use<R> {
        self.add(name.as_bytes());
        self.add(b"\n");
        Digested { reader, digest: self.clone() }
    }

    /// Returns the digest of the data added so far.
    pub fn digest(&self) -> Digest {
        let digest = self.0.as_ref().map(|digest| digest.lock().unwrap_or_else(PoisonError::into_inner));
        digest.map(|digest| digest.clone()).unwrap_or_default()
    }

    /// Adds bytes, for input that does not come from a file.
    pub fn add(&self, bytes: &[u8]) {
        if let Some(digest) = &self.0 {
            digest.lock().unwrap_or_else(PoisonError::into_inner).add(bytes);
        }
    }
}

struct Digested<R> {
    reader: R,
    digest: InputDigest,
}

impl<R: Read> Read for Digested<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.digest.add(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_has_names_and_contents() {
        let digest = InputDigest::default();
        io::copy(&mut digest.reading("a", &b"one two"[..]), &mut io::sink()).expect("read");
        let mut second = digest.reading("b", &b"three"[..]);
        for _ in 0..5 {
            assert_eq!(second.read(&mut [0]).ok(), Some(1));
        }
        assert_eq!(digest.digest().to_hex(), Digest::of("a\none twob\nthree").to_hex());
    }
}
