//! All files that a run reads and writes: no output is an input or another output, by whatever name, and those
//! with names of their own appear together when the run is complete.
//!
//! ```text
//! reads, claim      before the run: each path that was typed     a clash is refused
//! open, folder      an Output, a folder of them                  a clash is refused
//! commit or keep    at its end: all in place, or FILE.partial    what was there stays
//! ```

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::output::{Output, Target, Written};
use super::place::{Draft, Folder, Identity, folder_of, name_of, plain_name, resolved};
use super::registry::{Clash, Kind, Moment, Partial, Place, Registry};
use crate::terminal::Stream;

/// The files of a run. Copies are the same registry.
///
/// ```
/// use std::io::Write;
/// use hexmate_batch::files::Outputs;
///
/// let folder = std::env::temp_dir();
/// let path = folder.join("hexmate-outputs-example.csv");
/// let outputs = Outputs::default();
/// let mut output = outputs.open(Some(&path))?;
/// output.write_all(b"nodes\n51\n")?;
/// output.finish()?;
/// assert!(outputs.open(Some(&path)).is_err());
/// outputs.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "nodes\n51\n");
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Outputs(Registry);

impl Outputs {
    /// Notes that the run reads this file, which may be missing; `-` is stdin.
    pub fn reads(&self, path: &Path) {
        let name = path.display().to_string();
        let (node, name) = match path == Path::new("-") {
            true => (Identity::of_stream(&io::stdin()), "stdin".to_owned()),
            false => (Identity::existing(path).filter(|_| path.is_file()), name),
        };
        if let Some(node) = node {
            self.0.files().add_input(node, name);
        }
    }

    /// Notes that the run reads all files of this folder whose names have this ending, as `.endgame`.
    pub fn reads_folder(&self, folder: &Path, ending: &str) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_read = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes());
        entries.map(|entry| entry.path()).filter(is_read).for_each(|path| self.reads(&path));
    }

    /// Reserves a file for an output that will be opened, with the option that asks for it; `-` is stdout.
    ///
    /// # Errors
    ///
    /// If it is an input or the output of another option.
    pub fn claim(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        let kind = if path.is_dir() { Kind::Shared } else { Kind::File };
        self.0.files().claim(owner, path, kind).map(|_| ())
    }

    /// Reserves a folder that several outputs may have files in.
    ///
    /// # Errors
    ///
    /// If it is an input, an output, or the folder of one output only.
    pub fn claim_folder(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        self.0.files().claim(owner, path, Kind::Shared).map(|_| ())
    }

    /// Reserves a folder whose files belong to one output.
    ///
    /// # Errors
    ///
    /// If it is an input or another output, or another output has files in it.
    pub fn claim_own_folder(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        self.0.files().claim(owner, path, Kind::Own).map(|_| ())
    }

    /// Opens stdout where there is no path or it is `-`; a device or a pipe, to write to it at once; else a file,
    /// which stays as it is until [`Outputs::commit`]. A symbolic link is followed.
    ///
    /// # Errors
    ///
    /// If nothing can be written there, it is an input, or it is open already.
    pub fn open(&self, path: Option<&Path>) -> Result<Output, FileError> {
        self.open_to(path, Moment::End)
    }

    /// The same, but a file is put in its place as soon as it is finished; it may be opened again then.
    ///
    /// # Errors
    ///
    /// As [`Outputs::open`].
    pub fn open_at_once(&self, path: &Path) -> Result<Output, FileError> {
        self.open_to(Some(path), Moment::Once)
    }

    fn open_to(&self, path: Option<&Path>, moment: Moment) -> Result<Output, FileError> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::new("stdout".to_owned(), Target::Stdout(Stream::new(io::stdout()))));
        };
        let name = path.display().to_string();
        let target = self.target(path, &name, moment).map_err(FileError::writing(&name))?;
        Ok(Output::new(name, target))
    }

    fn target(&self, path: &Path, name: &str, moment: Moment) -> io::Result<Target> {
        if is_descriptor(path) {
            return File::options().append(true).open(path).map(direct);
        }
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return File::options().write(true).open(path).map(direct);
        }
        let place_path = resolved(path);
        let folder = Folder::open(folder_of(&place_path))?;
        let file_name = name_of(&place_path)?;
        let entry = self.0.files().open(name, path)?;
        let draft = Draft::begin(&folder, &file_name)?;
        let place = Place { folder, name: file_name, entry };
        Ok(Target::File(Box::new(Written::new(name, &self.0, draft, place, moment))))
    }

    /// Opens a folder for files whose names are made from data, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// If it is not there and cannot be made.
    pub fn folder(&self, path: &Path) -> Result<OutputFolder, FileError> {
        let open = || {
            fs::create_dir_all(path)?;
            Folder::open(path)
        };
        let folder = open().map_err(FileError::writing(path.display().to_string()))?;
        Ok(OutputFolder { outputs: self.clone(), folder })
    }

    /// Notes that the run will end before its work is done.
    pub fn set_incomplete(&self) {
        self.0.files().set_incomplete();
    }

    /// Whether it was noted that the run will end before its work is done.
    pub fn is_incomplete(&self) -> bool {
        self.0.files().is_incomplete()
    }

    /// Whether there are files that wait for the end of the run.
    pub fn has_pending(&self) -> bool {
        self.0.files().has_pending()
    }

    /// Ends a run that is complete: puts all finished outputs in their places.
    ///
    /// # Errors
    ///
    /// If one cannot be put there; this and all after it are left for [`Outputs::keep`].
    pub fn commit(&self) -> Result<(), FileError> {
        self.0.files().commit()
    }

    /// Drops what is written of outputs that are not in their places: the run has not begun its work.
    pub fn abandon(&self) {
        self.0.files().abandon();
    }

    /// Ends a run that is not complete: puts what is written of each output into a file beside it. Outputs of
    /// which nothing was written are left out.
    ///
    /// # Errors
    ///
    /// The first error of writing such a file; the others are written all the same.
    pub fn keep(&self) -> (Vec<Partial>, Result<(), FileError>) {
        self.0.files().keep_all()
    }
}

