//! Canonical form of a command line, independent of the order of options: it identifies the work of a checkpoint or part.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::{Arg, ArgMatches, Id};
use hexmate_batch::digest::Digest;
use hexmate_batch::log::LogOptions;

use crate::cli::compose::args::SearchLimits;
use crate::cli::matches::args::MatchLength;
use crate::cli::mine::args::MineLimits;
use crate::cli::perft::args::{CountLimit, CountOutput, CountTable, Depth};
use crate::cli::shared::common::Execution;
use crate::cli::shared::destination::is_output;
use crate::cli::shared::long::LongWork;
use crate::cli::shared::number::canonical;
use crate::cli::shared::typed_options::{TypedOptions, ids};
use crate::cli::solve::args::LimitArgs;

/// Role of an option in the identity of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Defines the work.
    Work,
    /// A limit, or the format of numbers: a resumed run may change it.
    Changeable,
    /// Concerns execution only, such as the number of threads: not recorded.
    Execution,
}

/// Groups of options by kind. Building it takes some time.
pub struct Kinds {
    execution: Vec<Id>,
    changeable: Vec<Id>,
}

impl Kinds {
    /// Collects the groups.
    pub fn new() -> Self {
        let changeable = [
            ids::<LimitArgs>(),
            ids::<MineLimits>(),
            ids::<Depth>(),
            ids::<CountLimit>(),
            ids::<CountOutput>(),
            ids::<SearchLimits>(),
            ids::<MatchLength>(),
        ];
        let execution = [ids::<Execution>(), ids::<LongWork>(), ids::<CountTable>()];
        Self { execution: execution.concat(), changeable: changeable.concat() }
    }

    /// Returns the kind of an option, which depends on the group that declares it.
    pub fn of(&self, arg: &Arg) -> Kind {
        if self.execution.contains(arg.get_id()) {
            Kind::Execution
        } else if self.changeable.contains(arg.get_id()) {
            Kind::Changeable
        } else {
            Kind::Work
        }
    }
}

/// Options that define the work, without outputs, each with a digest of its value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    options: LogOptions,
    /// Names of options that a resumed run may change, typed or not.
    changeable: BTreeSet<String>,
}

impl Arguments {
    /// Collects the options of a command that were typed.
    pub fn new(command: &clap::Command, matches: &ArgMatches) -> Self {
        let (mut arguments, kinds) = (Self::default(), Kinds::new());
        for arg in command.get_arguments() {
            let (kind, name) = (kinds.of(arg), option_name(arg));
            if kind == Kind::Changeable {
                arguments.changeable.insert(name.clone());
            }
            // The log names the kinds of outputs, and must not contain their paths.
            if kind == Kind::Execution || !TypedOptions(matches).has(arg.get_id().as_str()) || is_output(arg)
            {
                continue;
            }
            arguments.options.insert(name, Digest::of(&typed(matches, arg)).to_short_hex());
        }
        arguments
    }

    /// Returns the options with a digest of each value.
    pub fn options(&self) -> &LogOptions {
        &self.options
    }

    /// Returns the names of options that a resumed run may change.
    pub fn changeable(&self) -> &BTreeSet<String> {
        &self.changeable
    }
}

/// Returns the values of an option that was typed, numbers in digits. An argument can contain any byte but the one between
/// them.
///
/// Of options such as `--engine`, which have several values each time, those of each time are a group.
fn typed(matches: &ArgMatches, arg: &Arg) -> String {
    let occurrences = matches.get_raw_occurrences(arg.get_id().as_str()).into_iter().flatten();
    let value = |value: &OsStr| {
        let value = value.to_string_lossy().into_owned();
        canonical(arg, &value).unwrap_or(value)
    };
    let groups: Vec<Vec<_>> = occurrences.map(|values| values.map(value).collect()).collect();
    let is_grouped = groups.len() > 1 && groups.iter().any(|group| group.len() > 1);
    let between = if is_grouped { "\0\0" } else { "\0" };
    groups.iter().map(|group| group.join("\0")).collect::<Vec<_>>().join(between)
}

/// Returns an option as it is typed, or the name of an operand in the help.
fn option_name(arg: &Arg) -> String {
    let operand =
        || arg.get_value_names().into_iter().flatten().next().map_or("", clap::builder::Str::as_str);
    arg.get_long().map_or_else(|| operand().to_owned(), |long| format!("--{long}"))
}
