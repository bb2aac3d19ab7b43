//! Folding of names and texts: ignores case and accents, sorts numbers by value.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

/// Letters without a Unicode decomposition, with their replacements.
const LETTERS: &[(char, &str)] = &[
    ('æ', "ae"),
    ('đ', "d"),
    ('ð', "d"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ł', "l"),
    ('ø', "o"),
    ('œ', "oe"),
    ('þ', "th"),
    ('ŧ', "t"),
];

/// Replaces all apostrophes with one and all dashes with one. Runs before the decomposition, which turns some of them
/// into a blank with an accent.
const fn sign(character: char) -> char {
    match character {
        '\'' | '`' | '´' | '‘' | '’' | '‛' | 'ʹ' | 'ʻ' | 'ʼ' | 'ʽ' | '′' | '＇' => '\'',
        '-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' | '﹣' | '－' => '-',
        _ => character,
    }
}

/// Returns whether a character is an accent of a Latin, Greek or Cyrillic letter, or invisible.
const fn is_dropped(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{fe20}'..='\u{fe2f}'
            | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// Returns the folded form of a name, which is equal for all its usual spellings: `laszlo` for `László`.
///
/// Compatibility decomposition (NFKD) and full case folding; accents and invisible characters are dropped, all
/// apostrophes are `'` and all dashes `-`, a run of blanks is one blank. `ł` is `l`, `ß` is `ss`.
pub fn folded(text: &str) -> String {
    match text.is_ascii() {
        // Most texts are, and the decomposition is slow.
        true => simplified(text.chars().map(|character| sign(character).to_ascii_lowercase()), text.len()),
        false => simplified(decomposed(text), text.len()),
    }
}

/// Returns the characters of a text, decomposed and in one case.
fn decomposed(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(sign).nfkd().default_case_fold().nfkd()
}

/// Returns decomposed characters without accents, with plain letters and single blanks.
fn simplified(characters: impl Iterator<Item = char>, length: usize) -> String {
    let mut folded = String::with_capacity(length);
    for character in characters.filter(|&character| !is_dropped(character)) {
        match LETTERS.iter().find(|(letter, _)| *letter == character) {
            Some((_, plain)) => folded.push_str(plain),
            None if !character.is_whitespace() => folded.push(character),
            None if folded.is_empty() || folded.ends_with(' ') => {}
            None => folded.push(' '),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Number of digits to which numbers are padded in sort keys.
const WIDTH: usize = 12;

/// Returns a text whose byte order is the natural order of folded texts: `2. round` before `10. round`.
pub fn sort_key(text: &str) -> String {
    let folded = folded(text);
    let mut sorted = String::with_capacity(folded.len() + WIDTH);
    let mut rest = folded.as_str();
    while let Some(character) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            sorted.push(character);
            rest = &rest[character.len_utf8()..];
            continue;
        }
        let number = rest[..digits].trim_start_matches('0');
        sorted.extend(std::iter::repeat_n('0', WIDTH.saturating_sub(number.len())));
        sorted.push_str(number);
        rest = &rest[digits..];
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_to_one_text() {
        for (names, text) in [
            (&["László", "La\u{301}szlo\u{301}", "LÁSZLÓ", " laszlo "][..], "laszlo"),
            (&["SZŰCS Ödön", "Szűcs\u{a0} O\u{308}do\u{308}n"], "szucs odon"),
            (&["Łukasz", "ŁUKASZ"], "lukasz"),
            (&["Gliński", "Glin\u{301}ski", "GLIŃSKI", "Ｇｌｉｎｓｋｉ"], "glinski"),
            (&["O’Brien", "O'Brien", "O‘BRIEN", "OʼBrien", "O´Brien", "O`Brien"], "o'brien"),
            (&["Smith-Jones", "Smith–Jones", "Smith‑Jones", "Smith\u{ad}—Jones"], "smith-jones"),
            (&["Strauß", "STRAUSS", "STRAUẞ"], "strauss"),
            (&["ﬁnal", "FINAL"], "final"),
            (&["Σίσυφος", "ΣΊΣΥΦΟΣ"], "σισυφοσ"),
            (&["Алёхин", "АЛЕХИН"], "алехин"),
            (&["İstanbul", "istanbul", "ISTANBUL", "ıstanbul"], "istanbul"),
            (&["Ærø", "aero"], "aero"),
        ] {
            for name in names {
                assert_eq!(folded(name), text, "{name}");
            }
        }
        for [one, other] in [["が", "か"], ["Ann", "Anna"], ["O'Brien", "OBrien"]] {
            assert_ne!(folded(one), folded(other));
        }
    }

    #[test]
    fn ascii_folds_as_other_text() {
        let characters = (0..128_u8).map(char::from);
        for (one, other) in
            characters.clone().flat_map(|one| characters.clone().map(move |other| (one, other)))
        {
            let text = format!("{one}{other} {one}");
            assert_eq!(folded(&text), simplified(decomposed(&text), text.len()), "{text:?}");
        }
    }

    #[test]
    fn numbers_sort_by_value() {
        let mut events = ["10.EB.", "2.EB.", "1.EB.", "Ádám", "bela"];
        events.sort_by_key(|event| sort_key(event));
        assert_eq!(events, ["1.EB.", "2.EB.", "10.EB.", "Ádám", "bela"]);
    }
}
