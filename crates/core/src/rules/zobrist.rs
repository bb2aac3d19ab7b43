//! Random numbers for position keys, the same on every machine and in every version.

use super::{Piece, Player, Role, Wings};
use crate::geometry::Cell;

/// At least as many as the largest board has slots.
const SLOTS: usize = 288;
const PLAYERS: usize = Player::MOST as usize;
const ROLES: usize = Role::ALL.len();

/// Returns the next number of `SplitMix64` (Steele, Lea, Flood 2014).
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Numbers of 128 bits. The halves come from two series of `SplitMix64`, started with `seed` and `!seed`.
const fn numbers<const N: usize>(seed: u64) -> [u128; N] {
    let mut numbers = [0; N];
    let mut low = seed;
    let mut high = !seed;
    let mut index = 0;
    while index < N {
        numbers[index] = (split_mix(&mut high) as u128) << 64 | split_mix(&mut low) as u128;
        index += 1;
    }
    numbers
}

/// Declares tables of numbers. In a page they are computed when they are first used, because they cannot be compressed.
macro_rules! tables {
    ($($name:ident: $length:expr, $seed:literal;)*) => {
        $(
            #[cfg(not(target_family = "wasm"))]
            static $name: [u128; $length] = numbers($seed);
            #[cfg(target_family = "wasm")]
            static $name: std::sync::LazyLock<[u128; $length]> = std::sync::LazyLock::new(|| numbers($seed));
        )*
    };
}

tables! {
    PIECES: PLAYERS * ROLES * SLOTS, 1;
    FORMER_SEATS: PLAYERS * SLOTS, 2;
    EN_PASSANT: PLAYERS * SLOTS, 3;
}

static TURNS: [u128; PLAYERS] = numbers(4);
/// The first is for no castling rights.
static WINGS: [u128; 16] = {
    let mut wings = numbers::<16>(5);
    wings[0] = 0;
    wings
};

/// Returns the number of a piece on a cell.
#[inline]
pub(super) fn piece(piece: Piece, cell: Cell) -> u128 {
    let kind = piece.owner.index() * ROLES + piece.role as usize;
    let number = PIECES[kind * SLOTS + cell.index()];
    match piece.seat == piece.owner {
        true => number,
        false => number ^ FORMER_SEATS[piece.seat.index() * SLOTS + cell.index()],
    }
}

/// Returns the number of the right to capture the pawn of `stepper` on `cell` en passant.
#[inline]
pub(super) fn en_passant(stepper: Player, cell: Cell) -> u128 {
    EN_PASSANT[stepper.index() * SLOTS + cell.index()]
}

/// Returns the number of the first cell that a pawn of `stepper` has passed over, where the pawn's own cell leaves a choice.
#[inline]
pub(super) fn crossed(stepper: Player, cell: Cell) -> u128 {
    let number = en_passant(stepper, cell);
    let [high, low] = [number >> 64, number].map(|half| (half as u64).rotate_left(1));
    u128::from(high) << 64 | u128::from(low)
}

/// Returns the number of a player whose turn it is.
#[inline]
pub(super) fn turn(player: Player) -> u128 {
    TURNS[player.index()]
}

