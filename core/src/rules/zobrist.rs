//! Random numbers for position keys, the same on every machine and in every version.

use super::{Piece, Player, Role, Wings};
use crate::geometry::Cell;

/// At least as many as the largest board has slots.
const SLOTS: usize = 288;
const PLAYERS: usize = Player::MOST as usize;
const ROLES: usize = Role::ALL.len();

/// The next number of `SplitMix64` (Steele, Lea, Flood 2014).
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Numbers from `SplitMix64`, started with `seed`.
const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut state = seed;
    let mut index = 0;
    while index < N {
        numbers[index] = split_mix(&mut state);
        index += 1;
    }
    numbers
}

static PIECES: [u64; PLAYERS * ROLES * SLOTS] = numbers(1);
static FORMER_SEATS: [u64; PLAYERS * SLOTS] = numbers(2);
static EN_PASSANT: [u64; PLAYERS * SLOTS] = numbers(3);
static TURNS: [u64; PLAYERS] = numbers(4);
/// The first is for nobody who may castle.
static WINGS: [u64; 16] = {
    let mut wings = numbers::<16>(5);
    wings[0] = 0;
    wings
};

/// The number of a piece on a cell.
#[inline]
pub(super) fn piece(piece: Piece, cell: Cell) -> u64 {
    let kind = piece.owner.index() * ROLES + piece.role as usize;
    let number = PIECES[kind * SLOTS + cell.index()];
    match piece.seat == piece.owner {
        true => number,
        false => number ^ FORMER_SEATS[piece.seat.index() * SLOTS + cell.index()],
    }
}

/// The number of a right to take en passant the pawn of `stepper` that stands on `cell`.
#[inline]
pub(super) fn en_passant(stepper: Player, cell: Cell) -> u64 {
    EN_PASSANT[stepper.index() * SLOTS + cell.index()]
}

/// The number of a player whose turn it is.
#[inline]
pub(super) fn turn(player: Player) -> u64 {
    TURNS[player.index()]
}

/// The number of the rights to castle; 0 where there are none.
#[inline]
pub(super) fn wings(wings: Wings) -> u64 {
    WINGS[wings.number()]
}
