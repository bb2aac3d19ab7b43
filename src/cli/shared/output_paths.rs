//! Paths of outputs: a file or folder for each kind.

use std::path::Path;

use hexmate_report::recorded::OutputKind;

/// Paths of the outputs of a command.
#[derive(Clone, Debug)]
pub struct OutputPaths<'a> {
    output: Option<&'a Path>,
    files: Vec<(OutputKind, &'a Path)>,
}

impl<'a> OutputPaths<'a> {
    /// Creates the paths from `--output`, by default stdout, and the paths of other kinds that are named.
    pub fn new<const N: usize>(output: Option<&'a Path>, files: [(OutputKind, Option<&'a Path>); N]) -> Self {
        let files = files.into_iter().filter_map(|(kind, path)| Some((kind, path?)));
        Self { output, files: files.collect() }
    }

    /// Returns the kinds that have a path on the command line.
    pub fn kinds(&self) -> impl Iterator<Item = OutputKind> {
        let output = self.output.map(|_| OutputKind::Lines);
        output.into_iter().chain(self.files.iter().map(|&(kind, _)| kind))
    }

    /// Returns the path of a kind other than [`OutputKind::Lines`], if it is named.
    pub fn file(&self, kind: OutputKind) -> Option<&'a Path> {
        self.files.iter().find(|(own, _)| *own == kind).map(|&(_, path)| path)
    }

    /// Returns the path of a kind, if it is written; `-` is stdout.
    pub fn of(&self, kind: OutputKind) -> Option<&'a Path> {
        match kind {
            OutputKind::Lines => (!self.is_stdout_taken()).then(|| self.output.unwrap_or(Path::new("-"))),
            kind => self.file(kind),
        }
    }

    /// Returns whether another kind goes to stdout, which then replaces [`OutputKind::Lines`] there.
    pub fn is_stdout_taken(&self) -> bool {
        let is_stdout = |path: &Path| path == Path::new("-");
        self.output.is_none_or(is_stdout) && self.files.iter().any(|&(_, path)| is_stdout(path))
    }
}
