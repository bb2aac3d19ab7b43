//! The indexes of a book: authors and themes, with the numbers of their problems.

use std::collections::BTreeMap;

use super::{Block, BlockKind, BookStyle, Face, GAP, Numbered, Span};
use hexmate_position::Letters;
use hexmate_position::search::folded;

/// Returns the authors under a heading; `None` if fewer than two problems have authors.
pub(super) fn authors(style: &BookStyle, problems: &[Numbered<'_>]) -> Option<Block> {
    let named: Vec<&Numbered<'_>> =
        problems.iter().filter(|numbered| !numbered.problem.authors.is_empty()).collect();
    let heading = vec![Span::new(style.words.authors, Face::Bold)];
    let lines = std::iter::once(heading).chain(author_lines(style, &named)).collect();
    (named.len() > 1).then(|| Block::new(BlockKind::Note, lines))
}

/// Returns a line for each author, sorted by family names.
pub(super) fn author_lines(style: &BookStyle, problems: &[&Numbered<'_>]) -> Vec<Vec<Span>> {
    // Hungarian names begin with the family name.
    let is_family_first = style.words.code == Letters::HUNGARIAN.code();
    let key = |name: &str| {
        let name = folded(name);
        let family = name.rsplit(' ').next().unwrap_or_default();
        if is_family_first || name.contains(',') { name } else { format!("{family} {name}") }
    };
    let names = problems.iter().flat_map(|numbered| {
        let authors = numbered.problem.authors.iter();
        authors.map(|author| ((key(author), author.as_str()), numbered.number.as_str()))
    });
    lines(names)
}

/// Returns a line for each theme.
pub(super) fn theme_lines<'n, 'p: 'n>(problems: impl Iterator<Item = &'n Numbered<'p>>) -> Vec<Vec<Span>> {
    let names = problems.flat_map(|numbered| {
        let themes = numbered.problem.themes.iter();
        themes.map(|theme| ((folded(theme), theme.as_str()), numbered.number.as_str()))
    });
    lines(names)
}

/// Returns a line for each name, in the order of the keys, with the numbers of its problems.
fn lines<'n>(names: impl Iterator<Item = ((String, &'n str), &'n str)>) -> Vec<Vec<Span>> {
    let mut numbers: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
    for (name, number) in names {
        let of_name = numbers.entry(name).or_default();
        if of_name.last() != Some(&number) {
            of_name.push(number);
        }
    }
    let line = |((_, name), numbers): ((String, &str), Vec<&str>)| {
        vec![Span::new(format!("{name}{GAP}{}", numbers.join(", ")), Face::Roman)]
    };
    numbers.into_iter().map(line).collect()
}
