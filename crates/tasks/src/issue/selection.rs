//! The problems that a description selects from its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use hexmate_position::Game;
use hexmate_problems::select::{CandidateProblem, ProblemConditions};
use hexmate_problems::{BookDetail, Statement};
use hexmate_report::{Award, Counted, Issue, IssueSection};

use super::description::{At, DescribedAward, Description, ProblemSource, Section, is_same_file, joined};
use super::fault::{IssueFault, IssueFaultKind, nearest};
use crate::records::{Item, Passage, Record};

/// An issue with its problems.
#[derive(Debug)]
pub struct SelectedIssue {
    /// Sections, awards and numbers.
    pub issue: Issue,
    /// The problems in the order of the issue.
    pub records: Vec<Record>,
    /// Problems, solutions and numbers that the issue leaves out.
    pub notes: Vec<IssueNote>,
}

/// Note on something that an issue leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IssueNote {
    /// Problems of a file that no section names.
    Unused {
        /// The file.
        file: String,
        /// Number of problems that are not in the issue.
        left: usize,
        /// Number of problems of the file.
        all: usize,
    },
    /// Problems whose sections show only diagrams.
    Unprinted(usize),
    /// Numbers of the files, which are replaced because not every problem has one, or two have the same.
    Renumbered(usize),
}

impl IssueNote {
    /// Returns the stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unused { .. } => "issue-unused",
            Self::Unprinted(_) => "issue-unprinted",
            Self::Renumbered(_) => "issue-renumbered",
        }
    }
}

impl fmt::Display for IssueNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unused { file, left, all } => {
                write!(f, "{file}: {left} of {all} problems not in the issue")
            }
            Self::Unprinted(count) => {
                let problems = Counted(*count as u64, "problem");
                write!(f, "solutions and comments of {problems} not printed: the sections show diagrams only")
            }
            Self::Renumbered(count) => {
                let numbers = Counted(*count as u64, "number");
                write!(
                    f,
                    "{numbers} of the files not used: not every problem has its own, so they count from 1"
                )
            }
        }
    }
}

/// Files with the problems of each.
type Files = BTreeMap<String, Vec<Statement>>;

/// Reader of conditions such as `stipulation=h#2 and not author=Nagy`.
type ReadConditions<'r> = &'r dyn Fn(&str) -> Result<ProblemConditions, String>;

impl Description {
    /// Selects the problems from the records of [`Description::files`], all of which are read.
    ///
    /// # Errors
    ///
    /// If a record is not a problem, a named problem is missing, ambiguous or already in the issue, a condition cannot be
    /// read or is met by no problem, or an award is for no problem of the issue.
    pub fn select(
        &self,
        folder: &Path,
        records: Vec<Record>,
        game: Option<Game>,
        read: ReadConditions<'_>,
    ) -> Result<SelectedIssue, IssueFault> {
        let files = self.statements(folder, records, game)?;
        let mut found = Found { files: &files, game, read, chosen: Vec::new(), used: BTreeMap::new() };
        let mut sections = Vec::new();
        for section in &self.sections {
            let before = found.chosen.len();
            for source in &section.sources {
                found.add(section, source, folder)?;
            }
            let problems = found.chosen.len() - before;
            let Section { heading, introduction, show, .. } = section.clone();
            sections.push(IssueSection { heading, introduction, show, problems });
        }
        let Found { chosen, used, .. } = found;
        let awards = self.awards.iter().map(|award| awarded(award, &chosen, folder));
        let awards = awards.collect::<Result<Vec<_>, _>>()?;
        let (numbers, renumbered) = numbers(&chosen);
        let issue = Issue {
            subtitle: self.subtitle.clone(),
            introduction: self.introduction.clone(),
            sections,
            awards,
            numbers,
        };
        let mut notes = Vec::new();
        for (file, statements) in &files {
            let taken = used.keys().filter(|(own, _)| own == file).count();
            if taken < statements.len() {
                let (left, all) = (statements.len() - taken, statements.len());
                notes.push(IssueNote::Unused { file: file.clone(), left, all });
            }
        }
        let unprinted = issue.sections.iter().filter(|section| !section.show.has_solutions());
        notes.push(IssueNote::Unprinted(unprinted.map(|section| section.problems).sum()));
        notes.push(IssueNote::Renumbered(renumbered));
        notes.retain(|note| !matches!(note, IssueNote::Unprinted(0) | IssueNote::Renumbered(0)));
        let records = (1..).zip(chosen).map(|(number, Chosen { file, statement, .. })| Record {
            file: Arc::from(file),
            number,
            item: Item::from(statement.clone()),
            passage: Passage::default(),
        });
        Ok(SelectedIssue { issue, records: records.collect(), notes })
    }

