//! The chapters of a book: diagrams and solutions, or the sections of an issue.

use super::issue::{Issue, IssueSection, paragraphs};
use super::{Block, BlockKind, BookParts, BookStyle, Face, GAP, Numbered, Span, index, legend};

/// A chapter of a book.
pub(crate) struct Chapter<'n, 'p> {
    /// Heading; may be empty.
    pub(crate) heading: String,
    /// Paragraphs below the heading.
    pub(crate) introduction: Vec<Vec<Span>>,
    pub(crate) content: Content<'n, 'p>,
}

/// Content of a chapter below its introduction.
pub(crate) enum Content<'n, 'p> {
    /// List of the chapters after this one.
    Contents,
    Diagrams(&'n [Numbered<'p>]),
    Blocks(Vec<Block>),
}

impl<'n, 'p> Chapter<'n, 'p> {
    /// Returns the chapters of a book.
    pub(crate) fn all(style: &BookStyle, problems: &'n [Numbered<'p>]) -> Vec<Self> {
        if let Some(issue) = &style.issue {
            return match style.parts {
                BookParts::Whole => whole(style, issue, problems),
                BookParts::SolvingSheet => sheet(style, issue, problems),
                BookParts::Solutions => solutions(style, issue, problems).into_iter().collect(),
            };
        }
        let diagrams = Self {
            heading: style.title.clone(),
            introduction: Vec::new(),
            content: Content::Diagrams(problems),
        };
        let solutions = Self {
            heading: style.words.solutions.to_owned(),
            introduction: Vec::new(),
            content: Content::Blocks(
                solution_blocks(problems.iter()).chain(index::authors(style, problems)).collect(),
            ),
        };
        match style.parts {
            BookParts::Whole => vec![diagrams, solutions],
            BookParts::SolvingSheet => vec![diagrams],
            BookParts::Solutions => vec![solutions],
        }
    }

    /// Returns the chapters that the table of contents lists, with their places: those after it that have a heading.
    pub(crate) fn listed(chapters: &[Self]) -> impl Iterator<Item = (usize, &Self)> {
        chapters.iter().enumerate().skip(1).filter(|(_, chapter)| !chapter.heading.is_empty())
    }

    /// Returns the diagrams.
    pub(crate) fn diagrams(&self) -> &'n [Numbered<'p>] {
        match self.content {
            Content::Diagrams(problems) => problems,
            Content::Contents | Content::Blocks(_) => &[],
        }
    }
}

/// Returns the chapters of an issue: title and contents, sections, solutions, awards, indexes.
fn whole<'n, 'p>(style: &BookStyle, issue: &Issue, problems: &'n [Numbered<'p>]) -> Vec<Chapter<'n, 'p>> {
    let subtitle = paragraphs(&issue.subtitle).map(|text| vec![Span::new(text, Face::Bold)]);
    let front = Chapter {
        heading: style.title.clone(),
        introduction: subtitle.chain(roman(&issue.introduction)).collect(),
        content: Content::Contents,
    };
    let sections = issue.parts(problems.len()).map(|(section, range)| {
        let problems = &problems[range];
        let content = if section.show.has_diagrams() {
            Content::Diagrams(problems)
        } else {
            Content::Blocks(solution_blocks(problems.iter()).collect())
        };
        chapter(&section.heading, roman(&section.introduction).collect(), content)
    });
    let back = at_the_end(style, issue, problems).into_iter().chain(awards(style, issue, problems));
    let shown: Vec<&Numbered<'_>> = problems.iter().collect();
    let authors = index::author_lines(style, &shown);
    let solved = shown.iter().copied().filter(|numbered| issue.showing(numbered.place).has_solutions());
    let themes = index::theme_lines(solved);
    let indexes = [(style.words.authors, authors), (style.words.themes, themes)];
    let indexes = indexes.into_iter().filter(|(_, lines)| !lines.is_empty());
    let indexes = indexes.map(|(heading, lines)| {
        // One block for each line, so that an index may be longer than a column.
        let blocks = lines.into_iter().map(|line| Block::new(BlockKind::Line, vec![line]));
        chapter(heading, Vec::new(), Content::Blocks(blocks.collect()))
    });
    std::iter::once(front).chain(sections).chain(back).chain(indexes).collect()
}

/// Returns the diagrams of an issue without solutions. The title is above the first section.
fn sheet<'n, 'p>(style: &BookStyle, issue: &Issue, problems: &'n [Numbered<'p>]) -> Vec<Chapter<'n, 'p>> {
    let shown = issue.parts(problems.len()).filter(|(section, _)| section.show.has_diagrams());
    let shown = shown.enumerate().map(|(place, (section, range))| {
        let introduction = roman(&section.introduction);
        let (heading, introduction) = if place == 0 && !style.title.is_empty() {
            let heading = vec![Span::new(&section.heading, Face::Bold)];
            (style.title.as_str(), std::iter::once(heading).chain(introduction).collect())
        } else {
            (section.heading.as_str(), introduction.collect())
        };
        chapter(heading, introduction, Content::Diagrams(&problems[range]))
    });
    shown.collect()
}

