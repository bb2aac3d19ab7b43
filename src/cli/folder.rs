//! Folders among the files of a command line.

use std::path::Path;

use hexmate_batch::files::{FileTree, SkipReason};
use hexmate_batch::terminal::one_line;
use hexmate_report::Counted;

use crate::cli::context::Context;
use crate::cli::exit::Failure;

/// Endings of files with games, positions or problems.
pub const RECORDS: [&str; 8] = ["pgn", "fen", "epd", "csv", "jsonl", "inp", "olv", "yaml"];

/// Endings of files with games.
pub const GAMES: [&str; 3] = ["pgn", "csv", "jsonl"];

/// Maximum number of skipped files that are named.
const NAMED: usize = 10;

/// Replaces each folder by the files below it that have one of the endings. Prints a note that names skipped files.
///
/// A folder without such files stays in the list: opening it is an error, and the other inputs are read.
///
/// # Errors
///
/// If an output of the run would overwrite a file.
pub fn expand_folders(
    files: &[String],
    endings: &[&str],
    context: &Context<'_>,
) -> Result<Vec<String>, Failure> {
    let mut expanded = Vec::new();
    for file in files {
        if !Path::new(file).is_dir() {
            expanded.push(file.clone());
            continue;
        }
        let FileTree { files, skipped } = FileTree::below(Path::new(file), endings);
        let mut read = Vec::with_capacity(files.len());
        let mut skipped: Vec<(String, &str)> =
            skipped.into_iter().map(|(path, reason)| (path, SkipReason::words(reason))).collect();
        for file in files {
            match context.outputs.owner(Path::new(&file)) {
                None => read.push(file),
                // The shell has emptied the file already.
                Some(owner) if owner == "stdout" => skipped.insert(0, (file, "an output of this run")),
                Some(owner) => {
                    let message = format!("{owner} would overwrite {file}, which is an input");
                    return Err(Failure::Usage(message));
                }
            }
        }
        for file in &read {
            context.outputs.add_input(Path::new(file));
        }
        if read.is_empty() {
            context.refuse_folder(file, format!("no file in this folder ends in {}", alternatives(endings)));
            expanded.push(file.clone());
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

/// Returns words as a list: `fen, epd or csv`.
fn alternatives(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}
