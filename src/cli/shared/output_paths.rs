//! Paths of outputs: a file or folder for each kind.

use std::path::{Path, PathBuf};

use clap::parser::ArgMatches;
use clap::{Arg, Command};
use hexmate_report::recorded::OutputKind;
use hexmate_report::{FormSet, Formulas, NamedForm};

use super::destination::Destination;

/// Paths of the outputs that a command line names.
#[derive(Clone, Debug, Default)]
pub struct OutputPaths(Vec<(OutputKind, PathBuf)>);

/// An output form with its kind and path.
#[derive(Clone, Copy)]
pub struct Written<'a, R: 'static, L: 'static> {
    pub kind: OutputKind,
    pub path: &'a Path,
    pub form: &'static NamedForm<R, L>,
}

impl OutputPaths {
    /// Collects the paths of the output options of a command.
    pub fn new(command: &Command, matches: &ArgMatches) -> Self {
        let named = |arg: &Arg| {
            let kind = OutputKind::of_option(arg.get_long()?)?;
            let path = matches.try_get_one::<Destination>(arg.get_id().as_str()).ok()??.to_path_buf();
            // `--repair` of `validate` may have no value.
            let is_optional = arg.get_num_args().is_some_and(|values| values.min_values() == 0);
            (!is_optional || !path.as_os_str().is_empty()).then_some((kind, path))
        };
        Self(command.get_arguments().filter_map(named).collect())
    }

    /// Returns the kinds that have a path on the command line.
    pub fn kinds(&self) -> impl Iterator<Item = OutputKind> {
        self.0.iter().map(|&(kind, _)| kind)
    }

    /// Returns the path of a kind, if it is named.
    pub fn named(&self, kind: OutputKind) -> Option<&Path> {
        self.0.iter().find(|(own, _)| *own == kind).map(|(_, path)| path.as_path())
    }

    /// Returns the path of a kind, if it is written; `-` is stdout.
    pub fn of(&self, kind: OutputKind) -> Option<&Path> {
        match self.named(kind) {
            named if kind != OutputKind::Lines => named,
            named => (!self.is_stdout_taken()).then_some(named.unwrap_or(Path::new("-"))),
        }
    }

    /// Returns whether another kind goes to stdout, which then replaces [`OutputKind::Lines`] there.
    pub fn is_stdout_taken(&self) -> bool {
        let mut others = self.0.iter().filter(|(kind, _)| *kind != OutputKind::Lines);
        self.named(OutputKind::Lines).is_none_or(is_stdout) && others.any(|(_, path)| is_stdout(path))
    }

    /// Returns the forms of the outputs that are written, out of those that a command can write by their names.
    pub fn written<R, L>(
        &self,
        all: &'static [NamedForm<R, L>],
        named: &[(OutputKind, &str)],
    ) -> Vec<Written<'_, R, L>> {
        let written = |&(kind, name): &(OutputKind, &str)| {
            Some(Written { kind, path: self.of(kind)?, form: NamedForm::named(all, name)? })
        };
        named.iter().filter_map(written).collect()
    }
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the renderers of these forms; `formulas` applies to CSV.
pub fn renderers<R, L>(written: Vec<Written<'_, R, L>>, settings: &L, formulas: Formulas) -> FormSet<R> {
    let renderer =
        |Written { path, form, .. }: Written<'_, R, L>| (path.to_owned(), form.renderer(settings, formulas));
    written.into_iter().map(renderer).collect()
}
