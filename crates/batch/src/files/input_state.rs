//! State of the input files when a run begins, by which a later run detects files that were changed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::StopFlag;
use crate::digest::Digest;

/// Largest number of digests. More files than that have one digest for several.
const MOST: usize = 1000;

/// Size of the read buffer, in bytes.
const BLOCK: usize = 1 << 16;

/// Number of digits of a digest.
const DIGITS: usize = 16;

/// Digests of the input files, without their names. Stdin, pipes and inline texts have none: their records are compared
/// one by one.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputState {
    /// Number of files, stdin and pipes included.
    files: usize,
    /// Digest of each group of consecutive files, all of the same size but the last.
    digests: Vec<String>,
}

impl InputState {
    /// Reads all regular files. Returns `None` if a signal stopped it.
    ///
    /// A file that is missing or cannot be read has an empty digest: it is an error of the run, which names it.
    pub fn read(files: &[String], stop: &StopFlag) -> Option<Self> {
        let mut digests = Vec::new();
        for group in files.chunks(group_size(files.len())) {
            let mut all = String::new();
            for file in group {
                all += &digest(Path::new(file), stop).unwrap_or_else(|_| Some(String::new()))?;
            }
            digests.push(if group.len() == 1 { all } else { shortened(&Digest::of(&all)) });
        }
        Some(Self { files: files.len(), digests })
    }

    /// Returns whether the program itself can have written this state. Logs are untrusted.
    pub(crate) fn is_sane(&self) -> bool {
        let is_digest =
            |text: &String| text.len() <= DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.digests.len() == self.files.div_ceil(group_size(self.files))
            && self.digests.iter().all(is_digest)
    }

    /// Returns the difference to an earlier state in words, or `None` if there is none; `files` are those of this state.
    pub(crate) fn difference(&self, earlier: &Self, files: &[String]) -> Option<String> {
        if self.files != earlier.files {
            let (now, before) = (self.files, earlier.files);
            return Some(format!("the input has {now} files, and had {before}"));
        }
        let pairs = self.digests.iter().zip(&earlier.digests);
        let mut groups = files.chunks(group_size(files.len())).zip(pairs);
        let (changed, _) = groups.find(|(_, (now, before))| now != before)?;
        Some(match changed {
            [] => "an input has changed".to_owned(),
            [file] => format!("{file} has changed"),
            [first, .., last] => format!("one of the files from {first} to {last} has changed"),
        })
    }
}

/// Returns the number of files with one digest.
fn group_size(files: usize) -> usize {
    files.div_ceil(MOST).max(1)
}

/// Returns the digest of a regular file, an empty one of anything else, or `None` after a stop.
fn digest(path: &Path, stop: &StopFlag) -> io::Result<Option<String>> {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(Some(String::new()));
    }
    let (mut file, mut digest) = (File::open(path)?, Digest::default());
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok(Some(shortened(&digest))),
            Ok(length) => digest.add(&block[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if stop.is_raised() {
            return Ok(None);
        }
    }
}

fn shortened(digest: &Digest) -> String {
    format!("{:016x}", digest.to_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(files: &[String]) -> InputState {
        InputState::read(files, &StopFlag::default()).expect("no signal")
    }

    #[test]
    fn changed_files_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        for count in [1, 3, MOST, 2 * MOST + 1] {
            let files: Vec<String> =
                (0..count).map(|n| folder.path().join(n.to_string()).display().to_string()).collect();
            for file in &files {
                fs::write(file, file).expect("a file");
            }
            let before = state(&files);
            assert!(before.is_sane() && before.digests.len() <= MOST, "{count}");
            assert_eq!(state(&files).difference(&before, &files), None, "{count}");
            for file in [&files[0], &files[count / 2], &files[count - 1]] {
                fs::write(file, format!("{file} and more")).expect("a file");
                let change = state(&files).difference(&before, &files).expect("a change");
                assert!(
                    change.ends_with("has changed") && (count > MOST || change.contains(file.as_str())),
                    "{change}"
                );
                fs::write(file, file).expect("a file");
            }
            let fewer = state(&files[1..]).difference(&before, &files[1..]).expect("a change");
            assert!(fewer.ends_with(&format!("and had {count}")), "{fewer}");
        }
    }

    #[test]
    fn streams_and_positions_have_no_digest() {
        let files = ["-", "/dev/null", "missing", "k/3/5 w - 0 1"].map(str::to_owned);
        assert_eq!(state(&files).digests, vec![""; 4]);
    }
}
