//! Colours of the players, as words.

use hexmate_core::rules::{Player, VariantTable};

/// Colour of a player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The player to move first, in every game.
    White,
    /// Seat 2 of two, seat 3 of three.
    Black,
    /// Seat 2 of three or six.
    Red,
    /// Seat 3 of six.
    Orange,
    /// Seat 4 of six.
    Blue,
    /// Seat 5 of six.
    Green,
    /// Seat 6 of six.
    Yellow,
}

use Colour::{Black, Blue, Green, Orange, Red, White, Yellow};

impl Colour {
    /// All colours; no game uses all of them.
    pub const ALL: [Self; 7] = [White, Black, Red, Orange, Blue, Green, Yellow];

    /// Returns the colour of a player.
    pub fn of(game: &VariantTable, player: Player) -> Self {
        let seats: &[Self] = match game.players {
            2 => &[White, Black],
            3 => &[White, Red, Black],
            _ => &[White, Red, Orange, Blue, Green, Yellow],
        };
        seats[player.index() % seats.len()]
    }

    /// Returns the English name with a capital, as in sentences and PGN tags.
    pub const fn name(self) -> &'static str {
        match self {
            White => "White",
            Black => "Black",
            Red => "Red",
            Orange => "Orange",
            Blue => "Blue",
            Green => "Green",
            Yellow => "Yellow",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::letter;

    fn colours(game: Game) -> Vec<&'static str> {
        game.players().map(|player| Colour::of(&game, player).name()).collect()
    }

    #[test]
    fn players_have_colours_of_the_rules() {
        assert_eq!(colours(Game::GLINSKI), ["White", "Black"]);
        assert_eq!(colours(Game::ECHEX3), ["White", "Red", "Black"]);
        assert_eq!(colours(Game::ECHEX6), ["White", "Red", "Orange", "Blue", "Green", "Yellow"]);
    }

    #[test]
    fn player_letter_is_initial_of_colour() {
        for game in Game::ALL {
            for player in game.players() {
                let name = Colour::of(game, player).name();
                assert_eq!(name.to_lowercase().chars().next(), Some(letter(game, player)), "{name}");
            }
        }
    }

    #[test]
    fn colours_are_listed_in_order() {
        for (place, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour as usize, place);
        }
    }
}
