//! Implementation for Unix, by file descriptors: names are looked up in the opened folder, even if its path changes.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, linkat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::{file_name, folder_of, is_folder, not_regular, resolve_links};

/// Mask of the permission bits.
const PERMISSIONS: u32 = 0o777;

/// Permissions of a new file, before the umask.
const NEW: u32 = 0o666;

/// Mask of the group permissions.
const GROUP: u32 = 0o070;

/// Permission bit of a folder in which only the owner of a file may replace it.
const STICKY: u32 = 0o1000;

/// Flags for opening a file that does not exist.
const NEW_FILE: OFlags =
    OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Identity of a file, the same for all names of the file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::files) enum Identity {
    /// Device and inode of an existing file, in a type wide enough for all systems.
    Node(i128, i128),
    /// Device and inode of a folder, and a name in it.
    Name(u64, u64, OsString),
}

impl Identity {
    fn of_metadata(metadata: &Metadata) -> Self {
        Self::Node(metadata.dev().into(), metadata.ino().into())
    }

    /// Returns the identity of an existing regular file or folder.
    pub(in crate::files) fn existing(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok().filter(|found| found.is_file() || found.is_dir())?;
        Some(Self::of_metadata(&found))
    }

    /// Returns the identity of an open stream that is a regular file.
    pub(in crate::files) fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let found = rustix::fs::fstat(stream).ok()?;
        let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
        is_file.then_some(Self::Node(found.st_dev.into(), found.st_ino.into()))
    }

    /// Returns the identities of a path: of an existing file, and of its name in the folder.
    ///
    /// If the folder does not exist, the name is the rest of the path below the nearest existing folder. A device or
    /// a pipe has no identity.
    pub(in crate::files) fn of_path(path: &Path) -> Vec<Self> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Vec::new();
        }
        let path = resolve_links(path);
        let mut folder = folder_of(&path);
        let mut name: PathBuf = path.file_name().map(PathBuf::from).unwrap_or_default();
        let named = loop {
            if let Ok(found) = fs::metadata(folder) {
                break Some(Self::Name(found.dev(), found.ino(), name.into_os_string()));
            }
            let Ok(above) = file_name(folder) else { break None };
            name = Path::new(&above).join(name);
            folder = folder_of(folder);
        };
        Self::existing(&path).into_iter().chain(named).collect()
    }
}

/// An open folder.
#[derive(Clone, Debug)]
pub(in crate::files) struct Folder {
    handle: Arc<File>,
    path: PathBuf,
}

impl Folder {
    /// Opens a folder, following symbolic links.
    pub(in crate::files) fn open(path: &Path) -> io::Result<Self> {
        let handle = openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Self { handle: Arc::new(handle.into()), path: path.to_owned() })
    }

    pub(in crate::files) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the identities of a name in the folder. An entry that is not a regular file is an error.
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

    /// Returns the metadata of an existing file. Opens it for writing, so that only a writable file can be replaced.
    fn existing(&self, name: &OsStr) -> io::Result<Option<Metadata>> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        match openat(&*self.handle, name, flags, Mode::empty()) {
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::LOOP) => Err(not_regular()),
            Err(error) => Err(error.into()),
            Ok(file) => File::from(file).metadata().map(Some),
        }
    }

    /// Syncs the names in the folder to disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        match self.handle.sync_all() {
            // Some file systems do not support syncing.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Syncs all files in the folder to disk, together with everything else on the same file system.
    pub(in crate::files) fn sync_files(&self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        return Ok(rustix::fs::syncfs(&*self.handle)?);
        #[cfg(not(target_os = "linux"))]
        self.sync()
    }

    /// Creates a file with an unused name.
    fn create_named(&self, mode: Mode) -> io::Result<(File, OsString)> {
        let (file, name) = free_name(|name| openat(&*self.handle, name, NEW_FILE, mode))?;
        Ok((file.into(), name))
    }

    /// Creates a file that does not exist.
    fn create_new(&self, name: &OsStr, mode: Mode) -> io::Result<File> {
        Ok(openat(&*self.handle, name, NEW_FILE, mode)?.into())
    }

    /// Creates a file that does not exist and that only its owner may read.
    pub(in crate::files) fn create_private(&self, name: &OsStr) -> io::Result<File> {
        self.create_new(name, Mode::RUSR | Mode::WUSR)
    }

    /// Removes a file.
    pub(in crate::files) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&*self.handle, name, AtFlags::empty())?)
    }

    /// Returns whether something is mounted on the file, as on single files of a container. Known on Linux only.
    fn is_mount_point(&self, name: &OsStr) -> bool {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{StatxAttributes, StatxFlags, statx};
            let found = statx(&*self.handle, name, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS);
            found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = name;
            false
        }
    }
}

/// Tries random names until `take` finds an unused one.
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

/// A temporary file that becomes an output; removed when dropped. It has no name if the system supports that.
#[derive(Debug)]
pub(in crate::files) struct Draft {
    folder: Folder,
    file: File,
    /// Temporary name, if it has one.
    named: Option<OsString>,
    /// User as whom this program creates files.
    writer: u32,
}

/// A draft that could not be given its name.
#[derive(Debug)]
pub(in crate::files) struct NotInstalled {
    pub(in crate::files) draft: Draft,
    pub(in crate::files) error: io::Error,
}

