//! Parser of informal stipulations: `3#`, `H # 3`, `#2*`, `h#2 2.1.1.1`, `White mates in 3`, `Hilfsmatt in 3`.
//!
//! ```text
//! stated = stipulation [ "*" ] [ numbers | number "solutions" ] [ "duplex" ]
//! ```
//!
//! `duplex` may also be elsewhere. Numbers that begin with 0 count a missing half-move: `h#2 0.2.1.1` is `h#1.5 2.1.1`.
//!
//! The stipulation must have one number, one goal and no unknown word. Any other text is rejected, at most with a hint.

use std::fmt;

use super::stipulation::{parse_stipulation, stipulation_text};
use super::{Problem, Statement, TreeClaim};
use crate::duplex::{DUPLEX, without_duplex};
use hexmate_core::mate::{Play, Stipulation};
use hexmate_core::rules::VariantTable;
use hexmate_position::Colour;
use hexmate_words::ALL;

/// A stipulation with what its text says about the solution.
///
/// ```
/// # mod hexmate { pub use hexmate_position::*; pub use hexmate_problems::*; }
/// use hexmate::{Game, StatedStipulation};
///
/// let stated = StatedStipulation::parse(&Game::GLINSKI, "H#2* 2.1.1.1").ok_or("unknown")?;
/// assert_eq!(stated.solutions, Some(2));
/// assert_eq!(stated.text(&Game::GLINSKI), "h#2* 2.1.1.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedStipulation {
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The number of solutions, if stated.
    pub solutions: Option<usize>,
    /// Claims about the solution tree.
    pub tree: TreeClaim,
    /// The colour that moves first, if stated: `White mates in 2`.
    pub mover: Option<Colour>,
    /// `true` if the problem is also solved with the sides exchanged: `h#2 duplex`.
    pub is_duplex: bool,
}

impl From<Stipulation> for StatedStipulation {
    /// Creates a stipulation of which the text says nothing more.
    fn from(stipulation: Stipulation) -> Self {
        Self { stipulation, solutions: None, tree: TreeClaim::default(), mover: None, is_duplex: false }
    }
}

impl StatedStipulation {
    /// Parses a stipulation in standard notation, see [`parse_stipulation`], or in informal notation.
    pub fn parse(game: &VariantTable, text: &str) -> Option<Self> {
        if let Some(stipulation) = parse_stipulation(game, text) {
            return Some(stipulation.into());
        }
        if let Some(text) = without_duplex(text) {
            let stated = Self::parse(game, &text).filter(|stated| !stated.is_duplex)?;
            return Some(Self { is_duplex: true, ..stated });
        }
        let is_open = text.trim_end().ends_with('…') || text.trim_end().ends_with("..");
        let text = with_star(&plain(text));
        let (text, branching) = match split_numbers(&text, is_open) {
            Some((rest, branching)) => (rest.to_owned(), Some(branching)),
            None => (text, None),
        };
        let (text, solutions) = match split_solutions(&text) {
            Some((rest, solutions)) => (rest, Some(solutions)),
            None => (text, None),
        };
        let has_set_play = text.matches('*').count() == 1;
        let text = if has_set_play { text.replacen('*', " ", 1) } else { text };
        let parse = |text: &str| parse_stipulation(game, text);
        let (stipulation, mover) = match parse(text.trim()).or_else(|| parse(&from_signs(&text)?)) {
            Some(stipulation) => (stipulation, None),
            None => from_words(&text).and_then(|(text, mover)| Some((parse(&text)?, mover)))?,
        };
        let (stipulation, branching) = match branching {
            Some(branching) => branching.filled(stipulation)?,
            None => (stipulation, Vec::new()),
        };
        let product = branching.iter().try_fold(1_usize, |product, &number| product.checked_mul(number))?;
        if solutions.is_some_and(|solutions| !branching.is_empty() && solutions != product) {
            return None;
        }
        let solutions = solutions.or(Some(product).filter(|_| !branching.is_empty()));
        // The number of a single ply is the number of solutions.
        let branching = if branching.len() > 1 { branching } else { Vec::new() };
        Some(Self { solutions, tree: TreeClaim { branching, has_set_play }, mover, ..stipulation.into() })
    }

    /// Returns the stipulation of a problem with what its statement says about the solution, but without `duplex`, since
    /// each half is a problem of its own; without that for a twin with another stipulation.
    pub fn of(statement: &Statement, problem: &Problem) -> Self {
        let stipulation = problem.stipulation;
        let stated = Self::parse(&problem.position.game(), &statement.stipulation);
        let stated = stated.filter(|stated| stated.stipulation == stipulation);
        Self { is_duplex: false, ..stated.unwrap_or_else(|| stipulation.into()) }
    }

