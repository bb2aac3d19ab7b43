//! Chooses the game of a record.

use std::fmt;

use super::Game;

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl UnknownGame {
    /// Stable code of the error.
    pub const CODE: &str = "unknown-variant";
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Game::ALL.iter().map(|game| game.name).collect::<Vec<_>>().join(", ");
        write!(f, "unknown variant {:?}; expected {known}", self.0)
    }
}

impl std::error::Error for UnknownGame {}

impl Game {
    /// Returns the game of a record: the one asked for, else the one it names, else Glinski's.
    ///
    /// # Errors
    ///
    /// If it names one that does not exist.
    ///
    /// ```
    /// use hexmate_core::any::Game;
    ///
    /// assert_eq!(Game::of_record(None, " mini "), Ok(Game::MINI));
    /// assert!(Game::of_record(None, "chess").is_err());
    /// ```
    pub fn of_record(asked: Option<Self>, named: &str) -> Result<Self, UnknownGame> {
        match (asked, named.trim()) {
            (Some(asked), _) => Ok(asked),
            (None, "") => Ok(Self::default()),
            (None, name) => name.parse().map_err(|_| UnknownGame(named.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requested_game_overrides_named_one() {
        assert_eq!(Game::of_record(Some(Game::MINI), "chess"), Ok(Game::MINI));
        assert_eq!(Game::of_record(None, " McCooey "), Ok(Game::MCCOOEY));
        assert_eq!(Game::of_record(None, ""), Ok(Game::GLINSKI));
        let unknown = Game::of_record(None, "chess").expect_err("no such game");
        assert!(
            unknown.to_string().starts_with("unknown variant \"chess\"; expected glinski, "),
            "{unknown}"
        );
    }
}
