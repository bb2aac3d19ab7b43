//! What a run reads and writes, and what of it waits for the run's end. Opens nothing.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileError;
use super::place::{Draft, Folder, Identity};
use thiserror::Error;

/// What an unfinished output is called: its own name and this.
const PARTIAL: &str = ".partial";

/// All files of a run; copies are the same registry.
#[derive(Clone, Default, Debug)]
pub(super) struct Registry(Arc<Mutex<Files>>);

/// Why a file cannot be an output of a run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Clash {
    /// The run reads it, by this name.
    #[error("it is an input of this run: {0}")]
    Read(String),
    /// The run writes it already, for this option or by this name.
    #[error("it is another output of this run: {0}")]
    Written(String),
}

impl From<Clash> for io::Error {
    fn from(clash: Clash) -> Self {
        Self::new(io::ErrorKind::AlreadyExists, clash)
    }
}

/// What was finished of an output when its run was not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial {
    /// The output.
    pub name: String,
    /// The file that has what was finished.
    pub partial: String,
    /// Whether there is an older file of that name, which is as it was.
    pub is_kept: bool,
}

#[derive(Default, Debug)]
pub(super) struct Files {
    read: HashMap<Identity, String>,
    /// Outputs by all that they are.
    written: HashMap<Identity, usize>,
    entries: Vec<Entry>,
    /// Paths that were claimed or opened.
    typed: HashMap<PathBuf, usize>,
    /// Outputs whose content is written, in the order in which they ended.
    pending: Vec<Pending>,
    /// Folders with files that are in their place and not on the disk yet.
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

/// What an output is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    File,
    /// A folder that other outputs may also have files in.
    Shared,
    /// A folder that has the files of one output only.
    Own,
}

/// A place in a folder that an output is to have.
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

/// When a file is put in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// When its run is complete.
    End,
    /// When it is finished.
    Once,
    /// When it is finished; it is written to the disk with others of its folder.
    Together,
}

impl Registry {
    pub(super) fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the content of an output until the end of the run.
    pub(super) fn suspend(&self, pending: Pending) {
        self.files().pending.push(pending);
    }

    /// Puts a file in its place.
    pub(super) fn put(&self, draft: Draft, place: &Place) -> io::Result<()> {
        let folder = self.files().put(draft, place)?;
        folder.sync()
    }

    /// Puts a file in its place, which is written to the disk with others of its folder.
    pub(super) fn put_unsynced(&self, draft: Draft, place: &Place) -> io::Result<()> {
        let mut files = self.files();
        let folder = files.put(draft, place)?;
        if !files.unsynced.iter().any(|other| other.path() == folder.path()) {
            files.unsynced.push(folder);
        }
        Ok(())
    }
}

impl Files {
    /// Enters an input.
    pub(super) fn add_input(&mut self, node: Identity, name: String) {
        self.read.entry(node).or_insert(name);
    }

    /// The entry of an output that is opened by its path.
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

    pub(super) fn abandon(&mut self) {
        self.pending.clear();
    }

    /// Puts all finished outputs in their places.
    pub(super) fn commit(&mut self) -> Result<(), FileError> {
        while let Some(at) = self.pending.iter().position(|pending| pending.is_finished) {
            let Pending { name, draft, place, .. } = self.pending.remove(at);
            let put = self.put(draft, &place).and_then(|folder| folder.sync());
            put.map_err(FileError::writing(name))?;
        }
        self.sync()
    }

    /// Puts what is written of each output beside its place.
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

    /// The entry of a path that was typed, which it may have already.
    pub(super) fn claim(&mut self, owner: &str, path: &Path, kind: Kind) -> Result<usize, Clash> {
        let own = self.typed.get(path).copied().filter(|&own| {
            // Opened by the one who has claimed it.
            owner == path.to_string_lossy() || self.entries[own].owner == owner
        });
        let identities = match path == Path::new("-") {
            true => Identity::of_stream(&io::stdout()).into_iter().collect(),
            false => Identity::of_path(path),
        };
        let entry = self.add(owner, &identities, kind, own)?;
        self.typed.insert(path.to_owned(), entry);
        Ok(entry)
    }

    /// Adds an output with all that it is, or what else it is by now.
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

    fn clash(&self, identity: &Identity, kind: Kind, own: Option<usize>) -> Option<Clash> {
        if let Some(name) = self.read.get(identity) {
            return Some(Clash::Read(name.clone()));
        }
        let &other = self.written.get(identity).filter(|&&other| Some(other) != own)?;
        let other = &self.entries[other];
        let is_shared = (kind, other.kind) == (Kind::Shared, Kind::Shared);
        (!is_shared).then(|| Clash::Written(other.owner.clone()))
    }

    /// Puts a file in its place, unless something else of this run has come there: by a name that the file system
    /// takes for the same, or a link that is new.
    fn put(&mut self, draft: Draft, place: &Place) -> io::Result<Folder> {
        let there = place.folder.identities(&place.name)?;
        let clash = there.iter().find_map(|identity| self.clash(identity, Kind::File, Some(place.entry)));
        if let Some(clash) = clash {
            return Err(clash.into());
        }
        let new = draft.identity()?;
        let folder = draft.put(&place.name)?;
        for identity in &there {
            self.written.remove(identity);
        }
        for identity in place.folder.identities(&place.name)?.into_iter().chain([new]) {
            self.written.insert(identity, place.entry);
        }
        self.entries[place.entry].is_open = false;
        Ok(folder)
    }

    /// Puts an unfinished file beside its place, under a name that is neither an input nor another output.
    fn keep(&mut self, pending: Pending) -> io::Result<Option<Partial>> {
        let Pending { name: output, mut draft, place, is_finished } = pending;
        if !is_finished && draft.file().metadata()?.len() == 0 {
            return Ok(None);
        }
        let is_kept = !matches!(place.folder.identities(&place.name).as_deref(), Ok([_]));
        let names = std::iter::once(PARTIAL.to_owned()).chain((2_u32..).map(|n| format!("{PARTIAL}-{n}")));
        for ending in names {
            let mut name = place.name.clone();
            name.push(&ending);
            // Something else has this name.
            let Ok(identities) = place.folder.identities(&name) else { continue };
            let shown = format!("{output}{ending}");
            let Ok(entry) = self.add(&shown, &identities, Kind::File, None) else { continue };
            draft.sync()?;
            let place = Place { folder: place.folder, name, entry };
            self.put(draft, &place)?.sync()?;
            return Ok(Some(Partial { name: output, partial: shown, is_kept }));
        }
        Ok(None)
    }

    fn sync(&mut self) -> Result<(), FileError> {
        self.unsynced.drain(..).try_for_each(|folder| {
            folder.sync_files().map_err(FileError::writing(folder.path().display().to_string()))
        })
    }
}
