//! Parser of informal stipulations: `3#`, `H # 3`, `mate in 3`, `Hilfsmatt in 3`.
//!
//! The text must have one number, one goal and no unknown word. Any other text is rejected, at most with a hint.

use super::stipulation::parse_stipulation;
use hexmate_core::mate::Stipulation;
use hexmate_core::rules::VariantTable;

/// Parses a stipulation in standard notation, see [`parse_stipulation`], or in informal notation.
pub fn parse_informal_stipulation(game: &VariantTable, text: &str) -> Option<Stipulation> {
    let parse = |text: &str| parse_stipulation(game, text);
    parse(text).or_else(|| parse(&from_signs(text)?)).or_else(|| parse(&from_words(text)?))
}

/// Returns advice for a text that is not a stipulation.
pub(super) fn hint(text: &str) -> Option<String> {
    let text = plain(text);
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = words(&text);
    if is_number {
        Some(format!("did you mean #{text}?"))
    } else if matches!(text.as_str(), "+" | "=" | "win" | "draw" | "1-0" | "1/2") {
        Some("studies cannot be solved; write a mate as #2".to_owned())
    } else if words.any(|word| goal(word).is_some()) || matches!(text.as_str(), "#" | "h#" | "s#" | "r#") {
        Some("add the number of moves, as in #2 or h#3".to_owned())
    } else {
        None
    }
}

/// Returns the text in lower case with standard signs, without surrounding blanks and punctuation.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['＃', '♯', '≠'], "#").replace("1/2", "½");
    let text = text.replace([' ', '\u{a0}'], " ");
    text.trim_matches(|c: char| c.is_whitespace() || ".!:;\"'".contains(c)).to_owned()
}

/// Converts play, goal and number in any order, with optional blanks, to standard notation.
fn from_signs(text: &str) -> Option<String> {
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

/// Play and goal in standard notation, with their names in English, German, Hungarian, Polish, French and Spanish.
const GOALS: [(&str, &[&str]); 6] = [
    ("#", &["mate", "mates", "checkmate", "matt", "mattot", "mat"]),
    ("=", &["stalemate", "patt", "pat"]),
    ("h#", &["helpmate", "hilfsmatt", "segítőmatt"]),
    ("s#", &["selfmate", "selbstmatt", "önmatt", "samomat"]),
    ("r#", &["reflexmate", "reflexmatt"]),
    ("ser-h#", &["serieshelpmate", "serienhilfsmatt"]),
];

/// Words without meaning for the stipulation.
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

/// Converts a goal and a number among filler words to standard notation.
fn from_words(text: &str) -> Option<String> {
    let text = plain(text).replace("help-mate", "helpmate").replace("self-mate", "selfmate");
    let (mut goal_sign, mut moves) = (None, None);
    for word in words(&text) {
        let number = NUMBERS.iter().position(|&name| name == word).map(|place| place as u32 + 1);
        let number = number.or_else(|| word.parse().ok());
        match (goal(word), number) {
            (Some(goal), _) if goal_sign.is_none() => goal_sign = Some(goal),
            (None, Some(number)) if moves.is_none() => moves = Some(number),
            (None, None) if FILLERS.contains(&word) => {}
            _ => return None,
        }
    }
    Some(format!("{}{}", goal_sign?, moves?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stipulation_text;
    use hexmate_position::Game;

    #[test]
    fn informal_stipulations_parse() {
        for (text, expected) in [
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
            let parsed = parse_informal_stipulation(&Game::GLINSKI, text);
            assert_eq!(
                parsed.map(|parsed| stipulation_text(&Game::GLINSKI, parsed)).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        let red = parse_informal_stipulation(&Game::ECHEX3, "2 # R").expect("a victim");
        assert_eq!(stipulation_text(&Game::ECHEX3, red), "#2r");
    }

    #[test]
    fn ambiguous_texts_get_hints() {
        for (text, expected) in [
            ("2", Some("did you mean #2?")),
            ("+", Some("studies cannot be solved; write a mate as #2")),
            ("=", Some("studies cannot be solved; write a mate as #2")),
            ("Mate!", Some("add the number of moves, as in #2 or h#3")),
            ("mate in 2 or 3", Some("add the number of moves, as in #2 or h#3")),
            ("#", Some("add the number of moves, as in #2 or h#3")),
            ("#2#", None),
            ("2.5#", None),
            ("#0", None),
            ("#2 3", None),
            ("see text", None),
            ("", None),
            ("½", None),
        ] {
            assert_eq!(parse_informal_stipulation(&Game::GLINSKI, text), None, "{text}");
            assert_eq!(hint(text).as_deref(), expected, "{text}");
        }
    }
}
