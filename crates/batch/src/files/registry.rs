//! Registry of the inputs and outputs of a run, and of the outputs that wait for its end.

use std::collections::HashMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileError;
use super::output::Visibility;
use super::place::{Draft, Folder, Identity, NotInstalled};
use thiserror::Error;

/// Suffix of the file name of a partial output.
const PARTIAL: &str = ".partial";

/// All files of a run. Clones share one registry.
#[derive(Clone, Default, Debug)]
pub(super) struct Registry(Arc<Mutex<Files>>);

/// Reason why a file cannot be an output of a run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Clash {
    /// The file is the input with this name.
    #[error("it is an input of this run: {0}")]
    Read(String),
    /// The file is the output of this option, or with this name.
    #[error("it is another output of this run: {0}")]
    Written(String),
}

impl From<Clash> for io::Error {
    fn from(clash: Clash) -> Self {
        Self::new(io::ErrorKind::AlreadyExists, clash)
    }
}

/// A partial output of an incomplete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial {
    /// Name of the output.
    pub name: String,
    /// Name of the partial file.
    pub partial: String,
    /// `true` if the output has an older file, which is unchanged.
    pub has_previous: bool,
    /// `true` if the output is finished and only its place could not be taken.
    pub is_complete: bool,
}

#[derive(Default, Debug)]
pub(super) struct Files {
    /// Names of the inputs.
    read: HashMap<Identity, String>,
    /// Indices in `entries` of the outputs, by all their identities.
    written: HashMap<Identity, usize>,
    entries: Vec<Entry>,
    /// Indices of claimed and opened paths.
    paths: HashMap<PathBuf, usize>,
    /// Outputs that wait for the end of the run, in the order in which they were finished or dropped.
    pending: Vec<Pending>,
    /// Folders with new files that are not synced to disk.
    unsynced: Vec<Folder>,
    is_incomplete: bool,
    placement: Placement,
}

/// Progress of a complete run with replacing its files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Placement {
    /// The files are not replaced yet.
    #[default]
    Ahead,
    /// All files are replaced.
    Done,
    /// A file could not be replaced.
    Failed,
}

/// An output.
#[derive(Debug)]
struct Entry {
    owner: String,
    kind: Kind,
    is_open: bool,
    /// `true` if the content says which inputs could not be read.
    is_report: bool,
    /// Name of the partial file in which the records of a visible output are.
    partial: Option<String>,
}

/// Kind of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    File,
    /// A folder in which several outputs may have files.
    Shared,
    /// A folder of one output alone.
    Own,
}

/// The final place of an output, with the index of its entry.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) folder: Folder,
    pub(super) name: OsString,
    pub(super) entry: usize,
}

/// An output that waits for the end of the run.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) name: String,
    pub(super) draft: Draft,
    /// Number of bytes of the draft that are whole records.
    pub(super) length: u64,
    pub(super) place: Place,
    pub(super) progress: Progress,
    pub(super) visibility: Visibility,
    /// Records that could not be written to the draft.
    pub(super) rest: Vec<u8>,
}

/// Progress of an output that waits for the end of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// Some records may be missing.
    Begun,
    /// All records are written, and the file is replaced at the end of a complete run.
    Finished,
    /// All records are written, but the file could not be replaced.
    Refused,
}

/// Holder of the files of a run: none is replaced until it is dropped.
#[must_use]
#[derive(Debug)]
pub struct Held<'a>(MutexGuard<'a, Files>);

impl Held<'_> {
    /// Returns whether the run is complete and all its files are in their places.
    pub fn is_committed(&self) -> bool {
        self.0.placement == Placement::Done
    }
}

/// The time at which a file is moved to its final place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommitTime {
    /// At the end of a complete run.
    RunEnd,
    /// At the end of a run in which at most inputs are missing.
    ReportEnd,
    /// When the file is finished and synced.
    OnFinish,
    /// When the file is finished; it is synced later, together with the other files of its folder.
    OnFinishUnsynced,
}

impl Registry {
    pub(super) fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an output until the end of the run.
    pub(super) fn suspend(&self, pending: Pending) {
        self.files().pending.push(pending);
    }

