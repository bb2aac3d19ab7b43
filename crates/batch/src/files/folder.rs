//! The names of the files in a folder. Nothing of what they hold.

use std::io::ErrorKind;
use std::path::Path;

use super::FileError;

/// The names of all that is in a folder, in order; a name that is no text is left out.
///
/// # Errors
///
/// If it cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, FileError> {
    let read = || {
        let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        Ok(entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect())
    };
    let mut names: Vec<String> = read().map_err(FileError::reading(folder.display().to_string()))?;
    names.sort();
    Ok(names)
}

/// Removes a file, if it is there.
///
/// # Errors
///
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(FileError::writing(path.display().to_string())),
    }
}
