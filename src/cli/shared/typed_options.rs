//! Options of a command line, by their ids.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Id};

/// Options of a command that were typed.
#[derive(Clone, Copy)]
pub struct TypedOptions<'a>(pub &'a ArgMatches);

impl TypedOptions<'_> {
    /// Returns whether an option was typed.
    pub fn has(self, id: &str) -> bool {
        self.0.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Returns an error for the first of these options that was typed, if `is_idle`: it has no effect because of `why`.
    pub fn without_effect<'a>(
        self,
        options: impl IntoIterator<Item = &'a str>,
        is_idle: bool,
        why: &str,
    ) -> Option<String> {
        let option = options.into_iter().find(|option| is_idle && self.has(option))?;
        Some(format!("--{} has no effect here: {why}", option.replace('_', "-")))
    }
}

/// Returns the ids of the options of a group.
pub fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(clap::Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}
