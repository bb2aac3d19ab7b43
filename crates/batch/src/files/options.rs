//! How files are read: what their bytes mean, who is told of it, who looks on, who may end it. Reads nothing.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::encoding::{Assumed, Encoding};

/// Who is told what was assumed.
type Listener = Arc<dyn Fn(&Assumed) + Send + Sync>;

/// How files are read; by default as UTF-8 where they are that, and else as is guessed, to their end.
#[derive(Clone, Default)]
pub struct InputOptions {
    encoding: Option<Encoding>,
    listener: Option<Listener>,
    count: Option<Arc<AtomicU64>>,
    end: Option<Arc<AtomicBool>>,
}

impl InputOptions {
    /// Files that are not UTF-8 are in this encoding, if one is given; else it is guessed.
    pub fn new(encoding: Option<Encoding>) -> Self {
        Self { encoding, ..Self::default() }
    }

    /// The same; somebody is told of each file that is not UTF-8 what was assumed.
    #[must_use]
    pub fn told_to(self, listener: impl Fn(&Assumed) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// The same; bytes of files, as they are packed, are counted when they are read.
    #[must_use]
    pub fn counted(self, count: Arc<AtomicU64>) -> Self {
        Self { count: Some(count), ..self }
    }

    /// The same; when this is raised, nobody waits any longer for what may come on stdin.
    #[must_use]
    pub fn ended_by(self, end: Arc<AtomicBool>) -> Self {
        Self { end: Some(end), ..self }
    }

    /// The encoding that was asked for.
    pub(super) fn asked(&self) -> Option<Encoding> {
        self.encoding
    }

    pub(super) fn tell(&self, assumed: &Assumed) {
        self.listener.iter().for_each(|listener| listener(assumed));
    }

    pub(super) fn end(&self) -> Option<&Arc<AtomicBool>> {
        self.end.as_ref()
    }

    /// The same reader, of which what is read is counted.
    pub(super) fn watching<R: Read>(&self, reader: R) -> impl Read + use<R> {
        Watched { reader, count: self.count.clone() }
    }
}

impl fmt::Debug for InputOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputOptions").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

struct Watched<R> {
    reader: R,
    count: Option<Arc<AtomicU64>>,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        if let Some(count) = &self.count {
            count.fetch_add(length as u64, Ordering::Relaxed);
        }
        Ok(length)
    }
}
