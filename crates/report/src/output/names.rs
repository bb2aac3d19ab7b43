//! File names made from data: valid on every system, and unique in their folder.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

/// Longest file name in bytes, with its number and ending.
const LONGEST: usize = 200;

/// Bytes reserved for a number and the dash before it.
const NUMBER: usize = 21;

/// File name for a text without any usable character.
const UNNAMED: &str = "problem";

/// Names that Windows reserves for devices, with any ending.
const RESERVED: [&str; 7] = ["aux", "clock$", "con", "conin$", "conout$", "nul", "prn"];

/// File names used in one folder.
#[derive(Debug)]
pub struct Names {
    ending: &'static str,
    /// Used names, as returned by [`folded`].
    used: HashSet<String>,
    /// Next number for each beginning of names.
    numbers: HashMap<String, u64>,
}

impl Names {
    /// Creates an empty set of names with this ending.
    pub fn new(ending: &'static str) -> Self {
        Self { ending, used: HashSet::new(), numbers: HashMap::new() }
    }

    /// Returns a name made from a text. A name that is already used, in upper or lower case, gets a number.
    ///
    /// Letters, digits and `-_.+` are kept, in NFC; any other character becomes a dash. The name does not begin with a
    /// dash or a dot, is not the name of a device, and has at most 200 bytes.
    pub fn unique(&mut self, text: &str) -> String {
        let longest = LONGEST - 1 - self.ending.len();
        let stem = stem(text, longest);
        if self.used.insert(folded(&stem)) {
            return format!("{stem}.{}", self.ending);
        }
        let short = cut(&stem, longest - NUMBER);
        let number = self.numbers.entry(folded(short)).or_insert(2);
        loop {
            let numbered = format!("{short}-{number}");
            *number += 1;
            if self.used.insert(folded(&numbered)) {
                return format!("{numbered}.{}", self.ending);
            }
        }
    }
}

/// Returns a text as a file name without its ending.
fn stem(text: &str, longest: usize) -> String {
    let stem: String = text.nfc().map(|c| if is_kept(c) { c } else { '-' }).collect();
    // Leaves room for an underscore before it.
    let stem = cut(stem.trim_start_matches(['-', '.']), longest - 1).trim_end_matches('.');
    let first = stem.split('.').next().unwrap_or_default().to_lowercase();
    let port = first.strip_prefix("com").or_else(|| first.strip_prefix("lpt")).map(str::chars);
    let is_port = port.is_some_and(|mut rest| {
        rest.next().is_some_and(|number| number.is_ascii_digit() || "¹²³".contains(number))
            && rest.next().is_none()
    });
    if stem.is_empty() {
        UNNAMED.to_owned()
    } else if is_port || RESERVED.contains(&first.as_str()) {
        format!("_{stem}")
    } else {
        stem.to_owned()
    }
}

fn is_kept(character: char) -> bool {
    // Invisible letters.
    let is_filler = matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
    character.is_alphanumeric() && !is_filler || "-_.+".contains(character)
}

/// Returns the longest prefix of a text with at most `most` bytes.
fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// Normalizes a name as file systems do that ignore case and the composition of letters.
fn folded(name: &str) -> String {
    name.nfkd().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect()
}

/// Returns the first placeholder in a name, as `{id}`, that is not among the known ones.
///
/// ```
/// use hexmate_report::output::unknown_placeholder;
///
/// assert_eq!(unknown_placeholder("{id}-{year}", &["{id}"]), Some("{year}"));
/// assert_eq!(unknown_placeholder("{id}-{", &["{id}"]), None);
/// ```
pub fn unknown_placeholder<'n>(name: &'n str, known: &[&str]) -> Option<&'n str> {
    let placeholders = name.match_indices('{').filter_map(|(start, _)| {
        let end = name[start..].find('}')?;
        let word = &name[start + 1..start + end];
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
        is_word.then(|| &name[start..=start + end])
    });
    placeholders.into_iter().find(|placeholder| !known.contains(placeholder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (text, name) in [
            ("a b", "a-b.svg"),
            ("", "problem.svg"),
            ("...", "problem.svg"),
            ("../../etc/x", "etc-x.svg"),
            ("-rf", "rf.svg"),
            (".hidden", "hidden.svg"),
            ("CON", "_CON.svg"),
            ("nul.txt", "_nul.txt.svg"),
            ("Com1", "_Com1.svg"),
            ("lpt²", "_lpt².svg"),
            ("com10", "com10.svg"),
            ("console", "console.svg"),
            ("x. .", "x.-.svg"),
            ("a\u{1b}\u{202e}\u{200b}\nb\0c", "a----b-c.svg"),
            ("O\u{30b}ru\u{308}lt", "Őrült.svg"),
            ("漢字/の:問題?", "漢字-の-問題-.svg"),
        ] {
            assert_eq!(Names::new("svg").unique(text), name, "{text:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_numbered() {
        let mut names = Names::new("pgn");
        let given =
            ["a", "a-2", "A", "É", "e\u{301}", "straße", "STRASSE", "a"].map(|text| names.unique(text));
        assert_eq!(
            given,
            ["a.pgn", "a-2.pgn", "A-3.pgn", "É.pgn", "é-2.pgn", "straße.pgn", "STRASSE-2.pgn", "a-4.pgn"]
        );
    }

    #[test]
    fn long_names_fit_and_differ() {
        let mut names = Names::new("certificate");
        let mut given = HashSet::new();
        for text in ["漢".repeat(100), "é".repeat(300), "x".repeat(5_000), format!("con{}", "y".repeat(300))]
        {
            for _ in 0..20 {
                let name = names.unique(&text);
                assert!(
                    name.len() <= LONGEST && name.len() > LONGEST - 40 && name.ends_with(".certificate"),
                    "{name}"
                );
                assert!(given.insert(folded(&name)), "{name} twice");
            }
        }
    }

    #[test]
    fn many_equal_names_are_numbered_fast() {
        let mut names = Names::new("svg");
        let last = (0..200_000).map(|_| names.unique("x")).last();
        assert_eq!(last.as_deref(), Some("x-200000.svg"));
    }
}
