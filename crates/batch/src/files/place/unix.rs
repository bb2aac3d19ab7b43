//! By descriptors: a name is looked up in the folder that was opened, whatever becomes of the path to it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Seek};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, linkat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::{folder_of, name_of, not_regular, resolved};

/// The bits that say who may read, write and execute.
const PERMISSIONS: u32 = 0o777;

/// The permissions of a new file, before the umask.
const NEW: u32 = 0o666;

/// The permissions of a group.
const GROUP: u32 = 0o070;

/// What a file is, by whatever name it is reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::files) enum Identity {
    /// Device and inode of what exists, in a width that no system exceeds.
    Node(i128, i128),
    /// A name in a folder.
    Name(u64, u64, OsString),
}

impl Identity {
    fn of_metadata(metadata: &Metadata) -> Self {
        Self::Node(metadata.dev().into(), metadata.ino().into())
    }

    /// A regular file or folder at the end of this path, if there is one.
    pub(in crate::files) fn existing(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok().filter(|found| found.is_file() || found.is_dir())?;
        Some(Self::of_metadata(&found))
    }

    /// An open stream, if it is a regular file.
    pub(in crate::files) fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let found = rustix::fs::fstat(stream).ok()?;
        let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
        is_file.then_some(Self::Node(found.st_dev.into(), found.st_ino.into()))
    }

    /// Where a path leads: what is there, and the name in its folder. Of a path in a folder that does not exist
    /// yet, the name is the rest of it below the last folder that does.
    pub(in crate::files) fn of_path(path: &Path) -> Vec<Self> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Vec::new();
        }
        let path = resolved(path);
        let mut folder = folder_of(&path);
        let mut name: PathBuf = path.file_name().map(PathBuf::from).unwrap_or_default();
        let named = loop {
            if let Ok(found) = fs::metadata(folder) {
                break Some(Self::Name(found.dev(), found.ino(), name.into_os_string()));
            }
            let Ok(above) = name_of(folder) else { break None };
            name = Path::new(&above).join(name);
            folder = folder_of(folder);
        };
        Self::existing(&path).into_iter().chain(named).collect()
    }
}

/// A folder.
#[derive(Clone, Debug)]
pub(in crate::files) struct Folder {
    handle: Arc<File>,
    path: PathBuf,
}

impl Folder {
    /// Opens it; a symbolic link to a folder is followed.
    pub(in crate::files) fn open(path: &Path) -> io::Result<Self> {
        let handle = openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { handle: Arc::new(handle.into()), path: path.to_owned() })
    }

    pub(in crate::files) fn path(&self) -> &Path {
        &self.path
    }

    /// What a name in it stands for. A symbolic link or anything else that is no file is an error.
    pub(in crate::files) fn identities(&self, name: &OsStr) -> io::Result<Vec<Identity>> {
        let folder = self.handle.metadata()?;
        let named = Identity::Name(folder.dev(), folder.ino(), name.to_owned());
        let node = match statat(&*self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => None,
            Err(error) => return Err(error.into()),
            Ok(found) if FileType::from_raw_mode(found.st_mode) == FileType::RegularFile => {
                Some(Identity::Node(found.st_dev.into(), found.st_ino.into()))
            }
            Ok(_) => return Err(not_regular()),
        };
        Ok(node.into_iter().chain([named]).collect())
    }

    /// The file of this name, opened for writing and not changed: so its rights say whether it may be replaced.
    fn existing(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        match openat(&*self.handle, name, flags, Mode::empty()) {
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::LOOP) => Err(not_regular()),
            Err(error) => Err(error.into()),
            Ok(file) => File::from(file).metadata().map(Some),
        }
    }

    /// Writes the names in it to the disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        match self.handle.sync_all() {
            // Some file systems keep nothing to be written.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Writes all files in it to the disk, with whatever else waits for the same disk.
    pub(in crate::files) fn sync_files(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        return Ok(rustix::fs::syncfs(&*self.handle)?);
        #[cfg(not(target_os = "linux"))]
        self.sync()
    }

    /// Creates a file under a name that nothing has.
    fn create_named(&self, mode: Mode) -> io::Result<(File, OsString)> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let (file, name) = free_name(|name| openat(&*self.handle, name, flags, mode))?;
        Ok((file.into(), name))
    }
}

