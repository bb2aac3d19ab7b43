//! `hexmate help [COMMAND|TOPIC]`.

use std::io::Write;

use hexmate_batch::files::Output;

use crate::cli::args::{self, Help};
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
    args::topic(name).ok_or_else(|| {
        Failure::Usage(format!(
            "there is no command or topic {name}; topics are {}, commands are those of hexmate --help",
            args::TOPICS.join(", ")
        ))
    })
}
