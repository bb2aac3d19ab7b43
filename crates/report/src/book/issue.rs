//! An issue of a magazine: the sections of a book, and what it prints besides its problems.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// An issue of a magazine. Its problems are those of the run, in the order of its sections.
///
/// A log records it, so it is not trusted: see [`Issue::is_sane`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// Line below the title, such as number and date; may be empty.
    pub subtitle: String,
    /// Text below the title; its lines are paragraphs. May be empty.
    pub introduction: String,
    /// Sections in order.
    pub sections: Vec<IssueSection>,
    /// Awards in order.
    pub awards: Vec<Award>,
    /// Printed number of each problem.
    pub numbers: Vec<String>,
}

/// A section of an issue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssueSection {
    /// Heading.
    pub heading: String,
    /// Text below the heading; its lines are paragraphs. May be empty.
    pub introduction: String,
    /// Parts of its problems that are printed.
    pub show: Showing,
    /// Number of its problems.
    pub problems: usize,
}

/// Parts of its problems that a section prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Showing {
    /// Diagrams in the section, solutions at the end of the issue.
    #[default]
    Both,
    /// Diagrams only: the solutions follow in a later issue.
    Diagrams,
    /// Solutions only: the diagrams were in an earlier issue.
    Solutions,
}

impl Showing {
    /// All parts with their names.
    pub const ALL: [(&str, Self); 3] =
        [("both", Self::Both), ("diagrams", Self::Diagrams), ("solutions", Self::Solutions)];

    /// Returns whether diagrams are printed.
    pub const fn has_diagrams(self) -> bool {
        matches!(self, Self::Both | Self::Diagrams)
    }

    /// Returns whether solutions are printed.
    pub const fn has_solutions(self) -> bool {
        matches!(self, Self::Both | Self::Solutions)
    }
}

/// An award to a problem of the issue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Award {
    /// Index of the problem in the issue.
    pub problem: usize,
    /// Prize, such as `1st prize`.
    pub prize: String,
    /// Comment of the judge; its lines are paragraphs. May be empty.
    pub comment: String,
}

impl Issue {
    /// Returns whether the sections contain all problems, and the awards are for problems of the issue.
    pub fn is_sane(&self) -> bool {
        let total = self.sections.iter().try_fold(0_usize, |sum, section| sum.checked_add(section.problems));
        total == Some(self.numbers.len())
            && self.awards.iter().all(|award| award.problem < self.numbers.len())
    }

    /// Returns the sections with the indices of their problems, of which `count` are there.
    pub fn parts(&self, count: usize) -> impl Iterator<Item = (&IssueSection, Range<usize>)> {
        let mut next = 0_usize;
        self.sections.iter().map(move |section| {
            let first = next;
            next = next.saturating_add(section.problems).min(count);
            (section, first..next)
        })
    }

    /// Returns how a problem is shown, by its index.
    pub fn showing(&self, problem: usize) -> Showing {
        let mut parts = self.parts(usize::MAX);
        parts.find(|(_, range)| range.contains(&problem)).map_or(Showing::Both, |(section, _)| section.show)
    }

    /// Returns all texts that are printed.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { subtitle, introduction, sections, awards, numbers } = self;
        let sections =
            sections.iter_mut().flat_map(|section| [&mut section.heading, &mut section.introduction]);
        let awards = awards.iter_mut().flat_map(|award| [&mut award.prize, &mut award.comment]);
        [subtitle, introduction].into_iter().chain(sections).chain(awards).chain(numbers)
    }
}

/// Returns the paragraphs of a text: its lines without empty ones.
pub fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_issue_is_rejected() {
        let section = |problems| IssueSection { problems, ..IssueSection::default() };
        let issue = Issue {
            sections: vec![section(1), section(2)],
            numbers: vec![String::new(); 3],
            ..Issue::default()
        };
        assert!(issue.is_sane());
        assert!(!Issue { sections: vec![section(usize::MAX), section(2)], ..issue.clone() }.is_sane());
        let award = Award { problem: 3, ..Award::default() };
        assert!(!Issue { awards: vec![award], ..issue.clone() }.is_sane());
        // Fewer problems than the log says.
        let ranges: Vec<Range<usize>> = issue.parts(2).map(|(_, range)| range).collect();
        assert_eq!(ranges, [0..1, 1..2]);
    }
}
