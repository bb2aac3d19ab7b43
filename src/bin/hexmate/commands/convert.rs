//! `hexmate convert FILES… --to FORM`.

use std::fmt;
use std::io::Write;

use hexmate::files::{InputDigest, Output};
use hexmate::report::{Counted, OwnColumns};
use hexmate::tasks::{Conversion, Form};

use crate::args::{Convert, LongWork};
use crate::context::{Context, Pace};
use crate::diagnostic::{self, Color};
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};

/// Writes every record of the files in another form.
pub fn run(args: &Convert, context: &Context<'_>) -> Result<Status, Failure> {
    let task = args.task(context.asked_game());
    let (long, progress) = (&LongWork::default(), context.progress_over(&args.files, Pace::Fast));
    let (items, input) = (context.records(&args.files, &progress).with_comments(), InputDigest::unused());
    let items = items.ordered(args.reading.order.order());
    Work { items, input, task: &task, long, progress }.run(context, || {
        let output = context.outputs.open(args.output.as_deref())?;
        let (to, color) = (task.to, context.color);
        Ok(Outputs { to, color, output, preamble: None, own: None, converted: 0, left_out: 0, variations: 0 })
    })
}

/// The file, and what has gone there.
struct Outputs {
    to: Form,
    color: Color,
    output: Output,
    /// What stands before the records written last.
    preamble: Option<String>,
    /// What a table of positions has behind its fixed columns.
    own: Option<OwnColumns>,
    converted: u64,
    left_out: u64,
    /// Variations that are lost.
    variations: usize,
}

impl Outputs {
    fn leave_out(&mut self, message: impl fmt::Display) {
        self.left_out += 1;
        diagnostic::complain(message, self.color);
    }
}

impl Sink for Outputs {
    type Entry = Result<Conversion, String>;

    fn take(&mut self, found: Result<Conversion, String>) -> Result<(), Failure> {
        let text = match found {
            Ok(text) => text,
            Err(message) => {
                self.leave_out(message);
                return Ok(());
            }
        };
        // A table has one header; a list names its game again where it changes.
        if self.preamble.as_ref() != Some(&text.preamble) {
            if self.preamble.is_some() && self.to == Form::Csv {
                self.leave_out("games and positions do not fit into one table");
                return Ok(());
            }
            self.own = text.further.as_deref().map(OwnColumns::of);
            let header = self.own.as_ref().map(|own| own.header(&text.preamble));
            self.output.write_all(header.as_ref().unwrap_or(&text.preamble).as_bytes())?;
        } else if self.to == Form::Pgn {
            self.output.write_all(b"\n")?;
        }
        self.preamble = Some(text.preamble);
        self.converted += 1;
        self.variations += text.variations;
        let row = match (&self.own, &text.further) {
            (Some(own), Some(further)) => own.row(&text.text, further),
            _ => text.text,
        };
        Ok(self.output.write_all(row.as_bytes())?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { output, converted, left_out, variations, .. } = self;
        output.finish()?;
        let lost = match variations {
            0 => String::new(),
            some => format!(", {} not written", Counted(some as u64, "variation")),
        };
        context.note(format_args!("{} converted, {left_out} left out{lost}", Counted(converted, "record")));
        Ok(if left_out == 0 { Status::Clean } else { Status::Findings })
    }
}
