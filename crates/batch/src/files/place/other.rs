//! Implementation for systems other than Unix, by paths.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, not_regular, resolve_links};

/// Identity of a file, the same for all names of the file: its path without links.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::files) struct Identity(PathBuf);

impl Identity {
    /// Returns the identity of an existing file or folder.
    pub(in crate::files) fn existing(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().filter(|found| found.is_file() || found.is_dir())?;
        fs::canonicalize(path).ok().map(Self)
    }

    /// Returns `None`: an open stream has no path on these systems.
    pub(in crate::files) fn of_stream<S>(_: &S) -> Option<Self> {
        None
    }

    /// Returns the identities of a path: of an existing file, and of its name in the folder.
    pub(in crate::files) fn of_path(path: &Path) -> Vec<Self> {
        let path = resolve_links(path);
        let folder = folder_of(&path);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let named = Self(folder.join(path.file_name().unwrap_or_default()));
        Self::existing(&path).into_iter().chain([named]).collect()
    }
}

/// A folder.
#[derive(Clone, Debug)]
pub(in crate::files) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens an existing folder.
    pub(in crate::files) fn open(path: &Path) -> io::Result<Self> {
        match fs::metadata(path)?.is_dir() {
            true => Ok(Self { path: path.to_owned() }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub(in crate::files) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the identities of a name in the folder. An entry that is not a regular file is an error.
    pub(in crate::files) fn identities(&self, name: &OsStr) -> io::Result<Vec<Identity>> {
        let path = self.path.join(name);
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => Err(not_regular()),
            _ => Ok(Identity::of_path(&path)),
        }
    }

    /// Does nothing: names are synced with the files.
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as on other systems")]
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: only Linux can sync all files of a disk.
    pub(in crate::files) fn sync_files(&self) -> io::Result<()> {
        self.sync()
    }
}

/// A temporary file that becomes an output; removed when dropped.
#[derive(Debug)]
pub(in crate::files) struct Draft {
    folder: Folder,
    file: NamedTempFile,
}

impl Draft {
    /// Creates a draft for a file name, if an existing file of that name may be replaced.
    pub(in crate::files) fn create(folder: &Folder, name: &OsStr) -> io::Result<Self> {
        let path = folder.path.join(name);
        if fs::metadata(&path).is_ok_and(|found| found.is_dir() || found.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let file = tempfile::Builder::new().prefix(".hexmate-").tempfile_in(&folder.path)?;
        Ok(Self { folder: folder.clone(), file })
    }

    pub(in crate::files) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Returns the identity of the temporary file.
    pub(in crate::files) fn identity(&self) -> io::Result<Identity> {
        fs::canonicalize(self.file.path()).map(Identity)
    }

    /// Syncs the content to disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    /// Gives the file its name, replacing an existing file.
    pub(in crate::files) fn install(self, name: &OsStr) -> io::Result<Folder> {
        let path = self.folder.path.join(name);
        self.file.persist(path).map_err(|failed| failed.error)?;
        Ok(self.folder)
    }
}