/// Tries random names until one is free.
fn free_name<T>(mut take: impl FnMut(&OsStr) -> Result<T, Errno>) -> io::Result<(T, OsString)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = OsString::from(format!(".hexmate-{:016x}", RandomState::new().hash_one(count)));
        match take(&name) {
            Ok(taken) => return Ok((taken, name)),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// A file that is being written and has no name yet, where the system allows that; it is gone when it is dropped.
#[derive(Debug)]
pub(in crate::files) struct Draft {
    folder: Folder,
    file: File,
    /// The name that it has all the same.
    named: Option<OsString>,
}

impl Draft {
    /// Begins a file that may come to stand for one of this name: it has the same permissions.
    pub(in crate::files) fn begin(folder: &Folder, name: &OsStr) -> io::Result<Self> {
        let replaced = folder.existing(name)?;
        let bits = replaced.as_ref().map_or(NEW, |file| file.mode() & PERMISSIONS);
        let mode = Mode::from_raw_mode(bits as _);
        #[cfg(target_os = "linux")]
        let unnamed =
            openat(&*folder.handle, ".", OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC, mode).ok();
        #[cfg(not(target_os = "linux"))]
        let unnamed: Option<std::os::fd::OwnedFd> = None;
        let (file, named) = match unnamed {
            Some(file) => (file.into(), None),
            None => folder.create_named(mode).map(|(file, name)| (file, Some(name)))?,
        };
        let draft = Self { folder: folder.clone(), file, named };
        if let Some(replaced) = replaced {
            draft.take_after(&replaced)?;
        }
        Ok(draft)
    }

    /// Gives it the owner, group and permissions of another file; less to a group that is not the same.
    fn take_after(&self, other: &Metadata) -> io::Result<()> {
        let own = self.file.metadata()?;
        let mut mode = other.mode() & PERMISSIONS;
        if (own.uid(), own.gid()) != (other.uid(), other.gid())
            && fchown(&self.file, Some(other.uid()), Some(other.gid())).is_err()
            && own.gid() != other.gid()
            && fchown(&self.file, None, Some(other.gid())).is_err()
        {
            mode &= !GROUP;
        }
        self.file.set_permissions(Permissions::from_mode(mode))
    }

    pub(in crate::files) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// What it is.
    pub(in crate::files) fn identity(&self) -> io::Result<Identity> {
        Ok(Identity::of_metadata(&self.file.metadata()?))
    }

    /// Writes its content to the disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        match self.file.sync_all() {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Gives it its name, in place of what has the name.
    pub(in crate::files) fn put(mut self, name: &OsStr) -> io::Result<Folder> {
        let folder = self.folder.clone();
        let handle = &*folder.handle;
        let Some(named) = self.named.take() else {
            match self.link(name) {
                Ok(()) => return Ok(folder),
                Err(Errno::EXIST) => {}
                // No /proc, or a file system that gives no names later.
                Err(_) => return self.copied()?.put(name),
            }
            let ((), free) = free_name(|free| self.link(free))?;
            self.named = Some(free);
            return self.put(name);
        };
        let renamed = renameat(handle, &named, handle, name);
        if renamed.is_err() {
            self.named = Some(named);
        }
        renamed?;
        Ok(folder)
    }

    fn link(&self, name: &OsStr) -> Result<(), Errno> {
        use std::os::fd::AsRawFd;
        let file = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        linkat(CWD, file, &*self.folder.handle, name, AtFlags::SYMLINK_FOLLOW)
    }

    /// The same in a file that has a name.
    fn copied(&mut self) -> io::Result<Self> {
        let own = self.file.metadata()?;
        let (mut file, name) = self.folder.create_named(Mode::empty())?;
        let copied = Self { folder: self.folder.clone(), file: file.try_clone()?, named: Some(name) };
        copied.take_after(&own)?;
        self.file.rewind()?;
        io::copy(&mut self.file, &mut file)?;
        copied.sync()?;
        Ok(copied)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(name) = &self.named {
            // It stays behind where it cannot be removed.
            let _ = unlinkat(&*self.folder.handle, name, AtFlags::empty());
        }
    }
}
