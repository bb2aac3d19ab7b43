//! Faults of the description of an issue, each with its place.

use std::borrow::Cow;
use std::ops::Range;

use hexmate_report::{Diagnostic, Location};

/// Fault of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IssueFault {
    /// Kind with its details.
    pub kind: IssueFaultKind,
    /// Place in the description, in bytes.
    pub at: Range<usize>,
}

/// Kind of fault of a description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IssueFaultKind {
    /// The text is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// The key is unknown.
    #[error("unknown key {key:?}; {}", known_key(.nearest.as_deref(), .known))]
    Key {
        /// The key.
        key: String,
        /// The known key that is most like it.
        nearest: Option<String>,
        /// All known keys.
        known: &'static [&'static str],
    },
    /// The value of a key has the wrong type, or is unknown.
    #[error("{key}: expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// Description of the values that the key has.
        expected: Cow<'static, str>,
    },
    /// A key is missing.
    #[error("{key} is missing in this {table}")]
    Missing {
        /// The key.
        key: &'static str,
        /// Name of the table that needs it.
        table: &'static str,
    },
    /// No section has a problem.
    #[error("no problem in the issue; name files in [[section]]: problems = [{{ file = \"problems.csv\" }}]")]
    Empty,
    /// A file cannot be used.
    #[error("{name:?}: {why}")]
    File {
        /// Name as in the description.
        name: String,
        /// Reason.
        why: String,
    },
    /// No problem of the file has this name or number.
    #[error("no problem {name:?} in {file}{}", advice(.nearest.as_deref()))]
    NoProblem {
        /// Name or number.
        name: String,
        /// The file.
        file: String,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// Several problems have this name or number.
    #[error("{count} problems of {file} have the name or number {name:?}")]
    Ambiguous {
        /// Name or number.
        name: String,
        /// The file.
        file: String,
        /// Number of problems.
        count: usize,
    },
    /// A problem is in the issue twice.
    #[error("problem {name:?} of {file} is in the issue already, in the section {section:?}")]
    Twice {
        /// Name of the problem, or its number in the file.
        name: String,
        /// The file.
        file: String,
        /// Heading of the section that has it.
        section: String,
    },
    /// No problem of the file meets the condition.
    #[error("no problem of {file} meets this condition")]
    NoneMeets {
        /// The file.
        file: String,
    },
    /// A condition or an order cannot be used.
    #[error("{0}")]
    Condition(String),
    /// An award is for a problem that is not in the issue.
    #[error("award for {name:?}, which is not in the issue{}", advice(.nearest.as_deref()))]
    Award {
        /// Name or number.
        name: String,
        /// The name in the issue that is most like it.
        nearest: Option<String>,
    },
}

impl IssueFaultKind {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "issue-syntax",
            Self::Key { .. } => "issue-key",
            Self::Value { .. } => "issue-value",
            Self::Missing { .. } => "issue-missing",
            Self::Empty => "issue-empty",
            Self::File { .. } => "issue-file",
            Self::NoProblem { .. } => "issue-problem",
            Self::Ambiguous { .. } => "issue-ambiguous",
            Self::Twice { .. } => "issue-twice",
            Self::NoneMeets { .. } | Self::Condition(_) => "issue-condition",
            Self::Award { .. } => "issue-award",
        }
    }

    /// Adds the place.
    pub(super) fn at(self, at: &Range<usize>) -> IssueFault {
        IssueFault { kind: self, at: at.clone() }
    }
}

impl IssueFault {
    /// Returns the message with line and column, given the name and the text of the description.
    pub fn diagnostic(&self, file: &str, text: &str) -> Diagnostic {
        let start = text.floor_char_boundary(self.at.start.min(text.len()));
        let begin = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line = text[..begin].matches('\n').count() + 1;
        let whole = text[begin..].lines().next().unwrap_or_default().to_owned();
        let column = text[begin..start].chars().count() + 1;
        let location = Location { file: file.to_owned(), line, column };
        Diagnostic { message: self.kind.to_string(), code: self.kind.code().into(), location, text: whole }
    }
}

/// Returns the name that is most like another, if it is like it at all.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let like = |other: &'n str| (strsim::jaro(&name.to_lowercase(), &other.to_lowercase()), other);
    let best =
        known.filter(|other| !other.is_empty()).map(like).max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|&(likeness, _)| likeness > 0.7).map(|(_, name)| name.to_owned())
}

fn known_key(nearest: Option<&str>, known: &[&str]) -> String {
    match nearest {
        Some(name) => format!("did you mean {name:?}?"),
        None => format!("the keys here are {}", known.join(", ")),
    }
}

fn advice(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
}
