//! Claimed keys of twins: `a) Rb2-a2; b) Be3-f4`, with the labels of the twins. Keys without labels are those of the first.

use super::Statement;
use super::twin::{FIRST, label};

impl Statement {
    /// Returns the claimed keys of the twin with this letter, as written; the diagram, or the first twin if the diagram is
    /// not a problem, has the letter `a`.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_problems::*; }
    /// use hexmate::Statement;
    ///
    /// let keys = "a) Rb2-a2; b) Be3-f4".to_owned();
    /// let statement = Statement { keys, ..Statement::default() };
    /// assert_eq!(["a", "b", "c"].map(|letter| statement.keys_of(letter.chars().next().unwrap_or('a'))), ["Rb2-a2", "Be3-f4", ""]);
    /// ```
    pub fn keys_of(&self, letter: char) -> &str {
        let labels = labels(&self.keys);
        if labels.first().is_none_or(|&(_, start, _)| !self.keys[..start].trim().is_empty()) {
            return if letter == FIRST { &self.keys } else { "" };
        }
        let ends = labels.iter().skip(1).map(|&(_, start, _)| start).chain([self.keys.len()]);
        let mut parts = labels.iter().zip(ends);
        let own = parts.find(|((own, ..), _)| *own == letter);
        let is_between = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ':');
        own.map_or("", |(&(_, _, start), end)| self.keys[start..end].trim_matches(is_between))
    }
}

/// Returns the letter of each label in a text of keys, with the offsets of its start and end.
fn labels(text: &str) -> Vec<(char, usize, usize)> {
    let mut found = Vec::new();
    let is_start = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '+');
    for (bracket, _) in text.match_indices(')') {
        let Some((start, _)) = text[..bracket].char_indices().next_back() else { continue };
        if let Some(read) = label(&text[start..=bracket]).and_then(|label| label.chars().next())
            && text[..start].chars().next_back().is_none_or(is_start)
        {
            let start = text[..start].strip_suffix('+').map_or(start, str::len);
            found.push((read, start, bracket + 1));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_belong_to_labelled_twins() {
        for (text, expected) in [
            ("e2e4", ["e2e4", "", ""]),
            ("a) e2e4; b) e7e5, d7d5; +c) f2f3", ["e2e4", "e7e5, d7d5", "f2f3"]),
            ("a)1.Rb2-a2! b) 1.Be3-f4 в) Kd1", ["1.Rb2-a2!", "1.Be3-f4", "Kd1"]),
            ("b) e7e5", ["", "e7e5", ""]),
            ("1.Rf11! (2.Qd4#) Kc5 (a) 2.Qb3#", ["1.Rf11! (2.Qd4#) Kc5 (a) 2.Qb3#", "", ""]),
            ("", ["", "", ""]),
        ] {
            let statement = Statement { keys: text.to_owned(), ..Statement::default() };
            assert_eq!(['a', 'b', 'c'].map(|letter| statement.keys_of(letter)), expected, "{text}");
        }
    }
}
