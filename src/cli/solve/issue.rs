//! The issue of a magazine as the input of `solve`: a description, and the problems that it names.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use hexmate_batch::files::{FileError, InputDigest};
use hexmate_batch::terminal::one_line;
use hexmate_position::{FenForm, Letters};
use hexmate_problems::PRINTED_COLUMNS;
use hexmate_report::Issue;
use hexmate_tasks::records::{Record, is_position};
use hexmate_tasks::{Description, IssueFault, SelectedIssue};

use crate::cli::context::Context;
use crate::cli::exit::Failure;
use crate::cli::progress::Progress;
use crate::cli::select::conditions::query;

/// Longest description, in bytes.
const LONGEST: u64 = 1 << 20;

/// An issue with the settings of its description.
#[derive(Debug)]
pub struct DescribedIssue {
    /// Title; `None` for that of every book.
    pub title: Option<String>,
    /// Language; `None` for English.
    pub language: Option<Letters>,
    /// Sections, awards and numbers.
    pub issue: Issue,
}

/// An issue with its problems.
pub struct ReadIssue {
    pub described: DescribedIssue,
    /// The problems in the order of the issue.
    pub records: Vec<Record>,
    /// Names of the description and of the files that it names.
    pub files: Vec<String>,
}

/// Returns the name of the description; `None` if the inputs are files of problems.
///
/// # Errors
///
/// If there are other inputs besides a description.
pub fn description(files: &[String]) -> Result<Option<&str>, Failure> {
    let is_description = |file: &&String| {
        let ending = Path::new(file.as_str()).extension();
        !is_position(file) && ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    };
    match (files.iter().find(is_description), files) {
        (None, _) => Ok(None),
        (Some(file), [_]) => Ok(Some(file)),
        (Some(file), _) => {
            let message =
                format!("{file}: the description of a magazine is the only input; it names its files itself");
            Err(Failure::Usage(message))
        }
    }
}

/// Reads a description and the problems that it names.
///
/// # Errors
///
/// If a file cannot be read or would be overwritten, or the description has a fault.
pub fn read(
    name: &str,
    form: FenForm,
    input: &InputDigest,
    context: &Context<'_>,
) -> Result<ReadIssue, Failure> {
    let text = text(name, input).map_err(FileError::reading(name))?;
    let fault = |fault: IssueFault| Failure::Argument(Box::new(fault.diagnostic(name, &text)));
    let description = Description::parse(&text).map_err(fault)?;
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let files = description.files(folder).map_err(fault)?;
    for file in &files {
        if let Some(owner) = context.outputs.owner(Path::new(file)) {
            let message = format!("{owner} would overwrite {file}, which is an input");
            return Err(Failure::Usage(message));
        }
        context.outputs.add_input(Path::new(file));
    }
    let records = context
        .problems(&files, &Progress::hidden(), &PRINTED_COLUMNS)
        .with_fen_form(form)
        .with_digest(input);
    let records = records.collect::<Result<Vec<_>, _>>()?;
    let game = context.game();
    let conditions = |text: &str| query(text, game);
    let selected = description.select(folder, records, context.requested_game(), &conditions);
    let SelectedIssue { issue, records, notes } = selected.map_err(fault)?;
    for note in &notes {
        context.note(format_args!("{}: {note} [{}]", one_line(name), note.code()));
    }
    let Description { title, language, .. } = description;
    let files = std::iter::once(name.to_owned()).chain(files).collect();
    Ok(ReadIssue { described: DescribedIssue { title, language, issue }, records, files })
}

/// Reads the text of a description.
fn text(name: &str, input: &InputDigest) -> io::Result<String> {
    let mut text = String::new();
    let file = File::open(name)?;
    input.reading(name, file.take(LONGEST + 1)).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "longer than 1 MiB"));
    }
    Ok(text)
}
