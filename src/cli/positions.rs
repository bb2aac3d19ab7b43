//! The positions that arguments name: one, or those of a file. Counts and draws nothing.

use std::path::Path;

use hexmate_position::Dialect;
use hexmate_position::{Position, Setup};
use hexmate_tasks::position::{Named, Origin};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::shared::position::Subject;

/// Files, with `start` and the like as the FEN that they mean: problems are read from that.
pub fn spelt_out(files: &[String], order: Dialect, context: &Context<'_>) -> Result<Vec<String>, Failure> {
    let origin = Origin { asked: context.asked_game(), order, moves: &[] };
    let fen = |text: &String| {
        let first = text.split_whitespace().next().unwrap_or_default();
        if !["start", "startpos", "position"].contains(&first) || Path::new(text).exists() {
            return Ok(text.clone());
        }
        Ok(Setup::from(&origin.argument(text)?).to_fen_in(order))
    };
    files.iter().map(fen).collect()
}

/// Files, with `start` and `start moves …` as the FEN that they mean; a list of moves after `startpos` is a game.
pub fn starts_spelt_out(
    files: &[String],
    order: Dialect,
    context: &Context<'_>,
) -> Result<Vec<String>, Failure> {
    let is_start = |file: &String| file == "startpos" || file.split_whitespace().next() == Some("start");
    let spelt = |file: &String| match is_start(file) {
        true => spelt_out(std::slice::from_ref(file), order, context),
        false => Ok(vec![file.clone()]),
    };
    Ok(files.iter().map(spelt).collect::<Result<Vec<_>, _>>()?.concat())
}

/// Positions, and whether they have names that their rows must tell.
pub struct Positions {
    /// The positions, in order.
    pub all: Vec<Named>,
    /// Whether they are those of a file.
    pub are_of_file: bool,
    /// How reading them has ended.
    pub status: Status,
}

impl Positions {
    /// Reads all; complains of records of a file that give none.
    pub fn read(subject: &Subject, origin: &Origin<'_>, context: &Context<'_>) -> Result<Self, Failure> {
        let name = match subject {
            Subject::Position(text) => {
                let (name, position) = (String::new(), origin.argument(text)?);
                let all = vec![Named { name, position }];
                return Ok(Self { all, are_of_file: false, status: Status::Clean });
            }
            Subject::File(name) => name,
        };
        let (mut all, mut status) = (Vec::new(), Status::Clean);
        let used = &["id", "variant", "fen"];
        let records = context.problems(std::slice::from_ref(name), &Progress::hidden(), used);
        for record in records.ordered(origin.order) {
            if context.interrupt.status().is_some() {
                return Err(context.stopped());
            }
            match origin.record(&record?) {
                Some(Ok(named)) => all.push(named),
                Some(Err(message)) => {
                    diagnostic::complain_in_lines(message);
                    status = Status::Findings;
                }
                None => {}
            }
        }
        Ok(Self { all, are_of_file: true, status })
    }

    /// The only one.
    pub fn only(self) -> Result<Position, Failure> {
        let count = self.all.len();
        let mut all = self.all.into_iter();
        match (all.next(), count) {
            (Some(only), 1) => Ok(only.position),
            _ => Err(Failure::Usage(format!("expected one position, the file has {count}"))),
        }
    }
}
