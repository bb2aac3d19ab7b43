//! What the players are called: their colours, in words. No paint.

use hexmate_core::rules::{Player, VariantTable};

/// The colour that a player's pieces are called by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The player who begins, in every game.
    White,
    /// The second of two, the third of three.
    Black,
    /// The second of three or six.
    Red,
    /// The third of six.
    Orange,
    /// The fourth of six.
    Blue,
    /// The fifth of six.
    Green,
    /// The sixth of six.
    Yellow,
}

use Colour::{Black, Blue, Green, Orange, Red, White, Yellow};

impl Colour {
    /// All colours; no game uses all of them.
    pub const ALL: [Self; 7] = [White, Black, Red, Orange, Blue, Green, Yellow];

    /// The colour of a player, by the seat.
    pub fn of(game: &VariantTable, player: Player) -> Self {
        let seats: &[Self] = match game.players {
            2 => &[White, Black],
            3 => &[White, Red, Black],
            _ => &[White, Red, Orange, Blue, Green, Yellow],
        };
        seats[player.index() % seats.len()]
    }

    /// How the player is called in a sentence and in the tags of a game.
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
    fn the_players_have_the_colours_of_the_rules() {
        assert_eq!(colours(Game::GLINSKI), ["White", "Black"]);
        assert_eq!(colours(Game::ECHEX3), ["White", "Red", "Black"]);
        assert_eq!(colours(Game::ECHEX6), ["White", "Red", "Orange", "Blue", "Green", "Yellow"]);
    }

    #[test]
    fn a_players_letter_is_the_first_of_its_name() {
        for game in Game::ALL {
            for player in game.players() {
                let name = Colour::of(game, player).name();
                assert_eq!(name.to_lowercase().chars().next(), Some(letter(game, player)), "{name}");
            }
        }
    }

    #[test]
    fn a_colour_has_its_place_in_the_list_of_all() {
        for (place, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour as usize, place);
        }
    }
}
