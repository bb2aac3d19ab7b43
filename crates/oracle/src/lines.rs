//! Lines of problems without resistance, by playing everything (solving.md).

use std::collections::BTreeSet;

use super::moves::Move;
use super::position::Position;
use super::solution::Goal;

/// Order of moves and end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// Both sides in turn, with this many moves each, the last of which reaches the goal.
    Help(u32),
    /// Both sides in turn; every legal last move reaches the goal.
    HelpSelf(u32),
    /// One side this many times in a row; the last of these moves reaches the goal.
    Series(u32),
    /// One side in a row, then one move of the other side, which reaches the goal.
    SeriesHelp(u32),
    /// One side in a row, then any move of the other side reaches the goal.
    SeriesSelf(u32),
}

/// Takes moves and the position that they lead to.
type Follow<'f> = &'f mut dyn FnMut(&mut Vec<Move>, &Position);

impl Position {
    /// Returns all lines after which the goal is reached, as moves joined by blanks.
    pub fn lines(&self, lines: LineForm, goal: Goal) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut reached = |way: &mut Vec<Move>, last: &Position| {
            if last.is_at(goal) {
                found.insert(text(way));
            }
        };
        let way = &mut Vec::new();
        match lines {
            LineForm::Help(moves) => self.in_turn(moves, way, &mut reached),
            LineForm::Series(moves) => self.in_a_row(moves, way, &mut reached),
            LineForm::SeriesHelp(moves) => {
                self.in_a_row(moves, way, &mut |way, last| last.in_turn(1, way, &mut reached));
            }
            LineForm::HelpSelf(moves) => {
                self.in_turn(moves - 1, way, &mut |way, last| found.extend(last.forced_ends(way, goal)));
            }
            LineForm::SeriesSelf(moves) => {
                self.in_a_row(moves, way, &mut |way, last| found.extend(last.forced_ends(way, goal)));
            }
        }
        found
    }

    /// Returns whether the goal is reached against the player to move.
    pub(super) fn is_at(&self, goal: Goal) -> bool {
        match goal {
            Goal::Mate => self.is_mate(),
            Goal::Stalemate => self.is_stalemate(),
            Goal::Check => self.in_check(),
        }
    }

    fn in_turn(&self, moves: u32, way: &mut Vec<Move>, follow: Follow<'_>) {
        if moves == 0 {
            return follow(way, self);
        }
        for m in self.legal_moves() {
            way.push(m);
            self.play(&m).in_turn(moves - 1, way, follow);
            way.pop();
        }
    }

    /// Passes for the other side after each move but the last, where that side is not in check.
    fn in_a_row(&self, moves: u32, way: &mut Vec<Move>, follow: Follow<'_>) {
        if moves == 0 {
            return;
        }
        for m in self.legal_moves() {
            let next = self.play(&m);
            way.push(m);
            if moves == 1 {
                follow(way, &next);
            } else if let Some(passed) = next.pass_to(self.turn) {
                passed.in_a_row(moves - 1, way, follow);
            }
            way.pop();
        }
    }

    /// Returns the way with every last move, if there is one and each reaches the goal.
    fn forced_ends(&self, way: &[Move], goal: Goal) -> Vec<String> {
        let moves = self.legal_moves();
        match moves.iter().all(|m| self.play(m).is_at(goal)) {
            true => moves.into_iter().map(|m| text(&[way, &[m]].concat())).collect(),
            false => Vec::new(),
        }
    }
}

/// Returns the moves, joined by blanks.
fn text(way: &[Move]) -> String {
    way.iter().map(Move::uci).collect::<Vec<_>>().join(" ")
}
