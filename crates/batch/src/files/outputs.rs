//! All files that a run reads and writes. No output may be an input or another output, under any name, and the
//! outputs appear together when the run is complete.
//!
//! ```text
//! add_input, claim         before the run   register paths; a clash is an error
//! open, folder             during the run   an Output, or a folder of outputs; a clash is an error
//! commit or keep_partial   at the end       replace all outputs, or keep them as FILE.partial
//! ```

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::output::{FileOutput, Output, Target};
use super::place::{Draft, Folder, Identity, file_name, folder_of, plain_name, resolve_links};
use super::registry::{Clash, CommitTime, Held, Kind, Partial, Place, Registry};
use crate::terminal::{Colours, Stream};

/// The files of a run. Clones share one registry.
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
pub struct Outputs(Registry, Colours);

impl Outputs {
    /// Returns the files of the run with this use of colours on stdout.
    #[must_use]
    pub fn with_colours(self, colours: Colours) -> Self {
        Self(self.0, colours)
    }

    /// Registers an input file; `-` is stdin. A missing file is ignored.
    pub fn add_input(&self, path: &Path) {
        let name = path.display().to_string();
        let (node, name) = match path == Path::new("-") {
            true => (Identity::of_stream(&io::stdin()), "stdin".to_owned()),
            false => (Identity::existing(path).filter(|_| path.is_file()), name),
        };
        if let Some(node) = node {
            self.0.files().add_input(node, name);
        }
    }

    /// Returns the name of the input that an existing file is.
    pub fn input(&self, path: &Path) -> Option<String> {
        self.0.files().input(&Identity::existing(path)?)
    }

    /// Removes a file that has been read to its end from the inputs, so that it may be replaced.
    pub fn release_input(&self, path: &Path) {
        if let Some(node) = Identity::existing(path) {
            self.0.files().release_input(&node);
        }
    }

