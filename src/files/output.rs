//! Where data goes: stdout, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::FileError;

/// Stdout or a file.
#[derive(Debug)]
pub struct Output {
    name: String,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Stdout(Stdout),
    /// A device or a pipe, which nothing can be renamed to.
    Device(File),
    /// A file beside the one that it will become.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A file without a name on the same disk, which is gone when the program is.
    pub(crate) fn scratch(&self) -> io::Result<File> {
        match &self.target {
            Target::File(_, path) => tempfile::tempfile_in(folder_of(path)),
            Target::Stdout(_) | Target::Device(_) => tempfile::tempfile(),
        }
    }

    /// Stdout where there is no path or it is `-`, else that file, which stays as it is until [`Output::finish`].
    ///
    /// # Errors
    ///
    /// If nothing can be written there.
    pub fn open(path: Option<&Path>) -> Result<Self, FileError> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self { name: "stdout".to_owned(), target: Target::Stdout(io::stdout()) });
        };
        let name = path.display().to_string();
        let target = Target::open(path).map_err(|error| FileError::writing(&name)(plain(&error)))?;
        Ok(Self { name, target })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// If that fails; then the file is as it was before.
    pub fn finish(self) -> Result<(), FileError> {
        self.target.finish().map_err(FileError::writing(self.name))
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        // What is written through a link goes to where the link leads.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|existing| !existing.is_file()) {
            return File::options().write(true).open(&path).map(Self::Device);
        }
        let folder = folder_of(&path);
        // Else the complaint would be about the file beside, which nobody has named.
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".hexmate-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        Ok(Self::File(BufWriter::new(file), path))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut stdout) => stdout.flush(),
            Self::Device(mut device) => device.flush(),
            Self::File(buffer, path) => {
                let file = buffer.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path).map(|_| ()).map_err(|failed| failed.error)
            }
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
            Target::Device(device) => device.write(bytes),
            Target::File(file, _) => file.write(bytes),
        };
        written.map_err(|error| named(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Device(device) => device.flush(),
            Target::File(file, _) => file.flush(),
        };
        flushed.map_err(|error| named(&self.name, &error))
    }
}

/// The same error with the name of what was to be written.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {}", plain(error)))
}

/// The same error without the name of the file beside, which nobody has given.
fn plain(error: &io::Error) -> io::Error {
    let text = error.to_string();
    // So it is told by the crate that makes it.
    let text = text.split(" at path ").next().unwrap_or(&text);
    io::Error::new(error.kind(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.csv");
        let write = |text: &str| {
            let mut output = Output::open(Some(&path)).expect("a file");
            output.write_all(text.as_bytes()).expect("a disk that is not full");
            output
        };
        drop(write("half"));
        assert!(!path.exists());
        write("old").finish().expect("in place");
        let unfinished = write("new");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("old"));
        unfinished.finish().expect("in place");
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("new"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let failure = Output::open(Some(Path::new("/no such folder/a.csv"))).expect_err("no such folder");
        assert!(failure.to_string().starts_with("cannot write /no such folder/a.csv: "), "{failure}");
    }

    #[test]
    fn an_error_has_the_name_that_somebody_gave() {
        let beside = io::Error::new(io::ErrorKind::StorageFull, "no room at path \"/x/.hexmate-1\"");
        let error = named("a.csv", &beside);
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (io::ErrorKind::StorageFull, "a.csv: no room")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let output = Output::open(Some(Path::new("/dev/null"))).expect("a device");
        output.finish().expect("written");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }
}
