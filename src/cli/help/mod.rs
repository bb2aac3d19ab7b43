//! `hexmate help [COMMAND|TOPIC]`.

pub mod topics;

use std::io::Write;

use hexmate_batch::files::Output;

use topics::Help;

use crate::cli::args;
use crate::cli::exit::{Failure, Status};

/// Writes the page.
pub fn run(args: &Help) -> Result<Status, Failure> {
    let mut output = Output::open(None)?;
    output.write_all(page(args.topic.as_deref())?.as_bytes())?;
    output.finish()?;
    Ok(Status::Clean)
}

fn page(topic: Option<&str>) -> Result<String, Failure> {
    let mut command = args::command();
    command.build();
    let Some(name) = topic else { return Ok(command.render_long_help().to_string()) };
    if let Some(page) = command.find_subcommand_mut(name) {
        return Ok(page.render_long_help().to_string());
    }
    topics::topic(name).ok_or_else(|| {
        Failure::Usage(format!(
            "there is no command or topic {name}; topics are {}, commands are those of hexmate --help",
            topics::TOPICS.join(", ")
        ))
    })
}