    /// Registers all files in a folder whose names end with `suffix`, such as `.table`, as inputs.
    pub fn add_input_folder(&self, folder: &Path, suffix: &str) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_read = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(suffix.as_bytes());
        entries.map(|entry| entry.path()).filter(is_read).for_each(|path| self.add_input(&path));
    }

    /// Returns the option whose output an existing file is, or `stdout`.
    pub fn owner(&self, path: &Path) -> Option<String> {
        self.0.files().owner(&Identity::existing(path)?)
    }

    /// Reserves a path for the output of an option (`owner`); `-` is stdout.
    ///
    /// # Errors
    ///
    /// If the path is an input or the output of another option.
    pub fn claim(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        let kind = if path.is_dir() { Kind::Shared } else { Kind::File };
        self.0.files().claim(owner, path, kind).map(|_| ())
    }

    /// Reserves a folder in which several outputs may have files.
    ///
    /// # Errors
    ///
    /// If the path is an input, an output, or a folder claimed by one output alone.
    pub fn claim_shared_folder(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        self.0.files().claim(owner, path, Kind::Shared).map(|_| ())
    }

    /// Reserves a folder for the files of one output alone.
    ///
    /// # Errors
    ///
    /// If the path is an input, another output, or the folder of another output.
    pub fn claim_own_folder(&self, owner: &str, path: &Path) -> Result<(), Clash> {
        self.0.files().claim(owner, path, Kind::Own).map(|_| ())
    }

    /// Opens an output: stdout if the path is `None` or `-`, a device or pipe for direct writing, or a file that
    /// [`Outputs::commit`] replaces. Symbolic links are followed.
    ///
    /// # Errors
    ///
    /// If the path cannot be written, is an input, or is already open.
    pub fn open(&self, path: Option<&Path>) -> Result<Output, FileError> {
        self.open_to(path, CommitTime::RunEnd)
    }

    /// Opens an output that [`Output::finish`] replaces at once. A finished output may be opened again.
    ///
    /// # Errors
    ///
    /// As for [`Outputs::open`].
    pub fn open_without_commit(&self, path: &Path) -> Result<Output, FileError> {
        self.open_to(Some(path), CommitTime::OnFinish)
    }

    /// Opens an output that says which inputs could not be read: [`Outputs::commit_reports`] replaces it too.
    ///
    /// # Errors
    ///
    /// As for [`Outputs::open`].
    pub fn open_report(&self, path: Option<&Path>) -> Result<Output, FileError> {
        self.open_to(path, CommitTime::ReportEnd)
    }

    /// Opens an output of a run that may be killed: `FILE.partial` has each record as soon as it is written, and
    /// becomes the file at [`Outputs::commit`]. An existing partial file is not replaced; the new one gets a number.
    ///
    /// # Errors
    ///
    /// As for [`Outputs::open`].
    pub fn open_visible(&self, path: Option<&Path>) -> Result<Output, FileError> {
        let mut output = self.open(path)?;
        output.make_visible()?;
        Ok(output)
    }

    /// Waits until no file is being replaced, and prevents it until the result is dropped.
    pub fn hold(&self) -> Held<'_> {
        self.0.hold()
    }

    fn open_to(&self, path: Option<&Path>, commit: CommitTime) -> Result<Output, FileError> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::new(
                "stdout".to_owned(),
                Target::Stdout(Stream::new(io::stdout()).with_colours(self.1)),
            ));
        };
        let name = path.display().to_string();
        let target = self.target(path, &name, commit).map_err(FileError::writing(&name))?;
        Ok(Output::new(name, target))
    }

    fn target(&self, path: &Path, name: &str, commit: CommitTime) -> io::Result<Target> {
        if is_descriptor(path) {
            return File::options().append(true).open(path).map(direct);
        }
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return File::options().write(true).open(path).map(direct);
        }
        let target_path = resolve_links(path);
        let folder = Folder::open(folder_of(&target_path))?;
        let target_name = file_name(&target_path)?;
        let entry = self.0.files().open(name, path)?;
        if commit == CommitTime::ReportEnd {
            self.0.files().set_report(entry);
        }
        let draft = Draft::create(&folder, &target_name)?;
        let place = Place { folder, name: target_name, entry };
        Ok(Target::File(Box::new(FileOutput::new(name, &self.0, draft, place, commit))))
    }

    /// Opens a folder for files whose names are derived from data; creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// If the folder cannot be opened or created.
    pub fn folder(&self, path: &Path) -> Result<OutputFolder, FileError> {
        let open = || {
            fs::create_dir_all(path)?;
            Folder::open(path)
        };
        let folder = open().map_err(FileError::writing(path.display().to_string()))?;
        Ok(OutputFolder { outputs: self.clone(), folder })
    }

    /// Marks the run as ending before its work is done.
    pub fn set_incomplete(&self) {
        self.0.files().set_incomplete();
    }

    /// Returns whether the run was marked as ending before its work is done.
    pub fn is_incomplete(&self) -> bool {
        self.0.files().is_incomplete()
    }

    /// Returns whether a file is open or waits for [`commit`](Self::commit).
    pub fn has_pending(&self) -> bool {
        self.0.files().has_pending()
    }

    /// Ends a complete run: replaces the files of all finished outputs.
    ///
    /// # Errors
    ///
    /// If a file cannot be replaced; the outputs are then left for [`Outputs::keep_partial`].
    pub fn commit(&self) -> Result<(), FileError> {
        self.0.commit()
    }

    /// Ends a run in which inputs could not be read, but all others were: replaces the files of the finished outputs
    /// that [`Outputs::open_report`] opened. The others are left for [`Outputs::keep_partial`].
    ///
    /// # Errors
    ///
    /// If a file cannot be replaced.
    pub fn commit_reports(&self) -> Result<(), FileError> {
        self.0.commit_reports()
    }

    /// Drops all pending outputs, if a run fails before its work begins.
    pub fn discard(&self) {
        self.0.files().discard();
    }

    /// Ends an incomplete run: keeps each pending output as `FILE.partial`, or in the current folder or that for
    /// temporary files if its own folder takes no file. Unfinished empty outputs are dropped.
    ///
    /// # Errors
    ///
    /// The first error; the other outputs are kept nevertheless.
    pub fn keep_partial(&self) -> (Vec<Partial>, Result<(), FileError>) {
        self.0.keep_all()
    }
}