    /// Returns the problems of each file.
    fn statements(
        &self,
        folder: &Path,
        records: Vec<Record>,
        game: Option<Game>,
    ) -> Result<Files, IssueFault> {
        let mut files = Files::new();
        for Record { file, item, .. } in records {
            let statement = item.into_statement(&file, game).map_err(|why| {
                let mut sources = self.sections.iter().flat_map(|section| &section.sources);
                let named = sources.find(|source| source.path(folder).is_ok_and(|path| *path == *file));
                let (name, at) = named.map_or((file.to_string(), 0..0), |source| {
                    (source.file.value.clone(), source.file.at.clone())
                });
                IssueFaultKind::File { name, why }.at(&at)
            })?;
            files.entry(file.to_string()).or_default().push(statement);
        }
        Ok(files)
    }
}

/// A problem of the issue.
struct Chosen<'f> {
    file: &'f str,
    statement: &'f Statement,
}

/// Problems found so far.
struct Found<'f, 'r> {
    files: &'f Files,
    game: Option<Game>,
    read: ReadConditions<'r>,
    chosen: Vec<Chosen<'f>>,
    /// Heading of the section of each problem, by its file and its index there.
    used: BTreeMap<(String, usize), String>,
}

impl Found<'_, '_> {
    /// Adds the problems of a source.
    fn add(&mut self, section: &Section, source: &ProblemSource, folder: &Path) -> Result<(), IssueFault> {
        let path = source.path(folder)?;
        let none = || IssueFaultKind::NoneMeets { file: path.clone() };
        let same = || self.files.iter().find(|(file, _)| is_same_file(file, &path));
        let (file, statements) =
            self.files.get_key_value(&path).or_else(same).ok_or_else(|| none().at(&source.file.at))?;
        let mut chosen = match (&source.names, &source.condition) {
            (Some(names), _) => {
                names.iter().map(|name| named(name, file, statements)).collect::<Result<_, _>>()?
            }
            (None, Some(condition)) => self.meeting(condition, statements)?,
            (None, None) => {
                (0..statements.len()).map(|index| (index, source.file.at.clone())).collect::<Vec<_>>()
            }
        };
        if chosen.is_empty() {
            let at = source.condition.as_ref().map_or(&source.file.at, |condition| &condition.at);
            return Err(none().at(at));
        }
        if let Some(order) = &source.order {
            let lacking =
                |index: usize, rating| CandidateProblem::new(&statements[index], self.game).lacks(rating);
            let is_lacking = order
                .value
                .rating()
                .is_some_and(|rating| chosen.iter().any(|&(index, _)| lacking(index, rating)));
            if is_lacking {
                let message =
                    format!("the order {} needs the columns of a report of solve", order.value.word());
                return Err(IssueFaultKind::Condition(message).at(&order.at));
            }
            chosen.sort_by_cached_key(|&(index, _)| {
                let key = order.value.sort_key(&CandidateProblem::new(&statements[index], self.game));
                (key.is_none(), key)
            });
        }
        for (index, at) in chosen {
            let statement = &statements[index];
            let before = self.used.insert((file.clone(), index), section.heading.clone());
            if let Some(section) = before {
                let name =
                    if statement.id.is_empty() { (index + 1).to_string() } else { statement.id.clone() };
                return Err(IssueFaultKind::Twice { name, file: file.clone(), section }.at(&at));
            }
            self.chosen.push(Chosen { file, statement });
        }
        Ok(())
    }

