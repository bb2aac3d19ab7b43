//! Folders, drafts (temporary files that get their name when complete) and file identities, by operating system.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{Draft, Folder, Identity, NotInstalled};
#[cfg(unix)]
pub(super) use unix::{Draft, Folder, Identity, NotInstalled};

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the folder of a path, `.` if it has none.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Follows symbolic links at the end of a path, also if the last target does not exist.
pub(super) fn resolve_links(path: &Path) -> PathBuf {
    /// Largest number of links followed, as on Linux.
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

/// Returns the last component of a path.
///
/// # Errors
///
/// If the path ends with `..` or is the root.
pub(super) fn file_name(path: &Path) -> io::Result<OsString> {
    let name = path.file_name().map(OsString::from);
    name.ok_or_else(is_folder)
}

/// Returns a name as a file name.
///
/// # Errors
///
/// If the name is a path with more than one component, or is empty.
pub(super) fn plain_name(name: &str) -> io::Result<OsString> {
    match Path::new(name).file_name() {
        Some(only) if only == name => Ok(only.to_owned()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a plain file name")),
    }
}

fn is_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")
}

fn not_regular() -> io::Error {
    io::Error::other("the name belongs to a link or something other than a file; remove it first")
}