/// Wraps a device or a pipe, which may be a terminal.
fn direct(file: File) -> Target {
    Target::Direct(Stream::new(file))
}

/// Returns whether a path is that of an open file descriptor, which is opened in append mode.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
        || [Path::new("/dev/stdout"), Path::new("/dev/stderr")].contains(&path)
}

/// A folder for files whose names are derived from data.
///
/// Files are always created inside the opened folder: other paths and symbolic links are errors. Each file replaces an
/// existing one when it is finished.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    outputs: Outputs,
    folder: Folder,
}

impl OutputFolder {
    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Creates a file in the folder.
    ///
    /// # Errors
    ///
    /// If the name is not a plain file name, or belongs to an input, to another output or to something other than
    /// a regular file, or if the file cannot be created.
    pub fn create(&self, name: &str) -> Result<Output, FileError> {
        let shown = self.folder.path().join(name).display().to_string();
        let target = self.target(name, &shown).map_err(FileError::writing(&shown))?;
        Ok(Output::new(shown, target))
    }

    /// Creates a file in the folder that may be written again in the same run. It is synced when it is finished.
    ///
    /// # Errors
    ///
    /// As for [`OutputFolder::create`].
    pub fn replace(&self, name: &str) -> Result<Output, FileError> {
        let path = self.folder.path().join(name);
        let shown = path.display().to_string();
        let target = || {
            let name = plain_name(name)?;
            self.folder.identities(&name)?;
            let entry = self.outputs.0.files().open(&shown, &path)?;
            self.place(&shown, name, entry, CommitTime::OnFinish)
        };
        Ok(Output::new(shown.clone(), target().map_err(FileError::writing(&shown))?))
    }

    fn target(&self, name: &str, shown: &str) -> io::Result<Target> {
        let name = plain_name(name)?;
        let identities = self.folder.identities(&name)?;
        let entry = self.outputs.0.files().add(shown, &identities, Kind::File, None)?;
        self.place(shown, name, entry, CommitTime::OnFinishUnsynced)
    }

    fn place(&self, shown: &str, name: OsString, entry: usize, commit: CommitTime) -> io::Result<Target> {
        let draft = Draft::create(&self.folder, &name)?;
        let place = Place { folder: self.folder.clone(), name, entry };
        Ok(Target::File(Box::new(FileOutput::new(shown, &self.outputs.0, draft, place, commit))))
    }
}

impl Output {
    /// Opens an output outside a run, which [`Output::finish`] replaces at once.
    ///
    /// # Errors
    ///
    /// If the path cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Self, FileError> {
        match path {
            None => Outputs::default().open(None),
            Some(path) => Outputs::default().open_without_commit(path),
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
    fn outputs_are_committed_or_kept_partial() {
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
        assert_eq!((read(&one).as_deref(), read(&other)), (Some("old"), None), "b.csv is not finished");
        let (kept, ended) = run("new").keep_partial();
        ended.expect("written");
        let kept: Vec<_> =
            kept.iter().map(|kept| (read(Path::new(&kept.partial)), kept.has_previous)).collect();
        assert_eq!(kept, [(Some("new".to_owned()), true), (Some("new".to_owned()), false)]);
        assert_eq!((read(&one).as_deref(), read(&other)), (Some("old"), None));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing else is left");
    }

    #[test]
    fn one_bad_place_keeps_all_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
        fs::write(&one, "old").expect("a file");
        let outputs = Outputs::default();
        write(&outputs, &one, "new").finish().expect("written");
        write(&outputs, &other, "new").finish().expect("written");
        fs::create_dir(&other).expect("a folder");
        let refused = outputs.commit().expect_err("a folder is in the way").to_string();
        assert!(refused.contains("b.csv"), "{refused}");
        assert!(!outputs.hold().is_committed());
        let (kept, ended) = outputs.keep_partial();
        ended.expect("written");
        assert!(kept.iter().all(|kept| kept.is_complete && kept.has_previous), "{kept:?}");
        let texts: Vec<_> = kept.iter().map(|kept| read(Path::new(&kept.partial))).collect();
        assert_eq!(texts, [Some("new".to_owned()), Some("new".to_owned())]);
        assert_eq!(read(&one).as_deref(), Some("old"), "both or none");
    }

