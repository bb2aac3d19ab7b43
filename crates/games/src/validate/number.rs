//! Whether move numbers are those of the moves behind them.

use super::words::{Number, WrittenNumber};
use hexmate_position::{MoveNumber, Position};

/// What a move number is beside the one that is due.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NumberCheck {
    /// The same.
    Right,
    /// Another, and it leaves the move to the player who is to move.
    Wrong,
    /// It gives the move to another player.
    WrongSide,
}

impl NumberCheck {
    /// Compares what is written with what is due.
    ///
    /// Two dots and more say that the first player of the round does not move, a number with fewer
    /// dots that this player does. Where each half-move has its number, as in `1. e4 1. e5`, the second of a
    /// round may have no dots: `is_begun` says that a move of the same round comes before.
    pub(super) fn of(says: WrittenNumber, due: MoveNumber, is_begun: bool) -> Self {
        let is_right = says.value.is_none_or(|value| value == due.number);
        match (says.dots >= 2, due.is_first_of_round) {
            (true, false) | (false, true) if is_right => Self::Right,
            (true, false) | (false, true) => Self::Wrong,
            (false, false) if says.value.is_none() => Self::Right,
            (false, false) if is_right && is_begun => Self::Wrong,
            (true, true) | (false, false) => Self::WrongSide,
        }
    }
}

/// The move numbers of a game, compared with its moves as they are played.
pub(super) struct Numbers<'t> {
    /// Those of the moves that have not been compared.
    numbers: &'t [Number],
    clock: Clock,
}

/// Where the number that is due comes from.
enum Clock {
    /// Two players move in turn: how many half-moves come before the first, counted from round 1.
    Two(u64),
    /// Players may be out or skipped: the round of the move before.
    More(Option<u32>),
}

impl<'t> Numbers<'t> {
    pub(super) fn new(numbers: &'t [Number], start: &Position) -> Self {
        let MoveNumber { number, is_first_of_round } = start.move_number();
        let clock = match start.game().players {
            2 => Clock::Two(2 * u64::from(number) + u64::from(!is_first_of_round)),
            _ => Clock::More(None),
        };
        Self { numbers, clock }
    }

    /// Compares the numbers before the move that follows `ply` others; `None` where nothing is wrong.
    ///
    /// Has to be called for every move in order.
    #[inline]
    pub(super) fn before(
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
            // Nearly all numbers are those of the first player with one dot, and right.
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
                let due = position.move_number();
                let before = round.replace(due.number);
                // Where the first players of a round are skipped, it may begin with dots or without.
                let is_new = !due.is_first_of_round && before.is_some_and(|before| before != due.number);
                (due.number, (!is_new).then_some(due.is_first_of_round), before == Some(due.number))
            }
        };
        let mut found = NumberCheck::Right;
        let mut last = None;
        while let [number, rest @ ..] = self.numbers
            && number.ply as usize == ply
        {
            self.numbers = rest;
            // Of several numbers the last counts; the others say nothing of a move.
            if last.is_some() {
                found = NumberCheck::Wrong;
            }
            last = Some(number.written);
        }
        let says = last?;
        let due = MoveNumber { number, is_first_of_round: is_first.unwrap_or(says.dots < 2) };
        let check = match (NumberCheck::of(says, due, is_begun), &mut self.clock) {
            // The position says who begins: rounds may be counted from its first move.
            (NumberCheck::WrongSide, clock) if ply == 0 && says.dots < 2 => {
                if let (Clock::Two(first), Some(value)) = (clock, says.value) {
                    *first = 2 * u64::from(value);
                }
                NumberCheck::Wrong
            }
            (check, _) => check.max(found),
        };
        (check != NumberCheck::Right).then_some((check, says, due))
    }
}
