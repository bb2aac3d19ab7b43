//! Moves in Popeye's notation, `Ng5-e7 +`, and the order of defences in reports.

use std::fmt;

use hexmate_core::mate::{Attacks, Defence};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;
use hexmate_position::{CheckStatus, Coordinate, Letters};

/// A legal move in Popeye's notation: both cells, then a space and the sign of check, mate or stalemate.
///
/// `Rl2*e7`, `b6*c6 ep.`, `b6-b7=N #`.
pub(super) struct Spelled<'p> {
    pub(super) position: &'p Position,
    pub(super) m: Move,
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, m } = *self;
        let role = position.piece(m.from).map_or(Role::Pawn, |piece| piece.role);
        let shape = position.game().shape;
        let sign = if position.is_capture(m) { '*' } else { '-' };
        if let Some(castling) = position.castling(m) {
            f.write_str(castling.text)?;
        } else {
            if role != Role::Pawn {
                write!(f, "{}", role.letter())?;
            }
            write!(f, "{}{sign}{}", Coordinate(shape, m.from), Coordinate(shape, m.to))?;
        }
        if position.is_en_passant(m) {
            f.write_str(" ep.")?;
        }
        if let Some(role) = m.promotion {
            write!(f, "={}", role.letter())?;
        }
        match position.check_status_after(m) {
            CheckStatus::None if !position.play_unchecked(m).has_moves() => f.write_str(" ="),
            CheckStatus::None => Ok(()),
            CheckStatus::Check | CheckStatus::DoubleCheck => f.write_str(" +"),
            CheckStatus::Mate => f.write_str(" #"),
        }
    }
}

/// Returns the abbreviation of the player to move in the language of the letters, and a colon; empty in games for two players.
pub(super) fn mover(position: &Position, letters: &Letters) -> String {
    let game = position.game();
    if game.players > 2 { format!("{}:", letters.player(&game, position.turn())) } else { String::new() }
}

/// A defence and the position in which it is played.
#[derive(Clone, Copy)]
pub(super) struct Reply<'d> {
    pub(super) before: &'d Position,
    pub(super) defence: &'d Defence,
    /// `true` if the defence is written `~`, for all moves that are not named.
    pub(super) covers_others: bool,
}

/// Returns the defences to a move, in their order.
///
/// The defence with the most moves, if it has several, represents all moves that are not named. In games for two
/// players only defences that parry nothing are grouped.
pub(super) fn replies<'d>(before: &'d Position, defences: &'d [Defence]) -> impl Iterator<Item = Reply<'d>> {
    let counts = defences.iter().enumerate().map(|(index, defence)| (defence.moves.len(), index));
    let most = counts.max_by_key(|&(count, index)| (count, std::cmp::Reverse(index)));
    let others = most.filter(|&(count, _)| count > 1).map(|(_, index)| index);
    let reply = move |(index, defence)| Reply { before, defence, covers_others: others == Some(index) };
    defences.iter().enumerate().map(reply)
}

/// Returns the defences as [`replies`] does, but the one written `~` last.
pub(super) fn replies_others_last<'d>(before: &'d Position, defences: &'d [Defence]) -> Vec<Reply<'d>> {
    let mut replies: Vec<_> = replies(before, defences).collect();
    replies.sort_by_key(|reply| reply.covers_others);
    replies
}

impl Reply<'_> {
    /// Returns the position after the defence; after a pass of all other players, the position before it.
    pub(super) fn after(&self) -> Position {
        self.defence.moves.first().map_or_else(|| self.before.clone(), |&m| self.before.play_unchecked(m))
    }

    /// Returns the moves separated by `between`; `~` for all other moves, `-` for a pass.
    pub(super) fn moves(&self, between: &str, spell: impl Fn(&Position, Move) -> String) -> String {
        match self.defence.moves.as_slice() {
            [] => "-".to_owned(),
            _ if self.covers_others => "~".to_owned(),
            moves => moves.iter().map(|&m| spell(self.before, m)).collect::<Vec<_>>().join(between),
        }
    }
}

/// Returns the label of continuations: `short`, `dual` or empty.
pub(super) fn label(attacks: &Attacks) -> &'static str {
    match attacks {
        attacks if attacks.is_short() => "short",
        attacks if attacks.is_dual() => "dual",
        _ => "",
    }
}
