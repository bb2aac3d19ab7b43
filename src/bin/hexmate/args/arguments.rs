//! A command line in words that are the same however it was typed: what tells one work from another.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

/// How the work is done and where it goes on, but not what it is.
const MANNER: &[&str] = &["threads", "quiet", "color", "shard", "part", "checkpoint", "resume", "hash"];

/// How far it goes before it gives up: a later run may go further.
const LIMITS: &[&str] = &["--nodes=", "--time="];

/// The name of a command and its arguments: options by name, then what has none in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments(Vec<String>);

impl Arguments {
    /// The words for what was typed.
    pub(super) fn new(command: &clap::Command, matches: &ArgMatches) -> Self {
        let Some((name, matches)) = matches.subcommand() else { return Self::default() };
        let command = command.find_subcommand(name).into_iter();
        let typed =
            |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let is_what = |arg: &&Arg| !MANNER.contains(&arg.get_id().as_str());
        let mut args: Vec<&Arg> =
            command.flat_map(clap::Command::get_arguments).filter(is_what).filter(typed).collect();
        args.sort_by_key(|arg| arg.get_id().as_str());
        let (options, files): (Vec<_>, Vec<_>) = args.into_iter().partition(|arg| arg.get_long().is_some());
        let words = |args: Vec<&Arg>| -> Vec<String> {
            args.into_iter().flat_map(|arg| words(arg, matches)).collect()
        };
        let (options, files) = (words(options), words(files));
        let like_option = files.iter().any(|file| file.len() > 1 && file.starts_with('-'));
        let dashes = like_option.then(|| "--".to_owned());
        Self([name.to_owned()].into_iter().chain(options).chain(dashes).chain(files).collect())
    }

    /// All of them.
    pub fn all(&self) -> &[String] {
        &self.0
    }

    /// Those that a run which goes on from another must share with it: all but limits.
    pub fn lasting(&self) -> Vec<&str> {
        let is_limit = |word: &str| LIMITS.iter().any(|limit| word.starts_with(limit));
        self.0.iter().map(String::as_str).filter(|word| !is_limit(word)).collect()
    }
}

fn words(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    let values = values.map(|value| value.to_string_lossy().into_owned());
    match (arg.get_long(), arg.get_action()) {
        (Some(long), ArgAction::SetTrue) => vec![format!("--{long}")],
        (Some(long), _) => values.map(|value| format!("--{long}={value}")).collect(),
        (None, _) => values.collect(),
    }
}