    /// Returns the problems that meet a condition, by their indices.
    fn meeting(
        &self,
        condition: &At<String>,
        statements: &[Statement],
    ) -> Result<Vec<(usize, std::ops::Range<usize>)>, IssueFault> {
        let fault = |message: String| IssueFaultKind::Condition(message).at(&condition.at);
        let conditions = (self.read)(&condition.value).map_err(fault)?;
        let mut meeting = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            let candidate = CandidateProblem::new(statement, self.game);
            if conditions.ratings().any(|rating| candidate.lacks(rating)) {
                return Err(fault("this condition needs the columns of a report of solve".to_owned()));
            }
            if conditions.are_met(&candidate) {
                meeting.push((index, condition.at.clone()));
            }
        }
        Ok(meeting)
    }
}

/// Returns whether a problem has this name or number.
fn has_name(statement: &Statement, name: &str) -> bool {
    statement.id == name || statement.detail(BookDetail::Number) == name
}

/// Returns the problem with a name or number, by its index.
fn named(
    name: &At<String>,
    file: &str,
    statements: &[Statement],
) -> Result<(usize, std::ops::Range<usize>), IssueFault> {
    let matching: Vec<usize> =
        (0..statements.len()).filter(|&index| has_name(&statements[index], &name.value)).collect();
    let (file, value) = (file.to_owned(), name.value.clone());
    match matching[..] {
        [index] => Ok((index, name.at.clone())),
        [] => {
            let nearest = nearest(&value, statements.iter().map(|statement| statement.id.as_str()));
            Err(IssueFaultKind::NoProblem { name: value, file, nearest }.at(&name.at))
        }
        _ => Err(IssueFaultKind::Ambiguous { name: value, file, count: matching.len() }.at(&name.at)),
    }
}

/// Returns an award with the index of its problem in the issue.
fn awarded(award: &DescribedAward, chosen: &[Chosen<'_>], folder: &Path) -> Result<Award, IssueFault> {
    let At { value: name, at } = &award.problem;
    let file = award.file.as_ref().map(|file| joined(folder, Path::new(file)).to_string_lossy().into_owned());
    let is_meant = |one: &Chosen<'_>| {
        has_name(one.statement, name) && file.as_deref().is_none_or(|file| is_same_file(file, one.file))
    };
    let matching: Vec<usize> = (0..chosen.len()).filter(|&index| is_meant(&chosen[index])).collect();
    match matching[..] {
        [problem] => Ok(Award { problem, prize: award.prize.clone(), comment: award.comment.clone() }),
        [] => {
            let nearest = nearest(name, chosen.iter().map(|one| one.statement.id.as_str()));
            Err(IssueFaultKind::Award { name: name.clone(), nearest }.at(at))
        }
        _ => {
            let (name, file) = (name.clone(), "the issue; add its file = \"…\"".to_owned());
            Err(IssueFaultKind::Ambiguous { name, file, count: matching.len() }.at(at))
        }
    }
}

/// Returns the printed numbers, and how many numbers of the files are not used: the files' own if every problem has one
/// and all differ, else from 1.
fn numbers(chosen: &[Chosen<'_>]) -> (Vec<String>, usize) {
    let own = chosen.iter().map(|one| one.statement.detail(BookDetail::Number).to_owned());
    let own: Vec<String> = own.collect();
    let given = own.iter().filter(|number| !number.is_empty()).count();
    let different: BTreeSet<&String> = own.iter().collect();
    if given == own.len() && different.len() == own.len() {
        return (own, 0);
    }
    ((1..=own.len()).map(|number| number.to_string()).collect(), given)
}
