//! `hexmate convert FILES… --to FORM`.

pub mod args;

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use hexmate_batch::files::{InputDigest, Output};
use hexmate_report::{ConvertedText, Counted, Formulas, GuessedLetters, InputColumns, TargetFormat};
use hexmate_tasks as tasks;
use hexmate_tasks::{Conversion, LostData};

use crate::cli::context::{Context, Pace};
use crate::cli::convert::args::Convert;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{RECORDS, expand_folders};
use crate::cli::positions::expand_starts;
use crate::cli::run::{Sink, Work};

/// Converts every record of the files.
pub fn run(args: &Convert, context: &Context<'_>) -> Result<Status, Failure> {
    let target = args.target();
    let to = target.format;
    let task = tasks::Convert { game: context.requested_game(), reading: args.reading.reading(), to };
    let files = expand_folders(&args.files, &RECORDS, context)?;
    let files = expand_starts(&files, args.reading.order.form(), context)?;
    let progress = context.progress_over(&files, Pace::Fast);
    let (items, input) = (context.records(&files, &progress).with_comments(), InputDigest::disabled());
    let items = items.with_fen_form(args.reading.order.form());
    let render = |found: Result<Conversion, String>| {
        let Conversion { place, content, lost, broken, twins, guessed } = found?;
        match target.render(&content) {
            Ok(record) => Ok(Rendered { record, lost, broken, twins, guessed }),
            Err(fault) => Err(format!("{place}: {fault} [{}]", fault.code())),
        }
    };
    Work { items, input, task: &task, long: None, progress }.run_rendered(context, render, || {
        let output = context.outputs.open(args.output.as_deref())?;
        let formulas = if to == TargetFormat::Csv { context.formulas() } else { Formulas::Kept };
        let is_strict = args.reading.is_strict();
        Ok(Outputs {
            to,
            formulas,
            is_strict,
            output,
            preamble: None,
            own: None,
            converted: 0,
            left_out: 0,
            lost: LostData::default(),
            broken: 0,
            twins: Vec::new(),
            further_twins: 0,
            guessed: GuessedLetters::default(),
        })
    })
}

/// A record as text, with what the summary counts.
struct Rendered {
    record: ConvertedText,
    lost: LostData,
    /// Message about a faulty variation.
    broken: Option<String>,
    /// Messages about twins that the format cannot have.
    twins: Vec<String>,
    /// Language of the piece letters of a game, if it is guessed and not English.
    guessed: Option<String>,
}

/// Output of a conversion, with counts for the summary.
struct Outputs {
    to: TargetFormat,
    formulas: Formulas,
    /// `true` if losses give exit status 1.
    is_strict: bool,
    output: Output,
    /// Header of the records written last.
    preamble: Option<Cow<'static, str>>,
    /// Columns of the input after the fixed ones, in a table of positions.
    own: Option<InputColumns>,
    converted: u64,
    left_out: u64,
    /// Everything that the new format cannot hold.
    lost: LostData,
    /// Number of games with a variation that cannot be read.
    broken: u64,
    /// The first messages about twins that the format cannot have.
    twins: Vec<String>,
    /// Number of further such messages.
    further_twins: usize,
    guessed: GuessedLetters,
}

/// Most messages about twins; further ones are counted.
const MAX_TWIN_NOTES: usize = 10;

impl Outputs {
    fn leave_out(&mut self, message: impl fmt::Display) {
        self.left_out += 1;
        diagnostic::print_error(message);
    }
}

impl Sink for Outputs {
    type Entry = Result<Rendered, String>;

    fn take(&mut self, found: Result<Rendered, String>) -> Result<(), Failure> {
        let rendered = match found {
            Ok(rendered) => rendered,
            Err(message) => {
                self.leave_out(message);
                return Ok(());
            }
        };
        let Rendered { record: ConvertedText { preamble, text, further }, lost, broken, twins, guessed } =
            rendered;
        // A table has one header; a list names its game again where it changes.
        if self.preamble.as_ref() == Some(&preamble) {
            self.output.write_all(self.to.separator().as_bytes())?;
        } else {
            if self.preamble.is_some() && self.to == TargetFormat::Csv {
                self.leave_out("a CSV table cannot contain both games and positions");
                return Ok(());
            }
            self.own = further.as_deref().map(InputColumns::of);
            let header = self.own.as_ref().map(|own| own.header(&preamble));
            let header = header.as_deref().unwrap_or(&preamble);
            self.output.write_all(self.formulas.apply(header).as_bytes())?;
        }
        self.preamble = Some(preamble);
        self.converted += 1;
        self.lost.add(&lost);
        self.guessed.add(guessed.as_deref());
        let shown = twins.len().min(MAX_TWIN_NOTES - self.twins.len());
        self.further_twins += twins.len() - shown;
        self.twins.extend(twins.into_iter().take(shown));
        if let Some(message) = broken {
            self.broken += 1;
            diagnostic::print_error(message);
        }
        let row = match (&self.own, &further) {
            (Some(own), Some(further)) => own.row(&text, further),
            _ => text,
        };
        Ok(self.output.write_all(self.formulas.apply(&row).as_bytes())?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self {
            to,
            is_strict,
            mut output,
            converted,
            left_out,
            lost,
            broken,
            twins,
            further_twins,
            guessed,
            ..
        } = self;
        if converted > 0 {
            output.write_all(to.end().as_bytes())?;
        }
        output.finish()?;
        context.note(format_args!("{} converted, {left_out} left out", Counted(converted, "record")));
        if !guessed.is_empty() {
            context.note(&guessed);
        }
        for message in &twins {
            context.note(format_args!("{message}; all twins of this problem are kept as text"));
        }
        if further_twins > 0 {
            context.note(format_args!("{} on twins", Counted(further_twins as u64, "further note")));
        }
        let is_finding = is_strict && !lost.is_empty();
        let message = format!("not kept in {}: {lost}", to.name());
        match is_finding {
            true => diagnostic::print_error(format_args!("{message} [not-kept]")),
            false if !lost.is_empty() => context.note(message),
            false => {}
        }
        Ok(if left_out + broken == 0 && !is_finding { Status::Clean } else { Status::Findings })
    }
}
