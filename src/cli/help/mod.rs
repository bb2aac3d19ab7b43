//! `hexmate help [COMMAND|TOPIC]`.

pub mod topics;

use std::io::Write;

use clap::Command;
use hexmate_batch::files::Output;

use topics::Help;

use crate::cli::exit::{Failure, Status};
use crate::cli::pages;

/// Writes the help of a topic, or of one of the commands of a command line, to stdout.
pub fn run(args: &Help, mut command: Command) -> Result<Status, Failure> {
    command.build();
    if let Some(page) = pages::find(&mut command, &args.words) {
        write!(anstream::stdout(), "{}", page.render_long_help().ansi())?;
        return Ok(Status::Clean);
    }
    let words = args.words.join(" ");
    let topic = topics::topic(&words).ok_or_else(|| {
        Failure::Usage(format!(
            "unknown command or topic {words:?}; topics are {}; hexmate --help lists the commands",
            topics::TOPICS.map(|(name, _)| name).join(", ")
        ))
    })?;
    let mut output = Output::open(None)?;
    output.write_all(topic.as_bytes())?;
    output.finish()?;
    Ok(Status::Clean)
}
