//! Words of dates in the languages of the piece letters.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::search::folded;
use hexmate_words::{ALL, List};

/// Roman numerals of the months.
const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

/// Folded forms of all names of months.
static BY_NAME: LazyLock<HashMap<String, u8>> = LazyLock::new(|| {
    let names = |(names, number): (List, u8)| names.iter().map(move |name| (folded(name), number));
    ALL.iter().flat_map(|words| words.months.all().into_iter().zip(1..).flat_map(names)).collect()
});

/// Returns the number of the month with this folded name or abbreviation, in any language.
pub(super) fn month(word: &str) -> Option<u8> {
    BY_NAME.get(word).copied()
}

/// Returns the number of the month with this Roman numeral, in lower case.
pub(super) fn roman_month(word: &str) -> Option<u8> {
    ROMAN.iter().zip(1..).find(|(numeral, _)| **numeral == word).map(|(_, number)| number)
}

/// Returns whether a folded word beside a date says nothing about it.
pub(super) fn is_filler(word: &str) -> bool {
    let is_folded = |filler: &str| filler == word || !filler.is_ascii() && folded(filler) == word;
    ALL.iter().any(|words| words.dates.ignored.iter().any(is_folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn month_names_have_one_meaning() {
        let mut numbers: HashMap<String, u8> = HashMap::new();
        for words in ALL {
            for (names, number) in words.months.all().into_iter().zip(1..) {
                for name in names.iter() {
                    let known = *numbers.entry(folded(name)).or_insert(number);
                    assert_eq!(known, number, "{name}");
                    assert_eq!(month(&folded(name)), Some(number), "{name}");
                    assert!(roman_month(&folded(name)).is_none() && !is_filler(&folded(name)), "{name}");
                }
            }
        }
    }
}
