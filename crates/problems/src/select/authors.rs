//! The names of authors in one cell: `A. Nagy & B. Kiss`, `Nagy, A.; Kiss, B.`, `A. Nagy, B. Kiss`.

use hexmate_words::ALL;

/// Words after a name that are part of it.
const SUFFIXES: [&str; 8] = ["jr", "sr", "jun", "sen", "ii", "iii", "iv", "phd"];

/// Returns the single names.
///
/// Semicolon, `&`, `/`, `+` and the word "and" of any language separate names. A comma separates names if the parts are
/// names with initials or of several words, or if there are three or more; otherwise it is inside a name, as in
/// `Nagy, A.`.
pub(super) fn split(cell: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in cell.split([';', '&', '/', '+', '\n']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let is_and = |word: &&str| ALL.iter().any(|words| words.book.and == *word);
        // At the begin or the end it is not between two names.
        for name in words.split(is_and).filter(|words| !words.is_empty()) {
            names.extend(of_list(&name.join(" ")));
        }
    }
    names.retain(|name| !["", "?"].contains(&name.as_str()));
    names
}

/// Returns the names of a list with commas.
fn of_list(list: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match parts.last_mut() {
            Some(name) if is_suffix(part) => *name = format!("{name}, {part}"),
            _ => parts.push(part.to_owned()),
        }
    }
    let [first, second, others @ ..] = &parts[..] else { return parts };
    if parts.len().is_multiple_of(2) && parts.chunks(2).all(|pair| is_given(&pair[1]) && !is_given(&pair[0]))
    {
        // Family name and initials in turn.
        return parts.chunks(2).map(|pair| pair.join(", ")).collect();
    }
    if others.is_empty() && !(is_full(first) && is_full(second)) && !has_family_after_initial(second) {
        return vec![parts.join(", ")];
    }
    parts
}

/// Returns whether a part has only initials: `A.`, `J.-P.`, `A. B.`.
fn is_given(part: &str) -> bool {
    part.split([' ', '-', '.']).filter(|word| !word.is_empty()).all(|word| word.chars().count() <= 2)
}

/// Returns whether a part has several words, or an initial and a word.
fn is_full(part: &str) -> bool {
    part.split([' ', '.']).filter(|word| !word.is_empty()).count() > 1 && !is_given(part)
}

/// Returns whether a part begins with an initial, after which a family name follows: `A. Nagy`.
fn has_family_after_initial(part: &str) -> bool {
    part.split_once('.').is_some_and(|(initial, rest)| initial.chars().count() <= 2 && !is_given(rest))
}

fn is_suffix(part: &str) -> bool {
    let part = part.trim_end_matches('.').to_lowercase();
    SUFFIXES.contains(&part.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_separated() {
        for (cell, names) in [
            ("A. Nagy", &["A. Nagy"][..]),
            ("A; B & C and D / E", &["A", "B", "C", "D", "E"]),
            ("A. Nagy, B. Kiss", &["A. Nagy", "B. Kiss"]),
            ("Adam Nagy, Béla Kiss", &["Adam Nagy", "Béla Kiss"]),
            ("Nagy, A.", &["Nagy, A."]),
            ("Kowalski, Jan", &["Kowalski, Jan"]),
            ("Kowalski, Jan Maria", &["Kowalski, Jan Maria"]),
            ("von Neumann, John", &["von Neumann, John"]),
            ("Nagy, A., Kiss, B.", &["Nagy, A.", "Kiss, B."]),
            ("Nagy, A. & Kiss, B.", &["Nagy, A.", "Kiss, B."]),
            ("Nagy, A.; Kiss, B.", &["Nagy, A.", "Kiss, B."]),
            ("Berthomeau, Loiseau", &["Berthomeau, Loiseau"]),
            ("Berthomeau, Loiseau, Boyer", &["Berthomeau", "Loiseau", "Boyer"]),
            ("A. Nagy, B. Kiss és C. Szabó", &["A. Nagy", "B. Kiss", "C. Szabó"]),
            ("J. Kowalski i A. Nowak", &["J. Kowalski", "A. Nowak"]),
            ("А. Иванов и Б. Петров", &["А. Иванов", "Б. Петров"]),
            ("Hans und Fritz", &["Hans", "Fritz"]),
            ("J. Smith, Jr.", &["J. Smith, Jr."]),
            ("J. Smith, Jr., B. Kiss", &["J. Smith, Jr.", "B. Kiss"]),
            ("J.-P. Boyer, M. Caillaud", &["J.-P. Boyer", "M. Caillaud"]),
            ("Anderson & Sandoval", &["Anderson", "Sandoval"]),
            ("?", &[]),
            (" , ;", &[]),
            ("", &[]),
        ] {
            assert_eq!(split(cell), names, "{cell}");
        }
    }
}