/// Returns the solutions of all sections that print them.
fn solutions<'n, 'p>(
    style: &BookStyle,
    issue: &Issue,
    problems: &'n [Numbered<'p>],
) -> Option<Chapter<'n, 'p>> {
    of_sections(style, issue, problems, |section| section.show.has_solutions())
}

/// Returns the solutions of the sections that print only diagrams in their place.
fn at_the_end<'n, 'p>(
    style: &BookStyle,
    issue: &Issue,
    problems: &'n [Numbered<'p>],
) -> Option<Chapter<'n, 'p>> {
    let is_later = |section: &IssueSection| section.show.has_diagrams() && section.show.has_solutions();
    of_sections(style, issue, problems, is_later)
}

fn of_sections<'n, 'p>(
    style: &BookStyle,
    issue: &Issue,
    problems: &'n [Numbered<'p>],
    is_in: impl Fn(&IssueSection) -> bool,
) -> Option<Chapter<'n, 'p>> {
    let parts = issue.parts(problems.len()).filter(|(section, range)| is_in(section) && !range.is_empty());
    let parts: Vec<(&IssueSection, &[Numbered<'_>])> =
        parts.map(|(section, range)| (section, &problems[range])).collect();
    let legend = legend_block(parts.iter().flat_map(|(_, problems)| *problems));
    let of_part = |(section, problems): &(&IssueSection, &[Numbered<'_>])| {
        let heading = vec![Span::new(&section.heading, Face::Bold)];
        let heading = Block::new(BlockKind::Heading, vec![heading]);
        let heading = (parts.len() > 1).then_some(heading);
        heading.into_iter().chain(problems.iter().map(solution_block)).collect::<Vec<_>>()
    };
    let blocks: Vec<Block> = legend.into_iter().chain(parts.iter().flat_map(of_part)).collect();
    let heading = style.words.solutions;
    (!parts.is_empty()).then(|| chapter(heading, Vec::new(), Content::Blocks(blocks)))
}

/// Returns the awards; `None` without one.
fn awards<'n, 'p>(style: &BookStyle, issue: &Issue, problems: &'n [Numbered<'p>]) -> Option<Chapter<'n, 'p>> {
    let block = |award: &super::issue::Award| {
        let Numbered { problem, number, .. } = problems.get(award.problem)?;
        let texts = [&problem.author, &problem.stipulation, &problem.source];
        let texts = texts.into_iter().filter(|text| !text.is_empty()).map(String::as_str);
        let about = texts.collect::<Vec<_>>().join(", ");
        let heading = vec![
            Span::new(format!("{}{GAP}", award.prize), Face::Bold),
            Span::new(number, Face::Bold),
            Span::new(format!("{GAP}{about}"), Face::Roman),
        ];
        let lines = std::iter::once(heading).chain(roman(&award.comment)).collect();
        Some(Block { problem: Some(award.problem), ..Block::new(BlockKind::Award, lines) })
    };
    let blocks: Vec<Block> = issue.awards.iter().filter_map(block).collect();
    (!blocks.is_empty()).then(|| chapter(style.words.awards, Vec::new(), Content::Blocks(blocks)))
}

/// Returns whether a paragraph is centred, like the subtitle of an issue: one in bold.
pub(crate) fn is_subtitle(paragraph: &[Span]) -> bool {
    paragraph.iter().all(|span| span.face == Face::Bold)
}

fn chapter<'n, 'p>(heading: &str, introduction: Vec<Vec<Span>>, content: Content<'n, 'p>) -> Chapter<'n, 'p> {
    Chapter { heading: heading.to_owned(), introduction, content }
}

/// Returns the paragraphs of a text.
fn roman(text: &str) -> impl Iterator<Item = Vec<Span>> {
    paragraphs(text).map(|text| vec![Span::new(text, Face::Roman)])
}

/// Returns a legend and the solutions of problems.
fn solution_blocks<'n, 'p: 'n>(
    problems: impl Iterator<Item = &'n Numbered<'p>> + Clone,
) -> impl Iterator<Item = Block> {
    legend_block(problems.clone()).into_iter().chain(problems.map(solution_block))
}

fn legend_block<'n, 'p: 'n>(problems: impl Iterator<Item = &'n Numbered<'p>>) -> Option<Block> {
    let legend = Some(legend(problems)).filter(|text| !text.is_empty());
    legend.map(|text| Block::new(BlockKind::Note, vec![vec![Span::new(text, Face::Italic)]]))
}

fn solution_block(numbered: &Numbered<'_>) -> Block {
    let solution = Block::new(BlockKind::Solution, numbered.solution.clone());
    Block { problem: Some(numbered.place), ..solution }
}