    /// Waits until no file is being replaced, and prevents it.
    pub(super) fn hold(&self) -> Held<'_> {
        Held(self.files())
    }

    /// Moves a file to its final place and syncs the folder.
    pub(super) fn install(&self, draft: Draft, place: &Place) -> io::Result<()> {
        let folder = self.files().install(draft, place).map_err(|failed| failed.error)?;
        folder.sync()
    }

    /// Moves a file to its final place; its folder is synced at the end of the run.
    pub(super) fn install_unsynced(&self, draft: Draft, place: &Place) -> Result<(), Box<NotInstalled>> {
        let mut files = self.files();
        let folder = files.install(draft, place)?;
        if !files.unsynced.iter().any(|other| other.path() == folder.path()) {
            files.unsynced.push(folder);
        }
        Ok(())
    }

    /// Moves all finished outputs to their final places, in one go: the registry is locked meanwhile. Nothing is moved
    /// if one of them cannot be.
    pub(super) fn commit(&self) -> Result<(), FileError> {
        self.sync()?;
        let folders = self.files().commit()?;
        for (name, folder) in folders {
            folder.sync().map_err(FileError::writing(name))?;
        }
        Ok(())
    }

    /// Moves the finished reports to their final places; see [`Files::set_report`].
    pub(super) fn commit_reports(&self) -> Result<(), FileError> {
        let folders = self.files().commit_reports()?;
        for (name, folder) in folders {
            folder.sync().map_err(FileError::writing(name))?;
        }
        Ok(())
    }

    /// Keeps each pending output as a partial file.
    pub(super) fn keep_all(&self) -> (Vec<Partial>, Result<(), FileError>) {
        let mut ended = self.sync();
        let pending = std::mem::take(&mut self.files().pending);
        // Outside the lock, because it takes long. What cannot be synced is kept nevertheless.
        for pending in &pending {
            let synced =
                pending.draft.sync().map_err(FileError::writing(format!("{}{PARTIAL}", pending.name)));
            ended = ended.and(synced);
        }
        let mut files = self.files();
        let mut kept = Vec::new();
        for pending in pending {
            let name = pending.name.clone();
            match files.keep(pending) {
                Ok(partial) => kept.extend(partial),
                Err(error) => ended = ended.and(Err(FileError::writing(format!("{name}{PARTIAL}"))(error))),
            }
        }
        (kept, ended)
    }

    /// Syncs the folders with new files.
    fn sync(&self) -> Result<(), FileError> {
        let unsynced = std::mem::take(&mut self.files().unsynced);
        unsynced.into_iter().try_for_each(|folder| {
            folder.sync_files().map_err(FileError::writing(folder.path().display().to_string()))
        })
    }
}

impl Files {
    /// Registers an input.
    pub(super) fn add_input(&mut self, node: Identity, name: String) {
        self.read.entry(node).or_insert(name);
    }

    /// Returns the name of an input.
    pub(super) fn input(&self, node: &Identity) -> Option<String> {
        self.read.get(node).cloned()
    }

    /// Removes an input.
    pub(super) fn release_input(&mut self, node: &Identity) {
        self.read.remove(node);
    }

    /// Returns the owner of an output.
    pub(super) fn owner(&self, node: &Identity) -> Option<String> {
        self.written.get(node).map(|entry| self.entries[*entry].owner.clone())
    }

    /// Opens a path as an output and returns its entry.
    pub(super) fn open(&mut self, name: &str, path: &Path) -> Result<usize, Clash> {
        let entry = self.claim(name, path, Kind::File)?;
        let Entry { owner, is_open, .. } = &mut self.entries[entry];
        match std::mem::replace(is_open, true) {
            true => Err(Clash::Written(owner.clone())),
            false => Ok(entry),
        }
    }

    /// Marks an output as one whose content says which inputs could not be read.
    pub(super) fn set_report(&mut self, entry: usize) {
        self.entries[entry].is_report = true;
    }

    /// Creates the draft of a visible output under a partial name that no file has.
    pub(super) fn create_visible(&mut self, output: &str, place: &Place) -> io::Result<Draft> {
        for (suffix, name) in partial_names(&place.name).take(PARTIALS) {
            let draft = match Draft::create_visible(&place.folder, &place.name, &name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => created?,
            };
            let shown = format!("{output}{suffix}");
            self.add(&shown, &place.folder.identities(&name)?, Kind::File, None)?;
            self.entries[place.entry].partial = Some(shown);
            return Ok(draft);
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many partial files of it exist"))
    }

    pub(super) fn set_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    pub(super) fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty() || self.entries.iter().any(|entry| entry.is_open)
    }

