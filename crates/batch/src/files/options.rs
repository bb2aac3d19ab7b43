//! Options for reading input files.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::encoding::{AssumedEncoding, Encoding};

/// A callback for assumed encodings.
type Listener = Arc<dyn Fn(&AssumedEncoding) + Send + Sync>;

/// Recognises a name that is its own content; returns that content.
type Inline = fn(&str) -> Option<io::Result<String>>;

/// Options for reading files: encoding, notifications, byte counter and stop flag.
///
/// By default a file that is not UTF-8 is read in a guessed encoding.
#[derive(Clone, Default)]
pub struct InputOptions {
    encoding: Option<Encoding>,
    listener: Option<Listener>,
    count: Option<Arc<AtomicU64>>,
    stop: Option<Arc<AtomicBool>>,
    inline: Option<Inline>,
    /// Names that cannot be read, each with the reason.
    refused: Vec<(String, String)>,
}

impl InputOptions {
    /// Creates options with the encoding of files that are not UTF-8; it is guessed if `None`.
    pub fn new(encoding: Option<Encoding>) -> Self {
        Self { encoding, ..Self::default() }
    }

    /// Calls `listener` for each file that is not UTF-8 with the encoding assumed.
    #[must_use]
    pub fn on_assumption(self, listener: impl Fn(&AssumedEncoding) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// Adds the number of bytes read to `count`; bytes of compressed files are counted before decompression.
    #[must_use]
    pub fn with_byte_counter(self, count: Arc<AtomicU64>) -> Self {
        Self { count: Some(count), ..self }
    }

    /// Stops waiting for stdin, pipes and devices when `stop` is raised.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Recognises names that are their own content instead of the name of a file.
    #[must_use]
    pub fn with_inline(self, inline: fn(&str) -> Option<io::Result<String>>) -> Self {
        Self { inline: Some(inline), ..self }
    }

    /// Returns the content that a name is.
    pub(super) fn inline(&self, name: &str) -> Option<io::Result<String>> {
        self.inline.and_then(|inline| inline(name))
    }

    /// Refuses these names, each for a reason: opening them is an error, as if there were no such file.
    #[must_use]
    pub fn with_refused(self, refused: Vec<(String, String)>) -> Self {
        Self { refused, ..self }
    }

    /// Returns the error of a refused name.
    pub(super) fn refusal(&self, name: &str) -> Option<io::Error> {
        let (_, reason) = self.refused.iter().find(|(refused, _)| refused == name)?;
        Some(io::Error::new(io::ErrorKind::NotFound, reason.clone()))
    }

    /// Returns the requested encoding.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Calls the listener.
    pub(super) fn notify(&self, assumed: &AssumedEncoding) {
        self.listener.iter().for_each(|listener| listener(assumed));
    }

    /// Returns the stop flag.
    pub(super) fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    /// Wraps a reader so that the bytes read are counted.
    pub(super) fn counting<R: Read>(&self, reader: R) -> impl Read + use<R> {
        Counting { reader, count: self.count.clone() }
    }
}

impl fmt::Debug for InputOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputOptions").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

struct Counting<R> {
    reader: R,
    count: Option<Arc<AtomicU64>>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        if let Some(count) = &self.count {
            count.fetch_add(length as u64, Ordering::Relaxed);
        }
        Ok(length)
    }
}
