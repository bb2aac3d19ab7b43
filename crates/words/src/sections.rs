//! Methods of sections.

use crate::{ALL, Book, EN, Page, Words};

impl Book {
    /// Returns a number of solutions in words, `2 solutions`.
    pub fn solutions(&self, count: usize) -> String {
        self.counted_solutions.text(count)
    }

    /// Returns the name of a theme, given its code; a theme without a name has its code in words.
    pub fn theme(&self, code: &str) -> String {
        language(self.code).theme_names.get(code).map_or_else(|| code.replace('-', " "), str::to_owned)
    }

    /// Returns the letter of a twin, given its Latin letter: Cyrillic in Russian.
    pub fn twin_letter(&self, letter: char) -> char {
        let place = u32::from(letter).wrapping_sub(u32::from('a')) as usize;
        self.twin_letters.chars().nth(place).unwrap_or(letter)
    }
}

impl Page {
    /// Labels in English, also of pages that have no other language.
    pub const ENGLISH: &'static Self = &EN.page;

    /// Returns the labels in the language of a book.
    pub fn of(book: &Book) -> &'static Self {
        &language(book.code).page
    }

    /// Returns an English word or phrase of a page in this language; other texts stay as they are.
    ///
    /// ```
    /// let words = &hexmate_words::DE.page;
    /// assert_eq!(words.translated("longest"), "längste");
    /// assert_eq!(words.translated("quiet-key"), "quiet-key");
    /// ```
    pub fn translated<'t>(&self, text: &'t str) -> &'t str {
        language(self.code).terms.get(text).unwrap_or(text)
    }

    /// Returns the explanation of a verdict; empty for another word.
    pub fn verdict(&self, word: &str) -> &'static str {
        language(self.code).verdicts.get(word).unwrap_or_default()
    }
}

/// Returns the words with the code of a section.
fn language(code: &str) -> &'static Words {
    Words::of_code(code).unwrap_or(ALL[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_nouns() {
        let counted = |words: &Words| [0, 1, 2, 5, 12, 21, 22].map(|n| words.book.solutions(n)).join(", ");
        assert_eq!(
            ["en", "hu", "pl", "ru"].map(|code| counted(language(code))),
            [
                "0 solutions, 1 solution, 2 solutions, 5 solutions, 12 solutions, 21 solutions, 22 solutions",
                "0 megfejtés, 1 megfejtés, 2 megfejtés, 5 megfejtés, 12 megfejtés, 21 megfejtés, 22 megfejtés",
                "0 rozwiązań, 1 rozwiązanie, 2 rozwiązania, 5 rozwiązań, 12 rozwiązań, 21 rozwiązań, 22 rozwiązania",
                "0 решений, 1 решение, 2 решения, 5 решений, 12 решений, 21 решение, 22 решения",
            ]
        );
        assert_eq!(
            [0, 1, 2].map(|n| language("fr").book.solutions(n)),
            ["0 solution", "1 solution", "2 solutions"]
        );
        assert_eq!(language("ru").book.twin_letter('d'), 'г');
        assert_eq!(language("de").book.twin_letter('d'), 'd');
    }
}