    pub(super) fn discard(&mut self) {
        self.pending.clear();
    }

    /// Moves all finished outputs to their final places, and returns their names and folders, which are not synced.
    fn commit(&mut self) -> Result<Vec<(String, Folder)>, FileError> {
        self.placement = Placement::Failed;
        let folders = self.install_all(|_, pending| pending.progress == Progress::Finished)?;
        self.placement = Placement::Done;
        Ok(folders)
    }

    /// Moves the finished reports as [`Files::commit`] moves all outputs; the others wait.
    fn commit_reports(&mut self) -> Result<Vec<(String, Folder)>, FileError> {
        self.install_all(|entries, pending| {
            pending.progress == Progress::Finished && entries[pending.place.entry].is_report
        })
    }

    /// Moves the outputs that are chosen to their final places; none if one of them cannot be moved.
    fn install_all(
        &mut self,
        is_chosen: impl Fn(&[Entry], &Pending) -> bool,
    ) -> Result<Vec<(String, Folder)>, FileError> {
        for pending in self.pending.iter().filter(|pending| is_chosen(&self.entries, pending)) {
            self.check_place(pending).map_err(FileError::writing(&pending.name))?;
        }
        let mut folders = Vec::new();
        while let Some(at) = self.pending.iter().position(|pending| is_chosen(&self.entries, pending)) {
            let pending = self.pending.remove(at);
            match self.install(pending.draft, &pending.place) {
                Ok(folder) => folders.push((pending.name, folder)),
                Err(failed) => {
                    let NotInstalled { draft, error } = *failed;
                    let name = pending.name.clone();
                    self.pending.push(Pending { draft, ..pending });
                    return Err(FileError::writing(name)(error));
                }
            }
        }
        Ok(folders)
    }

    /// Returns an error if an output cannot be moved to its final place.
    fn check_place(&self, pending: &Pending) -> io::Result<()> {
        pending.draft.check_place(&pending.place.name)?;
        self.place_clash(&pending.place).map(|_| ())
    }

    /// Returns the identities of the file that an output replaces.
    ///
    /// Checks again that the place is not another file of this run: on a file system without case two names are one
    /// file, and a link may be new.
    fn place_clash(&self, place: &Place) -> io::Result<Vec<Identity>> {
        let existing = place.folder.identities(&place.name)?;
        let clash = existing.iter().find_map(|identity| self.clash(identity, Kind::File, Some(place.entry)));
        clash.map_or(Ok(existing), |clash| Err(clash.into()))
    }

    /// Registers a path as an output and returns its entry, which may exist already.
    pub(super) fn claim(&mut self, owner: &str, path: &Path, kind: Kind) -> Result<usize, Clash> {
        let own = self.paths.get(path).copied().filter(|&own| {
            // Opening the path, or the same option again.
            owner == path.to_string_lossy() || self.entries[own].owner == owner
        });
        let identities = match path == Path::new("-") {
            true => Identity::of_stream(&io::stdout()).into_iter().collect(),
            false => Identity::of_path(path),
        };
        let entry = self.add(owner, &identities, kind, own)?;
        self.paths.insert(path.to_owned(), entry);
        Ok(entry)
    }

    /// Adds an output with its identities, or more identities to the entry `own`.
    pub(super) fn add(
        &mut self,
        owner: &str,
        identities: &[Identity],
        kind: Kind,
        own: Option<usize>,
    ) -> Result<usize, Clash> {
        if let Some(clash) = identities.iter().find_map(|identity| self.clash(identity, kind, own)) {
            return Err(clash);
        }
        let entry = own.unwrap_or(self.entries.len());
        if own.is_none() {
            self.entries.push(Entry {
                owner: owner.to_owned(),
                kind,
                is_open: false,
                is_report: false,
                partial: None,
            });
        }
        for identity in identities {
            self.written.entry(identity.clone()).or_insert(entry);
        }
        Ok(entry)
    }

    /// Returns the input or the other output that has this identity.
    fn clash(&self, identity: &Identity, kind: Kind, own: Option<usize>) -> Option<Clash> {
        if let Some(name) = self.read.get(identity) {
            return Some(Clash::Read(name.clone()));
        }
        let &other = self.written.get(identity).filter(|&&other| Some(other) != own)?;
        let other = &self.entries[other];
        let is_shared = (kind, other.kind) == (Kind::Shared, Kind::Shared);
        (!is_shared).then(|| Clash::Written(other.owner.clone()))
    }

