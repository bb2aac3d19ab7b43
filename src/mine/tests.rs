//! Problems in small games.

use super::*;
use crate::game::Setup;
use crate::notation::Uci;
use crate::rules::{Echex3, Glinski, McCooey};

const ALL: Wanted = Wanted { shortest: 1, longest: 2, nodes: None };

fn position(fen: &str) -> Position {
    Setup::from_fen(fen.as_bytes()).expect(fen).into_position().expect(fen)
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|m| Uci::parse(m.as_bytes()).expect(m)).collect()
}

fn finds(start: Position, played: &str, wanted: Wanted) -> Vec<Find> {
    mine(start, &moves(played), wanted, &mut Table::with_limit(1 << 20)).finds
}

/// From the half final of a tournament; Black mates in two by g3f3, which he played.
const HUNT: &str = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";

/// The mate that ends the shortest game of the rule sheet.
const FOOLS_MATE: &str = "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9";

#[test]
fn the_fools_mate_holds_one_problem_and_tells_that_it_was_played() {
    let found = finds(Position::<Glinski>::start(), FOOLS_MATE, Wanted { longest: 1, ..ALL });
    let told: Vec<_> =
        found.iter().map(|find| (find.ply, Uci(find.mate.key).to_string(), find.sequel)).collect();
    assert_eq!(told, [(6, "c3f9".to_owned(), Sequel::Mated)]);
}

#[test]
fn a_mate_may_be_given_begun_missed_or_left() {
    let sequel = |played: &str| {
        let start = position::<Glinski>(HUNT);
        let found = mine(start, &moves::<Glinski>(played), ALL, &mut Table::with_limit(1 << 20)).finds;
        found.first().map(|find| find.sequel)
    };
    let start = position::<Glinski>(HUNT);
    let reply = start.after(moves::<Glinski>("g3f3")[0]).legal_moves().next().expect("no mate in one");
    let line = format!("g3f3 {}", Uci(reply));
    let last = moves::<Glinski>(&line).iter().fold(start, |position, &m| position.after(m));
    let mate = last.legal_moves().find(|&m| last.after(m).is_mate()).expect("a mate in one");
    assert_eq!(sequel(&line), Some(Sequel::Begun));
    assert_eq!(sequel(&format!("{line} {}", Uci(mate))), Some(Sequel::Mated));
    let other = start.legal_moves().find(|&m| Uci(m).to_string() != "g3f3").expect("another move");
    assert_eq!(sequel(&Uci(other).to_string()), Some(Sequel::Missed(other)));
    let bare = mine(start, &[], ALL, &mut Table::with_limit(1 << 20));
    assert_eq!(bare.finds.first().map(|find| find.sequel), Some(Sequel::Left));
}

#[test]
fn only_the_lengths_that_are_wanted_are_found() {
    let lengths = |shortest, longest| -> Vec<u32> {
        let wanted = Wanted { shortest, longest, nodes: None };
        finds(position::<Glinski>(HUNT), "g3f3", wanted)
            .iter()
            .map(|find| find.mate.stipulation.moves)
            .collect()
    };
    assert_eq!(lengths(1, 1), [] as [u32; 0]);
    assert_eq!(lengths(1, 2), [2]);
    assert_eq!(lengths(3, 4), [] as [u32; 0]);
}

#[test]
fn a_mate_with_two_keys_is_no_problem() {
    let cooked = position::<Glinski>("1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1");
    assert_eq!(sound_mate(&cooked, Victim::Any, ALL, &mut Table::with_limit(1 << 20)), Ok(None));
}

#[test]
fn a_search_that_was_stopped_finds_nothing_and_says_so() {
    let wanted = Wanted { nodes: Some(10), ..ALL };
    let mined = mine(position::<Glinski>(HUNT), &[], wanted, &mut Table::with_limit(1 << 20));
    assert_eq!((mined.finds.len(), mined.searched, mined.unfinished), (0, 1, 1));
}

/// Everything that is found in random games solves again to the same key, and so do its images.
fn finds_are_sound(games: u64, plies: usize, wanted: Wanted) -> usize {
    let table = &mut Table::with_limit(1 << 20);
    let mut count = 0;
    for seed in 0..games {
        let mut state = seed;
        let mut position = Position::start();
        let mut played = Vec::new();
        for _ in 0..plies {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let m = moves[(state >> 33) as usize % moves.len()];
            position = position.after(m);
            played.push(m);
        }
        for Find { position, mate, .. } in mine(Position::start(), &played, wanted, table).finds {
            count += 1;
            let again: Position = self::position(&position.to_fen());
            let solution = solve(&again, mate.stipulation, table, Budget::default());
            assert_eq!((solution.verdict(), solution.keys), (crate::mate::Verdict::Sound, vec![mate.key]));
            for image in images(&again) {
                let image = image.into_position().expect("an image of a legal position");
                let solution = solve(&image, mate.stipulation, table, Budget::default());
                assert_eq!(solution.verdict(), crate::mate::Verdict::Sound, "{}", image.to_fen());
            }
        }
    }
    count
}

#[test]
fn what_is_found_is_sound_and_so_are_its_images() {
    let mccooey = finds_are_sound::<McCooey>(20, 120, ALL);
    let echex = finds_are_sound::<Echex3>(10, 200, Wanted { longest: 1, ..ALL });
    println!("{mccooey} {echex}");
    assert!(mccooey > 10 && echex > 10, "{mccooey} {echex}");
}
