//! Guess of the encoding of a text that is not UTF-8, by fixed rules.
//!
//! The candidates are ISO-8859-2 and windows-1250 for Central Europe, and windows-1252 for Western Europe. Each has a
//! list of languages with their letters beyond ASCII. The best candidate is the one in which
//!
//! 1. the fewest bytes are unassigned,
//! 2. the letters of one language account for the most bytes,
//! 3. the letters of all its languages account for the most bytes;
//!
//! among equals the first of the list, since the game is most popular in Hungary and Poland. Bytes with the same
//! character in all three candidates do not affect the choice.

use super::encoding::{Encoding, Reason};

/// Name of a language, and its letters beyond ASCII in lower case.
type Language = (&'static str, &'static str);

const CENTRAL: &[Language] = &[
    ("Hungarian", "áéíóöőúüű"),
    ("Polish", "ąćęłńóśźż"),
    ("Czech", "áčďéěíňóřšťúůýž"),
    ("Slovak", "áäčďéíĺľňóôŕšťúýž"),
    ("Croatian", "čćđšž"),
    ("Romanian", "ăâîşţ"),
    ("German", "äöüß"),
];

const WESTERN: &[Language] = &[
    ("German", "äöüß"),
    ("French", "àâæçéèêëîïôœùûüÿ"),
    ("Spanish", "áéíñóúü"),
    ("Portuguese", "ãáàâçéêíóôõúü"),
    ("Italian", "àéèìíòóùú"),
    ("Swedish", "åäöé"),
    ("Norwegian", "æøåéóòôü"),
    ("Icelandic", "áðéíóúýþæö"),
    ("Estonian", "äõöüšž"),
    ("Dutch", "áéëíïóöúü"),
];

/// Signs that occur in texts of any language: dashes, quotes, and half a point.
const SIGNS: &str = "–—„“”‘’‚«»…½§°‡†\u{a0}";

const CANDIDATES: [(Encoding, &[Language]); 3] =
    [(Encoding::LATIN_2, CENTRAL), (Encoding::CP1250, CENTRAL), (Encoding::CP1252, WESTERN)];

/// Number of bytes that an encoding accounts for; compared field by field, larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Assigned bytes.
    assigned: usize,
    /// Letters of the best language, and signs.
    by_one_language: usize,
    /// Letters of all languages, and signs.
    by_any_language: usize,
}

/// Returns the most likely encoding of a text that is not UTF-8, and the reason.
pub(super) fn guess(text: &[u8]) -> (Encoding, Reason) {
    let mut counts = [0_usize; 256];
    text.iter().filter(|byte| !byte.is_ascii()).for_each(|&byte| counts[usize::from(byte)] += 1);
    let judged = CANDIDATES.map(|(encoding, languages)| (fit(&counts, encoding, languages), encoding));
    // `max_by_key` returns the last of equals; reversed, that is the first candidate.
    let best = judged.into_iter().rev().max_by_key(|((fit, _), _)| *fit);
    let ((_, language), encoding) = best.unwrap_or(((Fit::NONE, None), Encoding::CP1252));
    (encoding, Reason::Letters(language))
}

impl Fit {
    const NONE: Self = Self { assigned: 0, by_one_language: 0, by_any_language: 0 };
}

