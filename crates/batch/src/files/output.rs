//! A single output: stdout, a device, or a file that is replaced atomically.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Stdout, Write};
use std::path::Path;

use super::FileError;
use super::place::{Draft, folder_of};
use super::registry::{CommitTime, Pending, Place, Registry};
use crate::terminal::{Painted, Stream, columns_of_stdout};

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 16;

/// Stdout, a device or a file.
///
/// Each call of [`Write::write_all`] writes one record: a partial file always ends after a whole record.
#[derive(Debug)]
pub struct Output {
    name: String,
    target: Target,
}

#[derive(Debug)]
pub(super) enum Target {
    Stdout(Stream<Stdout>),
    /// A device or a pipe, which cannot be replaced by renaming.
    Direct(Stream<File>),
    File(Box<FileOutput>),
}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct FileOutput {
    name: String,
    registry: Registry,
    /// Temporary file; `None` once finished.
    draft: Option<Draft>,
    place: Place,
    commit: CommitTime,
    buffer: Vec<u8>,
    /// Ends of the records in the buffer.
    ends: Vec<usize>,
    /// Number of bytes written from the buffer to the file.
    length: u64,
}

impl Output {
    pub(super) fn new(name: String, target: Target) -> Self {
        Self { name, target }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Creates an anonymous temporary file on the same disk.
    pub(crate) fn scratch(&self) -> io::Result<File> {
        match &self.target {
            Target::File(file) => tempfile::tempfile_in(file.place.folder.path()),
            Target::Stdout(_) | Target::Direct(_) => tempfile::tempfile(),
        }
    }

    /// Flushes a file and syncs it to disk.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub(super) fn sync(&mut self) -> Result<(), FileError> {
        match &mut self.target {
            Target::File(file) => file.sync().map_err(FileError::writing(&self.name)),
            Target::Stdout(_) | Target::Direct(_) => Ok(()),
        }
    }

    /// Writes a record in which stdout shows one word in colour, if it has colours.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write_painted(&mut self, painted: &Painted) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => {
                stdout.write_painted(painted).map_err(|error| named(&self.name, &error))
            }
            Target::Direct(_) | Target::File(_) => self.write_all(painted.text.as_bytes()),
        }
    }

    /// Returns the width of the terminal that shows the output, in columns; `None` if it is not shown on a terminal.
    pub fn columns(&self) -> Option<usize> {
        match &self.target {
            Target::Stdout(_) => columns_of_stdout(),
            Target::Direct(_) | Target::File(_) => None,
        }
    }

    /// Completes the output. A file is synced to disk, and replaces an existing file at the [`Outputs::commit`] of
    /// its run, or now if it was opened without one.
    ///
    /// # Errors
    ///
    /// If writing fails; an existing file is then unchanged.
    ///
    /// [`Outputs::commit`]: super::Outputs::commit
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

impl FileOutput {
    pub(super) fn new(
        name: &str,
        registry: &Registry,
        draft: Draft,
        place: Place,
        commit: CommitTime,
    ) -> Self {
        let (name, registry, draft) = (name.to_owned(), registry.clone(), Some(draft));
        Self { name, registry, draft, place, commit, buffer: Vec::new(), ends: Vec::new(), length: 0 }
    }

    fn add(&mut self, record: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(record);
        self.ends.push(self.buffer.len());
        if self.buffer.len() < BUFFER { Ok(()) } else { self.flush_buffer() }
    }

    /// Writes the buffer to the file; on failure truncates the file to whole records.
    fn flush_buffer(&mut self) -> io::Result<()> {
        let Some(draft) = &mut self.draft else { return Ok(()) };
        let file = draft.file();
        let written = file.write_all(&self.buffer);
        let mut end = self.buffer.len();
        if written.is_err() {
            let added = file.metadata()?.len().saturating_sub(self.length);
            end = self.ends.iter().rev().copied().find(|&end| end as u64 <= added).unwrap_or_default();
            file.set_len(self.length + end as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        self.length += end as u64;
        self.buffer.clear();
        self.ends.clear();
        written
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush_buffer()?;
        self.draft.as_ref().map_or(Ok(()), Draft::sync)
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush_buffer()?;
        let Some(draft) = self.draft.take() else { return Ok(()) };
        match self.commit {
            CommitTime::OnFinishUnsynced => self.registry.install_unsynced(draft, &self.place),
            CommitTime::OnFinish => {
                draft.sync()?;
                self.registry.install(draft, &self.place)
            }
            CommitTime::RunEnd => {
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

/// Keeps the records of an unfinished file until the end of the run.
impl Drop for FileOutput {
    fn drop(&mut self) {
        if self.commit == CommitTime::RunEnd {
            // If this fails, the records already in the file are kept.
            let _ = self.flush_buffer();
            if let Some(draft) = self.draft.take() {
                self.suspend(draft, false);
            }
        }
    }
}

/// Creates an anonymous temporary file on the disk of `path`.
///
/// # Errors
///
/// If it cannot be created.
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

    /// Flushes stdout or a device. Has no effect on a file, which is invisible until finished.
    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Direct(device) => device.flush(),
            Target::File(_) => Ok(()),
        };
        flushed.map_err(|error| named(&self.name, &error))
    }
}

/// Adds the name of the output to an error.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}
