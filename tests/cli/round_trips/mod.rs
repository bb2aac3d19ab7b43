//! Laws of round trips: each token of random games and each column of random problems comes out of every command that writes
//! them, at its place, or a counted note says how many do not.

mod games;
mod of_games;
mod of_problems;
mod problems;
pub mod tokens;

use std::fmt;
use std::fs;
use std::path::Path;

use crate::run::{Ended, hexmate};

/// Data that a command lost, each with its record.
#[derive(Default)]
struct Losses {
    /// The way of the record, what is lost, and the record as it was.
    all: Vec<(String, String, String)>,
}

impl Losses {
    fn add(&mut self, way: &str, lost: String, record: &str) {
        self.all.push((way.to_owned(), lost, record.to_owned()));
    }

    #[track_caller]
    fn assert_none(&self) {
        assert!(self.all.is_empty(), "{self}");
    }
}

/// Shows the number of losses of each way, and for each kind of loss the shortest record.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} losses", self.all.len())?;
        let mut ways: Vec<&str> = self.all.iter().map(|(way, ..)| way.as_str()).collect();
        ways.dedup();
        for way in ways {
            let lost = || self.all.iter().filter(|(other, ..)| other == way);
            writeln!(f, "{way}: {}", lost().count())?;
            // One loss of each kind; its first word names it.
            let mut kinds: Vec<&str> = lost().map(|(_, what, _)| kind(what)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            for name in kinds {
                let of_kind = lost().filter(|(_, what, _)| kind(what) == name);
                let (_, what, record) = of_kind.min_by_key(|(.., record)| record.len()).expect("one loss");
                writeln!(f, "  {what}\n  in {record}")?;
            }
        }
        Ok(())
    }
}

/// Returns the first word of a loss.
fn kind(lost: &str) -> &str {
    lost.split(' ').next().unwrap_or_default()
}

/// Returns the sum of the numbers in all notes of a run that something is not kept.
fn noted(stderr: &str) -> usize {
    let notes = stderr.lines().filter_map(|line| line.split_once("not kept in "));
    let items = notes.flat_map(|(_, note)| note.split([':', ',']).skip(1));
    items.filter_map(|item| item.trim().split(' ').next()?.parse::<usize>().ok()).sum()
}

/// A folder for the files of one law.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.at(name);
        fs::write(&path, text).expect("a file");
        path
    }
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Converts a file into another; returns the run.
fn convert(from: &str, form: &str, to: &str) -> Ended {
    let ended = hexmate(&["convert", from, "--to", form, "-o", to]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    ended
}
