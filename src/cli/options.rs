//! A command line as options that are the same however it was typed: what tells one work from another.

use std::collections::BTreeSet;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Id};
use hexmate_batch::digest::Digest;
use hexmate_batch::log::Options;

use super::outputs::is_written;
use crate::cli::args::Manner;
use crate::cli::compose::args::SearchLimits;
use crate::cli::mine::args::MineLimits;
use crate::cli::perft::{CountOutput, CountTable, Depth};
use crate::cli::shared::long::LongWork;
use crate::cli::solve::args::SolveLimits;

/// What an option says of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What the work is.
    What,
    /// How far it goes before it gives up, or how its numbers are written: a later run may change that.
    Changeable,
    /// How it is done and where it goes on, which no output shows.
    Manner,
}

impl Kind {
    /// What an option says; the group that it is declared in tells.
    pub fn of(arg: &Arg) -> Self {
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
pub fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(clap::Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}

/// The options that were typed, without outputs, each with a digest of its value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    options: Options,
    /// Those that a later run may change, typed or not.
    changeable: BTreeSet<String>,
}

impl Arguments {
    /// The options of what was typed.
    pub fn new(command: &clap::Command, matches: &ArgMatches) -> Self {
        let Some((first, mut matches)) = matches.subcommand() else { return Self::default() };
        let mut names = vec![first.to_owned()];
        let mut command = command.find_subcommand(first);
        while let Some((name, inner)) = matches.subcommand() {
            names.push(name.to_owned());
            command = command.and_then(|command| command.find_subcommand(name));
            matches = inner;
        }
        let (names, mut arguments) = (names.join(" "), Self::default());
        for arg in command.into_iter().flat_map(clap::Command::get_arguments) {
            let id = arg.get_id().as_str();
            let (kind, name) = (Kind::of(arg), named(arg));
            if kind == Kind::Changeable {
                arguments.changeable.insert(name.clone());
            }
            let is_typed = matches.value_source(id) == Some(ValueSource::CommandLine);
            // What is recorded says which outputs there are; their places are nobody else's business.
            if kind == Kind::Manner || !is_typed || is_written(&names, id) {
                continue;
            }
            let values = matches.get_raw(id).into_iter().flatten().map(|value| value.to_string_lossy());
            let values: Vec<_> = values.collect();
            // Words may hold anything but this byte.
            arguments.options.insert(name, Digest::of(&values.join("\0")).to_short_hex());
        }
        arguments
    }

    /// Each with a digest of its value.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Those that a run which goes on from another need not share with it.
    pub fn changeable(&self) -> &BTreeSet<String> {
        &self.changeable
    }
}

/// The option as it is typed, or what stands for the operands in the help.
fn named(arg: &Arg) -> String {
    let operand =
        || arg.get_value_names().into_iter().flatten().next().map_or("", clap::builder::Str::as_str);
    arg.get_long().map_or_else(|| operand().to_owned(), |long| format!("--{long}"))
}
