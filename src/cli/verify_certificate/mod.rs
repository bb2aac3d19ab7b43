//! `hexmate verify-certificate FILES…`.

pub mod args;

use hexmate_batch::Items;
use hexmate_batch::files::{Input, InputDigest};
use hexmate_report::Counted;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::records::Item;
use hexmate_tasks::{CertificateFile, CheckCertificate, CheckedCertificate, ExpectedProblem};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use crate::cli::verify_certificate::args::VerifyCertificate;
use serde_json::json;

/// Checks every certificate.
pub fn run(args: &VerifyCertificate, context: &Context<'_>) -> Result<Status, Failure> {
    let expected = args.problems.as_ref().map(|file| expected_problems(file, context)).transpose()?;
    let files = args.files.clone().into_iter();
    let (input, progress) = (InputDigest::disabled(), context.progress(Some(args.files.len() as u64)));
    let options = context.input_options(&progress);
    let items = Items(files.map(move |file| {
        let text = Input::open(&file, &options, &InputDigest::disabled())?.into_text()?;
        Ok(CertificateFile { file, text })
    }));
    let work = Work { items, input, task: &CheckCertificate { expected }, long: None, progress };
    work.run(context, || {
        let rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns())?
            .with_formulas(context.formulas());
        Ok(Outputs { rows, valid: 0, rejected: 0 })
    })
}

/// Output of the checked certificates, with counts for the summary.
struct Outputs {
    rows: Rows<CheckedCertificate>,
    valid: u64,
    rejected: u64,
}

impl Sink for Outputs {
    type Entry = CheckedCertificate;

    fn take(&mut self, checked: CheckedCertificate) -> Result<(), Failure> {
        match &checked.report {
            None => self.valid += 1,
            Some(report) => {
                self.rejected += 1;
                diagnostic::print_error_lines(report);
            }
        }
        Ok(self.rows.write(&checked)?)
    }

    fn finish(self, context: &Context<'_>, read: u64) -> Result<Status, Failure> {
        self.rows.finish()?;
        let valid = self.valid;
        context.note(format_args!(
            "{valid} of {} valid; other keys and shorter mates are not excluded",
            Counted(read, "certificate")
        ));
        Ok(if self.rejected == 0 { Status::Clean } else { Status::Findings })
    }
}

type Column = output::Column<CheckedCertificate>;

fn columns() -> [Column; 9] {
    [
        Column::words("file", 24, |checked| json!(checked.file)),
        Column::verdicts("status", 15, |checked| json!(checked.code)),
        Column::words("id", 16, |checked| json!(checked.summary.as_ref().map(|summary| &summary.id))),
        Column::words("variant", 9, |checked| json!(checked.summary.as_ref().map(|summary| &summary.game))),
        Column::words("proves", 0, |checked| json!(checked.summary.as_ref().map(|summary| &summary.proves))),
        Column::numbers("keys", 0, |checked| json!(checked.summary.as_ref().map(|summary| summary.keys))),
        Column::numbers("nodes", 0, |checked| json!(checked.summary.as_ref().map(|summary| summary.nodes))),
        Column::numbers("positions", 0, |checked| json!(checked.positions)),
        Column::words("message", 0, |checked| json!(checked.message)),
    ]
}

/// Reads the direct mates of a file of problems.
fn expected_problems(file: &str, context: &Context<'_>) -> Result<Vec<ExpectedProblem>, Failure> {
    let mut problems = Vec::new();
    for record in context.records(&[file.to_owned()], &Progress::hidden()) {
        match record?.item {
            Item::Statement(statement) => {
                problems.extend(ExpectedProblem::of_statement(&statement, context.requested_game()));
            }
            Item::Game(_) | Item::Stray(_) | Item::NoRecords(_) => {}
        }
    }
    Ok(problems)
}
