//! `hexmate completions SHELL`.

use std::io::Write;

use clap::{Command, ValueEnum};
use clap_complete::{generate, shells};
use clap_complete_nushell::Nushell;
use hexmate_batch::files::Output;

use crate::cli::exit::{Failure, Status};
use crate::cli::help::topics::TOPICS;

/// Write a completion script for a shell.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate completions bash > ~/.local/share/bash-completion/completions/hexmate\n\
    hexmate completions zsh > ~/.zfunc/_hexmate")]
pub struct Completions {
    /// Shell that will read the script.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// A shell with programmable completion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[expect(clippy::enum_variant_names, reason = "names of programs")]
pub enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

/// Writes the script that completes a command line to stdout.
pub fn run(args: &Completions, mut command: Command) -> Result<Status, Failure> {
    command = with_help_pages(command);
    let mut script = Vec::new();
    let name = "hexmate";
    match args.shell {
        Shell::Bash => generate(shells::Bash, &mut command, name, &mut script),
        Shell::Elvish => generate(shells::Elvish, &mut command, name, &mut script),
        Shell::Fish => generate(shells::Fish, &mut command, name, &mut script),
        Shell::Nushell => generate(Nushell, &mut command, name, &mut script),
        Shell::PowerShell => generate(shells::PowerShell, &mut command, name, &mut script),
        Shell::Zsh => generate(shells::Zsh, &mut command, name, &mut script),
    }
    let mut output = Output::open(None)?;
    output.write_all(&script)?;
    output.finish()?;
    Ok(Status::Clean)
}

/// Returns the command line in which the pages of `help` are commands below it, so that all shells complete them: the
/// scripts of some shells have no values of operands.
fn with_help_pages(command: Command) -> Command {
    let commands: Vec<Command> = command.get_subcommands().map(help_page).collect();
    let topics = TOPICS.map(|(name, about)| Command::new(name).about(about));
    command.mut_subcommand("help", |help| {
        let about = help.get_about().cloned().unwrap_or_default();
        Command::new("help").about(about).subcommands(commands).subcommands(topics)
    })
}

/// Returns the page of a command, and those of the commands below it, without their options.
fn help_page(command: &Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    // clap takes names that live as long as the program, which ends after the script.
    let name: &'static str = command.get_name().to_owned().leak();
    let page = Command::new(name).about(about);
    page.subcommands(command.get_subcommands().map(help_page))
}
