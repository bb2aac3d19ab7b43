//! Layout of the help: description, two examples, options of the command. Shared options have pages of their own.

use clap::{Args, Command, Id, ValueHint};

use crate::cli::shared::common::Common;
use crate::cli::shared::destination::is_output;
use crate::cli::shared::long::LongWork;
use crate::cli::shared::typed_options::ids;

/// Applies the layout to the pages of all commands.
///
/// Each command declares its two examples as `before_help`.
pub fn with_layout(command: Command) -> Command {
    let page = page(hide(command, &ids::<Common>()), &ids::<LongWork>());
    page.after_help(FOOT)
}

fn page(page: Command, long: &[Id]) -> Command {
    let is_long = page.get_arguments().any(|arg| long.contains(arg.get_id()));
    let has_shards = page.get_arguments().any(|arg| arg.get_id() == "shard");
    let foot = match (is_long, has_shards) {
        (true, true) => LONG_FOOT,
        (true, false) => RESUMING_FOOT,
        (false, _) => PAGE_FOOT,
    };
    let page = with_examples(hide(page, long)).after_help(foot);
    page.mut_subcommands(|inner| self::page(inner, long))
}

const FOOT: &str = "\
`hexmate help COMMAND` explains a command, `hexmate help TOPIC` one of these topics:
options, positions, stipulations, themes, engines, long-work, exit.";

const PAGE_FOOT: &str = "\
For --variant, --encoding, --threads, --quiet and --color see `hexmate help options`,
for exit statuses `hexmate help exit`.";

const LONG_FOOT: &str = "\
For --variant, --encoding, --threads, --quiet and --color see `hexmate help options`,
for --checkpoint, --resume, --shard and --part `hexmate help long-work`,
for exit statuses `hexmate help exit`.";

const RESUMING_FOOT: &str = "\
For --variant, --encoding, --threads, --quiet and --color see `hexmate help options`,
for --checkpoint and --resume `hexmate help long-work`,
for exit statuses `hexmate help exit`.";

/// Hides options in the help, but not in completions.
fn hide(command: Command, ids: &[Id]) -> Command {
    command.mut_args(|arg| {
        let is_hidden = ids.contains(arg.get_id());
        let arg = if is_output(&arg) { arg.value_hint(ValueHint::AnyPath) } else { arg };
        if is_hidden { arg.hide_short_help(true).hide_long_help(true) } else { arg }
    })
}

/// Moves the examples between the first sentence and the rest of the description.
fn with_examples(command: Command) -> Command {
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let (first, rest) = about.split_once("\n\n").unwrap_or((&about, ""));
    let about = format!("{first}\n\n  {}\n\n{rest}", examples.replace('\n', "\n  "));
    command.before_help(None::<&str>).long_about(about.trim_end().to_owned())
}

/// Returns every page with the words of its command: `solve`, `endgame`, `endgame build`.
#[cfg(test)]
pub fn all(command: &Command) -> Vec<(String, &Command)> {
    let mut pages = Vec::new();
    for page in command.get_subcommands() {
        pages.push((page.get_name().to_owned(), page));
        pages.extend(all(page).into_iter().map(|(name, part)| (format!("{} {name}", page.get_name()), part)));
    }
    pages
}

/// Returns the page of a command, given its words, such as `endgame build`.
pub fn find<'a>(command: &'a mut Command, words: &[String]) -> Option<&'a mut Command> {
    words.iter().try_fold(command, |command, word| command.find_subcommand_mut(word))
}

/// Returns the description of a command without its examples, and the examples.
pub fn description(command: &Command) -> (String, String) {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let (examples, rest): (Vec<&str>, Vec<&str>) =
        about.split("\n\n").partition(|paragraph| paragraph.starts_with("  hexmate"));
    (rest.join("\n\n"), examples.concat().lines().map(str::trim).collect::<Vec<_>>().join("\n"))
}

/// Returns the help of the options of a group.
pub fn options_of<A: Args>() -> String {
    let group = A::augment_args(Command::new("hexmate").disable_help_flag(true));
    let group = group.mut_args(|arg| arg.global(false)).help_template("{all-args}").term_width(100);
    group.clone().render_long_help().to_string()
}