    /// Returns the standard form: `h#2* 2.1.1.1`, `h#2 2 solutions`, `h#2 duplex`.
    pub fn text(&self, game: &VariantTable) -> String {
        let star = if self.tree.has_set_play { "*" } else { "" };
        let stipulation = format!("{}{star}", stipulation_text(game, self.stipulation));
        let stated = match (self.tree.branching.as_slice(), self.solutions) {
            ([], None) => stipulation,
            ([], Some(1)) => format!("{stipulation} 1 solution"),
            ([], Some(solutions)) => format!("{stipulation} {solutions} solutions"),
            (branching, _) => format!("{stipulation} {}", Numbers(branching)),
        };
        if self.is_duplex { format!("{stated} {DUPLEX}") } else { stated }
    }
}

impl StatedStipulation {
    /// Returns the standard form without a plain number of solutions and without `duplex`, which captions have in lines
    /// of their own: `h#2* 2.1.1.1`.
    pub fn printed(&self, game: &VariantTable) -> String {
        Self { solutions: None, is_duplex: false, ..self.clone() }.text(game)
    }
}

/// Numbers of continuations that display as `2.1.1.1`.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'n>(pub &'n [usize]);

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// Parses a stipulation in standard or informal notation, without what its text says about the solution.
pub fn parse_informal_stipulation(game: &VariantTable, text: &str) -> Option<Stipulation> {
    StatedStipulation::parse(game, text).map(|stated| stated.stipulation)
}

/// Numbers of continuations, with dots for ones that are left out.
struct Branching {
    numbers: Vec<usize>,
    is_open: bool,
}

impl Branching {
    /// Returns a stipulation without resistance, and one number for each of its plies.
    ///
    /// A 0 before the others counts the first half-move of a whole number of moves as missing, so that the stipulation is
    /// half a move shorter; one with a half-move may have it too.
    fn filled(mut self, stipulation: Stipulation) -> Option<(Stipulation, Vec<usize>)> {
        let has_missing = self.numbers.first() == Some(&0);
        let stipulation = match stipulation.play {
            _ if !has_missing => stipulation,
            Play::Help => {
                Stipulation { play: Play::HelpAndHalf, moves: stipulation.moves - 1, ..stipulation }
            }
            Play::HelpAndHalf => stipulation,
            _ => return None,
        };
        if has_missing {
            self.numbers.remove(0);
        }
        let plies = stipulation.plies() as usize;
        if self.is_open && self.numbers.len() < plies {
            self.numbers.resize(plies, 1);
        }
        (stipulation.has_lines() && self.numbers.len() == plies && !self.numbers.contains(&0))
            .then_some((stipulation, self.numbers))
    }
}

/// Splits numbers such as `2.1.1.1` or `2.1...` off the end of a stipulation.
fn split_numbers(text: &str, is_open: bool) -> Option<(&str, Branching)> {
    let (rest, word) = text.trim_end_matches(')').rsplit_once([' ', '('])?;
    let numbers: Option<Vec<usize>> =
        word.trim_end_matches(['.', ';', '…']).split(['.', ';']).map(|number| number.parse().ok()).collect();
    let numbers =
        numbers.filter(|numbers| numbers.len() > 2 || is_open || numbers.len() == 2 && has_number(rest))?;
    has_number(rest).then(|| (rest.trim_end_matches([' ', '(', ',', ':']), Branching { numbers, is_open }))
}

fn has_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) || words(text).any(|word| number(word).is_some())
}

