//! A folder of files that belong to problems, one each.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use crate::files::{FileError, Output, OutputFolder, Outputs};

/// A folder that files are put into under names that never collide.
#[derive(Debug)]
pub struct Album {
    folder: OutputFolder,
    ending: &'static str,
    names: HashSet<String>,
}

impl Album {
    /// Makes the folder if it is not there. All files have the same ending.
    ///
    /// # Errors
    ///
    /// If it is not there and cannot be made.
    pub fn open(outputs: &Outputs, folder: &Path, ending: &'static str) -> Result<Self, FileError> {
        Ok(Self { folder: outputs.folder(folder)?, ending, names: HashSet::new() })
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
        let name = format!("{}.{}", self.free_name(name), self.ending);
        self.folder.begin(&name)
    }

    fn free_name(&mut self, name: &str) -> String {
        let kept = |character: char| character.is_alphanumeric() || "-_.+".contains(character);
        let name: String = name.chars().map(|c| if kept(c) { c } else { '-' }).take(100).collect();
        let name = name.trim_start_matches('.').trim_end_matches('.');
        let name = if name.is_empty() { "problem" } else { name };
        let mut candidates =
            std::iter::once(name.to_owned()).chain((2_u64..).map(|number| format!("{name}-{number}")));
        let free = candidates.find(|candidate| !self.names.contains(&candidate.to_lowercase()));
        let free = free.expect("numbers do not end");
        // Some file systems take upper and lower case for the same.
        self.names.insert(free.to_lowercase());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_never_given_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let outputs = Outputs::default();
        let mut album = Album::open(&outputs, &folder.path().join("new/deep"), "svg").expect("a folder");
        let names: Vec<String> =
            ["a b", "a-b", "A-B", "", "../../etc/x", ""].map(|name| album.free_name(name)).into();
        assert_eq!(names, ["a-b", "a-b-2", "A-B-3", "problem", "-..-etc-x", "problem-2"]);
        album.add("a", "<svg/>").expect("written");
        assert!(folder.path().join("new/deep/a.svg").exists());
    }
}
