//! Stipulations as problemists write them: `#2`, `exact-#3`, `=2`, `s#2`, `r#2`, `h#2`, `h#2.5`. No positions.
//!
//! ```text
//! stipulation = [ "exact-" | "s" | "r" | "h" ] ( "#" | "=" ) moves [ ".5" ] [ victim ]
//! moves       = a number from 1; ".5" only after "h"
//! victim      = the letter of a player; only "#" among more than two
//! ```
//!
//! Games for more than two know only `#`.

use crate::mate::{Goal, Play, Stipulation, Victim};
use crate::notation::{letter, player};
use crate::rules::Table;

/// Reads a stipulation: `#2`, `s#3`, `h#2.5`, and for several players `#2r` with the victim's letter.
pub fn read_stipulation(game: &Table, text: &str) -> Option<Stipulation> {
    let prefixes = [("exact-", Play::Exact), ("s", Play::Selfmate), ("r", Play::Reflex), ("h", Play::Help)];
    let found = prefixes.into_iter().find_map(|(prefix, play)| Some((play, text.strip_prefix(prefix)?)));
    let (mut play, text) = found.unwrap_or((Play::Direct, text));
    let (goal, text) = match text.strip_prefix('#') {
        Some(rest) => (Goal::Mate, rest),
        None => (Goal::Stalemate, text.strip_prefix('=')?),
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let moves = text[..digits].parse().ok().filter(|&moves| (1..=MOST_MOVES).contains(&moves))?;
    let mut victim = Victim::Any;
    match &text.as_bytes()[digits..] {
        [] => {}
        b".5" if play == Play::Help => play = Play::HelpAndHalf,
        &[letter] if game.players > 2 => victim = Victim::Named(player(game, letter)?),
        _ => return None,
    }
    let stipulation = Stipulation { play, goal, moves, victim };
    let is_plain = (play, goal) == (Play::Direct, Goal::Mate);
    (game.players == 2 || is_plain).then_some(stipulation)
}

/// The longest stipulation that is read.
const MOST_MOVES: u32 = 1_000_000;

/// The stipulation as problemists write it.
pub fn stipulation_text(game: &Table, stipulation: Stipulation) -> String {
    let (prefix, half) = match stipulation.play {
        Play::Direct => ("", ""),
        Play::Exact => ("exact-", ""),
        Play::Selfmate => ("s", ""),
        Play::Reflex => ("r", ""),
        Play::Help => ("h", ""),
        Play::HelpAndHalf => ("h", ".5"),
    };
    let goal = match stipulation.goal {
        Goal::Mate => '#',
        Goal::Stalemate => '=',
    };
    let victim = match stipulation.victim {
        Victim::Any => String::new(),
        Victim::Named(victim) => letter(game, victim).to_string(),
    };
    format!("{prefix}{goal}{}{half}{victim}", stipulation.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn stipulations_print_as_they_read() {
        for text in ["#2", "#12", "exact-#3", "=2", "exact-=2", "s#2", "s=1", "r#3", "h#2", "h#2.5", "h=3"] {
            let read = read_stipulation(&Game::GLINSKI, text).expect(text);
            assert_eq!(stipulation_text(&Game::GLINSKI, read), text);
        }
        for text in ["#2", "#1r"] {
            let read = read_stipulation(&Game::ECHEX3, text).expect(text);
            assert_eq!(stipulation_text(&Game::ECHEX3, read), text);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["", "2", "#", "#0", "#x", "#2r", "#99999999999", "s2", "s#2.5", "h#.5", "x#2", "h#2.4"] {
            assert_eq!(read_stipulation(&Game::GLINSKI, text), None, "{text}");
        }
        for text in ["s#2", "=2", "h#2", "exact-#2", "#2x"] {
            assert_eq!(read_stipulation(&Game::ECHEX3, text), None, "{text}");
        }
    }
}