/// Splits a number of solutions such as `2 sol.` or `(2 solutions)` off the end of a stipulation.
fn split_solutions(text: &str) -> Option<(String, usize)> {
    let text = text.trim_end_matches(['.', ')', ' ']);
    // The number and the word may be one: `2sols`.
    let split = text
        .rfind(|c: char| !c.is_alphabetic())
        .map(|at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let (rest, word) = text.split_at(split?);
    let is_solutions =
        ALL.iter().flat_map(|words| words.stipulations.solutions.iter()).any(|begin| word.starts_with(begin));
    let (rest, count) = rest.trim_end().rsplit_once([' ', '(', ','])?;
    let count = number(count).filter(|_| is_solutions && has_number(rest))?;
    Some((rest.trim_end_matches([' ', '(', ',', ':']).to_owned(), count as usize))
}

/// Returns a text with a star in place of words for set play.
fn with_star(text: &str) -> String {
    let names = ALL.iter().flat_map(|words| words.stipulations.set_play.iter());
    match names.into_iter().find(|name| text.contains(name)) {
        Some(name) => text.replacen(name, "*", 1).replace("(*)", "*").replace(", *", "*").replace(" *", "*"),
        None => text.to_owned(),
    }
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
    let text = text.to_lowercase().replace(['＃', '♯', '≠', '‡'], "#").replace("1/2", "½");
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
    let text = words.concat().replace('½', ".5").replace(',', ".").replace("#.", "#0.").replace("=.", "=0.");
    let start = text.find(|c: char| c.is_ascii_digit() || "#=+".contains(c))?;
    let (play, rest) = text.split_at(start);
    let series = ["series", "serien", "serie", "ser"];
    let play = match series.iter().find_map(|name| play.strip_prefix(name)) {
        Some(rest) => format!("ser-{}", rest.trim_start_matches(['-', '.'])),
        None => play.replace("semir", "semi-r"),
    };
    let is_goal = |c: char| "#=+".contains(c);
    let mut goals = rest.chars().filter(|&c| is_goal(c));
    let goal = goals.next().filter(|_| goals.next().is_none())?;
    let rest: String = rest.chars().filter(|&c| !is_goal(c)).collect();
    Some(format!("{play}{goal}{rest}"))
}

/// Play and goal in standard notation, in the order of the section `goals` of the language files. Names of several words
/// that have another name in them come first.
const GOALS: [&str; 10] = ["hs#", "h#", "s#", "semi-r#", "r#", "ser-h#", "ser-#", "ser-s#", "#", "="];

/// Returns a number in digits or as a word.
fn number(word: &str) -> Option<u32> {
    let places =
        ALL.iter().filter_map(|words| words.numbers.all().iter().position(|names| names.contains(word)));
    places.min().map(|place| place as u32 + 1).or_else(|| word.parse().ok())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '.' | ',')).filter(|word| !word.is_empty())
}

/// Returns a number of moves in digits: `2½` is `2.5`.
fn length(word: &str) -> Option<String> {
    match word.strip_suffix('½') {
        Some("") => Some("0.5".to_owned()),
        Some(whole) => number(whole).map(|whole| format!("{whole}.5")),
        None => number(word).map(|whole| whole.to_string()),
    }
}

/// Returns a text in which half moves are written `½`: `2.5`, `2,5` and `2 ½` become `2½`.
fn with_halves(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match words.last_mut() {
            Some(whole) if word.starts_with('½') && number(whole).is_some() => whole.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    [".5", ",5"].iter().fold(words.join(" "), |text, half| {
        let mut parts = text.split(half).peekable();
        let mut joined = String::new();
        while let Some(part) = parts.next() {
            joined.push_str(part);
            if let Some(next) = parts.peek() {
                let is_digit = |c: char| c.is_ascii_digit();
                let is_half = part.ends_with(is_digit) && !next.starts_with(is_digit);
                joined.push_str(if is_half { "½" } else { half });
            }
        }
        joined
    })
}

/// Returns the sign of a goal with this name, the first of several.
fn goal(word: &str) -> Option<&'static str> {
    let places =
        ALL.iter().filter_map(|words| words.goals.all().iter().position(|names| names.contains(word)));
    places.min().map(|place| GOALS[place])
}

/// Returns a text in which the English name of one word replaces each name of several words.
fn with_short_names(text: String) -> String {
    let english = hexmate_words::EN.goals.all();
    let names = english.iter().enumerate().flat_map(|(place, short)| {
        let names = ALL.iter().flat_map(move |words| words.goals.all()[place].iter());
        names.filter(|name| name.contains([' ', '-'])).map(|name| (name, short.first()))
    });
    names.fold(text, |text, (name, short)| text.replace(name, short))
}

/// Returns the colour that a word names.
fn mover(word: &str) -> Option<Colour> {
    ALL.iter().find_map(|words| {
        let names = [(Colour::White, words.stipulations.white), (Colour::Black, words.stipulations.black)];
        names.into_iter().find(|(_, names)| names.contains(word)).map(|(colour, _)| colour)
    })
}

