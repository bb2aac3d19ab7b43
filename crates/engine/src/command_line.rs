//! Splitting a command line into words without a shell, in the same way on every system.

use std::path::{Path, PathBuf};

use crate::EngineFault;

/// A command line: the name of a program and its arguments, which may contain placeholders such as `{fen}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
    /// `true` for each word without quotation marks.
    are_bare: Vec<bool>,
    folder: Option<PathBuf>,
}

impl CommandLine {
    /// Splits a text at blanks, except within single or double quotation marks.
    ///
    /// # Errors
    ///
    /// If a quotation mark is not closed, or there are no words.
    pub fn parse(text: &str) -> Result<Self, EngineFault> {
        let (words, are_bare) = split(text).ok_or(EngineFault::NoCommand)?.into_iter().unzip();
        Ok(Self { text: text.to_owned(), words, are_bare, folder: None })
    }

    /// Sets the folder in which the program runs.
    #[must_use]
    pub fn in_folder(self, folder: PathBuf) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Returns the folder in which the program runs; `None` for that of this program.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the words, of which the first is the program.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns whether the text contains a placeholder.
    pub fn has(&self, placeholder: &str) -> bool {
        self.text.contains(placeholder)
    }

    /// Returns the command line with each word that is the placeholder, without quotation marks, replaced by values, one
    /// word for each.
    #[must_use]
    pub fn spread(&self, placeholder: &str, values: &[String]) -> Self {
        let (mut words, mut are_bare) = (Vec::new(), Vec::new());
        for (word, &is_bare) in self.words.iter().zip(&self.are_bare) {
            let is_spread = is_bare && word == placeholder;
            let own = if is_spread { values } else { std::slice::from_ref(word) };
            words.extend_from_slice(own);
            are_bare.extend(own.iter().map(|_| is_bare));
        }
        Self { words, are_bare, ..self.clone() }
    }

    /// Returns the command line with placeholders replaced by values, which are never split.
    #[must_use]
    pub fn filled(&self, values: &[(&str, &str)]) -> Self {
        let fill = |word: &String| {
            values.iter().fold(word.clone(), |word, (placeholder, value)| word.replace(placeholder, value))
        };
        Self { words: self.words.iter().map(fill).collect(), ..self.clone() }
    }
}

/// Splits a text at blanks outside quotation marks, with `true` for each word without such marks; `None` if there is an
/// unclosed mark, or no word.
fn split(text: &str) -> Option<Vec<(String, bool)>> {
    let mut words = Vec::new();
    let mut word: Option<(String, bool)> = None;
    let new = || (String::new(), true);
    let mut quote = None;
    for character in text.chars() {
        match quote {
            Some(mark) if character == mark => quote = None,
            None if character == '"' || character == '\'' => {
                quote = Some(character);
                word.get_or_insert_with(new).1 = false;
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_with(new).0.push(character),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::{CommandLine, split};

    #[test]
    fn quotation_marks_keep_words_together() {
        let joined = |text: &str| {
            split(text).map(|words| words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join("|"))
        };
        assert_eq!(joined("engine -x  3").as_deref(), Some("engine|-x|3"));
        assert_eq!(joined("'my engine' \"a b\"c ''").as_deref(), Some("my engine|a bc|"));
        assert_eq!(joined("run \"it's\"").as_deref(), Some("run|it's"));
        assert_eq!([joined("a 'b"), joined("  ")], [None, None]);
    }

    #[test]
    fn bare_placeholders_are_spread() {
        let spread = |text: &str, values: &[&str]| {
            let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
            CommandLine::parse(text).expect("words").spread("{moves}", &values).words().join("|")
        };
        assert_eq!(spread("run {moves} -x", &["a b", "c"]), "run|a b|c|-x");
        assert_eq!(spread("run {moves}", &[]), "run");
        assert_eq!(spread("run '{moves}' m={moves}", &["a"]), "run|{moves}|m={moves}");
    }

    #[test]
    fn filled_values_are_not_split() {
        let command = CommandLine::parse("count '{fen}' -d{depth}").expect("words");
        let filled = command.filled(&[("{fen}", "a b'c"), ("{depth}", "3")]);
        assert_eq!(filled.words(), ["count", "a b'c", "-d3"]);
        assert!(command.has("{fen}") && !command.has("{moves}"));
        assert!(CommandLine::parse("'").is_err());
    }
}