/// Returns the number of the rights to castle; 0 where there are none.
#[inline]
pub(super) fn wings(wings: Wings) -> u128 {
    WINGS[wings.number()]
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::super::{
        Brusky, DeVasa, Echex3, Echex6, Glinski, KeptWings, McCooey, Mini, PlayerSet, Position, Shafran,
        Variant,
    };
    use super::*;

    fn halves(key: u128) -> [u64; 2] {
        [key as u64, (key >> 64) as u64]
    }

    #[test]
    fn random_numbers_are_all_different() {
        let tables = [&PIECES[..], &FORMER_SEATS, &EN_PASSANT, &TURNS, &WINGS[1..]].concat();
        let numbers: HashSet<u64> = tables.iter().flat_map(|&number| halves(number)).collect();
        assert_eq!(numbers.len(), 2 * tables.len());
    }

    /// Positions that differ from this one in one thing only, most of them not legal.
    fn neighbours<V: Variant>(position: &Position<V>) -> Vec<Position<V>> {
        let mut found = Vec::new();
        let mut keep = |change: &dyn Fn(&mut Position<V>)| {
            let mut changed = *position;
            change(&mut changed);
            found.push(changed);
        };
        for player in V::players() {
            keep(&|position| position.turn = player);
            keep(&|position| position.en_passant[player] = None);
            for wing in 0..2 {
                keep(&|position| position.wings = V::Wings::keep(position.wings().without(player, wing)));
            }
            for (cell, piece) in position.board().pieces() {
                keep(&|position| _ = position.board.take(cell));
                keep(&|position| position.board.put(cell, piece.inherited_by(player)));
                if piece.role == Role::Pawn && V::PLAYERS > 2 {
                    keep(&|position| position.board.put(cell, Piece { seat: player, ..piece }));
                }
            }
        }
        found
    }

    fn different_positions_have_different_halves<V: Variant>() {
        let mut state = 1;
        let mut met: [HashMap<u64, Position<V>>; 2] = Default::default();
        let mut check = |position: &Position<V>| {
            let position = Position { halfmoves: 0, fullmoves: 1, ..*position };
            for (met, half) in met.iter_mut().zip(halves(position.key())) {
                assert_eq!(*met.entry(half).or_insert(position), position);
            }
        };
        for _ in 0..4 {
            let mut position = Position::<V>::start();
            for ply in 0..120 {
                let moves: Vec<_> = position.legal_moves().collect();
                let Some(&m) = moves.get(split_mix(&mut state) as usize % moves.len().max(1)) else { break };
                position.make_move(m);
                check(&position);
                if ply % 8 == 0 {
                    neighbours(&position).iter().for_each(&mut check);
                }
                let kings: PlayerSet =
                    V::players().filter(|&player| position.king(player).is_some()).collect();
                assert_eq!(position.living(), kings, "the living are seen on the board");
            }
        }
    }

    fn likely_key_is_right_without_rights<V: Variant>() {
        let mut state = 2;
        let [mut right, mut wrong] = [0, 0];
        for _ in 0..8 {
            let mut position = Position::<V>::start();
            for _ in 0..100 {
                let moves: Vec<_> = position.legal_moves().collect();
                for &m in &moves {
                    let role = |cell| Some(position.board().piece(cell)?.role);
                    let piece = role(m.from).expect("a piece moves");
                    let after = position.after_move(m);
                    let has_right = V::players().any(|player| after.en_passant[player].is_some());
                    let is_plain =
                        !has_right && !position.is_en_passant(m) && after.wings() == position.wings();
                    let is_likely = position.likely_key_after(piece, role(m.to), m) == after.key();
                    assert_eq!(is_likely, is_plain, "{m:?}");
                    *(if is_likely { &mut right } else { &mut wrong }) += 1;
                }
                let Some(&m) = moves.get(split_mix(&mut state) as usize % moves.len().max(1)) else { break };
                position.make_move(m);
            }
        }
        assert!(right > 5 * wrong && wrong > 0, "{right} and {wrong}");
    }

    #[test]
    fn likely_key_fails_for_rights_only() {
        likely_key_is_right_without_rights::<Glinski>();
        likely_key_is_right_without_rights::<McCooey>();
        likely_key_is_right_without_rights::<Shafran>();
        likely_key_is_right_without_rights::<DeVasa>();
        likely_key_is_right_without_rights::<Brusky>();
    }

    #[test]
    fn key_halves_tell_positions_apart() {
        different_positions_have_different_halves::<Glinski>();
        different_positions_have_different_halves::<McCooey>();
        different_positions_have_different_halves::<Mini>();
        different_positions_have_different_halves::<Echex3>();
        different_positions_have_different_halves::<Echex6>();
        different_positions_have_different_halves::<Shafran>();
        different_positions_have_different_halves::<DeVasa>();
        different_positions_have_different_halves::<Brusky>();
    }
}
