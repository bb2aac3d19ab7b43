//! The indexes of a book: authors and themes, with the numbers of their problems.

use std::collections::BTreeMap;

use super::{Block, BlockKind, BookStyle, Face, GAP, Numbered, Span};
use crate::BookWords;
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
    let names = problems.iter().flat_map(|numbered| {
        let authors = numbered.problem.authors.iter();
        authors.map(|author| (author.as_str(), numbered.number.as_str()))
    });
    lines(by_name(names, |name| author_key(name, style.words)))
}

/// Returns a line for each theme.
pub(super) fn theme_lines<'n, 'p: 'n>(problems: impl Iterator<Item = &'n Numbered<'p>>) -> Vec<Vec<Span>> {
    let names = problems.flat_map(|numbered| {
        let themes = numbered.problem.themes.iter();
        themes.map(|theme| (theme.as_str(), numbered.number.as_str()))
    });
    lines(by_name(names, folded))
}

/// Returns the key by which an author is sorted: the family name first.
pub(crate) fn author_key(name: &str, words: &BookWords) -> String {
    // Hungarian names begin with the family name.
    let is_family_first = words.code == Letters::HUNGARIAN.code();
    let name = folded(name);
    let family = name.rsplit(' ').next().unwrap_or_default();
    if is_family_first || name.contains(',') { name } else { format!("{family} {name}") }
}

/// Returns each name once, in the order of the keys, with its problems in their order.
pub(crate) fn by_name<'n, P>(
    names: impl Iterator<Item = (&'n str, P)>,
    key: impl Fn(&str) -> String,
) -> Vec<(&'n str, Vec<P>)> {
    let mut problems: BTreeMap<(String, &str), Vec<P>> = BTreeMap::new();
    for (name, problem) in names {
        problems.entry((key(name), name)).or_default().push(problem);
    }
    problems.into_iter().map(|((_, name), problems)| (name, problems)).collect()
}

/// Returns a line for each name with the numbers of its problems.
fn lines(names: Vec<(&str, Vec<&str>)>) -> Vec<Vec<Span>> {
    let line = |(name, mut numbers): (&str, Vec<&str>)| {
        numbers.dedup();
        vec![Span::new(format!("{name}{GAP}{}", numbers.join(", ")), Face::Roman)]
    };
    names.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn authors_are_sorted_by_family_names() {
        let sorted = |letters: Letters, names: &[&'static str]| -> Vec<&str> {
            let words = Language::of(letters).words;
            let names = by_name(names.iter().map(|name| (*name, 1)), |name| author_key(name, words));
            names.into_iter().map(|(name, _)| name).collect()
        };
        let english = sorted(Letters::ENGLISH, &["B. Zoltan", "A. Nagy", "Ács, C."]);
        assert_eq!(english, ["Ács, C.", "A. Nagy", "B. Zoltan"]);
        let hungarian = sorted(Letters::HUNGARIAN, &["Zoltán B.", "Nagy A."]);
        assert_eq!(hungarian, ["Nagy A.", "Zoltán B."]);
    }
}
