//! Folders among the files of a command line.

use std::io;
use std::path::Path;

use hexmate_batch::files::{FileError, FileTree, SkipReason};
use hexmate_batch::terminal::one_line;
use hexmate_report::Counted;

use crate::cli::context::Context;
use crate::cli::exit::Failure;

/// Endings of the files that are read in a folder.
const ENDINGS: [&str; 5] = ["pgn", "fen", "epd", "csv", "jsonl"];

/// Maximum number of skipped files that are named.
const NAMED: usize = 10;

/// Replaces each folder by the files below it, without outputs of the run. Prints a note that names skipped files.
pub fn expand_folders(files: &[String], context: &Context<'_>) -> Result<Vec<String>, Failure> {
    let mut expanded = Vec::new();
    for file in files {
        if !Path::new(file).is_dir() {
            expanded.push(file.clone());
            continue;
        }
        let FileTree { files, skipped } = FileTree::below(Path::new(file), &ENDINGS);
        let (own, read): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| context.outputs.is_output(Path::new(file)));
        for file in &read {
            context.outputs.add_input(Path::new(file));
        }
        let own = own.into_iter().map(|file| (file, "an output of this run"));
        let skipped = skipped.into_iter().map(|(path, reason)| (path, SkipReason::words(reason)));
        let skipped: Vec<(String, &str)> = own.chain(skipped).collect();
        if read.is_empty() {
            let [others @ .., last] = ENDINGS;
            let message = format!("no file in this folder ends in {} or {last}", others.join(", "));
            return Err(FileError::reading(file)(io::Error::new(io::ErrorKind::NotFound, message)).into());
        }
        if !skipped.is_empty() {
            let named = skipped.iter().take(NAMED).map(|(path, why)| format!("{} ({why})", one_line(path)));
            let mut named: Vec<String> = named.collect();
            named.extend((skipped.len() > NAMED).then(|| format!("and {} more", skipped.len() - NAMED)));
            let count = Counted(skipped.len() as u64, "file");
            context.note(format!("{}: skipped {count}: {}", one_line(file), named.join(", ")));
        }
        expanded.extend(read);
    }
    Ok(expanded)
}
