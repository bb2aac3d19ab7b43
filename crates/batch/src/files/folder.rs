//! Listing and removing files in a folder.

use std::io::ErrorKind;
use std::path::Path;

use super::FileError;

/// Returns the sorted names of all entries of a folder, without names that are not UTF-8.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, FileError> {
    let read = || {
        let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        Ok(entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect())
    };
    let mut names: Vec<String> = read().map_err(FileError::reading(folder.display().to_string()))?;
    names.sort();
    Ok(names)
}

/// Removes a file if it exists.
///
/// # Errors
///
/// If the file exists and cannot be removed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(FileError::writing(path.display().to_string())),
    }
}
