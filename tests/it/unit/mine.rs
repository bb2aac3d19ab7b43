//! Mining of problems from games.

use hexmate_core::mate::{Budget, TranspositionTable, Verdict, Victim};
use hexmate_core::rules::Move;
use hexmate_position::Uci;
use hexmate_position::symmetry::images;
use hexmate_position::{Game, Position};
use hexmate_problems::mine::{Continuation, FoundPuzzle, MineOptions, mine, sound_mate};

const ALL: MineOptions = MineOptions { min_moves: 1, max_moves: 2, nodes: None };

fn position(fen: &str) -> Position {
    Position::from_fen(Game::GLINSKI, fen).expect(fen)
}

fn uci(m: Move) -> String {
    Uci(Game::GLINSKI.shape, m).to_string()
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|m| Uci::parse(Game::GLINSKI.shape, m.as_bytes()).expect(m)).collect()
}

fn puzzles(start: &Position, played: &str, wanted: MineOptions) -> Vec<FoundPuzzle> {
    mine(start, &moves(played), wanted, &mut TranspositionTable::with_limit(1 << 20)).puzzles
}

/// A position from the half final of a tournament; Black mates in two with g3f3, which was played.
const HUNT: &str = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";

/// The moves of the fool's mate of the rule sheet.
const FOOLS_MATE: &str = "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9";

#[test]
fn fools_mate_contains_played_puzzle() {
    let found = puzzles(&Position::start(Game::GLINSKI), FOOLS_MATE, MineOptions { max_moves: 1, ..ALL });
    let summary: Vec<_> =
        found.iter().map(|found| (found.ply, uci(found.mate.key), found.continuation)).collect();
    assert_eq!(summary, [(6, "c3f9".to_owned(), Continuation::Mated)]);
}

#[test]
fn continuations_of_mates_are_classified() {
    let start = position(HUNT);
    let continuation = |played: &str| puzzles(&start, played, ALL).first().map(|found| found.continuation);
    let reply = start.play_unchecked(moves("g3f3")[0]).legal_moves().next().expect("no mate in one");
    let line = format!("g3f3 {}", uci(reply));
    let last = moves(&line).iter().fold(start.clone(), |position, &m| position.play_unchecked(m));
    let mate = last.legal_moves().find(|&m| last.play_unchecked(m).is_mate()).expect("a mate in one");
    assert_eq!(continuation(&line), Some(Continuation::KeyPlayed));
    assert_eq!(continuation(&format!("{line} {}", uci(mate))), Some(Continuation::Mated));
    let other = start.legal_moves().find(|&m| uci(m) != "g3f3").expect("another move");
    assert_eq!(continuation(&uci(other)), Some(Continuation::Missed(other)));
    let bare = mine(&start, &[], ALL, &mut TranspositionTable::with_limit(1 << 20));
    assert_eq!(bare.puzzles.first().map(|found| found.continuation), Some(Continuation::GameEnded));
}

#[test]
fn mine_finds_only_wanted_lengths() {
    let lengths = |shortest, longest| -> Vec<u32> {
        let wanted = MineOptions { min_moves: shortest, max_moves: longest, nodes: None };
        let found = puzzles(&position(HUNT), "g3f3", wanted);
        found.iter().map(|found| found.mate.stipulation.moves).collect()
    };
    assert_eq!(lengths(1, 1), [] as [u32; 0]);
    assert_eq!(lengths(1, 2), [2]);
    assert_eq!(lengths(3, 4), [] as [u32; 0]);
}

#[test]
fn cooked_mate_is_not_mined() {
    let cooked = position("1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1");
    assert_eq!(sound_mate(&cooked, Victim::Any, ALL, &mut TranspositionTable::with_limit(1 << 20)), Ok(None));
}

#[test]
fn stopped_search_is_counted_unfinished() {
    let wanted = MineOptions { nodes: Some(10), ..ALL };
    let mined = mine(&position(HUNT), &[], wanted, &mut TranspositionTable::with_limit(1 << 20));
    assert_eq!((mined.puzzles.len(), mined.searched, mined.unfinished), (0, 1, 1));
}

/// Counts the problems mined from random games; each and its images must solve to the same key.
fn count_sound_puzzles(game: Game, games: u64, plies: usize, wanted: MineOptions) -> usize {
    let table = &mut TranspositionTable::with_limit(1 << 20);
    let mut count = 0;
    for seed in 0..games {
        let mut state = seed;
        let mut position = Position::start(game);
        let mut played = Vec::new();
        for _ in 0..plies {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let m = moves[(state >> 33) as usize % moves.len()];
            position.make_move_unchecked(m);
            played.push(m);
        }
        for found in mine(&Position::start(game), &played, wanted, table).puzzles {
            count += 1;
            let FoundPuzzle { position, mate, .. } = found;
            let again = Position::from_fen(game, &position.to_fen()).expect("a legal position");
            let solution = again.solve(mate.stipulation, table, Budget::default());
            assert_eq!((solution.verdict(), solution.keys), (Verdict::Sound, vec![mate.key]));
            for image in images(&again) {
                let image = image.into_position().expect("an image of a legal position");
                let solution = image.solve(mate.stipulation, table, Budget::default());
                assert_eq!(solution.verdict(), Verdict::Sound, "{}", image.to_fen());
            }
        }
    }
    count
}

#[test]
fn mined_puzzles_and_images_are_sound() {
    let mccooey = count_sound_puzzles(Game::MCCOOEY, 20, 120, ALL);
    let echex = count_sound_puzzles(Game::ECHEX3, 10, 200, MineOptions { max_moves: 1, ..ALL });
    println!("{mccooey} {echex}");
    assert!(mccooey > 10 && echex > 10, "{mccooey} {echex}");
}