    /// Moves a file to its final place.
    fn install(&mut self, draft: Draft, place: &Place) -> Result<Folder, Box<NotInstalled>> {
        let found = self.place_clash(place).and_then(|existing| Ok((existing, draft.identity()?)));
        let (existing, new) = match found {
            Ok(found) => found,
            Err(error) => return Err(Box::new(NotInstalled { draft, error })),
        };
        let folder = draft.install(&place.name)?;
        for identity in &existing {
            self.written.remove(identity);
        }
        // The file has its name: an error means only that its identity is not known.
        let named = place.folder.identities(&place.name).unwrap_or_default();
        for identity in named.into_iter().chain([new]) {
            self.written.insert(identity, place.entry);
        }
        self.entries[place.entry].is_open = false;
        Ok(folder)
    }

    /// Keeps an output as a partial file, under a name that is neither an input nor another output.
    ///
    /// If its folder takes no file, the file is written to the current folder or to that for temporary files.
    fn keep(&mut self, pending: Pending) -> io::Result<Option<Partial>> {
        let Pending { name: output, mut draft, length, place, progress, visibility, rest } = pending;
        if progress == Progress::Begun && length == 0 && rest.is_empty() {
            return Ok(None);
        }
        let has_previous = !matches!(place.folder.identities(&place.name).as_deref(), Ok([_]));
        let is_complete = match progress {
            Progress::Begun => false,
            Progress::Finished => self.placement == Placement::Failed,
            Progress::Refused => true,
        };
        let kept = |partial| Ok(Some(Partial { name: output.clone(), partial, has_previous, is_complete }));
        if visibility == Visibility::Visible {
            let partial = self.entries[place.entry].partial.clone().unwrap_or_default();
            draft.leave();
            return kept(partial);
        }
        let mut failure = None;
        // A file without records would not help, if the disk has no room for the first one.
        if length > 0 || rest.is_empty() {
            for (suffix, name) in partial_names(&place.name) {
                // The name belongs to something other than a file.
                let Ok(identities) = place.folder.identities(&name) else { continue };
                let shown = format!("{output}{suffix}");
                let Ok(entry) = self.add(&shown, &identities, Kind::File, None) else { continue };
                let place = Place { folder: place.folder.clone(), name, entry };
                match self.install(draft, &place) {
                    Ok(folder) => {
                        // Some file systems sync a folder later; the name is there already.
                        let _ = folder.sync();
                        return kept(shown);
                    }
                    Err(failed) => (draft, failure) = (failed.draft, Some(failed.error)),
                }
                break;
            }
        }
        let failure = failure.unwrap_or_else(|| io::ErrorKind::StorageFull.into());
        let elsewhere =
            [Some(place.folder.path().to_owned()), env::current_dir().ok(), Some(env::temp_dir())];
        for folder in elsewhere.into_iter().flatten() {
            if let Ok(partial) = copy_into(&folder, &place.name, &mut draft, length, &rest) {
                return kept(partial.display().to_string());
            }
        }
        Err(failure)
    }
}

/// Returns the names of partial files of an output, each with its suffix.
fn partial_names(name: &OsStr) -> impl Iterator<Item = (String, OsString)> {
    let suffixes = iter::once(PARTIAL.to_owned()).chain((2_u32..).map(|n| format!("{PARTIAL}-{n}")));
    suffixes.map(move |suffix| {
        let mut name = name.to_owned();
        name.push(&suffix);
        (suffix, name)
    })
}

/// Largest number of partial files of one output in a folder that are kept.
const PARTIALS: usize = 1000;

/// Writes an output to a new partial file in another folder, and returns its path.
fn copy_into(
    folder: &Path,
    name: &OsStr,
    draft: &mut Draft,
    length: u64,
    rest: &[u8],
) -> io::Result<PathBuf> {
    let opened = Folder::open(folder)?;
    for (_, name) in partial_names(name).take(PARTIALS) {
        let mut file = match opened.create_private(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            created => created?,
        };
        let copied = draft.copy_to(&mut file, length).and_then(|_| file.write_all(rest));
        if let Err(error) = copied.and_then(|()| file.sync_all()) {
            opened.remove(&name)?;
            return Err(error);
        }
        return Ok(folder.join(name));
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
