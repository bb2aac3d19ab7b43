//! Registry of the inputs and outputs of a run, and of the outputs that wait for its end.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileError;
use super::place::{Draft, Folder, Identity};
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
}

/// An output.
#[derive(Debug)]
struct Entry {
    owner: String,
    kind: Kind,
    is_open: bool,
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
    pub(super) place: Place,
    pub(super) is_finished: bool,
}

/// The time at which a file is moved to its final place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommitTime {
    /// At the end of a complete run.
    RunEnd,
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

    /// Moves a file to its final place and syncs the folder.
    pub(super) fn install(&self, draft: Draft, place: &Place) -> io::Result<()> {
        let folder = self.files().install(draft, place)?;
        folder.sync()
    }

    /// Moves a file to its final place; its folder is synced at the end of the run.
    pub(super) fn install_unsynced(&self, draft: Draft, place: &Place) -> io::Result<()> {
        let mut files = self.files();
        let folder = files.install(draft, place)?;
        if !files.unsynced.iter().any(|other| other.path() == folder.path()) {
            files.unsynced.push(folder);
        }
        Ok(())
    }
}

impl Files {
    /// Registers an input.
    pub(super) fn add_input(&mut self, node: Identity, name: String) {
        self.read.entry(node).or_insert(name);
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

    /// Moves all finished outputs to their final places.
    pub(super) fn commit(&mut self) -> Result<(), FileError> {
        while let Some(at) = self.pending.iter().position(|pending| pending.is_finished) {
            let Pending { name, draft, place, .. } = self.pending.remove(at);
            let installed = self.install(draft, &place).and_then(|folder| folder.sync());
            installed.map_err(FileError::writing(name))?;
        }
        self.sync()
    }

    /// Keeps each pending output as a partial file.
    pub(super) fn keep_all(&mut self) -> (Vec<Partial>, Result<(), FileError>) {
        let mut kept = Vec::new();
        let mut ended = self.sync();
        for pending in std::mem::take(&mut self.pending) {
            let name = pending.name.clone();
            match self.keep(pending) {
                Ok(partial) => kept.extend(partial),
                Err(error) => ended = ended.and(Err(FileError::writing(format!("{name}{PARTIAL}"))(error))),
            }
        }
        (kept, ended)
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
            self.entries.push(Entry { owner: owner.to_owned(), kind, is_open: false });
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
    ///
    /// Checks again that the place is not another file of this run: on a file system without case two names are one
    /// file, and a link may be new.
    fn install(&mut self, draft: Draft, place: &Place) -> io::Result<Folder> {
        let existing = place.folder.identities(&place.name)?;
        let clash = existing.iter().find_map(|identity| self.clash(identity, Kind::File, Some(place.entry)));
        if let Some(clash) = clash {
            return Err(clash.into());
        }
        let new = draft.identity()?;
        let folder = draft.install(&place.name)?;
        for identity in &existing {
            self.written.remove(identity);
        }
        for identity in place.folder.identities(&place.name)?.into_iter().chain([new]) {
            self.written.insert(identity, place.entry);
        }
        self.entries[place.entry].is_open = false;
        Ok(folder)
    }

    /// Keeps an output as a partial file, under a name that is neither an input nor another output.
    fn keep(&mut self, pending: Pending) -> io::Result<Option<Partial>> {
        let Pending { name: output, mut draft, place, is_finished } = pending;
        if !is_finished && draft.file().metadata()?.len() == 0 {
            return Ok(None);
        }
        let has_previous = !matches!(place.folder.identities(&place.name).as_deref(), Ok([_]));
        let names = std::iter::once(PARTIAL.to_owned()).chain((2_u32..).map(|n| format!("{PARTIAL}-{n}")));
        for suffix in names {
            let mut name = place.name.clone();
            name.push(&suffix);
            // The name belongs to something other than a file.
            let Ok(identities) = place.folder.identities(&name) else { continue };
            let shown = format!("{output}{suffix}");
            let Ok(entry) = self.add(&shown, &identities, Kind::File, None) else { continue };
            draft.sync()?;
            let place = Place { folder: place.folder, name, entry };
            self.install(draft, &place)?.sync()?;
            return Ok(Some(Partial { name: output, partial: shown, has_previous }));
        }
        Ok(None)
    }

    fn sync(&mut self) -> Result<(), FileError> {
        self.unsynced.drain(..).try_for_each(|folder| {
            folder.sync_files().map_err(FileError::writing(folder.path().display().to_string()))
        })
    }
}
