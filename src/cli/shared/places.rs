//! Places of outputs: a file or folder for each kind.

use std::path::Path;

use hexmate_report::recorded::Kind;

/// Where the outputs of a command go.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    output: Option<&'a Path>,
    files: Vec<(Kind, &'a Path)>,
}

impl<'a> Places<'a> {
    /// The place of what goes to stdout otherwise, and those of other kinds that have one.
    pub fn new<const N: usize>(output: Option<&'a Path>, files: [(Kind, Option<&'a Path>); N]) -> Self {
        let files = files.into_iter().filter_map(|(kind, path)| Some((kind, path?)));
        Self { output, files: files.collect() }
    }

    /// The kinds that have a place of their own.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let output = self.output.map(|_| Kind::Lines);
        output.into_iter().chain(self.files.iter().map(|&(kind, _)| kind))
    }

    /// The file or folder of a kind, if it has a place other than stdout.
    pub fn file(&self, kind: Kind) -> Option<&'a Path> {
        self.files.iter().find(|(own, _)| *own == kind).map(|&(_, path)| path)
    }

    /// The place of a kind, if it is written; `-` is stdout.
    pub fn of(&self, kind: Kind) -> Option<&'a Path> {
        match kind {
            Kind::Lines => (!self.is_stdout_taken()).then(|| self.output.unwrap_or(Path::new("-"))),
            kind => self.file(kind),
        }
    }

    /// Returns whether a kind with a place of its own is on stdout, which has nothing else then.
    pub fn is_stdout_taken(&self) -> bool {
        let is_stdout = |path: &Path| path == Path::new("-");
        self.output.is_none_or(is_stdout) && self.files.iter().any(|&(_, path)| is_stdout(path))
    }
}
