//! Labels of pages in all languages of piece letters.

use crate::Counted;

pub use hexmate_words::Page as PageWords;

/// Returns a number of plies in words.
pub(crate) fn plies(words: &PageWords, count: usize) -> String {
    match words.code == PageWords::ENGLISH.code {
        true => Counted(count as u64, "ply").to_string(),
        false => format!("{}: {count}", words.translated("plies")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_problems::SolveStatus;
    use hexmate_words::ALL;

    #[test]
    fn every_verdict_has_explanations() {
        for words in ALL {
            for word in SolveStatus::ALL.map(SolveStatus::word) {
                assert!(words.page.verdict(word).len() > 10, "{}: {word}", words.code);
                let is_translated =
                    words.code == "en" || words.page.verdict(word) != PageWords::ENGLISH.verdict(word);
                assert!(is_translated, "{}: {word}", words.code);
            }
        }
        assert_eq!(PageWords::ENGLISH.verdict("no-such-move"), "");
    }
}
