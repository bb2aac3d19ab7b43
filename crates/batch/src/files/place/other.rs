//! Implementation for systems other than Unix, by paths.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, is_folder, not_regular, resolve_links};

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

    /// Creates a file that does not exist.
    pub(in crate::files) fn create_private(&self, name: &OsStr) -> io::Result<File> {
        File::create_new(self.path.join(name))
    }

    /// Removes a file.
    pub(in crate::files) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
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

    /// Creates a draft that has the name `visible` from the start, for the file `name`, as [`Self::create`] does.
    pub(in crate::files) fn create_visible(
        folder: &Folder,
        name: &OsStr,
        visible: &OsStr,
    ) -> io::Result<Self> {
        drop(Self::create(folder, name)?);
        let path = folder.path.join(visible);
        let file = File::create_new(&path)?;
        let file = NamedTempFile::from_parts(file, tempfile::TempPath::try_from_path(path)?);
        Ok(Self { folder: folder.clone(), file })
    }

    /// Returns an error if the file cannot have this name later.
    pub(in crate::files) fn check_place(&self, name: &OsStr) -> io::Result<()> {
        match fs::symlink_metadata(self.folder.path.join(name)) {
            Ok(found) if found.is_dir() => Err(is_folder()),
            Ok(found) if !found.is_file() => Err(not_regular()),
            Ok(found) if found.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            _ => Ok(()),
        }
    }

    /// Writes at most `length` bytes of the content to another file.
    pub(in crate::files) fn copy_to(&mut self, other: &mut File, length: u64) -> io::Result<u64> {
        let file = self.file.as_file_mut();
        file.rewind()?;
        io::copy(&mut file.take(length), other)
    }

    /// Leaves the file under its present name when the draft is dropped.
    pub(in crate::files) fn leave(self) {
        // If this fails, the file is removed.
        let _ = self.file.keep();
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
    ///
    /// # Errors
    ///
    /// The draft and the reason, if the file cannot have the name.
    pub(in crate::files) fn install(self, name: &OsStr) -> Result<Folder, Box<NotInstalled>> {
        let Self { folder, file } = self;
        match file.persist(folder.path.join(name)) {
            Ok(_) => Ok(folder),
            Err(failed) => {
                let draft = Self { folder, file: failed.file };
                Err(Box::new(NotInstalled { draft, error: failed.error }))
            }
        }
    }
}

/// A draft that could not be given its name.
#[derive(Debug)]
pub(in crate::files) struct NotInstalled {
    pub(in crate::files) draft: Draft,
    pub(in crate::files) error: io::Error,
}