impl Draft {
    /// Creates a draft for a file name, with the owner and permissions of an existing file of that name.
    pub(in crate::files) fn create(folder: &Folder, name: &OsStr) -> io::Result<Self> {
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
        Self::new(folder, file, named, replaced.as_ref())?.replacing(name)
    }

    /// Creates a draft that has the name `visible` from the start, for the file `name`, as [`Self::create`] does.
    pub(in crate::files) fn create_visible(
        folder: &Folder,
        name: &OsStr,
        visible: &OsStr,
    ) -> io::Result<Self> {
        let replaced = folder.existing(name)?;
        let bits = replaced.as_ref().map_or(NEW, |file| file.mode() & PERMISSIONS);
        let file = folder.create_new(visible, Mode::from_raw_mode(bits as _))?;
        Self::new(folder, file, Some(visible.to_owned()), replaced.as_ref())?.replacing(name)
    }

    fn new(
        folder: &Folder,
        file: File,
        named: Option<OsString>,
        replaced: Option<&Metadata>,
    ) -> io::Result<Self> {
        let writer = file.metadata()?.uid();
        let draft = Self { folder: folder.clone(), file, named, writer };
        if let Some(replaced) = replaced {
            draft.copy_ownership(replaced)?;
        }
        Ok(draft)
    }

    fn replacing(self, name: &OsStr) -> io::Result<Self> {
        self.check_place(name)?;
        Ok(self)
    }

    /// Returns an error if the file cannot have this name later: the folder is gone, or the present file of the name is
    /// no regular file, is a mount point, or belongs to another user in a sticky folder.
    pub(in crate::files) fn check_place(&self, name: &OsStr) -> io::Result<()> {
        let folder = self.folder.handle.metadata()?;
        if folder.nlink() == 0 {
            return Err(io::Error::new(io::ErrorKind::NotFound, "its folder was removed"));
        }
        let found = match statat(&*self.folder.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return Ok(()),
            found => found?,
        };
        match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => {}
            FileType::Directory => return Err(is_folder()),
            _ => return Err(not_regular()),
        }
        // Root may replace any file.
        let is_owner = [0, found.st_uid, folder.uid()].contains(&self.writer);
        if folder.mode() & STICKY != 0 && !is_owner {
            let message = "it belongs to another user, and its folder is sticky";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        if self.folder.is_mount_point(name) {
            let message = "it is a mount point, which cannot be replaced";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
        }
        Ok(())
    }

    /// Sets owner, group and permissions as in another file. Drops the group permissions if the group cannot be set.
    fn copy_ownership(&self, other: &Metadata) -> io::Result<()> {
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

    /// Returns the identity of the temporary file.
    pub(in crate::files) fn identity(&self) -> io::Result<Identity> {
        Ok(Identity::of_metadata(&self.file.metadata()?))
    }

    /// Syncs the content to disk.
    pub(in crate::files) fn sync(&self) -> io::Result<()> {
        match self.file.sync_all() {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Gives the file its name, replacing an existing file.
    ///
    /// # Errors
    ///
    /// The draft and the reason, if the file cannot have the name.
    pub(in crate::files) fn install(mut self, name: &OsStr) -> Result<Folder, Box<NotInstalled>> {
        match self.take_name(name) {
            Ok(()) => Ok(self.folder.clone()),
            Err(error) => Err(Box::new(NotInstalled { draft: self, error })),
        }
    }

    fn take_name(&mut self, name: &OsStr) -> io::Result<()> {
        if self.named.is_none() {
            match self.link(name) {
                Ok(()) => return Ok(()),
                Err(Errno::EXIST) => self.named = Some(free_name(|free| self.link(free))?.1),
                // There is no /proc, or the file system cannot link an unnamed file.
                Err(_) => *self = self.named_copy()?,
            }
        }
        if let Some(named) = &self.named {
            renameat(&*self.folder.handle, named, &*self.folder.handle, name)?;
            self.named = None;
        }
        Ok(())
    }

    /// Links the unnamed file to a name that does not exist.
    fn link(&self, name: &OsStr) -> Result<(), Errno> {
        use std::os::fd::AsRawFd;
        let file = format!("/proc/self/fd/{}", self.file.as_raw_fd());
        linkat(CWD, file, &*self.folder.handle, name, AtFlags::SYMLINK_FOLLOW)
    }

    /// Copies the draft to a temporary file with a name.
    fn named_copy(&mut self) -> io::Result<Self> {
        let metadata = self.file.metadata()?;
        let (file, name) = self.folder.create_named(Mode::empty())?;
        let mut copy = Self { folder: self.folder.clone(), file, named: Some(name), writer: self.writer };
        copy.copy_ownership(&metadata)?;
        self.copy_to(&mut copy.file, u64::MAX)?;
        copy.sync()?;
        Ok(copy)
    }

    /// Writes at most `length` bytes of the content to another file.
    pub(in crate::files) fn copy_to(&mut self, other: &mut File, length: u64) -> io::Result<u64> {
        self.file.rewind()?;
        io::copy(&mut Read::take(&self.file, length), other)
    }

    /// Leaves the file under its present name when the draft is dropped.
    pub(in crate::files) fn leave(mut self) {
        self.named = None;
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(name) = &self.named {
            // A file that cannot be removed is left behind.
            let _ = unlinkat(&*self.folder.handle, name, AtFlags::empty());
        }
    }
}
