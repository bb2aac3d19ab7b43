//! A line of a text with carets under what is wrong in it, as compilers show it. No colours, no terminals.

/// As much of a line as is shown, in characters.
const SHOWN: usize = 100;
/// As much of it as may stand before what is underlined.
const BEFORE: usize = 60;

/// A line of a text and carets under `width` characters from `column` on, which counts from 1.
///
/// These are two lines without the last line end. A long line is shown in part, and
/// control characters as blanks. The label, often the number of the line, stands before it.
///
/// ```
/// let shown = hexmate::report::underlined("17", "b/qxk", 4, 1);
/// assert_eq!(shown, "17 | b/qxk\n   |    ^");
/// ```
pub fn underlined(label: &str, line: &str, column: usize, width: usize) -> String {
    let before = column.saturating_sub(1);
    let start = before.saturating_sub(BEFORE);
    let visible = |character: char| if character.is_control() { ' ' } else { character };
    let mut characters = line.chars().skip(start).map(visible);
    let shown: String = characters.by_ref().take(SHOWN).collect();
    let cut = if start > 0 { "…" } else { "" };
    let rest = if characters.next().is_some() { "…" } else { "" };
    let margin = " ".repeat(label.chars().count());
    let blanks = " ".repeat(before - start + cut.chars().count());
    let carets = "^".repeat(width.clamp(1, SHOWN - (before - start)));
    format!("{label} | {cut}{shown}{rest}\n{margin} | {blanks}{carets}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_shown_around_what_is_wrong() {
        let text = format!("{}x{}", "-".repeat(5_000), "-".repeat(5_000));
        let shown = underlined("3", &text, 5_001, 1);
        let (excerpt, caret) = shown.split_once('\n').expect("two lines");
        assert!(excerpt.chars().count() < 120, "{excerpt}");
        assert!(excerpt.contains("| …-") && excerpt.ends_with("-…"), "{excerpt}");
        assert_eq!(excerpt.chars().position(|c| c == 'x'), caret.chars().position(|c| c == '^'));
    }

    #[test]
    fn carets_end_with_what_is_shown() {
        let shown = underlined("", &format!("1.{}", "é".repeat(5_000)), 3, 5_000);
        let (excerpt, carets) = shown.split_once('\n').expect("two lines");
        assert_eq!(excerpt.chars().count(), carets.chars().count() + 1);
        assert_eq!(carets.matches('^').count(), SHOWN - 2);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert!(!underlined("1", "a\x1b[2Jb\tc", 1, 1).contains(['\x1b', '\t']));
    }
}
