//! Duplex: problems that are also solved with the sides exchanged, so that the other side begins in the same diagram.
//!
//! Each half is a problem of its own. The second half of a diagram is a twin with the change `duplex`; the text `duplex` among
//! twins means the second halves of the diagram and of every twin, in their order and with the next letters.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Statement;
use hexmate_position::search::folded;
use hexmate_position::{Game, Setup};
use hexmate_words::ALL;

/// The word of twins and stipulations.
pub(super) const DUPLEX: &str = "duplex";

/// Returns whether a word in lower case means duplex in some language.
pub(super) fn is_duplex(word: &str) -> bool {
    static WORDS: LazyLock<Vec<String>> =
        LazyLock::new(|| ALL.iter().map(|words| words.book.duplex.to_lowercase()).collect());
    WORDS.iter().any(|known| known == word)
}

/// Returns whether a heading in normalized form is that of a column of marks for duplex.
pub(super) fn is_heading(heading: &str) -> bool {
    static HEADINGS: LazyLock<Vec<String>> =
        LazyLock::new(|| ALL.iter().map(|words| folded(words.book.duplex)).collect());
    HEADINGS.iter().any(|known| known == heading)
}

/// Returns the meaning of a mark in a column for duplex; `None` if it is neither yes nor no.
pub(super) fn mark(mark: &str) -> Option<bool> {
    let mark = mark.to_lowercase();
    match mark.as_str() {
        "" | "no" | "false" | "0" | "n" | "-" => Some(false),
        "yes" | "true" | "1" | "y" | "x" | "+" => Some(true),
        _ => is_duplex(&mark).then_some(true),
    }
}

/// Returns a stipulation without the word for duplex; `None` if it does not have the word.
pub(super) fn without_duplex(text: &str) -> Option<String> {
    let mut start = 0;
    for part in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        if is_duplex(&word.to_lowercase()) {
            let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–');
            let before = text[..start].trim_end_matches(is_between);
            let after = &text[start + word.len()..];
            // A pair of brackets around the word.
            let (before, after) = match (before.strip_suffix('('), after.strip_prefix(')')) {
                (Some(before), Some(after)) => (before.trim_end_matches(is_between), after),
                _ => (before, after),
            };
            let after = after.trim_start_matches(is_between);
            return Some(format!("{before} {after}").trim().to_owned());
        }
        start += part.len();
    }
    None
}

/// Returns a text of twins without the word for all second halves; `None` if it does not have the word.
///
/// A single twin `b) duplex` is the same.
pub(super) fn twins_without_duplex(text: &str) -> Option<String> {
    let is_end = |c: char| matches!(c, ';' | '\n');
    let is_word =
        |part: &str| is_duplex(&part.trim_matches(|c: char| c.is_whitespace() || c == '.').to_lowercase());
    if !text.contains(is_end) {
        let change = text.trim().strip_prefix("b)").unwrap_or(text);
        return is_word(change).then(String::new);
    }
    let parts: Vec<&str> = text.split(is_end).map(str::trim).filter(|part| !part.is_empty()).collect();
    let others: Vec<&str> = parts.iter().copied().filter(|part| !is_word(part)).collect();
    match (others.len() < parts.len(), others.as_slice()) {
        (true, others) => Some(others.join("; ")),
        // `b) duplex;`
        (false, [only]) => twins_without_duplex(only),
        (false, _) => None,
    }
}

impl Statement {
    /// Returns the text of all twins, with the word `duplex` if only the stipulation has it.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_problems::*; }
    /// use hexmate::Statement;
    ///
    /// let stipulation = "h#2 duplex".to_owned();
    /// let statement = Statement { stipulation, twin: "b) c4 -> d5".to_owned(), ..Statement::default() };
    /// assert_eq!(statement.all_twins(), "b) c4 -> d5; duplex");
    /// ```
    pub fn all_twins(&self) -> Cow<'_, str> {
        let is_stated = without_duplex(&self.stipulation).is_some();
        if !is_stated || twins_without_duplex(&self.twin).is_some() {
            return Cow::Borrowed(&self.twin);
        }
        match self.twin.trim() {
            "" => Cow::Borrowed(DUPLEX),
            twin => Cow::Owned(format!("{twin}; {DUPLEX}")),
        }
    }

    /// Returns the stipulation of one half, as written but without the word `duplex`.
    pub fn half_stipulation(&self) -> Cow<'_, str> {
        without_duplex(&self.stipulation).map_or(Cow::Borrowed(&self.stipulation), Cow::Owned)
    }

    /// Adds the word `duplex` to the stipulation, unless the stipulation or the twins have it.
    pub(super) fn set_duplex(&mut self) {
        if without_duplex(&self.stipulation).is_none() && twins_without_duplex(&self.twin).is_none() {
            if !self.stipulation.is_empty() {
                self.stipulation.push(' ');
            }
            self.stipulation.push_str(DUPLEX);
        }
    }
}

/// Returns an arrangement in which the other side begins; `None` in games for more than two players.
///
/// Rights to capture en passant are lost: the other side has made no move.
pub(super) fn other_half(mut setup: Setup) -> Option<Setup> {
    let game: Game = setup.game;
    let other = game.players().find(|&player| player != setup.turn).filter(|_| game.players == 2)?;
    setup.turn = other;
    setup.crossed.clear();
    setup.landed = None;
    Some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_is_removed_with_its_brackets() {
        for (text, expected) in [
            ("h#2 duplex", Some("h#2")),
            ("h#2 (Duplex)", Some("h#2")),
            ("DUPLEX: h#2", Some("h#2")),
            ("h#2, duplex, 2 sol.", Some("h#2 2 sol.")),
            ("h#2 – Dúplex", Some("h#2")),
            ("#2 (duplex, 2 sol.)", Some("#2 ( 2 sol.)")),
            ("h#2", None),
            ("h#2 halfduplex", None),
        ] {
            assert_eq!(without_duplex(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("duplex", Some("")),
            ("b) duplex", Some("")),
            ("b) Duplex;", Some("")),
            ("b) c4 -> d5; duplex", Some("b) c4 -> d5")),
            ("duplex\nb) c4 -> d5; c) d4", Some("b) c4 -> d5; c) d4")),
            ("b) c4 -> d5 duplex", None),
            ("b) c4 -> d5; c) duplex", None),
            ("", None),
        ] {
            assert_eq!(twins_without_duplex(text).as_deref(), expected, "{text}");
        }
    }
}
