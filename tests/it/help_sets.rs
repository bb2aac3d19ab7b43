//! The random sets of `examples/help_sets`: their positions, and their lines without aiming.

#[path = "../../examples/help_sets/plain.rs"]
mod plain;
#[path = "../../examples/help_sets/sets.rs"]
mod sets;

use hexmate_position::Game;

use crate::law_length::quick_or_full;

#[test]
fn drawn_sets_repeat_with_seed() {
    for set in sets::SETS {
        let drawn = sets::positions(Game::GLINSKI, set, 10, 5);
        assert_eq!(drawn, sets::positions(Game::GLINSKI, set, 10, 5));
        assert_ne!(drawn, sets::positions(Game::GLINSKI, set, 10, 6));
        for position in drawn {
            assert!((set.men[0]..=set.men[1]).contains(&position.pieces().len()), "{}", position.to_fen());
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn aimed_lines_equal_plain_lines() {
    for game in Game::ALL.iter().filter(|game| game.players == 2) {
        for text in ["h#1.5", "ser-h#3", "ser-#3"] {
            let stipulation = text.parse().expect(text);
            let count = quick_or_full(12, 120);
            let compared = plain::compare(*game, stipulation, [4, 7], count, 1, 20_000).expect(text);
            assert!(3 * compared.solvable >= compared.positions, "{} {text} {compared:?}", game.name);
        }
    }
}
