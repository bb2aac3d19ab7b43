//! Agreement of a line of play with the signs, origins and numbers of its text, as a weight in bits.

use super::graph::Budget;
use crate::pgn::GameResult;
use crate::validate::Number;
use hexmate_core::rules::{CheckStatus, Move, Role};
use hexmate_position::{CellText, MarkFault, MoveNumber, MoveText, Position, ResolveError};

/// Weight of a sign of check or mate that says more than the move gives.
const WRONG_SIGN: f64 = 7.0;

/// Weight of a move that its text does not distinguish from another.
const AMBIGUOUS: f64 = 4.0;

/// Weight of a result that contradicts the last position.
const WRONG_RESULT: f64 = 8.0;

/// Weight of a place after which the numbers are off by another amount than before.
const WRONG_NUMBER: f64 = 9.0;

/// Greatest number of moves whose signs are compared.
const MAX_MOVES: usize = 1000;

/// A custom of the writer that is learnt along the game, such as marking checks.
#[derive(Clone, Copy, Default)]
struct Custom {
    kept: f64,
    broken: f64,
}

impl Custom {
    /// Returns the bits of a case by the cases before it, and counts it.
    ///
    /// The probability of a case is (n + 1/2) / (N + 1) if n of N cases before were like it.
    fn bits(&mut self, is_kept: bool) -> f64 {
        let all = self.kept + self.broken;
        let same = if is_kept { &mut self.kept } else { &mut self.broken };
        let bits = ((all + 1.0) / (*same + 0.5)).log2();
        *same += 1.0;
        bits
    }
}

/// Returns the weight of the signs and origins along a line. `texts` has `None` for moves that are not written.
pub(super) fn signs<'t>(
    start: &Position,
    moves: &[Move],
    texts: impl Iterator<Item = Option<&'t MoveText>>,
    result: Option<GameResult>,
    budget: &mut Budget,
) -> f64 {
    let (mut captures, mut checks, mut origins) = (Custom::default(), Custom::default(), Custom::default());
    let mut position = start.clone();
    let mut bits = 0.0;
    let skipped = moves.len().saturating_sub(MAX_MOVES);
    for (ply, (&m, text)) in moves.iter().zip(texts).enumerate() {
        if !budget.take() {
            return f64::INFINITY;
        }
        if let Some(text) = text.filter(|_| ply >= skipped) {
            if text.castling.is_none() && position.is_capture(m) {
                bits += captures.bits(text.capture);
            }
            let given = position.check_status_after(m);
            if given != CheckStatus::None {
                bits += checks.bits(text.check.is_some());
            }
            if matches!(text.mark_fault(given), Some(MarkFault::Wrong(_))) {
                bits += WRONG_SIGN;
            }
            bits += origin(text, &position, &mut origins);
        }
        position.make_move_unchecked(m);
    }
    let found = GameResult::of(&position);
    let contradicts = |stated: GameResult| found != GameResult::Unfinished && stated != found;
    bits + if result.is_some_and(contradicts) { WRONG_RESULT } else { 0.0 }
}

/// Returns the weight of the written origin of a piece: it may be missing, or superfluous.
fn origin(text: &MoveText, position: &Position, custom: &mut Custom) -> f64 {
    if matches!(text.role, None | Some(Role::Pawn | Role::King)) || text.origin.is_whole() {
        return 0.0;
    }
    let names = text.target.names;
    let bare = MoveText { origin: CellText { names, ..CellText::default() }, ..*text };
    let is_needed = matches!(bare.resolve(position), Err(ResolveError::Ambiguous(_)));
    match (is_needed, text.origin.is_empty()) {
        (true, true) => AMBIGUOUS,
        (true, false) => 0.0,
        (false, is_empty) => custom.bits(is_empty),
    }
}

/// Numbers of a game for two, compared with the half-moves after an edit. Those of other games are not compared.
pub(super) struct Numbering<'n> {
    numbers: &'n [Number],
    /// Index of the first half-move, where White's move 1 has index 2; `None` for more players.
    first: Option<i64>,
}

/// Numbers of a game after an edit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Agreement {
    /// Number of places after which the numbers are off by another amount than before.
    pub changes: u32,
    /// Amount at the end, in half-moves.
    pub shift: i64,
    /// Number of numbers that are off.
    pub wrong: usize,
    /// Index of the half-move after the first of them.
    pub first_wrong: Option<usize>,
}

impl Agreement {
    /// Returns the weight.
    pub fn bits(self) -> f64 {
        f64::from(self.changes) * WRONG_NUMBER
    }
}

impl<'n> Numbering<'n> {
    /// Creates the comparison for a game that begins with this position.
    pub fn new(numbers: &'n [Number], start: &Position) -> Self {
        let MoveNumber { number, is_first_of_round } = start.move_number();
        let first = 2 * i64::from(number) + i64::from(!is_first_of_round);
        Self { numbers, first: (start.game().players == 2).then_some(first) }
    }

    /// Compares the numbers after `removed` half-moves at `ply` were replaced by `inserted` ones.
    ///
    /// The number before an inserted half-move may belong to it or to the next; the better case counts.
    pub fn after_edit(&self, ply: usize, removed: usize, inserted: usize) -> Agreement {
        let own = self.compare(ply, removed, inserted, 0);
        if removed > 0 || inserted == 0 {
            return own;
        }
        let next = self.compare(ply, removed, inserted, inserted);
        if next.changes < own.changes { next } else { own }
    }

    /// Compares the numbers, if one at the place of an insertion moves by `here`.
    fn compare(&self, ply: usize, removed: usize, inserted: usize, here: usize) -> Agreement {
        let mut found = Agreement { changes: 0, shift: 0, wrong: 0, first_wrong: None };
        let Some(first) = self.first else { return found };
        for Number { ply: at, written } in self.numbers {
            let at = *at as usize;
            let at = match at {
                at if at < ply => at,
                // The number of a removed half-move goes with it.
                at if at < ply + removed && removed != inserted => continue,
                at if at < ply + removed => at,
                at if at == ply && removed == 0 => at + here,
                at => at - removed + inserted,
            };
            let half_move = first + at as i64;
            let shift = match written.value {
                // Dots alone give the player, and one number may precede each of both half-moves.
                None if (written.dots >= 2) == (half_move % 2 == 1) => continue,
                None => found.shift + 1,
                Some(value)
                    if written.dots < 2 && half_move % 2 == 1 && i64::from(value) == half_move / 2 =>
                {
                    0
                }
                Some(value) => 2 * i64::from(value) + i64::from(written.dots >= 2) - half_move,
            };
            if shift != 0 {
                found.wrong += 1;
                found.first_wrong.get_or_insert(at);
            }
            if shift != found.shift {
                found.changes += 1;
                found.shift = shift;
            }
        }
        found
    }

    /// Returns the index of the written half-moves before which the numbers leave a gap, with its length in half-moves.
    pub fn gaps(&self) -> Vec<(usize, usize)> {
        let mut gaps = Vec::new();
        let Some(first) = self.first else { return gaps };
        let mut before = 0;
        for Number { ply, written } in self.numbers {
            let Some(value) = written.value else { continue };
            let shift = 2 * i64::from(value) + i64::from(written.dots >= 2) - first - i64::from(*ply);
            if let Ok(length @ 1..) = usize::try_from(shift - before) {
                gaps.push((*ply as usize, length));
            }
            before = shift;
        }
        gaps
    }
}
