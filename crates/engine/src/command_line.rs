//! Splitting a command line into words without a shell, in the same way on every system.

use crate::EngineFault;

/// A command line: the name of a program and its arguments, which may contain placeholders such as `{fen}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

impl CommandLine {
    /// Splits a text at blanks, except within single or double quotation marks.
    ///
    /// # Errors
    ///
    /// If a quotation mark is not closed, or there are no words.
    pub fn parse(text: &str) -> Result<Self, EngineFault> {
        let words = split(text).ok_or(EngineFault::NoCommand)?;
        Ok(Self { text: text.to_owned(), words })
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

    /// Returns the command line with placeholders replaced by values, which are never split.
    #[must_use]
    pub fn filled(&self, values: &[(&str, &str)]) -> Self {
        let fill = |word: &String| {
            values.iter().fold(word.clone(), |word, (placeholder, value)| word.replace(placeholder, value))
        };
        Self { text: self.text.clone(), words: self.words.iter().map(fill).collect() }
    }
}

/// Splits a text at blanks outside quotation marks; `None` if there is an unclosed mark, or no word.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match quote {
            Some(mark) if character == mark => quote = None,
            None if character == '"' || character == '\'' => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
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
        let joined = |text: &str| split(text).map(|words| words.join("|"));
        assert_eq!(joined("engine -x  3").as_deref(), Some("engine|-x|3"));
        assert_eq!(joined("'my engine' \"a b\"c ''").as_deref(), Some("my engine|a bc|"));
        assert_eq!(joined("run \"it's\"").as_deref(), Some("run|it's"));
        assert_eq!([joined("a 'b"), joined("  ")], [None, None]);
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