/// Returns the fit of an encoding, and the name of its best language.
fn fit(counts: &[usize; 256], encoding: Encoding, languages: &[Language]) -> (Fit, Option<&'static str>) {
    let mut fit = Fit::NONE;
    // For each language: bytes accounted for, and how many of them are its letters.
    let mut by_language = vec![(0, 0); languages.len()];
    for (byte, &count) in (0..=u8::MAX).zip(counts).filter(|(_, count)| **count > 0) {
        let Some(character) = encoding.character(byte) else { continue };
        fit.assigned += count;
        let lower = character.to_lowercase().next().unwrap_or(character);
        let is_sign = SIGNS.contains(character);
        let mut is_known = is_sign;
        for ((_, letters), (explained, own)) in languages.iter().zip(&mut by_language) {
            let is_own = letters.contains(lower);
            *own += if is_own { count } else { 0 };
            *explained += if is_own || is_sign { count } else { 0 };
            is_known |= is_own;
        }
        fit.by_any_language += if is_known { count } else { 0 };
    }
    fit.by_one_language = by_language.iter().map(|(explained, _)| *explained).max().unwrap_or_default();
    let best = |&(explained, own): &(usize, usize)| explained == fit.by_one_language && own > 0;
    let best = by_language.iter().position(best).and_then(|at| languages.get(at));
    (fit, best.map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of players, with the encodings in which such a list may be written.
    const NAMES: &[(&str, &str, &[Encoding])] = &[
        (
            "Hungarian",
            "Rudolf László, Halas János, Mező Jenő, Szűcs Ödön",
            &[Encoding::LATIN_2, Encoding::CP1250],
        ),
        (
            "Polish",
            "Łukasz Wójcik, Święty Błażej, Gąska Józef, Źródło",
            &[Encoding::LATIN_2, Encoding::CP1250],
        ),
        ("Czech", "Dvořák, Růžička, Šťastný, Kučera Jiří, Žďár", &[Encoding::LATIN_2, Encoding::CP1250]),
        ("Slovak", "Ľubomír Kováč, Ďuriš, Vŕba, Šimon Tóth", &[Encoding::LATIN_2, Encoding::CP1250]),
        ("Croatian", "Šarić, Đorđević, Žižić, Kovačić", &[Encoding::LATIN_2, Encoding::CP1250]),
        ("French", "Géraud Pâris, Françoise Lefèvre, Noël", &[Encoding::CP1252]),
        ("Spanish", "Muñoz, Ibáñez, García, Agüero", &[Encoding::CP1252]),
        ("Portuguese", "João Simões, Gonçalves, Antônio, Conceição", &[Encoding::CP1252]),
        ("Norwegian", "Bjørn Ødegård, Sæther", &[Encoding::CP1252]),
        ("Estonian", "Kõrv, Põld, Järvi, Küüts", &[Encoding::CP1252]),
        ("signs", "½-½ and nothing else", &[Encoding::CP1252]),
    ];

    #[test]
    fn lists_of_names_are_decoded() {
        for (language, text, encodings) in NAMES {
            for encoding in *encodings {
                let (bytes, _, is_lossy) = encoding.0.encode(text);
                assert!(!is_lossy, "{language} {encoding}");
                let (guessed, reason) = guess(&bytes);
                let (read, _) = guessed.0.decode_without_bom_handling(&bytes);
                assert_eq!(read, *text, "{language} in {encoding}, guessed {guessed} {reason:?}");
            }
        }
    }

    #[test]
    fn shared_letters_are_always_decoded() {
        let (bytes, _, _) = Encoding::CP1252.0.encode("László Müller");
        let (guessed, _) = guess(&bytes);
        assert_eq!(guessed.0.decode_without_bom_handling(&bytes).0, "László Müller");
    }

    #[test]
    fn signs_alone_name_no_language() {
        assert_eq!(guess(b"1. e5 \xbd-\xbd"), (Encoding::CP1252, Reason::Letters(None)));
        assert_eq!(guess(b"Mez\xf5"), (Encoding::LATIN_2, Reason::Letters(Some("Hungarian"))));
    }

    #[test]
    fn single_foreign_name_changes_nothing() {
        let home = "Mező László, Szűcs Ödön, Kővári Győző, Łukasz Wójcik, Dvořák".repeat(3);
        for encoding in [Encoding::LATIN_2, Encoding::CP1250] {
            let (bytes, _, _) = encoding.0.encode(&home);
            let (guessed, _) = guess(&bytes);
            assert_eq!(guessed.0.decode_without_bom_handling(&bytes).0, home);
        }
    }
}
