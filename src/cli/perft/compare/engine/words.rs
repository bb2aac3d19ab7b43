//! A command line as words, without a shell: the same on every system. Starts nothing.

/// The words of a command line: blanks part them, but not in quotation marks of either kind.
///
/// `None` if a quotation mark is not closed, or there is no word.
pub fn words(text: &str) -> Option<Vec<String>> {
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
    use super::words;

    #[test]
    fn words_are_parted_as_a_shell_does() {
        let told = |text: &str| words(text).map(|words| words.join("|"));
        assert_eq!(told("engine -x  3").as_deref(), Some("engine|-x|3"));
        assert_eq!(told("'my engine' \"a b\"c ''").as_deref(), Some("my engine|a bc|"));
        assert_eq!(told("run \"it's\"").as_deref(), Some("run|it's"));
        assert_eq!([told("a 'b"), told("  ")], [None, None]);
    }
}
