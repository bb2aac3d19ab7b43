//! How the help is laid out: what a command does, two examples, its own options; what all share has its own page.

use clap::{Arg, Args, Command, Id};

use crate::cli::args::Common;
use crate::cli::examples;
use crate::cli::options::ids;
use crate::cli::shared::long::LongWork;

/// The command line with its help in place.
pub fn laid_out(command: Command) -> Command {
    let (common, long) = (ids::<Common>(), ids::<LongWork>());
    let hide = |command: Command, shared: &[Id]| {
        command.mut_args(|arg| if shared.contains(arg.get_id()) { hidden(arg) } else { arg })
    };
    let command = hide(command, &common).after_help(FOOT);
    let command = with_examples(command);
    command.mut_subcommands(|page| {
        let is_long = page.get_arguments().any(|arg| long.contains(arg.get_id()));
        let foot = if is_long { LONG_FOOT } else { PAGE_FOOT };
        with_examples(hide(page, &long)).after_help(foot)
    })
}

const FOOT: &str = "\
`hexmate help COMMAND` explains a command, `hexmate help TOPIC` what commands share:
options, positions, stipulations, themes, engines, long-work, exit.";

const PAGE_FOOT: &str = "\
For --variant, --encoding, --threads, --quiet and --color see `hexmate help options`,
for exit statuses `hexmate help exit`.";

const LONG_FOOT: &str = "\
For --variant, --encoding, --threads, --quiet and --color see `hexmate help options`,
for --checkpoint, --resume, --shard and --part `hexmate help long-work`,
for exit statuses `hexmate help exit`.";

/// Not in the help, but completed all the same.
fn hidden(arg: Arg) -> Arg {
    arg.hide_short_help(true).hide_long_help(true)
}

/// Examples between the first sentence and the rest.
fn with_examples(command: Command) -> Command {
    let Some(examples) = examples::of(command.get_name()) else { return command };
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let (first, rest) = about.split_once("\n\n").unwrap_or((&about, ""));
    let [one, other] = examples;
    let about = format!("{first}\n\n  {one}\n  {other}\n\n{rest}");
    command.long_about(about.trim_end().to_owned())
}

/// Every page by the words that call it: `solve`, `endgame`, `endgame build`.
#[cfg(test)]
pub fn of(command: &Command) -> Vec<(String, &Command)> {
    let mut pages = Vec::new();
    for page in command.get_subcommands() {
        pages.push((page.get_name().to_owned(), page));
        pages.extend(of(page).into_iter().map(|(name, part)| (format!("{} {name}", page.get_name()), part)));
    }
    pages
}

/// The description of a command without its examples.
pub fn without_examples(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let paragraphs = about.split("\n\n").filter(|paragraph| !paragraph.starts_with("  hexmate"));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The options of a group as a page has them.
pub fn options_of<A: Args>() -> String {
    let group = A::augment_args(Command::new("hexmate").disable_help_flag(true));
    let group = group.mut_args(|arg| arg.global(false)).help_template("{all-args}").term_width(100);
    group.clone().render_long_help().to_string()
}
