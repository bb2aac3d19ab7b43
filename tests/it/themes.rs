//! Themes: for each, a problem that shows it and one that does not; symmetries of the board; scores.

use std::collections::{BTreeMap, BTreeSet};

use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable, Verdict};
use hexmate_position::symmetry::images;
use hexmate_position::{Game, Position};
use hexmate_problems::parse_informal_stipulation;
use hexmate_problems::themes::{Merits, Term, Theme, merits, rated};
use rayon::prelude::*;

use crate::law_length::quick_or_full;
use crate::laws::uci;
use crate::solve_formats::file;

/// Lines with theme, `yes` or `no`, game, stipulation with number of solutions, key and FEN.
const PAIRS: &str = include_str!("themes.tsv");

fn solved(position: &Position, stipulation: Stipulation, scope: Scope) -> Option<(Merits, String)> {
    solved_with(position, stipulation, scope, 1)
}

fn solved_with(
    position: &Position,
    stipulation: Stipulation,
    scope: Scope,
    solutions: usize,
) -> Option<(Merits, String)> {
    let full = position.solve_fully(
        stipulation,
        scope,
        &mut TranspositionTable::with_limit(8 << 20),
        Budget::default(),
    );
    let key = full.keys.first().map(|&key| uci(position, key)).unwrap_or_default();
    merits(position, &full, solutions).map(|merits| (merits, key))
}

/// Returns themes and scores of a sound problem, and its key.
fn merits_and_key(game: &str, stipulation: &str, fen: &str) -> (Merits, String) {
    let game = Game::from_name(game).expect(game);
    let (stipulation, solutions) = stipulation.split_once(' ').unwrap_or((stipulation, "1"));
    let stipulation = parse_informal_stipulation(&game, stipulation).expect(stipulation);
    let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let solutions = solutions.parse().expect("a number");
    solved_with(&position, stipulation, Scope::FULL, solutions)
        .unwrap_or_else(|| panic!("{fen} is not sound"))
}

