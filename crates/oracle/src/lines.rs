//! Lines of problems without resistance, by playing everything (solving.md).

use std::collections::BTreeSet;

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

/// Moves, each followed by a blank, and where they lead.
type Followed<'f> = &'f mut dyn FnMut(&str, &Position);

impl Position {
    /// Returns all lines after which the goal is reached, as moves joined by blanks.
    pub fn lines(&self, lines: LineForm, goal: Goal) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut reached = |way: &str, last: &Position| {
            if last.is_at(goal) {
                found.insert(way.trim_end().to_owned());
            }
        };
        match lines {
            LineForm::Help(moves) => self.in_turn(moves, "", &mut reached),
            LineForm::Series(moves) => self.in_a_row(moves, "", &mut reached),
            LineForm::SeriesHelp(moves) => {
                self.in_a_row(moves, "", &mut |way, last| last.in_turn(1, way, &mut reached));
            }
            LineForm::HelpSelf(moves) => {
                self.in_turn(moves - 1, "", &mut |way, last| found.extend(last.forced_ends(way, goal)));
            }
            LineForm::SeriesSelf(moves) => {
                self.in_a_row(moves, "", &mut |way, last| found.extend(last.forced_ends(way, goal)));
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

    fn in_turn(&self, moves: u32, way: &str, follow: Followed<'_>) {
        if moves == 0 {
            return follow(way, self);
        }
        for m in self.legal_moves() {
            self.play(&m).in_turn(moves - 1, &format!("{way}{} ", m.uci()), follow);
        }
    }

    /// Returns the passing side is not in check, and moves when the series is over.
    fn in_a_row(&self, moves: u32, way: &str, follow: Followed<'_>) {
        if moves == 0 {
            return;
        }
        for m in self.legal_moves() {
            let (next, way) = (self.play(&m), format!("{way}{} ", m.uci()));
            if moves == 1 {
                follow(&way, &next);
            } else if let Some(passed) = next.pass_to(self.turn) {
                passed.in_a_row(moves - 1, &way, follow);
            }
        }
    }

    /// Returns the way with every last move, if there is one and each reaches the goal.
    fn forced_ends(&self, way: &str, goal: Goal) -> BTreeSet<String> {
        let moves = self.legal_moves();
        match moves.iter().all(|m| self.play(m).is_at(goal)) {
            true => moves.iter().map(|m| format!("{way}{}", m.uci())).collect(),
            false => BTreeSet::new(),
        }
    }
}
