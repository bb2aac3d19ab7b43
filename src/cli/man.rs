//! `hexmate man [COMMAND]`.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man as Manual;

use hexmate_batch::files::Output;

use crate::cli::exit::{self, Failure, Status};
use crate::cli::{args, examples, pages};

/// Write the manual page, in roff.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The page of this command, rather than the general one.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// Writes the page.
pub fn run(args: &Man) -> Result<Status, Failure> {
    let mut command = args::command();
    command.build();
    let mut name = "hexmate".to_owned();
    command = match &args.command {
        None => {
            let statuses = format!("{}\n\n{}", foot(&command), exit::HELP);
            command.mut_args(|arg| arg.hide_long_help(false).hide_short_help(false)).after_help(statuses)
        }
        Some(asked) => {
            name.clone_from(asked);
            let found = command.find_subcommand(asked).cloned();
            let unknown = || Failure::Usage(format!("there is no command {asked}"));
            // What the help leaves to pages of its own.
            let found = found.ok_or_else(unknown)?.mut_args(|arg| {
                let is_shared = arg.is_hide_long_help_set();
                arg.hide(is_shared)
            });
            found.display_name(format!("hexmate-{asked}"))
        }
    };
    let description = pages::without_examples(&command);
    let mut output = Output::open(None)?;
    output.write_all(&page(command.long_about(description), &name)?)?;
    output.finish()?;
    Ok(Status::Clean)
}

fn foot(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

fn page(command: Command, name: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let has_subcommands = command.has_subcommands();
    let version = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    let page = Manual::new(command).source(version);
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    if let Some(examples) = examples::of(name) {
        let examples = examples.map(|line| line.replace('\\', "\\e").replace('-', "\\-")).join("\n");
        writeln!(text, ".SH EXAMPLES\n.nf\n{examples}\n.fi")?;
    }
    page.render_options_section(&mut text)?;
    if has_subcommands {
        page.render_subcommands_section(&mut text)?;
    }
    page.render_extra_section(&mut text)?;
    if name == "hexmate" {
        page.render_version_section(&mut text)?;
    }
    Ok(text)
}
