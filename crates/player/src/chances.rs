//! Chances of win, draw and loss that belong to a score.

use crate::report::SearchScore;
use hexmate_core::any::Game;

/// Model of the results of a game: the chance of a win is `1 / (1 + e^((margin - centipawns) / spread))`.
#[derive(Clone, Copy)]
struct Model {
    /// Score with which half of the games are won, in centipawns.
    margin: f64,
    spread: f64,
}

/// Models by the name of the game. `docs/player.md` says how they were measured.
const MODELS: [(&str, Model); 6] = [
    ("glinski", Model { margin: 190.0, spread: 344.0 }),
    ("mccooey", Model { margin: 271.0, spread: 292.0 }),
    ("mini", Model { margin: 183.0, spread: 142.0 }),
    ("shafran", Model { margin: 145.0, spread: 218.0 }),
    ("devasa", Model { margin: 133.0, spread: 303.0 }),
    ("brusky", Model { margin: 105.0, spread: 348.0 }),
];

impl SearchScore {
    /// Returns the chances of win, draw and loss for the side to move, in thousandths; their sum is 1000.
    ///
    /// A stalemate counts as a draw. They were measured in games of the player against itself; a game without a model
    /// of its own has that of Gliński's.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    /// use hexmate_position::Game;
    ///
    /// let [win, draw, loss] = SearchScore::Centipawns(0).chances(&Game::GLINSKI);
    /// assert_eq!((win, win + draw + loss), (loss, 1000));
    /// assert_eq!(SearchScore::Mates { plies: 3 }.chances(&Game::GLINSKI), [1000, 0, 0]);
    /// ```
    pub fn chances(self, game: &Game) -> [u32; 3] {
        let value = match self {
            Self::Centipawns(value) => f64::from(value),
            Self::Mates { .. } => return [1000, 0, 0],
            Self::IsMated { .. } => return [0, 0, 1000],
        };
        let named = MODELS.iter().find(|(name, _)| *name == game.name);
        let Model { margin, spread } = named.unwrap_or(&MODELS[0]).1;
        let chance =
            |value: f64| (1000.0 / (1.0 + ((margin - value) / spread).exp())).round().clamp(0.0, 1000.0);
        let [win, loss] = [value, -value].map(|value| chance(value) as u32);
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_mirror_and_sum_up() {
        for game in Game::ALL {
            let mut before = 0;
            for value in (-3000..3000).step_by(7) {
                let [win, draw, loss] = SearchScore::Centipawns(value).chances(game);
                let [other_win, _, other_loss] = SearchScore::Centipawns(-value).chances(game);
                assert_eq!((win + draw + loss, win, loss), (1000, other_loss, other_win), "{value}");
                assert!(win >= before, "{value}");
                before = win;
            }
        }
    }
}
