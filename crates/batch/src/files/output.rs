//! A single output: stdout, a device, or a file that is replaced atomically.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Stdout, Write};

use super::FileError;
use super::place::{Draft, NotInstalled};
use super::registry::{CommitTime, Pending, Place, Progress, Registry};
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
    visibility: Visibility,
    buffer: Vec<u8>,
    /// Ends of the records in the buffer.
    ends: Vec<usize>,
    /// Number of bytes written from the buffer to the file.
    length: u64,
}

/// Visibility of the records of a file before it is finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visibility {
    /// The file has no name that another program could use.
    Hidden,
    /// The file has a name, and holds every record as soon as it is added.
    Visible,
}

impl Output {
    pub(super) fn new(name: String, target: Target) -> Self {
        Self { name, target }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives an empty file the name of a partial file, and writes each record to it at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub(super) fn make_visible(&mut self) -> Result<(), FileError> {
        match &mut self.target {
            Target::File(file) => file.make_visible().map_err(FileError::writing(&self.name)),
            Target::Stdout(_) | Target::Direct(_) => Ok(()),
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
        let (visibility, buffer, ends) = (Visibility::Hidden, Vec::new(), Vec::new());
        Self { name, registry, draft, place, commit, visibility, buffer, ends, length: 0 }
    }

    fn make_visible(&mut self) -> io::Result<()> {
        self.draft = Some(self.registry.files().create_visible(&self.name, &self.place)?);
        self.visibility = Visibility::Visible;
        Ok(())
    }

    fn add(&mut self, record: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(record);
        self.ends.push(self.buffer.len());
        let is_due = self.visibility == Visibility::Visible || self.buffer.len() >= BUFFER;
        if is_due { self.flush_buffer() } else { Ok(()) }
    }

    /// Writes the buffer to the file. On failure truncates the file to whole records, and keeps the others in the
    /// buffer.
    fn flush_buffer(&mut self) -> io::Result<()> {
        let Some(draft) = &mut self.draft else { return Ok(()) };
        let file = draft.file();
        let written = file.write_all(&self.buffer);
        let mut end = self.buffer.len();
        let mut truncated = Ok(());
        if written.is_err() {
            let added = file.metadata()?.len().saturating_sub(self.length);
            end = self.ends.iter().rev().copied().find(|&end| end as u64 <= added).unwrap_or_default();
            truncated = file
                .set_len(self.length + end as u64)
                .and_then(|()| file.seek(SeekFrom::Start(self.length + end as u64)).map(|_| ()));
        }
        self.length += end as u64;
        self.buffer.drain(..end);
        self.ends.retain(|&own| own > end);
        self.ends.iter_mut().for_each(|own| *own -= end);
        written.and(truncated)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush_buffer()?;
        self.draft.as_ref().map_or(Ok(()), Draft::sync)
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush_buffer()?;
        let Some(draft) = self.draft.take() else { return Ok(()) };
        match self.commit {
            CommitTime::OnFinishUnsynced => {
                self.registry.install_unsynced(draft, &self.place).map_err(|failed| {
                    let NotInstalled { draft, error } = *failed;
                    self.suspend(draft, Progress::Refused);
                    error
                })
            }
            CommitTime::OnFinish => {
                draft.sync()?;
                self.registry.install(draft, &self.place)
            }
            CommitTime::RunEnd | CommitTime::ReportEnd => {
                let synced = draft.sync();
                self.suspend(draft, if synced.is_ok() { Progress::Finished } else { Progress::Begun });
                synced
            }
        }
    }

    fn suspend(&mut self, draft: Draft, progress: Progress) {
        let (name, place) = (self.name.clone(), self.place.clone());
        let (visibility, rest) = (self.visibility, std::mem::take(&mut self.buffer));
        let length = self.length;
        self.registry.suspend(Pending { name, draft, length, place, progress, visibility, rest });
    }
}

/// Keeps the records of an unfinished file until the end of the run.
impl Drop for FileOutput {
    fn drop(&mut self) {
        if matches!(self.commit, CommitTime::RunEnd | CommitTime::ReportEnd) {
            // If this fails, the other records are kept in the buffer.
            let _ = self.flush_buffer();
            if let Some(draft) = self.draft.take() {
                self.suspend(draft, Progress::Begun);
            }
        }
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