    #[cfg(unix)]
    #[test]
    fn removed_folder_moves_partial_output() {
        let folder = tempfile::tempdir().expect("a folder");
        let below = folder.path().join("below");
        fs::create_dir(&below).expect("a folder");
        let path = below.join("hexmate-removed-folder.csv");
        let outputs = Outputs::default();
        write(&outputs, &path, "new").finish().expect("written");
        fs::remove_dir_all(&below).expect("removed");
        assert!(outputs.commit().is_err());
        let (kept, ended) = outputs.keep_partial();
        ended.expect("written");
        let partial = Path::new(&kept[0].partial);
        assert_eq!(read(partial).as_deref(), Some("new"), "{kept:?}");
        assert!(partial.is_absolute() && !kept[0].has_previous, "{kept:?}");
        fs::remove_file(partial).expect("removed");
    }

    #[test]
    fn visible_output_has_every_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        let [partial, second] = ["a.txt.partial", "a.txt.partial-2"].map(|name| folder.path().join(name));
        fs::write(&partial, "of an older run").expect("a file");
        let outputs = Outputs::default();
        let mut output = outputs.open_visible(Some(&path)).expect("a file");
        output.write_all(b"one ").expect("written");
        assert_eq!(read(&second).as_deref(), Some("one "), "at once");
        output.write_all(b"two").expect("written");
        output.finish().expect("written");
        outputs.commit().expect("in place");
        assert_eq!(read(&path).as_deref(), Some("one two"));
        assert_eq!((read(&partial).as_deref(), second.exists()), (Some("of an older run"), false));
        let outputs = Outputs::default();
        drop(write(&outputs, &folder.path().join("b.txt"), ""));
        let mut output = outputs.open_visible(Some(&path)).expect("a file");
        output.write_all(b"three").expect("written");
        drop(output);
        let (kept, ended) = outputs.keep_partial();
        ended.expect("written");
        let kept: Vec<_> = kept.iter().map(|kept| (kept.partial.as_str(), kept.is_complete)).collect();
        assert_eq!(kept, [(second.to_str().expect("text"), false)]);
        assert_eq!(read(&second).as_deref(), Some("three"));
    }

    #[test]
    fn missing_folder_error_names_file() {
        let failure = Outputs::default().open(Some(Path::new("/no such folder/a.csv")));
        let failure = failure.expect_err("no such folder").to_string();
        assert!(failure.starts_with("cannot write /no such folder/a.csv: "), "{failure}");
    }

    #[test]
    fn derived_names_stay_in_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let below = Outputs::default().folder(&folder.path().join("below")).expect("a folder");
        for name in ["", ".", "..", "../a", "a/b", "/a", "a/"] {
            assert!(below.create(name).is_err(), "{name}");
        }
        below.create("a").expect("a file").finish().expect("in place");
        assert!(below.create("a").is_err(), "it is written already");
        for _ in 0..2 {
            below.replace("b").expect("a file").finish().expect("in place");
        }
        assert!(below.replace("a").is_err(), "it is another output");
    }

    #[cfg(unix)]
    #[test]
    fn device_is_written_directly() {
        Output::open(Some(Path::new("/dev/null"))).expect("a device").finish().expect("written");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_link_is_followed() {
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

    /// A hard link simulates a file system without case, where `A` and `a` are one file.
    #[test]
    fn alias_of_an_output_is_rejected() {
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
