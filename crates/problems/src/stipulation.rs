//! Stipulations in standard notation: `#2`, `exact-#3`, `=2`, `s#2`, `h#2.5`, `ser-h#4`, `hs#3`.
//!
//! ```text
//! stipulation = "+" moves | [ play ] ( "#" | "=" ) moves [ ".5" ] [ victim ]
//! play        = "exact-" | "s" | "r" | "semi-r" | "h" | "hs" | "ser-" | "ser-h" | "ser-s"
//! moves       = a number from 1, or "0.5" after "h"; ".5" only after "h" and "hs"
//! victim      = the letter of a player; only "#" in games for more than two
//! ```
//!
//! Games for more than two have only `#`, since the other kinds of play are defined for two sides.

use hexmate_core::mate::Stipulation;
use hexmate_core::rules::VariantTable;

/// Parses a stipulation of a game; see [`Stipulation::parse_for`].
pub fn parse_stipulation(game: &VariantTable, text: &str) -> Option<Stipulation> {
    Stipulation::parse_for(game, text)
}

/// Returns a stipulation of a game in standard notation.
pub fn stipulation_text(game: &VariantTable, stipulation: Stipulation) -> String {
    stipulation.text_for(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_core::mate::{Budget, TranspositionTable};
    use hexmate_position::{Game, Position};

    #[test]
    fn stipulations_round_trip() {
        let texts = "#2 #12 exact-#3 =2 exact-=2 s#2 s=1 r#3 semi-r#2 semi-r=3 h#2 h#0.5 h#2.5 h=0.5 h=3 +2 ser-#9 ser-=4 ser-h#7 ser-h#12 ser-h=2 \
            ser-s#3 ser-s=3 hs#2 hs#2.5 hs=2";
        for text in texts.split_whitespace() {
            let parsed = parse_stipulation(&Game::GLINSKI, text).expect(text);
            assert_eq!(stipulation_text(&Game::GLINSKI, parsed), text);
        }
        for text in ["#2", "#1r"] {
            let parsed = parse_stipulation(&Game::ECHEX3, text).expect(text);
            assert_eq!(stipulation_text(&Game::ECHEX3, parsed), text);
        }
    }

    #[test]
    fn longest_stipulations_fit_on_stack() {
        let blocked = "1/k2/5/7/9/11/11/5p5/5P5/11/K10 w - 0 1";
        let position = Position::from_fen(Game::GLINSKI, blocked).expect("a legal position");
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        for text in ["exact-#999", "exact-=999", "#999", "h#999", "ser-#999"] {
            let stipulation = parse_stipulation(&Game::GLINSKI, text).expect(text);
            assert!(
                position
                    .solve(stipulation, &mut TranspositionTable::with_limit(1 << 20), budget)
                    .stopped
                    .is_some(),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_stipulations_are_rejected() {
        for text in [
            "",
            "2",
            "#",
            "#0",
            "#x",
            "#2r",
            "#99999999999",
            "#1000",
            "s2",
            "s#2.5",
            "h#.5",
            "h#0",
            "hs#0.5",
            "s#0.5",
            "#0.5",
            "x#2",
            "h#2.4",
            "h+2",
            "ser-+2",
            "ser-#2.5",
            "ser-h#2.5",
            "ser-r#2",
            "ser#2",
            "hs#0",
            "hsr#2",
            "exact-ser-#2",
        ] {
            assert_eq!(parse_stipulation(&Game::GLINSKI, text), None, "{text}");
        }
        for text in ["s#2", "=2", "h#2", "exact-#2", "#2x", "+2", "ser-#2", "ser-h#2", "hs#2"] {
            assert_eq!(parse_stipulation(&Game::ECHEX3, text), None, "{text}");
        }
    }
}
