//! A folder that is held open, and drafts of files in it, which get their name when they are complete. Knows no run.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Draft, Folder, Identity};
#[cfg(unix)]
pub(super) use unix::{Draft, Folder, Identity};

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a path.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path behind symbolic links at its end, also where nothing is there yet.
pub(super) fn resolved(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

/// The last part of a path.
pub(super) fn name_of(path: &Path) -> io::Result<OsString> {
    let name = path.file_name().map(OsString::from);
    name.ok_or_else(|| io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"))
}

/// The name of a file in a folder: no path that leaves it.
pub(super) fn plain_name(name: &str) -> io::Result<OsString> {
    match Path::new(name).file_name() {
        Some(only) if only == name => Ok(only.to_owned()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a plain file name")),
    }
}

fn not_regular() -> io::Error {
    io::Error::other("a link or something else that is no file has this name; remove it first")
}
