//! A command line in words that are the same however it was typed: what tells one work from another.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Id};

use super::{CountOutput, CountTable, Depth, LongWork, Manner, MineLimits, SearchLimits, SolveLimits};

/// What an option says of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// What the work is.
    What,
    /// How far it goes before it gives up, or how its numbers are written: a later run may change that.
    Changeable,
    /// How it is done and where it goes on, which no output shows.
    Manner,
}

impl Kind {
    /// What an option says; the group that it is declared in tells.
    pub(super) fn of(arg: &Arg) -> Self {
        let among = |groups: &[Vec<Id>]| groups.iter().flatten().any(|id| id == arg.get_id());
        if among(&[ids::<Manner>(), ids::<LongWork>(), ids::<CountTable>()]) {
            Self::Manner
        } else if among(&[
            ids::<SolveLimits>(),
            ids::<MineLimits>(),
            ids::<Depth>(),
            ids::<CountOutput>(),
            ids::<SearchLimits>(),
        ]) {
            Self::Changeable
        } else {
            Self::What
        }
    }
}

/// The options of a group.
pub(super) fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(clap::Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}

/// The name of a command and its arguments: options by name, then what has none in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    all: Vec<String>,
    /// Those of them that a later run may change.
    changeable: Vec<String>,
}

impl Arguments {
    /// The words for what was typed.
    pub(super) fn new(command: &clap::Command, matches: &ArgMatches) -> Self {
        let Some((first, mut matches)) = matches.subcommand() else { return Self::default() };
        let mut names = vec![first.to_owned()];
        let mut command = command.find_subcommand(first);
        while let Some((name, inner)) = matches.subcommand() {
            names.push(name.to_owned());
            command = command.and_then(|command| command.find_subcommand(name));
            matches = inner;
        }
        let command = command.into_iter();
        let typed =
            |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let args = command.flat_map(clap::Command::get_arguments).filter(typed);
        let mut args: Vec<&Arg> = args.filter(|arg| Kind::of(arg) != Kind::Manner).collect();
        args.sort_by_key(|arg| arg.get_id().as_str());
        let changeable = args.iter().filter(|arg| Kind::of(arg) == Kind::Changeable);
        let changeable = changeable.flat_map(|arg| words(arg, matches)).collect();
        let (options, files): (Vec<_>, Vec<_>) = args.into_iter().partition(|arg| arg.get_long().is_some());
        let words = |args: Vec<&Arg>| -> Vec<String> {
            args.into_iter().flat_map(|arg| words(arg, matches)).collect()
        };
        let (options, files) = (words(options), words(files));
        let like_option = files.iter().any(|file| file.len() > 1 && file.starts_with('-'));
        let dashes = like_option.then(|| "--".to_owned());
        let all = names.into_iter().chain(options).chain(dashes).chain(files).collect();
        Self { all, changeable }
    }

    /// All of them.
    pub fn all(&self) -> &[String] {
        &self.all
    }

    /// Those that a run which goes on from another must share with it.
    pub fn lasting(&self) -> Vec<String> {
        self.all.iter().filter(|word| !self.changeable.contains(word)).cloned().collect()
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
