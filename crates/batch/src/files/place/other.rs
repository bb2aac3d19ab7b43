//! By paths.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, not_regular, resolved};

/// What a file is, by whatever name it is reached: its path without links.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::files) struct Identity(PathBuf);

impl Identity {
    /// A regular file or folder at the end of this path, if there is one.
    pub(in crate::files) fn existing(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().filter(|found| found.is_file() || found.is_dir())?;
        fs::canonicalize(path).ok().map(Self)
    }

    /// An open stream, which has no path here.
    pub(in crate::files) fn of_stream<S>(_: &S) -> Option<Self> {
        None
    }

    /// Where a path leads.
    pub(in crate::files) fn of_path(path: &Path) -> Vec<Self> {
        let path = resolved(path);
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
    /// Makes sure that it is there.
    pub(in crate::files) fn open(path: &Path) -> io::Result<Self> {
        match fs::metadata(path)?.is_dir() {
            true => Ok(Self { path: path.to_owned() }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub(in crate::files) fn path(&self) -> &Path {
        &self.path
    }

    /// What a name in it stands for. A symbolic link or anything else that is no file is an error.
    pub(in crate::files) fn identities(&self, name: &OsStr) -> io::Result<Vec<Identity>> {
        let path = self.path.join(name);
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => Err(not_regular()),
            _ => Ok(Identity::of_path(&path)),
        }
    }

    /// Names are written to the disk with the files.
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as on other systems")]
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// No system but Linux can.
    pub(in crate::files) fn sync_files(&self) -> io::Result<()> {
        self.sync()
    }
}

/// A file that is being written under a name of its own; it is gone when it is dropped.
#[derive(Debug)]
pub(in crate::files) struct Draft {
    folder: Folder,
    file: NamedTempFile,
}

impl Draft {
    /// Begins a file that may come to stand for one of this name.
    pub(in crate::files) fn begin(folder: &Folder, name: &OsStr) -> io::Result<Self> {
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

    /// What it is.
    pub(in crate::files) fn identity(&self) -> io::Result<Identity> {
        fs::canonicalize(self.file.path()).map(Identity)
    }

    /// Writes its content to the disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    /// Gives it its name, in place of what has the name.
    pub(in crate::files) fn put(self, name: &OsStr) -> io::Result<Folder> {
        let path = self.folder.path.join(name);
        self.file.persist(path).map_err(|failed| failed.error)?;
        Ok(self.folder)
    }
}
