//! `hexmate man [COMMAND]`.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man as Manual;

use hexmate_batch::files::Output;

use crate::cli::exit::{self, Failure, Status};
use crate::cli::pages;

/// Write a manual page in roff format.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate man > hexmate.1\n\
    hexmate man endgame build | man -l -")]
pub struct Man {
    /// Command to document, such as `solve` or `endgame build`; by default the whole program.
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// Writes the manual page of a command line, or of one of its commands, to stdout.
pub fn run(args: &Man, mut command: Command) -> Result<Status, Failure> {
    command.build();
    if args.command.is_empty() {
        let statuses = format!("{}\n\n{}", foot(&command), exit::HELP);
        command =
            command.mut_args(|arg| arg.hide_long_help(false).hide_short_help(false)).after_help(statuses);
    } else {
        let found = pages::find(&mut command, &args.command).cloned();
        let name = args.command.join(" ");
        let unknown =
            || Failure::Usage(format!("unknown command {name:?}; hexmate --help lists the commands"));
        // Options with a help page of their own.
        let found = found.ok_or_else(unknown)?.mut_args(|arg| {
            let is_shared = arg.is_hide_long_help_set();
            arg.hide(is_shared)
        });
        command = found.display_name(format!("hexmate-{}", args.command.join("-")));
    }
    let (description, examples) = pages::description(&command);
    let mut output = Output::open(None)?;
    output.write_all(&page(command.long_about(description), &examples)?)?;
    output.finish()?;
    Ok(Status::Clean)
}

fn foot(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

fn page(command: Command, examples: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let (has_subcommands, is_whole) = (command.has_subcommands(), command.get_name() == "hexmate");
    let version = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    let page = Manual::new(command).source(version);
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    let examples = examples.replace('\\', "\\e").replace('-', "\\-");
    writeln!(text, ".SH EXAMPLES\n.nf\n{examples}\n.fi")?;
    page.render_options_section(&mut text)?;
    if has_subcommands {
        page.render_subcommands_section(&mut text)?;
    }
    page.render_extra_section(&mut text)?;
    if is_whole {
        page.render_version_section(&mut text)?;
    }
    Ok(text)
}
