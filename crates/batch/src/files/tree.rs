//! Input files below a folder.

use std::path::Path;

use walkdir::{DirEntry, WalkDir};

/// Endings of compressed files, without the dot.
const PACKED: [&str; 3] = ["gz", "zst", "zstd"];

/// Endings of files that are packed otherwise.
const OTHER_PACKED: [&str; 12] =
    ["bz2", "xz", "zip", "7z", "rar", "lz4", "lz", "lzma", "z", "tar", "tgz", "tbz2"];

/// Files below a folder, sorted by path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileTree {
    /// Paths of the files to read. A folder that cannot be listed is one of them, so that reading reports the error.
    pub files: Vec<String>,
    /// Everything else, with the reason why it is skipped.
    pub skipped: Vec<(String, SkipReason)>,
}

/// Reason why a folder's entry is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// The name has another ending.
    OtherEnding,
    /// The name has the ending of a packed file that is not unpacked automatically.
    Packed,
    /// A file or folder whose name begins with a dot.
    Hidden,
    /// A symbolic link; links are not followed, so that a folder is read once.
    Link,
    /// A device, pipe or socket.
    NotAFile,
    /// The path is not UTF-8.
    NotUtf8,
}

impl SkipReason {
    /// Returns the reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OtherEnding => "another ending",
            Self::Packed => "packed, but not with gzip or zstd",
            Self::Hidden => "hidden",
            Self::Link => "a symbolic link",
            Self::NotAFile => "not a file",
            Self::NotUtf8 => "a name that is not UTF-8",
        }
    }
}

impl FileTree {
    /// Lists the files below a folder whose names end with one of `endings`, also compressed: `names.txt.gz`.
    ///
    /// Endings have no dot and are compared without case. The folder itself may be a symbolic link.
    pub fn below(folder: &Path, endings: &[&str]) -> Self {
        let mut tree = Self::default();
        let mut walk = WalkDir::new(folder).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) if entry.depth() == 0 => {}
                Ok(entry) => {
                    let reason = tree.add(&entry, endings);
                    if reason == Some(SkipReason::Hidden) && entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                }
                Err(error) => tree.files.extend(error.path().map(|path| path.to_string_lossy().into_owned())),
            }
        }
        tree
    }

    /// Adds an entry of a folder; returns the reason if it is skipped.
    fn add(&mut self, entry: &DirEntry, endings: &[&str]) -> Option<SkipReason> {
        let kind = entry.file_type();
        let reason = if entry.file_name().as_encoded_bytes().starts_with(b".") {
            Some(SkipReason::Hidden)
        } else if kind.is_symlink() {
            Some(SkipReason::Link)
        } else if kind.is_dir() {
            return None;
        } else if !kind.is_file() {
            Some(SkipReason::NotAFile)
        } else {
            let name = Path::new(entry.file_name());
            let is_packed = is_one(name, &OTHER_PACKED);
            let reason = if is_packed { SkipReason::Packed } else { SkipReason::OtherEnding };
            (!has_ending(name, endings)).then_some(reason)
        };
        let reason = reason.or(entry.path().to_str().is_none().then_some(SkipReason::NotUtf8));
        let path = entry.path().to_string_lossy().into_owned();
        match reason {
            Some(reason) => self.skipped.push((path, reason)),
            None => self.files.push(path),
        }
        reason
    }
}

/// Returns whether a file name has one of the endings.
fn is_one(name: &Path, endings: &[&str]) -> bool {
    let ending = name.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// Returns whether a file name has one of the endings, which may be followed by that of a compression.
fn has_ending(name: &Path, endings: &[&str]) -> bool {
    let stem = name.file_stem().map(Path::new).filter(|_| is_one(name, &PACKED));
    is_one(stem.unwrap_or(name), endings)
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;

    #[test]
    fn tree_lists_files_in_order() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("b/c"))?;
        fs::create_dir_all(at(".git/x"))?;
        let names = [
            "b/c/1.TXT",
            "b/a.dat.gz",
            "b/txt",
            "a.csv",
            "z.jsonl.zst",
            "note.md",
            "old.txt.bz2",
            "x.gz",
            ".git/y.txt",
        ];
        names.iter().try_for_each(|name| fs::write(at(name), ""))?;
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), at("b/loop"))?;
            std::os::unix::fs::symlink(at("a.csv"), at("link.csv"))?;
        }
        let tree = FileTree::below(folder.path(), &["txt", "dat", "csv", "jsonl"]);
        let short = |path: &String| {
            let path = Path::new(path).strip_prefix(folder.path()).expect("below the folder");
            path.display().to_string().replace('\\', "/")
        };
        let files: Vec<String> = tree.files.iter().map(short).collect();
        assert_eq!(files, ["a.csv", "b/a.dat.gz", "b/c/1.TXT", "z.jsonl.zst"]);
        let skipped =
            tree.skipped.iter().map(|(path, reason)| format!("{}: {}", short(path), reason.words()));
        let skipped: Vec<String> = skipped.filter(|line| !line.contains("link")).collect();
        assert_eq!(
            skipped,
            [
                ".git: hidden",
                "b/txt: another ending",
                "note.md: another ending",
                "old.txt.bz2: packed, but not with gzip or zstd",
                "x.gz: another ending"
            ]
        );
        assert_eq!(cfg!(unix), tree.skipped.iter().any(|(_, reason)| *reason == SkipReason::Link));
        Ok(())
    }

    #[test]
    fn missing_folder_is_listed_itself() {
        let tree = FileTree::below(Path::new("/no/such/folder"), &["txt"]);
        assert_eq!(tree.files, ["/no/such/folder"]);
    }
}
