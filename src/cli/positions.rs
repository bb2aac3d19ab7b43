//! Positions named by arguments: a single one, or those of a file.

use std::path::Path;

use hexmate::{FenForm, Kings, Setup};
use hexmate_tasks::position::{NamedPosition, PositionReader};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::shared::position::Subject;

/// Replaces operands such as `start` or `position fen … moves …` by their FEN, unless a file has that name.
pub fn expand_positions(
    files: &[String],
    form: FenForm,
    context: &Context<'_>,
) -> Result<Vec<String>, Failure> {
    let origin = PositionReader { game: context.requested_game(), form, moves: &[], kings: Kings::Required };
    let fen = |text: &String| {
        let first = text.split_whitespace().next().unwrap_or_default();
        if !["start", "startpos", "position"].contains(&first) || Path::new(text).exists() {
            return Ok(text.clone());
        }
        Ok(Setup::from(&origin.argument(text)?).to_fen_in(form))
    };
    files.iter().map(fen).collect()
}

/// Replaces `startpos`, `start` and `start moves …` by their FEN. `startpos moves …` stays as it is: it is read as a game.
pub fn expand_starts(files: &[String], form: FenForm, context: &Context<'_>) -> Result<Vec<String>, Failure> {
    let is_start = |file: &String| file == "startpos" || file.split_whitespace().next() == Some("start");
    let expanded = |file: &String| match is_start(file) {
        true => expand_positions(std::slice::from_ref(file), form, context),
        false => Ok(vec![file.clone()]),
    };
    Ok(files.iter().map(expanded).collect::<Result<Vec<_>, _>>()?.concat())
}

/// Prints what is assumed to read the FEN of an argument.
pub fn note_assumptions(text: &str, origin: &PositionReader<'_>, context: &Context<'_>) {
    for note in origin.notes(text) {
        context.note(format_args!("POSITION: {note} [{}]", note.code()));
    }
}

/// Positions of a single argument or of a file.
pub struct Positions {
    /// Positions in order.
    pub all: Vec<NamedPosition>,
    /// `true` for the positions of a file: rows of a table then begin with an id.
    pub is_from_file: bool,
    /// [`Status::Findings`] if some records could not be read.
    pub status: Status,
}

impl Positions {
    /// Reads all positions; prints an error for each record of a file that has none.
    pub fn read(
        subject: &Subject,
        origin: &PositionReader<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let name = match subject {
            Subject::Position(text) => {
                let (name, position) = (String::new(), origin.argument(text)?);
                note_assumptions(text, origin, context);
                let from_start = origin.moves_from_start(text);
                let all = vec![NamedPosition { name, position, from_start }];
                return Ok(Self { all, is_from_file: false, status: Status::Clean });
            }
            Subject::File(name) => name,
        };
        let (mut all, mut status) = (Vec::new(), Status::Clean);
        let used = &["id", "variant", "fen"];
        let records = context.problems(std::slice::from_ref(name), &Progress::hidden(), used);
        for record in records.with_fen_form(origin.form) {
            if context.interrupt.status().is_some() {
                return Err(context.stopped());
            }
            match origin.record(&record?) {
                Some(Ok(named)) => all.push(named),
                Some(Err(message)) => {
                    diagnostic::print_error_lines(message);
                    status = Status::Findings;
                }
                None => {}
            }
        }
        Ok(Self { all, is_from_file: true, status })
    }

    /// Returns the only position.
    ///
    /// # Errors
    ///
    /// If there is not exactly one.
    pub fn only(self) -> Result<NamedPosition, Failure> {
        let count = self.all.len();
        let mut all = self.all.into_iter();
        match (all.next(), count) {
            (Some(only), 1) => Ok(only),
            _ => Err(Failure::Usage(format!("expected one position; the file has {count}"))),
        }
    }
}
