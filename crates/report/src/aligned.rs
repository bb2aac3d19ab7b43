//! Display width of text on a terminal: fitting and padding.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use hexmate_batch::terminal::one_line;

/// Returns the number of terminal columns that a text occupies.
pub fn terminal_width(text: &str) -> usize {
    text.width()
}

/// Shortens a text to at most `most` columns. The middle is left out, because names often differ at their ends.
pub(super) fn fitted(text: &str, most: usize) -> String {
    let text = one_line(text);
    if terminal_width(&text) <= most || most == 0 {
        return text.into_owned();
    }
    let last = (most - 1) / 3;
    let end = prefix(text.chars().rev(), last).into_iter().rev();
    let begin = prefix(text.chars(), most - 1 - last);
    begin.into_iter().chain(['…']).chain(end).collect()
}

/// Returns as many characters as fit into `most` columns.
fn prefix(characters: impl Iterator<Item = char>, most: usize) -> Vec<char> {
    let mut left = most;
    let fits = |c: &char| {
        let rest = left.checked_sub(c.width().unwrap_or(0));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    characters.take_while(fits).collect()
}

/// Pads a text with spaces to at least `least` columns.
pub fn padded(text: &str, least: usize) -> String {
    format!("{text}{:1$}", "", least.saturating_sub(terminal_width(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_name_keeps_both_ends() {
        assert_eq!(fitted("contest-2001-4", 24), "contest-2001-4");
        assert_eq!(fitted("A very long name of a problem, no. 17", 24), "A very long name… no. 17");
        assert_eq!(terminal_width(&fitted("A very long name of a problem, no. 17", 24)), 24);
        assert_eq!(fitted("two\nlines", 24), "two\\nlines");
    }

    #[test]
    fn width_is_counted_in_terminal_columns() {
        for text in ["plain", "Őrült Pálya", "e\u{301}e\u{301}e\u{301}", "漢字の問題", "🙂", ""] {
            assert_eq!(terminal_width(&padded(text, 12)), 12, "{text}");
        }
        let long = "漢字の問題集から、第百二十三番の問題";
        assert!((22..=24).contains(&terminal_width(&fitted(long, 24))), "{}", fitted(long, 24));
        assert_eq!(padded("wider than that", 4), "wider than that");
        for most in 0..20 {
            assert!(most == 0 || terminal_width(&fitted(long, most)) <= most);
        }
    }
}
