//! Splitting a command line into words without a shell, in the same way on every system.

/// Splits a command line at blanks, except within single or double quotation marks.
///
/// Returns `None` if a quotation mark is not closed, or there are no words.
pub fn split(text: &str) -> Option<Vec<String>> {
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
    use super::split;

    #[test]
    fn quotation_marks_keep_words_together() {
        let joined = |text: &str| split(text).map(|words| words.join("|"));
        assert_eq!(joined("engine -x  3").as_deref(), Some("engine|-x|3"));
        assert_eq!(joined("'my engine' \"a b\"c ''").as_deref(), Some("my engine|a bc|"));
        assert_eq!(joined("run \"it's\"").as_deref(), Some("run|it's"));
        assert_eq!([joined("a 'b"), joined("  ")], [None, None]);
    }
}
