//! A digest of everything that is read, taken on the way. No meaning.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

use crate::digest::Digest;

/// The digest of several files, one after the other, with their names.
#[derive(Clone, Debug)]
pub struct InputDigest(Option<Arc<Mutex<Digest>>>);

impl Default for InputDigest {
    fn default() -> Self {
        Self(Some(Arc::default()))
    }
}

impl InputDigest {
    /// One that nobody asks for: adding to it costs nothing.
    pub const fn unused() -> Self {
        Self(None)
    }

    /// The same reader, of which everything that is read is added to the digest.
    pub fn reading<R: Read>(&self, name: &str, reader: R) -> impl Read + use<R> {
        self.add(name.as_bytes());
        self.add(b"\n");
        Digested { reader, digest: self.clone() }
    }

    /// The digest of what has been read until now.
    pub fn digest(&self) -> Digest {
        let digest = self.0.as_ref().map(|digest| digest.lock().unwrap_or_else(PoisonError::into_inner));
        digest.map(|digest| digest.clone()).unwrap_or_default()
    }

    /// Adds what stands for an input that is no file.
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
    fn it_is_the_digest_of_names_and_contents_however_they_are_read() {
        let digest = InputDigest::default();
        io::copy(&mut digest.reading("a", &b"one two"[..]), &mut io::sink()).expect("read");
        let mut second = digest.reading("b", &b"three"[..]);
        for _ in 0..5 {
            assert_eq!(second.read(&mut [0]).ok(), Some(1));
        }
        assert_eq!(digest.digest().to_hex(), Digest::of("a\none twob\nthree").to_hex());
    }
}
