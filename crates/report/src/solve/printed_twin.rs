//! Twins in the language of a book: `b) Rc4 -> d5` becomes `b) Bc4 → d5` in Hungarian.

use crate::Language;
use crate::book::BookTwin;
use hexmate_core::rules::Role;

/// Returns label and change of a twin in a language; `None` without twins.
///
/// Players other than White and Black keep their letters. Words that are not changes of pieces are translated, and a
/// stipulation has the sign of mate of the language.
pub(crate) fn printed_twin(twin: &str, language: Language) -> Option<BookTwin> {
    let (label, change) = twin.split_once(' ').unwrap_or((twin, ""));
    let letter = label.trim_start_matches('+').chars().next()?;
    let label = label.replacen(letter, &language.words.twin_letter(letter).to_string(), 1);
    Some(BookTwin { label, change: printed_changes(change, language), is_first: letter == 'a' })
}

/// Returns changes in a language, with commas between them.
fn printed_changes(changes: &str, language: Language) -> String {
    let mut printed = String::new();
    let mut words = changes.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if !printed.is_empty() {
            printed.push_str(", ");
        }
        if (word, words.peek()) == ("exchanged", Some(&"colours")) {
            words.next();
            printed.push_str(language.words.exchanged);
            continue;
        }
        printed.push_str(&printed_word(word, language));
        let mut put = |word| printed = format!("{printed} {}", printed_word(word, language));
        // The cell or the angle of a motion, then an arrow with its cell.
        if matches!(word, "shift" | "turn" | "mirror") {
            words.next().into_iter().for_each(&mut put);
        }
        if let Some(arrow) = words.next_if(|word| matches!(*word, "->" | "<->")) {
            [Some(arrow), words.next()].into_iter().flatten().for_each(&mut put);
        }
    }
    printed
}

/// Returns a word of a change in a language.
fn printed_word(word: &str, language: Language) -> String {
    if let Some((place, piece)) = word.split_once('=') {
        return format!("{}={}", printed_word(place, language), printed_word(piece, language));
    }
    let Language { letters, words, mate_sign } = &language;
    let (sign, place) = match word.split_at_checked(1) {
        Some(("+", place)) => ("+", place),
        Some(("-", place)) if place != ">" => ("–", place),
        _ => ("", word),
    };
    let role = place.char_indices().find(|(_, c)| c.is_ascii_uppercase());
    let role = role.and_then(|(at, c)| Some((at, Role::ALL.into_iter().find(|role| role.letter() == c)?)));
    match (role, word) {
        (Some((at, role)), _) if at <= 1 => {
            let owner = match &place[..at] {
                "w" => words.white,
                "b" => words.black,
                other => other,
            };
            format!("{sign}{owner}{}{}", letters.letter(role), &place[at + 1..])
        }
        (_, "->") => "→".to_owned(),
        (_, "<->") => "↔".to_owned(),
        (_, "shift") => words.shift.to_owned(),
        (_, "turn") => words.turn.to_owned(),
        (_, "mirror") => words.mirror.to_owned(),
        (_, "duplex") => words.duplex.to_owned(),
        _ => mate_sign.apply(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::MateSign;
    use hexmate_position::Letters;

    #[test]
    fn twins_use_letters_of_language() {
        let printed = |letters, twin| {
            let language = Language::of(letters).with_mate_sign(MateSign::Dagger);
            let twin = printed_twin(twin, language).expect("a twin");
            format!("{} {}", twin.label, twin.change)
        };
        for (twin, english, hungarian, russian) in [
            ("b) wQb5 -> d8", "b) wQb5 → d8", "b) vVb5 → d8", "б) бФb5 → d8"),
            ("+c) bQf5 <-> Ra4", "+c) bQf5 ↔ Ra4", "+c) sVf5 ↔ Ba4", "+в) чФf5 ↔ Лa4"),
            ("d) -wNe4 +bPe6", "d) –wNe4, +bPe6", "d) –vHe4, +sPe6", "г) –бКe4, +чПe6"),
            ("b) exchanged colours", "b) colours exchanged", "b) színcsere", "б) перемена цветов"),
            ("b) turn 60 h#3", "b) turn 60, h‡3", "b) elforgatás 60, h‡3", "б) поворот 60, h‡3"),
            (
                "b) Ra1 -> b1 exchanged colours",
                "b) Ra1 → b1, colours exchanged",
                "b) Ba1 → b1, színcsere",
                "б) Лa1 → b1, перемена цветов",
            ),
            (
                "b) mirror a1 <-> l1 shift f6 -> f7 c4 -> b5",
                "b) mirror a1 ↔ l1, shift f6 → f7, c4 → b5",
                "b) tükrözés a1 ↔ l1, eltolás f6 → f7, c4 → b5",
                "б) отражение a1 ↔ l1, сдвиг f6 → f7, c4 → b5",
            ),
            ("b) rKc4 -> b5", "b) rKc4 → b5", "b) rKc4 → b5", "б) rКрc4 → b5"),
            ("b) duplex", "b) Duplex", "b) Duplex", "б) Дуплекс"),
            ("d) Rc4 -> d5 duplex", "d) Rc4 → d5, Duplex", "d) Bc4 → d5, Duplex", "г) Лc4 → d5, Дуплекс"),
            ("b) wNf7=B", "b) wNf7=B", "b) vHf7=F", "б) бКf7=С"),
            ("b) s=2", "b) s=2", "b) s=2", "б) s=2"),
            ("b) c4 -> b5", "b) c4 → b5", "b) c4 → b5", "б) c4 → b5"),
        ] {
            let all = [Letters::ENGLISH, Letters::HUNGARIAN, Letters::RUSSIAN]
                .map(|letters| printed(letters, twin));
            assert_eq!(all, [english, hungarian, russian]);
        }
        assert_eq!(printed_twin("", Language::of(Letters::ENGLISH)), None);
    }
}
