//! A written move looked up in its position, and what its signs say of it.

use super::fault::FaultKind;
use super::game::Token;
use crate::pgn::Step;
use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Judgement, Leniencies, Letters, MoveText};

/// How a move is read.
#[derive(Clone, Copy)]
pub(super) struct MoveReading<'r> {
    /// The letters of the pieces.
    pub(super) letters: &'r Letters,
    /// What is forgiven.
    pub(super) allowed: Leniencies,
}

/// What signs behind a move say of it: the glyph, or the signs themselves where there is none.
pub(super) fn judgement(word: &str) -> Option<Step<Move>> {
    let signs: String = word.chars().filter(|sign| matches!(sign, '!' | '?')).collect();
    let known = Judgement::ALL.into_iter().find(|judgement| judgement.sign() == signs);
    match known {
        Some(judgement) => Some(Step::Nag(judgement.nag())),
        None => (!signs.is_empty()).then_some(Step::Comment(signs)),
    }
}

/// The move that is written, if the position has it.
pub(super) fn next_move(
    position: &Position,
    word: &str,
    token: &dyn Fn() -> Token,
    MoveReading { letters, allowed }: MoveReading<'_>,
) -> Result<(MoveText, Move), FaultKind> {
    let read = MoveText::parse(word.as_bytes(), letters)
        .map_err(|error| FaultKind::MoveText(token(), error.kind))
        .and_then(|text| match text.resolve_allowing(position, allowed) {
            Ok(m) => Ok((text, m)),
            Err(error) => Err(FaultKind::Move(token(), text, error)),
        });
    // That the game has ended explains all other faults; a legal move shows that it has not.
    if read.is_err() && !position.has_moves() {
        return Err(FaultKind::MoveAfterEnd(token()));
    }
    read
}
