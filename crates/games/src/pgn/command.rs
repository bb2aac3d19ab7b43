//! Commands in comments, such as `[%eval 0.35]` and `[%clk 0:59:10]`.

use std::ops::Range;

/// A command in a comment: `[%name value]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentCommand<'c> {
    /// Name, as written.
    pub name: &'c str,
    /// Value without surrounding white space; empty for a bare name.
    pub value: &'c str,
    /// Place in the comment, brackets included, in bytes.
    pub span: Range<usize>,
}

impl CommentCommand<'_> {
    /// Returns whether this is the name. Ignores case.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Iterates over the commands of a comment, in order.
///
/// White space after the name may be a line end, because programs break lines anywhere.
///
/// ```
/// use hexmate_games::pgn::comment_commands;
///
/// let comment = "good [%eval 0.35,18] [%clk 0:59:10]";
/// let values: Vec<_> = comment_commands(comment).map(|command| (command.name, command.value)).collect();
/// assert_eq!(values, [("eval", "0.35,18"), ("clk", "0:59:10")]);
/// ```
pub fn comment_commands(comment: &str) -> impl Iterator<Item = CommentCommand<'_>> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let start = done + comment[done..].find("[%")?;
        let inside = start + 2;
        let end = inside + comment[inside..].find(']')?;
        done = end + 1;
        let text = comment[inside..end].trim();
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Some(CommentCommand { name, value: value.trim_start(), span: start..done })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_names_and_values() {
        for (comment, expected) in [
            ("", &[][..]),
            ("no [command", &[]),
            ("[%eval\n0.35]", &[("eval", "0.35")]),
            ("[%hexmate]a[% EVAL  1 ]", &[("hexmate", ""), ("EVAL", "1")]),
            ("a [%cal Ge4e6,Rf1f3][%clk 1:00] b [%eval", &[("cal", "Ge4e6,Rf1f3"), ("clk", "1:00")]),
        ] {
            let found: Vec<_> = comment_commands(comment).map(|found| (found.name, found.value)).collect();
            assert_eq!(found, expected, "{comment}");
        }
    }
}
