//! A command line as options that are the same however it was typed: what tells one work from another.

use std::collections::BTreeSet;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Id};
use hexmate_batch::digest::Digest;
use hexmate_batch::log::LogOptions;

use crate::cli::args::Manner;
use crate::cli::compose::args::SearchLimits;
use crate::cli::mine::args::MineLimits;
use crate::cli::perft::{CountOutput, CountTable, Depth};
use crate::cli::shared::destination::is_output;
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

/// Groups of options, which tell the kind of each option; to collect them takes some time.
pub struct Kinds {
    manner: Vec<Id>,
    changeable: Vec<Id>,
}

impl Kinds {
    /// Collects the groups.
    pub fn new() -> Self {
        let changeable = [
            ids::<SolveLimits>(),
            ids::<MineLimits>(),
            ids::<Depth>(),
            ids::<CountOutput>(),
            ids::<SearchLimits>(),
        ];
        let manner = [ids::<Manner>(), ids::<LongWork>(), ids::<CountTable>()];
        Self { manner: manner.concat(), changeable: changeable.concat() }
    }

    /// Returns the kind of an option: that of the group in which it is declared.
    pub fn of(&self, arg: &Arg) -> Kind {
        if self.manner.contains(arg.get_id()) {
            Kind::Manner
        } else if self.changeable.contains(arg.get_id()) {
            Kind::Changeable
        } else {
            Kind::What
        }
    }
}

/// What was typed of a command.
#[derive(Clone, Copy)]
pub struct Given<'a>(pub &'a ArgMatches);

impl Given<'_> {
    /// Returns whether an option was typed.
    pub fn has(self, id: &str) -> bool {
        self.0.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Why the first of these options that was typed does nothing, in the case that it does.
    pub fn idle<'a>(
        self,
        options: impl IntoIterator<Item = &'a str>,
        is_idle: bool,
        why: &str,
    ) -> Option<String> {
        let option = options.into_iter().find(|option| is_idle && self.has(option))?;
        Some(format!("--{} does nothing here: {why}", option.replace('_', "-")))
    }
}

/// The options of a group.
pub fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(clap::Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}

/// The options that were typed, without outputs, each with a digest of its value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    options: LogOptions,
    /// Those that a later run may change, typed or not.
    changeable: BTreeSet<String>,
}

impl Arguments {
    /// The options of a command that were typed.
    pub fn new(command: &clap::Command, matches: &ArgMatches) -> Self {
        let (mut arguments, kinds) = (Self::default(), Kinds::new());
        for arg in command.get_arguments() {
            let (kind, name) = (kinds.of(arg), named(arg));
            if kind == Kind::Changeable {
                arguments.changeable.insert(name.clone());
            }
            // What is recorded says which outputs there are; their places are nobody else's business.
            if kind == Kind::Manner || !Given(matches).has(arg.get_id().as_str()) || is_output(arg) {
                continue;
            }
            let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            // Words may hold anything but this byte.
            arguments.options.insert(name, Digest::of(&values.join("\0")).to_short_hex());
        }
        arguments
    }

    /// Each with a digest of its value.
    pub fn options(&self) -> &LogOptions {
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
