//! Characters that cannot be drawn.

use std::collections::BTreeSet;
use std::fmt;

/// Characters that no font of an output has. A question mark replaces each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Undrawn(BTreeSet<char>);

/// Most characters that are listed.
const LISTED: usize = 8;

impl Undrawn {
    /// Replaces characters that `is_drawn` rejects, and adds them to the list.
    ///
    /// Control characters become spaces, and characters without width are removed.
    pub fn replace(&mut self, text: &str, is_drawn: impl Fn(char) -> bool) -> String {
        let mut drawn = String::with_capacity(text.len());
        for character in text.chars() {
            match character {
                '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}' => {}
                _ if character.is_control() => drawn.push(' '),
                _ if is_drawn(character) => drawn.push(character),
                _ => {
                    self.0.insert(character);
                    drawn.push('?');
                }
            }
        }
        drawn
    }

    /// Adds other characters.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns whether all characters can be drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Undrawn {
    /// Writes the characters with their code points: `漢 (U+6F22), U+E000 and 2 more`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &character) in self.0.iter().take(LISTED).enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            let code = u32::from(character);
            if character.is_alphanumeric() {
                write!(f, "{character} (U+{code:04X})")?;
            } else {
                write!(f, "U+{code:04X}")?;
            }
        }
        match self.0.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undrawn_characters_are_replaced_and_listed() {
        let mut undrawn = Undrawn::default();
        let text = undrawn.replace("a\u{200b}漢\tb\u{e000}漢", |character| character.is_ascii());
        assert_eq!((text.as_str(), undrawn.to_string().as_str()), ("a? b??", "漢 (U+6F22), U+E000"));
        undrawn.replace("αβγδεζηθ", |character| character.is_ascii());
        assert!(undrawn.to_string().ends_with("θ (U+03B8) and 2 more"), "{undrawn}");
    }
}
