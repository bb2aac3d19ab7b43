//! A folder of files that belong to problems, one each.

use std::io::Write;
use std::path::Path;

use super::names::Names;
use hexmate_batch::files::{FileError, Output, OutputFolder, Outputs};

/// A folder that files are put into under names that never collide.
#[derive(Debug)]
pub struct UniqueFiles {
    folder: OutputFolder,
    names: Names,
}

impl UniqueFiles {
    /// Makes the folder if it is not there. All files have the same ending.
    ///
    /// # Errors
    ///
    /// If it is not there and cannot be made.
    pub fn open(outputs: &Outputs, folder: &Path, ending: &'static str) -> Result<Self, FileError> {
        Ok(Self { folder: outputs.folder(folder)?, names: Names::new(ending) })
    }

    /// Adds a file; a name that was given before gets a number.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<(), FileError> {
        let mut output = self.begin(name)?;
        output.write_all(content.as_ref()).map_err(FileError::of_output)?;
        output.finish()
    }

    /// Begins a file, whose name is made free as that of any other.
    ///
    /// # Errors
    ///
    /// If it is an input or another output of the run, something else than a file has its name, or it cannot be
    /// written.
    pub fn begin(&mut self, name: &str) -> Result<Output, FileError> {
        self.folder.create(&self.names.unique(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_put_into_a_new_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let outputs = Outputs::default();
        let mut unique_files =
            UniqueFiles::open(&outputs, &folder.path().join("new/deep"), "svg").expect("a folder");
        for name in ["a", "a", &"漢".repeat(100)] {
            unique_files.add(name, "<svg/>").expect("written");
        }
        assert!(folder.path().join("new/deep/a-2.svg").exists());
    }
}
