//! Themes: for each a problem that shows it and one that does not, both solved; and what no turn of the board changes.

use std::collections::BTreeMap;

use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable, Verdict};
use hexmate_position::symmetry::images;
use hexmate_position::{Game, Position};
use hexmate_problems::themes::{Merits, Theme, merits};
use hexmate_problems::understood_stipulation;
use rayon::prelude::*;

use crate::laws::uci;
use crate::length::length;
use crate::solve_formats::file;

/// A line: theme, `yes` or `no`, game, what is asked and how many solutions are meant, the key, and the position.
const PAIRS: &str = include_str!("themes.tsv");

fn solved(position: &Position, asked: Stipulation, scope: Scope) -> Option<(Merits, String)> {
    solved_with(position, asked, scope, 1)
}

fn solved_with(
    position: &Position,
    asked: Stipulation,
    scope: Scope,
    solutions: usize,
) -> Option<(Merits, String)> {
    let full =
        position.solve_fully(asked, scope, &mut TranspositionTable::with_limit(8 << 20), Budget::default());
    let key = full.solution.keys.first().map(|&key| uci(position, key)).unwrap_or_default();
    merits(position, &full, solutions).map(|merits| (merits, key))
}

/// What a problem shows, with its key; it must be sound.
fn shown(game: &str, asked: &str, fen: &str) -> (Merits, String) {
    let game = Game::from_name(game).expect(game);
    let (asked, solutions) = asked.split_once(' ').unwrap_or((asked, "1"));
    let asked = understood_stipulation(&game, asked).expect(asked);
    let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let solutions = solutions.parse().expect("a number");
    solved_with(&position, asked, Scope::FULL, solutions).unwrap_or_else(|| panic!("{fen} is not sound"))
}

#[test]
fn each_theme_is_seen_where_it_is_and_nowhere_else() {
    let mut seen: BTreeMap<Theme, [u32; 2]> = BTreeMap::new();
    for line in PAIRS.lines().filter(|line| !line.starts_with('#')) {
        let [theme, answer, game, asked, key, fen] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let theme = Theme::from_code(theme).expect(theme);
        let (merits, found) = shown(game, asked, fen);
        assert_eq!(found, key, "{line}");
        let codes: Vec<&str> = merits.themes.iter().map(Theme::code).collect();
        assert_eq!(merits.themes.has(theme), answer == "yes", "{line}: {codes:?}");
        seen.entry(theme).or_default()[usize::from(answer == "yes")] += 1;
    }
    for &theme in Theme::ALL {
        let counts = seen.get(&theme).copied().unwrap_or_default();
        assert!(counts.iter().all(|&count| count > 0), "{theme}: {counts:?} no and yes");
    }
}

/// A problem, its mirror image and the same with the players exchanged show the same, and are as good and as hard.
#[test]
fn no_turn_of_the_board_changes_what_is_shown() {
    let files = ["glinski-play.csv", "mini.csv", "mccooey.csv", "echex3.csv"];
    let statements: Vec<_> = files.iter().flat_map(|name| file(name)).collect();
    let chosen: Vec<_> = statements.iter().step_by(length(9, 1)).collect();
    let counts: Vec<usize> = chosen
        .par_iter()
        .filter(|statement| !statement.stipulation.contains('4'))
        .map(|statement| {
            let game = Game::from_name(&statement.variant).expect("a game");
            let position = Position::from_fen(game, &statement.fen).expect("a position");
            let asked = understood_stipulation(&game, &statement.stipulation).expect("a stipulation");
            if asked.victim != hexmate_core::mate::Victim::Any {
                return 0;
            }
            let of = |position: &Position| solved(position, asked, Scope::FULL).map(|(merits, _)| merits);
            let first = of(&position).expect("a sound problem");
            let others: Vec<Position> =
                images(&position).map(|image| image.into_position().expect("legal")).collect();
            for image in &others {
                assert_eq!(of(image), Some(first), "{} {}", statement.id, image.to_fen());
            }
            others.len()
        })
        .collect();
    assert!(counts.iter().sum::<usize>() > 60, "{counts:?}");
}

/// Nothing is said of what is not sound, or not told whole.
#[test]
fn themes_are_of_whole_solutions_of_sound_problems() {
    let cooked = &file("known.csv")[0];
    let position = Position::from_fen(Game::GLINSKI, &cooked.fen).expect("a position");
    let two = Stipulation::mate_in(2);
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(1 << 20);
    let full = position.solve_fully(two, Scope::FULL, table, Budget::default());
    assert_eq!((full.solution.verdict(), merits(&position, &full, 1)), (Verdict::Cooked, None));
    let sound = &file("known.csv")[1];
    let position = Position::from_fen(Game::GLINSKI, &sound.fen).expect("a position");
    assert!(solved(&position, two, Scope::FULL).is_some());
    assert_eq!(solved(&position, two, Scope::KEYS), None);
    assert_eq!(solved(&position, two, Scope { tries: 0, ..Scope::FULL }), None);
    let stopped = position.solve_fully(two, Scope::FULL, table, budget);
    assert_eq!(merits(&position, &stopped, 1), None);
}

/// The formulas are those of the help, added up by hand.
#[test]
fn quality_and_difficulty_are_sums() {
    let (merits, key) = shown("mini", "#2", "1/3/5/7/1K5/1R5/2k4 w - 0 1");
    assert_eq!(key, "b3c3");
    // 1.Kc3 threatens 2.Rd2#, which is all. A quiet key by the king that takes a flight, tries; one answer.
    assert_eq!(merits.quality, [4, -6, 2, 2, 3].iter().sum::<i32>(), "{merits:?}");
    // One move before the mate, a quiet key, four tries, 20 first moves.
    assert_eq!(merits.difficulty, [10, 5, 3 * 4, 20 / 10].iter().sum::<u32>(), "{merits:?}");
}
