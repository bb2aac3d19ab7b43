//! Stipulations in other words than problemists' own: `3#`, `H # 3`, `mate in 3`, `Hilfsmatt in 3`. No positions.
//!
//! What is meant must be clear: one number, one goal and no word that is not known. Everything else gets a
//! hint at most.

use super::stipulation::read_stipulation;
use hexmate_core::mate::Stipulation;
use hexmate_core::rules::VariantTable;

/// What is asked, however it is written; [`read_stipulation`] has the strict form.
pub fn understood_stipulation(game: &VariantTable, text: &str) -> Option<Stipulation> {
    let read = |text: &str| read_stipulation(game, text);
    read(text).or_else(|| read(&in_signs(text)?)).or_else(|| read(&in_words(text)?))
}

/// What may have been meant by a text that is not understood.
pub(super) fn hint(text: &str) -> Option<String> {
    let text = plain(text);
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = words(&text);
    if is_number {
        Some(format!("did you mean #{text}?"))
    } else if matches!(text.as_str(), "+" | "=" | "win" | "draw" | "1-0" | "1/2") {
        Some("a study without a number of moves is not solved; mates are written #2".to_owned())
    } else if words.any(|word| goal(word).is_some()) || matches!(text.as_str(), "#" | "h#" | "s#" | "r#") {
        Some("in how many moves? as in #2 or h#3".to_owned())
    } else {
        None
    }
}

/// Small letters and plain signs, without what may stand round them.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['＃', '♯', '≠'], "#").replace("1/2", "½");
    let text = text.replace([' ', '\u{a0}'], " ");
    text.trim_matches(|c: char| c.is_whitespace() || ".!:;\"'".contains(c)).to_owned()
}

/// A play, a goal and a number in any order and with blanks between them, in the order of problemists.
fn in_signs(text: &str) -> Option<String> {
    let text = plain(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_digit = |c: char| c.is_ascii_digit();
    if words.windows(2).any(|pair| pair[0].ends_with(is_digit) && pair[1].starts_with(is_digit)) {
        return None;
    }
    let text = words.concat().replace('½', ".5").replace(',', ".").replace("#.", "#0.");
    let start = text.find(|c: char| c.is_ascii_digit() || "#=+".contains(c))?;
    let (play, rest) = text.split_at(start);
    let play = match play.strip_prefix("ser") {
        Some(rest) => format!("ser-{}", rest.trim_start_matches('-')),
        None => play.to_owned(),
    };
    let is_goal = |c: char| "#=+".contains(c);
    let mut goals = rest.chars().filter(|&c| is_goal(c));
    let goal = goals.next().filter(|_| goals.next().is_none())?;
    let rest: String = rest.chars().filter(|&c| !is_goal(c)).collect();
    Some(format!("{play}{goal}{rest}"))
}

/// Goals with the play that they are a part of, in English, German, Hungarian, Polish, French and Spanish.
const GOALS: [(&str, &[&str]); 6] = [
    ("#", &["mate", "mates", "checkmate", "matt", "mattot", "mat"]),
    ("=", &["stalemate", "patt", "pat"]),
    ("h#", &["helpmate", "hilfsmatt", "segítőmatt"]),
    ("s#", &["selfmate", "selbstmatt", "önmatt", "samomat"]),
    ("r#", &["reflexmate", "reflexmatt"]),
    ("ser-h#", &["serieshelpmate", "serienhilfsmatt"]),
];

/// Words that add nothing.
const FILLERS: [&str; 19] = [
    "in",
    "w",
    "en",
    "a",
    "moves",
    "move",
    "zügen",
    "züge",
    "zug",
    "lépés",
    "lépésben",
    "lépéses",
    "posunięciach",
    "posunięcia",
    "ruchach",
    "coups",
    "jugadas",
    "ply",
    "direct",
];

const NUMBERS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '.' | ',')).filter(|word| !word.is_empty())
}

fn goal(word: &str) -> Option<&'static str> {
    GOALS.iter().find(|(_, names)| names.contains(&word)).map(|&(sign, _)| sign)
}

/// A goal and a number among words that add nothing.
fn in_words(text: &str) -> Option<String> {
    let text = plain(text).replace("help-mate", "helpmate").replace("self-mate", "selfmate");
    let (mut asked, mut moves) = (None, None);
    for word in words(&text) {
        let number = NUMBERS.iter().position(|&name| name == word).map(|place| place as u32 + 1);
        let number = number.or_else(|| word.parse().ok());
        match (goal(word), number) {
            (Some(goal), _) if asked.is_none() => asked = Some(goal),
            (None, Some(number)) if moves.is_none() => moves = Some(number),
            (None, None) if FILLERS.contains(&word) => {}
            _ => return None,
        }
    }
    Some(format!("{}{}", asked?, moves?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stipulation_text;
    use hexmate_position::Game;

    #[test]
    fn offices_are_understood() {
        for (text, meant) in [
            ("#3", "#3"),
            ("3#", "#3"),
            ("# 3", "#3"),
            (" #3. ", "#3"),
            ("#3!", "#3"),
            ("♯3", "#3"),
            ("≠2", "#2"),
            ("mate in 3", "#3"),
            ("Mate in three", "#3"),
            ("Mate in 3 moves.", "#3"),
            ("mate-in-3", "#3"),
            ("Checkmate in 2", "#2"),
            ("Matt in 3 Zügen", "#3"),
            ("matt 3 lépésben", "#3"),
            ("3 lépéses matt", "#3"),
            ("Mat w 2 posunięciach", "#2"),
            ("mat en 2 coups", "#2"),
            ("H#3", "h#3"),
            ("h# 2½", "h#2.5"),
            ("h#2,5", "h#2.5"),
            ("H # 2 1/2", "h#2.5"),
            ("h3#", "h#3"),
            ("s #2", "s#2"),
            ("S#2", "s#2"),
            ("Exact-#2", "exact-#2"),
            ("= 2", "=2"),
            ("stalemate in 2", "=2"),
            ("Helpmate in 2", "h#2"),
            ("help-mate in 2", "h#2"),
            ("Hilfsmatt in 2 Zügen", "h#2"),
            ("Önmatt 2 lépésben", "s#2"),
            ("selfmate in 4", "s#4"),
        ] {
            let read = understood_stipulation(&Game::GLINSKI, text);
            assert_eq!(
                read.map(|read| stipulation_text(&Game::GLINSKI, read)).as_deref(),
                Some(meant),
                "{text}"
            );
        }
        let red = understood_stipulation(&Game::ECHEX3, "2 # R").expect("a victim");
        assert_eq!(stipulation_text(&Game::ECHEX3, red), "#2r");
    }

    #[test]
    fn what_may_mean_several_things_is_refused_with_a_hint() {
        for (text, said) in [
            ("2", Some("did you mean #2?")),
            ("+", Some("a study without a number of moves is not solved; mates are written #2")),
            ("=", Some("a study without a number of moves is not solved; mates are written #2")),
            ("Mate!", Some("in how many moves? as in #2 or h#3")),
            ("mate in 2 or 3", Some("in how many moves? as in #2 or h#3")),
            ("#", Some("in how many moves? as in #2 or h#3")),
            ("#2#", None),
            ("2.5#", None),
            ("#0", None),
            ("#2 3", None),
            ("see text", None),
            ("", None),
            ("½", None),
        ] {
            assert_eq!(understood_stipulation(&Game::GLINSKI, text), None, "{text}");
            assert_eq!(hint(text).as_deref(), said, "{text}");
        }
    }
}
