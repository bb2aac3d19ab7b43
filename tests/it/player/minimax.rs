//! Opponents that share no code with the search: a plain minimax, and the solver of `play`.

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Player, Role};
use hexmate_position::Position;

/// Score of a mate.
const MATE: i32 = 1_000_000;

/// Returns the best move by minimax with alpha-beta cuts, material and mobility; a random one of several.
pub fn minimax_move(position: &Position, depth: u32, rng: &mut Rng) -> Option<Move> {
    let mut best = Vec::new();
    let mut most = -MATE - 1;
    for m in ordered(position) {
        let score = -value(&position.play_unchecked(m), depth - 1, [-MATE - 1, 1 - most], 1);
        if score > most {
            most = score;
            best.clear();
        }
        if score == most {
            best.push(m);
        }
    }
    if best.is_empty() { None } else { Some(rng.choose(&best)) }
}

fn value(position: &Position, depth: u32, [mut low, high]: [i32; 2], ply: i32) -> i32 {
    if !position.has_moves() {
        return if position.is_check() { ply - MATE } else { 0 };
    }
    if depth == 0 {
        return balance(position);
    }
    let mut best = -MATE - 1;
    for m in ordered(position) {
        best = best.max(-value(&position.play_unchecked(m), depth - 1, [-high, -low], ply + 1));
        low = low.max(best);
        if low >= high {
            break;
        }
    }
    best
}

/// Returns the legal moves, captures first.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().collect();
    moves.sort_by_key(|&m| !position.is_capture(m));
    moves
}

/// Returns material and a twentieth of a pawn for each move of the side to move.
fn balance(position: &Position) -> i32 {
    let us = position.turn();
    let sign = |owner: Player| if owner == us { 1 } else { -1 };
    let material: i32 =
        position.pieces().iter().map(|(_, piece)| sign(piece.owner) * pawns(piece.role) * 100).sum();
    material + 5 * position.count_moves() as i32
}

const fn pawns(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 10,
        Role::Rook => 5,
        Role::Bishop => 3,
        Role::Knight => 4,
        Role::Pawn => 1,
    }
}
