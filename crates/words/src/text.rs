//! Lists of words, texts with values, and forms for numbers.

/// Words with the same meaning.
///
/// They are one text, each after a character whose code is its length in bytes: it needs no relocations, and most words are
/// skipped without a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List(pub(crate) &'static str);

impl List {
    /// Returns the words in the order of the file.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (&length, _) = rest.as_bytes().split_first()?;
            let (word, after) = rest[1..].split_at_checked(usize::from(length))?;
            rest = after;
            Some(word)
        })
    }

    /// Returns whether this is one of the words.
    #[inline]
    pub fn contains(self, word: &str) -> bool {
        let mut rest = self.0.as_bytes();
        while let [length, after @ ..] = rest {
            let Some((own, after)) = after.split_at_checked(usize::from(*length)) else { return false };
            if own == word.as_bytes() {
                return true;
            }
            rest = after;
        }
        false
    }

    /// Returns the first word, the one to write; empty if there is none.
    pub fn first(self) -> &'static str {
        self.iter().next().unwrap_or_default()
    }
}

/// A text with `{names}` in place of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextTemplate(pub(crate) &'static str);

impl TextTemplate {
    /// Returns the text with values in place of their names.
    ///
    /// ```
    /// let shown = hexmate_words::EN.page.shown;
    /// assert_eq!(shown.fill(&[("shown", "2"), ("all", "10")]), "2 of 10");
    /// ```
    pub fn fill(self, values: &[(&str, &str)]) -> String {
        let mut parts = self.0.split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('}').unwrap_or((part, ""));
            let value = values.iter().find(|(own, _)| *own == name);
            debug_assert!(value.is_some(), "{{{name}}} of {:?} has no value", self.0);
            text.extend([value.map_or("", |(_, value)| value), rest]);
        }
        text
    }

    /// Returns whether a text already has the words around the value, such as "after" for `after {name}`.
    ///
    /// ```
    /// let after = hexmate_words::EN.book.after;
    /// assert!(after.is_part_of("After S. Loyd") && !after.is_part_of("N. Afterman"));
    /// ```
    pub fn is_part_of(self, text: &str) -> bool {
        let (before, rest) = self.0.split_once('{').unwrap_or((self.0, ""));
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        let text = text.to_lowercase();
        let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let begins = |rest: &str| !rest.ends_with(char::is_alphanumeric);
        [before, after].into_iter().any(|words| {
            let words = words.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let mut places =
                text.match_indices(&words).map(|(at, found)| (&text[..at], &text[at + found.len()..]));
            !words.is_empty() && places.any(|(left, right)| begins(left) && ends(right))
        })
    }
}

/// Rule that chooses the form of a noun after a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plural {
    /// One form.
    None,
    /// One form for 1, another for all other numbers.
    English,
    /// One form for 0 and 1, another for all other numbers.
    French,
    /// Forms for 1, for 2 to 4, 22 to 24 and so on, and for all other numbers.
    Polish,
    /// Forms for 1, 21 and so on, for 2 to 4, 22 to 24 and so on, and for all other numbers.
    Russian,
}

/// A text with `{count}` in the forms of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountedText {
    pub(crate) one: TextTemplate,
    pub(crate) few: TextTemplate,
    pub(crate) many: TextTemplate,
    pub(crate) plural: Plural,
}

impl CountedText {
    /// Returns the text for a number.
    ///
    /// ```
    /// let solutions = hexmate_words::PL.book.counted_solutions;
    /// assert_eq!([1, 3, 5].map(|count| solutions.text(count)), ["1 rozwiązanie", "3 rozwiązania", "5 rozwiązań"]);
    /// ```
    pub fn text(self, count: usize) -> String {
        let is_few = matches!(count % 10, 2..=4) && !matches!(count % 100, 12..=14);
        let form = match (self.plural, count) {
            (Plural::English | Plural::French | Plural::Polish, 1) | (Plural::French, 0) => self.one,
            (Plural::Russian, _) if count % 10 == 1 && count % 100 != 11 => self.one,
            (Plural::Polish | Plural::Russian, _) if is_few => self.few,
            _ => self.many,
        };
        form.fill(&[("count", &count.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use crate::{ALL, DE, EN};

    #[test]
    fn lists_contain_their_words() {
        assert_eq!(EN.player_names.white.iter().collect::<Vec<_>>(), ["white", "wh"]);
        assert_eq!((DE.months.march.first(), EN.columns.answers.first()), ("März", ""));
        for words in ALL {
            for list in words.months.all().into_iter().chain(words.columns.all()) {
                assert!(list.iter().all(|word| list.contains(word)));
                assert!(!list.contains("") && !list.contains("e") && !list.contains("no such word"));
            }
        }
    }
}
