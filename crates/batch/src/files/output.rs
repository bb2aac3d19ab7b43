//! Where data goes: stdout, a device, or a file that appears when it is complete.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Stdout, Write};
use std::path::Path;

use super::FileError;
use super::place::{Draft, folder_of};
use super::registry::{Moment, Pending, Place, Registry};
use crate::terminal::Stream;

/// Bytes that are written together.
const BUFFER: usize = 1 << 16;

/// Stdout, a device or a file.
///
/// What one call of [`Write::write_all`] brings is a record: an unfinished file ends behind a whole one.
#[derive(Debug)]
pub struct Output {
    name: String,
    target: Target,
}

#[derive(Debug)]
pub(super) enum Target {
    Stdout(Stream<Stdout>),
    /// A device or a pipe, which nothing can be renamed to.
    Direct(Stream<File>),
    File(Box<Written>),
}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct Written {
    name: String,
    registry: Registry,
    /// Gone when it is finished.
    draft: Option<Draft>,
    place: Place,
    moment: Moment,
    buffer: Vec<u8>,
    /// Where records end in the buffer.
    ends: Vec<usize>,
    /// Bytes that are no longer in the buffer.
    length: u64,
}

impl Output {
    pub(super) fn new(name: String, target: Target) -> Self {
        Self { name, target }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A file without a name on the same disk, which is gone when the program is.
    pub(crate) fn scratch(&self) -> io::Result<File> {
        match &self.target {
            Target::File(file) => tempfile::tempfile_in(file.place.folder.path()),
            Target::Stdout(_) | Target::Direct(_) => tempfile::tempfile(),
        }
    }

    /// Writes what there is of a file to the disk now.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub(super) fn sync(&mut self) -> Result<(), FileError> {
        match &mut self.target {
            Target::File(file) => file.sync().map_err(FileError::writing(&self.name)),
            Target::Stdout(_) | Target::Direct(_) => Ok(()),
        }
    }

    /// Says that it is complete. A file is written to the disk, and put in its place when its run is complete.
    ///
    /// # Errors
    ///
    /// If that fails; then the file is as it was before.
    pub fn finish(self) -> Result<(), FileError> {
        let Self { name, target } = self;
        let finished = match target {
            Target::Stdout(mut stdout) => stdout.finish(),
            Target::Direct(mut device) => device.finish(),
            Target::File(file) => file.finish(),
        };
        finished.map_err(FileError::writing(name))
    }
}

impl Written {
    pub(super) fn new(name: &str, registry: &Registry, draft: Draft, place: Place, moment: Moment) -> Self {
        let (name, registry, draft) = (name.to_owned(), registry.clone(), Some(draft));
        Self { name, registry, draft, place, moment, buffer: Vec::new(), ends: Vec::new(), length: 0 }
    }

    fn add(&mut self, record: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(record);
        self.ends.push(self.buffer.len());
        if self.buffer.len() < BUFFER { Ok(()) } else { self.empty() }
    }

    /// Writes the buffer to the file; if that fails, no part of a record is left there.
    fn empty(&mut self) -> io::Result<()> {
        let Some(draft) = &mut self.draft else { return Ok(()) };
        let file = draft.file();
        let written = file.write_all(&self.buffer);
        let mut end = self.buffer.len();
        if written.is_err() {
            let there = file.metadata()?.len().saturating_sub(self.length);
            end = self.ends.iter().rev().copied().find(|&end| end as u64 <= there).unwrap_or_default();
            file.set_len(self.length + end as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        self.length += end as u64;
        self.buffer.clear();
        self.ends.clear();
        written
    }

    fn sync(&mut self) -> io::Result<()> {
        self.empty()?;
        self.draft.as_ref().map_or(Ok(()), Draft::sync)
    }

    fn finish(mut self) -> io::Result<()> {
        self.empty()?;
        let Some(draft) = self.draft.take() else { return Ok(()) };
        match self.moment {
            Moment::Together => self.registry.put_unsynced(draft, &self.place),
            Moment::Once => {
                draft.sync()?;
                self.registry.put(draft, &self.place)
            }
            Moment::End => {
                let synced = draft.sync();
                self.suspend(draft, synced.is_ok());
                synced
            }
        }
    }

    fn suspend(&mut self, draft: Draft, is_finished: bool) {
        let (name, place) = (self.name.clone(), self.place.clone());
        self.registry.suspend(Pending { name, draft, place, is_finished });
    }
}

/// What is written of an unfinished file is kept until it is known how the run ends.
impl Drop for Written {
    fn drop(&mut self) {
        if self.moment == Moment::End {
            // Whatever came to the disk is kept.
            let _ = self.empty();
            if let Some(draft) = self.draft.take() {
                self.suspend(draft, false);
            }
        }
    }
}

/// A file without a name, on the same disk as what is written to `path`; it is gone when the program is.
///
/// # Errors
///
/// If there is no room for one.
pub(crate) fn scratch(path: Option<&Path>) -> io::Result<File> {
    match path.filter(|path| path.is_file() || !path.exists() && *path != Path::new("-")) {
        Some(path) => tempfile::tempfile_in(folder_of(path)),
        None => tempfile::tempfile(),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Direct(device) => device.write(bytes),
            Target::File(file) => file.add(bytes).map(|()| bytes.len()),
        };
        written.map_err(|error| named(&self.name, &error))
    }

    /// Does nothing to a file, which nobody can see before it is finished.
    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Direct(device) => device.flush(),
            Target::File(_) => Ok(()),
        };
        flushed.map_err(|error| named(&self.name, &error))
    }
}

/// The same error with the name of what was to be written.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}
