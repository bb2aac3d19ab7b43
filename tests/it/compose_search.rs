//! `compose search`: number and mates of solutions, distance from a position, anticipations, themes as goals.

use std::sync::atomic::AtomicBool;

use hexmate_core::mate::{Budget, Scope, Stipulation, TranspositionTable, Verdict};
use hexmate_core::rules::{Move, Piece, Role};
use hexmate_position::{Game, Position, Setup};
use hexmate_problems::compose::{FoundProblem, SearchOptions, Version, search};
use hexmate_problems::likeness::{KnownMoves, Matrix, Template};
use hexmate_problems::parse_informal_stipulation;
use hexmate_problems::themes::{Term, Theme, rated};

static GO_ON: AtomicBool = AtomicBool::new(false);

const STEPS: usize = 1500;

type Placed = (hexmate_core::geometry::Cell, Piece);

fn options(stipulation: &str) -> SearchOptions {
    SearchOptions {
        game: Game::MINI,
        stipulation: parse_informal_stipulation(&Game::MINI, stipulation).expect("a stipulation"),
        min_pieces: 4,
        max_pieces: 9,
        theme: None,
        min_quality: -20,
        min_answers: 1,
        steps: STEPS,
        nodes: 20_000,
        seed: 1,
        solutions: 1,
        from: Vec::new(),
        max_changed: None,
        avoided: Vec::new(),
    }
}

fn found(options: &SearchOptions, chains: u64) -> Vec<FoundProblem> {
    (0..chains).flat_map(|chain| search(options, chain, &GO_ON).expect("a finished chain")).collect()
}

fn mini(fen: &str) -> Version {
    let setup = Setup::from_fen(Game::MINI, fen).expect(fen);
    Version { setup, stipulation: Stipulation::mate_in(2) }
}

fn matrix(setup: &Setup) -> Matrix {
    Matrix::new(setup, &KnownMoves::default())
}

#[test]
fn two_solutions_end_with_different_moves() {
    let problems = found(&SearchOptions { solutions: 2, ..options("h#2") }, 4);
    assert!(problems.len() > 2, "{}", problems.len());
    for FoundProblem { sound, .. } in problems {
        let table = &mut TranspositionTable::with_limit(1 << 20);
        let solution = sound.position.solve(sound.stipulation, table, Budget::default());
        let fen = sound.position.to_fen();
        assert_eq!(solution.verdict_for(2), Verdict::Sound, "{fen}");
        let end = |line: &Vec<Move>| -> (Option<Role>, Move) {
            let along = sound.position.along_line(line, sound.stipulation);
            let (before, m) = along.last().expect("a move");
            (before.piece(m.from).map(|piece| piece.role), Move { from: m.to, ..*m })
        };
        let ends: Vec<_> = solution.lines.iter().map(end).collect();
        assert_ne!(ends[0], ends[1], "{fen}");
    }
}

#[test]
fn near_problems_differ_in_few_pieces() {
    let start = mini("1/3/N2Bk/3R3/7/7/K6 w - 0 1");
    for most in [1, 2] {
        let near = SearchOptions { from: vec![start.clone()], max_changed: Some(most), ..options("#2") };
        let problems = found(&near, 8);
        assert!(!problems.is_empty(), "{most}");
        for FoundProblem { sound, .. } in problems {
            let [old, new] = [start.setup.clone(), Setup::from(&sound.position)]
                .map(|setup| setup.board.pieces().collect::<Vec<_>>());
            let differ = |one: &[Placed], other: &[Placed]| {
                one.iter().filter(|placed| !other.contains(placed)).count()
            };
            // Unnecessary pieces are removed in the end, which changes no other piece.
            let moved = differ(&new, &old);
            assert!(moved <= most && !(moved == 0 && old.len() == new.len()), "{}", sound.position.to_fen());
        }
    }
}

#[test]
fn anticipated_problems_are_avoided() {
    let first = found(&options("#2"), 6);
    assert!(first.len() > 1, "{}", first.len());
    let setup = |find: &FoundProblem| Setup::from(&find.sound.position);
    let avoided: Vec<Version> = first
        .iter()
        .map(|find| Version { setup: setup(find), stipulation: find.sound.stipulation })
        .collect();
    let templates: Vec<Template> = first.iter().map(|find| Template::new(&matrix(&setup(find)))).collect();
    let second = found(&SearchOptions { avoided, ..options("#2") }, 6);
    for find in &second {
        let own = matrix(&setup(find));
        let most =
            templates.iter().filter_map(|other| other.compare(&own)).map(|found| found.percent()).max();
        assert!(most < Some(70), "{}: {most:?}", find.sound.position.to_fen());
    }
}

/// A required theme leads the search: it is found in more problems than by chance.
#[test]
fn theme_leads_search() {
    let theme = Theme::IdealMate;
    let aimed = found(&SearchOptions { theme: Some(theme), ..options("h#2") }, 8);
    assert!(aimed.iter().all(|find| find.merits.themes.has(theme)));
    let by_chance = found(&options("h#2"), 8);
    let by_chance = by_chance.iter().filter(|find| find.merits.themes.has(theme)).count();
    assert!(aimed.len() > by_chance, "{} and {by_chance}", aimed.len());
}

#[test]
fn found_problems_have_enough_variations() {
    let rich = SearchOptions { min_answers: 2, min_quality: -40, steps: 6000, ..options("#2") };
    let problems = found(&rich, 4);
    assert!(!problems.is_empty());
    for FoundProblem { sound, .. } in problems {
        let table = &mut TranspositionTable::with_limit(1 << 20);
        let position = &sound.position;
        let full = position.solve_fully(sound.stipulation, Scope::FULL, table, Budget::default());
        let (_, terms) = rated(position, &full, 1).expect("a sound problem");
        assert!(
            terms.iter().any(|&(term, count)| term == Term::Answers && count >= 1),
            "{}",
            position.to_fen()
        );
    }
}

#[test]
fn found_problems_have_no_check() {
    for FoundProblem { sound, .. } in found(&options("#2"), 6) {
        let position: &Position = &sound.position;
        assert_eq!(position.attacked_kings().count(), 0, "{}", position.to_fen());
    }
}
