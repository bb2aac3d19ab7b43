//! Laws of written moves: what is written reads back, and nothing that is read breaks anything.

use std::collections::HashSet;

use hexmate::geometry::{CellSet, Geometry};
use hexmate::notation::{
    CheckMark, Coordinate, Judgement, Leniencies, Leniency, Letters, Long, LongNamed, MarkFault, MoveText,
    MoveTextError, ResolveError, San, Threat, Uci,
};
use hexmate::rules::{
    Echex3, Echex3x16, Echex6, Echex6x16, Glinski, McCooey, Mini, Move, Position, Role, Setup, Variant,
};

/// A small generator of numbers that are the same in every run (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

/// What random play has come upon, so that a law cannot hold for want of cases.
#[derive(Default)]
struct Met {
    en_passant: usize,
    promotions: usize,
    captures: usize,
    origins: HashSet<usize>,
}

/// Visits positions of random games from the start: one in `stride`, and each with a capture in passing.
fn visit_random_positions<V: Variant>(games: u64, stride: usize, mut visit: impl FnMut(&Position<V>)) {
    for seed in 0..games {
        let mut numbers = Numbers(seed);
        let mut position = Position::<V>::start();
        for ply in 0..400 {
            let moves: Vec<_> = position.legal_moves().collect();
            if ply % stride == 0 || moves.iter().any(|&m| position.is_en_passant(m)) {
                visit(&position);
            }
            if moves.is_empty() {
                break;
            }
            // Pawns hurry, so that there are promotions to write.
            let pawns = position.our(Role::Pawn);
            let hurried: Vec<_> = moves.iter().copied().filter(|m| pawns.contains(m.from)).collect();
            let chosen = if hurried.is_empty() || numbers.below(3) > 0 { &moves } else { &hurried };
            position = position.after(chosen[numbers.below(chosen.len())]);
        }
    }
}