/// A device or a pipe, which may be a terminal.
fn direct(file: File) -> Target {
    Target::Direct(Stream::new(file))
}

/// An open file of this process, which is written to where the next byte goes.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
        || [Path::new("/dev/stdout"), Path::new("/dev/stderr")].contains(&path)
}

/// A folder for files whose names are made from data.
///
/// A file never leaves it: it is written in the folder that was opened, and a symbolic link of its name is refused.
/// Each is put in its place as soon as it is finished.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    outputs: Outputs,
    folder: Folder,
}

impl OutputFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Begins a file in it.
    ///
    /// # Errors
    ///
    /// If the name is no plain file name, belongs to something that is no regular file, to an input or to another
    /// output of the run, or nothing can be written there.
    pub fn begin(&self, name: &str) -> Result<Output, FileError> {
        let shown = self.folder.path().join(name).display().to_string();
        let target = self.target(name, &shown).map_err(FileError::writing(&shown))?;
        Ok(Output::new(shown, target))
    }

    fn target(&self, name: &str, shown: &str) -> io::Result<Target> {
        let name = plain_name(name)?;
        let identities = self.folder.identities(&name)?;
        let entry = self.outputs.0.files().add(shown, &identities, Kind::File, None)?;
        let draft = Draft::begin(&self.folder, &name)?;
        let place = Place { folder: self.folder.clone(), name, entry };
        Ok(Target::File(Box::new(Written::new(shown, &self.outputs.0, draft, place, Moment::Together))))
    }
}

impl Output {
    /// An output of no run: a file is put in its place by [`Output::finish`].
    ///
    /// # Errors
    ///
    /// If nothing can be written there.
    pub fn open(path: Option<&Path>) -> Result<Self, FileError> {
        match path {
            None => Outputs::default().open(None),
            Some(path) => Outputs::default().open_at_once(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn write(outputs: &Outputs, path: &Path, text: &str) -> Output {
        let mut output = outputs.open(Some(path)).expect("a file");
        output.write_all(text.as_bytes()).expect("a disk that is not full");
        output
    }

    fn read(path: &Path) -> Option<String> {
        fs::read_to_string(path).ok()
    }

    #[test]
    fn outputs_appear_together_or_beside() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
        let run = |text: &str| {
            let outputs = Outputs::default();
            write(&outputs, &one, text).finish().expect("written");
            drop(write(&outputs, &other, text));
            outputs
        };
        run("dropped");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        run("old").commit().expect("in place");
        assert_eq!((read(&one).as_deref(), read(&other)), (Some("old"), None), "one was not finished");
        let (kept, ended) = run("new").keep();
        ended.expect("written");
        let kept: Vec<_> = kept.iter().map(|kept| (read(Path::new(&kept.partial)), kept.is_kept)).collect();
        assert_eq!(kept, [(Some("new".to_owned()), true), (Some("new".to_owned()), false)]);
        assert_eq!((read(&one).as_deref(), read(&other)), (Some("old"), None));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing else is left");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let failure = Outputs::default().open(Some(Path::new("/no such folder/a.csv")));
        let failure = failure.expect_err("no such folder").to_string();
        assert!(failure.starts_with("cannot write /no such folder/a.csv: "), "{failure}");
    }

    #[test]
    fn made_names_stay_in_their_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let below = Outputs::default().folder(&folder.path().join("below")).expect("a folder");
        for name in ["", ".", "..", "../a", "a/b", "/a", "a/"] {
            assert!(below.begin(name).is_err(), "{name}");
        }
        below.begin("a").expect("a file").finish().expect("in place");
        assert!(below.begin("a").is_err(), "it is written already");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_directly() {
        Output::open(Some(Path::new("/dev/null"))).expect("a device").finish().expect("written");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_typed_link_is_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let [link, file] = ["link", "file"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).expect("a link");
        for text in ["new", "newer"] {
            let outputs = Outputs::default();
            write(&outputs, &link, text).finish().expect("written");
            outputs.commit().expect("in place");
            assert_eq!(read(&file).as_deref(), Some(text));
        }
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    }

    /// As a file system does that takes `A` and `a` for the same.
    #[test]
    fn a_name_that_leads_to_an_output_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = ["a", "A"].map(|name| folder.path().join(name));
        let outputs = Outputs::default();
        write(&outputs, &one, "one").finish().expect("written");
        let second = write(&outputs, &other, "other");
        outputs.commit().expect("in place");
        fs::hard_link(&one, &other).expect("a link");
        second.finish().expect("written");
        assert!(outputs.commit().is_err());
        assert_eq!(read(&one).as_deref(), Some("one"));
    }
}