#[test]
fn themes_are_detected_in_examples() {
    let mut seen: BTreeMap<Theme, [u32; 2]> = BTreeMap::new();
    for line in PAIRS.lines().filter(|line| !line.starts_with('#')) {
        let [theme, answer, game, stipulation, key, fen] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let theme = Theme::from_code(theme).expect(theme);
        let (merits, found) = merits_and_key(game, stipulation, fen);
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

/// A problem, its mirror image and the version with exchanged players have the same themes and scores.
#[test]
fn board_symmetries_keep_themes_and_scores() {
    let files = ["glinski-play.csv", "mini.csv", "mccooey.csv", "echex3.csv"];
    let statements: Vec<_> = files.iter().flat_map(|name| file(name)).collect();
    let chosen: Vec<_> = statements.iter().step_by(quick_or_full(9, 1)).collect();
    let counts: Vec<usize> = chosen
        .par_iter()
        .filter(|statement| !statement.stipulation.contains('4'))
        .map(|statement| {
            let game = Game::from_name(&statement.variant).expect("a game");
            let position = Position::from_fen(game, &statement.fen).expect("a position");
            let stipulation =
                parse_informal_stipulation(&game, &statement.stipulation).expect("a stipulation");
            if stipulation.victim != hexmate_core::mate::Victim::Any {
                return 0;
            }
            let of =
                |position: &Position| solved(position, stipulation, Scope::FULL).map(|(merits, _)| merits);
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

/// Unsound problems and incomplete solutions have no themes and scores.
#[test]
fn themes_need_complete_sound_solution() {
    let cooked = &file("known.csv")[0];
    let position = Position::from_fen(Game::GLINSKI, &cooked.fen).expect("a position");
    let two = Stipulation::mate_in(2);
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let table = &mut TranspositionTable::with_limit(1 << 20);
    let full = position.solve_fully(two, Scope::FULL, table, Budget::default());
    assert_eq!((full.verdict(), merits(&position, &full, 1)), (Verdict::Cooked, None));
    let sound = &file("known.csv")[1];
    let position = Position::from_fen(Game::GLINSKI, &sound.fen).expect("a position");
    assert!(solved(&position, two, Scope::FULL).is_some());
    assert_eq!(solved(&position, two, Scope::KEYS), None);
    assert_eq!(solved(&position, two, Scope { tries: 0, ..Scope::FULL }), None);
    let stopped = position.solve_fully(two, Scope::FULL, table, budget);
    assert_eq!(merits(&position, &stopped, 1), None);
}

/// A theme has no theme twice among its parts, nor itself.
#[test]
fn theme_parts_are_other_themes() {
    for &theme in Theme::ALL {
        let parts: BTreeSet<Theme> = theme.parts().iter().copied().collect();
        assert!(parts.len() == theme.parts().len() && !parts.contains(&theme), "{theme}");
    }
}

/// Quality and difficulty follow the formulas of the help, summed by hand.
#[test]
fn quality_and_difficulty_are_sums() {
    let (merits, key) = merits_and_key("mini", "#2", "1/3/5/7/1K5/1R5/2k4 w - 0 1");
    assert_eq!(key, "b3c3");
    // 1.Kc3 threatens 2.Rd2#. Quiet king key that takes a flight, no answer but the threat, a bare king.
    assert_eq!(merits.quality, [2, 1, -4, 2 * -12, -12].iter().sum::<i32>(), "{merits:?}");
    // One move before the mate, a quiet key, four tries, 20 first moves.
    assert_eq!(merits.difficulty, [10, 5, 3 * 4, 20 / 10].iter().sum::<u32>(), "{merits:?}");
}

/// Game, stipulation, FEN, and number of opponents who take part beyond the first.
const OPPONENTS: [(&str, &str, &str, usize); 7] = [
    ("mini", "#2", "1/3/5/7/1K5/1R5/2k4 w - 0 1", 0),
    // One forced line, and one answer to all moves.
    ("echex3", "#2", "1/3/5/7/9/2,bK,8/11/8,bQ,2/5,wK,5/3,rP,7/2,wN,4,rK,3 w wrb - 0 1", 0),
    ("echex3", "#2", "1/1,rK,1/5/1,wK,5/9/bK,10/11/2,bP,8/11/11/wN,10 w wrb - 0 1", 0),
    // Red is mated, and Black's bishop can capture the piece that threatens mate.
    ("echex3", "#2", "1/1,bK,1/5/1,wK,5/4,bB,4/rK,10/1,wN,9/11/11/8,wP,2/11 w wrb - 0 1", 1),
    // Black is mated, and Red can interpose in two ways.
    ("echex3", "#2", "bK/1,rN,1/rP,1,wK,2/7/9/11/11/7,bP,3/11/5,wB,2,rK,2/10,wP w wrb - 0 1", 1),
    // Red is mated. It decides whether Black's queen, which can capture the knight, stays on the board.
    ("echex3", "#2", "1/3/5/7/9/11/6,bK,4/11/7,wP,wK,2/4,rP,6/1,wN,2,bQ,5,rK w wrb - 0 1", 1),
    // The other player of a game that has become one for two.
    ("echex3", "#2", "1/3/5/7/4,rQ,4/2,bK,2,rK,5/11/11/7,rB,3/rPw,10/3,rR,7 r rb - 0 1", 0),
];

#[test]
fn second_opponent_counts_for_quality() {
    for (game, stipulation, fen, expected) in OPPONENTS {
        let game = Game::from_name(game).expect(game);
        let position = Position::from_fen(game, fen).expect(fen);
        let stipulation = parse_informal_stipulation(&game, stipulation).expect(stipulation);
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let full = position.solve_fully(stipulation, Scope::FULL, table, Budget::default());
        let (_, terms) = rated(&position, &full, 1).expect(fen);
        let found = terms.iter().find(|(term, _)| *term == Term::Opponents).map_or(0, |&(_, count)| count);
        assert_eq!(found, expected, "{fen}");
    }
}

/// Game, stipulation with number of solutions, FEN, and numbers of walks, of pieces that move in each solution beyond the
/// second, of pairs with exchanged moves, and of mating pieces that are captured in another solution.
const LINES: [(&str, &str, &str, [usize; 4]); 11] = [
    // One pawn makes all moves of each side; the king of one side makes all its moves, in one solution and in two.
    ("mini", "h#2.5", "k/3/2K1p/7/7/2P4/7 w - 0 1", [1, 0, 0, 0]),
    ("glinski", "h#2.5 2", "1/3/5/7/6P2/1p9/11/2k8/5K5/1P9/4B3r2 w - 0 1", [1, 0, 0, 0]),
    ("glinski", "h#2.5 2", "1/K2/5/4RN1/9/1p9/11/11/2k8/11/11 w - 0 1", [2, 1, 0, 0]),
    ("glinski", "ser-h#5", "1/3/1k3/4P2/9/11/8Q2/6K4/11/11/11 b - 0 1", [1, 0, 0, 0]),
    // The mated side also moves another piece: a block, or a capture.
    ("mini", "h#2.5", "r/3/5/7/P6/6K/2k4 w - 0 1", [0, 2, 0, 0]),
    ("glinski", "h#2.5 2", "1/3/5/7/9/4NK5/8b2/9k1/11/11/11 w - 0 1", [0, 2, 0, 0]),
    // One pawn makes all moves of the mating side, and promotes.
    ("mini", "h#2.5 2", "1/3/3P1/7/7/p6/3K2k w - 0 1", [0, 1, 0, 0]),
    // Two moves are too short for a walk.
    ("mini", "h#2", "1/3/1N1P1/3K3/7/7/k6 b - 0 1", [0, 0, 0, 0]),
    ("mini", "h#2 2", "1/K1R/1b3/7/1PN4/k6/7 b - 0 1", [0, 0, 1, 0]),
    ("mccooey", "h#2 2", "1/r2/3P1/7/6b2/11/5R5/5p5/11/K2k7/11 b - 0 1", [0, 0, 0, 1]),
    ("mini", "h#2 2", "1/3/b2R1/3bk2/2K2R1/7/7 b - 0 1", [0, 0, 0, 2]),
];

#[test]
fn quality_counts_walks_and_exchanges() {
    let counted = [Term::Walks, Term::Movers, Term::ExchangedMoves, Term::CapturedMatingPieces];
    for (game, stipulation, fen, expected) in LINES {
        let game = Game::from_name(game).expect(game);
        let (stipulation, solutions) = stipulation.split_once(' ').unwrap_or((stipulation, "1"));
        let stipulation = parse_informal_stipulation(&game, stipulation).expect(stipulation);
        let position = Position::from_fen(game, fen).expect(fen);
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let full = position.solve_fully(stipulation, Scope::FULL, table, Budget::default());
        let (_, terms) = rated(&position, &full, solutions.parse().expect("a number")).expect(fen);
        let number = |wanted| terms.iter().find(|(term, _)| *term == wanted).map_or(0, |&(_, count)| count);
        assert_eq!(counted.map(number), expected, "{fen}");
    }
}
