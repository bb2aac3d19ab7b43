//! Comparison of written move numbers with the moves after them.

use super::words::{Number, WrittenNumber};
use hexmate_position::{MoveNumber, Position};

/// Result of comparing a move number with the expected one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NumberCheck {
    /// The expected number.
    Right,
    /// Another number, of the player to move.
    Wrong,
    /// A number of another player.
    WrongSide,
}

impl NumberCheck {
    /// Compares a written number with the expected one.
    ///
    /// Two dots or more mean that the first player of the round does not move; a number with fewer
    /// dots means that this player does. Where each half-move has its number, as in `1. e4 1. e5`, the second of a
    /// round may have no dots: `is_begun` is `true` if a move of the same round precedes.
    pub(super) fn of(written: WrittenNumber, expected: MoveNumber, is_begun: bool) -> Self {
        let is_right = written.value.is_none_or(|value| value == expected.number);
        match (written.dots >= 2, expected.is_first_of_round) {
            (true, false) | (false, true) if is_right => Self::Right,
            (true, false) | (false, true) => Self::Wrong,
            (false, false) if written.value.is_none() => Self::Right,
            (false, false) if is_right && is_begun => Self::Wrong,
            (true, true) | (false, false) => Self::WrongSide,
        }
    }
}

/// Move numbers of a game, compared with its moves during replay.
pub(super) struct Numbers<'t> {
    /// Numbers of the moves that are not replayed yet.
    numbers: &'t [Number],
    clock: Clock,
}

/// State from which the expected number follows.
enum Clock {
    /// Two players: index of the first half-move, where White's move 1 has index 2.
    Two(u64),
    /// More players, who may be eliminated or skipped: round of the previous move.
    More(Option<u32>),
}

impl<'t> Numbers<'t> {
    /// Begins the comparison at the first position of a game.
    pub(super) fn new(numbers: &'t [Number], start: &Position) -> Self {
        let MoveNumber { number, is_first_of_round } = start.move_number();
        let clock = match start.game().players {
            2 => Clock::Two(2 * u64::from(number) + u64::from(!is_first_of_round)),
            _ => Clock::More(None),
        };
        Self { numbers, clock }
    }

    /// Compares the numbers before the move with index `ply`; `None` if they are right or missing.
    ///
    /// Must be called for every move in order.
    #[inline]
    pub(super) fn check_before(
        &mut self,
        ply: usize,
        position: &Position,
    ) -> Option<(NumberCheck, WrittenNumber, MoveNumber)> {
        let is_here = |number: &Number| number.ply as usize == ply;
        if let Clock::Two(first) = self.clock {
            let [number, rest @ ..] = self.numbers else { return None };
            if !is_here(number) {
                return None;
            }
            // A fast path: nearly all numbers are right, with one dot and before a move of the first player.
            let half_moves = first + ply as u64;
            let is_right = number.written.value.is_some_and(|value| u64::from(value) * 2 == half_moves);
            if is_right && number.written.dots < 2 && !rest.first().is_some_and(is_here) {
                self.numbers = rest;
                return None;
            }
        }
        self.compare(ply, position)
    }

    #[cold]
    fn compare(
        &mut self,
        ply: usize,
        position: &Position,
    ) -> Option<(NumberCheck, WrittenNumber, MoveNumber)> {
        let (number, is_first, is_begun) = match &mut self.clock {
            Clock::Two(first) => {
                let half_moves = *first + ply as u64;
                let number = u32::try_from(half_moves / 2).unwrap_or(u32::MAX);
                (number, Some(half_moves.is_multiple_of(2)), ply > 0)
            }
            Clock::More(round) => {
                let MoveNumber { number, is_first_of_round } = position.move_number();
                let before = round.replace(number);
                // If the first players of a round are skipped, its number may have dots or not.
                let is_new = !is_first_of_round && before.is_some_and(|before| before != number);
                (number, (!is_new).then_some(is_first_of_round), before == Some(number))
            }
        };
        let mut found = NumberCheck::Right;
        let mut last = None;
        while let [number, rest @ ..] = self.numbers
            && number.ply as usize == ply
        {
            self.numbers = rest;
            // The last of several numbers counts; the others have no move.
            if last.is_some() {
                found = NumberCheck::Wrong;
            }
            last = Some(number.written);
        }
        let written = last?;
        let expected = MoveNumber { number, is_first_of_round: is_first.unwrap_or(written.dots < 2) };
        let check = match (NumberCheck::of(written, expected, is_begun), &mut self.clock) {
            // A game that begins with Black may count rounds from its first move.
            (NumberCheck::WrongSide, clock) if ply == 0 && written.dots < 2 => {
                if let (Clock::Two(first), Some(value)) = (clock, written.value) {
                    *first = 2 * u64::from(value);
                }
                NumberCheck::Wrong
            }
            (check, _) => check.max(found),
        };
        (check != NumberCheck::Right).then_some((check, written, expected))
    }
}
