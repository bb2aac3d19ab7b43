//! A folder that receives one file for each record.

use std::io::Write;
use std::path::Path;

use super::names::Names;
use crate::Undrawn;
use hexmate_batch::files::{FileError, Output, OutputFolder, Outputs};

/// Writer of files with unique names in one folder.
#[derive(Debug)]
pub struct UniqueFiles {
    folder: OutputFolder,
    names: Names,
    undrawn: Undrawn,
}

impl UniqueFiles {
    /// Creates the folder unless it exists. All files get this ending.
    ///
    /// # Errors
    ///
    /// If it does not exist and cannot be created.
    pub fn open(outputs: &Outputs, folder: &Path, ending: &'static str) -> Result<Self, FileError> {
        Ok(Self { folder: outputs.folder(folder)?, names: Names::new(ending), undrawn: Undrawn::default() })
    }

    /// Sets the ending of all files, before the first one is written.
    #[must_use]
    pub fn with_ending(self, ending: &'static str) -> Self {
        Self { names: Names::new(ending), ..self }
    }

    /// Writes a file; a name that is already used gets a number.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<(), FileError> {
        let mut output = self.begin(name)?;
        output.write_all(content.as_ref()).map_err(FileError::of_output)?;
        output.finish()
    }

    /// Adds characters that a picture of the folder does not show.
    pub fn add_undrawn(&mut self, undrawn: Undrawn) {
        self.undrawn.extend(undrawn);
    }

    /// Returns the characters that the pictures do not show.
    pub fn undrawn(&self) -> &Undrawn {
        &self.undrawn
    }

    /// Begins a file; its name is made unique as in [`Self::add`].
    ///
    /// # Errors
    ///
    /// If it is an input or another output of the run, its name belongs to something other than a file, or it cannot be
    /// written.
    pub fn begin(&mut self, name: &str) -> Result<Output, FileError> {
        self.folder.create(&self.names.unique(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_folder_is_created() {
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
