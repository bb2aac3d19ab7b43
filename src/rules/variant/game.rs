//! The seven games by name, and the one place where a name becomes a type.

use super::Variant;

/// A game, chosen while the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Game {
    /// Glinski's game, which is meant where nothing else is said.
    #[default]
    Glinski,
    /// `McCooey`'s game.
    McCooey,
    /// Mini Hexchess.
    Mini,
    /// Echex for three.
    Echex3,
    /// Echex for three, with 16 men each.
    Echex3x16,
    /// Echex for six.
    Echex6,
    /// Echex for six, with 16 men each.
    Echex6x16,
}

/// Evaluates an expression in which a type is the game that a [`Game`](crate::rules::Game) stands for.
///
/// ```
/// use hexmate::perft::perft;
/// use hexmate::rules::{Game, Position};
/// use hexmate::with_variant;
///
/// let game = Game::from_name("mini").expect("a game");
/// assert_eq!(with_variant!(game, V => perft(&Position::<V>::start(), 3)), 681);
/// ```
#[macro_export]
macro_rules! with_variant {
    (@ $V:ident, $body:expr, $game:ident) => {{
        type $V = $crate::rules::$game;
        $body
    }};
    ($game:expr, $V:ident => $body:expr) => {
        match $game {
            $crate::rules::Game::Glinski => $crate::with_variant!(@ $V, $body, Glinski),
            $crate::rules::Game::McCooey => $crate::with_variant!(@ $V, $body, McCooey),
            $crate::rules::Game::Mini => $crate::with_variant!(@ $V, $body, Mini),
            $crate::rules::Game::Echex3 => $crate::with_variant!(@ $V, $body, Echex3),
            $crate::rules::Game::Echex3x16 => $crate::with_variant!(@ $V, $body, Echex3x16),
            $crate::rules::Game::Echex6 => $crate::with_variant!(@ $V, $body, Echex6),
            $crate::rules::Game::Echex6x16 => $crate::with_variant!(@ $V, $body, Echex6x16),
        }
    };
}

impl Game {
    /// All games, in the order of the help.
    pub const ALL: [Self; 7] = [
        Self::Glinski,
        Self::McCooey,
        Self::Mini,
        Self::Echex3,
        Self::Echex3x16,
        Self::Echex6,
        Self::Echex6x16,
    ];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        with_variant!(self, V => V::NAME)
    }

    /// The game with this name, in whatever case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name().eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name() {
        for game in Game::ALL {
            assert_eq!(Game::from_name(&game.name().to_uppercase()), Some(game));
        }
        assert_eq!(Game::from_name("chess"), None);
    }
}
