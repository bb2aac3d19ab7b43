//! Names compared as people compare them: without regard to case and accents, numbers by their size.

/// Letters with their accents, behind the letter that they are found by.
const FOLDED: &[(&str, &str)] = &[
    ("a", "áàâäãåāăą"),
    ("ae", "æ"),
    ("c", "çćč"),
    ("d", "ďđð"),
    ("e", "éèêëěēęė"),
    ("g", "ğģ"),
    ("i", "íìîïīį"),
    ("k", "ķ"),
    ("l", "łĺľļ"),
    ("n", "ñńňņ"),
    ("o", "óòôöõőøō"),
    ("oe", "œ"),
    ("r", "řŕ"),
    ("s", "śšşș"),
    ("ss", "ß"),
    ("t", "ťţț"),
    ("th", "þ"),
    ("u", "úùûüűůūų"),
    ("y", "ýÿ"),
    ("z", "źżž"),
];

/// A text in lower case and without accents: `László` is found by `laszlo`.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.trim().chars().flat_map(char::to_lowercase) {
        match FOLDED.iter().find(|(_, accented)| !character.is_ascii() && accented.contains(character)) {
            Some((plain, _)) => folded.push_str(plain),
            None => folded.push(character),
        }
    }
    folded
}

/// Figures of a number that counts when texts are put in order.
const WIDTH: usize = 12;

/// A text that stands among others as people would put it: `2. round` before `10. round`.
pub fn sorted_as(text: &str) -> String {
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
    fn names_are_found_without_their_accents() {
        for (name, folded_name) in
            [("László", "laszlo"), ("SZŰCS Ödön", "szucs odon"), ("Łukasz", "lukasz"), ("Gliński", "glinski")]
        {
            assert_eq!(folded(name), folded_name);
        }
    }

    #[test]
    fn numbers_stand_by_their_size() {
        let mut events = ["10.EB.", "2.EB.", "1.EB.", "Ádám", "bela"];
        events.sort_by_key(|event| sorted_as(event));
        assert_eq!(events, ["1.EB.", "2.EB.", "10.EB.", "Ádám", "bela"]);
    }
}
