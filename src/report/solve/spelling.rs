//! Moves as Popeye prints them: `Ng5-e7 +`, `Rl2*e7`, `b6*c6 ep.`, `b6-b7=N #`. No trees.

use std::fmt;

use crate::mate::Defence;
use crate::notation::{Coordinate, Letters, San, Threat, letter};
use crate::game::{Position};
use crate::rules::{Move, Role};

/// A legal move with both cells, then a blank and the sign of what it does.
pub(super) struct Spelled<'p> {
    pub(super) position: &'p Position,
    pub(super) m: Move,
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m } = *self;
        let role = position.board().piece(m.from).map_or(Role::Pawn, |piece| piece.role);
        if role != Role::Pawn {
            write!(f, "{}", role.letter())?;
        }
        let sign = if position.is_capture(m) { '*' } else { '-' };
        write!(f, "{}{sign}{}", Coordinate(m.from), Coordinate(m.to))?;
        if position.is_en_passant(m) {
            f.write_str(" ep.")?;
        }
        if let Some(role) = m.promotion {
            write!(f, "={}", role.letter())?;
        }
        let after = position.after(m);
        match Threat::between(position, &after) {
            Threat::None if !after.has_moves() => f.write_str(" ="),
            Threat::None => Ok(()),
            Threat::Check | Threat::DoubleCheck => f.write_str(" +"),
            Threat::Mate => f.write_str(" #"),
        }
    }
}

/// A move as short as can be, with English letters.
pub(super) fn san(position: &Position, m: Move) -> String {
    San { position, m, letters: &Letters::ENGLISH }.to_string()
}

/// The letter and a colon of the player on turn where there are more than two, so that his move can be told.
pub(super) fn mover(position: &Position) -> String {
    if game.players > 2 { format!("{}:", letter(position.turn())) } else { String::new() }
}

/// Which of these defences stands for all moves that are not named: that of the most moves, if it has several.
///
/// In games for two only the defences that parry nothing stand together.
pub(super) fn others(defences: &[Defence]) -> Option<usize> {
    let counts = defences.iter().enumerate().map(|(index, defence)| (defence.moves.len(), index));
    let most = counts.max_by_key(|&(count, index)| (count, std::cmp::Reverse(index)));
    most.filter(|&(count, _)| count > 1).map(|(_, index)| index)
}