fn writings<V: Variant>(
    position: &Position<V>,
    m: Move<V::Geometry>,
    letters: &Letters,
) -> [(&'static str, String); 4] {
    [
        ("uci", Uci(m).to_string()),
        ("san", San { position, m, letters }.to_string()),
        ("long", Long { position, m, letters }.to_string()),
        ("long, named", LongNamed { position, m, letters }.to_string()),
    ]
}

fn what_is_written_reads_back_strictly<V: Variant>() {
    let mut met = Met::default();
    visit_random_positions::<V>(12, 9, |position| {
        for m in position.legal_moves() {
            let threat = Threat::between(position, &position.after(m));
            met.en_passant += usize::from(position.is_en_passant(m));
            met.promotions += usize::from(m.promotion.is_some());
            met.captures += usize::from(position.is_capture(m));
            for letters in Letters::ALL {
                for (notation, written) in writings(position, m, &letters) {
                    let context =
                        || format!("{} {notation} {written}\n{}", letters.name(), position.to_fen());
                    let text = MoveText::parse(written.as_bytes(), &letters)
                        .unwrap_or_else(|error| panic!("{error}: {}", context()));
                    assert_eq!(text.resolve(position), Ok(m), "{}", context());
                    assert_eq!(text.resolve_allowing(position, Leniencies::NONE), Ok(m), "{}", context());
                    let fault = text.mark_fault(threat).filter(|_| notation != "uci");
                    assert_eq!(fault, None, "{}", context());
                    if notation == "san" {
                        met.origins.insert(
                            usize::from(text.origin.file.is_some())
                                + 2 * usize::from(text.origin.rank.is_some()),
                        );
                    }
                }
            }
        }
    });
    assert!(met.captures > 100 && met.promotions > 0, "{}: {} {}", V::NAME, met.captures, met.promotions);
    assert!(V::NAME == "mini" || met.en_passant > 0, "{}", V::NAME);
    println!("{} c{} p{} e{} {:?}", V::NAME, met.captures, met.promotions, met.en_passant, met.origins);
}

fn no_two_legal_moves_are_written_alike<V: Variant>() {
    visit_random_positions::<V>(12, 13, |position| {
        for letters in Letters::ALL {
            let moves = position.legal_moves().flat_map(|m| writings(position, m, &letters));
            let distinct: HashSet<_> = moves.collect();
            assert_eq!(distinct.len() as u64, 4 * position.count_moves(), "{}", position.to_fen());
        }
    });
}

/// A role and a target mean just the legal moves of that role to that target.
fn looking_from_the_target_finds_what_the_list_of_moves_has<V: Variant>() {
    visit_random_positions::<V>(8, 7, |position| {
        let legal: Vec<_> = position.legal_moves().collect();
        for role in Role::ALL {
            let men = position.our(role);
            for to in CellSet::<V::Geometry>::all() {
                let mut expected: Vec<_> =
                    legal.iter().copied().filter(|m| m.to == to && men.contains(m.from)).collect();
                if role == Role::Pawn && expected.iter().any(|&m| !position.is_capture(m)) {
                    expected.retain(|&m| !position.is_capture(m));
                }
                let text = MoveText { role: Some(role), target: to.into(), ..MoveText::default() };
                let context = || format!("{role:?} {} {}", Coordinate(to), position.to_fen());
                match text.resolve(position) {
                    Ok(m) => assert_eq!(expected, [m], "{}", context()),
                    Err(ResolveError::Ambiguous(mut found)) => {
                        let key = |m: &Move<_>| (m.from, m.to, m.promotion);
                        found.sort_by_key(key);
                        expected.sort_by_key(key);
                        assert_eq!(found, expected, "{}", context());
                        assert!(found.len() > 1, "{}", context());
                    }
                    Err(ResolveError::MissingPromotion(cell)) => {
                        assert_eq!(cell, to);
                        assert_eq!(expected.len(), V::PROMOTIONS.len(), "{}", context());
                    }
                    Err(_) => assert_eq!(expected, [], "{}", context()),
                }
            }
        }
    });
}

/// Bytes that look like moves more often than not.
fn scribble(numbers: &mut Numbers, written: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"abfghlzxX:*-=+#!?.e.p KQRBNVHFWGSP0123456789\xc3\x97\xe2\x80\xa1\xff\0";
    let mut text = written.as_bytes().to_vec();
    for _ in 0..numbers.below(4) {
        let at = numbers.below(text.len() + 1);
        let sign = SIGNS[numbers.below(SIGNS.len())];
        match numbers.below(3) {
            0 => text.insert(at, sign),
            1 if at < text.len() => text[at] = sign,
            _ => text.truncate(at),
        }
    }
    if numbers.below(8) == 0 {
        text = (0..numbers.below(12)).map(|_| numbers.below(256) as u8).collect();
    }
    text
}

fn no_bytes_break_anything<V: Variant>() {
    let mut numbers = Numbers(V::NAME.len() as u64);
    let mut read = 0;
    visit_random_positions::<V>(4, 3, |position| {
        let legal: Vec<_> = position.legal_moves().collect();
        for &m in legal.iter().step_by(4) {
            let letters = Letters::ALL[numbers.below(3)];
            let written = &writings(position, m, &letters)[numbers.below(4)].1;
            let bytes = scribble(&mut numbers, written);
            assert_prefix_agrees(&bytes, &letters);
            let Ok(text) = MoveText::parse(&bytes, &letters) else { continue };
            read += 1;
            if let Ok(m) = text.resolve(position) {
                assert!(legal.contains(&m), "{:?} {}", bytes, position.to_fen());
            }
            assert!(text.nearest(position).iter().all(|m| legal.contains(m)));
            let attached = text.attach(&scribble(&mut numbers, "e.p."), &letters);
            assert!(attached.is_none_or(|attached| attached != text));
        }
        let tokens = legal.iter().map(|&m| scribble(&mut numbers, &Uci(m).to_string()));
        let tokens: Vec<_> = tokens.collect();
        assert!(Letters::detect(tokens.iter().map(Vec::as_slice)).likeliest().count() > 0);
    });
    assert!(read > 100, "{}: only {read} of the texts could be read", V::NAME);
}

/// A text is a move if its longest prefix that is one is all of it.
fn assert_prefix_agrees(bytes: &[u8], letters: &Letters) {
    match (MoveText::parse(bytes, letters), MoveText::parse_prefix(bytes, letters)) {
        (Ok(text), prefix) => assert_eq!(prefix, Ok((text, bytes.len()))),
        (Err(error), Ok((text, length))) => {
            assert_eq!((error.code(), error.offset), ("unexpected-character", length));
            assert_eq!(MoveText::parse(&bytes[..length], letters), Ok(text));
        }
        (Err(error), Err(prefix)) => {
            assert_eq!(error, prefix);
            assert!(error.offset <= bytes.len());
        }
    }
}

macro_rules! in_every_game {
    ($($law:ident)*) => {$(
        mod $law {
            use super::*;
            in_every_game! { @games $law glinski Glinski, mccooey McCooey, mini Mini, echex3 Echex3,
                echex3_16 Echex3x16, echex6 Echex6, echex6_16 Echex6x16 }
        }
    )*};
    (@games $law:ident $($name:ident $game:ident),*) => {$(
        #[test]
        fn $name() {
            super::$law::<$game>();
        }
    )*};
}

in_every_game! {
    what_is_written_reads_back_strictly
    no_two_legal_moves_are_written_alike
    looking_from_the_target_finds_what_the_list_of_moves_has
    no_bytes_break_anything
}