/// Converts a goal and a number among filler words to standard notation; also returns the colour that is named.
fn from_words(text: &str) -> Option<(String, Option<Colour>)> {
    let text = with_short_names(with_halves(&plain(text)));
    let (mut goal_sign, mut moves, mut side) = (None, None, None);
    for word in words(&text) {
        match (goal(word), length(word), mover(word)) {
            (Some(goal), ..) if goal_sign.is_none() => goal_sign = Some(goal),
            (None, Some(number), _) if moves.is_none() => moves = Some(number),
            (None, None, Some(colour)) if side.is_none_or(|side| side == colour) => {
                side = Some(colour);
            }
            (None, None, None) if ALL.iter().any(|words| words.stipulations.ignored.contains(word)) => {}
            _ => return None,
        }
    }
    Some((format!("{}{}", goal_sign?, moves?), side))
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
            ("2‡", "#2"),
            ("‡2", "#2"),
            ("ser.h#3", "ser-h#3"),
            ("serh#3", "ser-h#3"),
            ("Ser-#4", "ser-#4"),
            ("semi-r#2", "semi-r#2"),
            ("Semi-R#2", "semi-r#2"),
            ("semi-reflexmate in 2", "semi-r#2"),
            ("semi-r=2", "semi-r=2"),
            ("#2*", "#2"),
            ("*2#", "#2"),
            ("h#2 2 sol.", "h#2"),
            ("White mates in 2", "#2"),
            ("White to move and mate in two", "#2"),
            ("White to play and mate in 2 moves", "#2"),
            ("Weiß setzt in zwei Zügen matt", "#2"),
            ("Weiß zieht und setzt in 3 Zügen matt", "#3"),
            ("Világos indul és 2 lépésben mattot ad", "#2"),
            ("matt két lépésben", "#2"),
            ("Białe zaczynają i dają mata w 2 posunięciach", "#2"),
            ("mat w dwóch posunięciach", "#2"),
            ("mat pomocniczy w 2 posunięciach", "h#2"),
            ("Les blancs jouent et font mat en deux coups", "#2"),
            ("mat aidé en 3 coups", "h#3"),
            ("Blancas juegan y dan mate en 2 jugadas", "#2"),
            ("mate ayudado en 2", "h#2"),
            ("Мат в 2 хода", "#2"),
            ("Белые начинают и дают мат в два хода", "#2"),
            ("Кооперативный мат в 2 хода", "h#2"),
            ("обратный мат в 3 хода", "s#3"),
            ("mato en du movoj", "#2"),
            ("Blanko matas en 2 movoj", "#2"),
            ("helpmato en 2 movoj", "h#2"),
            ("Hilfsmatt in 2½ Zügen", "h#2.5"),
            ("Helpmate in 2.5", "h#2.5"),
            ("helpmate in 2,5 moves", "h#2.5"),
            ("helpmate in 1 1/2", "h#1.5"),
            ("Pomocniczy mat w 2 posunięciach", "h#2"),
            ("series-helpmate in 4", "ser-h#4"),
            ("Series selfmate in 3", "ser-s#3"),
            ("help-selfmate in 2½", "hs#2.5"),
            ("Serienzughilfsmatt in 5 Zügen", "ser-h#5"),
            ("serie-h#3", "ser-h#3"),
            ("series-#3", "ser-#3"),
            ("h#0.5", "h#0.5"),
            ("h#½", "h#0.5"),
            ("H#0,5", "h#0.5"),
            ("h=1/2", "h=0.5"),
            ("helpmate in 0.5", "h#0.5"),
            ("Hilfsmatt in ½ Zug", "h#0.5"),
            ("ser-h#12", "ser-h#12"),
            ("Ser-h # 12", "ser-h#12"),
            ("serh12#", "ser-h#12"),
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
    fn claims_are_read_with_stipulation() {
        for (text, expected) in [
            ("#2*", "#2*"),
            ("h#2*", "h#2*"),
            ("*h#2", "h#2*"),
            ("H # 2 *", "h#2*"),
            ("h#2 2 sol.", "h#2 2 solutions"),
            ("h#2 (2 solutions)", "h#2 2 solutions"),
            ("h#2, 3 sols", "h#2 3 solutions"),
            ("h#2 1 solution", "h#2 1 solution"),
            ("h#2* two solutions", "h#2* 2 solutions"),
            ("h#2 2 Lösungen", "h#2 2 solutions"),
            ("h#2 2 Lsg.", "h#2 2 solutions"),
            ("h#2 2sols", "h#2 2 solutions"),
            ("h#2 (2sol.)", "h#2 2 solutions"),
            ("h#2 2;1;1;1", "h#2 2.1.1.1"),
            ("h#2 2;1…", "h#2 2.1.1.1"),
            ("h#2 with set play", "h#2*"),
            ("#2, set play", "#2*"),
            ("h#2 (Satzspiel)", "h#2*"),
            ("h#2 látszólagos játékkal, 2 megoldás", "h#2* 2 solutions"),
            ("h#2 2 megoldás", "h#2 2 solutions"),
            ("h#2 2 megf.", "h#2 2 solutions"),
            ("h#2 2 rozwiązania", "h#2 2 solutions"),
            ("h#2 2 soluciones", "h#2 2 solutions"),
            ("h#2 2 решения", "h#2 2 solutions"),
            ("h#2 2 solvoj", "h#2 2 solutions"),
            ("Helpmate in 2, 2 solutions", "h#2 2 solutions"),
            ("h#2 2.1.1.1", "h#2 2.1.1.1"),
            ("h#2 (2.1.1.1)", "h#2 2.1.1.1"),
            ("h#2* 2.1...", "h#2* 2.1.1.1"),
            ("h#3 2.1…", "h#3 2.1.1.1.1.1"),
            ("h#1.5 1.2.1", "h#1.5 1.2.1"),
            ("h#1 2.1", "h#1 2.1"),
            ("ser-h#3 2.1.1.1", "ser-h#3 2.1.1.1"),
            ("h#3.5 2.1…", "h#3.5 2.1.1.1.1.1.1"),
            ("h#3½ 2;1.1;1.1;1.1", "h#3.5 2.1.1.1.1.1.1"),
            ("h#3.5 0.2;1.1;1.1;1.1", "h#3.5 2.1.1.1.1.1.1"),
            ("h#0.5 2", "?"),
            ("h#0.5 2 sol.", "h#0.5 2 solutions"),
            ("h#2 0.2.1.1", "h#1.5 2.1.1"),
            ("h#2 0.1;1.1", "h#1.5 1.1.1"),
            ("h#2 (0.1;1.1)", "h#1.5 1.1.1"),
            ("h#1.5 0.1;1.1", "h#1.5 1.1.1"),
            ("h#3 0.2…", "h#2.5 2.1.1.1.1"),
            ("h#2.5 0.2.1…", "h#2.5 2.1.1.1.1"),
            ("h=2 0.2.1.1", "h=1.5 2.1.1"),
            ("h#1 0.3", "h#0.5 3 solutions"),
            ("ser-h#12 2.1…", "ser-h#12 2.1.1.1.1.1.1.1.1.1.1.1.1"),
            ("h#2.5 0.2.1.1.1", "?"),
            ("h#2 0.0.1.1", "?"),
            ("h#2 0.1.1", "?"),
            ("ser-h#3 0.1.1.1", "?"),
            ("hs#2 0.1.1.1", "?"),
            ("h#2 duplex", "h#2 duplex"),
            ("Duplex h#2", "h#2 duplex"),
            ("h#2 (Duplex)", "h#2 duplex"),
            ("h#2, duplex", "h#2 duplex"),
            ("h#2* duplex", "h#2* duplex"),
            ("h#2 2.1.1.1 duplex", "h#2 2.1.1.1 duplex"),
            ("h#2 duplex 2.1.1.1", "h#2 2.1.1.1 duplex"),
            ("h#2, Duplex, 2 sol.", "h#2 2 solutions duplex"),
            ("#2 duplex", "#2 duplex"),
            ("helpmate in two, duplex", "h#2 duplex"),
            ("ser-h#4 duplex", "ser-h#4 duplex"),
            ("h#2 dupleks", "h#2 duplex"),
            ("кооперативный мат в 2 хода, дуплекс", "h#2 duplex"),
            ("h#2 duplex duplex", "?"),
            ("duplex", "?"),
            ("h#2 duplexes", "?"),
            ("h#2 2.1.1.1 2 sol.", "?"),
            ("h#2 2.1.1", "?"),
            ("h#2 2.1.0.1", "?"),
            ("#2 2.1.1.1", "?"),
            ("#2**", "?"),
            ("h#2 two", "?"),
            ("h # 2.5", "h#2.5"),
        ] {
            let stated = StatedStipulation::parse(&Game::GLINSKI, text);
            let found = stated.map_or("?".to_owned(), |stated| stated.text(&Game::GLINSKI));
            assert_eq!(found, expected, "{text}");
            assert!(
                expected == "?"
                    || StatedStipulation::parse(&Game::GLINSKI, expected)
                        .is_some_and(|stated| stated.text(&Game::GLINSKI) == expected),
                "{expected}"
            );
        }
        let mover = |text| StatedStipulation::parse(&Game::GLINSKI, text).and_then(|stated| stated.mover);
        assert_eq!(mover("Black mates in 2"), Some(Colour::Black));
        assert_eq!(mover("Weiß setzt in 2 Zügen matt"), Some(Colour::White));
        assert_eq!(mover("#2"), None);
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
